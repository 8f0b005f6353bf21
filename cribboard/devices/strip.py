"""The strip of WS2812B pixels: a frame of colours goes in, light comes out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from cribboard.installing import pip_install
from cribboard.pins import Model, Wiring, strip_problems

from .errors import DeviceError

if TYPE_CHECKING:
    from cribboard.config import StripConfig

Colour = tuple[int, int, int]


class Driver(NamedTuple):
    """What a driver of the strip needs: a module and the extra that installs it, and what must be set up on the Pi."""

    module: str
    extra: str
    advice: str


DRIVERS = {
    "rpi_ws281x": Driver(
        "rpi_ws281x",
        "pi",
        "GPIO10 needs dtparam=spi=on in /boot/firmware/config.txt and the groups spi and gpio; "
        'on a Pi that rpi_ws281x is too old for, strip.driver = "spi" works',
    ),
    "pio": Driver(
        "adafruit_raspberry_pi5_neopixel_write",
        "pi5",
        "it needs /dev/pio0: where there is none, or error -22, sudo rpi-eeprom-update -a and a kernel from 6.6 on; where "
        'it is not yours, the udev rule SUBSYSTEM=="*-pio", GROUP="gpio", MODE="0660" and the group gpio',
    ),
    "spi": Driver(
        "neopixel_spi",
        "pi-spi",
        "GPIO10 needs dtparam=spi=on in /boot/firmware/config.txt and the groups spi and gpio",
    ),
}


class Pixels(Protocol):
    """What a strip needs of `neopixel.NeoPixel`: an order of colours of its own, and nothing sent before `show`."""

    def __len__(self) -> int: ...
    def __setitem__(self, index: int, colour: Colour, /) -> None: ...
    def show(self) -> None: ...
    def deinit(self) -> None: ...


class Strip:
    """All the pixels of the board. It is dark when opened, which proves that it can be lit.

    The first `lead` pixels of the chain are no holes and stay dark. A frame keeps the caller 5-10 ms on a Pi; one
    thread at a time calls. Raises DeviceError with `advice` when the strip can't be lit; the next frame is then sent in
    any case.
    """

    def __init__(
        self, pixels: Pixels, lead: int = 0, advice: str = DRIVERS["rpi_ws281x"].advice
    ) -> None:
        self._pixels = pixels
        self._lead = lead
        self._advice = advice
        self._painted = self._sent = bytes(3 * (len(pixels) - lead))
        self._closed = self._unsure = False
        self._send()

    @property
    def last_sent(self) -> bytes:
        """What shines now: red, green, blue of every pixel."""
        return self._sent

    def show(self, frame: bytes) -> None:
        """Light the strip: red, green, blue (0-255) of every pixel, already within the supply's limit.

        The light stays until the next frame; a frame like the last one isn't sent. What the frame doesn't reach to is
        dark. Raises ValueError for one of more pixels than there are, or of parts of a pixel.
        """
        if len(frame) % 3 or len(frame) > len(self._sent):
            raise ValueError(
                f"a frame of {len(frame)} bytes for {len(self._sent) // 3} pixels of 3 bytes"
            )
        if self._closed:
            raise DeviceError("the strip is closed")
        frame = frame.ljust(len(self._sent), b"\0")
        if frame != self._sent or self._unsure:
            self._unsure = True
            self._paint(frame)
            self._send()
            self._sent, self._unsure = frame, False

    def close(self) -> None:
        """Blank the strip and let go of its pin: pixels keep their last colours when a program just ends."""
        if not self._closed:
            self._closed = True
            self._sent = bytes(len(self._sent))
            _try(self._advice, self._pixels.deinit)

    def _paint(self, frame: bytes) -> None:
        """Hand over what changes: from one frame to the next that is a peg or two, and a pixel costs 1 us here."""
        pairs = zip(_colours(frame), _colours(self._painted), strict=True)
        for index, (new, old) in enumerate(pairs, self._lead):
            if new != old:
                self._pixels[index] = new
        self._painted = frame

    def _send(self) -> None:
        _try(self._advice, self._pixels.show)


def open_strip(strip: StripConfig, model: Model | None = None, root: Path = Path("/")) -> Strip:
    """The strip of this Raspberry Pi, which is of this model; `root` has the files of its kernel.

    Raises DeviceError when it can't be driven like this, its libraries are missing, or it can't be lit.
    """
    name = driver_for(strip, model)
    pixels = strip.lead_pixels + strip.pixels
    bufsiz = spi_bufsiz(root)
    problems = [*strip_problems(Wiring(strip.pin, name), model, os.geteuid() == 0)]
    problems += length_problems(strip, model, bufsiz)
    if problems:
        raise DeviceError("; ".join(problems))
    driver = DRIVERS[name]
    if name == "spi":
        os.environ["SPI_BUFSIZE"] = str(bufsiz)
        chain = _neopixel_by_spi(strip.order, pixels, driver)
    else:
        chain = neopixel_on(f"D{strip.pin}", strip.order, pixels, driver)
    return Strip(chain, strip.lead_pixels, driver.advice)


def driver_for(
    strip: StripConfig, model: Model | None, found: Callable[[str], object] | None = None
) -> str:
    """What drives the strip: what the settings say, or the model's own; where that isn't there, plain Python by SPI.

    By SPI on the same pin, that is: a Pi 5's SPI would take pins that are free with its own driver. `found` tells
    whether a module is there.
    """
    found = found or find_spec
    name = Wiring(strip.pin, strip.driver).driver_on(model)
    if name == "auto":
        return "rpi_ws281x"
    can_fall_back = strip.driver == "auto" and Wiring(strip.pin, name).uses_spi(model)
    if can_fall_back and not found(DRIVERS[name].module) and found(DRIVERS["spi"].module):
        return "spi"
    return name


SPI_BUFSIZ = 4096
LATCH = 300e-6
"""Seconds of silence after which a pixel shows what it got: 50 us with the oldest WS2812B, 280 us with today's."""


def spi_bufsiz(root: Path = Path("/")) -> int:
    """How many bytes the kernel carries in one transfer."""
    try:
        return int((root / "sys/module/spidev/parameters/bufsiz").read_text())
    except (OSError, ValueError):
        return SPI_BUFSIZ


def transfer_bytes(driver: str, pixels: int) -> int:
    """The bytes of a frame on the SPI bus.

    rpi_ws281x sends three bits for each of 32 a pixel, and 55 us of silence, in whole words (its ws2811.c);
    neopixel_spi a byte for each of 24 a pixel, between two latches.

    >>> transfer_bytes("rpi_ws281x", 140), transfer_bytes("spi", 138)
    (1704, 3792)
    """
    if driver == "spi":
        return 24 * pixels + 2 * round(6.4e6 * LATCH / 8)
    return (96 * pixels + 132) // 8 // 8 * 8 + 8


def length_problems(
    strip: StripConfig,
    model: Model | None,
    bufsiz: int = SPI_BUFSIZ,
    found: Callable[[str], object] | None = None,
) -> Iterator[str]:
    """Why the strip's driver can't carry its pixels, if it can't; `found` tells whether a module is there."""
    name = driver_for(strip, model, found)
    if Wiring(strip.pin, name).uses_spi(model):
        yield from too_long(name, strip.lead_pixels + strip.pixels, bufsiz)


def too_long(driver: str, pixels: int, bufsiz: int = SPI_BUFSIZ) -> Iterator[str]:
    """Why a strip is too long, if it is: between two transfers it would take what came so far for a frame."""
    if transfer_bytes(driver, pixels) > bufsiz:
        most = max((n for n in range(pixels) if transfer_bytes(driver, n) <= bufsiz), default=0)
        yield (
            f"the strip's {pixels} pixels don't fit in one SPI transfer of {bufsiz} bytes, at most {most} do; "
            "spidev.bufsiz=32768 in /boot/firmware/cmdline.txt makes room"
        )


def neopixel_on(pin: str, order: str, pixels: int, driver: Driver = DRIVERS["rpi_ws281x"]) -> Any:
    """Adafruit's NeoPixel on the pin that Blinka's `board` calls by this name.

    `board` binds to one kind of computer per process, at its first import.
    """
    board = _imported("board", driver)
    neopixel = _imported("neopixel", driver)
    if not hasattr(board, pin):
        raise DeviceError(f"the strip's pin {pin} is not on this board; {driver.advice}")

    def chain() -> Any:
        return neopixel.NeoPixel(getattr(board, pin), pixels, auto_write=False, pixel_order=order)

    return _try(driver.advice, chain)


def _neopixel_by_spi(order: str, pixels: int, driver: Driver) -> Any:
    """Adafruit's NeoPixel_SPI on the Pi's first SPI bus, which has its data on GPIO10."""
    board = _imported("board", driver)
    _imported("neopixel_spi", driver)
    from .spi import chain_by_spi

    return _try(driver.advice, lambda: chain_by_spi(board.SPI(), pixels, order, LATCH))


def _imported(module: str, driver: Driver) -> Any:
    """A library that may not be there. On a terminal Blinka would ask to install what it misses, and wait for the answer."""
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
    try:
        return import_module(module)
    except (ImportError, NotImplementedError, RuntimeError) as error:
        raise DeviceError(
            f"the strip's library doesn't work here: {error}; {pip_install(f'cribboard[{driver.extra}]')}"
        ) from error


def _colours(frame: bytes) -> Iterator[Colour]:
    channels = iter(frame)
    return zip(channels, channels, channels, strict=True)


def _try(advice: str, act: Callable[[], Any]) -> Any:
    """Do something to the pixels; Blinka and its backends raise RuntimeError, gpiod and the kernel OSError."""
    try:
        return act()
    except (RuntimeError, OSError, ValueError) as error:
        raise DeviceError(f"the strip can't be lit: {_plainly(error)}; {advice}") from error


def _plainly(error: Exception) -> str:
    """Blinka takes error -5 of rpi_ws281x for want of root; on GPIO10 it is a /dev/spidev0.0 that can't be opened."""
    return "its device can't be opened (-5)" if "running with sudo" in str(error) else str(error)
