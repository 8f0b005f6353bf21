"""A card that was read wrongly is put right where it lies: the deal is decided again with the right one (R70)."""

from functools import reduce

import pytest

from cribboard.rules import Card, Refused, Scan, evolve
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.options import Counting
from cribboard.rules.state import Claiming, Dealing, GameOver

from .at_table import (
    DEALER,
    PONE,
    asked,
    begin_play,
    begin_show,
    cards,
    deal,
    of,
    pegged,
    sit_down,
    win,
)


def correction(table, wrong, right):
    """The card is corrected; what it changed in the scores. The State is the events', as ever."""
    before = table.state
    events = table.correct(wrong, right)
    assert reduce(evolve, events, before) == table.state
    (corrected,) = of(ev.CardCorrected, events)
    assert (str(corrected.wrong), str(corrected.right)) == (wrong, right)
    assert {scored.reason for scored in of(ev.Scored, events)} <= {"correction"}
    return [(side, points) for side, points, _ in pegged(events)]


def refused_correction(table, wrong, right):
    with pytest.raises(Refused) as refused:
        table.correct(wrong, right)
    return refused.value.reason, refused.value.values.get("why")


def test_a_card_in_the_play_is_what_it_was():
    table = begin_play("QS")
    table.read("7C 8D")  # fifteen for Bob
    assert correction(table, "8D", "9D") == [(DEALER, -2)]
    assert (table.state.count, table.state.turn, table.state.scores) == (16, PONE, (0, 0))
    assert table.state.phase.pile == cards("7C 9D")
    assert correction(table, "9D", "7D") == [(DEALER, 2)]  # corrected twice: a pair
    table.read("7S")
    assert table.state.scores == (6, 2)


def test_both_sides_points_change():
    # 7-8 was fifteen and 7-8-9 a run; with a 6 for the 8 there is neither, and 7-6-9 makes nothing
    table = begin_play("QS")
    table.read("7C 8D 9S")
    assert table.state.scores == (3, 2)
    assert correction(table, "8D", "6D") == [(PONE, -3), (DEALER, -2)]


def test_a_card_that_makes_no_difference_is_still_another_card():
    table = begin_play("QS")
    table.read("7C 8D")
    pegs = table.state.pegs
    assert correction(table, "7C", "7H") == []
    assert table.state.pegs == pegs
    table.read("7C")
    assert table.refusal(cmd.ReadCard(Card.parse("7H"))) == "card_on_table"


def test_the_count_may_close_by_it_or_stay_open():
    table = begin_play("QS")
    table.read("TC TD TH")
    table.read("AC")
    assert (table.state.count, table.state.turn) == (0, PONE)  # 31
    assert correction(table, "TC", "9C") == [(PONE, -4), (DEALER, -4)]
    # 9-T-T-A: a pair for Ann, none royal, none for Bob, whose 31 is 30
    assert (table.state.count, table.state.scores) == (30, (2, 0))


def test_the_starter_may_turn_out_a_jack():
    table = begin_play("TS")
    assert correction(table, "TS", "JS") == [(DEALER, 2)]
    assert table.state.deal.heels_pegged
    assert correction(table, "JS", "QS") == [(DEALER, -2)]
    assert not table.state.deal.heels_pegged


@pytest.mark.parametrize(
    ("line", "wrong", "right", "why"),
    [
        ("P T, D K, P 4, D go", "4C", "AC", "anything_fits"),  # at 21
        ("P T, D K, P 4, D 7", "TC", "JC", None),  # 31 either way: nothing breaks
        ("P T, D K, P 4, D 7", "4C", "5C", "over_31"),
        ("P T, D K, P 4", "4C", "KC", "card_on_table"),
        ("P T, D K, P 4", "4C", "QS", "card_on_table"),  # the starter
    ],
)
def test_a_correction_that_makes_a_later_act_illegal_is_refused(line, wrong, right, why):
    table = begin_play("QS")
    table.play(line)
    if why is None:
        assert correction(table, wrong, right) == []
    else:
        before = table.state
        assert refused_correction(table, wrong, right) == ("correction_breaks", why)
        assert table.state == before


def test_a_card_that_wasnt_read_in_this_deal_cant_be_corrected():
    assert refused_correction(begin_play("QS"), "4C", "5C") == ("card_not_read", None)
    assert refused_correction(sit_down(), "4C", "5C") == ("card_not_read", None)
    table = begin_show("5S")
    table.read("5H")
    win(table, PONE)
    assert refused_correction(table, "5H", "6H") == ("game_over", None)


def test_a_hand_at_the_show_is_counted_again():
    table = begin_show("KS", scores=(10, 20))
    table.read("3H 2C TD 5S")  # 5-10, 5-K, 2-3-10, 2-3-K
    table.read("5C 6D 2H")
    assert correction(table, "TD", "9D") == [(PONE, -4)]  # 5-K and 2-3-K are left
    table.read("9H")  # 5-K and 6-9
    assert table.state.scores == (14, 24)


def test_a_hand_known_from_the_play_is_counted_again():
    table = begin_play("QS")
    table.play("P J, D 8, P 6, D 7, P 5, D 3, P 4S, D 2H")
    # the play: J-8-6-7 is 31 and a run of three, 5-3-4 another, 5-3-4-2 one of four, and the last card
    # the hands: 5-J, 5-Q, 4-5-6 and its run; 7-8, 2-3-Q
    assert table.state.scores == (3 + 9, 5 + 5 + 4)
    # with an ace for the 2 there is no run of four, and no 2-3-Q
    assert correction(table, "2H", "AH") == [(DEALER, -6)]
    assert table.state.phase.known[DEALER] == cards("8C 7C 3C AH")
    # with 9 for the 8 the first count would pass 31
    assert refused_correction(table, "8C", "9C") == ("correction_breaks", "over_31")


def test_a_claimed_hand_is_settled_again():
    table = asked("3H 2C TD 5S")
    assert correction(table, "TD", "9D") == []
    assert isinstance(table.state.phase, Claiming)
    table.do(cmd.Award(PONE, 8))  # it is 4 now
    assert table.state.scores == (4, 0)
    assert correction(table, "9D", "TD") == [(PONE, 4)]


def test_muggins_is_settled_again():
    table = asked("3H 2C TD 5S", counting=Counting.MUGGINS)
    table.do(cmd.Award(PONE, 4), cmd.Award(DEALER, 4), cmd.NextStep())
    assert table.state.scores == (4, 4)
    # now 4 is right, so the call was wrong
    assert correction(table, "TD", "9D") == [(PONE, 4), (DEALER, -4)]


def test_what_was_tapped_meanwhile_stays():
    table = begin_play("QS")
    table.do(cmd.Penalise(PONE, 2, to=DEALER))
    table.read("7C 8D")
    table.do(cmd.Award(PONE, 5), cmd.MoveAward(DEALER))
    assert correction(table, "8D", "9D") == [(DEALER, -2)]
    assert table.state.scores == (0, 7)


def test_an_award_of_the_deal_before_stays_moved():
    table = deal(scan=Scan.SHOW)
    table.do(cmd.NextStep())
    table.read("5H")
    table.do(cmd.Award(PONE, 5), *[cmd.NextStep()] * 4)
    assert isinstance(table.state.phase, Dealing)
    table.do(cmd.MoveAward(DEALER), cmd.NextStep())
    table.read("5D")
    assert correction(table, "5D", "JD") == [(PONE, 2)]  # Ann deals now
    assert table.state.scores == (2, 5)


def test_a_correction_wins():
    # E12's jack, read as a ten; the loser's 60 is a double skunk, worth 4
    table = begin_play("TS", scores=(60, 119))
    events = table.correct("TS", "JS")
    assert pegged(events) == [(DEALER, 2, "correction")]
    assert of(ev.GameWon, events) == [ev.GameWon(DEALER, (60, 121), "double")]
    state = table.state
    assert (state.phase, state.games, state.tally) == (GameOver(DEALER), (0, 1), (0, 4))
    assert [record.wins for record in state.card] == [0, 1]
