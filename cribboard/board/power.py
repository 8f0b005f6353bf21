"""What a frame draws from the supply, and keeping it within what the supply can give.

A frame is three bytes a pixel, red, green, blue, in chain order; the values are those of the wire, after gamma.
"""

from __future__ import annotations

from collections import deque
from functools import cache

DARK = 1
RED, GREEN, BLUE = 16, 11, 15
FULL = 255

HOLD_SECONDS = 1.0


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
    return _within(frame, _room(frame, budget), _light(frame))


class Supply:
    """The limit for frames that follow each other: each is dimmed as the heaviest of the last second has to be.

    A frame that is dimmed by itself would make all lights of the board waver with every one that comes or goes.

    >>> supply = Supply(budget=20)
    >>> heavy, light = bytes([255] * 3), bytes([9] * 3)
    >>> [supply.let(frame, now)[0] for now, frame in [(0.0, light), (0.1, heavy), (0.2, light), (1.1, light)]]
    [9, 115, 4, 9]
    """

    def __init__(self, budget: float) -> None:
        self._budget = budget
        self._recent: deque[tuple[float, int]] = deque()
        self._holds = False

    def let(self, frame: bytes, now: float) -> bytes:
        """The frame as it may be shown now."""
        light, room, recent = _light(frame), _room(frame, self._budget), self._recent
        while recent and (recent[0][0] <= now or recent[-1][1] <= light):
            recent.popleft() if recent[0][0] <= now else recent.pop()
        recent.append((now + HOLD_SECONDS, light))
        heaviest = recent[0][1]
        self._holds = light < heaviest > room
        return _within(frame, room, heaviest)

    def next_change(self, now: float) -> float | None:
        """When a frame that is dimmed for an earlier one may be brighter."""
        return max(self._recent[0][0], now) if self._holds else None


def _room(frame: bytes, budget: float) -> int:
    """What the lit channels may draw."""
    return max(0, int(budget) - len(frame) // 3 * DARK) * FULL


def _within(frame: bytes, room: int, light: int) -> bytes:
    """The frame, dimmed as one that draws so much `light` has to be."""
    if light <= room:
        return frame
    return frame.translate(bytes(value * room // light for value in range(FULL + 1)))


def _light(frame: bytes) -> int:
    """What the lit channels draw, in mA times 255: whole numbers, so that a limit is exact."""
    return RED * sum(frame[0::3]) + GREEN * sum(frame[1::3]) + BLUE * sum(frame[2::3])
