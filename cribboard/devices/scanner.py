"""The card reader on its serial port: lines of text come in, one a card, and an answer goes back for each."""

from __future__ import annotations

import logging
import os
import re
import termios
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Protocol

from cribboard.signals import CodeRead, ScannerFound, ScannerLost

from .errors import Post, guarded

logger = logging.getLogger(__name__)

LONGEST = 96
"""Bytes of the longest line that can mean something."""

GARBAGE = "?"
"""The code of a line that can't be read. It is no card, so the table refuses it as it refuses any code it doesn't know."""

RETRIES = (0.5, 1.0, 2.0, 5.0)
"""Seconds between attempts to reach a reader; the last one for ever after."""

UNREACHABLE = (OSError, termios.error, ValueError)
"""What an absent, pulled or misconfigured port raises: termios.error is no OSError, a speed that it can't is a ValueError."""

_LINE_ENDS = re.compile(rb"[\r\n]")


class TextLines:
    r"""Bytes into codes, however the bytes are cut: CR, LF or both end a line, blank lines are nothing.

    A line that is too long (told at its first byte too many) or isn't printable text in UTF-8 is GARBAGE.

    >>> lines = TextLines()
    >>> lines.feed(b"5H\r\n10"), lines.feed(b"D\r\xff\r")
    (['5H'], ['10D', '?'])
    """

    def __init__(self) -> None:
        self._line = b""

    def feed(self, data: bytes) -> list[str]:
        """The codes that these bytes complete."""
        return list(self._codes(data))

    def _codes(self, data: bytes) -> Iterator[str]:
        start, *lines = _LINE_ENDS.split(data)
        yield from self._grow(start)
        for line in lines:
            yield from self._end()
            yield from self._grow(line)

    def _grow(self, more: bytes) -> Iterator[str]:
        fitted = len(self._line) <= LONGEST
        self._line = (self._line + more)[: LONGEST + 1]
        if fitted and len(self._line) > LONGEST:
            yield GARBAGE

    def _end(self) -> Iterator[str]:
        line, self._line = self._line, b""
        if len(line) <= LONGEST and (code := _text(line)):
            yield code


def _text(line: bytes) -> str:
    try:
        text = line.decode().strip(" \t")
    except UnicodeDecodeError:
        return GARBAGE
    return text if text.isprintable() else GARBAGE


class Port(Protocol):
    """What the scanner needs of `serial.Serial`."""

    @property
    def in_waiting(self) -> int: ...
    def read(self, size: int = 1, /) -> bytes: ...
    def fileno(self) -> int: ...
    def cancel_read(self) -> None: ...
    def close(self) -> None: ...


def open_serial(path: str, baud: int) -> Port:
    """The port at `path`, for us alone as far as other programs ask. Raises OSError, termios.error or ValueError."""
    import serial

    return serial.Serial(path, baud, exclusive=True)


class Scanner:
    """The reader, on a thread of its own that sleeps until a byte comes.

    Each complete line is told as CodeRead, stamped when its last byte came. A reader that can't be reached, at the
    start or later, is told once as ScannerLost and tried again after each of `retries` seconds; ScannerFound says that
    it is back. What it sent of a line until it was lost is forgotten.
    """

    def __init__(
        self,
        open_port: Callable[[], Port],
        post: Post,
        clock: Callable[[], float] = time.monotonic,
        *,
        retries: Sequence[float] = RETRIES,
        wait: Callable[[threading.Event, float], object] = threading.Event.wait,
    ) -> None:
        self._open_port = open_port
        self._post = guarded(post)
        self._clock = clock
        self._retries = retries
        self._wait = wait
        self._closing = threading.Event()
        self._port: Port | None = None
        self._port_lock = (
            threading.Lock()
        )  # a closed port's descriptor may be another file's at once
        self._thread = threading.Thread(target=self._run, name="scanner", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread and close the port, at once."""
        self._closing.set()
        with self._port_lock:
            if self._port:
                self._port.cancel_read()
        self._thread.join()

    def _run(self) -> None:
        failures = 0
        while not self._closing.is_set():
            try:
                with self._opened() as port:
                    if failures:
                        self._post(ScannerFound(), self._clock())
                    failures = 0
                    self._read(port)
            except UNREACHABLE as error:
                if not failures:
                    logger.info("the card reader can't be reached: %s", error)
                    self._post(ScannerLost(), self._clock())
                self._wait(self._closing, self._retries[min(failures, len(self._retries) - 1)])
                failures += 1

    @contextmanager
    def _opened(self) -> Iterator[Port]:
        port = self._port = self._open_port()
        try:
            yield port
        finally:
            with self._port_lock:
                self._port = None
                port.close()

    def _read(self, port: Port) -> None:
        lines = TextLines()
        answer = partial(self._answer, port)
        while not self._closing.is_set():
            data = port.read(port.in_waiting or 1)
            now = self._clock()
            for code in lines.feed(data):
                self._post(CodeRead(code, answer), now)

    def _answer(self, port: Port, text: str) -> None:
        """Tell the reader, if it is still there and has room for a line; nobody waits for it.

        The line goes straight to the port's descriptor, which never blocks: pyserial's `write` with a timeout of 0
        spins while there is no room.
        """
        if self._port_lock.acquire(blocking=False):  # else the port is just being closed
            try:
                if port is self._port:
                    with suppress(OSError):
                        os.write(port.fileno(), f"{text}\r\n".encode())
            finally:
                self._port_lock.release()
