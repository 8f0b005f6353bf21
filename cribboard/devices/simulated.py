"""The far ends of the wires where there is no board: what drives the pins and the port, and what the strip was sent.

The devices themselves are the real classes; only these ends are make-believe.
"""

from __future__ import annotations

import errno
import os
import select
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cribboard.signals import Button

from .errors import DeviceError
from .ports import Port, open_serial
from .strip import Strip, neopixel_on


class Wire:
    """The strip's data line: `last` is the frame as it went over the wire, in the wire's order of colours."""

    def __init__(self) -> None:
        self.last = b""
        self.frames = 0

    def carry(self, data: bytearray) -> None:
        """Take a frame, as the pixels do."""
        self.last = bytes(data)
        self.frames += 1


def simulated_strip(order: str, pixels: int, lead: int = 0) -> tuple[Strip, Wire]:
    """A strip on Blinka's board for no hardware, and its data line; `lead` pixels come before those of the holes.

    Raises DeviceError where this process has already used the real one.
    """
    os.environ["BLINKA_OS_AGNOSTIC"] = "1"
    chain = neopixel_on("NEOPIXEL", order, lead + pixels)
    chain.pin.wire = wire = Wire()
    _connect_wires()
    return Strip(chain, lead), wire


def _connect_wires() -> None:
    """Make the library's last step carry a frame over the wire at its pin."""
    import neopixel

    neopixel.neopixel_write = lambda pin, data: pin.wire.carry(data)


class Fingers:
    """Press and release the buttons: a press pulls the button's pin to ground."""

    def __init__(self, pins: Mapping[Button, int]) -> None:
        self._pins = pins

    @cached_property
    def factory(self) -> Any:
        """The pins, of gpiozero's mock, for `Buttons`."""
        from gpiozero.pins.mock import MockFactory

        return MockFactory()

    def press(self, button: Button) -> None:
        """Close the button's contact; without effect while it is closed."""
        self._pin(button).drive_low()

    def release(self, button: Button) -> None:
        """Open the button's contact; without effect while it is open."""
        self._pin(button).drive_high()

    def _pin(self, button: Button) -> Any:
        if button not in self._pins:
            raise DeviceError(
                f"there is no button {button}; there are {', '.join(map(str, self._pins))}"
            )
        return self.factory.pin(self._pins[button])


class PtyCable:
    """The reader's cable: a pseudo-terminal, whose far end the reader has. It begins unplugged.

    One thread at a time plugs, unplugs, sends and receives; another may open the port.
    """

    def __init__(self) -> None:
        self._ends: tuple[int, int] | None = (
            None  # the reader's, and the board's, kept for its path
        )
        self._lock = threading.Lock()  # a path given back may be another program's at once
        self._open = threading.Event()

    @property
    def path(self) -> str:
        """The port, while plugged; another one each time. Raises FileNotFoundError."""
        if self._ends is None:
            raise FileNotFoundError(errno.ENOENT, "the reader's cable is unplugged")
        return os.ttyname(self._ends[1])

    def find(self) -> list[str]:
        """The port, if the cable is plugged in."""
        with self._lock:
            return [self.path] if self._ends else []

    def open_port(self, path: str, timeout: float | None = None) -> Port:
        """The real serial port class on the cable, if it is still plugged in there. Raises OSError."""
        with self._lock:
            if path != self.path:
                raise FileNotFoundError(errno.ENOENT, "the reader's cable was pulled")
            port = open_serial(path, 9600, timeout)  # a speed means nothing here
            self._open.set()
            return port

    def plug(self) -> None:
        """Put the cable in, unless it is."""
        with self._lock:
            if self._ends is None:
                self._ends = os.openpty()

    def unplug(self) -> None:
        """Pull the cable out; what the board hasn't read yet is lost."""
        with self._lock:
            self._open.clear()
            ends, self._ends = self._ends, None
            for end in ends or ():
                os.close(end)

    close = unplug

    def wait_open(self, timeout: float = 5.0) -> bool:
        """Whether the board has opened the port since the cable was plugged in, at the latest in `timeout` seconds."""
        return self._open.wait(timeout)

    def send(self, data: bytes, timeout: float = 5.0) -> None:
        """Send bytes as the reader. Opening a port drops what came before, so this waits up to `timeout` seconds for it.

        Raises DeviceError when nobody listens.
        """
        reader = self._reader()
        if not self.wait_open(timeout):
            raise DeviceError("nobody has opened the reader's port")
        while data:
            data = data[os.write(reader, data) :]

    def heard(self, timeout: float = 5.0) -> bytes:
        """What the reader has been sent since it last listened; waits for some. Raises TimeoutError."""
        reader = self._reader()
        if not select.select([reader], [], [], timeout)[0]:
            raise TimeoutError("the reader was sent nothing")
        return os.read(reader, 4096)

    def received(self, timeout: float = 5.0) -> str:
        """The next answer that the reader gets. Raises TimeoutError when there is none in `timeout` seconds."""
        reader = self._reader()
        line = b""
        while not line.endswith(b"\r\n"):
            if not select.select([reader], [], [], timeout)[0]:
                raise TimeoutError(f"the reader got {line!r} and no more")
            line += os.read(reader, 1)
        return line.decode().removesuffix("\r\n")

    def _reader(self) -> int:
        if self._ends is None:
            raise DeviceError("the reader's cable is unplugged")
        return self._ends[0]


@dataclass(frozen=True, slots=True)
class Drive:
    """Everything that drives a simulated board."""

    wire: Wire
    fingers: Fingers
    cable: PtyCable
