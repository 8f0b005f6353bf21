"""Tables of three and four: whose turn it is to cut, deal, lay and count (R7-R10, R21-R28, R40). The last seat deals."""

import pytest

from cribboard.rules import Card, Scan
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.options import Match, NextDealer
from cribboard.rules.state import Cutting, Dealing

from .at_table import (
    PARTNERS,
    SINGLES,
    begin_play,
    begin_show,
    deal,
    mid_play,
    of,
    pegged,
    sit_down,
    tapped_play,
    win,
)

THREE = {"players": 3}
TWO = {"players": 2}
SINGLE = Match("single", 1)


# --- the cut (R6, R7) --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "cuts", "dealer"),
    [
        (THREE, "9C 4D 5H", 1),
        (THREE, "4C 4D 4H 9C 2D 3H", 1),  # all three tied
        (PARTNERS, "4C 9D 4H 9H KC QD", 2),
        (SINGLES, "4C 9D 4H 4S 7C 7D 8H AC 2D", 0),  # tied again: two of the three
        ({**THREE, "first_deal_cut": "high"}, "9C 9D 5H AC 2D", 1),
    ],
)
def test_only_the_tied_cut_again(options, cuts, dealer):
    table = sit_down(**options)
    table.read(cuts)
    assert table.state.dealer == dealer


def test_who_isnt_tied_cant_take_the_deal():
    # E03: the nine cannot become dealer
    table = sit_down(players=3)
    table.read("4C 4D 9H")
    assert table.refusal(cmd.ChooseDealer(2)) == "not_cutting"
    table.do(cmd.ChooseDealer(1))
    assert table.state.dealer == 1


# --- who deals (R8-R10) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "dealers"), [(THREE, [0, 1, 2]), (PARTNERS, [0, 1, 2, 3])])
def test_the_deal_passes_to_the_left(options, dealers):
    table = tapped_play(**options)
    passed = [table.do(cmd.NextStep())[0].dealer for _ in dealers]
    assert passed == dealers


LOSER, WINNER = NextDealer.LOSER, NextDealer.WINNER
ALTERNATE, CUT = NextDealer.ALTERNATE, NextDealer.CUT


@pytest.mark.parametrize("match", [Match("first-to", 7), SINGLE])
@pytest.mark.parametrize(
    ("options", "rule", "winner", "others", "dealers"),
    [
        # R9; Bob dealt first
        (TWO, LOSER, 0, [100], [1]),
        (TWO, LOSER, 1, [100], [0]),
        (TWO, WINNER, 0, [100], [0]),
        (TWO, WINNER, 1, [100], [1]),
        (TWO, ALTERNATE, 0, [100], [0]),
        (TWO, ALTERNATE, 1, [100], [0]),
        (TWO, CUT, 0, [100], [0, 1]),
        # R10, three players: the lowest score; tied, they cut
        (THREE, LOSER, 0, [100, 90], [2]),
        (THREE, LOSER, 0, [90, 100], [1]),
        (THREE, LOSER, 2, [90, 100], [0]),
        (THREE, LOSER, 0, [90, 90], [1, 2]),
        (THREE, LOSER, 1, [90, 90], [0, 2]),
        (THREE, WINNER, 1, [90, 90], [1]),
        (THREE, ALTERNATE, 1, [90, 90], [0]),
        (THREE, CUT, 1, [90, 90], [0, 1, 2]),
        # R10, partners: the first of the losing side, clockwise from the first dealer, who was seat 3
        (PARTNERS, LOSER, 0, [100], [1]),  # 3 himself is skipped
        (PARTNERS, LOSER, 1, [100], [0]),
        (PARTNERS, WINNER, 0, [100], [0]),
        (PARTNERS, WINNER, 1, [100], [1]),
        (PARTNERS, ALTERNATE, 1, [100], [0]),
        (PARTNERS, CUT, 1, [100], [0, 1, 2, 3]),
        # four singles
        (SINGLES, LOSER, 0, [100, 80, 90], [2]),
        (SINGLES, LOSER, 3, [80, 100, 80], [0, 2]),
        (SINGLES, LOSER, 1, [80, 80, 80], [0, 2, 3]),
        (SINGLES, WINNER, 2, [80, 80, 80], [2]),
        (SINGLES, ALTERNATE, 2, [80, 80, 80], [0]),
    ],
)
def test_who_deals_the_next_game(options, rule, winner, others, dealers, match):
    table = deal(scan=Scan.ALL, next_game_dealer=rule, match=match, **options)
    win(table, winner, others)
    table.do(cmd.NextStep())
    if len(dealers) == 1:
        assert isinstance(table.state.phase, Dealing)
        assert [table.state.dealer, table.state.first_dealer] == dealers * 2
    else:
        assert table.state.phase == Cutting(tuple(dealers))
        table.read(" ".join(["9C", "4D", "8H", "7S"][: len(dealers)]))
        assert table.state.dealer == dealers[1]
    assert set(table.state.scores) == {0}


def test_the_first_dealer_counts_and_not_the_last():
    # R10: seat 3 dealt first, seat 0 when the game ended
    table = tapped_play(**PARTNERS)
    table.do(cmd.NextStep())
    assert table.state.dealer == 0
    win(table, 0)
    table.do(cmd.NextStep())
    assert table.state.dealer == 1


def test_the_search_goes_clockwise_from_the_first_dealer_who_comes_last():
    # R10: seat 0 dealt first and his side lost: seat 2 is met first
    table = sit_down(scan=Scan.NONE, **PARTNERS)
    table.do(cmd.ChooseDealer(0))
    win(table, 1)
    table.do(cmd.NextStep())
    assert table.state.dealer == 2


# --- the play (R21-R28) ------------------------------------------------------------------------------------------------


def test_the_dealers_left_leads_and_turns_go_clockwise():
    table = begin_play(**PARTNERS)
    table.play("0 2, 1 6, 2 8, 3 9, 0 3")
    assert table.state.count == 28


def test_everyone_plays_on_after_a_go():
    # R24: the blocked are passed over, the others lay as many cards as they can, until nobody can
    table = begin_play(**THREE)
    assert table.play("A T, B 9, C 4, A go, B A, C A, B A") == [0, 0, 0, 0, 0, 2, 6]
    assert table.state.turn == 2
    assert table.play("C 4, B go, C go") == [0, 0, 1]
    # R28: left of C
    assert table.state.turn == 0


def test_all_but_one_say_go_and_he_lays_what_he_has():
    table = begin_play(**PARTNERS)
    assert table.play("0 T, 1 9, 2 5, 3 go, 0 go, 1 go") == [0] * 6
    # 2 lays alone: 25, 27 and 27 + 4 for two
    assert table.play("2 A, 2 2, 2 4") == [0, 0, 2]
    assert table.state.turn == 3


def test_partners_score_together():
    table = begin_play(**PARTNERS)
    # fifteen for 1, then 7-7: a pair for 2; 3 makes it royal
    table.play("0 8, 1 7, 2 7, 3 7")
    assert table.state.scores == (2, 2 + 6)
    assert begin_play(**SINGLES).play("0 8, 1 7, 2 7, 3 7") == [0, 2, 2, 6]


def test_singles_score_each_for_themselves():
    table = begin_play(**SINGLES)
    table.play("0 8, 1 7, 2 7, 3 7")
    assert table.state.scores == (0, 2, 2, 6)


def test_a_lead_passes_over_who_has_no_cards():
    # R28: left of C is A, who is out; B leads
    table = mid_play(held=("", "KH", "5H"), pile="9C TC 7D", turn=2)
    assert table.play("C 5") == [2]
    assert table.state.turn == 1


def test_who_has_no_cards_is_never_asked():
    # R23
    table = mid_play(held=("", "KH", "2H TH"), pile="9C TC 8D", turn=2)
    table.play("C 2")
    assert table.refusal(cmd.SayGo(0)) == "no_cards_left"
    assert table.play("B go, C go") == [0, 1]


def test_a_late_go_gives_the_card_to_the_next_who_can():
    # A had nothing at 24 and was passed over in silence: B laid the 5
    table = begin_play(**THREE)
    table.play("A T, B T, C 4, A 5")
    events = table.do(cmd.SayGo(0))
    assert of(ev.LateGo, events) == [ev.LateGo(0, Card.parse("5C"))]
    assert of(ev.CardPlayed, events) == [ev.CardPlayed(1, Card.parse("5C"), 29)]
    assert table.state.turn == 2
    assert len(table.state.phase.hand(0)) == 1


def test_a_late_go_of_two_gives_it_to_the_third():
    table = begin_play(**THREE)
    table.play("A T, B T, C 4, A 5")
    table.do(cmd.SayGo(0))
    table.do(cmd.SayGo(1))
    assert [len(table.state.phase.hand(seat)) for seat in range(3)] == [1, 1, 2]
    assert table.play("C go") == [1]


def test_a_late_go_passes_over_who_has_said_it():
    table = begin_play(**THREE)
    table.play("A T, B 9, C 4, A A, B go, C A, A 5")
    events = table.do(cmd.SayGo(0))
    assert of(ev.CardPlayed, events) == [ev.CardPlayed(2, Card.parse("5C"), 30)]


def test_a_31_of_the_only_one_left_is_no_late_go():
    table = begin_play(**THREE)
    table.play("A T, B T, C 2, A go, B go, C 9")  # 31
    assert table.refusal(cmd.SayGo(2)) == "not_your_turn"


# --- the show (R40) ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "sides"),
    [
        (THREE, [0, 1, 2, 2]),
        # left opponent, dealer's partner, right opponent, dealer, crib
        (PARTNERS, [0, 1, 0, 1, 1]),
        (SINGLES, [0, 1, 2, 3, 3]),
    ],
)
def test_hands_are_counted_clockwise_and_the_crib_last(options, sides):
    table = begin_show("KS", **options)
    # 5-K and 2-5-8 are fifteen; the crib has two pairs
    crib = "JD JC 7D 7C"
    hands = ["5C 2D 4H 8S", "5D 2C 4S 8H", "5H 2S 4C 8D", "5S 2H 4D 8C"][: len(sides) - 1]
    whose = zip(["hand"] * len(hands) + ["crib"], [*hands, crib], sides, strict=True)
    seats = [*table.state.options.left_of(table.state.dealer), table.state.dealer]
    for seat, (which, hand, side) in zip(seats, whose, strict=True):
        assert table.state.turn == seat
        assert pegged(table.read(hand)) == [(side, 4, which)]
    assert table.state.dealer == 0


def test_of_four_the_play_tells_all_hands():
    table = begin_play("9S", **PARTNERS)
    for _ in range(3):
        table.play("0 K, 1 Q, 2 J, 3 A")
    table.play("0 K, 1 Q, 2 J")
    events = table.read("AS")
    counted = of(ev.HandCounted, events)
    # four alike are 12, and one of the jacks is his nobs
    assert [(c.player, c.total) for c in counted] == [(0, 12), (1, 12), (2, 13), (3, 12)]
    assert table.state.turn == 3
