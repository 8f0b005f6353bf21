"""The schematic, from the same pin table as the wiring table: blocks whose pins carry the names of their nets."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from cribboard.config import Config
from cribboard.pins import HEADER, MODELS

from .layout import Layout
from .libraries import library
from .power import budget
from .stamp import stamp
from .svg import rasterised
from .wires import (
    AMPLIFIER,
    LEFT_FREE,
    PICO_LEGS,
    PICO_LINK,
    PICO_READER,
    SHIFTER,
    buttons,
    has_amplifier,
    has_scanner,
    net_of,
    table_of_pins,
)

ROW, PAD = 0.75, 0.6
"""From pin to pin of a block, and from its edge to the first."""

NET, FREE = "#0000c0", "#909090"
"""Colours of the names of nets, and of pins that stay free."""

TEXT = 10


def schematic(layout: Layout, config: Config) -> str:
    """The schematic as SVG; its letters are drawn, so that no font is needed."""
    library("ziamath")  # first: schemdraw looks for it once, when it is imported
    schemdraw = library("schemdraw")
    before = schemdraw.svgconfig.text
    schemdraw.use("svg")
    schemdraw.svgconfig.text = "path"
    try:
        sheet = schemdraw.Drawing(show=False)
        sheet.config(fontsize=TEXT, lw=1.2, margin=0.3)
        _Sheet(sheet, library("schemdraw.elements")).draw(layout, config)
        drawn = sheet.get_imagedata("svg").decode()
    finally:
        schemdraw.svgconfig.text = before
    head, tag, rest = drawn.partition(">")
    title = f"<title>cribboard wiring</title><desc>{escape(stamp(layout))}</desc>"
    background = '<rect x="-10000" y="-10000" width="20000" height="20000" fill="#ffffff"/>'
    return f"{head}{tag}{title}{background}{rest}\n"


def schematic_png(layout: Layout, config: Config) -> bytes:
    """The schematic as a picture."""
    return rasterised(schematic(layout, config))


class _Sheet:
    """The sheet while it is drawn; places are in schemdraw's units, y upwards."""

    def __init__(self, sheet: Any, elements: Any) -> None:
        self.sheet = sheet
        self.elements = elements

    def draw(self, layout: Layout, config: Config) -> None:
        pins = table_of_pins(layout, config)
        self._header(layout, config, pins)
        fuse = f"{budget(layout, config).fuse:g} A"
        self._supply(12.5, 14.2, fuse)
        self._shifter(15.0, 8.3, config)
        if has_amplifier(config):
            self._amplifier(15.0, 2.7, [owner.role for owner in pins.values() if owner])
        if has_scanner(config):
            self._scanner(15.0, -2.6, config)
        named = [net_of(owner) for _, owner in buttons(pins, config)]
        self._buttons(-4.0, -2.4, named)
        self._words(-3.2, -7.2, stamp(layout), colour=FREE)

    def _header(self, layout: Layout, config: Config, pins: dict[Any, Any]) -> None:
        """The Pi's header, pin 1 at the upper left."""
        made = []
        for pin in HEADER:
            side = "left" if pin.number % 2 else "right"
            made.append((side, str(pin.number), pin.name))
        model = MODELS[layout.build.model]
        block = self._block(0, 0, model.name, made, wide=4.6)
        for pin, owner in pins.items():
            if pin.gpio is None:
                net, colour = pin.name.replace("5V", "5 V"), NET
                if pin.name == "3V3" or pin.number == 4:
                    net, colour = "", FREE
            elif owner is None or (owner.key == "scanner.port" and not has_scanner(config)):
                net, colour = "", FREE
            elif owner.role in LEFT_FREE:
                net, colour = f"free: {owner.role}", FREE
            else:
                net, colour = net_of(owner), NET
            if net:
                self._net(
                    block, f"p{pin.number}", net, "left" if pin.number % 2 else "right", colour
                )

    def _supply(self, x: float, y: float, fuse: str) -> None:
        """The jack, the fuse, the capacitor."""
        e = self.elements
        self._words(x - 0.5, y + 1.3, "Supply, 5 V")
        self._words(x, y, "JACK +", anchor="right")
        self.sheet.add(e.Line().at((x + 0.1, y)).right(1.2))
        self.sheet.add(e.Dot())
        tee = x + 1.3, y
        self.sheet.add(e.Line().at(tee).up(0.6))
        self._words(tee[0], y + 0.8, "5 V", NET, "center")
        self.sheet.add(e.FuseIEEE().at(tee).right(2.2).label(fuse, fontsize=TEXT))
        self.sheet.add(e.Dot())
        after = tee[0] + 2.2, y
        self.sheet.add(e.Line().at(after).right(1.4))
        self._words(after[0] + 1.4, y, "5 V LED", NET)
        self.sheet.add(
            e.Capacitor2(polar=True).at(after).down(1.5).label("1000 uF", "bottom", fontsize=TEXT)
        )
        self.sheet.add(e.Ground())
        self._words(x, y - 1.5, "JACK -", anchor="right")
        self.sheet.add(e.Line().at((x + 0.1, y - 1.5)).right(1.2))
        self.sheet.add(e.Ground())

    def _shifter(self, x: float, y: float, config: Config) -> None:
        """The level shifter, the resistor, the first strip."""
        e = self.elements
        legs = [
            ("left", str(SHIFTER["A"]), "1A"),
            ("left", str(SHIFTER["OE"]), "1OE"),
            ("left", str(SHIFTER["GND"]), "GND"),
            ("right", str(SHIFTER["VCC"]), "VCC"),
            ("right", str(SHIFTER["Y"]), "1Y"),
        ]
        block = self._block(x, y, "74AHCT125, its other inputs to GND", legs, wide=3.0)
        lead = f"{config.strip.lead_pixels} + " if config.strip.lead_pixels else ""
        a, out = block.p2, block.p3
        self.sheet.add(e.Line().at(a).left(1.3))
        self.sheet.add(e.Dot())
        bend = a[0] - 1.3, a[1]
        self.sheet.add(e.Line().at(bend).left(0.6))
        self._words(bend[0] - 0.7, a[1], "LED DATA", NET, "right")
        self.sheet.add(e.ResistorIEC().at(bend).down(1.7).label("10 k", "top", fontsize=TEXT))
        self.sheet.add(e.Ground())
        self._net(block, "p1", "GND", "left", NET)
        self._net(block, "p7", "GND", "left", NET)
        self._net(block, "p14", "5 V, 100 nF to GND", "right", NET)
        self.sheet.add(e.ResistorIEC().at(out).right(2.0).label("390 ohm", fontsize=TEXT))
        self.sheet.add(e.Line().right(1.1))
        strip = self._block(
            out[0] + 2.0 + 1.6,
            out[1] - 2 * ROW - PAD,
            f"{lead}{config.strip.pixels} pixels",
            [("left", "", "DIN"), ("left", "", "5V"), ("left", "", "GND")],
            wide=2.4,
            names=("din", "five", "ground"),
        )
        self._net(strip, "five", "5 V LED", "left", NET)
        self._net(strip, "ground", "GND", "left", NET)

    def _amplifier(self, x: float, y: float, roles: list[str]) -> None:
        e = self.elements
        used = [role for role in AMPLIFIER if role in roles]
        inputs = [("left", "", AMPLIFIER[role]) for role in used]
        legs = [
            *inputs,
            ("left", "", "VIN"),
            ("left", "", "GND"),
            ("right", "", "+"),
            ("right", "", "-"),
        ]
        names = [*(f"in{number}" for number in range(len(used))), "vin", "gnd", "plus", "minus"]
        block = self._block(x, y, "MAX98357A", legs, wide=2.8, names=names)
        for number, role in enumerate(used):
            self._net(block, f"in{number}", role, "left", NET)
        self._net(block, "vin", "5 V", "left", NET)
        self._net(block, "gnd", "GND", "left", NET)
        plus, minus = block.plus, block.minus
        self.sheet.add(e.Line().at(plus).right(0.9))
        speaker = self.sheet.add(e.Speaker().right().at((plus[0] + 0.9, plus[1])).anchor("in1"))
        self.sheet.add(e.Wire("-|").at(minus).to(speaker.in2))

    def _scanner(self, x: float, y: float, config: Config) -> None:
        """The Pico with the reader; its line to the Pi is the header's UART or USB."""

        def leg(name: int | str) -> tuple[str, str]:
            return str(PICO_LEGS[name]), f"GP{name}" if isinstance(name, int) else name

        by_uart = config.wiring.uses_uart
        link: dict[int | str, str] = {
            PICO_LINK["RX"]: "SCAN TX",
            PICO_LINK["TX"]: "SCAN RX",
            "VSYS": "5 V",
            "GND": "GND",
        }
        pads: dict[int | str, str] = {
            "3V3": "VCC",
            PICO_READER["TX"]: "RXD",
            PICO_READER["RX"]: "TXD",
            "AGND": "GND",
        }
        legs = (
            [("left", *leg(name)) for name in link] if by_uart else [("left", "USB", "to the Pi")]
        )
        legs += [("right", *leg(name)) for name in pads]
        pico = self._block(x, y, "Pico", legs, wide=3.6)
        for name, net in link.items() if by_uart else ():
            self._net(pico, f"p{PICO_LEGS[name]}", net, "left", NET)
        first = getattr(pico, f"p{PICO_LEGS['3V3']}")
        reader = self._block(
            first[0] + 2.6,
            first[1] - 3 * ROW - PAD,
            "PN532",
            [("left", "", pad) for pad in pads.values()],
            wide=2.2,
            names=pads.values(),
        )
        for name, pad in pads.items():
            wire = self.elements.Line().at(getattr(pico, f"p{PICO_LEGS[name]}"))
            self.sheet.add(wire.to(getattr(reader, pad)))

    def _buttons(self, x: float, y: float, nets: list[str]) -> None:
        """The buttons, five under one another, each to ground."""
        e = self.elements
        for number, net in enumerate(nets):
            column, row = divmod(number, 5)
            left, level = x + 5.4 * column, y - 0.85 * row
            self._words(left, level, net, NET, "right")
            self.sheet.add(e.Button().at((left + 0.1, level)).right(1.6))
            self.sheet.add(e.Line().right(0.2))
            self._words(left + 2.0, level, "GND", NET)

    def _block(
        self,
        x: float,
        y: float,
        title: str,
        pins: Iterable[tuple[str, str, str]],
        wide: float,
        names: Iterable[str] = (),
    ) -> Any:
        """A box with pins (side, number, name), from the top down on each side; its lower left corner is at (x, y)."""
        e = self.elements
        pins = list(pins)
        anchors = list(names) or [f"p{number}" for _, number, _ in pins]
        rows = max(sum(side == which for side, _, _ in pins) for which in ("left", "right"))
        height = (rows - 1) * ROW + 2 * PAD
        made, placed = [], {"left": 0, "right": 0}
        for (side, number, name), anchor in zip(pins, anchors, strict=True):
            slot = f"{rows - placed[side]}/{rows}"
            placed[side] += 1
            made.append(
                e.IcPin(name, number or None, side[0].upper(), slot=slot, anchorname=anchor)
            )
        block = e.Ic(pins=made, size=(wide, height)).theta(0).at((x, y))
        for side in "LR":
            block.side(side, ROW, leadlen=0.5, label_size=TEXT, pinlabel_size=TEXT - 2)
        added = self.sheet.add(block)
        self._words(x + wide / 2, y + height + 0.3, title, anchor="center")
        return added

    def _net(self, block: Any, anchor: str, net: str, side: str, colour: str) -> None:
        """The name of the net on a pin."""
        x, y = getattr(block, anchor)
        self._words(x, y, net, colour, "right" if side == "left" else "left")

    def _words(
        self, x: float, y: float, words: str, colour: str = "#000000", anchor: str = "left"
    ) -> None:
        gap = {"left": -0.05, "center": 0.0, "right": -0.15}[anchor]
        label = self.elements.Label().theta(0).at((x + gap, y - 0.08))
        self.sheet.add(
            label.label(words, color=colour, halign=anchor, valign="center", fontsize=TEXT, ofst=0)
        )
