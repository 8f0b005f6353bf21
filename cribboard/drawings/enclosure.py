"""The parts for a 3-D printer: the box, the tray for the strips and the baffle, in pieces that fit its bed.

x to the right, y away from who sits below, z up, in mm; each lies as it is printed, without supports.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator
from math import ceil, cos, pi, sin
from typing import Any

from .checks import Unbuildable
from .layout import Layout, hole_name
from .libraries import library
from .parts import part
from .plates import Plate, baffle, channels, deck, floor
from .shapes import Circle, Point, Rect, box, gap
from .stamp import stamp

WALL = 3.0
BOSS, PILOT = 8.0, 2.6
"""The columns that the board is screwed to, and the hole in them for an M3 screw that cuts its own thread."""

STANDOFF, UNDER = 6.0, 6.0
"""The feet of the boards in the bay: their diameter, and how tall they are."""

RIB, RIB_HEIGHT, BOLT = 3.0, 14.0, 3.2
"""Where two pieces of the box meet, each has a rib, and bolts go through both."""

STEPS = 48
"""The corners of a circle."""


def pieces(layout: Layout) -> dict[str, bytes]:
    """Every piece as a binary STL, by its name. Raises Unbuildable where a piece doesn't fit the bed."""
    bed, outline = layout.build.bed, layout.outline
    if outline.height > bed:
        raise Unbuildable(
            [
                f"bed {bed:g}: the board is {outline.height:g} mm deep, and each piece as deep as the board"
            ]
        )
    solids = {
        "box": _box(layout, box_seams(layout)),
        "tray": _tray(layout),
        "baffle": _extruded(baffle(layout), layout.build.baffle),
    }
    found: dict[str, bytes] = {}
    for name, solid in solids.items():
        seams = box_seams(layout) if name == "box" else plate_seams(layout)
        for number, piece in enumerate(_split(solid, seams), 1):
            found[f"{name}-{number}"] = stl(piece, f"{name} {number}, {stamp(layout)}")
    return found


def box_seams(layout: Layout) -> tuple[float, ...]:
    """Where the box is divided: clear of everything that stands on its floor."""
    standing = [placed.covers for placed in layout.in_bay]
    standing += [Rect.about(x, y, BOSS, BOSS) for x, y in layout.screws]
    standing += [layout.jack_room, layout.switch_room]

    def free(x: float) -> bool:
        seam = Rect(x - RIB - 1, layout.outline.y, 2 * RIB + 2, layout.outline.height)
        return all(gap(thing, seam) > 0 for thing in standing)

    start = ceil(layout.outline.x)
    return _seams(layout, [float(start + step) for step in range(int(layout.outline.width))], free)


def plate_seams(layout: Layout) -> tuple[float, ...]:
    """Where tray and baffle are divided: between two pixels, and clear of buttons, screws and pockets."""
    names = {hole_name(hole) for hole in layout.track.holes}
    whole = [cut.shape for cut in baffle(layout).cuts if cut.name not in names]
    whole += [cut.shape for cut in deck(layout).cuts]
    pitch, first = layout.build.pitch, layout.field.x
    before = int((first - layout.outline.x) / pitch)
    places = [
        round(first + (step - before + 0.5) * pitch, 3)
        for step in range(int(layout.outline.width / pitch))
    ]

    def free(x: float) -> bool:
        seam = Rect(x - 0.75, layout.outline.y, 1.5, layout.outline.height)
        return all(gap(shape, seam) > 0 for shape in whole)

    return _seams(layout, places, free)


def _seams(
    layout: Layout, places: Iterable[float], free: Callable[[float], bool]
) -> tuple[float, ...]:
    """Seams that leave no piece longer than the bed, and the pieces as equal as may be."""
    bed, outline = layout.build.bed, layout.outline
    places = [place for place in places if free(place)]
    seams: list[float] = []
    start = outline.x
    while outline.right - start > bed:
        reached = [place for place in places if start < place <= start + bed]
        if not reached:
            raise Unbuildable([f"bed {bed:g}: nowhere to divide the board within that length"])
        left = ceil((outline.right - start) / bed)
        even = start + (outline.right - start) / left
        start = min(reached, key=lambda place: abs(place - even))
        seams.append(start)
    return tuple(seams)


def _split(solid: Any, seams: tuple[float, ...]) -> Iterator[Any]:
    """The pieces from left to right."""
    for seam in seams:
        right, left = solid.split_by_plane((1, 0, 0), seam)
        yield left
        solid = right
    yield solid


def _box(layout: Layout, seams: tuple[float, ...]) -> Any:
    """Floor, walls, columns, feet, ribs at the seams; the holes for jack and switch, and the vents."""
    bay, outline = layout.build.bay, layout.outline
    inside = outline.grown(-WALL)
    added = [
        _prism([outline], WALL),
        _prism([outline], bay, z=WALL) - _prism([inside], bay, z=WALL),
    ]
    taken = []
    for x, y in layout.screws:
        near = outline.y if y < outline.middle[1] else outline.bottom
        web = Rect(x - 1.5, min(y, near), 3, abs(y - near))
        added.append(_prism([Circle(x, y, BOSS / 2)], bay, z=WALL))
        added.append(_prism([web], bay, z=WALL) ^ _prism([outline], bay, z=WALL))
        taken.append(_prism([Circle(x, y, PILOT / 2)], bay, z=WALL + 2))
    for placed in layout.in_bay:
        for bore in placed.bores:
            added.append(_prism([Circle(bore.x, bore.y, STANDOFF / 2)], UNDER, z=WALL))
            pilot = Circle(bore.x, bore.y, bore.radius - 0.25)
            taken.append(_prism([pilot], UNDER + 1, z=WALL - 1 + 0.01))
    for seam in seams:
        rib = Rect(seam - RIB, outline.y + WALL / 2, 2 * RIB, outline.height - WALL)
        added.append(_prism([rib], RIB_HEIGHT, z=WALL))
        for share in (0.15, 0.4, 0.6, 0.85):
            y = outline.y + outline.height * share
            taken.append(_bore(seam - RIB - 1, y, WALL + RIB_HEIGHT / 2, BOLT / 2, 2 * RIB + 2))
    vents = [cut.shape for cut in floor(layout).cuts if cut.name.startswith("vent")]
    taken.append(_prism(vents, WALL + 2, z=-1))
    for name, (y, z) in (("jack", layout.jack), ("switch", layout.switch)):
        taken.append(_bore(outline.x - 1, y, WALL + z, part(name).bore / 2, WALL + 2))
    return _joined(added) - _joined(taken)


def _tray(layout: Layout) -> Any:
    """Deck and channels in one."""
    sheet = layout.build.sheet
    lower = _extruded(deck(layout), sheet)
    upper = _extruded(channels(layout), sheet)
    return lower + upper.translate((0, 0, sheet))


def _extruded(plate: Plate, height: float) -> Any:
    """A plate as thick as this."""
    return _prism([plate.outline], height) - _prism(
        [cut.shape for cut in plate.cuts], height + 2, z=-1
    )


def _prism(shapes: Iterable[Circle | Rect], height: float, z: float = 0.0) -> Any:
    """The shapes, from z so high up."""
    manifold = library("manifold3d")
    section = manifold.CrossSection(
        [_polygon(shape) for shape in shapes], manifold.FillRule.NonZero
    )
    return manifold.Manifold.extrude(section, height).translate((0, 0, z))


def _bore(x: float, y: float, z: float, radius: float, length: float) -> Any:
    """A round bar along x, to bore with."""
    bar = _prism([Circle(0, 0, radius)], length)
    return bar.rotate((0, 90, 0)).translate((x, -y, z))


def _joined(solids: list[Any]) -> Any:
    manifold = library("manifold3d")
    return manifold.Manifold.batch_boolean(solids, manifold.OpType.Add)


def _polygon(shape: Circle | Rect) -> list[Point]:
    """The shape's corners, counter-clockwise with y upwards."""
    if isinstance(shape, Circle):
        return list(_arc(shape.x, -shape.y, shape.radius, 0, STEPS))
    left, top, right, bottom = box(shape)
    r = shape.corner
    if not r:
        return [(left, -bottom), (right, -bottom), (right, -top), (left, -top)]
    quarter = STEPS // 4
    corners = (
        (right - r, top + r),
        (left + r, top + r),
        (left + r, bottom - r),
        (right - r, bottom - r),
    )
    return [
        point
        for number, (x, y) in enumerate(corners)
        for point in _arc(x, -y, r, number * quarter, quarter + 1)
    ]


def _arc(x: float, y: float, radius: float, first: int, count: int) -> Iterator[Point]:
    for step in range(first, first + count):
        angle = 2 * pi * step / STEPS
        yield round(x + radius * cos(angle), 4), round(y + radius * sin(angle), 4)


def stl(solid: Any, title: str) -> bytes:
    """A solid as binary STL: its triangles in one order, whatever order they were found in."""
    mesh = solid.to_mesh()
    corners = [
        tuple(round(float(value), 4) + 0.0 for value in vertex[:3])
        for vertex in mesh.vert_properties
    ]
    triangles = []
    for numbers in mesh.tri_verts:
        triangle = [corners[number] for number in numbers]
        if len(set(triangle)) == 3:
            first = triangle.index(min(triangle))
            triangles.append(tuple(triangle[first:] + triangle[:first]))
    header = title.encode("ascii").ljust(80, b" ")[:80]
    body = b"".join(
        struct.pack("<12fH", 0.0, 0.0, 0.0, *triangle[0], *triangle[1], *triangle[2], 0)
        for triangle in sorted(triangles)
    )
    return header + struct.pack("<I", len(triangles)) + body
