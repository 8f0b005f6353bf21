"""Shapes on layers, in mm, x to the right and y down; a layer is one operation at the machine, or none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from math import dist, hypot, inf
from typing import Any, NamedTuple

Point = tuple[float, float]


class Layer(Enum):
    """What is done along its shapes: a colour to tell it by, as SVG has it and by its number in DXF."""

    CUT = ("cut", "#ff0000", 1)
    DRILL = ("drill", "#000000", 7)
    POCKET = ("pockets from below", "#00a0a0", 4)
    ENGRAVE = ("engrave", "#0000ff", 5)
    LINES = ("skunk lines", "#ff00ff", 6)
    NOTES = ("notes", "#808080", 8)
    DATA = ("data", "#00a000", 3)
    SUPPLY = ("5 V", "#e06000", 30)
    GROUND = ("ground", "#303030", 250)

    def __init__(self, label: str, colour: str, dxf: int) -> None:
        self.label = label
        self.colour = colour
        self.dxf = dxf

    def __repr__(self) -> str:
        return str(self)


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle about (x, y)."""

    x: float
    y: float
    radius: float
    layer: Layer = Layer.CUT

    def grown(self, by: float) -> Circle:
        """The circle with its edge moved outwards, or inwards by less than nothing.

        >>> Circle(0, 0, 2).grown(-0.5).radius
        1.5
        """
        return replace(self, radius=self.radius + by)


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle by its upper left corner and its size, its corners rounded by `corner`."""

    x: float
    y: float
    width: float
    height: float
    layer: Layer = Layer.CUT
    corner: float = 0.0

    @classmethod
    def about(cls, x: float, y: float, width: float, height: float, **more: Any) -> Rect:
        """One of this size about (x, y).

        >>> Rect.about(10, 20, width=4, height=2)
        Rect(x=8.0, y=19.0, width=4, height=2, layer=Layer.CUT, corner=0.0)
        """
        return cls(x - width / 2, y - height / 2, width, height, **more)

    def grown(self, by: float) -> Rect:
        """The rectangle with its edges moved outwards, or inwards by less than nothing.

        >>> Rect(0, 0, 4, 2, corner=1).grown(0.5)
        Rect(x=-0.5, y=-0.5, width=5.0, height=3.0, layer=Layer.CUT, corner=1.5)
        """
        return replace(
            self,
            x=self.x - by,
            y=self.y - by,
            width=self.width + 2 * by,
            height=self.height + 2 * by,
            corner=max(self.corner + by, 0.0) if self.corner else 0.0,
        )

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Path:
    """Straight lines from point to point."""

    points: tuple[Point, ...]
    layer: Layer = Layer.ENGRAVE
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text whose capitals are `height` tall, on its baseline at (x, y); `anchor`: start, middle or end.

    It is drawn in strokes, so that no program needs a font, and a laser can follow it. ASCII only. `turned`: upside
    down, for who sits across. `widest`: what it may cover; letters that would be wider are drawn smaller.
    """

    x: float
    y: float
    text: str
    height: float = 2.6
    layer: Layer = Layer.ENGRAVE
    anchor: str = "middle"
    turned: bool = False
    widest: float = inf


Shape = Circle | Rect | Path | Text


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing: what it shows, the part of the plane that it covers, its shapes, and what it was made from."""

    title: str
    frame: Rect
    shapes: tuple[Shape, ...]
    stamp: str

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The layers that it uses, in their order."""
        used = {shape.layer for shape in self.shapes}
        return tuple(layer for layer in Layer if layer in used)

    def on(self, layer: Layer) -> Iterator[Circle | Rect | Path]:
        """Its shapes on a layer, text as strokes."""
        for shape in self.shapes:
            if shape.layer is layer:
                yield from strokes(shape) if isinstance(shape, Text) else (shape,)


class Box(NamedTuple):
    """What a shape covers: from the left to the right, from the top to the bottom."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether the two have a point in common."""
        apart = self.right < other.left or other.right < self.left
        return not (apart or self.bottom < other.top or other.bottom < self.top)


def box(shape: Shape) -> Box:
    """What a shape covers.

    >>> box(Circle(10, 20, 2))
    Box(left=8, top=18, right=12, bottom=22)
    """
    if isinstance(shape, Circle):
        x, y, radius = shape.x, shape.y, shape.radius
        return Box(x - radius, y - radius, x + radius, y + radius)
    if isinstance(shape, Rect):
        return Box(shape.x, shape.y, shape.right, shape.bottom)
    paths = strokes(shape) if isinstance(shape, Text) else [shape]
    points = [point for path in paths for point in path.points] or [(0.0, 0.0)]
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def gap(one: Circle | Rect, other: Circle | Rect) -> float:
    """How far apart two shapes are, in mm; below zero where they overlap. Corners count as sharp.

    >>> gap(Circle(0, 0, 2), Circle(10, 0, 3)), gap(Circle(0, 0, 2), Rect(5, -1, 4, 2))
    (5.0, 3)
    """
    if isinstance(one, Circle) and isinstance(other, Circle):
        return dist((one.x, one.y), (other.x, other.y)) - one.radius - other.radius
    if isinstance(one, Circle):
        return _between(box(other), Box(one.x, one.y, one.x, one.y)) - one.radius
    if isinstance(other, Circle):
        return gap(other, one)
    return _between(box(one), box(other))


def _between(one: Box, other: Box) -> float:
    across = max(one.left - other.right, other.left - one.right)
    down = max(one.top - other.bottom, other.top - one.bottom)
    return hypot(across, down) if across > 0 and down > 0 else max(across, down)


def inset(inner: Circle | Rect, outer: Rect) -> float:
    """How far a shape stays inside a rectangle, in mm; below zero where it reaches over the edge.

    >>> inset(Circle(5, 5, 2), Rect(0, 0, 20, 10))
    3
    """
    within, around = box(inner), box(outer)
    return min(
        within.left - around.left,
        within.top - around.top,
        around.right - within.right,
        around.bottom - within.bottom,
    )


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    """The shape at another place.

    >>> moved(Circle(1, 2, 3), 10, 20)
    Circle(x=11, y=22, radius=3, layer=Layer.CUT)
    """
    if isinstance(shape, Path):
        return replace(shape, points=tuple((x + dx, y + dy) for x, y in shape.points))
    return replace(shape, x=shape.x + dx, y=shape.y + dy)


def mirrored(shape: Shape, about: float) -> Shape:
    """The shape as it is seen from below, left and right exchanged about this x; a text stays readable.

    >>> mirrored(Rect(1, 2, 3, 4), about=10)
    Rect(x=16, y=2, width=3, height=4, layer=Layer.CUT, corner=0.0)
    """
    if isinstance(shape, Path):
        return replace(shape, points=tuple((2 * about - x, y) for x, y in shape.points))
    if isinstance(shape, Rect):
        return replace(shape, x=2 * about - shape.right)
    if isinstance(shape, Text):
        other = {"start": "end", "end": "start"}.get(shape.anchor, shape.anchor)
        return replace(shape, x=2 * about - shape.x, anchor=other)
    return replace(shape, x=2 * about - shape.x)


# --- letters in strokes ----------------------------------------------------------------------------------------------

CAPITAL, BASELINE = 0.75, 0.25
"""How tall a capital of the stroke font is, and how high its baseline lies, as it comes normalised."""


def strokes(text: Text) -> Iterator[Path]:
    """A text's letters as strokes, in the letters that A. V. Hershey drew for plotters."""
    raw = _lettered(text.text)
    wide = max((x for stroke in raw for x, _ in stroke), default=0.0)
    scale = min(text.height / CAPITAL, text.widest / wide if wide else inf)
    width = wide * scale
    shift = {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
    sign = -1 if text.turned else 1
    for stroke in raw:
        points = (
            (
                round(text.x + sign * (x * scale - shift), 3),
                round(text.y - sign * (y - BASELINE) * scale, 3),
            )
            for x, y in stroke
        )
        yield Path(tuple(points), text.layer)


def lines_of_text(x: float, y: float, lines: Iterable[str], **look: Any) -> Iterator[Text]:
    """Lines of text under one another, the first one's baseline at y."""
    for number, line in enumerate(lines):
        text = Text(x, y, line, **look)
        yield replace(text, y=y + number * 1.8 * text.height)


@lru_cache(maxsize=1024)
def _lettered(text: str) -> tuple[tuple[Point, ...], ...]:
    """The strokes of a text, y upwards, a line being 1 high."""
    font = _font()
    return tuple(tuple(stroke) for stroke in font.strokes_for_text(text) if len(stroke) > 1)


@lru_cache(maxsize=1)
def _font() -> Any:
    from .libraries import library

    font = library("HersheyFonts").HersheyFonts()
    font.load_default_font("futural")
    font.normalize_rendering(1.0)
    return font
