"""A drawing as SVG: true to scale in mm, a group for each layer, the same bytes for the same drawing."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from .libraries import library
from .shapes import Circle, Drawing, Path, Point, Rect

HAIRLINE = 0.1
PICTURE_WIDTH = 1600
PICTURE_STYLE = "g { stroke-width: .35px }"
"""On a screen a hairline is too faint."""


def svg(drawing: Drawing, background: str = "") -> str:
    """The drawing as a whole document, in ASCII."""
    frame = drawing.frame
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
        f' width="{number(frame.width)}mm" height="{number(frame.height)}mm"'
        f' viewBox="{number(frame.x)} {number(frame.y)} {number(frame.width)} {number(frame.height)}">',
        f"  <title>{escape(drawing.title)}</title>",
        f"  <desc>{escape(drawing.stamp)}</desc>",
    ]
    if background:
        size = f'width="{number(frame.width)}" height="{number(frame.height)}"'
        lines.append(
            f'  <rect x="{number(frame.x)}" y="{number(frame.y)}" {size} fill="{background}"/>'
        )
    for layer in drawing.layers:
        lines.append(
            f'  <g id="{layer.name.lower()}" inkscape:groupmode="layer" inkscape:label="{layer.label}"'
            f' fill="none" stroke="{layer.colour}" stroke-width="{HAIRLINE}"'
            ' stroke-linecap="round" stroke-linejoin="round">'
        )
        lines += ["    " + _element(shape) for shape in drawing.on(layer)]
        lines.append("  </g>")
    lines.append("</svg>")
    text = "\n".join(lines) + "\n"
    return text.encode("ascii", "xmlcharrefreplace").decode()


def png(drawing: Drawing) -> bytes:
    """The drawing as a picture on white, for pages; its lines thick enough for a screen."""
    return rasterised(svg(drawing, background="#ffffff"), PICTURE_STYLE)


def rasterised(document: str, style: str | None = None) -> bytes:
    """An SVG document as PNG. It takes no fonts of this machine, so that it comes out the same on every one."""
    resvg = library("resvg_py")
    return bytes(
        resvg.svg_to_bytes(
            svg_string=document,
            style_sheet=style,
            width=PICTURE_WIDTH,
            dpi=96.0,
            skip_system_fonts=True,
        )
    )


def number(value: float) -> str:
    """A length in mm to a micrometre, as short as it can be written.

    >>> number(6.944444), number(300.0), number(-0.0001)
    ('6.944', '300', '0')
    """
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _element(shape: Circle | Rect | Path) -> str:
    if isinstance(shape, Circle):
        return f'<circle cx="{number(shape.x)}" cy="{number(shape.y)}" r="{number(shape.radius)}"/>'
    if isinstance(shape, Rect):
        size = f'width="{number(shape.width)}" height="{number(shape.height)}"'
        corner = f' rx="{number(shape.corner)}"' if shape.corner else ""
        return f'<rect x="{number(shape.x)}" y="{number(shape.y)}" {size}{corner}/>'
    return f'<path d="M{_points(shape.points)}{"z" if shape.closed else ""}"/>'


def _points(points: Iterable[Point]) -> str:
    return "L".join(f"{number(x)} {number(y)}" for x, y in points)
