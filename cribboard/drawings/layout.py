"""Where everything lies: the board's outline, buttons, reader, speaker, screws, strips, and what stands in the bay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from statistics import mean
from typing import NamedTuple

from cribboard.board.track import LETTERS, Hole, Track
from cribboard.config import buttons_of
from cribboard.rules import Options
from cribboard.signals import Button

from .build import Build
from .parts import Part, part, strip_width
from .shapes import Circle, Point, Rect

LEFT, RIGHT, APRON = 26.0, 83.0, 14.0
"""From the outermost holes to the board's left and right edge, and to the rim of the buttons at its long edges."""

EDGE, INSET, OVERHANG = 13.0, 9.0, 2.0
"""The strip along the edges that is the screws' alone, how far from the edge they stand, and the walls before them."""

SCREW = 3.2
SPACER = 6.0
WIRE = 5.0
READER, SPEAKER = 43.5, 40.0
"""How far beyond the last holes the middles of reader and speaker are."""

LABEL_ROOM = 16.0
"""Between two buttons of the panel."""


class Run(NamedTuple):
    """A piece of strip: its number from 1 along the chain, and its holes."""

    number: int
    holes: tuple[Hole, ...]

    @property
    def y(self) -> float:
        return self.holes[0].y

    @property
    def ends(self) -> tuple[float, float]:
        """The x of its leftmost and its rightmost hole."""
        first, last = self.holes[0].x, self.holes[-1].x
        return min(first, last), max(first, last)

    @property
    def goes_right(self) -> bool:
        return self.holes[0].x < self.holes[-1].x


class Placed(NamedTuple):
    """A part with its middle at (x, y)."""

    part: Part
    x: float
    y: float

    @property
    def covers(self) -> Rect:
        return self.part.at(self.x, self.y)

    @property
    def bores(self) -> tuple[Circle, ...]:
        return self.part.bores(self.x, self.y)


@dataclass(frozen=True)
class Layout:
    """A board for these players, built like this; all that is drawn of it is placed here, in the track's mm.

    `absent` names the parts that this table does without: of pico, reader, amplifier and speaker.
    """

    options: Options
    build: Build
    absent: frozenset[str] = frozenset()

    @cached_property
    def track(self) -> Track:
        return Track.for_options(self.options, self.build.strip)

    @cached_property
    def field(self) -> Rect:
        """What the rows of holes cover, from hole to hole."""
        xs = [hole.x for hole in self.track.holes]
        ys = [hole.y for hole in self.track.holes]
        return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    @cached_property
    def outline(self) -> Rect:
        """The board."""
        apron = APRON + max(self.build.flange, part("speaker").size[1]) + EDGE
        x, y, width, height = self.field.x, self.field.y, self.field.width, self.field.height
        long, deep = round(width + LEFT + RIGHT, 3), round(height + 2 * apron, 3)
        return Rect(x - LEFT, y - apron, long, deep, corner=6.0)

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """The pieces into which the strip is cut: each is what lies in one row."""
        pieces: list[list[Hole]] = [[self.track.holes[0]]]
        for hole, following in pairwise(self.track.holes):
            if following.y != hole.y:
                pieces.append([])
            pieces[-1].append(following)
        return tuple(Run(number, tuple(piece)) for number, piece in enumerate(pieces, 1))

    @cached_property
    def channel(self) -> float:
        """The width of a strip's channel."""
        return strip_width(self.build.strip) + 0.4

    @cached_property
    def cell(self) -> float:
        """The edge of the baffle's cell around a pixel."""
        return round(min(8.0, self.build.pitch - self.build.web), 3)

    @cached_property
    def buttons(self) -> dict[Button, Point]:
        """The middle of every button: each side's at the long edge that its row is next to, the shared ones in the panel."""
        placed: dict[Button, Point] = {}
        rim = self.build.flange
        out = APRON + rim / 2
        for y, sides, facing in (
            (self.field.y - out, self._sides_at(top=True), -1),
            (self.field.bottom + out, self._sides_at(top=False), 1),
        ):
            for place, side in enumerate(sides):
                middle = self.field.x + (place + 0.5) * self.field.width / len(sides)
                group = [Button("one", side), Button("five", side)]
                group += [Button("go", seat) for seat in self.options.members(side)]
                for at, button in enumerate(group):
                    step = (at - (len(group) - 1) / 2) * (rim + 4)
                    placed[button] = round(middle + facing * step, 3), round(y, 3)
        x = self.field.right - rim / 2
        placed[Button("next")] = round(x, 3), self.field.middle[1]
        placed[Button("undo")] = round(x - rim - LABEL_ROOM, 3), self.field.middle[1]
        return {button: placed[button] for button in buttons_of(self.options)}

    def _sides_at(self, top: bool) -> list[int]:
        """The sides whose rows are nearest to the upper edge, or to the lower one."""
        return [side for side in range(self.track.sides) if self.is_at_top(side) is top]

    def is_at_top(self, side: int) -> bool:
        """Whether a side sits at the upper edge."""
        rows = [self.track.holes[pixel].y for pixel in self.track.street(side)]
        return mean(rows) < self.field.middle[1]

    @cached_property
    def screws(self) -> tuple[Point, ...]:
        """Where screws go through the whole board: the corners, and two along each long edge."""
        left, right = self.outline.x + INSET, self.outline.right - INSET
        thirds = [self.field.x + self.field.width * share / 3 for share in (1, 2)]
        return tuple(
            (round(x, 3), round(y, 3))
            for y in (self.outline.y + INSET, self.outline.bottom - INSET)
            for x in (left, *thirds, right)
        )

    def has(self, name: str) -> bool:
        """Whether a part is built in."""
        return name not in self.absent

    @cached_property
    def card(self) -> Rect:
        """Where a card is laid to be read."""
        return part("card").at(self.field.right + READER, self.field.middle[1])

    @cached_property
    def reader(self) -> Rect:
        """The pocket for the reader, right under the face."""
        width, height = part("reader").size
        return Rect.about(*self.card.middle, width + 2, height + 2)

    @cached_property
    def speaker(self) -> Rect:
        """The pocket for the speaker, right under the face."""
        width, height = part("speaker").size
        x, y = self.field.right + SPEAKER, self.field.bottom + 24
        return Rect.about(x, y, width + 1, height + 1)

    @cached_property
    def in_bay(self) -> tuple[Placed, ...]:
        """What stands on the floor of the bay, the level shifter next to the first pixel."""
        x, y = self.field.x, self.field.y
        standing = (
            Placed(part("shifter"), x + 20, y + 12),
            Placed(part("supply"), x + 70, y + 14),
            Placed(part("pi"), x + 30.5, y + 61),
            Placed(part("amplifier"), self.field.right - 12, self.field.bottom - 12),
            Placed(part("pico"), self.card.middle[0], y + 12),
        )
        return tuple(placed for placed in standing if self.has(placed.part.name))

    @cached_property
    def jack(self) -> Point:
        """Where the supply's jack is in the left wall: y along it, and z over the floor."""
        return self.field.y + 12, self.build.bay / 2

    @cached_property
    def switch(self) -> Point:
        """Where the button that shuts the Pi down is in the left wall: y along it, and z over the floor."""
        return self.field.y - 14, self.build.bay / 2

    @property
    def switch_room(self) -> Rect:
        """What that button covers behind its wall."""
        y, _ = self.switch
        return Rect(self.room.x, y - 6, 20, 12)

    @cached_property
    def walled(self) -> Rect:
        """What the walls stand around, with themselves."""
        board = self.outline
        long, deep = board.width - 2 * OVERHANG, board.height - 2 * OVERHANG
        return Rect(board.x + OVERHANG, board.y + OVERHANG, round(long, 3), round(deep, 3))

    @cached_property
    def room(self) -> Rect:
        """The bay, between its walls."""
        wall, walled = self.build.sheet, self.walled
        return Rect(
            walled.x + wall, walled.y + wall, walled.width - 2 * wall, walled.height - 2 * wall
        )

    @property
    def jack_room(self) -> Rect:
        """What the jack covers behind its wall."""
        y, _ = self.jack
        return Rect(self.room.x, y - 8, 24, 16)

    @cached_property
    def lead(self) -> float:
        """How far the data line runs from the level shifter to the first pixel, in mm."""
        shifter, first = self.in_bay[0].covers, self.track.holes[0]
        return abs(shifter.x - first.x) + abs(shifter.y - first.y) + self.build.bay


def hole_name(hole: Hole) -> str:
    """A hole's name for who reads a drawing.

    >>> hole_name(Track.load("classic").holes[62])
    'B finish'
    """
    if hole.side is None:
        return f"spare {hole.index}"
    letter = LETTERS[hole.side]
    if hole.kind == "street":
        return f"{letter} {hole.number}"
    if hole.kind == "match":
        return f"{letter} match {hole.number}"
    return f"{letter} {hole.kind}"


def holes_of(runs: tuple[Run, ...]) -> Iterator[tuple[Run, int, Hole]]:
    """Every hole in the order of the chain, with its piece of strip and its place in it from 1."""
    for run in runs:
        for place, hole in enumerate(run.holes, 1):
            yield run, place, hole
