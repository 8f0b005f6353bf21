"""The show: hands and crib are counted and pegged in order (R40-R49)."""

from cribboard.rules import Card, Scan
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.state import Dealing, TappedPlay

from .at_table import DEALER, PONE, begin_play, begin_show, cards, deal, of, pegged


def test_each_fourth_card_is_counted_and_pegged_in_order():
    table = begin_show("5S")
    assert table.state.turn == PONE
    assert pegged(table.read("5H 5D 5C JS")) == [(PONE, 29, "hand")]
    assert table.state.turn == DEALER
    assert pegged(table.read("TH TD QC KC")) == [(DEALER, 10, "hand")]
    # 4-5-6, 6-9 and 5-K are fifteen, and 4-5-6 is a run
    events = table.read("4H 6H 9S KH")
    assert pegged(events) == [(DEALER, 9, "crib")]
    assert [(c.player, c.which, c.total) for c in of(ev.HandCounted, events)] == [
        (DEALER, "crib", 9)
    ]
    assert events[-1] == ev.DealStarted(PONE)


def test_four_of_a_suit_are_a_flush_in_a_hand_and_not_in_the_crib():
    # R45
    table = begin_show("KS")
    events = table.read("2H 4H 6H 8H") + table.read("2D 4D 6D 8D") + table.read("2C 4C 6C 8C")
    assert [hand.total for hand in of(ev.HandCounted, events)] == [4, 4, 0]


def test_a_zero_hand_is_counted_and_moves_no_peg():
    # R49
    table = begin_show("9H", scores=(7, 0))
    before = table.state.pegs
    events = table.read("QH KD AS 2C")
    assert [counted.total for counted in of(ev.HandCounted, events)] == [0]
    assert of(ev.Scored, events) == []
    assert table.state.pegs == before


def test_the_first_scanned_card_begins_the_show():
    table = deal(scan=Scan.SHOW)
    table.do(cmd.NextStep())
    table.read("5S")
    assert isinstance(table.state.phase, TappedPlay)
    table.read("5H")
    assert table.state.phase.scanned == cards("5H")


def test_without_a_starter_the_first_card_at_the_show_is_the_starter():
    table = deal(scan=Scan.SHOW)
    table.do(cmd.NextStep(), cmd.NextStep())
    table.read("5S")
    assert table.state.starter == Card.parse("5S")
    assert pegged(table.read("5H 5D 5C JS")) == [(PONE, 29, "hand")]


def test_a_hand_that_the_players_counted_themselves_is_passed_over():
    table = begin_show("5S")
    table.read("5H")
    assert table.do(cmd.NextStep())[0] == ev.HandPassed(PONE, "hand")
    assert table.refusal(cmd.ReadCard(Card.parse("5H"))) == "card_on_table"
    assert table.do(cmd.NextStep())[0] == ev.HandPassed(DEALER, "hand")
    assert table.do(cmd.NextStep()) == (ev.HandPassed(DEALER, "crib"), ev.DealStarted(PONE))


def test_hands_known_from_the_play_are_counted_by_themselves():
    # R40
    table = begin_play("QS")
    table.play("P J, D 8, P 6, D 7, P 5, D 3, P 4S")
    counted = of(ev.HandCounted, table.read("2H"))
    # Ann's 5-J, 5-Q, 4-5-6 are fifteen and 4-5-6 a run; Bob has 7-8 and 2-3-Q
    assert [(c.player, c.which, c.total) for c in counted] == [
        (PONE, "hand", 9),
        (DEALER, "hand", 4),
    ]
    assert table.state.turn == DEALER
    table.read("AH AD AC KH")
    assert isinstance(table.state.phase, Dealing)
    assert table.state.dealer == PONE


def test_an_unclaimed_jack_pegs_when_the_show_finds_it():
    table = deal(scan=Scan.SHOW)
    table.do(cmd.NextStep(), cmd.NextStep(), cmd.NextStep())
    assert table.refusal(cmd.ClaimHeels(DEALER)) == "no_heels_now"
    assert pegged(table.read("JH")) == [(DEALER, 2, "heels")]
