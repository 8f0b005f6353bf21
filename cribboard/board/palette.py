"""The colours of the board, as values for the wire: linear light, no gamma to come."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple


class Colour(NamedTuple):
    """Red, green and blue light, 0 to 255 each."""

    red: int
    green: int
    blue: int

    def at(self, level: float) -> Colour:
        """This colour, dimmed to a level from 0 to 1; however dim, what is lit stays lit.

        >>> Colour(255, 90, 0).at(1 / 3), Colour(255, 90, 0).at(0.001)
        (Colour(red=85, green=30, blue=0), Colour(red=1, green=1, blue=0))
        """
        return _at(self, level)

    def shade(self, level: float) -> Colour:
        """This colour at a level, to the nearest 255th; quick, for lights that glide.

        >>> Colour(255, 90, 0).shade(1 / 3)
        Colour(red=85, green=30, blue=0)
        """
        return _at(self, round(255 * level) / 255)

    def at_most(self, level: float) -> Colour:
        """This colour, dimmed where its brightest light is above a level.

        >>> Colour(255, 90, 0).at_most(1 / 3), Colour(20, 7, 0).at_most(1 / 3)
        (Colour(red=85, green=30, blue=0), Colour(red=20, green=7, blue=0))
        """
        brightest = max(self)
        return self.shade(255 * level / brightest) if brightest > 255 * level else self

    def mixed_with(self, other: Colour) -> Colour:
        """Half of this colour and half of the other.

        >>> Colour(255, 90, 0).mixed_with(Colour(255, 255, 255))
        Colour(red=255, green=172, blue=127)
        """
        red, green, blue = ((a + b) // 2 for a, b in zip(self, other, strict=True))
        return Colour(red, green, blue)


@lru_cache(4096)  # glides go through many levels
def _at(colour: Colour, level: float) -> Colour:
    red, green, blue = (max(round(light * level), 1) if light else 0 for light in colour)
    return Colour(red, green, blue)


DARK = Colour(0, 0, 0)
WHITE = Colour(255, 255, 255)
RED = Colour(255, 0, 20)
AMBER = Colour(255, 140, 0)
WARM = Colour(255, 150, 60)

SIDES = (
    Colour(0, 70, 255),  # azure
    Colour(255, 80, 0),  # orange
    Colour(0, 255, 90),  # green
    Colour(140, 90, 140),  # mauve
)
"""Each side's colour. They, red (with a touch of blue for that) and white stay apart for every kind of colour blindness."""

FRONT, BACK, FAINT = 1.0, 1 / 3, 1 / 16
"""Levels: a front peg, a back peg, and what only marks the way."""

GAMMA = 2.2


def pixels(frame: bytes) -> Iterator[Colour]:
    """The colours of a frame, three bytes each: red, green, blue.

    >>> list(pixels(bytes([255, 80, 0, 0, 0, 1])))
    [Colour(red=255, green=80, blue=0), Colour(red=0, green=0, blue=1)]
    """
    for at in range(0, len(frame), 3):
        yield Colour(*frame[at : at + 3])


def on_screen(colour: Colour) -> Colour:
    """The colour as a screen takes it, which dims by a power: a faint light stays to be seen.

    >>> on_screen(Colour(255, 16, 0))
    Colour(red=255, green=72, blue=0)
    """
    red, green, blue = (round(255 * (light / 255) ** (1 / GAMMA)) for light in colour)
    return Colour(red, green, blue)
