"""The card reader on its port: it is found, heard, answered, lost and found again, on a thread of its own."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

from cribboard.signals import Answer, CodeRead, ScannerFault, ScannerFound, ScannerLost

from .errors import Post, guarded
from .ports import UNREACHABLE, Port, find_ports, open_serial, why_unreachable
from .readers import Fault, Heard, Mismatch, Read, Reader, Reply
from .readers.profiles import PROFILES

if TYPE_CHECKING:
    from cribboard.config import ScannerConfig

logger = logging.getLogger(__name__)

RETRIES = (0.5, 1.0, 2.0, 5.0)
"""Seconds between attempts to reach a reader; the last one for ever after."""

MEETING = 3.0
"""Seconds in which a device must show that it is the reader, if it can."""

THEFTS = 50
"""Times in a row that another program was quicker to read, after which the port is taken for lost."""

Find = Callable[[], Sequence[str]]
"""The ports where the reader may be, the likeliest first."""

Open = Callable[[str], Port]
"""Opens the port at a path. Raises what is in UNREACHABLE."""


def open_scanner(
    settings: ScannerConfig, post: Post, clock: Callable[[], float] = time.monotonic
) -> Scanner:
    """The reader that the settings speak of."""
    profile = PROFILES[settings.profile]
    reader = profile.make(settings.gone, settings.accept_bad_checksum)
    baud = settings.baud or profile.baud
    find = partial(find_ports, settings.port)
    return Scanner(
        reader, find, partial(open_serial, baud=baud, timeout=reader.silence), post, clock
    )


class Scanner:
    """The reader, on a thread of its own that sleeps until a byte comes.

    Each card is told as CodeRead, stamped when its last byte came. Of the ports the first one serves at which the
    reader shows itself. Where there is none, at the start or later, that is told as ScannerLost, once unless there is
    something new to say of it, and they are tried again after each of `retries` seconds; ScannerFound says that it is
    back. What was half heard of a card until it was lost is forgotten.
    """

    def __init__(
        self,
        reader: Reader,
        find: Find,
        open_port: Open,
        post: Post,
        clock: Callable[[], float] = time.monotonic,
        *,
        retries: Sequence[float] = RETRIES,
        wait: Callable[[threading.Event, float], object] = threading.Event.wait,
    ) -> None:
        self._reader = reader
        self._find = find
        self._open_port = open_port
        self._post = guarded(post)
        self._clock = clock
        self._retries = retries
        self._wait = wait
        self._closing = threading.Event()
        self._met = self._heard = self._robbed = False
        self._told: set[str] = set()
        self._port: Port | None = None
        self._port_lock = threading.Lock()
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
            self._met = self._heard = self._robbed = False
            why = self._serve()
            if self._closing.is_set():
                return
            self._tell_lost(why)
            failures = 0 if self._heard else failures
            self._wait(self._closing, self._retries[min(failures, len(self._retries) - 1)])
            failures += 1

    def _serve(self) -> str:
        """Serve the reader until it is lost; returns what somebody can do about that, if anything."""
        whys: list[str] = []
        for path in self._ports():
            try:
                with self._opened(path) as port:
                    why = self._listen(path, port)
            except UNREACHABLE as error:
                logger.info("no card reader at %s: %s", path, error)
                why = why_unreachable(path, error)
            if self._met:
                return why
            whys.append(why)
        return next(filter(None, whys), "")

    def _ports(self) -> Sequence[str]:
        try:
            return self._find()
        except UNREACHABLE as error:  # something was plugged in or out meanwhile
            logger.info("the ports can't be listed: %s", error)
            return ()

    @contextmanager
    def _opened(self, path: str) -> Iterator[Port]:
        port = self._port = self._open_port(path)
        try:
            yield port
        finally:
            with (
                self._port_lock
            ):  # nobody writes to it any more: its descriptor may be another file's at once
                self._port = None
            port.close()

    def _listen(self, path: str, port: Port) -> str:
        """What comes of the reader at this port, until it is silent for too long or turns out to be none."""
        opened = self._clock()
        self._send(port, self._reader.greeting())
        self._meet()
        while not self._closing.is_set():
            data = self._read(path, port)
            now = self._clock()
            if not data:
                return ""
            heard = self._reader.feed(data, now)
            self._meet()
            self._heard |= self._met
            for each in heard:
                if isinstance(each, Mismatch):
                    return each.why
                self._take(each, port, now)
            if not self._met and now - opened > MEETING:
                return (
                    f"{path} sends what no scanner sends: see to scanner.profile and scanner.baud"
                )
        return ""

    def _take(self, heard: Heard, port: Port, now: float) -> None:
        match heard:
            case Read(code, antenna):
                self._post(CodeRead(code, partial(self._answer, port, heard), antenna), now)
            case Reply(data):
                self._send(port, data)
            case Fault(why):
                self._post(ScannerFault(why), now)

    def _read(self, path: str, port: Port) -> bytes:
        """The next bytes; none after the reader's silence. Raises OSError where the port is gone."""
        for _ in range(THEFTS):
            try:
                return port.read(port.in_waiting or 1)
            except OSError:
                _ = port.in_waiting  # raises where the port is gone; else somebody was quicker
                if not self._robbed:
                    self._robbed = True
                    why = f"another program reads from {path}, too: close it"
                    self._post(ScannerFault(why), self._clock())
        return b""

    def _meet(self) -> None:
        """Tell that the reader is there (again), once it has shown itself."""
        if self._reader.met and not self._met:
            self._met = True
            if self._told:
                self._told.clear()
                self._post(ScannerFound(), self._clock())

    def _tell_lost(self, why: str) -> None:
        if not self._told or (why and why not in self._told):
            self._post(ScannerLost(why), self._clock())
        self._told.add(why)

    def _answer(self, port: Port, read: Read, answer: Answer) -> None:
        self._send(port, self._reader.answer(read, answer))

    def _send(self, port: Port, data: bytes) -> None:
        """Tell the reader, if it is still there and has room for a line; nobody waits for it.

        The line goes straight to the port's descriptor, which never blocks: pyserial's `write` with a timeout of 0
        spins while there is no room.
        """
        with self._port_lock:
            if data and port is self._port:
                with suppress(OSError):
                    os.write(port.fileno(), data)
