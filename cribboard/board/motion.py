"""What moves on the board, as functions of time in seconds: all of it comes to rest within 10 s of its cause.

Every motion answers `next_change(now)`: `now` while it glides, the moment of its next step, or None once it rests.
No light goes up and down more than three times a second.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, inf, tau

from cribboard.rules import Pegs

from .palette import FAINT, Colour

REST = 0.6
"""The level at which a pulse comes to rest."""

PULSE_SECONDS, PULSE_HZ = 8.0, 1.0

STEP_SECONDS, WALK_SECONDS = 0.06, 1.5
PAUSE_SECONDS, WALKS_SECONDS = 0.3, 7.0
"""A step from hole to hole, and the longest walk; the pause between two walks, and the longest queue of them."""

CHEER_SECONDS, CHEER_FADE_SECONDS = 8.0, 2.0
CHEER_HZ, CHEER_HOLES = 0.5, 20
CHEER_LEVEL = 0.4

ALERT_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Pulse:
    """A light that asks for attention from `since` on, bright at first, and calms down to a steady level.

    >>> Pulse(since=0.0).level(0.0), Pulse(since=0.0).level(60.0), Pulse().level(0.0)
    (1.0, 0.6, 0.6)
    """

    since: float = -inf

    def level(self, now: float) -> float:
        """The brightness, between 0.2 and 1."""
        age = now - self.since
        if age >= PULSE_SECONDS:
            return REST
        swing = (1 - REST) * (1 - age / PULSE_SECONDS)
        return REST + swing * cos(tau * PULSE_HZ * age)

    def next_change(self, now: float) -> float | None:
        return now if now - self.since < PULSE_SECONDS else None


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
class Cheer:
    """A slow wave of light along the winner's track, which fades away."""

    side: int
    colour: Colour
    start: float
    end: float

    def dots(self, street: Sequence[int], now: float) -> Iterator[tuple[int, Colour]]:
        """The wave at this moment over the pixels of the winner's street; nothing where it is below the faint trail."""
        if not self.start <= now < self.end:
            return
        crest = CHEER_LEVEL * min(1.0, (self.end - now) / CHEER_FADE_SECONDS)
        for number, pixel in enumerate(street):
            wave = (1 - cos(tau * (number / CHEER_HOLES - CHEER_HZ * (now - self.start)))) / 2
            if crest * wave > FAINT:
                yield pixel, self.colour.at(crest * wave)

    def next_change(self, now: float) -> float | None:
        return max(now, self.start) if now < self.end else None


@dataclass(frozen=True, slots=True)
class Alert:
    """A colour that is to be seen at once, until a moment."""

    colour: Colour
    until: float

    def next_change(self, now: float) -> float | None:
        return self.until if now < self.until else None


def _longest(ways: tuple[tuple[int, int], ...]) -> int:
    """Holes of the longest way."""
    return max(abs(to - origin) for origin, to in ways)


def _along(way: tuple[int, int], steps: int) -> int:
    """The score after this many steps of a way."""
    origin, to = way
    return min(origin + steps, to) if to > origin else max(origin - steps, to)
