"""What a frame draws from the supply, and keeping it within what the supply can give.

A frame is three bytes a pixel, red, green, blue, in chain order; the values are those of the wire, after gamma.
"""

from __future__ import annotations

from functools import cache

DARK = 1
RED, GREEN, BLUE = 16, 11, 15
FULL = 255

STILL_SECONDS = 1.0


def milliamps(frame: bytes) -> float:
    """The current in mA at 5 V, by FastLED's measured model of the WS2812B: each dark pixel 1, each full colour its own.

    >>> milliamps(bytes([255, 255, 255] * 134))
    5762.0
    """
    return len(frame) // 3 * DARK + light(frame) / FULL


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
    return _within(frame, room(frame, budget), light(frame))


class Supply:
    """The limit for frames that follow each other: each is dimmed as the heaviest since the board last stood still for a second.

    A frame that is dimmed by itself would make all lights of the board waver with every one that comes or goes.

    >>> supply = Supply(budget=20)
    >>> heavy, light = bytes([255] * 3), bytes([9] * 3)
    >>> [supply.let(frame, now)[0] for now, frame in [(0.0, light), (0.1, heavy), (0.9, light), (1.9, light)]]
    [9, 115, 4, 9]
    """

    def __init__(self, budget: float) -> None:
        self._budget = budget
        self._frame = b""
        self._changed = 0.0
        self._heaviest = 0
        self._holds = False

    def let(self, frame: bytes, now: float) -> bytes:
        """The frame as it may be shown now."""
        drawn, most = light(frame), room(frame, self._budget)
        if now >= self._changed + STILL_SECONDS:
            self._heaviest = 0
        if frame != self._frame:
            self._frame, self._changed = frame, now
        self._heaviest = max(self._heaviest, drawn)
        self._holds = drawn < self._heaviest > most
        return _within(frame, most, self._heaviest)

    def next_change(self, now: float) -> float | None:
        """When a frame that is dimmed for an earlier one may be brighter."""
        return max(self._changed + STILL_SECONDS, now) if self._holds else None


def room(frame: bytes, budget: float) -> int:
    """What the lit channels of a frame like this may draw, in the unit of `light`."""
    return max(0, int(budget) - len(frame) // 3 * DARK) * FULL


def light(frame: bytes | bytearray) -> int:
    """What the lit channels draw, in mA times 255: whole numbers, so that a limit is exact."""
    return RED * sum(frame[0::3]) + GREEN * sum(frame[1::3]) + BLUE * sum(frame[2::3])


def _within(frame: bytes, most: int, drawn: int) -> bytes:
    """The frame, dimmed so that one which draws `drawn` would draw `most`."""
    if drawn <= most:
        return frame
    return frame.translate(bytes(value * most // drawn for value in range(FULL + 1)))
