"""Nothing flashes: whatever is done at the table, and however fast, no light goes up and down more than three times a second.

That is the limit of WCAG 2.3.1 for people whom flashes make ill. Every motion on the board keeps to it by itself; this
is for hands that are faster, as when a point is tapped in and dropped again ten times a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .power import BLUE, GREEN, RED, light, room

FLASHES, SECONDS = 3, 1.0
"""So many in so long; a flash is a change of light and the opposite one."""

STEP = 0.9
"""What is dimmer than this part of what it was, or was dimmer than this part of what it is, has changed."""

STRETCH = 3 * 8
"""Bytes that are compared at once."""


@dataclass(slots=True)
class _Pixel:
    """A pixel's light: whether it rises, the `extreme` that it has come to since it last turned, and its `turns`.

    Each of them is the moment at which the light had come to the extreme that it turned to: where it glides, that is the
    latest at which an eye may find it changed.
    """

    rising: bool
    extreme: int
    turns: list[float]


class Steady:
    """Lets frames pass, but holds a pixel as it is where one more change would be a fourth flash within a second.

    The frames are those of the wire, none of which draws more than `budget` mA, nor does any that comes back: what would
    come on beside a light that is held bright waits for it, where the supply can't give both.

    >>> steady = Steady(budget=100)
    >>> on, off = bytes([9, 9, 9]), bytes(3)
    >>> [steady.let(frame, place / 10)[0] for place, frame in enumerate([off, on, off, on, off, on, off, on, off, on])]
    [0, 9, 0, 9, 0, 9, 0, 0, 0, 0]
    >>> steady.next_change(0.9), steady.let(on, 1.2)[0]
    (1.1, 9)
    """

    def __init__(self, budget: float) -> None:
        self._budget = budget
        self._shown = b""
        self._pixels: dict[int, _Pixel] = {}
        self._held: float | None = None

    def let(self, frame: bytes, now: float) -> bytes:
        """The frame as it may be shown now: three bytes a pixel."""
        shown, self._held = self._shown, None
        if frame == shown:
            return frame
        if len(frame) != len(shown):
            self._shown, self._pixels = frame, {}
            return frame
        allowed, brighter = bytearray(shown), list[tuple[int, int]]()
        for at in _changed(frame, shown):
            more = _drawn(frame, at) - _drawn(shown, at)
            if more > 0:
                brighter.append((at, more))
            elif self._may_change(at, frame, now):
                allowed[at : at + 3] = frame[at : at + 3]
        left = room(frame, self._budget) - light(allowed)
        for at, more in brighter:
            if more <= left and self._may_change(at, frame, now):
                allowed[at : at + 3] = frame[at : at + 3]
                left -= more
        self._shown = bytes(allowed)
        return self._shown

    def next_change(self, now: float) -> float | None:
        """When a pixel that is held may change; None where none is."""
        return None if self._held is None else max(self._held, now)

    def _may_change(self, at: int, frame: bytes, now: float) -> bool:
        """Whether this pixel may change to what the frame has, which is then remembered. Light is relative luminance."""
        level = 2126 * frame[at] + 7152 * frame[at + 1] + 722 * frame[at + 2]
        pixel = self._pixels.get(at)
        if pixel is None:
            shown = self._shown
            before = 2126 * shown[at] + 7152 * shown[at + 1] + 722 * shown[at + 2]
            pixel = self._pixels[at] = _Pixel(level < before, before, [])
        extreme = pixel.extreme
        if level >= extreme if pixel.rising else level <= extreme:
            if level != extreme and pixel.turns:
                pixel.turns[-1] = now
            pixel.extreme = level
            return True
        if level >= STEP * extreme if pixel.rising else STEP * level <= extreme:
            return True
        turns = [turn for turn in pixel.turns if now < turn + SECONDS]
        if len(turns) >= 2 * FLASHES:
            free = turns[0] + SECONDS
            self._held = free if self._held is None else min(self._held, free)
            return False
        pixel.turns = [*turns, now]
        pixel.rising, pixel.extreme = not pixel.rising, level
        return True


def _drawn(frame: bytes, at: int) -> int:
    """What the pixel there draws, in the unit of `light`, and quicker."""
    return RED * frame[at] + GREEN * frame[at + 1] + BLUE * frame[at + 2]


def _changed(frame: bytes, shown: bytes) -> Iterator[int]:
    """Where the pixels begin that differ; most of them never do, so whole stretches are compared first."""
    for start in range(0, len(frame), STRETCH):
        part, before = frame[start : start + STRETCH], shown[start : start + STRETCH]
        if part != before:
            for at in range(0, len(part), 3):
                if part[at : at + 3] != before[at : at + 3]:
                    yield start + at
