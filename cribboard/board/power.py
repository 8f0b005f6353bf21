"""What a frame draws from the supply, and keeping it within what the supply can give.

A frame is three bytes a pixel, red, green, blue, in chain order; the values are those of the wire, after gamma.
"""

from __future__ import annotations

from functools import cache

DARK = 1
RED, GREEN, BLUE = 16, 11, 15
FULL = 255


def milliamps(frame: bytes) -> float:
    """The current in mA at 5 V, by FastLED's measured model of the WS2812B: each dark pixel 1, each full colour its own.

    >>> milliamps(bytes([255, 255, 255] * 134))
    5762.0
    """
    return len(frame) // 3 * DARK + _light(frame) / FULL


def dim(frame: bytes, level: float) -> bytes:
    """The frame at a brightness above 0 and up to 1; however dim, what is lit stays lit.

    >>> list(dim(bytes([255, 90, 1, 0]), 0.2))
    [51, 18, 1, 0]
    """
    return frame if level == 1 else frame.translate(_dimmed(level))


@cache
def _dimmed(level: float) -> bytes:
    return bytes(max(round(value * level), min(value, 1)) for value in range(FULL + 1))


def limit(frame: bytes, budget: float) -> bytes:
    """The frame, dimmed by one factor for all channels if it would draw more than `budget` mA.

    What comes back never draws more, rounding included. Below the dark pixels' own current nothing is lit.

    >>> set(limit(bytes([255, 255, 255] * 134), budget=1500))
    {61}
    """
    room = max(0, int(budget) - len(frame) // 3 * DARK) * FULL
    light = _light(frame)
    if light <= room:
        return frame
    return frame.translate(bytes(value * room // light for value in range(FULL + 1)))


def _light(frame: bytes) -> int:
    """What the lit channels draw, in mA times 255: whole numbers, so that a limit is exact."""
    return RED * sum(frame[0::3]) + GREEN * sum(frame[1::3]) + BLUE * sum(frame[2::3])
