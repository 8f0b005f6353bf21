"""The board as a moving picture: SVG that plays by itself, over and over, in a browser or on a page that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .drawing import HOLE_RADIUS, at, board, hue_and_level
from .palette import Colour, pixels
from .track import Track

Film = Sequence[tuple[float, bytes]]
"""Frames, each with its moment in seconds; between two of them the light glides."""

TOLERANCE, HUES = 0.05, 20
"""How far a light may be from the line between two others before the picture takes note of it: in level, of 1, and hue, of 255."""

DIM = 16
"""A light that is dimmer than this hasn't steps enough to show its hue."""

GLOW = """\
  <defs>
    <filter id="glow" filterUnits="userSpaceOnUse" x="-24" y="-24" width="100%" height="100%">
      <feGaussianBlur stdDeviation="2.6" result="shine"/>
      <feMerge><feMergeNode in="shine"/><feMergeNode in="shine"/><feMergeNode in="SourceGraphic"/></feMerge>
    </filter>
  </defs>"""


class Light(NamedTuple):
    """What a pixel looks like: the hue at its brightest, and its level from 0 to 1."""

    hue: Colour
    level: float

    def style(self) -> tuple[str, str]:
        """Its fill and its opacity."""
        return "#{:02x}{:02x}{:02x}".format(*self.hue), f"{self.level:.2g}".removeprefix("0") or "0"


Course = tuple[tuple[float, Light], ...]
"""A pixel's lights, each with its moment."""


def moving_svg(track: Track, film: Film, title: str, poster: float = 0.0) -> str:
    """The board as the film lights it, with `title` in its middle; the film ends with its last frame, and begins anew.

    Whoever has asked the browser for less motion sees it stand as it is at the moment `poster`. The same input makes the
    same drawing.
    """
    return board(track, title, _lights(track, film, poster))


def _lights(track: Track, film: Film, poster: float) -> Iterator[str]:
    seconds = film[-1][0]
    alike: dict[Course, list[int]] = {}
    for pixel, course in enumerate(_courses(film)):
        if any(light.level for _, light in course):
            alike.setdefault(course, []).append(pixel)
    moving = {
        course: f"m{number}"
        for number, course in enumerate(course for course in alike if len(course) > 1)
    }
    yield GLOW
    yield "  <style>"
    yield f"    .lights g {{ animation: {seconds:g}s linear infinite; }}"
    yield (
        "    @media (prefers-reduced-motion: reduce)"
        f" {{ .lights g {{ animation-play-state: paused; animation-delay: -{poster:g}s; }} }}"
    )
    for course, name in moving.items():
        frames = " ".join(_keyframe(moment / seconds, light) for moment, light in course)
        yield f"    #{name} {{ animation-name: {name}; }} @keyframes {name} {{ {frames} }}"
    yield "  </style>"
    yield '  <g class="lights" filter="url(#glow)">'
    for course, lit in alike.items():
        name = f' id="{moving[course]}"' if course in moving else ""
        fill, opacity = course[0][1].style()
        yield f'    <g{name} fill="{fill}" opacity="{opacity}">'
        yield from (f'      <circle {at(track.holes[pixel])} r="{HOLE_RADIUS}"/>' for pixel in lit)
        yield "    </g>"
    yield "  </g>"


def _keyframe(part: float, light: Light) -> str:
    fill, opacity = light.style()
    return f"{100 * part:.4g}%{{fill:{fill};opacity:{opacity}}}"


def _courses(film: Film) -> Iterator[Course]:
    """What every pixel does, in chain order, in no more words than need be."""
    rows = [list(pixels(frame)) for _, frame in film]
    moments = [moment for moment, _ in film]
    for colours in zip(*rows, strict=True):
        yield _thinned(tuple(zip(moments, _as_lights(colours), strict=True)))


def _as_lights(colours: Sequence[Colour]) -> Iterator[Light]:
    """The lights of one pixel; where it is dark or dim it keeps the hue that it had last, or has next."""
    bright = [colour for colour in colours if max(colour) >= DIM] or [max(colours)]
    hue = hue_and_level(bright[0])[0]
    for colour in colours:
        shown, level = hue_and_level(colour)
        if max(colour) >= DIM:
            hue = shown
        yield Light(hue, round(level, 2))


def _thinned(course: Course) -> Course:
    """Only the moments that a straight line between their neighbours wouldn't hit; one, if nothing changes."""
    if all(light == course[0][1] for _, light in course):
        return course[:1]
    kept, last = [course[0]], 0
    for place in range(2, len(course)):
        if not _is_straight(course[last : place + 1]):
            kept.append(course[place - 1])
            last = place - 1
    return (*kept, course[-1])


def _is_straight(course: Course) -> bool:
    """Whether all that lies between the first moment and the last is on the line between them."""
    (start, first), (end, last) = course[0], course[-1]
    for moment, light in course[1:-1]:
        way = (moment - start) / (end - start)
        level = first.level + way * (last.level - first.level)
        if abs(light.level - level) > TOLERANCE or not _alike(light.hue, first.hue):
            return False
    return _alike(first.hue, last.hue)


def _alike(hue: Colour, other: Colour) -> bool:
    return all(abs(a - b) <= HUES for a, b in zip(hue, other, strict=True))
