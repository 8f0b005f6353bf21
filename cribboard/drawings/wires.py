"""Every wire of the board, from the pin table that the settings are checked against; what is wired twice is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cribboard.config import Config
from cribboard.pins import HEADER, MODELS, Owner, Pin, owners, problems

from .checks import Unbuildable
from .layout import Layout
from .readers import (
    PICO_LINK,
    PICO_READER,
    PICO_SELECT,
    Attached,
    Engine,
    attached,
    leg,
    switch_leg,
)
from .stamp import stamp

SHIFTER = {"OE": 1, "A": 2, "Y": 3, "GND": 7, "VCC": 14}
"""The legs of a 74AHCT125's first gate."""

IDLE_INPUTS = (4, 5, 9, 10, 12, 13)
"""Those of the other three gates, which must not float."""

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


def wires(layout: Layout, config: Config) -> tuple[Wire, ...]:
    """All wires, in the order in which they are soldered."""
    pins = table_of_pins(layout, config)
    made = [*_supply_wires(layout), *_shifter_wires(pins, config)]
    made += _button_wires(pins, config)
    if has_amplifier(config):
        made += _amplifier_wires(pins)
    if scanner := attached(config):
        made += _scanner_wires(pins, scanner, config.scanner.port)
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
    yield Wire("5 V LED", "fuse", "distribution block +", "all strips are behind the fuse")
    yield Wire("GND", "terminal block -", "distribution block -")
    for run in layout.runs:
        end = f"strip {run.number}, left end"
        yield Wire("5 V LED", "distribution block +", f"{end}, 5V")
        yield Wire("GND", "distribution block -", f"{end}, GND")
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
    switched = any(owner and owner.role == "amplifier SD" for owner in pins.values())
    left_open = "GAIN stays open" if switched else "GAIN and SD stay open"
    yield Wire("SPEAKER", "MAX98357A + and -", "speaker", f"neither is ground; {left_open}")


def _scanner_wires(pins: dict[Pin, Owner | None], scanner: Attached, port: str) -> Iterator[Wire]:
    uart = {
        owner.role: pin for pin, owner in pins.items() if owner and owner.role.startswith("UART")
    }
    if scanner.engine:
        yield from _engine_wires(scanner.engine, uart.get("UART RXD"), port)
        return
    if uart:
        yield Wire("5 V", "terminal block +", leg("VSYS"), "not while its USB plug is in")
        yield Wire("GND", "terminal block -", leg("GND"))
        note = f'firmware, settings.py: LINK = {{"uart": 0, "tx": {PICO_LINK["TX"]}, "rx": {PICO_LINK["RX"]}}}'
        yield Wire("SCAN TX", at(uart["UART TXD"]), leg(PICO_LINK["RX"]), note)
        yield Wire("SCAN RX", at(uart["UART RXD"]), leg(PICO_LINK["TX"]))
    else:
        note = f'{port}; firmware, settings.py: LINK = "usb"'
        yield Wire("USB", "Pi's USB port", "Pico's USB plug", note)
    yield from _reader_supply(scanner)
    if scanner.switched:
        yield from _switch_wires(scanner)
        return
    for number, (name, line) in enumerate(
        zip(scanner.readers, (PICO_READER, PICO_LINK), strict=False)
    ):
        also = "READERS in the firmware's settings.py: its README has them" if number else ""
        yield Wire(scanner.net("TX", number), leg(line["TX"]), f"{name} RXD (SCL)", also)
        yield Wire(scanner.net("RX", number), leg(line["RX"]), f"{name} TXD (SDA)")


def _engine_wires(engine: Engine, rxd: Pin | None, port: str) -> Iterator[Wire]:
    """It only speaks; what it hears it ignores, and so its RX stays open."""
    if rxd is None:
        yield Wire(
            "USB", "Pi's USB port", engine.name, f"{port}; by its own plug, or a USB-serial adapter"
        )
        return
    yield Wire("5 V", "terminal block +", f"{engine.name} VCC", "its RX, if it has one, stays open")
    yield Wire("GND", "terminal block -", f"{engine.name} GND")
    yield Wire("READER 5 V", f"{engine.name} TX", "1.8 k", "5 V: never straight to the Pi")
    yield Wire("SCAN RX", "1.8 k", at(rxd), "3.2 V, by the divider")
    yield Wire("SCAN RX", at(rxd), "3.3 k")
    yield Wire("GND", "3.3 k", nearest_ground(rxd))


def _reader_supply(scanner: Attached) -> Iterator[Wire]:
    source, ground = leg("3V3"), leg("GND")
    if scanner.regulated:
        source, ground = "3.3 V regulator OUT", "terminal block -"
        yield Wire("5 V", "terminal block +", "3.3 V regulator IN")
        yield Wire("GND", ground, "3.3 V regulator GND")
    note = "its switches on HSU: both off"
    for name in scanner.readers:
        yield Wire("3V3 READER" if scanner.regulated else "3V3", source, f"{name} VCC", note)
        yield Wire("GND", ground, f"{name} GND")


def _switch_wires(scanner: Attached) -> Iterator[Wire]:
    """The Pico's one line is led to one reader after another."""
    yield Wire("3V3", leg("3V3"), switch_leg("VCC"), "100 nF from here to leg 8")
    for name in ("GND", "VEE", "INH"):
        yield Wire("GND", leg("GND"), switch_leg(name))
    for name, pin in PICO_SELECT.items():
        note = "READERS in the firmware's settings.py: its README has them" if name == "A" else ""
        yield Wire(f"SELECT {name}", leg(pin), switch_leg(name), note)
    yield Wire("READER TX", leg(PICO_READER["TX"]), switch_leg("X"))
    yield Wire("READER RX", leg(PICO_READER["RX"]), switch_leg("Y"), "10 k from here to 3V3")
    for number, name in enumerate(scanner.readers):
        pair = switch_leg(f"X{number}"), switch_leg(f"Y{number}")
        yield Wire(scanner.net("TX", number), pair[0], f"{name} RXD (SCL)", "10 k from here to 3V3")
        yield Wire(scanner.net("RX", number), pair[1], f"{name} TXD (SDA)")


def unwired(pins: dict[Pin, Owner | None], made: tuple[Wire, ...]) -> set[Pin]:
    """The pins of the header that something owns without a wire on them."""
    ends = {end for wire in made for end in (wire.start, wire.end)}
    return {pin for pin, owner in pins.items() if owner and at(pin) not in ends}


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
    free = unwired(pins, made)
    for odd, even in zip(HEADER[::2], HEADER[1::2], strict=True):
        left, right = (
            f"leave free: {owner.role}" if owner and pin in free else _goes_to(pin, made)
            for pin, owner in ((odd, pins[odd]), (even, pins[even]))
        )
        lines.append(
            f"| {left} | {odd.name} | {odd.number} | {even.number} | {even.name} | {right} |"
        )
    lines += ["", "## Every wire", "", "| net | from | to | |", "|---|---|---|---|"]
    lines += [f"| {wire.net} | {wire.start} | {wire.end} | {wire.note} |" for wire in made]
    return "\n".join([*lines, "", stamp(layout), ""])


def _goes_to(pin: Pin, made: tuple[Wire, ...]) -> str:
    ends = [wire.end for wire in made if wire.start == at(pin)]
    ends += [wire.start for wire in made if wire.end == at(pin)]
    return "; ".join(
        end.removesuffix(", one contact").removesuffix(", other contact") for end in ends
    )
