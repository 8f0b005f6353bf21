"""Nothing flashes: whatever is done at the table, and however fast, no light goes up and down more than three times a second.

That is the limit of WCAG 2.3.1 for people whom flashes make ill. Every motion on the board keeps to it by itself; this
is for hands that are faster, as when a point is tapped in and dropped again ten times a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .power import light, room

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

    def turns_at(self, level: int) -> bool:
        """Whether it would turn if it had this level."""
        return level < STEP * self.extreme if self.rising else STEP * level > self.extreme

    def go_to(self, level: int, now: float) -> None:
        """Have this level."""
        if self.turns_at(level):
            self.turns.append(now)
            self.rising, self.extreme = not self.rising, level
        elif level > self.extreme if self.rising else level < self.extreme:
            self.extreme = level
            if self.turns:
                self.turns[-1] = now

    def free_at(self, now: float) -> float | None:
        """When it may turn again; None if it may now."""
        self.turns = [turn for turn in self.turns if now < turn + SECONDS]
        return self.turns[0] + SECONDS if len(self.turns) >= 2 * FLASHES else None


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
        changed = [self._change(at, frame) for at in _changed(frame, shown)]
        held = [at for at, pixel, level in changed if self._holds(pixel, level, now)]
        if held:
            frame = self._without(held, frame)
        for at, pixel, level in changed:
            if not held or frame[at : at + 3] != shown[at : at + 3]:
                pixel.go_to(level, now)
        self._shown = frame
        return frame

    def next_change(self, now: float) -> float | None:
        """When a pixel that is held may change; None where none is."""
        return None if self._held is None else max(self._held, now)

    def _change(self, at: int, frame: bytes) -> tuple[int, _Pixel, int]:
        """Where a pixel begins, what is known of it, and the level that it is to have. Its first change is a turn."""
        level = _level(frame, at)
        pixel = self._pixels.get(at)
        if pixel is None:
            before = _level(self._shown, at)
            pixel = self._pixels[at] = _Pixel(level < before, before, [])
        return at, pixel, level

    def _holds(self, pixel: _Pixel, level: int, now: float) -> bool:
        """Whether it must stay as it is, and until when, which is remembered."""
        if not pixel.turns_at(level) or (free := pixel.free_at(now)) is None:
            return False
        self._held = free if self._held is None else min(self._held, free)
        return True

    def _without(self, held: list[int], frame: bytes) -> bytes:
        """The frame with these pixels as they are shown, and no brighter ones than the supply can give beside them."""
        shown, allowed = self._shown, bytearray(frame)
        for at in held:
            allowed[at : at + 3] = shown[at : at + 3]
        left = room(frame, self._budget) - light(allowed)
        for at in _changed(bytes(allowed), shown):
            if left >= 0:
                break
            more = light(allowed[at : at + 3]) - light(shown[at : at + 3])
            if more > 0:
                allowed[at : at + 3] = shown[at : at + 3]
                left += more
        return bytes(allowed)


def _level(frame: bytes, at: int) -> int:
    """Relative luminance of the pixel there."""
    return 2126 * frame[at] + 7152 * frame[at + 1] + 722 * frame[at + 2]


def _changed(frame: bytes, shown: bytes) -> Iterator[int]:
    """Where the pixels begin that differ; most of them never do, so whole stretches are compared first."""
    for start in range(0, len(frame), STRETCH):
        part, before = frame[start : start + STRETCH], shown[start : start + STRETCH]
        if part != before:
            for at in range(0, len(part), 3):
                if part[at : at + 3] != before[at : at + 3]:
                    yield start + at
