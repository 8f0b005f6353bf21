"""The scanner's side of CBS/1, under each Python that is here."""

from __future__ import annotations

from pathlib import Path

import pytest

from .interpreters import INTERPRETERS, run

TRANSCRIPTS = sorted((Path(__file__).parents[1] / "data/scanner").glob("*.txt"))


@pytest.mark.parametrize("python", INTERPRETERS)
@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda path: path.stem)
def test_the_scanner_keeps_its_part_of_the_transcript(python: str, transcript: Path):
    played = run(python, "play_transcript.py", transcript)
    assert played.splitlines() == transcript.read_text().splitlines()
