"""A port without a reader to it: every byte that comes in, as it comes."""

from __future__ import annotations

import termios
import threading
import time
from collections.abc import Callable

from .ports import Port, open_serial

Take = Callable[[bytes, float], object]
"""Takes bytes and the monotonic time in seconds at which they came; no bytes where the port gave out."""


class Tap:
    """Listens at a port, on a thread of its own, until it is closed or the device is unplugged."""

    def __init__(self, port: Port, take: Take, clock: Callable[[], float] = time.monotonic) -> None:
        self._port = port
        self._take = take
        self._clock = clock
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tap", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening, and close the port."""
        self._closing.set()
        self._port.cancel_read()
        self._thread.join()
        self._port.close()

    def _run(self) -> None:
        try:
            while not self._closing.is_set():
                if data := self._port.read(self._port.in_waiting or 1):
                    self._take(data, self._clock())
        except (OSError, termios.error):
            self._take(b"", self._clock())


def listen(path: str, baud: int, seconds: float) -> bytes:
    """What comes in at a port within so many seconds. Raises what is in ports.UNREACHABLE."""
    port = open_serial(path, baud, timeout=seconds)
    heard, end = b"", time.monotonic() + seconds
    try:
        while time.monotonic() < end and (data := port.read(port.in_waiting or 1)):
            heard += data
    finally:
        port.close()
    return heard
