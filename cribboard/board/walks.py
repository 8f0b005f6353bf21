"""Pegs on their way, hole by hole: the count-out of an award, and the way back when it is taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cribboard.rules import Pegs
from cribboard.rules.events import Undone

STEP_SECONDS, WALK_SECONDS = 0.06, 1.5
PAUSE_SECONDS, WALKS_SECONDS = 0.3, 7.0
"""A step from hole to hole, and the longest walk; the pause between two walks, and the longest queue of them."""


@dataclass(frozen=True, slots=True)
class Walk:
    """A side's pegs on their `ways` (from where, to where), hole by hole, so that everyone can count along."""

    side: int
    ways: tuple[tuple[int, int], ...]
    start: float
    end: float

    @classmethod
    def between(cls, side: int, before: Pegs, after: Pegs, start: float, latest: float) -> Walk:
        """The walk from one pair of pegs to another, which begins at `start` and is over by `latest`, in a leap if need be.

        After an award the back peg walks over the front peg, which stands (R54); taken back, it returns the same
        way. In any other change each peg walks for itself.

        >>> Walk.between(0, Pegs(5, 2), Pegs(9, 5), start=0.0, latest=6.0).ways
        ((5, 5), (2, 9))
        """
        leaps = before.front == after.back or before.back == after.front
        ways = tuple(zip(before, reversed(after) if leaps else after, strict=True))
        seconds = min(STEP_SECONDS * _longest(ways), WALK_SECONDS)
        return cls(side, ways, min(start, latest), min(start + seconds, latest))

    def pegs(self, now: float) -> Pegs:
        """Where the pegs are; whichever is ahead is the front peg."""
        back, front = sorted(_along(way, self._taken(now)) for way in self.ways)
        return Pegs(front, back)

    def walkers(self, now: float) -> Iterator[int]:
        """The scores at which pegs are walking just now."""
        if self.start <= now < self.end:
            yield from (_along(way, self._taken(now)) for way in self.ways if way[0] != way[1])

    def next_change(self, now: float) -> float | None:
        """When the next step is made."""
        if now < self.start:
            return self.start
        if now < self.end:
            step = (self.end - self.start) / _longest(self.ways)
            return min(self.start + (self._taken(now) + 1) * step, self.end)
        return None

    def _taken(self, now: float) -> int:
        """Whole steps made so far; a hair early rather than a hair late."""
        if now >= self.end:
            return _longest(self.ways)
        way = (now - self.start) / (self.end - self.start) if now > self.start else 0.0
        return int(way * _longest(self.ways) + 1e-6)


@dataclass(frozen=True, slots=True)
class Walks:
    """All walks that are still to be seen, those of one side one after another.

    >>> walks = Walks().queued(0, Pegs(0, 0), Pegs(2, 0), free=0.0, now=0.0)
    >>> walks.pegs((Pegs(2, 0), Pegs(0, 0)), now=0.07)
    (Pegs(front=1, back=0), Pegs(front=0, back=0))
    """

    walks: tuple[Walk, ...] = ()

    def queued(self, side: int, before: Pegs, after: Pegs, free: float, now: float) -> Walks:
        """With one more, which begins when the side's others are over, and not before `free`."""
        own = [walk.end + PAUSE_SECONDS for walk in self.walks if walk.side == side]
        walk = Walk.between(side, before, after, max([free, *own]), now + WALKS_SECONDS)
        return Walks((*self.walks, walk))

    def turned_back(self, seen: Sequence[Pegs], undone: Undone, now: float) -> Walks:
        """With all pegs that an undo moves walking at once, from where they are `seen` to be."""
        back = [
            Walk.between(side, seen[side], pegs, now, now + WALKS_SECONDS)
            for side, pegs in enumerate(undone.pegs)
            if pegs != undone.pegs_before[side]
        ]
        moved = {walk.side for walk in back}
        return Walks((*(walk for walk in self.walks if walk.side not in moved), *back))

    def towards(self, pegs: Sequence[Pegs], now: float) -> Walks:
        """Without those that are over, and those of a side whose last one doesn't lead to where its pegs are."""
        arrivals = {walk.side: walk.pegs(walk.end) for walk in self.walks}
        return Walks(
            tuple(
                walk
                for walk in self.walks
                if now < walk.end and arrivals[walk.side] == pegs[walk.side]
            )
        )

    def pegs(self, standing: Sequence[Pegs], now: float) -> tuple[Pegs, ...]:
        """Where each side's pegs are: on its first walk that isn't over, else where they stand."""
        pegs = list(standing)
        for walk in reversed(self.walks):
            if now < walk.end:
                pegs[walk.side] = walk.pegs(now)
        return tuple(pegs)

    def walkers(self, now: float) -> Iterator[tuple[int, int]]:
        """The pegs that are walking just now, as (side, score)."""
        return ((walk.side, score) for walk in self.walks for score in walk.walkers(now))

    def sides(self, now: float) -> set[int]:
        """The sides whose pegs have not arrived yet."""
        return {walk.side for walk in self.walks if now < walk.end}


def _longest(ways: tuple[tuple[int, int], ...]) -> int:
    """Holes of the longest way."""
    return max(abs(to - origin) for origin, to in ways)


def _along(way: tuple[int, int], steps: int) -> int:
    """The score after this many steps of a way."""
    origin, to = way
    return min(origin + steps, to) if to > origin else max(origin - steps, to)
