"""Cases that people get wrong, by their numbers: cutting, starter, show, end of the game, match (E01-E18, E53-E90).

Those of three and four players are in test_edge_cases_tables.py, of claims and irregularities (E91-E104) in
test_edge_cases_claims.py; E05-E08 are the simulated players' (test_selfplay.py), E84-E86 the board's (tests/board),
E102 is the Table's (tests/test_table.py).
"""

# ruff: noqa: N802  (the cases are called E12, not e12)

import pytest

from cribboard.rules import Card, Match, Pegs, score_hand
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.options import Cut, HeelsClaim, SkunkLines
from cribboard.rules.state import CountedPlay, Dealing, GameOver, MatchOver

from .at_table import (
    DEALER,
    PONE,
    begin_play,
    begin_show,
    cards,
    of,
    pegged,
    sit_down,
    tapped_play,
    win,
)

# --- cutting and dealing -----------------------------------------------------------------------------------------------


def test_E01_two_players_tie_in_the_cut():
    table = sit_down()
    table.read("7C 7D")
    assert table.state.dealer is None
    assert table.state.turn == 0
    table.read("8C 2D")
    assert table.state.dealer == 1


@pytest.mark.parametrize(("first_deal_cut", "dealer"), [(Cut.LOW, 0), (Cut.HIGH, 1)])
def test_E02_ace_against_king_in_the_cut(first_deal_cut, dealer):
    table = sit_down(first_deal_cut=first_deal_cut)
    table.read("AS KS")
    assert table.state.dealer == dealer


def test_E09_the_loser_deals_the_next_game():
    table = tapped_play(scores=(120, 100))
    table.do(cmd.Award(PONE, 1), cmd.NextStep())
    assert table.state.dealer == DEALER


# --- starter -----------------------------------------------------------------------------------------------------------


def test_E12_heels_win_for_the_dealer():
    table = begin_play("JS", scores=(60, 119))
    assert table.state.phase == GameOver(DEALER)
    assert table.state.scores == (60, 121)
    # the skunk is judged now: 60 is a double one, worth 4
    assert table.state.tally == (0, 4)


def test_E13_heels_win_at_120_all():
    table = begin_play("JD", scores=(120, 120))
    assert table.state.phase == GameOver(DEALER)
    assert table.state.scores == (120, 121)


@pytest.mark.parametrize(("dealer", "scored"), [(119, 0), (120, 0), (118, 2)])
def test_E14_heels_that_cant_win(dealer, scored):
    table = begin_play("JS", scores=(60, dealer), heels_can_win=False)
    assert table.state.scores == (60, dealer + scored)
    assert isinstance(table.state.phase, CountedPlay)


def test_E15_heels_are_claimed_after_the_pones_lead():
    table = begin_play("JH", heels_claim=HeelsClaim.CLAIM)
    assert pegged(table.play("P 4") and table.do(cmd.ClaimHeels(DEALER))) == [(DEALER, 2, "heels")]


def test_E18_starter_jack_and_a_jack_in_hand():
    score = score_hand(cards("2H 4S JD 8C"), Card.parse("JH"))
    assert [(item.kind, item.points) for item in score.items] == [("pair", 2)]


# --- show --------------------------------------------------------------------------------------------------------------

HAND, CRIB = False, True


@pytest.mark.parametrize(
    ("hand", "starter", "crib", "total"),
    [
        pytest.param("5H 5D 5C JS", "5S", HAND, 29, id="E53 perfect hand"),
        pytest.param("5H 5D 5C JS", "5S", CRIB, 29, id="E53 as a crib"),
        pytest.param("5H 5D 5C 5S", "JS", HAND, 28, id="E54 the same with the jack cut"),
        pytest.param("7H 8D 8C 9S", "7S", HAND, 24, id="E55 two doubled ranks"),
        pytest.param("TH TD JS JC", "QH", HAND, 16, id="E56 double-double, no fifteens"),
        pytest.param("KH KS KC QD", "JH", HAND, 15, id="E57 triple run"),
        pytest.param("TH JS QC KD", "KH", HAND, 10, id="E58 double run of four"),
        pytest.param("AH 2D 3S 4C", "5H", HAND, 7, id="E59 run of five, fifteen of five"),
        pytest.param("4H 4D 4S 3C", "3H", HAND, 12, id="E60 three and two of a kind"),
        pytest.param("QH KD AS 2C", "9H", HAND, 0, id="E61 no wrap"),
        pytest.param("2H 4H 6H 8H", "KS", HAND, 4, id="E62 four-card flush in hand"),
        pytest.param("2H 4H 6H 8H", "KS", CRIB, 0, id="E63 the same in the crib"),
        pytest.param("2H 4H 6H 8H", "KH", HAND, 5, id="E64 five-card flush"),
        pytest.param("2H 4H 6H 8H", "KH", CRIB, 5, id="E64 in the crib"),
        pytest.param("2H 4H 6H 8S", "KH", HAND, 0, id="E65 three hand cards plus starter"),
        pytest.param("2H 4H 6H JH", "KH", HAND, 6, id="E66 flush and nobs"),
        pytest.param("2H 4S JH 8C", "KH", CRIB, 1, id="E67 nobs in the crib"),
        pytest.param("8H 7D 7S 6C", "2H", HAND, 16, id="E69 Bicycle's example"),
    ],
)
def test_hands_and_cribs(hand, starter, crib, total):
    score = score_hand(cards(hand), Card.parse(starter), crib)
    assert score.total == sum(item.points for item in score.items) == total


@pytest.mark.parametrize("total", [19, 25, 26, 27, 30])
def test_E68_a_total_that_cant_be_is_refused(total):
    assert tapped_play().refusal(cmd.Award(PONE, total)) == "impossible_award"


SIX_WITH_A_TEN = "5H 5D 2C 9S"
EIGHT_WITH_A_TEN = "3H 2C TD 5S"
NOTHING_WITH_A_KING = "QH 2D 4C 8S"


def test_E70_counting_out():
    table = begin_show("KS", scores=(115, 120))
    events = table.read(SIX_WITH_A_TEN)
    assert of(ev.GameWon, events) == [ev.GameWon(PONE, (121, 120), "none")]
    assert len(of(ev.HandCounted, events)) == 1
    assert table.read("5C 5S JH JD") == ()


def test_E71_the_dealer_needs_the_crib():
    table = begin_show("KS", scores=(50, 112))
    table.do(cmd.NextStep())
    table.read(EIGHT_WITH_A_TEN)
    table.read(NOTHING_WITH_A_KING)
    assert table.state.scores == (50, 120)
    assert (table.state.dealer, type(table.state.phase)) == (PONE, Dealing)


def test_E74_the_starter_counts_in_all_hands():
    table = begin_show("5S")
    events = table.read("KH QD TC 2C") + table.read("KC QH TD 2D") + table.read("KD QC TH 2H")
    assert pegged(events) == [(PONE, 6, "hand"), (DEALER, 6, "hand"), (DEALER, 6, "crib")]


# --- end of the game, pegs ---------------------------------------------------------------------------------------------


def win_by_tap(loser, target=121, **options):
    """The pone is one hole from home and pegs it; what becomes known."""
    table = tapped_play(scores=(target - 1, loser), target=target, **options)
    events = table.do(cmd.Award(PONE, 1))
    (won,), (worth,) = of(ev.GameWon, events), of(ev.MatchPoints, events)
    return won.skunk, worth.points


def test_E75_overshoot_stops_in_the_game_hole():
    table = tapped_play(scores=(118, 100))
    (scored,) = of(ev.Scored, table.do(cmd.Award(PONE, 8)))
    assert (scored.score, scored.points, scored.pegs) == (121, 3, Pegs(121, 118))


def test_E76_no_skunk_by_margin():
    table = tapped_play(scores=(118, 92))
    (won,) = of(ev.GameWon, table.do(cmd.Award(PONE, 6)))
    assert won == ev.GameWon(PONE, (121, 92), "none")


@pytest.mark.parametrize(
    ("loser", "triple_off", "triple_on"),
    [
        (90, "skunk", "skunk"),
        (91, "none", "none"),
        (60, "double", "double"),
        (61, "skunk", "skunk"),
        (30, "double", "triple"),
        (31, "double", "double"),
    ],
)
def test_E77_skunk_limits(loser, triple_off, triple_on):
    assert win_by_tap(loser)[0] == triple_off
    assert win_by_tap(loser, triple_skunk_wins_match=True)[0] == triple_on


def test_E78_a_double_skunk_isnt_a_skunk():
    assert win_by_tap(45) == ("double", 4)


@pytest.mark.parametrize(
    ("loser", "standard", "proportional"),
    [
        (30, ("skunk", 2), ("double", 4)),
        (31, ("none", 1), ("skunk", 2)),
        (45, ("none", 1), ("skunk", 2)),
        (46, ("none", 1), ("none", 1)),
    ],
)
def test_E80_game_of_61(loser, standard, proportional):
    assert win_by_tap(loser, target=61) == standard
    assert win_by_tap(loser, target=61, skunk_lines=SkunkLines.PROPORTIONAL) == proportional


def test_E82_the_pegs_leapfrog():
    pegs, path = Pegs(0, 0), []
    for points in (2, 3, 0, 4):
        pegs = pegs.moved(points, target=121)
        path.append(pegs)
    assert path == [(2, 0), (5, 2), (5, 2), (9, 5)]


def test_E83_the_peg_at_the_end():
    assert Pegs(front=118, back=110).moved(8, target=121) == Pegs(front=121, back=118)


def test_E87_level_pegging_has_no_effect():
    table = tapped_play(scores=(50, 57))
    assert len(table.do(cmd.Award(PONE, 7))) == 1
    assert table.state.scores == (57, 57)


# --- match -------------------------------------------------------------------------------------------------------------


def play_games(match, games, **options):
    """A match of these games, each `(winner, loser's score)`."""
    table = tapped_play(match=Match.parse(match), **options)
    for number, (winner, loser) in enumerate(games):
        if number:
            table.do(cmd.NextStep())
        win(table, winner, loser)
    return table.state


def test_E88_first_to_five_points():
    state = play_games("first-to:5", [(PONE, 100), (PONE, 85), (DEALER, 100), (PONE, 100)])
    assert state.tally == (4, 1)
    assert state.phase == GameOver(PONE)


def test_E89_best_of_three_counts_games():
    assert play_games("best-of:3", [(PONE, 85)]).phase == GameOver(PONE)
    assert play_games("best-of:3", [(PONE, 85)]).tally == (1, 0)
    assert play_games("first-to:2", [(PONE, 85)]).phase == MatchOver(PONE)


def test_E90_a_triple_skunk_wins_the_match():
    games = [(DEALER, 50), (PONE, 29)]
    assert play_games("first-to:5", games, triple_skunk_wins_match=True).phase == MatchOver(PONE)
    assert play_games("first-to:5", games).phase == GameOver(PONE)
