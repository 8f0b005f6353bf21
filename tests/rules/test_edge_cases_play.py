"""Cases of the play that people get wrong, by their numbers (E19-E51). P is the pone, D the dealer.

E33, E35 and E46 are in test_edge_cases_tables.py; E43 is the simulated players' (test_selfplay.py), E50 is in test_properties.py.
"""

# ruff: noqa: N802  (the cases are called E19, not e19)

import pytest

from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules import score_play
from cribboard.rules.state import GameOver, Showing
from cribboard.selfplay import legal_cards

from .at_table import DEALER, PONE, begin_play, cards, mid_play, of, pegged


def pile_of(ranks):
    """Cards of these ranks, the suits given out as the ranks come."""
    return cards(" ".join(rank + "CDHS"[ranks[:n].count(rank)] for n, rank in enumerate(ranks)))


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        pytest.param("555", [0, 2, 8], id="E19 three fives"),
        pytest.param("KQ", [0, 0], id="E20 ten-cards of different rank"),
        pytest.param("456", [0, 0, 5], id="E21 run and fifteen together"),
        pytest.param("5243", [0, 0, 0, 4], id="E22 unordered run"),
        pytest.param("8776", [0, 2, 2, 0], id="E23 duplicate inside"),
        pytest.param("9687", [0, 2, 0, 4], id="E24 run completed late"),
        pytest.param("6786", [0, 0, 3, 3], id="E25 the same rank makes the run again"),
        pytest.param("7686", [0, 0, 3, 0], id="E25 but not across its own double"),
        pytest.param("332AA", [0, 2, 0, 3, 2], id="E26 no double runs in the play"),
        pytest.param("42635243AA", [0, 0, 0, 2, 5, 0, 5, 4, 5, 4], id="E27 long mixed series"),
        pytest.param("4494", [0, 2, 0, 0], id="E29 pair broken by another rank"),
        pytest.param("2345", [0, 0, 3, 4], id="E30 longest run only"),
        pytest.param("T678", [0, 0, 0, 5], id="E31 run reaching 31"),
        pytest.param("KAK55", [0, 0, 0, 0, 4], id="E32 pair reaching 31"),
        pytest.param("J543333", [0, 2, 0, 3, 2, 6, 14], id="E32b largest single card, at 31"),
        pytest.param("2A3333", [0, 0, 3, 2, 6, 14], id="E32b largest single card, at 15"),
        pytest.param("JQKA", [0, 0, 3, 2], id="E32c ace after king"),
    ],
)
def test_one_card_after_another(ranks, points):
    pile = pile_of(ranks)
    scored = [score_play(pile[:size]) for size in range(1, len(pile) + 1)]
    assert [sum(item.points for item in items) for items in scored] == points


def test_E31_run_reaching_31_has_no_point_for_the_last_card():
    table = begin_play()
    assert table.play("P T, D 6, P 7, D 8") == [0, 0, 0, 5]
    assert table.state.count == 0


def test_E32_pair_reaching_31_has_no_third_point():
    table = begin_play()
    assert table.play("P K, D A, P K, D 5, P 5") == [0, 0, 0, 0, 4]
    assert table.state.scores == (4, 0)


def test_E36_the_dealer_is_certain_to_be_last():
    table = begin_play(scores=(0, 120))
    table.play("P T, D K, P 4, D 3, P go")
    assert not table.state.is_over
    table.play("D go")
    assert table.state.phase == GameOver(DEALER)


def test_E37_several_cards_after_a_go():
    table = begin_play()
    assert table.play("P T, D K, P 2, D A") == [0, 0, 0, 0]
    assert table.play("P go, D 3") == [0, 3]
    assert pegged(table.read("4D")) == [(DEALER, 4, "play"), (DEALER, 1, "go")]
    assert table.state.scores == (0, 8)


def test_E38_a_pair_grows_through_the_others_go():
    table = begin_play()
    assert table.play("P J, D 5, P T, D A, P A, D go") == [0, 2, 0, 0, 2, 0]
    assert pegged(table.read("AH")) == [(PONE, 6, "play"), (PONE, 1, "go")]


def test_E39_the_last_card_makes_15():
    table = begin_play()
    assert table.play("P K, D Q, P J, D go, P go") == [0, 0, 3, 0, 1]
    assert table.play("D Q, P T, D 9, P go, D go") == [0, 0, 0, 0, 1]
    assert table.play("P 7, D 8") == [0, 2 + 1]


def test_E40_the_last_card_of_all_makes_31():
    table = begin_play()
    table.play("P 4, D J, P 7, D 9, P go, D go")
    assert table.play("P 7, D K, P 5, D 9") == [0, 0, 0, 2]
    assert isinstance(table.state.phase, Showing)


def test_E42_a_player_out_of_cards_is_never_asked():
    table = mid_play(held=("TH 8H", "2S"), pile="9C", turn=DEALER)
    table.read("2S")
    for card in ("TH", "8H"):
        assert table.state.turn == PONE
        table.read(card)
    assert table.refusal(cmd.SayGo(DEALER)) == "no_go_now"  # the show has begun


def test_E44_the_choice_of_the_card_is_free():
    assert legal_cards(cards("KH 2D"), count=21) == cards("KH 2D")
    table = mid_play(held=("KH 2D", "4S"), pile="8C 9H 4D")
    table.read("2D")
    assert table.state.count == 23


def test_E45_no_pair_across_a_reset():
    table = begin_play()
    assert table.play("P T, D Q, P 2, D 9, P 9") == [0, 0, 0, 2, 0]


def test_E49_everybody_fits_in_one_count():
    table = begin_play()
    line = "P A, D 3, P A, D 3, P 2, D 4, P 2"
    assert table.play(line) == [0, 0, 0, 0, 3, 4, 0]
    events = table.read("4D")
    assert pegged(events)[0] == (DEALER, 1, "last")
    assert len(of(ev.CountClosed, events)) == 1


def test_E51_the_game_ends_inside_the_play():
    table = begin_play(scores=(119, 0))
    table.play("P T, D 9")
    events = table.read("9D")
    assert pegged(events) == [(PONE, 2, "play")]
    assert not of(ev.CountClosed, events)
    assert table.state.phase == GameOver(PONE)
