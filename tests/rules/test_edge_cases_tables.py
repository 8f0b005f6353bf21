"""Cases that people get wrong at tables of three and four, by their numbers. The last seat deals.

E27, a series of three or more players, is in test_edge_cases_play.py; E05, E06 and E08 are the simulated players'
(test_selfplay.py). RULES.md 1 offers neither `FIRST_GO` (E33) nor `EACH` (E81) as options.
"""

# ruff: noqa: N802  (the cases are called E12, not e12)

import pytest

from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.state import Cutting, GameOver, Showing

from .at_table import (
    PARTNERS,
    SINGLES,
    begin_play,
    begin_show,
    mid_play,
    of,
    pegged,
    sit_down,
    tapped_play,
    win,
)

EIGHT_WITH_A_KING = "3H 2C TD 5S"  # 5-10, 5-K, 2-3-10, 2-3-K
FOUR_WITH_A_KING = "5C 6D 2H 9H"  # 5-K, 6-9


# --- cutting and dealing -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("again", "dealer"), [("TH JD", 0), ("KH JD", 1), ("2H 2D AH KD", 0)])
def test_E03_only_those_tied_for_lowest_cut_again(again, dealer):
    table = sit_down(players=3)
    table.read("4C 4D 9H")
    assert table.state.phase.waiting == (0, 1)
    table.read(again)
    assert table.state.dealer == dealer


def test_E04_a_tie_that_isnt_for_lowest_is_none():
    table = sit_down(players=3)
    table.read("3C QD QH")
    assert table.state.dealer == 0


def test_E10_the_two_who_are_last_cut_for_the_next_game():
    table = tapped_play(players=3)
    win(table, 0, others=(87, 87))
    table.do(cmd.NextStep())
    assert table.state.phase == Cutting((1, 2))
    assert table.state.scores == (0, 0, 0)
    table.do(cmd.ChooseDealer(2))
    assert (table.state.game, table.state.dealer) == (2, 2)


def test_E10_the_lower_card_deals():
    table = begin_play(players=3)
    win(table, 0, others=(87, 87))
    table.do(cmd.NextStep())
    table.read("9C 4D")
    assert table.state.dealer == 2


# --- starter -----------------------------------------------------------------------------------------------------------


def test_E17_heels_are_the_sides():
    assert begin_play("JC", **PARTNERS).state.scores == (0, 2)
    assert begin_play("JC", **SINGLES).state.scores == (0, 0, 0, 2)


# --- the play ----------------------------------------------------------------------------------------------------------


def test_E33_the_left_of_the_last_card_leads():
    table = begin_play(players=3)
    line = "A T, B 9, C 5, A 4, B go, C 2, A go, C go"
    assert table.play(line) == [0, 0, 0, 0, 0, 0, 0, 1]
    assert table.state.scores == (0, 0, 1)
    assert (table.state.count, table.state.turn) == (0, 0)


def test_E35_the_point_isnt_given_at_the_call():
    table = begin_play(scores=(120, 0, 0), players=3)
    table.play("A T, B 9, C 5, A 4, B go")
    assert not table.state.is_over
    table.play("C 2, A go, C go")
    assert table.state.scores == (120, 0, 1)


def test_E46_turns_pass_over_empty_hands():
    table = mid_play(held=("5C 5D", "TC KC", "TD QC 9C"))
    assert table.play("A 5, B T, C T, A 5, B go, C go") == [0, 2, 2, 0, 0, 1]
    assert table.state.scores == (1, 2, 2)
    events = table.play("B K, C Q, C 9")
    assert events == [0, 0, 1]
    assert isinstance(table.state.phase, Showing)


# --- the show ----------------------------------------------------------------------------------------------------------


def test_E72_whoever_is_home_first_wins():
    table = begin_show("KS", scores=(110, 117, 119), players=3)
    events = table.read(EIGHT_WITH_A_KING) + table.read(FOUR_WITH_A_KING)
    assert of(ev.GameWon, events) == [ev.GameWon(1, (118, 121, 119), "none")]
    assert table.read("5D 5H JD QD") == ()  # C isn't counted
    assert table.state.phase == GameOver(1)


def test_E74_the_starter_counts_in_all_hands():
    table = begin_show("5S", players=3)
    hands = ("KH QD TC 2C", "KC QH TD 2D", "KD QC TH 2H", "KS QS TS 2S")
    events = [pegged(table.read(hand)) for hand in hands]
    # 5-10, 5-Q and 5-K in each; the crib, of one suit with the 5, is a flush of five too
    assert events == [
        [(0, 6, "hand")],
        [(1, 6, "hand")],
        [(2, 6, "hand")],
        [(2, 11, "crib")],
    ]


# --- the end of the game -----------------------------------------------------------------------------------------------


def test_E81_the_best_loser_is_judged():
    table = tapped_play(players=3)
    events = win(table, 0, others=(95, 60))
    assert of(ev.GameWon, events) == [ev.GameWon(0, (121, 95, 60), "none")]
    assert of(ev.MatchPoints, events) == [ev.MatchPoints(0, 1)]
