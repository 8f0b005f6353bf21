"""A drawing as DXF, in mm, y upwards, a DXF layer for each layer; the same bytes for the same drawing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from math import pi, tan
from typing import Any

from .libraries import library
from .shapes import Circle, Drawing, Path, Rect

VERSION = "R2004"
"""Old enough for any laser's program, new enough for polylines with arcs and for properties."""

QUARTER = tan(pi / 8)
"""What DXF calls the bulge of a quarter of a circle."""


def dxf(drawing: Drawing) -> str:
    """The drawing as a whole document; its title and stamp are among its custom properties."""
    ezdxf = library("ezdxf")
    with _without_dates(ezdxf):
        document = ezdxf.new(VERSION, units=ezdxf.units.MM)
        document.header.custom_vars.append("Title", drawing.title)
        document.header.custom_vars.append("Made by", drawing.stamp)
        space = document.modelspace()
        for layer in drawing.layers:
            name = layer.label.replace(" ", "_").upper()
            document.layers.add(name, color=layer.dxf)
            for shape in drawing.on(layer):
                _add(space, shape, {"layer": name})
        for kind in sorted(document.entitydb.dxf_types_in_use()):
            document.classes.add_class(kind)  # ezdxf would, in an order that differs between runs
        written = StringIO()
        document.write(written)
    return written.getvalue()


@contextmanager
def _without_dates(ezdxf: Any) -> Iterator[None]:
    """Within this, ezdxf writes neither dates nor random ids."""
    before = ezdxf.options.write_fixed_meta_data_for_testing
    ezdxf.options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = before


def _add(space: Any, shape: Circle | Rect | Path, look: dict[str, str]) -> None:
    if isinstance(shape, Circle):
        space.add_circle((shape.x, -shape.y), shape.radius, dxfattribs=look)
    elif isinstance(shape, Rect):
        space.add_lwpolyline(list(_outline(shape)), format="xyb", close=True, dxfattribs=look)
    else:
        points = [(x, -y) for x, y in shape.points]
        space.add_lwpolyline(points, close=shape.closed, dxfattribs=look)


def _outline(rect: Rect) -> Iterator[tuple[float, float, float]]:
    """The corners of a rectangle, each with the bulge of the line to the next, clockwise as seen."""
    left, right, top, bottom = rect.x, rect.right, -rect.y, -rect.bottom
    r = rect.corner
    if not r:
        yield from ((left, top, 0), (right, top, 0), (right, bottom, 0), (left, bottom, 0))
        return
    yield left + r, top, 0
    yield right - r, top, -QUARTER
    yield right, top - r, 0
    yield right, bottom + r, -QUARTER
    yield right - r, bottom, 0
    yield left + r, bottom, -QUARTER
    yield left, bottom + r, 0
    yield left, top - r, -QUARTER
