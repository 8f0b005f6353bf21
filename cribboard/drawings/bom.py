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

from .layout import Layout
from .power import budget, feed_lengths
from .stamp import stamp
from .wires import has_amplifier, has_scanner

COLUMNS = ("part", "quantity", "needed", "typical", "each_usd", "total_usd", "substitutes")
CARDS, SPARE_STICKERS = 52, 8
SPARE_LEDS = 0.05
"""Of a strip's pixels, what goes where it is cut and soldered."""

BASE_SHEETS = 4
"""Channels, deck and floor are a sheet each; the walls are cut from the fourth."""


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
            2 * len(layout.screws), f"half of them {ceil(build.stack) + 5} mm, half 8 mm"
        ),
        "small-screw": Need(_mounts(layout, config)),
    }
    if config.shutdown_button:
        found["switch"] = Need(1)
    if has_amplifier(config):
        found |= {"amplifier": Need(1), "speaker": Need(1)}
    if has_scanner(config):
        stickers = Need(CARDS + SPARE_STICKERS)
        found |= {"pico": Need(1), "reader": Need(1), "stickers": stickers, "deck": Need(1)}
    return found


def _mounts(layout: Layout, config: Config) -> int:
    """Screws for the boards in the bay that this table has; a Pi takes four of its six mounts."""
    absent = {"pico"} if not has_scanner(config) else set()
    absent |= {"amplifier"} if not has_amplifier(config) else set()
    present = [placed.part for placed in layout.in_bay if placed.part.name not in absent]
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
