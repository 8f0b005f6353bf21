"""What a card scores as it is laid, by the cards before it in its count (R29-R33)."""

from itertools import pairwise

import pytest

from cribboard.rules import score_play
from cribboard.rules.pegging import LIMIT, count_of

from .at_table import cards
from .vectors import cases


def points_of_last(pile):
    return sum(item.points for item in score_play(pile))


def points_of_each(pile):
    return [points_of_last(pile[:size]) for size in range(1, len(pile) + 1)]


def counts(row):
    """A row's cards, one pile for each count, and where each pile ends."""
    ends = [-1, *row["resets_after"], len(row["cards"]) - 1]
    laid = cards(" ".join(row["cards"]))
    for before, end in pairwise(ends):
        if before < end:
            yield laid[before + 1 : end + 1], end


@pytest.mark.parametrize("row", cases("play", wanted=lambda row: not row["go_included"]))
def test_one_count_after_another(row):
    points = [points for pile, _ in counts(row) for points in points_of_each(pile)]
    assert points == row["points"]


@pytest.mark.parametrize("row", cases("play", wanted=lambda row: row["go_included"]))
def test_whole_plays_whoever_sits_where(row):
    # R25: the card that ends a count gets one more, unless it makes 31
    before = cards(" ".join(row.get("pile_before", ())))
    points = []
    for pile, _ in counts(row):
        pile = (*before, *pile)
        points += points_of_each(pile)[len(before) :]
        points[-1] += count_of(pile) < LIMIT
        before = ()
    assert points == row["points"]


def left_out(row):
    """Why a disputed row isn't tested here."""
    if "by" in row:
        return "a whole play: see test_play.py"
    if isinstance(row["standard"], str):
        return "told in words: see test_play.py"
    return None


@pytest.mark.parametrize(
    "row",
    cases(
        "disputed",
        lambda row: not row["kind"].startswith("show") and row["standard"] is not None,
        left_out,
    ),
)
def test_where_other_programs_are_wrong(row):
    pile = cards(" ".join(row["cards"]))
    standard = row["standard"]
    if isinstance(standard, int):
        assert points_of_last(pile) == standard
    else:
        assert points_of_each(pile) == standard


@pytest.mark.parametrize(
    ("pile", "items"),
    [
        ("5H", []),
        # R29, and R25 for 31
        ("TH 5S", [("fifteen", "TH 5S")]),
        ("KH QS JC AD", [("thirty_one", "KH QS JC AD")]),
        # R30: the unbroken series only
        ("4H 4D", [("pair", "4H 4D")]),
        ("4H 4D 9S 4C", []),
        ("KC 4H 4D 4S", [("pair", "4H 4D 4S")]),
        # R31: the longest run, in any order; R32: all of it adds up
        ("4H 5S 6D", [("fifteen", "4H 5S 6D"), ("run", "4H 5S 6D")]),
        ("KH 2S 4D 3C", [("run", "2S 4D 3C")]),
        ("TH 6D 7S 8C", [("thirty_one", "TH 6D 7S 8C"), ("run", "6D 7S 8C")]),
    ],
)
def test_items_say_which_cards_score(pile, items):
    made = score_play(cards(pile))
    assert [(item.kind, item.cards) for item in made] == [(kind, cards(of)) for kind, of in items]


@pytest.mark.parametrize(("alike", "points"), [("2H 2D", 2), ("2H 2D 2S", 6), ("2H 2D 2S 2C", 12)])
def test_pair_pair_royal_double_pair_royal(alike, points):
    # R30
    assert [item.points for item in score_play(cards(alike))] == [points]


def test_the_greatest_run_is_seven():
    # R31: A to 7 is 28, one more would pass 31
    assert points_of_each(cards("7C 5H 3S AS 2D 4D 6H")) == [0, 0, 2, 0, 3, 5, 7]
