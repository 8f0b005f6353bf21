"""What stands around the holes: groups of five, scores, skunk lines, starts and homes; for pictures and for the face."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from statistics import mean
from typing import NamedTuple

from cribboard.rules import Options
from cribboard.rules.match import skunk_lines

from .laps import GROUP
from .track import LETTERS, LONG_GAME, Hole, Track

SKUNKS = "S", "SS"
"""How the lines before the first safe holes are named, the skunk's and the double skunk's."""

ENDS = {"start": "START", "finish": "HOME"}
"""What stands at the ends of a course; where they are one hole, it is the side's letter."""


class Goal(NamedTuple):
    """Where a game ends, and the first safe holes before that, highest first: what is engraved depends on no other rule.

    >>> Goal.of(Options(target=61))
    Goal(target=61, safe=(31,))
    """

    target: int = LONG_GAME
    safe: tuple[int, ...] = (91, 61)

    @classmethod
    def of(cls, options: Options) -> Goal:
        """That of games by these rules (R55, R56)."""
        return cls(options.target, skunk_lines(options)[: len(SKUNKS)])


CLASSIC = Goal()


class Label(NamedTuple):
    """Letters on the board: scores (`scale`) and a line's name (`line`) in the middle of x, an `end`'s up to x; y is their baseline."""

    kind: str
    x: float
    y: float
    words: tuple[str, ...]


class Stroke(NamedTuple):
    """A stroke on the board, between groups of five (`five`) or before the first safe hole (`line`)."""

    kind: str
    x: float
    y: float
    dx: float
    dy: float


def engraving(track: Track, goal: Goal) -> Iterator[Label | Stroke]:
    """What is cut into the wood around each side's holes, in mm."""
    for side in range(track.sides):
        street = [track.holes[pixel] for pixel in track.street(side)]
        yield from _fives(track, street, goal.target)
        yield from _skunk_lines(track, side, goal)
        for pixel in dict.fromkeys((track.start(side), track.finish(side))):
            end = track.holes[pixel]
            yield Label("end", end.x - 6, end.y + 1, (ENDS.get(end.kind, LETTERS[side]),))


def _fives(track: Track, street: list[Hole], target: int) -> Iterator[Label | Stroke]:
    """A stroke between groups of five, and the scores of every fifth hole, one for each lap (R71, R75)."""
    middle = _middle(street)
    for hole, following in zip_longest(street, street[1:]):
        if hole.number % GROUP == 0:
            if scores := tuple(map(str, track.scores(hole, target))):
                yield Label("scale", hole.x, _beside(hole, hole.y > middle), scores)
            if following and hole.y == following.y:
                yield Stroke("five", (hole.x + following.x) / 2, hole.y - 3.5, 0, 7)


def _skunk_lines(track: Track, side: int, goal: Goal) -> Iterator[Label | Stroke]:
    """The skunk lines with their names: beyond them a peg is safe (R76). One between two holes of a row stands upright.

    Lines a lap apart are one. One that falls between two laps of a single row has no place.
    """
    middle = _middle([track.holes[pixel] for pixel in track.street(side)])
    names: dict[tuple[int, ...], tuple[str, ...]] = {}
    for safe, name in zip(goal.safe, SKUNKS, strict=False):
        between = tuple(track.hole(side, score, goal.target) for score in (safe - 1, safe))
        names[between] = (*names.get(between, ()), name)
    for between, words in names.items():
        before, after = (track.holes[pixel] for pixel in between)
        x, y = (before.x + after.x) / 2, (before.y + after.y) / 2
        if before.y != after.y:
            yield Stroke("line", x - 4, y, 8, 0)
            yield Label("line", x + 7, y + 0.9, words)
        elif abs(before.number - after.number) == 1:
            yield Stroke("line", x, y - 3.5, 0, 7)
            yield Label("line", x, _beside(after, after.y <= middle), words)


def _middle(street: list[Hole]) -> float:
    """The height of a street's middle: its scores stand outside, the names of upright lines inside."""
    return mean(hole.y for hole in street)


def _beside(hole: Hole, below: bool) -> float:
    """The baseline of what is written below a row, or above it."""
    return hole.y + (6.6 if below else -4.6)
