"""What stands around the holes: groups of five, scores, skunk lines, starts and homes; for pictures and for the face."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from statistics import mean
from typing import NamedTuple

from .laps import GROUP
from .track import LETTERS, LONG_GAME, Hole, Track

SKUNK_LINES = ((91, "S"), (61, "SS"))
ENDS = {"start": "START", "finish": "HOME"}
"""What stands at the ends of a course; where they are one hole, it is the side's letter."""


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


def engraving(track: Track) -> Iterator[Label | Stroke]:
    """What is cut into the wood around each side's holes, in mm."""
    for side in range(track.sides):
        street = [track.holes[pixel] for pixel in track.street(side)]
        yield from _fives(track, street)
        yield from _skunk_lines(track, side)
        for pixel in dict.fromkeys((track.start(side), track.finish(side))):
            end = track.holes[pixel]
            yield Label("end", end.x - 6, end.y + 1, (ENDS.get(end.kind, LETTERS[side]),))


def _fives(track: Track, street: list[Hole]) -> Iterator[Label | Stroke]:
    """A stroke between groups of five, and the scores of every fifth hole, one for each lap (R71, R75)."""
    middle = mean(hole.y for hole in street)
    for hole, following in zip_longest(street, street[1:]):
        if hole.number % GROUP == 0:
            below = 6.6 if hole.y > middle else -4.6
            yield Label("scale", hole.x, hole.y + below, tuple(map(str, track.scores(hole))))
            if following and hole.y == following.y:
                yield Stroke("five", (hole.x + following.x) / 2, hole.y - 3.5, 0, 7)


def _skunk_lines(track: Track, side: int) -> Iterator[Label | Stroke]:
    """The skunk lines: beyond them a peg is safe (R76). One that falls between two laps of a single row has no place."""
    for safe, name in SKUNK_LINES:
        ends = [track.holes[track.hole(side, score, LONG_GAME)] for score in (safe - 1, safe)]
        if ends[0].y != ends[1].y:
            x, y = mean(hole.x for hole in ends), mean(hole.y for hole in ends)
            yield Stroke("line", x - 4, y, 8, 0)
            yield Label("line", x + 7, y + 0.9, (name,))
