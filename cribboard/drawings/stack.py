"""The board taken apart: its plates over one another, seen from above at an angle."""

from __future__ import annotations

from math import cos, pi, sin

from .layout import Layout
from .plates import Plate, baffle, channels, deck, face, floor
from .shapes import Circle, Drawing, Layer, Path, Point, Rect, Shape, Text, box
from .stamp import stamp

RISE, LEAN = 0.42, 0.35
"""How tall a mm of depth is drawn, and how far it leans to the right."""

APART = 8.0
"""Between two plates on the page."""

STEPS = 24


def exploded(layout: Layout) -> Drawing:
    """The five plates from the face down to the floor, with what is between them."""
    outline = layout.outline
    told = {
        "face": "face, and a sheet of paper under it",
        "baffle": "baffle",
        "channels": "channels",
        "deck": "deck: strips on it, wires through it",
        "floor": "floor; the bay is over it, on spacers",
    }
    shapes: list[Shape] = []
    step = RISE * outline.height + APART
    makers = face, baffle, channels, deck, floor
    for number, make in enumerate(makers):
        plate = make(layout)
        drop = number * step
        shapes += _seen(plate, drop)
        x, y = _at((outline.right, outline.middle[1]), drop)
        shapes.append(Text(x + 8, y, told[plate.name], 5, Layer.NOTES, "start"))
    for x, y in (layout.screws[0], layout.screws[-1]):
        ends = _at((x, y), 0), _at((x, y), step * (len(makers) - 1))
        shapes.append(Path(ends, Layer.NOTES))
    covered = [box(shape) for shape in shapes]
    left, top = min(each.left for each in covered) - 6, min(each.top for each in covered) - 6
    right, bottom = max(each.right for each in covered) + 6, max(each.bottom for each in covered)
    mark = stamp(layout)
    shapes.append(Text(left + 6, bottom + 8, mark, 3.4, Layer.NOTES, "start"))
    frame = Rect(left, top, right - left, bottom + 14 - top)
    return Drawing("cribboard taken apart", frame, tuple(shapes), mark)


def _seen(plate: Plate, drop: float) -> list[Shape]:
    """A plate's outline and what is cut out of it."""
    shapes = [plate.outline, *(cut.shape for cut in plate.cuts)]
    return [
        Path(tuple(_at(point, drop) for point in _corners(shape)), shape.layer, closed=True)
        for shape in shapes
    ]


def _corners(shape: Circle | Rect) -> list[Point]:
    if isinstance(shape, Rect):
        return [
            (shape.x, shape.y),
            (shape.right, shape.y),
            (shape.right, shape.bottom),
            (shape.x, shape.bottom),
        ]
    turns = [2 * pi * step / STEPS for step in range(STEPS)]
    return [
        (shape.x + shape.radius * cos(turn), shape.y + shape.radius * sin(turn)) for turn in turns
    ]


def _at(point: Point, drop: float) -> Point:
    """Where a point of a plate is on the page, so far down."""
    x, y = point
    return round(x - LEAN * y, 2), round(RISE * y + drop, 2)
