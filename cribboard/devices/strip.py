"""The strip of WS2812B pixels: a frame of colours goes in, light comes out."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, Protocol

from .errors import DeviceError

_LIBRARIES = (
    "pip install 'cribboard[pi]' (on a Pi 5: Adafruit-Blinka-Raspberry-Pi5-Neopixel and gpiod)"
)
_WIRING = (
    "GPIO10 needs dtparam=spi=on in /boot/firmware/config.txt and the groups spi and gpio; "
    "on all but the Pi 5 only 12, 13, 18, 19 and 21 work besides, as root"
)

Colour = tuple[int, int, int]

STRIP_LIBRARIES = {
    "rpi_ws281x": ("rpi_ws281x", "pi"),
    "pio": ("adafruit_raspberry_pi5_neopixel_write", "pi5"),
    "spi": ("neopixel_spi", "pi-spi"),
}
"""For each driver the module that it needs besides the ordinary dependencies, and the extra that installs it."""


class Pixels(Protocol):
    """What a strip needs of `neopixel.NeoPixel`: an order of colours of its own, and nothing sent before `show`."""

    def __len__(self) -> int: ...
    def __setitem__(self, index: int, colour: Colour, /) -> None: ...
    def show(self) -> None: ...
    def deinit(self) -> None: ...


class Strip:
    """All the pixels of the board. It is dark when opened, which proves that it can be lit.

    A frame keeps the caller 5-10 ms on a Pi; one thread at a time calls. Raises DeviceError when the strip can't be
    lit; the next frame is then sent in any case.
    """

    def __init__(self, pixels: Pixels) -> None:
        self._pixels = pixels
        self._painted = self._sent = bytes(3 * len(pixels))
        self._closed = False
        self._send()

    @property
    def last_sent(self) -> bytes:
        """What shines now: red, green, blue of every pixel."""
        return self._sent

    def show(self, frame: bytes) -> None:
        """Light the strip: red, green, blue (0-255) of every pixel, already within the supply's limit.

        The light stays until the next frame; a frame like the last one isn't sent. Raises ValueError unless the frame
        has 3 bytes for every pixel.
        """
        if len(frame) != 3 * len(self._pixels):
            raise ValueError(
                f"a frame of {len(frame)} bytes for {len(self._pixels)} pixels of 3 bytes"
            )
        if self._closed:
            raise DeviceError("the strip is closed")
        if frame != self._sent:
            self._paint(frame)
            self._send()
            self._sent = frame

    def close(self) -> None:
        """Blank the strip and let go of its pin: pixels keep their last colours when a program just ends."""
        if not self._closed:
            self._closed = True
            self._sent = bytes(len(self._sent))
            _try(self._pixels.deinit)

    def _paint(self, frame: bytes) -> None:
        """Hand over what changes: from one frame to the next that is a peg or two, and a pixel costs 1 us here."""
        pairs = zip(_colours(frame), _colours(self._painted), strict=True)
        for index, (new, old) in enumerate(pairs):
            if new != old:
                self._pixels[index] = new
        self._painted = frame

    def _send(self) -> None:
        _try(self._pixels.show)


def open_strip(pin: int, order: str, pixels: int) -> Strip:
    """The strip on GPIO `pin` (BCM number) of this Raspberry Pi; `order` is that of the colours on the wire, as "GRB".

    Raises DeviceError when there is no such strip, or its libraries are missing.
    """
    return Strip(neopixel_on(f"D{pin}", order, pixels))


def neopixel_on(pin: str, order: str, pixels: int) -> Any:
    """Adafruit's NeoPixel on the pin that Blinka's `board` calls by this name.

    `board` binds to one kind of computer per process, at its first import. On a terminal it would ask to install what
    it misses, and wait for the answer.
    """
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
    try:
        import board
        import neopixel
    except (ImportError, NotImplementedError, RuntimeError) as error:
        raise DeviceError(
            f"the strip's library doesn't work here: {error}; {_LIBRARIES}"
        ) from error
    if not hasattr(board, pin):
        raise DeviceError(f"the strip's pin {pin} is not on this board; {_WIRING}")
    return _try(neopixel.NeoPixel, getattr(board, pin), pixels, auto_write=False, pixel_order=order)


def _colours(frame: bytes) -> Iterator[Colour]:
    channels = iter(frame)
    return zip(channels, channels, channels, strict=True)


def _try(act: Any, *args: Any, **options: Any) -> Any:
    """Do something to the pixels; Blinka and its backends raise RuntimeError, gpiod and the kernel OSError."""
    try:
        return act(*args, **options)
    except (RuntimeError, OSError) as error:
        raise DeviceError(f"the strip can't be lit: {error}; {_WIRING}") from error
