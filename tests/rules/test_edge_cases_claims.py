"""Cases that people get wrong, by their numbers: tournaments, muggins, overclaims, irregularities (E91-E104).

E92 is left out: RULES.md 1 offers no forfeit. E102 is the Table's (tests/test_table.py).
"""

# ruff: noqa: N802  (the cases are called E12, not e12)

import pytest

from cribboard.rules import Points, Scan
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.match import Record
from cribboard.rules.options import Counting, Overclaim
from cribboard.rules.state import GameOver, Showing

from .at_table import (
    DEALER,
    PONE,
    asked,
    begin_show,
    cards,
    deal,
    mid_play,
    of,
    pegged,
    tapped_play,
    win,
)

TEN_WITH_A_FIVE = "TH TD QC KC"  # four tens with the five, and a pair
EIGHT_WITH_A_KING = "3H 2C TD 5S"  # 5-10, 5-K, 2-3-10, 2-3-K

# --- tournament --------------------------------------------------------------------------------------------------------


def test_E91_the_acc_card():
    table = tapped_play(points=Points.parse("acc"))
    games = [(PONE, 100)] * 4 + [(PONE, 90), (PONE, 60)] + [(DEALER, 110)] * 3
    for winner, loser in games:
        win(table, winner, loser)
        table.do(cmd.NextStep())
    # 4 x 2 + 2 x 3, and the double skunk is no more than a skunk;
    # spread: 4 x 21 + 31 + 61 won, 3 x 11 lost
    assert table.state.card == (
        Record(points=14, spread=84 + 31 + 61 - 33, wins=6, skunks=2),
        Record(points=6, spread=33 - 84 - 31 - 61, wins=3, skunks=0),
    )


# --- muggins and overclaims --------------------------------------------------------------------------------------------


def test_E93_what_was_missed_may_be_called():
    table = asked(TEN_WITH_A_FIVE, starter="5S", counting=Counting.MUGGINS)
    table.do(cmd.Award(PONE, 8), cmd.Award(DEALER, 2))
    events = table.do(cmd.NextStep())
    assert pegged(events) == [(PONE, 8, "hand"), (DEALER, 2, "muggins")]
    assert table.state.turn == DEALER  # who counts now


def test_E95_muggins_finishes_the_game():
    table = asked(TEN_WITH_A_FIVE, starter="5S", scores=(50, 120), counting=Counting.MUGGINS)
    table.do(cmd.Award(PONE, 8), cmd.Award(DEALER, 2), cmd.NextStep())
    assert table.state.phase == GameOver(DEALER)
    assert table.state.scores == (58, 121)


@pytest.mark.parametrize(
    ("overclaim", "opponent"),
    [
        (Overclaim.AUTO, 0),
        (Overclaim.CORRECT_ONLY, 0),
        (Overclaim.EXCESS_TO_OPPONENT, 2),
        (Overclaim.TWO_POINTS, 2),
    ],
)
def test_E97_twelve_for_ten(overclaim, opponent):
    table = asked(TEN_WITH_A_FIVE, starter="5S", overclaim=overclaim)
    table.do(cmd.Award(PONE, 12))
    assert table.state.scores == (10, opponent)


def test_E97_taken_back_where_nobody_scans():
    table = tapped_play()
    table.do(cmd.Award(PONE, 12), cmd.WalkBack(PONE, 2))
    assert table.state.scores == (10, 0)


def test_E103_no_muggins_where_the_board_counts():
    table = begin_show("KS", counting=Counting.AUTO, overclaim=Overclaim.TWO_POINTS)
    assert pegged(table.read(EIGHT_WITH_A_KING)) == [(PONE, 8, "hand")]
    assert isinstance(table.state.phase, Showing)
    # what the dealer taps is an award like any other
    assert pegged(table.do(cmd.Award(DEALER, 2))) == [(DEALER, 2, "award")]


# --- irregularities ----------------------------------------------------------------------------------------------------


def test_E99_a_false_go_is_found_and_costs_two_a_card():
    table = mid_play(held=("AH 5H 6H", "KD 2D"), pile="8C 7D TS")
    table.play("P go, D 2D, D go, P AH, D KD, P 5H")
    events = table.read("6H")
    (renege,) = of(ev.RenegeFound, events)
    assert renege == ev.RenegeFound(PONE, 25, cards("AH 5H 6H"))
    assert not [award for award in pegged(events) if award[2] == "penalty"]  # it never punishes
    penalty = cmd.Penalise(PONE, 2 * len(renege.cards), to=DEALER)
    assert pegged(table.do(penalty)) == [(DEALER, 6, "penalty")]


def test_E101_seven_cards_dealt():
    table = deal(scores=(40, 50), scan=Scan.ALL)
    assert table.do(cmd.DealAgain()) == (ev.Redeal(DEALER), ev.DealStarted(DEALER))
    assert table.state.scores == (40, 50)


def test_E104_a_penalty_wins():
    table = tapped_play(scores=(100, 120))
    events = table.do(cmd.Penalise(PONE, 2, to=DEALER))
    assert pegged(events) == [(DEALER, 1, "penalty")]
    assert table.state.phase == GameOver(DEALER)
