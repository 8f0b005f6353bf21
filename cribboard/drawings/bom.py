"""The bill of materials: how many of each part this board takes, and what they come to."""

from __future__ import annotations

import csv
import tomllib
from importlib.resources import files
from io import StringIO
from math import ceil
from typing import Any, NamedTuple

from cribboard.config import Config
from cribboard.pins import MODELS

from .checks import Unbuildable
from .enclosure import RIB_BOLTS, box_seams
from .layout import Layout
from .power import budget, feed_lengths
from .readers import PN532_DRAWS, Attached, attached
from .stamp import stamp
from .wires import has_amplifier

COLUMNS = ("part", "quantity", "needed", "typical", "each_usd", "total_usd", "substitutes")
CARDS, SPARE_STICKERS = 52, 8
SPARE_LEDS = 0.05
"""Of a strip's pixels, what goes where it is cut and soldered."""

BASE_SHEETS = 4
"""Channels, deck and floor are a sheet each; the walls are cut from the fourth."""


SCREWS: tuple[int, ...] = (8, 10, 12, 14, 16, 18, *range(20, 121, 5))
"""Lengths in which M3 screws are sold, in mm; the board's plates come to 100 at most."""


class Need(NamedTuple):
    """How many of a part, and what they must be like for this board."""

    quantity: float
    like: str = ""


def needs(layout: Layout, config: Config) -> dict[str, Need]:
    """What this board takes, by the part's name in bom.toml."""
    power, build = budget(layout, config), layout.build
    leds = config.strip.pixels + config.strip.lead_pixels
    signal = len(layout.buttons) * 2 * layout.outline.width / 2 / 1000 + 2
    long, deep = (ceil(edge) for edge in (layout.outline.width, layout.outline.height))
    board = f"{long} x {deep} mm"
    found = {
        "computer": Need(1, MODELS[build.model].name),
        "memory-card": Need(1),
        "strip": Need(
            ceil(leds * (1 + SPARE_LEDS) / build.strip), f"{leds} pixels, {build.strip:g} a metre"
        ),
        "shifter": Need(1),
        "stripboard": Need(1),
        "resistor-390": Need(1),
        "resistor-10k": Need(1),
        "capacitor-1000": Need(1),
        "capacitor-100n": Need(1),
        "fuse": Need(1, f"{power.fuse:g} A"),
        "supply": Need(1, f"{power.supply / 1000:g} A"),
        "jack": Need(1),
        "terminal-block": Need(1),
        "strip-block": Need(1, f"{len(layout.runs)} wires out of each pole"),
        "wire-trunk": Need(1, f"AWG {power.trunk.awg}, two colours"),
        "wire-feed": Need(
            ceil(2 * sum(feed_lengths(layout)) / 1000), f"AWG {power.feed.awg}, two colours"
        ),
        "wire-signal": Need(ceil(signal)),
        "button": Need(len(layout.buttons), f"{build.button:g} mm"),
        "face": Need(1, f"{build.face:g} mm, {board}"),
        "baffle": Need(1, f"{build.baffle:g} mm, {board}"),
        "sheet": Need(BASE_SHEETS, f"{build.sheet:g} mm, {board}"),
        "diffuser": Need(ceil(long / 297) * ceil(deep / 210), "A4"),
        "spacer": Need(len(layout.screws), f"{build.bay:g} mm"),
        "screw": Need(
            2 * len(layout.screws), f"half of them {sold_screw(build.stack + 5)} mm, half 8 mm"
        ),
        "small-screw": Need(_mounts(layout)),
    }
    if bolts := _box_bolts(layout):
        found["box-bolt"] = Need(bolts)
    if config.shutdown_button:
        found["switch"] = Need(1)
    if has_amplifier(config):
        found |= {"amplifier": Need(1), "speaker": Need(1)}
    if scanner := attached(config):
        found |= _scanner(scanner)
        found["resistor-10k"] = Need(1 + (1 + len(scanner.readers) if scanner.switched else 0))
        found["capacitor-100n"] = Need(1 + scanner.switched)
    return found


def _scanner(scanner: Attached) -> dict[str, Need]:
    """What reads the cards, and what is on them."""
    codes = Need(CARDS + SPARE_STICKERS)
    found = {"deck": Need(1)}
    if scanner.engine:
        found |= {scanner.engine.item: Need(1), scanner.engine.codes: codes}
    else:
        found |= {"pico": Need(1), "reader": Need(len(scanner.readers)), "stickers": codes}
    if not scanner.by_uart:
        found["usb-cable"] = Need(1)
    if scanner.divided:
        found |= {"resistor-1k8": Need(1), "resistor-3k3": Need(1)}
    if scanner.switched:
        found["reader-switch"] = Need(1)
    if scanner.regulated:
        found["regulator"] = Need(1, f"{len(scanner.readers)} x {PN532_DRAWS.worst:g} mA")
    return found


def sold_screw(length: float) -> int:
    """The next length of an M3 screw that is sold, in mm.

    >>> sold_screw(20), sold_screw(28.5), sold_screw(71)
    (20, 30, 75)
    """
    return next(sold for sold in SCREWS if sold >= length)


def _box_bolts(layout: Layout) -> int:
    """Bolts between the pieces of the printed box, if it can be printed on this bed."""
    try:
        return len(RIB_BOLTS) * len(box_seams(layout))
    except Unbuildable:
        return 0


def _mounts(layout: Layout) -> int:
    """Screws for the boards in the bay; a Pi takes four of its six mounts."""
    present = [placed.part for placed in layout.in_bay]
    return sum(4 if part.name == "pi" else len(part.mounts) for part in present)


def bom_csv(layout: Layout, config: Config) -> str:
    """A line for each part, in the order of bom.toml, and the total; the last line is a comment with the stamp.

    Prices are typical ones, in USD, 2026.
    """
    needed = needs(layout, config)
    written = StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(COLUMNS)
    total = 0.0
    for name, item in _items().items():
        if name not in needed:
            continue
        quantity, like = needed[name]
        price = round(quantity * item["each"], 2)
        total += price
        prices = f"{item['each']:.2f}", f"{price:.2f}"
        table.writerow(
            [item["part"], f"{quantity:g}", like, item["typical"], *prices, item["substitutes"]]
        )
    table.writerow(["total", "", "", "prices are typical, USD, 2026", "", f"{total:.2f}", ""])
    return written.getvalue() + f"# {stamp(layout)}\n"


def _items() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("bom.toml").read_text("utf-8"))
