"""What a builder chooses: the strip, the sheets, the buttons, the tools. Lengths in mm."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from cribboard.pins import MODELS


class Range(NamedTuple):
    """The numbers that a choice takes, and what it is, for the help."""

    low: float
    high: float
    about: str


def _choice(default: float, low: float, high: float, about: str) -> Any:
    return field(default=default, metadata={"range": Range(low, high, about)})


@dataclass(frozen=True, slots=True)
class Build:
    """The choices, each within its range; what doesn't fit together is found when the parts are placed.

    >>> Build(strip=60).pitch
    16.667
    """

    strip: float = _choice(100, 30, 200, "pixels of the strip in a metre: 60, 100, 144")
    hole: float = _choice(4, 1, 20, "diameter of a light hole")
    depth: float = _choice(
        3, 0.5, 50, "how deep the light holes are, as thick as the face: through"
    )
    face: float = _choice(3, 1, 30, "thickness of the face")
    baffle: float = _choice(6, 1, 30, "thickness of the baffle")
    sheet: float = _choice(3, 1, 20, "thickness of the base's sheets")
    kerf: float = _choice(0.15, 0, 2, "width of the cut: of the laser's beam, or of the saw")
    web: float = _choice(1.5, 0.5, 10, "the least that may remain between two holes")
    button: float = _choice(24, 8, 60, "diameter of a button's hole")
    body: float = _choice(
        33, 5, 100, "how deep a button with its wires reaches, from the face's top"
    )
    bay: float = _choice(40, 10, 150, "height of the room for the electronics")
    bed: float = _choice(220, 100, 1000, "how long a piece the 3-D printer can make")
    model: str = field(default="zero2", metadata={"choices": tuple(MODELS)})

    @property
    def pitch(self) -> float:
        """From pixel to pixel of the strip."""
        return round(1000 / self.strip, 3)

    @property
    def flange(self) -> float:
        """The diameter of a button's rim and of its nut."""
        return self.button + 6

    @property
    def stack(self) -> float:
        """From the face's top to the ceiling of the bay: face, baffle, channels, deck."""
        return self.face + self.baffle + 2 * self.sheet


RANGES: dict[str, Range] = {
    choice.name: choice.metadata["range"] for choice in fields(Build) if "range" in choice.metadata
}
"""The choices that are numbers."""
