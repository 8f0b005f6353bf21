"""A Raspberry Pi Zero 2 W as Blinka sees it, for a process of its own: its real driver over a C library that records."""

from __future__ import annotations

import os
import sys
from types import ModuleType, SimpleNamespace

from adafruit_platformdetect.board import Board


class Ws281x(ModuleType):
    """Stands for `_rpi_ws281x`: keeps the names of the calls, and the colours set, as the C library takes them."""

    WS2811_SUCCESS = 0
    WS2811_STRIP_RGB = 0x00100800

    def __init__(self, init_code: int) -> None:
        super().__init__("_rpi_ws281x")
        self.calls: list[str] = []
        self.colours: dict[int, int] = {}
        self._answers = {
            "new_ws2811_t": SimpleNamespace(),
            "ws2811_init": init_code,
            "ws2811_render": 0,
            "ws2811_get_return_t_str": "Hardware revision is not supported",
            "ws2811_channel_t_gpionum_get": 10,
            "ws2811_channel_t_strip_type_get": self.WS2811_STRIP_RGB,
        }

    def ws2811_led_set(self, channel: object, pixel: int, colour: int) -> None:
        self.colours[pixel] = colour

    def __getattr__(self, name: str) -> object:
        def call(*_: object) -> object:
            self.calls.append(name)
            return self._answers.get(name)

        return call


class Pin:
    """Stands for Blinka's pin on gpiod, which wants /dev/gpiochip0."""

    IN, OUT, LOW, HIGH, PULL_NONE, PULL_UP, PULL_DOWN = 0, 1, 0, 1, 0, 1, 2

    def __init__(self, number: int) -> None:
        self.id = number

    def init(self, mode: int = IN, pull: int | None = None) -> None: ...
    def value(self, level: int | None = None) -> None: ...
    def deinit(self) -> None: ...


def become_zero_2_w(init_code: int = 0) -> Ws281x:
    """From here on Blinka finds a Zero 2 W, whose LED library answers `init_code` when it is started."""
    os.environ |= {"BLINKA_FORCEBOARD": "RASPBERRY_PI_ZERO_2_W", "BLINKA_FORCECHIP": "BCM2XXX"}
    Board._pi_rev_code = lambda _: "902120"
    library = Ws281x(init_code)
    pins = SimpleNamespace(Pin=Pin)
    sys.modules["_rpi_ws281x"] = library
    sys.modules["adafruit_blinka.microcontroller.generic_linux.raspberry_pi_pin"] = pins
    return library
