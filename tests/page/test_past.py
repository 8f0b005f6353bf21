"""Past games as the page is told of them."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from cribboard.announcer import Announcer
from cribboard.board.track import Track
from cribboard.page import past

from .evening import spend_evening

BUDGET = 1500.0


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evening") / "journal.db"
    spend_evening(path, games=2)
    return path


def budget(holes: int) -> float:
    return BUDGET


def test_a_game_ends_as_the_history_says(journal: Path) -> None:
    (first, running) = past.history(journal)["games"]
    steps = past.game(journal, 1, Announcer(), budget)["steps"]
    assert tuple(side["score"] for side in steps[-1]["table"]["sides"]) == tuple(first["scores"])
    assert max(first["scores"]) == 121
    assert running["ended"] == "running"


def test_with_each_award_somebody_is_ahead_of_where_he_was(journal: Path) -> None:
    steps = past.game(journal, 1, Announcer(), budget)["steps"]
    before = 0
    for step in steps:
        total = sum(side["score"] for side in step["table"]["sides"])
        assert (total > before) == step["award"]
        before = total


def test_what_was_won_before_in_the_match_is_on_the_board(journal: Path) -> None:
    (first, _) = past.history(journal)["games"]
    steps = past.game(journal, 2, Announcer(), budget)["steps"]
    points = [0, 0]
    points[first["winner"]] = first["points"]
    assert [side["points"] for side in steps[0]["table"]["sides"]] == points
    assert [
        side["points"]
        for side in past.game(journal, 1, Announcer(), budget)["steps"][0]["table"]["sides"]
    ] == [0, 0]


def test_each_step_has_a_whole_frame_within_the_budget(journal: Path) -> None:
    told = past.game(journal, 1, Announcer(), budget)
    holes = len(Track.load("classic").holes)
    assert len(told["board"]["holes"]) == holes
    frames = [base64.b64decode(step["frame"]) for step in told["steps"]]
    assert {len(frame) for frame in frames} == {3 * holes}
    assert len(set(frames)) > 30


@pytest.mark.parametrize("language", ["en", "zh", "ja"])
def test_it_is_told_in_the_browser_s_language(journal: Path, language: str) -> None:
    steps = past.game(journal, 1, Announcer(language), budget)["steps"]
    said = "".join(phrase for step in steps for phrase in step["said"])
    assert said.isascii() == (language == "en")


def test_what_is_missing_is_told_as_a_problem(journal: Path, tmp_path: Path) -> None:
    assert (
        past.history(None) == past.game(None, 1, Announcer(), budget) == {"problem": "no_journal"}
    )
    assert "9" in past.game(journal, 9, Announcer(), budget)["problem"]
    assert past.history(tmp_path / "nothing.db")["problem"]
