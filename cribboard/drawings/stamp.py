"""What every generated file says of itself: the version that made it, and which layout it belongs to."""

from __future__ import annotations

from hashlib import sha256
from importlib.metadata import version

from .layout import Layout
from .plates import plates


def layout_hash(layout: Layout) -> str:
    """Eight characters for all that is cut and for the order of the chain: parts with the same ones fit together."""
    facts = repr((layout.track.holes, plates(layout)))
    return sha256(facts.encode()).hexdigest()[:8]


def stamp(layout: Layout) -> str:
    """The mark of every file."""
    return f"cribboard {version('cribboard')}, layout {layout_hash(layout)}"
