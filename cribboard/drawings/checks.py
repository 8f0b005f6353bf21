"""Whether a board can be built: webs, edges, cells, strips, and what stands in the bay."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from .layout import INSET, OVERHANG, SPACER, Layout, hole_name
from .parts import led_size, part
from .plates import Cut, Plate, plates
from .shapes import Circle, gap, inset

CLEARANCE = 1.0
"""What must remain between things in the bay, and around a part in its height."""

LED_ROOM = 0.4
LONGEST_LEAD = 200.0
"""A data line that is longer loses the first pixel's edges."""

EXACT = 0.05


class Unbuildable(Exception):
    """A board that can't be built; the message has each reason on a line of its own."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__("\n".join(reasons))
        self.reasons = reasons


def check(layout: Layout) -> None:
    """Raises Unbuildable where the choices don't fit together, with all the reasons."""
    reasons = [*_heights(layout), *_light(layout), *_strips(layout)]
    for plate in plates(layout):
        reasons += _summed(list(_webs(plate, layout.build.web)))
    reasons += _bay(layout)
    if reasons:
        raise Unbuildable(reasons)


def _summed(reasons: list[str]) -> list[str]:
    """Many of a kind are one reason with their number."""
    if len(reasons) < 2:
        return reasons
    return [f"{reasons[0]} (and {len(reasons) - 1} more like this)"]


def _heights(layout: Layout) -> Iterator[str]:
    build = layout.build
    if build.depth > build.face:
        yield f"depth {build.depth:g}: the face is {build.face:g} mm thick; takes up to that"
    thickest = INSET - OVERHANG - SPACER / 2
    if build.sheet > thickest:
        yield f"sheet {build.sheet:g}: walls that thick stand in the spacers; takes up to {thickest:g}"
    free = build.bay - CLEARANCE
    if build.body - build.stack > free:
        yield (
            f"body {build.body:g}: a button reaches {build.body - build.stack:g} mm into the bay,"
            f" which has {free:g}; make bay {build.body - build.stack + CLEARANCE:g} or more"
        )
    for name in filter(layout.has, ("speaker", "reader")):
        reach = build.face + part(name).tall - build.stack
        if reach > free:
            yield (
                f"bay {build.bay:g}: the {name} reaches {reach:g} mm into it; make it {reach + CLEARANCE:g} or more"
            )
    for placed in layout.in_bay:
        if placed.part.tall > free:
            yield (
                f"bay {build.bay:g}: the {placed.part.name} stands {placed.part.tall:g} mm tall;"
                f" make it {placed.part.tall + CLEARANCE:g} or more"
            )


def _light(layout: Layout) -> Iterator[str]:
    build, least = layout.build, led_size() + LED_ROOM
    if layout.cell < least:
        yield (
            f"strip {build.strip:g}: pixels every {build.pitch:g} mm leave cells of {layout.cell:g} mm with a web of"
            f" {build.web:g}; a pixel needs {least:g}"
        )
    if build.hole > layout.cell:
        yield f"hole {build.hole:g}: wider than the baffle's cell under it, {layout.cell:g} mm"


def _strips(layout: Layout) -> Iterator[str]:
    """A strip has a pixel every pitch, in a straight line: so must the holes of a row."""
    pitch = layout.build.pitch
    for run in layout.runs:
        first, last = run.holes[0], run.holes[-1]
        steps = {
            round((b.x - a.x) * (1 if run.goes_right else -1), 3) for a, b in pairwise(run.holes)
        }
        if any(abs(step - pitch) > EXACT for step in steps):
            yield (
                f"strip {layout.build.strip:g}: a pixel every {pitch:g} mm doesn't reach the holes from"
                f" {hole_name(first)} to {hole_name(last)}, which are {min(steps):g} to {max(steps):g} mm apart"
            )
    if layout.lead > LONGEST_LEAD:
        yield f"data line of {layout.lead:.0f} mm from the level shifter to the first pixel; takes up to {LONGEST_LEAD:g}"


def _webs(plate: Plate, web: float) -> Iterator[str]:
    """What remains between two cuts, and between a cut and the edge."""
    for cut in plate.cuts:
        room = inset(cut.shape, plate.outline)
        if room < web - EXACT:
            yield f"{plate.name}: {cut.name} {_room(room, 'from the edge', 'over the edge')}; {web:g} must remain"
    for one, other in combinations(plate.cuts, 2):
        room = gap(one.shape, other.shape)
        if room < web - EXACT:
            told = _room(room, "apart", "into each other")
            yield f"{plate.name}: {one.name} and {other.name} are {told}; {web:g} must remain"


def _room(room: float, apart: str, over: str) -> str:
    return f"{room:.1f} mm {apart}" if room >= 0 else f"{-room:.1f} mm {over}"


def _bay(layout: Layout) -> Iterator[str]:
    """Nothing in the bay stands in another's place, or under what reaches down to it from the face."""
    floor, hanging = list(_standing(layout)), list(_hanging(layout))
    for thing, _ in floor:
        if not thing.name.startswith("spacer") and inset(thing.shape, layout.room) < 0:
            yield f"bay: the {thing.name} is in the wall"
    for thing, _ in hanging:
        if inset(thing.shape, layout.room) < CLEARANCE:
            yield f"bay: the {thing.name} is in the wall"
    for (one, _), (other, _) in combinations(floor, 2):
        if gap(one.shape, other.shape) < CLEARANCE:
            yield f"bay: the {one.name} and the {other.name} are in each other's way"
    for (one, _), (other, _) in combinations(hanging, 2):
        if gap(one.shape, other.shape) < CLEARANCE:
            yield f"bay: the {one.name} and the {other.name} are in each other's way under the face"
    for one, tall in floor:
        for other, low in hanging:
            if gap(one.shape, other.shape) < CLEARANCE and tall + CLEARANCE > low:
                yield (
                    f"bay: the {one.name} stands {tall:g} mm tall where the {other.name}"
                    f" hangs {low:g} mm over the floor"
                )


def _standing(layout: Layout) -> Iterator[tuple[Cut, float]]:
    """What stands on the floor, and how tall."""
    for placed in layout.in_bay:
        yield Cut(placed.part.name, placed.covers), placed.part.tall
    for number, (x, y) in enumerate(layout.screws, 1):
        yield Cut(f"spacer {number}", Circle(x, y, SPACER / 2)), layout.build.bay
    yield Cut("jack", layout.jack_room), layout.build.bay
    yield Cut("switch", layout.switch_room), layout.build.bay


def _hanging(layout: Layout) -> Iterator[tuple[Cut, float]]:
    """What hangs down into the bay, and how high over the floor it ends."""
    build = layout.build
    things = [
        (Cut(f"button {button}", Circle(x, y, build.button / 2)), build.body)
        for button, (x, y) in layout.buttons.items()
    ]
    for name, pocket in (("speaker", layout.speaker), ("reader", layout.reader)):
        if layout.has(name):
            things.append((Cut(name, pocket), build.face + part(name).tall))
    for thing, reach in things:
        if reach > build.stack:
            yield thing, build.bay - (reach - build.stack)
