"""A measure of flicker, apart from the board's own: how often light turns from brighter to darker or back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

ALLOWED = 6
"""Turns within a second: three flashes, each a change of light and the opposite one (WCAG 2.3.1)."""

LEAST = 0.1
"""A change counts from this part of the brightest that the light gets."""

WEIGHTS = 2126, 7152, 722
"""Of red, green and blue in relative luminance (WCAG 2)."""

Film = Iterable[tuple[float, bytes]]
"""Moments, and the frame that is seen from each of them on."""


def turns(levels: Sequence[float], least: float = 0.0) -> list[int]:
    """Where a series has turned, up or down, by at least a tenth of its peak, and `least`, since its last turning point."""
    least, found = max(LEAST * max(levels), least), list[int]()
    low = high = levels[0]
    rising: bool | None = None
    for place, level in enumerate(levels):
        low, high = min(low, level), max(high, level)
        if least and rising is not True and level - low >= least:
            found.append(place)
            rising, high = True, level
        elif least and rising is not False and high - level >= least:
            found.append(place)
            rising, low = False, level
    return found


def most_turns(film: Film, together: float = 0.0) -> int:
    """The most turns within any second of any pixel, or of all light together, where it is that of so many white pixels."""
    moments, frames = zip(*film, strict=True)
    whole = [_luminance(*_sums(frame)) for frame in frames]
    most = _crowd(moments, whole, together * _luminance(255, 255, 255))
    for pixel in range(len(frames[0]) // 3):
        colours = [frame[3 * pixel : 3 * pixel + 3] for frame in frames]
        if len(set(colours)) > 1:
            most = max(most, _crowd(moments, [_luminance(*colour) for colour in colours]))
    return most


def _luminance(*colour: int) -> int:
    return sum(map(int.__mul__, WEIGHTS, colour))


def _sums(frame: bytes) -> tuple[int, int, int]:
    """All red, green and blue of a frame."""
    return sum(frame[0::3]), sum(frame[1::3]), sum(frame[2::3])


def _crowd(moments: Sequence[float], levels: Sequence[float], least: float = 0.0) -> int:
    """The most turns within any second; a hair less than one, for moments are sums of fractions."""
    at = [moments[place] for place in turns(levels, least)]
    return max((sum(one <= other < one + 1 - 1e-6 for other in at) for one in at), default=0)
