"""The 40-pin header, the Raspberry Pis that have it, and which function owns which GPIO.

The one table that the settings are checked against, the wiring is drawn from and the doctor asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

_HEADER = """
    3V3     5V
    GPIO2   5V
    GPIO3   GND
    GPIO4   GPIO14
    GND     GPIO15
    GPIO17  GPIO18
    GPIO27  GND
    GPIO22  GPIO23
    3V3     GPIO24
    GPIO10  GND
    GPIO9   GPIO25
    GPIO11  GPIO8
    GND     GPIO7
    GPIO0   GPIO1
    GPIO5   GND
    GPIO6   GPIO12
    GPIO13  GND
    GPIO19  GPIO16
    GPIO26  GPIO20
    GND     GPIO21
"""
"""As it lies on the board, pin 1 at the top left, the edge of the board at the right."""


class Pin(NamedTuple):
    """A pin of the header: its number (1-40), and `3V3`, `5V`, `GND` or the GPIO (BCM number) that it is."""

    number: int
    name: str

    @property
    def gpio(self) -> int | None:
        """Its BCM number; None for power and ground."""
        return int(self.name.removeprefix("GPIO")) if self.name.startswith("GPIO") else None


HEADER = tuple(Pin(number, name) for number, name in enumerate(_HEADER.split(), 1))
"""All pins, 1 to 40."""


def pin_of(gpio: int) -> Pin:
    """The pin of a GPIO.

    >>> pin_of(10)
    Pin(number=19, name='GPIO10')
    """
    return next(pin for pin in HEADER if pin.gpio == gpio)


SPI_DATA = 10
SPI_COMPANIONS = {9: "MISO", 11: "SCLK", 8: "CE0", 7: "CE1"}
UART = {14: "TXD", 15: "RXD"}
I2S = {18: "BCLK", 19: "LRCLK", 20: "data in", 21: "data out"}
SD_MODE = 4
SHUTDOWN = 3
EEPROM = (0, 1)
PWM = (12, 13, 18, 19)
PCM = (21,)

DRIVERS = ("rpi_ws281x", "pio", "spi")
"""What can drive the strip: the C library by SPI, PWM or PCM; the Pi 5's PIO; and plain Python by SPI."""

OUTPUTS = ("i2s", "i2s-sdmode", "jack", "other", "none")
"""Where sound comes out: the I2S amplifier, without and with its SD pin on GPIO4; the jack; HDMI, USB and the like."""


class Model(NamedTuple):
    """A family of Raspberry Pis that are wired and set up alike; a compute module counts by its number.

    `driver` is what drives the strip; `core_mhz` what the core clock must be fixed at, since SPI follows it (None where
    it needn't); `jack` whether there is one for sound; `bluetooth` whether it holds the better of the two UARTs;
    `own_ma` what to allow for the Pi itself at full work, in mA.
    """

    short: str
    name: str
    driver: str
    core_mhz: int | None
    jack: bool
    bluetooth: bool
    own_ma: int


MODELS = {
    model.short: model
    for model in (
        Model(
            "zero", "Raspberry Pi Zero", "rpi_ws281x", 250, jack=False, bluetooth=True, own_ma=350
        ),
        Model(
            "zero2",
            "Raspberry Pi Zero 2",
            "rpi_ws281x",
            250,
            jack=False,
            bluetooth=True,
            own_ma=700,
        ),
        Model("1", "Raspberry Pi 1", "rpi_ws281x", 250, jack=True, bluetooth=False, own_ma=500),
        Model("2", "Raspberry Pi 2", "rpi_ws281x", 250, jack=True, bluetooth=False, own_ma=900),
        Model("3", "Raspberry Pi 3", "rpi_ws281x", 250, jack=True, bluetooth=True, own_ma=1400),
        Model("4", "Raspberry Pi 4", "rpi_ws281x", 500, jack=True, bluetooth=True, own_ma=1500),
        Model("5", "Raspberry Pi 5", "pio", None, jack=False, bluetooth=False, own_ma=2500),
    )
}


def model_of(text: str) -> Model | None:
    """The model that /proc/device-tree/model, or a short name, speaks of; None for what is no Raspberry Pi.

    One that is newer than this table counts as the newest in it.

    >>> [model_of(f"Raspberry Pi {rest}").short for rest in ("Zero 2 W Rev 1.0", "Compute Module 4 Rev 1.1", "500 Rev 1.0")]
    ['zero2', '4', '5']
    >>> model_of("zero2").name, model_of("Radxa ROCK 5B")
    ('Raspberry Pi Zero 2', None)
    """
    text = text.strip("\0 \n")
    if text in MODELS:
        return MODELS[text]
    if not text.startswith("Raspberry Pi"):
        return None
    if "Zero" in text:
        return MODELS["zero2" if "Zero 2" in text else "zero"]
    numbered = re.match(r"Raspberry Pi (?:Compute Module )?(\d)", text)
    return MODELS.get(numbered[1], MODELS["5"]) if numbered else MODELS["1"]


@dataclass(frozen=True, slots=True)
class Wiring:
    """What the settings put on the header.

    The strip's GPIO and driver (`auto`: the model's own), the buttons' GPIOs by their names (`A.one`), the scanner's
    port, where sound comes out, and whether there is a shutdown button.
    """

    strip: int | None = None
    driver: str = "auto"
    buttons: Mapping[str, int] = field(default_factory=dict)
    port: str = ""
    output: str = "none"
    shutdown: bool = False

    def driver_on(self, model: Model | None) -> str:
        """What drives the strip; `auto` where the model decides and isn't known."""
        return self.driver if self.driver != "auto" or model is None else model.driver

    def uses_spi(self, model: Model | None) -> bool:
        """Whether the SPI bus must be on for the strip; it then takes its other pins too."""
        return self.strip == SPI_DATA and self.driver_on(model) in ("rpi_ws281x", "spi")

    @property
    def uses_uart(self) -> bool:
        """Whether the scanner is, or with `auto` may be, on the header's serial port; a Pi 5's ttyAMA10 is a plug of its own."""
        return re.fullmatch(r"auto|/dev/(serial0|ttyAMA\d|ttyS\d)", self.port) is not None


class Owner(NamedTuple):
    """What owns a GPIO: the setting that put it there (empty for what always is), and what the pin does for it.

    `follows`: the setting names no GPIO, or another one, and this pin comes with it.
    """

    key: str
    role: str
    follows: bool = True

    def __str__(self) -> str:
        return f"{self.key} ({self.role})" if self.follows else self.key


def owners(wiring: Wiring, model: Model | None = None) -> dict[int, tuple[Owner, ...]]:
    """Who owns each GPIO, in the order of their numbers; more than one is a clash. A GPIO that nobody owns isn't there.

    Without a model only what holds on all of them is told.

    >>> {gpio: str(owner) for gpio, (owner,) in owners(Wiring(strip=10), MODELS["3"]).items() if gpio in (9, 10)}
    {9: 'strip.pin (SPI MISO)', 10: 'strip.pin'}
    """
    found: dict[int, tuple[Owner, ...]] = {}
    for gpio, owner in _claims(wiring, model):
        found[gpio] = (*found.get(gpio, ()), owner)
    return dict(sorted(found.items()))


def _claims(wiring: Wiring, model: Model | None) -> Iterator[tuple[int, Owner]]:
    for gpio in EEPROM:
        yield gpio, Owner("", "HAT EEPROM")
    if wiring.strip is not None:
        yield wiring.strip, Owner("strip.pin", "strip data", follows=False)
    if wiring.uses_spi(model):
        for gpio, line in SPI_COMPANIONS.items():
            yield gpio, Owner("strip.pin", f"SPI {line}")
    for button, gpio in wiring.buttons.items():
        yield gpio, Owner(f"buttons.{button}", f"button {button}", follows=False)
    if wiring.uses_uart:
        for gpio, line in UART.items():
            yield gpio, Owner("scanner.port", f"UART {line}")
    if wiring.output.startswith("i2s"):
        for gpio, line in I2S.items():
            yield gpio, Owner("voice.output", f"I2S {line}")
    if wiring.output == "i2s-sdmode":
        yield SD_MODE, Owner("voice.output", "amplifier SD")
    if wiring.shutdown:
        yield SHUTDOWN, Owner("board.shutdown_button", "shutdown button")


def problems(wiring: Wiring, model: Model | None = None, root: bool = False) -> list[str]:
    """All that can't be wired like this on this model, a line each; `root`: whether the program will run as root.

    >>> problems(Wiring(strip=10, buttons={"undo": 9}), MODELS["zero2"])
    ['GPIO 9 is used more than once: strip.pin (SPI MISO), buttons.undo']
    >>> problems(Wiring(strip=10, buttons={"undo": 9}), MODELS["5"])
    []
    """
    return [
        *(
            f"GPIO {gpio} is used more than once: {', '.join(map(str, who))}"
            for gpio, who in owners(wiring, model).items()
            if len(who) > 1
        ),
        *strip_problems(wiring, model, root),
        *_sound_problems(wiring, model),
    ]


def strip_problems(wiring: Wiring, model: Model | None = None, root: bool = False) -> Iterator[str]:
    """Why the strip can't be driven on its pin, if it can't."""
    pin, driver = wiring.strip, wiring.driver_on(model)
    if pin is None or driver == "auto":
        return
    if model and (driver == "pio") != (model.driver == "pio") and driver != "spi":
        yield f"strip.driver = {driver}: doesn't work on a {model.name}; takes auto, {model.driver} or spi"
    elif driver == "spi" and pin != SPI_DATA:
        yield f"strip.pin = {pin}: the driver spi has its data on GPIO {SPI_DATA} alone"
    elif driver == "rpi_ws281x" and pin not in (SPI_DATA, *PWM, *PCM):
        yield (
            f"strip.pin = {pin}: takes {SPI_DATA}, or as root "
            f"{', '.join(map(str, (*PWM, *PCM)))}; no other drives a strip on {_on(model)}"
        )
    elif driver == "rpi_ws281x" and pin != SPI_DATA and not root:
        kind = "PWM" if pin in PWM else "PCM"
        yield (
            f"strip.pin = {pin}: drives the strip by {kind}, for which the program must run as root (it maps "
            f"/dev/mem); GPIO {SPI_DATA} needs no root"
        )


def _sound_problems(wiring: Wiring, model: Model | None) -> Iterator[str]:
    if wiring.output != "jack":
        return
    if model and not model.jack:
        yield f"voice.output = jack: a {model.name} has none; takes i2s, other or none"
    elif wiring.strip in PWM and wiring.driver_on(model) in ("auto", "rpi_ws281x"):
        yield (
            f"strip.pin = {wiring.strip}: is PWM, which the jack's sound needs (voice.output); the strip would "
            f"flicker: GPIO {SPI_DATA} doesn't clash"
        )


def _on(model: Model | None) -> str:
    return f"a {model.name}" if model else "models before the Pi 5"


def boot_lines(wiring: Wiring, model: Model) -> tuple[str, ...]:
    """What config.txt must say for this wiring on this model.

    >>> boot_lines(Wiring(strip=10, port="/dev/serial0"), MODELS["4"])
    ('dtparam=spi=on', 'core_freq=500', 'core_freq_min=500', 'enable_uart=1', 'dtoverlay=disable-bt')
    """
    return tuple(_boot_lines(wiring, model))


def _boot_lines(wiring: Wiring, model: Model) -> Iterator[str]:
    if wiring.uses_spi(model):
        yield "dtparam=spi=on"
        if model.core_mhz:
            yield f"core_freq={model.core_mhz}"
        if model.core_mhz == 500:
            yield "core_freq_min=500"
    if wiring.uses_uart:
        yield "dtparam=uart0=on" if model.short == "5" else "enable_uart=1"
        if model.bluetooth:
            yield "dtoverlay=disable-bt"
    if wiring.output.startswith("i2s"):
        yield "dtparam=audio=off"
        no_sdmode = "" if wiring.output == "i2s-sdmode" else ",no-sdmode"
        yield f"dtoverlay=max98357a{no_sdmode}"
    if wiring.shutdown:
        yield "dtoverlay=gpio-shutdown"
