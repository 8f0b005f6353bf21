"""A drawing as PDF, at 1:1 on sheets of paper that overlap, with marks to lay them together and a bar to check the printer."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from math import ceil
from typing import Any, NamedTuple

from .libraries import library
from .shapes import Box, Circle, Drawing, Path, Point, Rect, Text, box, strokes

POINT = 25.4 / 72
"""A PDF's unit in mm."""

MARGIN = 10.0
"""What printers leave white, in mm."""

FOOT = 18.0
"""The strip under each sheet's part of the drawing: the bar, the sheet's number, the stamp."""

OVERLAP = 12.0
BAR = 100.0
KAPPA = 0.5522847
"""How long the handles of a quarter circle's curve are, for a radius of 1."""


class Paper(NamedTuple):
    """A format of paper, upright, in mm."""

    name: str
    width: float
    height: float


A4 = Paper("A4", 210.0, 297.0)
LETTER = Paper("Letter", 215.9, 279.4)


class Sheet(NamedTuple):
    """A sheet: its place in the rows and columns of all, and the part of the drawing that is on it."""

    row: int
    column: int
    part: Rect


def sheets(frame: Rect, paper: Paper) -> tuple[Paper, tuple[Sheet, ...]]:
    """How a drawing is spread over paper, upright or across, whichever takes fewer sheets.

    >>> paper, spread = sheets(Rect(0, 0, 400, 180), A4)
    >>> [sheet.part for sheet in spread][1]
    Rect(x=178.0, y=0.0, width=190.0, height=259.0, layer=Layer.CUT, corner=0.0)
    """
    ways = (paper, Paper(f"{paper.name} across", paper.height, paper.width))
    return min(((way, _spread(frame, way)) for way in ways), key=lambda found: len(found[1]))


def _spread(frame: Rect, paper: Paper) -> tuple[Sheet, ...]:
    width, height = paper.width - 2 * MARGIN, paper.height - 2 * MARGIN - FOOT
    columns = max(1, ceil((frame.width - OVERLAP) / (width - OVERLAP)))
    rows = max(1, ceil((frame.height - OVERLAP) / (height - OVERLAP)))
    return tuple(
        Sheet(
            row,
            column,
            Rect(
                frame.x + column * (width - OVERLAP),
                frame.y + row * (height - OVERLAP),
                width,
                height,
            ),
        )
        for row in range(rows)
        for column in range(columns)
    )


def pdf(drawing: Drawing, paper: Paper) -> bytes:
    """The drawing at 1:1, a page for each sheet."""
    pydyf = library("pydyf")
    document = pydyf.PDF()
    document.info["Title"] = pydyf.String(drawing.title)
    document.info["Producer"] = pydyf.String(drawing.stamp)
    paper, spread = sheets(drawing.frame, paper)
    crosses = list(_crosses(spread))
    for number, sheet in enumerate(spread, 1):
        stream = _page(pydyf, drawing, sheet, crosses, f"{number} of {len(spread)}", paper)
        document.add_object(stream)
        page = pydyf.Dictionary(
            {
                "Type": "/Page",
                "Parent": document.pages.reference,
                "Contents": stream.reference,
                "Resources": pydyf.Dictionary({"ProcSet": pydyf.Array(["/PDF"])}),
                "MediaBox": pydyf.Array([0, 0, _pt(paper.width), _pt(paper.height)]),
            }
        )
        document.add_page(page)
    written = BytesIO()
    document.write(written)
    return written.getvalue()


def _page(
    pydyf: Any, drawing: Drawing, sheet: Sheet, crosses: list[Point], place: str, paper: Paper
) -> Any:
    """A page's content: the sheet's part, clipped, and its foot."""
    stream = pydyf.Stream()
    stream.set_line_cap(1)
    stream.set_line_join(1)
    part = sheet.part
    within = box(part)
    # From the drawing's mm, y down, to points, y up: the part's corner comes to the margin's.
    scale = 1 / POINT
    origin = (MARGIN - part.x) * scale, (paper.height - MARGIN + part.y) * scale
    stream.push_state()
    stream.set_matrix(scale, 0, 0, -scale, *(round(value, 4) for value in origin))
    stream.set_line_width(0.15)
    stream.push_state()
    stream.rectangle(*(round(value, 3) for value in (part.x, part.y, part.width, part.height)))
    stream.clip()
    stream.end()
    for layer in drawing.layers:
        _colour(stream, layer.colour)
        for shape in drawing.on(layer):
            if box(shape).meets(within):
                _trace(stream, shape)
    _colour(stream, "#000000")
    for x, y in crosses:
        if box(Circle(x, y, 5)).meets(within):
            for mark in _cross(x, y):
                _trace(stream, mark)
    stream.pop_state()
    for note in _foot(drawing, sheet, place, paper):
        for line in strokes(note) if isinstance(note, Text) else (note,):
            _trace(stream, line)
    stream.pop_state()
    return stream


def _crosses(spread: tuple[Sheet, ...]) -> Iterator[Point]:
    """Where registration marks are: in the overlaps, each on both sheets."""
    columns = sorted({sheet.part.x for sheet in spread})
    rows = sorted({sheet.part.y for sheet in spread})
    width, height = spread[0].part.width, spread[0].part.height
    ys = [row + height * share for row in rows for share in (0.06, 0.94)]
    xs = [column + width * share for column in columns for share in (0.06, 0.94)]
    yield from ((column + OVERLAP / 2, y) for column in columns[1:] for y in ys)
    yield from ((x, row + OVERLAP / 2) for row in rows[1:] for x in xs)


def _cross(x: float, y: float) -> Iterator[Circle | Path]:
    yield Circle(x, y, 2.5)
    yield Path(((x - 4.5, y), (x + 4.5, y)))
    yield Path(((x, y - 4.5), (x, y + 4.5)))


def _foot(drawing: Drawing, sheet: Sheet, place: str, paper: Paper) -> Iterator[Rect | Path | Text]:
    """The frame of the sheet's part, and under it the bar and what the sheet is."""
    part = sheet.part
    yield part
    y = part.bottom + 8
    bar = part.x
    yield Path(((bar, y), (bar + BAR, y)))
    for tick in range(0, int(BAR) + 1, 10):
        up = 4 if tick % 50 == 0 else 2
        yield Path(((bar + tick, y - up), (bar + tick, y)))
    told = f"this bar is {BAR:g} mm: print at 100 %, not 'fit to page'"
    yield Text(bar, y + 5, told, 2.2, anchor="start")
    sheet_of = f"sheet {place}, {paper.name}"
    yield Text(part.right, y - 1, f"{drawing.title}, {sheet_of}", 2.2, anchor="end")
    yield Text(part.right, y + 5, drawing.stamp, 2.2, anchor="end")


def _colour(stream: Any, colour: str) -> None:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    stream.set_color_rgb(round(red, 3), round(green, 3), round(blue, 3), stroke=True)


def _trace(stream: Any, shape: Circle | Rect | Path) -> None:
    """A shape's line, in the matrix that holds."""
    if isinstance(shape, Circle):
        _circle(stream, shape)
    elif isinstance(shape, Rect):
        _rounded(stream, shape)
    else:
        (x, y), *others = shape.points
        stream.move_to(_mm(x), _mm(y))
        for x, y in others:
            stream.line_to(_mm(x), _mm(y))
        if shape.closed:
            stream.close()
    stream.stroke()


def _circle(stream: Any, circle: Circle) -> None:
    _rounded(stream, Rect.about(circle.x, circle.y, *[2 * circle.radius] * 2, corner=circle.radius))


def _rounded(stream: Any, rect: Rect) -> None:
    """A rectangle, each of its corners a quarter of a circle."""
    r, k = rect.corner, rect.corner * (1 - KAPPA)
    left, top, right, bottom = Box(*box(rect))
    stream.move_to(_mm(left + r), _mm(top))
    for (x0, y0), *curve in (
        ((right - r, top), (right - k, top), (right, top + k), (right, top + r)),
        ((right, bottom - r), (right, bottom - k), (right - k, bottom), (right - r, bottom)),
        ((left + r, bottom), (left + k, bottom), (left, bottom - k), (left, bottom - r)),
        ((left, top + r), (left, top + k), (left + k, top), (left + r, top)),
    ):
        stream.line_to(_mm(x0), _mm(y0))
        if r:
            stream.curve_to(*(_mm(value) for point in curve for value in point))
    stream.close()


def _mm(value: float) -> float:
    return round(value, 3)


def _pt(value: float) -> float:
    return round(value / POINT, 3)
