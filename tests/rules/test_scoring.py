"""The show (R40-R50)."""

import json
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from random import Random

import pytest

from cribboard.rules import PACK, Card, is_possible_total, score_hand

from .at_table import cards
from .vectors import DATA, cases

KINDS = {"fifteens": "fifteen", "pairs": "pair", "runs": "run", "flush": "flush", "nobs": "nobs"}


def score_row(row):
    return score_hand(cards(" ".join(row["hand"])), Card.parse(row["starter"]), row["crib"])


def points_by_kind(score):
    return {
        name: sum(item.points for item in score.items if item.kind == kind)
        for name, kind in KINDS.items()
    }


@pytest.mark.parametrize("row", cases("show"))
def test_what_other_programs_and_pages_count(row):
    score = score_row(row)
    assert points_by_kind(score) == row["breakdown"]
    assert score.total == row["total"]


def left_out(row):
    if row["standard"] is None:
        return f"{row['why']}: the command line and the table refuse it"
    return None


@pytest.mark.parametrize(
    "row", cases("disputed", lambda row: row["kind"].startswith("show"), left_out)
)
def test_where_other_programs_are_wrong(row):
    standard = row["standard"]
    score = score_row(row)
    if isinstance(standard, int):
        standard = {"total": standard}
    assert {"total": score.total, **points_by_kind(score)}.items() >= standard.items()


FIFTEEN, PAIR, RUN, NOBS = ("fifteen", 2), ("pair", 2), ("run", 3), ("nobs", 1)


@pytest.mark.parametrize(
    ("hand", "starter", "items"),
    [
        # R42: every set of two to five cards that makes 15; R46: the jack of the starter's suit
        ("5H 5D 5S JC", "5C", [*[FIFTEEN] * 8, ("pair", 12), NOBS]),
        ("AH 2D 3S 4C", "5H", [FIFTEEN, ("run", 5)]),
        # R43: three alike are a pair royal
        ("4H 4D 4S 3C", "3H", [*[FIFTEEN] * 2, PAIR, ("pair", 6)]),
        # R44: each run of a double-double and of a triple run is called
        ("8H 8D 7S 6C", "6H", [*[FIFTEEN] * 2, *[PAIR] * 2, *[RUN] * 4]),
        ("KH KS KC QD", "JH", [("pair", 6), *[RUN] * 3]),
        # R45, R46
        ("2H 4H 6H JH", "KH", [("flush", 5), NOBS]),
        ("2H 4H 6H JH", "KS", [("flush", 4)]),
        # R47: the nineteen hand
        ("QH KD AS 2C", "9H", []),
    ],
)
def test_items_are_called_fifteens_pairs_runs_flush_nobs(hand, starter, items):
    score = score_hand(cards(hand), Card.parse(starter))
    assert [(item.kind, item.points) for item in score.items] == items


def is_sound(item, five):
    """Whether an item is made of these five cards and of what its kind asks for (R42-R46)."""
    ranks = [card.rank for card in item.cards]
    made = {
        "fifteen": sum(card.value for card in item.cards) == 15 and item.points == 2,
        "pair": len(set(ranks)) == 1 and item.points == len(ranks) * (len(ranks) - 1),
        "run": ranks == list(range(min(ranks), min(ranks) + item.points)) and item.points > 2,
        "flush": len({card.suit for card in item.cards}) == 1 and item.points == len(ranks) > 3,
        "nobs": item.cards == (Card(11, five[-1].suit),) and item.points == 1,
    }
    return made[item.kind] and set(item.cards) <= set(five) and len(set(item.cards)) == len(ranks)


def test_items_are_sound_and_add_up_to_the_total():
    rng = Random(29)
    for _ in range(5_000):
        *hand, starter = five = rng.sample(PACK, 5)
        for crib in (False, True):
            score = score_hand(hand, starter, crib)
            assert sum(item.points for item in score.items) == score.total, score
            assert len(set(score.items)) == len(score.items), score
            assert all(is_sound(item, five) for item in score.items), score


def test_a_score_remembers_what_it_counted():
    hand, starter = cards("5H 5D 5C JS"), Card.parse("5S")
    score = score_hand(list(hand), starter, crib=True)
    assert (score.hand, score.starter, score.crib) == (hand, starter, True)


@pytest.mark.parametrize("hand", ["", "5H", "5H 5D 5S", "5H 5D 5S 5C JD"])
def test_a_hand_has_four_cards(hand):
    with pytest.raises(ValueError, match="unpack"):
        score_hand(cards(hand), Card.parse("KS"))


def test_possible_totals():
    # R47: 0 to 29, but never 19, 25, 26 or 27
    impossible = {points for points in range(-3, 40) if not is_possible_total(points)}
    assert impossible == {-3, -2, -1, 19, 25, 26, 27, *range(30, 40)}


def test_the_histogram_holds_no_impossible_total():
    histogram = json.loads((DATA / "histogram.json").read_text())
    for which in ("hand", "crib"):
        assert sum(histogram[which].values()) == histogram["total"] == 12_994_800
        assert all(is_possible_total(int(points)) for points, n in histogram[which].items() if n)


def totals_of_hands_from(first):
    """How often each total comes up, as hand and as crib, among all deals whose hand begins with this card of the pack."""
    as_hand, as_crib = [0] * 30, [0] * 30
    for rest in combinations(PACK[first + 1 :], 3):
        hand = (PACK[first], *rest)
        for starter in PACK:
            if starter not in hand:
                as_hand[score_hand(hand, starter).total] += 1
                as_crib[score_hand(hand, starter, crib=True).total] += 1
    return as_hand, as_crib


@pytest.mark.exhaustive
def test_all_12_994_800_deals():
    with ProcessPoolExecutor() as cores:
        counted = list(cores.map(totals_of_hands_from, range(len(PACK) - 3)))
    histogram = json.loads((DATA / "histogram.json").read_text())
    for which, of_first_cards in zip(("hand", "crib"), zip(*counted, strict=True), strict=True):
        totals = map(sum, zip(*of_first_cards, strict=True))
        assert {str(points): n for points, n in enumerate(totals)} == histogram[which]
