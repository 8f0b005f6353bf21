"""Where the holes are: the one source for lights, pictures, drill template and wiring."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

GROUP = 5
"""Holes are grouped in fives (R71)."""

LONG_GAME = 121
"""The longest game: what the board's scales and skunk lines are marked for."""

KINDS = ("start", "street", "finish", "match")


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole with its pixel: `index` in the chain, `x` and `y` in mm from A's start.

    `kind` is start, street, finish or match; `number` counts a side's holes of one kind from 1, along the course.
    """

    kind: str
    side: int
    number: int
    x: float
    y: float
    index: int


class Track:
    """A board's holes in the order of the chain, and the course that the pegs take through them.

    Raises ValueError where a side lacks its start or finish, or its street holes are not 1 to the last, each once.

    >>> track = Track.load("classic")
    >>> track
    Track.load('classic')
    >>> track.holes[track.hole(side=0, score=75, target=121)]
    Hole(kind='street', side=0, number=15, x=150.0, y=0.0, index=15)
    """

    def __init__(self, name: str, holes: Iterable[Hole]) -> None:
        self.name = name
        self.holes = tuple(holes)
        self.sides = 1 + max(hole.side for hole in self.holes)
        starts, streets, finishes, matches = (
            tuple(self._indices(kind, side) for side in range(self.sides)) for kind in KINDS
        )
        if any(len(ends) != 1 for ends in starts + finishes):
            raise ValueError(f"track {name}: every side takes one start and one finish")
        if len({len(street) for street in streets}) != 1:
            raise ValueError(f"track {name}: the sides have laps of different lengths")
        self._starts = tuple(index for (index,) in starts)
        self._finishes = tuple(index for (index,) in finishes)
        self._streets = streets
        self._matches = matches

    @classmethod
    def load(cls, name: str) -> Track:
        """The track of the data file `name`.toml beside this module; raises FileNotFoundError where there is none."""
        text = files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
        return cls(name, _holes(tomllib.loads(text)["segments"]))

    def __repr__(self) -> str:
        return f"Track.load({self.name!r})"

    @property
    def lap(self) -> int:
        """Holes in a lap, without start and finish: 60 on the classic board."""
        return len(self._streets[0])

    def lap_start(self, score: int, target: int) -> int:
        """The score at which the lap of a peg on `score` began; who is home is still on the last lap (R73, R75).

        >>> track = Track.load("classic")
        >>> [track.lap_start(score, target=121) for score in (0, 1, 60, 61, 120, 121)]
        [0, 0, 0, 60, 60, 60]
        """
        reached = max(min(score, target - 1), 1)
        return (reached - 1) // self.lap * self.lap

    def hole(self, side: int, score: int, target: int) -> int:
        """The pixel of a score: the start at 0, the finish from `target` on, else its hole of the lap (R74)."""
        if score <= 0:
            return self._starts[side]
        if score >= target:
            return self._finishes[side]
        return self._streets[side][(score - 1) % self.lap]

    def scores(self, hole: Hole) -> range:
        """The scores that a street hole stands for, one for each lap of a long game (R75).

        >>> track = Track.load("classic")
        >>> list(track.scores(track.holes[15]))
        [15, 75]
        """
        return range(hole.number, LONG_GAME, self.lap)

    def start(self, side: int) -> int:
        """The pixel of a side's start hole, where both pegs wait (R72)."""
        return self._starts[side]

    def finish(self, side: int) -> int:
        """The pixel of a side's game hole (R72)."""
        return self._finishes[side]

    def street(self, side: int) -> tuple[int, ...]:
        """The pixels of a side's lap, from its first hole to its last."""
        return self._streets[side]

    def match_holes(self, side: int) -> tuple[int, ...]:
        """The pixels of a side's match holes, the first one first (R78)."""
        return self._matches[side]

    def _indices(self, kind: str, side: int) -> tuple[int, ...]:
        """The pixels of a side's holes of this kind, by number."""
        own = sorted(
            (hole.number, hole.index)
            for hole in self.holes
            if hole.kind == kind and hole.side == side
        )
        if [number for number, _ in own] != list(range(1, len(own) + 1)):
            raise ValueError(f"track {self.name}: side {side} lacks a {kind} hole or has it twice")
        return tuple(index for _, index in own)


def _holes(segments: Iterable[dict[str, Any]]) -> Iterator[Hole]:
    """Every hole of the chain, evenly spaced along its segment."""
    index = 0
    for segment in segments:
        first, last = segment["first"], segment["last"]
        (x0, y0), (x1, y1) = segment["from"], segment["to"]
        steps = abs(last - first)
        for step in range(steps + 1):
            way = step / steps if steps else 0.0
            number = first + (step if last > first else -step)
            x, y = x0 + (x1 - x0) * way, y0 + (y1 - y0) * way
            yield Hole(segment["kind"], segment["side"], number, round(x, 3), round(y, 3), index)
            index += 1
