"""Every wire of the board, from the pin table that the settings are checked against; what is wired twice is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cribboard.config import Config
from cribboard.pins import HEADER, MODELS, Owner, Pin, owners, problems
from cribboard.rules import Scan

from .checks import Unbuildable
from .layout import Layout
from .stamp import stamp

SHIFTER = {"OE": 1, "A": 2, "Y": 3, "GND": 7, "VCC": 14}
"""The legs of a 74AHCT125's first gate."""

IDLE_INPUTS = (4, 5, 9, 10, 12, 13)
"""Those of the other three gates, which must not float."""

PICO_LINK, PICO_READER = {"TX": 0, "RX": 1}, {"TX": 4, "RX": 5}
"""The GP numbers of the Pico's line to the Pi and of that to the reader, as its firmware has them."""

PICO_LEGS = {0: 1, 1: 2, 4: 6, 5: 7, "VSYS": 39, "GND": 38, "3V3": 36, "AGND": 33}
"""The legs of a Pico that are used; AGND is the reader's ground."""

LEFT_FREE = ("SPI MISO", "SPI SCLK", "SPI CE0", "SPI CE1", "I2S data in", "HAT EEPROM")
"""What owns a pin of the header, and has no wire on it."""

AMPLIFIER = {"I2S BCLK": "BCLK", "I2S LRCLK": "LRC", "I2S data out": "DIN", "amplifier SD": "SD"}


class Wire(NamedTuple):
    """A wire: its net, where it starts and ends, and what to know of it."""

    net: str
    start: str
    end: str
    note: str = ""


def table_of_pins(layout: Layout, config: Config) -> dict[Pin, Owner | None]:
    """Each pin of the header with its owner. Raises Unbuildable where a pin has several, or can't do what it should."""
    model = MODELS[layout.build.model]
    if wrong := problems(config.wiring, model):
        raise Unbuildable(wrong)
    owned = owners(config.wiring, model)
    return {
        pin: owned[pin.gpio][0] if pin.gpio is not None and pin.gpio in owned else None
        for pin in HEADER
    }


def has_amplifier(config: Config) -> bool:
    """Whether sound comes from the I2S amplifier."""
    return config.voice.output.startswith("i2s")


def has_scanner(config: Config) -> bool:
    """Whether the table has a card reader."""
    return config.options.scan is not Scan.NONE


def wires(layout: Layout, config: Config) -> tuple[Wire, ...]:
    """All wires, in the order in which they are soldered."""
    pins = table_of_pins(layout, config)
    made = [*_supply_wires(layout), *_shifter_wires(pins, config)]
    made += _button_wires(pins, config)
    if has_amplifier(config):
        made += _amplifier_wires(pins)
    if has_scanner(config):
        made += _scanner_wires(pins, config)
    return tuple(made)


def at(pin: Pin) -> str:
    """A pin for who counts them.

    >>> at(HEADER[18])
    'Pi pin 19 (GPIO10)'
    """
    return f"Pi pin {pin.number} ({pin.name})"


def _supply_wires(layout: Layout) -> Iterator[Wire]:
    five, ground = HEADER[1], HEADER[5]
    yield Wire("5 V", "jack, centre", "terminal block +", "thick wire: power.md")
    yield Wire("GND", "jack, sleeve", "terminal block -", "thick wire: power.md")
    yield Wire("5 V LED", "terminal block +", "fuse", "the fuse first, before any strip is wired")
    for run in layout.runs:
        end = f"strip {run.number}, left end"
        yield Wire("5 V LED", "fuse", f"{end}, 5V")
        yield Wire("GND", "terminal block -", f"{end}, GND")
    yield Wire("5 V LED", "capacitor 1000 uF +", "strip 1, left end, 5V", "mind its polarity")
    yield Wire("GND", "capacitor 1000 uF -", "strip 1, left end, GND")
    yield Wire("5 V", "terminal block +", at(five))
    yield Wire("GND", "terminal block -", at(ground))


def _shifter_wires(pins: dict[Pin, Owner | None], config: Config) -> Iterator[Wire]:
    data = next(pin for pin, owner in pins.items() if owner and owner.role == "strip data")
    legs = {name: f"74AHCT125 leg {leg} ({name})" for name, leg in SHIFTER.items()}
    yield Wire(
        "5 V", "terminal block +", legs["VCC"], "100 nF from here to leg 7, close to the legs"
    )
    yield Wire("GND", nearest_ground(data), legs["GND"], "twisted with the data wire")
    yield Wire("GND", legs["GND"], legs["OE"], "the gate is always open")
    idle = ", ".join(map(str, IDLE_INPUTS))
    yield Wire("GND", legs["GND"], f"74AHCT125 legs {idle}", "inputs that are not used")
    yield Wire(
        "LED DATA", at(data), legs["A"], "10 k from leg 2 to ground: dark while the Pi starts"
    )
    yield Wire("LED DATA 5 V", legs["Y"], "390 ohm", "the resistor at the strip's end of the wire")
    first = "390 ohm"
    if lead := config.strip.lead_pixels:
        first = "lead pixels" if lead > 1 else "lead pixel"
        yield Wire("LED DATA 5 V", "390 ohm", f"{first}, DIN", "strip.lead_pixels in the settings")
        first += ", DOUT"
    yield Wire("LED DATA 5 V", first, "strip 1, left end, DIN")
    yield Wire("LED DATA 5 V", "each strip's DOUT", "the next strip's DIN", "as leds.svg shows")


def buttons(pins: dict[Pin, Owner | None], config: Config) -> Iterator[tuple[Pin, Owner]]:
    """The buttons in the order of the settings, the one that shuts down last."""
    owned = {owner.key: (pin, owner) for pin, owner in pins.items() if owner}
    keys = [*(f"buttons.{name}" for name in config.wiring.buttons), "board.shutdown_button"]
    yield from (owned[key] for key in keys if key in owned)


def _button_wires(pins: dict[Pin, Owner | None], config: Config) -> Iterator[Wire]:
    for pin, owner in buttons(pins, config):
        yield Wire(net_of(owner), at(pin), f"{owner.role}, one contact")
        yield Wire("GND", nearest_ground(pin), f"{owner.role}, other contact", "may be shared")


def _amplifier_wires(pins: dict[Pin, Owner | None]) -> Iterator[Wire]:
    yield Wire("5 V", "terminal block +", "MAX98357A VIN")
    yield Wire("GND", "terminal block -", "MAX98357A GND")
    for pin, owner in pins.items():
        if owner and owner.role in AMPLIFIER:
            yield Wire(net_of(owner), at(pin), f"MAX98357A {AMPLIFIER[owner.role]}")
    yield Wire(
        "SPEAKER", "MAX98357A + and -", "speaker", "neither is ground; GAIN and SD stay open"
    )


def _scanner_wires(pins: dict[Pin, Owner | None], config: Config) -> Iterator[Wire]:
    uart = {
        owner.role: pin for pin, owner in pins.items() if owner and owner.role.startswith("UART")
    }
    if uart:
        yield Wire("5 V", "terminal block +", leg("VSYS"), "not while its USB plug is in")
        yield Wire("GND", "terminal block -", leg("GND"))
        yield Wire(
            "SCAN TX", at(uart["UART TXD"]), leg(PICO_LINK["RX"]), "firmware: LINK on uart 0"
        )
        yield Wire("SCAN RX", at(uart["UART RXD"]), leg(PICO_LINK["TX"]))
    else:
        yield Wire(
            "USB",
            "Pi's USB port",
            "Pico's USB plug",
            f"{config.scanner.port}; firmware: LINK = usb",
        )
    yield Wire("3V3", leg("3V3"), "PN532 VCC", "its switches on HSU: both off")
    yield Wire("GND", leg("AGND"), "PN532 GND")
    yield Wire("READER TX", leg(PICO_READER["TX"]), "PN532 RXD (SCL)")
    yield Wire("READER RX", leg(PICO_READER["RX"]), "PN532 TXD (SDA)")


def leg(name: int | str) -> str:
    """A leg of the Pico for who counts them.

    >>> leg(0), leg("VSYS")
    ('Pico leg 1 (GP0)', 'Pico leg 39 (VSYS)')
    """
    return f"Pico leg {PICO_LEGS[name]} ({f'GP{name}' if isinstance(name, int) else name})"


def nearest_ground(pin: Pin) -> str:
    """The ground pin of the header that is closest to another pin.

    >>> nearest_ground(HEADER[18])
    'Pi pin 20 (GND)'
    """
    rows = {other: (other.number - 1) // 2 for other in HEADER}
    grounds = [other for other in HEADER if other.name == "GND"]
    return at(min(grounds, key=lambda ground: (abs(rows[ground] - rows[pin]), ground.number)))


def net_of(owner: Owner) -> str:
    """The net on an owned pin.

    >>> net_of(Owner("buttons.A.one", "button A.one", False)), net_of(Owner("strip.pin", "strip data"))
    ('A.one', 'LED DATA')
    """
    known = {"strip data": "LED DATA", "UART TXD": "SCAN TX", "UART RXD": "SCAN RX"}
    return known.get(owner.role, owner.role.removeprefix("button ").removesuffix(" button"))


def wiring_table(layout: Layout, config: Config) -> str:
    """The header pin by pin, and every wire, as Markdown."""
    pins, made = table_of_pins(layout, config), wires(layout, config)
    model = MODELS[layout.build.model]
    lines = [
        "# Wiring",
        "",
        f"For a {model.name} and the settings that it was drawn with: who changes a GPIO there changes it here.",
        "",
        "## The header",
        "",
        "| goes to | | pin | pin | | goes to |",
        "|---:|---:|---:|:---|:---|:---|",
    ]
    for odd, even in zip(HEADER[::2], HEADER[1::2], strict=True):
        left, right = _goes_to(odd, pins[odd], made), _goes_to(even, pins[even], made)
        lines.append(
            f"| {left} | {odd.name} | {odd.number} | {even.number} | {even.name} | {right} |"
        )
    lines += ["", "## Every wire", "", "| net | from | to | |", "|---|---|---|---|"]
    lines += [f"| {wire.net} | {wire.start} | {wire.end} | {wire.note} |" for wire in made]
    return "\n".join([*lines, "", stamp(layout), ""])


def _goes_to(pin: Pin, owner: Owner | None, made: tuple[Wire, ...]) -> str:
    if owner and owner.role in LEFT_FREE:
        return f"leave free: {owner.role}"
    ends = [wire.end for wire in made if wire.start == at(pin)]
    ends += [wire.start for wire in made if wire.end == at(pin)]
    return "; ".join(
        end.removesuffix(", one contact").removesuffix(", other contact") for end in ends
    )
