"""docs/raspberry-pi.md says what the program says."""

from __future__ import annotations

from pathlib import Path

import pytest

from cribboard.config import load
from cribboard.pins import MODELS, boot_lines

DOCS = Path(__file__).parents[1].joinpath("docs/raspberry-pi.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("heading", "models"),
    [("Zero, Zero 2 and 3:", ("zero", "zero2", "3")), ("4:", "4"), ("5:", "5")],
)
def test_config_txt_is_what_the_default_settings_need(heading: str, models: tuple[str, ...]):
    block = DOCS.split(f"\n{heading}\n\n```\n")[1].split("\n```")[0]
    for model in models:
        assert block.splitlines() == [*boot_lines(load(model=MODELS[model]).wiring, MODELS[model])]
