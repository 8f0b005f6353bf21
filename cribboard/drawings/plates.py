"""The plates that make up the board, from the face down to the floor: what is cut out of each, and what is engraved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from cribboard.board.engraving import Goal, Label, engraving
from cribboard.signals import LETTERS, Button

from .layout import SCREW, WIRE, Layout, Run, hole_name
from .parts import part
from .shapes import Circle, Layer, Path, Rect, Shape, Text

SOLDER = 8.0
"""What a channel is longer than its strip at either end, for the wires."""

SCALE_WIDTH = 18.0
"""The most that the scores at a hole may cover: the last ones stand next to the card."""

GRILLE, GRILLE_PITCH = 3.0, 7.0


class Cut(NamedTuple):
    """What is cut out of a plate, and what for."""

    name: str
    shape: Circle | Rect


@dataclass(frozen=True, slots=True)
class Plate:
    """A plate: its outline, what is cut out of it, and what is engraved on it."""

    name: str
    outline: Rect
    cuts: tuple[Cut, ...]
    engraved: tuple[Shape, ...] = ()


def face(layout: Layout) -> Plate:
    """The top: a hole for each pixel, the buttons, and what players read."""
    layer = Layer.POCKET if layout.build.blind else Layer.DRILL
    light = [
        Cut(hole_name(hole), Circle(hole.x, hole.y, layout.build.hole / 2, layer))
        for hole in layout.track.holes
    ]
    cuts = (*light, *_buttons(layout, layout.build.button), *_screws(layout), *_grille(layout))
    return Plate("face", layout.outline, cuts, tuple(_engraved(layout)))


def baffle(layout: Layout) -> Plate:
    """Under the face: a cell for each pixel, so that its light goes up its own hole and nowhere else."""
    cells = [
        Cut(hole_name(hole), Rect.about(hole.x, hole.y, layout.cell, layout.cell))
        for hole in layout.track.holes
    ]
    return Plate("baffle", layout.outline, (*cells, *_pockets(layout)))


def channels(layout: Layout) -> Plate:
    """Under the baffle: a slot for each piece of strip."""
    slots = [Cut(f"strip {run.number}", _slot(layout, run)) for run in layout.runs]
    return Plate("channels", layout.outline, (*slots, *_pockets(layout)))


def deck(layout: Layout) -> Plate:
    """Under the channels: the strips are stuck to it, and their wires go through it."""
    wires = [
        Cut(f"wires of strip {run.number}, {end}", Circle(x, run.y, WIRE / 2))
        for run in layout.runs
        for end, x in zip(("left", "right"), _wire_places(layout, run), strict=True)
    ]
    places = [
        Text(sum(run.ends) / 2, run.y + 1, f"strip {run.number} {'>' if run.goes_right else '<'}")
        for run in layout.runs
    ]
    return Plate("deck", layout.outline, (*wires, *_pockets(layout)), tuple(places))


def floor(layout: Layout) -> Plate:
    """The bottom: what stands in the bay is screwed to it."""
    bores = [
        Cut(f"mount {number} of the {placed.part.name}", bore)
        for placed in layout.in_bay
        for number, bore in enumerate(placed.bores, 1)
    ]
    pi = next(placed for placed in layout.in_bay if placed.part.name == "pi")
    vents = [
        Cut(f"vent {number}", Circle(pi.x - 28 + 8 * number, pi.y + 12, 2.0))
        for number in range(1, 6)
    ]
    marks: list[Shape] = []
    for placed in layout.in_bay:
        outline = placed.covers
        marks.append(Rect(outline.x, outline.y, outline.width, outline.height, Layer.ENGRAVE))
        name = placed.part.name
        marks.append(Text(placed.x, placed.y + 5 if name != "pico" else placed.y + 1, name))
    return Plate("floor", layout.outline, (*bores, *vents, *_screws(layout)), tuple(marks))


def walls(layout: Layout) -> tuple[Plate, ...]:
    """Four strips that stand on the floor, the short ones between the long ones; the left one has the jack and the switch."""
    bay = layout.build.bay
    long = Rect(0, 0, layout.walled.width, bay)
    short = Rect(0, 0, round(layout.room.height, 3), bay)
    holes = {
        name: Circle(y - layout.room.y, bay - z, part(name).bore / 2)
        for name, (y, z) in (("jack", layout.jack), ("switch", layout.switch))
    }
    openings = tuple(Cut(name, hole) for name, hole in holes.items())
    labels = tuple(Text(hole.x, hole.y + hole.radius + 5, name) for name, hole in holes.items())
    return (
        Plate("upper wall", long, ()),
        Plate("lower wall", long, ()),
        Plate("left wall", short, openings, labels),
        Plate("right wall", short, ()),
    )


def base(layout: Layout) -> tuple[Plate, ...]:
    """What is cut from the base's sheets."""
    return channels(layout), deck(layout), floor(layout), *walls(layout)


def plates(layout: Layout) -> tuple[Plate, ...]:
    """All that is cut, from the top down."""
    return face(layout), baffle(layout), *base(layout)


def _buttons(layout: Layout, diameter: float) -> Iterator[Cut]:
    for button, (x, y) in layout.buttons.items():
        yield Cut(f"button {button}", Circle(x, y, diameter / 2))


def _screws(layout: Layout) -> Iterator[Cut]:
    for number, (x, y) in enumerate(layout.screws, 1):
        yield Cut(f"screw {number}", Circle(x, y, SCREW / 2))


def _pockets(layout: Layout) -> Iterator[Cut]:
    """What every plate between the face and the bay leaves room for."""
    yield from _buttons(layout, layout.build.flange + 0.5)
    yield from _screws(layout)
    if layout.has("reader"):
        yield Cut("reader", layout.reader)
    if layout.has("speaker"):
        yield Cut("speaker", layout.speaker)


def _grille(layout: Layout) -> Iterator[Cut]:
    """Holes over the speaker."""
    if not layout.has("speaker"):
        return
    x, y = layout.speaker.middle
    for row in range(-1, 2):
        for column in range(-3, 4):
            at = x + column * GRILLE_PITCH, y + row * GRILLE_PITCH
            yield Cut("speaker's grille", Circle(*at, GRILLE / 2))


def _slot(layout: Layout, run: Run) -> Rect:
    """A strip's channel: half a pitch beyond its outer pixels the strip is cut, then come its wires."""
    left, right = run.ends
    beyond = layout.build.pitch / 2 + SOLDER
    width = right - left + 2 * beyond
    return Rect(left - beyond, run.y - layout.channel / 2, round(width, 3), layout.channel)


def _wire_places(layout: Layout, run: Run) -> tuple[float, float]:
    slot = _slot(layout, run)
    return slot.x + WIRE / 2 + 1, slot.right - WIRE / 2 - 1


WORDS = {"one": "+1", "five": "+5", "go": "GO", "undo": "UNDO", "next": "NEXT"}


def _engraved(layout: Layout) -> Iterator[Shape]:
    """What is written on the face."""
    for mark in engraving(layout.track, Goal.of(layout.options)):
        layer = Layer.LINES if mark.kind == "line" else Layer.ENGRAVE
        if isinstance(mark, Label):
            anchor = "end" if mark.kind == "end" else "middle"
            words = "/".join(mark.words)
            yield Text(mark.x, mark.y, words, 2.4, layer, anchor, widest=SCALE_WIDTH)
        else:
            yield Path(((mark.x, mark.y), (mark.x + mark.dx, mark.y + mark.dy)), layer)
    for button, at in layout.buttons.items():
        yield from _button_label(layout, button, *at)
    match = [hole for hole in layout.track.holes if hole.kind in ("match", "spare")]
    match = [hole for hole in match if layout.field.y + 25 < hole.y < layout.field.bottom - 25]
    yield Text(layout.field.x - 6, layout.field.middle[1] + 1, "MATCH", 2.4, anchor="end")
    for y in sorted({hole.y for hole in match}):
        row = [hole for hole in match if hole.y == y]
        owners = "".join("-" if hole.side is None else LETTERS[hole.side] for hole in row)
        owners = owners[0] if len(set(owners)) == 1 else owners
        yield Text(max(hole.x for hole in row) + 5, y + 1.2, owners, 2.4, anchor="start")
    if not layout.has("reader"):
        return
    card = layout.card
    yield Rect(card.x, card.y, card.width, card.height, Layer.ENGRAVE, corner=3.0)
    yield Text(*card.middle, "CARD", 4)


def _button_label(layout: Layout, button: Button, x: float, y: float) -> Iterator[Text]:
    """What a button does, between it and the holes; read from where its player sits."""
    word = WORDS[button.kind]
    rim = layout.build.flange / 2
    if button.who is None:
        yield Text(x - rim - 2, y + 1.3, word, 2.6, anchor="end")
        return
    letter = LETTERS[button.who]
    if y < layout.field.y:
        yield Text(x, y + rim + 2, f"{letter} {word}", 2.6, turned=True)
    else:
        yield Text(x, y - rim - 2, f"{letter} {word}", 2.6)
