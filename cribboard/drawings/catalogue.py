"""Every drawing by its name, as the files that it consists of; each file is made only when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from cribboard.config import Config

from . import leds, sheets
from .bom import bom_csv
from .build import Build
from .checks import check
from .dxf import dxf
from .enclosure import pieces
from .layout import Layout
from .pdf import A4, LETTER, pdf
from .power import budget_table
from .readers import attached
from .schematic import schematic, schematic_png
from .shapes import Drawing
from .stack import exploded
from .svg import png, svg
from .wires import has_amplifier, wiring_table

Make = Callable[[], str | bytes]
"""Makes a file's content."""


Files = Callable[[Layout, Config], Mapping[str, Make]]
"""Which files a drawing consists of, by name, on a layout for a table's settings."""


def _of(drawing: Callable[[Layout], Drawing], name: str) -> Files:
    """A drawing as SVG and as DXF."""

    def files(layout: Layout, _: Config) -> dict[str, Make]:
        return {
            f"{name}.svg": lambda: svg(drawing(layout)),
            f"{name}.dxf": lambda: dxf(drawing(layout)),
        }

    return files


def _drill(layout: Layout, config: Config) -> dict[str, Make]:
    files = {
        **_of(sheets.drill, "drill")(layout, config),
        "drill-a4.pdf": lambda: pdf(sheets.drill(layout), A4),
        "drill-letter.pdf": lambda: pdf(sheets.drill(layout), LETTER),
    }
    if layout.build.blind:
        files |= {
            **_of(sheets.drill_below, "drill-below")(layout, config),
            "drill-below-a4.pdf": lambda: pdf(sheets.drill_below(layout), A4),
            "drill-below-letter.pdf": lambda: pdf(sheets.drill_below(layout), LETTER),
        }
    return files


def _leds(layout: Layout, _: Config) -> dict[str, Make]:
    return {
        "leds.csv": lambda: leds.chain_csv(layout),
        "leds.svg": lambda: svg(leds.chain_map(layout)),
    }


def _wiring(layout: Layout, config: Config) -> dict[str, Make]:
    return {
        "wiring.md": lambda: wiring_table(layout, config),
        "wiring.svg": lambda: schematic(layout, config),
    }


def _enclosure(layout: Layout, _: Config) -> dict[str, Make]:
    made = pieces(layout)
    return {f"{name}.stl": partial(made.__getitem__, name) for name in made}


def _one(name: str, make: Callable[[Layout, Config], str]) -> Files:
    return lambda layout, config: {name: lambda: make(layout, config)}


THINGS: dict[str, Files] = {
    "drill": _drill,
    "faceplate": _of(sheets.faceplate, "faceplate"),
    "baffle": _of(sheets.baffle, "baffle"),
    "base": _of(sheets.base_sheets, "base"),
    "enclosure": _enclosure,
    "wiring": _wiring,
    "leds": _leds,
    "power": _one("power.md", budget_table),
    "bom": _one("bom.csv", bom_csv),
}
"""What can be drawn besides the lit board."""


def layout_for(config: Config, build: Build) -> Layout:
    """The board that these settings and choices make. Raises Unbuildable where they make none."""
    layout = Layout(config.options, build, _absent(config))
    check(layout)
    return layout


def _absent(config: Config) -> frozenset[str]:
    """The parts that a table with these settings does without."""
    scanner = attached(config)
    present = {
        "amplifier": has_amplifier(config),
        "speaker": has_amplifier(config),
        "reader": scanner is not None,
        "pico": scanner is not None and scanner.engine is None,
    }
    return frozenset(name for name, there in present.items() if not there)


def pictures(layout: Layout, config: Config) -> dict[str, Make]:
    """The pictures of the building instructions."""
    return {
        "drill.png": lambda: png(sheets.drill(layout)),
        "baffle.png": lambda: png(sheets.baffle(layout)),
        "floor.png": lambda: png(sheets.floor_sheet(layout)),
        "leds.png": lambda: png(leds.chain_map(layout)),
        "stack.png": lambda: png(exploded(layout)),
        "wiring.png": lambda: schematic_png(layout, config),
    }
