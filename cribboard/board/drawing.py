"""The board as a drawing: SVG, true to scale in mm, its lit holes glowing in the wood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from .engraving import CLASSIC, Goal, Label, engraving
from .palette import Colour, on_screen, pixels
from .track import Hole, Track

MARGIN = 24
HOLE_RADIUS, SHINE_RADIUS = 2.3, 9
STYLES = {"scale": "scale", "line": "scale", "end": "label"}
"""How each kind of label is written."""

STYLE = """\
  <defs>
    <linearGradient id="wood" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#6a4022"/>
      <stop offset=".5" stop-color="#54301a"/>
      <stop offset="1" stop-color="#432513"/>
    </linearGradient>
    <filter id="grain" x="0" y="0" width="1" height="1">
      <feTurbulence type="fractalNoise" baseFrequency=".007 .19" numOctaves="4" seed="29"/>
      <feColorMatrix values="0 0 0 0 .07  0 0 0 0 .03  0 0 0 0 .01  2.2 0 0 0 -.8"/>
      <feComposite in2="SourceGraphic" operator="in"/>
    </filter>
    <radialGradient id="drilled">
      <stop offset="0" stop-color="#0b0603"/>
      <stop offset=".8" stop-color="#180c06"/>
      <stop offset="1" stop-color="#2a170c"/>
    </radialGradient>
  </defs>
  <style>
    text { font-family: Georgia, "DejaVu Serif", serif; fill: #d9b88c; text-anchor: middle; }
    .scale { font-size: 2.6px; fill-opacity: .75; }
    .label { font-size: 2.9px; letter-spacing: .3px; fill-opacity: .9; text-anchor: end; }
    .title { font-size: 8.5px; letter-spacing: .8px; }
    .hole { fill: url(#drilled); stroke: #8a5d38; stroke-width: .3; }
    .five { stroke: #d9b88c; stroke-width: .3; opacity: .4; }
    .line { stroke: #ecd6b0; stroke-width: .6; stroke-linecap: round; }
    .panel { fill: #1c0f07; fill-opacity: .35; stroke: #d9b88c; stroke-width: .4; stroke-opacity: .6; }
  </style>"""


def svg(track: Track, frame: bytes, title: str, goal: Goal = CLASSIC) -> str:
    """The board as `frame` lights it, with `title` in its middle: a whole SVG document, the same for the same input.

    `frame` holds linear light as the wire gets it, three bytes a pixel in chain order.
    """
    return board(track, title, _light(track, frame), goal)


def board(track: Track, title: str, light: Iterable[str], goal: Goal = CLASSIC) -> str:
    """The board with these elements as its light. It is plain ASCII, so that it comes through any terminal or pipe."""
    width = max(hole.x for hole in track.holes) + 2 * MARGIN
    height = max(hole.y for hole in track.holes) + 2 * MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm"'
        f' viewBox="{-MARGIN} {-MARGIN} {width:g} {height:g}">',
        f"  <title>{escape(title)}</title>",
        STYLE,
        _plate(0.6, 'fill="url(#wood)"', width, height),
        _plate(0.6, 'filter="url(#grain)"', width, height),
        _plate(0.6, 'fill="none" stroke="#1d0f06" stroke-width="1.2"', width, height),
        _plate(2.6, 'fill="none" stroke="#d9b88c" stroke-width=".3" opacity=".5"', width, height),
        *_engraving(track, goal),
        *_panel(track, title),
        *(f'  <circle class="hole" {at(hole)} r="{HOLE_RADIUS}"/>' for hole in track.holes),
        *light,
        "</svg>",
    ]
    drawing = "\n".join(lines) + "\n"
    return drawing.encode("ascii", "xmlcharrefreplace").decode()


def hue_and_level(colour: Colour) -> tuple[Colour, float]:
    """What a light looks like on a screen: the hue in full, and how much of it there is.

    >>> hue_and_level(Colour(64, 0, 0))
    (Colour(red=255, green=0, blue=0), 0.5333333333333333)
    """
    shown = on_screen(colour)
    level = max(shown) / 255
    return Colour(*(round(light / (level or 1)) for light in shown)), level


def _plate(inset: float, look: str, width: float, height: float) -> str:
    """The outline of the board, so many mm from its edge."""
    at = f'x="{inset - MARGIN:g}" y="{inset - MARGIN:g}"'
    size = f'width="{width - 2 * inset:g}" height="{height - 2 * inset:g}"'
    return f'  <rect {at} {size} rx="{9 - inset:g}" {look}/>'


def _engraving(track: Track, goal: Goal) -> Iterator[str]:
    """What is cut into the wood around each side's holes."""
    for mark in engraving(track, goal):
        if isinstance(mark, Label):
            yield _text(STYLES[mark.kind], mark.x, mark.y, " \N{MIDDLE DOT} ".join(mark.words))
        else:
            way = f"v{mark.dy:g}" if mark.dy else f"h{mark.dx:g}"
            yield f'  <path class="{mark.kind}" d="M{mark.x:g} {mark.y:g}{way}"/>'


def _panel(track: Track, title: str) -> Iterator[str]:
    """The panel between the sides, with the match holes and the title."""
    holes = [hole for hole in track.holes if hole.kind == "match"]
    top, bottom = min(hole.y for hole in holes) - 7, max(hole.y for hole in holes) + 7
    right = max(hole.x for hole in track.holes)
    left = max(hole.x for hole in holes)
    yield f'  <rect class="panel" x="-4" y="{top:g}" width="{right + 8:g}" height="{bottom - top:g}" rx="3"/>'
    yield _text("label", -6, (top + bottom) / 2 + 1, "MATCH")
    yield _text("title", (left + right) / 2, (top + bottom) / 2 + 3, title)


def _light(track: Track, frame: bytes) -> Iterator[str]:
    """Every lit pixel: the hole full of its light, and the shine on the wood around it."""
    lit: dict[Colour, list[Hole]] = {}
    for hole, colour in zip(track.holes, pixels(frame), strict=True):
        lit.setdefault(colour, []).append(hole)
    for colour in sorted(filter(any, lit), key=max):
        shown, level = hue_and_level(colour)
        hue = "#{:02x}{:02x}{:02x}".format(*shown)
        name = "shine-{:02x}{:02x}{:02x}".format(*colour)
        yield f'  <radialGradient id="{name}">'
        for offset, opacity in ((0, 0.8), (0.3, 0.4), (0.6, 0.12), (1, 0)):
            yield f'    <stop offset="{offset}" stop-color="{hue}" stop-opacity="{opacity * level:.2f}"/>'
        yield "  </radialGradient>"
        for hole in lit[colour]:
            yield f'  <circle {at(hole)} r="{SHINE_RADIUS * level:.1f}" fill="url(#{name})"/>'
            yield f'  <circle {at(hole)} r="{HOLE_RADIUS}" fill="{hue}" fill-opacity="{level**0.7:.2f}"/>'
            if level == 1:
                yield f'  <circle {at(hole)} r="{HOLE_RADIUS / 2}" fill="#fff" fill-opacity=".85"/>'


def at(hole: Hole) -> str:
    """A circle's place."""
    return f'cx="{hole.x:g}" cy="{hole.y:g}"'


def _text(style: str, x: float, y: float, text: str) -> str:
    return f'  <text class="{style}" x="{x:g}" y="{y:g}">{escape(text)}</text>'
