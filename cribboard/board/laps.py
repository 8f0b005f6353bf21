"""Which holes of a lap glow: every lap has a pattern of its own, so that no hole looks the same on two of them (R75)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cribboard.rules import Pegs

GROUP = 5
"""Holes are grouped in fives (R71)."""

MARKS: tuple[tuple[int, ...], ...] = ((), (0,), (3, 4), (1, 2, 3))
"""Lap by lap, which holes are marks, by their number modulo GROUP: none, dots, pairs, threes, one more for each lap done.

A mark glows while it is ahead, and is what stays dark on the trail behind. Which holes they are is no matter of taste:
a peg may stand on a mark, or beside one, and must not make another lap's pattern of it.
"""


@dataclass(frozen=True, slots=True)
class Lap:
    """A lap: its `number` from 0, `start`, the score at which it begins, its `length` in holes, and its `last` hole in play.

    Holes are numbered from 1, as a side's street is. On a lap that ends early, for the game does, the holes beyond
    `last` are out of play.

    >>> lap = Lap(number=1, start=60, length=60, last=60)
    >>> list(lap.trail(Pegs(75, 68))), list(lap.marks(Pegs(75, 68)))
    ([1, 2, 3, 4, 6, 7], [20, 25, 30, 35, 40, 45, 50, 55, 60])
    """

    number: int
    start: int
    length: int
    last: int

    def trail(self, pegs: Pegs) -> Iterator[int]:
        """The holes that glow behind the back peg."""
        marks = MARKS[self.number]
        return (hole for hole in range(1, pegs.back - self.start) if hole % GROUP not in marks)

    def marks(self, pegs: Pegs) -> Iterator[int]:
        """The marks that glow: those ahead of the front peg.

        Where neither the trail nor the way ahead is longer than a group, they can't tell the lap. Then all marks
        glow that are not on the trail: between the pegs, and those that are out of play.

        >>> lap = Lap(number=1, start=60, length=60, last=4)
        >>> list(lap.marks(Pegs(62, 61)))
        [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60]
        """
        front, back = pegs.front - self.start, max(pegs.back - self.start, 1)
        if back - 1 > GROUP or self.last - front > GROUP:
            glowing = range(front + 1, self.last + 1)
        else:
            glowing = range(back, self.length + 1)
        marks = MARKS[self.number]
        return (hole for hole in glowing if hole % GROUP in marks)
