"""What is bought and built in, with its measures: parts.toml."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from .shapes import Circle, Point, Rect


class Part(NamedTuple):
    """A part: its size seen from above, its mounts from its middle, their bore, and how tall it stands."""

    name: str
    size: Point
    mounts: tuple[Point, ...]
    bore: float
    tall: float

    def at(self, x: float, y: float) -> Rect:
        """What it covers when its middle is at (x, y)."""
        return Rect.about(x, y, *self.size)

    def bores(self, x: float, y: float) -> tuple[Circle, ...]:
        """The holes of its mounts there."""
        return tuple(Circle(x + dx, y + dy, self.bore / 2) for dx, dy in self.mounts)


@lru_cache(maxsize=1)
def _measures() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("parts.toml").read_text("utf-8"))


def part(name: str) -> Part:
    """The part of this name.

    >>> part("pico").size
    (51, 21)
    """
    measures = _measures()[name]
    return Part(
        name,
        tuple(measures.get("size", (0, 0))),
        tuple((x, y) for x, y in measures.get("mounts", ())),
        measures.get("bore", 0),
        measures.get("tall", 0),
    )


def strip_width(leds_per_metre: float) -> float:
    """How wide a strip of this kind is, in mm.

    >>> strip_width(144), strip_width(74)
    (12.0, 10.0)
    """
    strip = _measures()["strip"]
    return float(strip.get(f"{leds_per_metre:g}", strip["other"]))


def led_size() -> float:
    """The edge of a pixel of the strip, in mm."""
    return float(_measures()["strip"]["led"])
