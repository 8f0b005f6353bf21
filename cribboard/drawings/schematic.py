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
from .readers import (
    PICO_LEGS,
    PICO_LINK,
    PICO_READER,
    PICO_SELECT,
    SWITCH,
    SWITCH_X,
    SWITCH_Y,
    Attached,
    Engine,
    attached,
)
from .stamp import stamp
from .svg import rasterised
from .wires import AMPLIFIER, SHIFTER, buttons, has_amplifier, net_of, table_of_pins, unwired, wires

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


def _height(rows: int) -> float:
    """How tall a block with so many pins on a side is."""
    return (rows - 1) * ROW + 2 * PAD


def _pico_leg(name: int | str) -> tuple[str, str]:
    """The number and the name of a leg of the Pico."""
    return str(PICO_LEGS[name]), f"GP{name}" if isinstance(name, int) else name


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
        if scanner := attached(config):
            self._scanner(15.0, 0.85, scanner)
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
        left_free = unwired(pins, wires(layout, config))
        for pin, owner in pins.items():
            if pin.gpio is None:
                net, colour = pin.name.replace("5V", "5 V"), NET
                if pin.name == "3V3" or pin.number == 4:
                    net, colour = "", FREE
            elif owner is None:
                net, colour = "", FREE
            elif pin in left_free:
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

    def _scanner(self, x: float, top: float, scanner: Attached) -> None:
        """What reads the cards, from its upper left corner on."""
        if scanner.engine:
            self._engine(x, top, scanner.engine, scanner.by_uart)
            return
        bottom = self._pico(x, top, scanner)
        if scanner.switched:
            self._switch(x, bottom - 1.6, scanner)
        feed = "3V3 READER" if scanner.regulated else "3V3"
        for number, name in enumerate(scanner.readers):
            nets = {
                "VCC": feed,
                "RXD": scanner.net("TX", number),
                "TXD": scanner.net("RX", number),
                "GND": "GND",
            }
            legs = [("left", "", pad, net) for pad, net in nets.items()]
            self._hung(x + 10.4, top - number * 4.6, name, legs, wide=2.2)
        if scanner.regulated:
            nets = {"IN": "5 V", "GND": "GND", "OUT": "3V3 READER"}
            legs = [("left", "", pad, net) for pad, net in nets.items()]
            self._hung(x + 16.8, top, "3.3 V regulator", legs, wide=2.6)

    def _engine(self, x: float, top: float, engine: Engine, by_uart: bool) -> None:
        """A reader without a Pico; a divider lets the Pi hear it."""
        e = self.elements
        if not by_uart:
            self._hung(x, top, engine.name, [("left", "USB", "to the Pi", "")], wide=3.6)
            return
        nets = {"TX": "", "VCC": "5 V", "GND": "GND"}
        legs = [("left", "", pad, net) for pad, net in nets.items()]
        block = self._hung(x + 3.2, top, engine.name, legs, wide=2.8)
        out = block.tx
        self.sheet.add(e.ResistorIEC().at(out).left(2.0).label("1.8 k", fontsize=TEXT))
        bend = out[0] - 2.0, out[1]
        self.sheet.add(e.Dot().at(bend))
        self.sheet.add(e.ResistorIEC().at(bend).down(1.9).label("3.3 k", "top", fontsize=TEXT))
        self.sheet.add(e.Ground())
        self.sheet.add(e.Line().at(bend).left(0.6))
        self._words(bend[0] - 0.7, bend[1], "SCAN RX", NET, "right")

    def _pico(self, x: float, top: float, scanner: Attached) -> float:
        """The Pico, with its line to the Pi, which is the header's UART or USB; returns where its lower edge is."""
        left: dict[int | str, str] = {
            PICO_LINK["RX"]: "SCAN TX",
            PICO_LINK["TX"]: "SCAN RX",
            "VSYS": "5 V",
            "GND": "GND",
        }
        right: dict[int | str, str] = {"3V3": "3V3"}
        if scanner.switched:
            right |= {PICO_READER[way]: f"READER {way}" for way in PICO_READER}
            right |= {pin: f"SELECT {name}" for name, pin in PICO_SELECT.items()}
        else:
            for number, line in zip(range(len(scanner.readers)), (PICO_READER, PICO_LINK)):  # noqa: B905
                right |= {line[way]: scanner.net(way, number) for way in line}
        legs = [("left", *_pico_leg(name), net) for name, net in left.items()]
        if not scanner.by_uart:
            legs = [("left", "USB", "to the Pi", "")]
            right["GND"] = "GND"
        legs += [("right", *_pico_leg(name), net) for name, net in right.items()]
        self._hung(x, top, "Pico", legs, wide=3.6)
        return top - _height(max(len(left), len(right)))

    def _switch(self, x: float, top: float, scanner: Attached) -> None:
        """The switch that leads the Pico's one line to each reader in its turn."""
        nets = {
            "VCC": "3V3",
            "X": "READER TX",
            "Y": "READER RX, 10 k to 3V3",
            **{name: f"SELECT {name}" for name in PICO_SELECT},
            **dict.fromkeys(("INH", "VEE", "GND"), "GND"),
        }
        legs = [("left", str(SWITCH[name]), name, net) for name, net in nets.items()]
        for number in range(len(scanner.readers)):
            heard = f"{scanner.net('TX', number)}, 10 k to 3V3"
            legs.append(("right", str(SWITCH_X[number]), f"X{number}", heard))
            legs.append(("right", str(SWITCH_Y[number]), f"Y{number}", scanner.net("RX", number)))
        self._hung(x, top, "74HC4052", legs, wide=3.6)

    def _hung(
        self, x: float, top: float, title: str, legs: list[tuple[str, str, str, str]], wide: float
    ) -> Any:
        """A block with its upper left corner at (x, top); of each pin its side, number, name and net, if it has one."""
        rows = max(sum(side == which for side, *_ in legs) for which in ("left", "right"))
        names = [f"{name.lower()}{number}" for _, number, name, _ in legs]
        pins = [(side, number, name) for side, number, name, _ in legs]
        block = self._block(x, top - _height(rows), title, pins, wide, names)
        for name, (side, _, _, net) in zip(names, legs, strict=True):
            if net:
                self._net(block, name, net, side, NET)
        return block

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
        height = _height(rows)
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
