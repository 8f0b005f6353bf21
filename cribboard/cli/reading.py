"""What is read and typed while a command runs: the reader of the settings, and standard input beside it."""

from __future__ import annotations

import io
import sys
import threading
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue

from cribboard.config import ScannerConfig
from cribboard.devices.readers.text import text_of
from cribboard.devices.scanner import open_scanner
from cribboard.signals import Answer, CodeRead, ScannerFault, ScannerFound, ScannerLost, Signal

Read = Callable[[str], Answer]
"""Takes a code, and says what became of it."""

Typed = Callable[[str], bool]
"""Takes a word that may be a command; False: it is none, so it is a code."""


class Reading:
    """Codes from the reader and from whoever types or pipes them, one after the other, until the input ends."""

    def __init__(self, inbox: SimpleQueue[Signal | str | None]) -> None:
        self._inbox = inbox

    def each(self, read: Read, typed: Typed) -> Iterator[None]:
        """Deal with one thing after another; whoever iterates may stop. Ctrl-C ends it as the input's end does."""
        with suppress(KeyboardInterrupt):
            while (heard := self._inbox.get()) is not None:
                match heard:
                    case CodeRead(code, answer):
                        answer(read(code))
                    case str() if not typed(heard):
                        read(heard)
                    case ScannerLost(why):
                        told = f" ({why})" if why else ""
                        print(
                            f"no scanner answers{told}; it is tried again, and codes can be typed"
                        )
                    case ScannerFault(why):
                        print(f"trouble with the scanner: {why}" if why else "the scanner is well")
                    case ScannerFound():
                        print("the scanner answers")
                sys.stdout.flush()
                yield


@contextmanager
def reading(scanner: ScannerConfig) -> Iterator[Reading]:
    """The reader at work, and the input heard."""
    inbox: SimpleQueue[Signal | str | None] = SimpleQueue()
    threading.Thread(target=_type, args=(inbox.put,), name="input", daemon=True).start()
    opened = open_scanner(scanner, lambda signal, _: inbox.put(signal))
    try:
        yield Reading(inbox)
    finally:
        opened.close()


def _type(put: Callable[[str | None], None]) -> None:
    """Hand over what comes in, line by line; a file from Windows may begin with a mark that is no part of it.

    Unbuffered: a thread that waits for Python's own standard input can't be left behind at the end of the program.
    """
    with (
        suppress(OSError, io.UnsupportedOperation),
        open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as lines,
    ):
        for line in lines:
            if text := text_of(line.strip().removeprefix(BOM_UTF8)):
                put(text)
    put(None)
