"""The drawings of the plates: the drill template, and the layers for a laser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from .layout import Layout
from .plates import Plate, base, face, floor
from .plates import baffle as baffle_plate
from .shapes import Circle, Drawing, Layer, Path, Rect, Shape, Text, lines_of_text, mirrored, moved
from .stamp import stamp

SPACE = 8.0
"""Between the parts on a sheet, and around them."""

HEADING = 9.0


def drill(layout: Layout) -> Drawing:
    """The face at 1:1 to drill and saw by: every hole with its middle, diameters and depth, groups of five, lines, notes.

    Holes that end under the surface have no middle here: they are drilled by the template for the lower side.
    """
    plate = face(layout)
    shapes = [plate.outline, *(cut.shape for cut in plate.cuts), *plate.engraved]
    shapes += _centres(cut.shape for cut in plate.cuts if cut.shape.layer is not Layer.POCKET)
    shapes += _notes(layout, plate, "upper edge", "dashes: groups of five")
    return _drawing("drill template", plate.outline, shapes, layout, space=2.0)


def drill_below(layout: Layout) -> Drawing:
    """The face's lower side at 1:1, left and right exchanged: all holes, and nothing of what is engraved."""
    plate = face(layout)
    cuts = [cut.shape for cut in plate.cuts]
    shapes: list[Shape] = [plate.outline, *cuts, *_centres(cuts)]
    shapes += _notes(layout, plate, "upper edge, from below")
    seen = [mirrored(shape, plate.outline.middle[0]) for shape in shapes]
    return _drawing("drill template from below", plate.outline, seen, layout, space=2.0)


def faceplate(layout: Layout) -> Drawing:
    """The face for a laser."""
    return _sheet("faceplate", (face(layout),), layout)


def baffle(layout: Layout) -> Drawing:
    """The baffle for a laser."""
    return _sheet("baffle", (baffle_plate(layout),), layout)


def base_sheets(layout: Layout) -> Drawing:
    """Channels, deck, floor and walls for a laser, one under the other."""
    return _sheet("base", base(layout), layout)


def floor_sheet(layout: Layout) -> Drawing:
    """The floor alone, with the places of what stands on it."""
    return _sheet("floor", (floor(layout),), layout)


def _centres(shapes: Iterable[Shape]) -> Iterator[Path]:
    for shape in shapes:
        if isinstance(shape, Circle):
            yield from _centre(shape)


def _centre(circle: Circle) -> Iterator[Path]:
    """A cross where the drill's point goes in."""
    arm = min(circle.radius + 1.0, 3.0)
    x, y = circle.x, circle.y
    yield Path(((x - arm, y), (x + arm, y)), Layer.DRILL)
    yield Path(((x, y - arm), (x, y + arm)), Layer.DRILL)


def depth_note(layout: Layout) -> str:
    """How deep the light holes are.

    >>> from cribboard.rules import Options
    >>> from .build import Build
    >>> depth_note(Layout(Options(), Build(face=6, depth=4)))
    '4 mm deep from below, leaving 2 mm'
    """
    build = layout.build
    if not build.blind:
        return f"through {build.face:g} mm of face"
    return f"{build.depth:g} mm deep from below, leaving {build.face - build.depth:g} mm"


def _notes(layout: Layout, plate: Plate, edge: str, *also: str) -> Iterator[Text]:
    """What is drilled, in the panel and beside what it is of."""
    build, field = layout.build, layout.field
    x = field.x + 7 * build.pitch + 25
    told = (
        f"{len(layout.track.holes)} light holes: dia {build.hole:g},",
        f"{depth_note(layout)},",
        f"every {build.pitch:g} mm",
        f"{len(layout.buttons)} buttons: dia {build.button:g}",
        f"{len(layout.screws)} screws: dia 3.2",
        f"board {plate.outline.width:g} x {plate.outline.height:g} mm",
        *also,
    )
    yield from lines_of_text(
        x, field.middle[1] - 14, told, height=2.2, layer=Layer.NOTES, anchor="start"
    )
    outline = plate.outline
    yield Text(outline.x + 14, outline.y + 5, edge, 2.2, layer=Layer.NOTES, anchor="start")
    if layout.has("speaker"):
        sx, sy = layout.speaker.middle
        yield Text(sx, sy + 14, "speaker: dia 3", 2.2, layer=Layer.NOTES)


def _sheet(title: str, parts: tuple[Plate, ...], layout: Layout) -> Drawing:
    """Plates under one another as the laser cuts them: its beam's width given to what stays, a heading over each."""
    shapes: list[Shape] = []
    y = 0.0
    width = max(plate.outline.width for plate in parts)
    half = layout.build.kerf / 2
    for plate in parts:
        dx, dy = -plate.outline.x, y + HEADING - plate.outline.y
        size = f"{plate.outline.width:g} x {plate.outline.height:g} mm"
        if any(cut.shape.layer is Layer.POCKET for cut in plate.cuts):
            size += f"; light holes {depth_note(layout)}: no laser's cut"
        shapes.append(Text(0, y + 5, f"{plate.name}, {size}", 3, layer=Layer.NOTES, anchor="start"))
        # inner cuts first, so that nothing has come loose when they are made
        cuts = [_cut(cut.shape, half) for cut in plate.cuts]
        for shape in (*plate.engraved, *cuts, plate.outline.grown(half)):
            shapes.append(moved(shape, dx, dy))
        y += HEADING + plate.outline.height + SPACE
    return _drawing(title, Rect(0, 0, width, y - SPACE), shapes, layout, space=SPACE)


def _cut(shape: Circle | Rect, half: float) -> Circle | Rect:
    """A shape as it is cut; what doesn't go through stays on its own layer, where a beam's width says nothing."""
    if shape.layer is Layer.POCKET:
        return shape
    return replace(shape, layer=Layer.CUT).grown(-half)


def _drawing(
    title: str, covers: Rect, shapes: list[Shape], layout: Layout, space: float
) -> Drawing:
    """The drawing with its stamp under it."""
    mark = stamp(layout)
    named = f"{title}: {mark}"
    shapes.append(
        Text(covers.x, covers.bottom + space + 3, named, 2.2, layer=Layer.NOTES, anchor="start")
    )
    around = Rect(covers.x, covers.y, covers.width, covers.height).grown(space)
    frame = replace(around, height=around.height + 5)
    return Drawing(f"cribboard {title}", frame, tuple(shapes), mark)
