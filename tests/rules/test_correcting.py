"""What players put right: penalties, awards moved, a false Go, the wrong dealer (R66-R70). Cards read wrongly are in
test_card_corrected.py."""

import pytest

from cribboard.rules import Pegs, Scan
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.options import NextDealer
from cribboard.rules.state import CountedPlay, Dealing, GameOver, MatchOver, TappedPlay

from .at_table import (
    DEALER,
    PARTNERS,
    PONE,
    begin_play,
    begin_show,
    cards,
    deal,
    mid_play,
    of,
    pegged,
    sit_down,
    tapped_play,
    win,
)

SCANNING = [Scan.SHOW, Scan.ALL]

# --- penalties (R69, R70) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", [tapped_play, begin_play, sit_down])
def test_a_penalty_is_the_opponents(table):
    table = table()
    before = table.state.phase
    assert pegged(table.do(cmd.Penalise(PONE, 2, to=DEALER))) == [(DEALER, 2, "penalty")]
    assert (table.state.scores, table.state.phase) == ((0, 2), before)


def test_of_three_it_is_said_whose_it_is():
    table = tapped_play(players=3)
    table.do(cmd.Penalise(1, 2, to=0))
    assert table.state.scores == (2, 0, 0)
    assert table.refusal(cmd.Penalise(1, 2, to=1)) == "own_penalty"


def test_a_penalty_ends_the_game_and_the_match():
    # R69, R51
    table = tapped_play(scores=(119, 30), triple_skunk_wins_match=True)
    table.do(cmd.Penalise(DEALER, 2, to=PONE))
    assert table.state.phase == MatchOver(PONE)
    assert table.refusal(cmd.Penalise(DEALER, 2, to=PONE)) == "match_over"


# --- an award moved ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scan", Scan)
def test_an_award_is_moved_to_the_other(scan):
    table = deal(scores=(7, 9), scan=scan)
    before = table.state.pegs
    table.do(cmd.Award(PONE, 5))
    events = table.do(cmd.MoveAward(DEALER))
    assert pegged(events) == [(PONE, -5, "moved"), (DEALER, 5, "award")]
    # R54: both pegs of the one stand where they stood, the other's leapfrog
    assert table.state.pegs == (before[PONE], Pegs(14, 9))
    table.do(cmd.MoveAward(PONE))
    assert table.state.scores == (12, 9)


def test_a_go_by_tap_is_moved():
    table = tapped_play()
    table.do(cmd.Award(DEALER, 1, go_by=PONE), cmd.MoveAward(PONE))
    assert table.state.scores == (1, 0)


def test_of_three_any_of_the_others_can_have_it():
    table = tapped_play(players=3)
    table.do(cmd.Award(0, 5), cmd.MoveAward(2))
    assert table.state.scores == (0, 0, 5)


def test_partners_have_it_together():
    table = tapped_play(**PARTNERS)
    table.do(cmd.Award(0, 5))
    (_, scored) = of(ev.Scored, table.do(cmd.MoveAward(1)))
    assert (scored.side, scored.player) == (1, None)


def test_a_moved_award_wins():
    table = tapped_play(scores=(50, 118))
    table.do(cmd.Award(PONE, 5), cmd.MoveAward(DEALER))
    assert table.state.phase == GameOver(DEALER)
    assert table.state.scores == (50, 121)


def nothing_tapped():
    return tapped_play()


def pegged_by_the_board():
    table = begin_play()
    table.play("P 7, D 8")
    return table


def go_pegged_by_the_board():
    table = begin_play()
    table.play("P T, D K, P 5, D go, P go")
    return table


def hand_counted():
    table = begin_show("5S")
    table.read("5H 5D 5C JS")
    return table


def heels():
    return begin_play("JS")


def walked_back():
    table = tapped_play()
    table.do(cmd.Award(PONE, 5), cmd.WalkBack(PONE, 2))
    return table


def penalised():
    table = tapped_play()
    table.do(cmd.Penalise(DEALER, 2, to=PONE))
    return table


def dealt_again():
    table = tapped_play()
    table.do(cmd.Award(PONE, 5), cmd.DealAgain())
    return table


def the_next_game():
    table = tapped_play()
    win(table, PONE)
    table.do(cmd.NextStep())
    return table


@pytest.mark.parametrize(
    "table",
    [
        nothing_tapped,
        pegged_by_the_board,
        go_pegged_by_the_board,
        hand_counted,
        heels,
        walked_back,
        penalised,
        dealt_again,
        the_next_game,
    ],
)
@pytest.mark.parametrize("side", [PONE, DEALER])
def test_only_what_was_tapped_last_is_moved(table, side):
    assert table().refusal(cmd.MoveAward(side)) == "no_award_to_move"


def test_an_award_isnt_moved_to_whose_it_is():
    table = tapped_play()
    table.do(cmd.Award(PONE, 5))
    assert table.refusal(cmd.MoveAward(PONE)) == "no_award_to_move"


def test_no_award_is_moved_after_the_game():
    table = tapped_play()
    win(table, PONE)
    assert table.refusal(cmd.MoveAward(DEALER)) == "game_over"


# --- a false Go (R70g) -------------------------------------------------------------------------------------------------


def test_an_honest_go_is_nothing_to_speak_of():
    table = mid_play(held=("TH 8H", "2S"), pile="9C KC 4D", turn=DEALER)
    table.play("D 2S, P go, P T")
    events = table.read("8H")
    assert of(ev.RenegeFound, events) == []


def test_each_false_go_is_found_with_its_cards():
    # at 24 Bob holds 7 and K: only the 7 fitted; Ann's Go at 24 was honest
    table = mid_play(held=("TH 9H", "7S KS"), pile="9C 5C TD", turn=DEALER)
    table.play("D go, P go, D 7S, P T, D K")
    events = table.do(cmd.SayGo(PONE)) + table.read("9H")
    assert of(ev.RenegeFound, events) == [ev.RenegeFound(DEALER, 24, cards("7S"))]


def test_of_three_everyone_is_looked_at():
    table = mid_play(held=("TH", "2S", "5H"), pile="9C TC 8D")
    # at 27 nobody plays on; the 2 would have fitted
    table.play("A go, B go, C go, A T, B 2S")
    events = table.read("5H")
    assert of(ev.RenegeFound, events) == [ev.RenegeFound(1, 27, cards("2S"))]


def test_where_the_scanner_was_left_nobody_can_tell():
    table = mid_play(held=("AH", "KS"), pile="9C TC 8D")
    table.play("P go")
    assert of(ev.RenegeFound, table.do(cmd.LeaveScanning())) == []


# --- the wrong dealer (R70m) -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scan", SCANNING)
@pytest.mark.parametrize("steps", [0, 1])
def test_until_the_starter_is_turned_the_deal_can_be_moved(scan, steps):
    # R70m: noticed before the starter, the right dealer deals again
    table = deal(scan=scan)
    table.do(*[cmd.NextStep()] * steps)
    assert table.do(cmd.ChooseDealer(PONE))[-1] == ev.DealStarted(PONE)
    assert isinstance(table.state.phase, Dealing)
    table.do(cmd.NextStep())
    assert pegged(table.read("JH")) == [(PONE, 2, "heels")]


@pytest.mark.parametrize("scan", SCANNING)
def test_after_the_starter_the_deal_stands(scan):
    # R70m
    table = deal(scan=scan)
    table.do(cmd.NextStep())
    table.read("5H")
    assert table.refusal(cmd.ChooseDealer(PONE)) == "dealer_known"


def test_where_nothing_is_scanned_the_deal_stands_once_something_is_pegged():
    table = tapped_play()
    table.do(cmd.ChooseDealer(PONE))
    assert table.state.dealer == PONE
    table.do(cmd.Award(DEALER, 2))
    assert table.refusal(cmd.ChooseDealer(DEALER)) == "dealer_known"


def test_of_three_the_deal_goes_on_from_the_actual_dealer():
    table = deal(scan=Scan.ALL, players=3)
    table.do(cmd.ChooseDealer(0), cmd.NextStep())
    table.read("5H")
    assert table.state.turn == 1
    assert isinstance(table.state.phase, CountedPlay)


def test_who_dealt_first_is_who_did():
    # R10 counts from the previous game's first dealer
    table = deal(scan=Scan.ALL, next_game_dealer=NextDealer.ALTERNATE)
    table.do(cmd.ChooseDealer(PONE))
    win(table, PONE)
    table.do(cmd.NextStep())
    assert table.state.dealer == DEALER


def test_a_deal_that_is_moved_later_in_the_game_leaves_the_first_dealer_alone():
    table = tapped_play(next_game_dealer=NextDealer.ALTERNATE)
    table.do(cmd.Award(PONE, 2), cmd.NextStep())  # Bob dealt first, now Ann deals
    table.do(cmd.ChooseDealer(DEALER))
    assert isinstance(table.state.phase, TappedPlay)
    win(table, PONE)
    table.do(cmd.NextStep())
    assert table.state.dealer == PONE
