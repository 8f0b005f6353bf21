"""A Raspberry Pi as the libraries see it, for a process of its own: their real drivers over ends of wires that record."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from ctypes import string_at
from dataclasses import dataclass
from struct import pack, unpack
from types import ModuleType, SimpleNamespace
from typing import Any

from adafruit_platformdetect.board import Board


class Ws281x(ModuleType):
    """Stands for `_rpi_ws281x`: keeps the names of the calls, and the colours set, as the C library takes them.

    `rendered` are the frames that went out; `on_render` is told each.
    """

    WS2811_SUCCESS = 0
    WS2811_STRIP_RGB = 0x00100800

    def __init__(self, init_code: int) -> None:
        super().__init__("_rpi_ws281x")
        self.calls: list[str] = []
        self.colours: dict[int, int] = {}
        self.rendered: list[tuple[int, ...]] = []
        self.on_render: Callable[[tuple[int, ...]], object] = len
        self.dma: int | None = None
        self._gpio = 10
        self._answers = {
            "new_ws2811_t": SimpleNamespace(),
            "ws2811_init": init_code,
            "ws2811_get_return_t_str": "Hardware revision is not supported",
            "ws2811_channel_t_strip_type_get": self.WS2811_STRIP_RGB,
        }

    def ws2811_led_set(self, channel: object, pixel: int, colour: int) -> None:
        self.colours[pixel] = colour

    def ws2811_t_dmanum_set(self, _: object, channel: int) -> None:
        self.dma = channel

    def ws2811_channel_t_gpionum_set(self, channel: object, gpio: int) -> None:
        self._gpio = gpio or self._gpio

    def ws2811_channel_t_gpionum_get(self, channel: object) -> int:
        return self._gpio

    def ws2811_render(self, _: object) -> int:
        self.calls.append("ws2811_render")
        self.rendered.append(tuple(self.colours.values()))
        self.on_render(self.rendered[-1])
        return 0

    def __getattr__(self, name: str) -> object:
        def call(*_: object) -> object:
            self.calls.append(name)
            return self._answers.get(name)

        return call


@dataclass(frozen=True)
class Pin:
    """Stands for Blinka's pin on gpiod, which wants /dev/gpiochip0."""

    IN, OUT, LOW, HIGH, PULL_NONE, PULL_UP, PULL_DOWN = 0, 1, 0, 1, 0, 1, 2

    id: int

    def init(self, mode: int = IN, pull: int | None = None) -> None: ...
    def value(self, level: int | None = None) -> None: ...
    def deinit(self) -> None: ...


def _become(board: str, revision: str) -> None:
    os.environ |= {"BLINKA_FORCEBOARD": board, "BLINKA_FORCECHIP": "BCM2XXX"}
    Board._pi_rev_code = lambda _: revision
    pins = SimpleNamespace(Pin=Pin)
    sys.modules["adafruit_blinka.microcontroller.generic_linux.raspberry_pi_pin"] = pins


def become_zero_2_w(init_code: int = 0) -> Ws281x:
    """From here on Blinka finds a Zero 2 W, whose LED library answers `init_code` when it is started."""
    _become("RASPBERRY_PI_ZERO_2_W", "902120")
    sys.modules["_rpi_ws281x"] = library = Ws281x(init_code)
    return library


class Pio(ModuleType):
    """Stands for the Pi 5's C++ module: keeps what it is given, and fails if it is told to."""

    def __init__(self, error: str = "") -> None:
        super().__init__("adafruit_raspberry_pi5_neopixel_write")
        self.frames: list[tuple[int, bytes]] = []
        self._error = error

    def neopixel_write(self, gpio: Any, buf: bytes) -> None:
        if self._error:
            raise RuntimeError(self._error)
        self.frames.append((gpio._pin.id, bytes(buf)))


def become_pi_5(error: str = "") -> Pio:
    """From here on Blinka finds a Pi 5; its PIO can't be opened if there is an `error`."""
    _become("RASPBERRY_PI_5", "d04170")
    sys.modules["adafruit_raspberry_pi5_neopixel_write"] = library = Pio(error)
    return library


class Spidev:
    """Stands for the kernel's /dev/spidev0.0: keeps each transfer, and the clock in Hz that it was asked for."""

    def __init__(self) -> None:
        self.transfers: list[bytes] = []
        self.hertz = 0

    def ioctl(self, handle: int, operation: int, data: Any, mutate: bool = False) -> int:
        from Adafruit_PureIO.spi import SPI

        if operation == SPI._IOC_MESSAGE:
            address, _, length, *_ = unpack(SPI._IOC_TRANSFER_FORMAT, data)
            self.transfers.append(string_at(address, length))
        elif operation == SPI._IOC_WR_MAX_SPEED_HZ[1]:
            (self.hertz,) = unpack("I", string_at(data, 4))
        return 0


def become_pi_with_spi() -> Spidev:
    """From here on Blinka finds a Zero 2 W whose SPI bus ends here; rpi_ws281x isn't there."""
    _become("RASPBERRY_PI_ZERO_2_W", "902120")
    from Adafruit_PureIO import spi

    bus = Spidev()
    spi.ioctl = bus.ioctl
    opened = spi.SPI.__init__
    spi.SPI.__init__ = lambda self, device: opened(self, device=os.devnull)  # noqa: ARG005
    return bus


class Chip:
    """Stands for lgpio's C library on /dev/gpiochip0: its pins, all with a pull-up, and edges through its own FIFO."""

    def __init__(self, busy: int | None = None) -> None:
        import _lgpio
        import lgpio

        self.opened: list[int] = []
        self._levels: dict[int, int] = {}
        self._fifo = lgpio._notify_thread._file.fileno()
        self._busy = busy
        _lgpio._gpiochip_open = lambda number: self.opened.append(number) or 0
        for name in (
            "gpiochip_close",
            "gpio_claim_alert",
            "gpio_free",
            "gpio_set_debounce_micros",
        ):
            setattr(_lgpio, f"_{name}", lambda *_: 0)
        _lgpio._gpio_claim_input = lambda _, __, gpio: lgpio.GPIO_BUSY if gpio == busy else 0
        _lgpio._gpio_get_mode = lambda *_: 1 << 5
        _lgpio._gpio_read = lambda _, gpio: self._levels.get(gpio, 1)

    def set(self, gpio: int, level: int, told: bool = True) -> None:
        """The level changes, and unless the library has lost it the edge is told."""
        self._levels[gpio] = level
        if told:
            with open(f"/proc/self/fd/{self._fifo}", "wb") as fifo:
                fifo.write(pack("QBBBBI", 0, 0, gpio, level, 0, 0))


def become_pi_with_pins(busy: int | None = None, revision: int = 0x902120) -> Chip:
    """From here on lgpio, imported as the board imports it, finds the pins of a Zero 2 W; one of them may be taken."""
    from gpiozero.pins.local import LocalPiFactory

    from cribboard.devices import lg

    with lg._somewhere_private():
        chip = Chip(busy)
    LocalPiFactory._get_revision = lambda _: revision
    return chip
