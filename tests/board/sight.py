"""What an eye sees of the lights: how bright, and how it flashes (WCAG 2.3.1)."""

from __future__ import annotations

from collections.abc import Sequence

from cribboard.board.palette import Colour


def luminance(colour: Colour) -> float:
    """Relative luminance, white being 1."""
    return (0.2126 * colour.red + 0.7152 * colour.green + 0.0722 * colour.blue) / 255


def swings(levels: Sequence[float], least: float) -> list[int]:
    """Where a series has turned by at least `least` since its last turning point, up or down."""
    turns, low, high, direction = [], levels[0], levels[0], 0
    for place, level in enumerate(levels):
        low, high = min(low, level), max(high, level)
        if direction <= 0 and level - low >= least:
            turns.append(place)
            direction, high = 1, level
            low = level
        elif direction >= 0 and high - level >= least:
            turns.append(place)
            direction, low = -1, level
            high = level
    return turns


def flashes(turns: Sequence[int], per: int) -> int:
    """The most flashes within `per` samples; a flash is a pair of opposing changes, half of one counts."""
    most = max((sum(start <= turn < start + per for turn in turns) for start in turns), default=0)
    return -(-most // 2)
