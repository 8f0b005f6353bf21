"""Which Raspberry Pi this is."""

from __future__ import annotations

from pathlib import Path

from cribboard.pins import Model, model_of


def this_model(root: Path = Path("/")) -> Model | None:
    """The model of this computer, or of the one whose files are at `root`; None where it is no Raspberry Pi."""
    try:
        return model_of((root / "proc/device-tree/model").read_text("utf-8", "replace"))
    except OSError:
        return None
