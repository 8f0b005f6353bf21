"""Lights that come and go besides the pegs: glows, ripples, swells. Each is a value, and a function of time in seconds.

An effect lights holes from `start` until `end`, and answers `next_change(now)`: `now` while it glides, the moment of its
next step, or None once it is over. It never hides what stands on the board: see `layers`. No light of it goes up and
down more than once a second, and each has a `still` picture for those who want no motion.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import chain
from math import ceil, cos, floor, pi, tau
from typing import Self

from .palette import FAINT, Colour

Dot = tuple[int, Colour]
Holes = tuple[int, ...]
"""The pixels of some holes."""

SOFT = 0.3
"""Seconds in which a light comes or goes gently."""

LEAST = FAINT / 4
"""A light below this level isn't worth lighting."""


class Priority(IntEnum):
    """Where two effects want the same hole, the higher one has it."""

    ATTRACT = 0
    CHEER = 1
    ACCENT = 2
    NOTICE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect(ABC):
    """Something that is to be seen for a while."""

    priority: Priority
    start: float
    end: float

    def dots(self, now: float) -> Iterator[Dot]:
        """The pixels that it lights at this moment."""
        return self._dots(now) if self.start <= now < self.end else iter(())

    @abstractmethod
    def _dots(self, now: float) -> Iterator[Dot]:
        """The pixels that it lights at a moment between its start and its end."""

    @abstractmethod
    def still(self) -> Glow:
        """The same without motion."""

    def next_change(self, now: float) -> float | None:
        """When it looks different next."""
        return max(now, self.start) if now < self.end else None

    def lasts_until(self, other: Effect) -> bool:
        """Whether the other is the same, and begins while this is to be seen."""
        same = replace(other, start=self.start, end=self.end) == self
        return same and self.start <= other.start < self.end

    def until(self, end: float) -> Self:
        """The same, with another end."""
        return replace(self, end=end)

    def renewed(self, again: Effect) -> Effect:
        """What becomes of it when the same happens again: it lasts longer, and never begins anew."""
        return self.until(max(self.end, again.end))


@dataclass(frozen=True, slots=True, kw_only=True)
class Glow(Effect):
    """A steady light, which comes in `rise` seconds and goes in `fade`.

    >>> glow = Glow(priority=Priority.NOTICE, start=0.0, end=2.0, lit=((7, Colour(90, 0, 0)),), fade=1.0)
    >>> list(glow.dots(0.5)), list(glow.dots(1.5)), glow.next_change(0.5)
    ([(7, Colour(red=90, green=0, blue=0))], [(7, Colour(red=45, green=0, blue=0))], 1.0)
    """

    lit: tuple[Dot, ...]
    rise: float = 0.0
    fade: float = SOFT

    def _dots(self, now: float) -> Iterator[Dot]:
        level = _envelope(self, now, self.rise, self.fade)
        return ((pixel, colour.shade(level)) for pixel, colour in self.lit)

    def still(self) -> Glow:
        return self

    def next_change(self, now: float) -> float | None:
        if self.start + self.rise <= now < self.end - self.fade:
            return self.end - self.fade
        return Effect.next_change(self, now)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ripple(Effect):
    """A crest that runs once through groups of holes, from the first group to the last, `reach` groups to either side.

    >>> ripple = Ripple(priority=Priority.ACCENT, start=0.0, end=1.0, groups=((4,), (3, 5), (2, 6)), colour=Colour(99, 0, 0))
    >>> list(ripple.dots(0.5))
    [(4, Colour(red=50, green=0, blue=0)), (3, Colour(red=99, green=0, blue=0)), (5, Colour(red=99, green=0, blue=0)), (2, Colour(red=50, green=0, blue=0)), (6, Colour(red=50, green=0, blue=0))]
    """

    groups: tuple[Holes, ...]
    colour: Colour
    reach: float = 2.0

    def _dots(self, now: float) -> Iterator[Dot]:
        way = (now - self.start) / (self.end - self.start)
        crest = way * (len(self.groups) - 1 + 2 * self.reach) - self.reach
        first, last = ceil(crest - self.reach), floor(crest + self.reach)
        for number in range(max(first, 0), min(last + 1, len(self.groups))):
            level = _hump((number - crest) / self.reach)
            if level > LEAST:
                light = self.colour.shade(level)
                for pixel in self.groups[number]:
                    yield pixel, light

    def still(self) -> Glow:
        """It fades along its way, so that it is seen where it comes from."""
        steps = len(self.groups)
        lit = tuple(
            (pixel, self.colour.shade(1 - number / steps))
            for number, group in enumerate(self.groups)
            for pixel in group
        )
        return Glow(
            priority=self.priority, start=self.start, end=self.end, lit=lit, rise=SOFT, fade=SOFT
        )

    def renewed(self, again: Effect) -> Effect:
        return self


@dataclass(frozen=True, slots=True, kw_only=True)
class Swell(Effect):
    """So many equal crests that go round and round through groups of holes, once round in so many `seconds`."""

    groups: tuple[Holes, ...]
    colour: Colour
    crests: int
    seconds: float
    reach: float
    rise: float = 0.5
    fade: float = 2.0

    def _dots(self, now: float) -> Iterator[Dot]:
        level = _envelope(self, now, self.rise, self.fade)
        return self._crests((now - self.start) / self.seconds, level)

    def still(self) -> Glow:
        lit = tuple(self._crests(0.0, 1.0))
        return Glow(
            priority=self.priority,
            start=self.start,
            end=self.end,
            lit=lit,
            rise=self.rise,
            fade=self.fade,
        )

    def _crests(self, rounds: float, level: float) -> Iterator[Dot]:
        """The crests after so many rounds; at first half a gap from the beginning. All are like the first one."""
        length = len(self.groups)
        gap = length / self.crests
        crest = rounds * length + gap / 2
        first, last = ceil(crest - self.reach), floor(crest + self.reach)
        heights = (
            (number, level * _hump((number - crest) / self.reach))
            for number in range(first, last + 1)
        )
        lights = [
            (number, self.colour.shade(height)) for number, height in heights if height > LEAST
        ]
        for place in range(self.crests):
            ahead = round(place * gap)
            for number, light in lights:
                for pixel in self.groups[(number + ahead) % length]:
                    yield pixel, light


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternation(Effect):
    """Groups of holes that light up in turn, each once in so many `seconds`."""

    groups: tuple[Holes, ...]
    colour: Colour
    seconds: float

    def _dots(self, now: float) -> Iterator[Dot]:
        rounds = (now - self.start) / self.seconds
        for place, group in enumerate(self.groups):
            level = (1 + cos(tau * (rounds - place / len(self.groups)))) / 2
            if level > LEAST:
                light = self.colour.shade(level)
                yield from ((pixel, light) for pixel in group)

    def still(self) -> Glow:
        lit = tuple((pixel, self.colour) for pixel in chain.from_iterable(self.groups))
        return Glow(priority=self.priority, start=self.start, end=self.end, lit=lit)


def _envelope(effect: Effect, now: float, rise: float, fade: float) -> float:
    """The level of an effect that comes and goes gently."""
    came = (now - effect.start) / rise if rise else 1.0
    going = (effect.end - now) / fade if fade else 1.0
    return min(1.0, came, going)


def _hump(distance: float) -> float:
    """A crest's height, 1 at its middle and 0 at a distance of 1 and beyond."""
    return (1 + cos(pi * distance)) / 2 if abs(distance) < 1 else 0.0
