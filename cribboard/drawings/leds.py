"""The chain of pixels: a table for who solders and tests, and a picture with every pixel's number."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO
from itertools import pairwise

from cribboard.board.track import LETTERS

from .layout import Layout, Run, hole_name, holes_of
from .parts import led_size, strip_width
from .shapes import Circle, Drawing, Layer, Path, Point, Rect, Shape, Text
from .stamp import stamp

COLUMNS = ("pixel", "hole", "kind", "side", "number", "scores", "x_mm", "y_mm", "strip", "place")
ARROW = 2.0


def chain_csv(layout: Layout) -> str:
    """A line for each pixel in the order of the chain: its hole, where it is, and its piece of strip with its place there.

    The last line is a comment with the stamp.
    """
    written = StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(COLUMNS)
    for run, place, hole in holes_of(layout.runs):
        side = "" if hole.side is None else LETTERS[hole.side]
        scores = ""
        if hole.kind == "street":
            scores = " ".join(map(str, layout.track.scores(hole, layout.options.target)))
        of_hole = hole.index, hole_name(hole), hole.kind, side, hole.number, scores
        table.writerow([*of_hole, f"{hole.x:g}", f"{hole.y:g}", run.number, place])
    return written.getvalue() + f"# {stamp(layout)}\n"


def chain_map(layout: Layout) -> Drawing:
    """The strips as they lie, from above: every pixel with its number, the data line, and where 5 V and ground come in."""
    shapes: list[Shape] = []
    for run in layout.runs:
        shapes += _strip(layout, run)
    shapes += _data_line(layout)
    field = layout.field
    mark = stamp(layout)
    around = Rect(field.x - 26, field.y, field.width + 52, field.height).grown(16.0)
    legend = (
        ("data, from pixel to pixel, and by wire from strip to strip", Layer.DATA),
        ("5 V, from the fuse to each strip; ground, from the terminal block", Layer.SUPPLY),
        (mark, Layer.NOTES),
    )
    for line, (told, layer) in enumerate(legend):
        shapes.append(Text(field.x, field.bottom + 19 + 5 * line, told, 2.4, layer, "start"))
    title = f"{len(layout.track.holes)} pixels in {len(layout.runs)} strips, from above"
    shapes.append(Text(field.x, field.y - 14, title, 3.4, Layer.NOTES, "start"))
    frame = Rect(around.x, around.y - 5, around.width, around.height + 21)
    return Drawing("cribboard chain of pixels", frame, tuple(shapes), mark)


def _strip(layout: Layout, run: Run) -> Iterator[Shape]:
    """A piece of strip: its edge, its pixels, what they are called, and its supply."""
    left, right = run.ends
    pitch, led = layout.build.pitch, led_size()
    width = strip_width(layout.build.strip)
    yield Rect.about(
        (left + right) / 2, run.y, right - left + pitch, width, layer=Layer.GROUND, corner=0.5
    )
    for hole in run.holes:
        yield Rect.about(hole.x, hole.y, led, led, layer=Layer.GROUND)
        yield Text(hole.x, hole.y + 0.8, str(hole.index), 1.6, Layer.DRILL)
        if hole.side is None or (hole.kind == "street" and hole.number != 1 and hole.number % 5):
            continue
        short = hole_name(hole).replace("match ", "m").replace("start", "S")
        short = short.replace("finish", "F").replace(" ", "")
        off = width / 2 + 1.2
        below = run.y > layout.field.middle[1]
        y = hole.y + off + 1.9 if below else hole.y - off
        yield Text(hole.x, y, short, 1.9, Layer.ENGRAVE, widest=0.8 * pitch)
    x = left - pitch / 2
    for layer, y, sign in ((Layer.SUPPLY, run.y - 2.5, "+"), (Layer.GROUND, run.y + 2.5, "-")):
        yield Path(((x - 11, y), (x, y)), layer)
        yield Circle(x, y, 0.6, layer)
        yield Text(x - 12.5, y + 0.9, sign, 2.2, layer)


def _data_line(layout: Layout) -> Iterator[Shape]:
    """The wire in, and the wires from strip to strip, each with an arrow where it goes in."""
    first = layout.runs[0]
    start = _tail(layout, first)
    yield from _arrow(((start[0] - 20, start[1]), start))
    yield Text(start[0] - 21.5, start[1] + 0.9, "DATA", 2.2, Layer.DATA, "end")
    for run, following in pairwise(layout.runs):
        yield from _arrow(_wire(_head(layout, run), _tail(layout, following), run))


def _tail(layout: Layout, run: Run) -> Point:
    """Where data enters a strip."""
    return _end(layout, run, -1)


def _head(layout: Layout, run: Run) -> Point:
    """Where data leaves a strip."""
    return _end(layout, run, 1)


def _end(layout: Layout, run: Run, way: int) -> Point:
    hole = run.holes[0 if way < 0 else -1]
    return hole.x + (way if run.goes_right else -way) * layout.build.pitch / 2, run.y


def _wire(start: Point, end: Point, run: Run) -> tuple[Point, ...]:
    """A wire that goes round the ends of the strips."""
    out = 5.0 + 2.5 * (run.number % 3)
    (x0, y0), (x1, y1) = start, end
    if run.goes_right and x1 < x0:
        between = (y0 + y1) / 2
        return (
            start,
            (x0 + out, y0),
            (x0 + out, between),
            (x1 - out, between),
            (x1 - out, y1),
            end,
        )
    out = out if run.goes_right else -out
    turn = max(x0 + out, x1 + out) if out > 0 else min(x0 + out, x1 + out)
    return start, (turn, y0), (turn, y1), end


def _arrow(points: tuple[Point, ...]) -> Iterator[Path]:
    """A wire with a head at its end; its last stretch is level."""
    yield Path(points, Layer.DATA)
    (x0, _), (x, y) = points[-2:]
    back = ARROW if x0 < x else -ARROW
    yield Path(((x - back, y - ARROW / 2), (x, y), (x - back, y + ARROW / 2)), Layer.DATA)
