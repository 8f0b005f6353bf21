"""Skunks, what a game is worth, and when a match is won (R56-R60)."""

import pytest

from cribboard.rules import Match, Options, Points
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.match import Record, skunk, skunk_lines
from cribboard.rules.options import SkunkLines
from cribboard.rules.state import GameOver, MatchOver

from .at_table import DEALER, PARTNERS, PONE, SINGLES, of, sit_down, tapped_play, win

PROPORTIONAL = SkunkLines.PROPORTIONAL


@pytest.mark.parametrize(
    ("target", "lines", "holes"),
    [
        # R56, the table of lines
        (121, SkunkLines.STANDARD, (91, 61, 31)),
        (121, PROPORTIONAL, (91, 61, 31)),
        (61, SkunkLines.STANDARD, (31,)),
        (61, PROPORTIONAL, (46, 31, 16)),
        (181, SkunkLines.STANDARD, (151, 121, 91)),
        (181, PROPORTIONAL, (136, 91, 46)),
        # any other target: the streets of 30 before home, or the quarters of the way, rounded up
        (100, SkunkLines.STANDARD, (70, 40)),
        (100, PROPORTIONAL, (75, 50, 25)),
        (31, SkunkLines.STANDARD, ()),
        (31, PROPORTIONAL, (24, 16, 8)),
    ],
)
def test_skunk_lines(target, lines, holes):
    assert skunk_lines(Options(target=target, skunk_lines=lines)) == holes


@pytest.mark.parametrize("triple", [False, True])
@pytest.mark.parametrize("loser", range(121))
def test_a_loser_is_skunked_who_has_not_reached_the_line(loser, triple):
    # R56, R58
    if loser < 31 and triple:
        size = "triple"
    elif loser < 61:
        size = "double"
    else:
        size = "skunk" if loser < 91 else "none"
    assert skunk(Options(triple_skunk_wins_match=triple), loser) == size


@pytest.mark.parametrize(
    ("points", "worths"),
    [
        # R57: what a win, a skunk and a double skunk are worth
        ("1", (1, 1, 1)),
        ("1/2", (1, 2, 2)),
        ("1/2/3", (1, 2, 3)),
        ("1/2/4", (1, 2, 4)),
        ("2/3/3", (2, 3, 3)),
        ("3/4/4", (3, 4, 4)),
        ("acc", (2, 3, 3)),
        ("long", (3, 4, 4)),
        ("1/5/9", (1, 5, 9)),
    ],
)
def test_a_game_is_worth_what_was_agreed(points, worths):
    for loser, worth in zip((91, 90, 60), worths, strict=True):
        table = tapped_play(scores=(120, loser), points=Points.parse(points))
        (won,) = of(ev.MatchPoints, table.do(cmd.Award(PONE, 1)))
        assert won == ev.MatchPoints(PONE, worth)
        assert table.state.tally == (worth, 0)


def test_at_61_the_only_line_pays_as_a_skunk():
    # R57
    table = tapped_play(scores=(60, 30), target=61)
    assert ev.MatchPoints(PONE, 2) in table.do(cmd.Award(PONE, 1))


def play(table, side, loser):
    """A game that `side` wins against this score, and the next one begins if there is one."""
    events = win(table, side, loser)
    if not isinstance(table.state.phase, MatchOver):
        table.do(cmd.NextStep())
    return events


def test_first_to_counts_points():
    # R60
    table = tapped_play(match=Match.parse("first-to:5"))
    play(table, PONE, loser=100)
    play(table, DEALER, loser=80)
    play(table, PONE, loser=60)
    assert (table.state.tally, table.state.games) == ((5, 2), (2, 1))
    assert table.state.phase == MatchOver(PONE)


def test_best_of_counts_games_and_a_skunk_is_only_shown():
    # R60
    table = tapped_play(match=Match.parse("best-of:3"))
    events = play(table, PONE, loser=20)
    assert of(ev.GameWon, events)[0].skunk == "double"
    assert table.state.tally == (1, 0)
    play(table, DEALER, loser=100)
    assert of(ev.MatchWon, play(table, DEALER, loser=100)) == [ev.MatchWon(DEALER)]


def test_a_single_game_is_a_match():
    table = tapped_play(match=Match.parse("single"))
    assert ev.MatchWon(DEALER) in play(table, DEALER, loser=100)


def test_a_triple_skunk_wins_the_match_only_where_that_was_agreed():
    # R58
    for agreed, phase in ((True, MatchOver(PONE)), (False, GameOver(PONE))):
        table = tapped_play(scores=(120, 30), triple_skunk_wins_match=agreed)
        table.do(cmd.Award(PONE, 1))
        assert table.state.phase == phase


def test_a_won_game_says_both_scores():
    table = tapped_play(scores=(118, 92))
    (won,) = of(ev.GameWon, table.do(cmd.Award(PONE, 6)))
    assert won == ev.GameWon(PONE, (121, 92), "none")


# --- lurch (R57) -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "loser", "worth"),
    [
        # who hasn't reached the half, 61 of 121 and 31 of 61, loses a double game; there are no skunks besides
        (121, 60, 2),
        (121, 61, 1),
        (121, 90, 1),
        (121, 0, 2),
        (61, 30, 2),
        (61, 31, 1),
    ],
)
@pytest.mark.parametrize("lines", SkunkLines)
def test_a_lurch_is_a_double_game(target, loser, worth, lines):
    table = tapped_play(target=target, points=Points.parse("lurch"), skunk_lines=lines)
    assert of(ev.MatchPoints, win(table, PONE, loser)) == [ev.MatchPoints(PONE, worth)]


# --- triple skunks (R58) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("loser", "lines", "wins"),
    [
        (15, PROPORTIONAL, True),
        (16, PROPORTIONAL, False),
        (0, SkunkLines.STANDARD, False),  # a game of 61 has one line only
    ],
)
def test_a_triple_skunk_at_61(loser, lines, wins):
    table = tapped_play(target=61, skunk_lines=lines, triple_skunk_wins_match=True)
    assert bool(of(ev.MatchWon, win(table, PONE, loser))) == wins


def test_a_triple_skunk_wins_a_best_of_n_too():
    table = tapped_play(match=Match.parse("best-of:5"), triple_skunk_wins_match=True)
    assert of(ev.MatchWon, win(table, PONE, 30)) == [ev.MatchWon(PONE)]
    assert (table.state.games, table.state.tally) == ((1, 0), (1, 0))


# --- more than two scores (R59) ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "others", "size"),
    [
        ({"players": 3}, (90, 90), "skunk"),
        ({"players": 3}, (91, 20), "none"),
        ({"players": 3}, (60, 10), "double"),
        (PARTNERS, (90,), "skunk"),
        (SINGLES, (60, 61, 20), "skunk"),
        (SINGLES, (60, 60, 20), "double"),
    ],
)
def test_the_best_of_the_losers_is_judged(options, others, size):
    (won,) = of(ev.GameWon, win(tapped_play(**options), 0, others))
    assert won == ev.GameWon(0, (121, *others), size)


@pytest.mark.parametrize("options", [{"players": 3}, PARTNERS, SINGLES])
def test_a_match_of_more_than_two(options):
    table = tapped_play(match=Match.parse("first-to:3"), **options)
    play(table, 1, loser=90)
    play(table, 0, loser=100)
    assert table.state.tally[:2] == (1, 2)
    assert of(ev.MatchWon, play(table, 1, loser=100)) == [ev.MatchWon(1)]


# --- the session's card (R61) ------------------------------------------------------------------------------------------


def test_the_card_is_kept_for_the_session():
    table = tapped_play(match=Match.parse("single"))
    win(table, PONE, 91)
    table.do(cmd.NextStep())
    win(table, DEALER, 90)
    lost, won = table.state.card
    assert lost == Record(points=2, spread=30 - 31, wins=1, skunks=0)
    assert won == Record(points=3, spread=31 - 30, wins=1, skunks=1)


def test_a_game_given_up_isnt_on_it():
    table = tapped_play(scores=(100, 20))
    table.do(cmd.NewGame())
    assert table.state.card == (Record(), Record())


def test_of_three_the_winner_has_the_smallest_margin():
    table = tapped_play(players=3)
    win(table, 1, (100, 80))
    assert table.state.card == (Record(spread=-21), Record(2, 21, 1, 0), Record(spread=-41))


@pytest.mark.parametrize(
    ("then", "kept"),
    [
        ({"target": 61}, True),
        ({"names": ("Eve", "Bob")}, False),
        ({"players": 3}, False),
    ],
)
def test_other_players_begin_another_card(then, kept):
    table = tapped_play()
    win(table, PONE, 100)
    table.do(cmd.StartMatch(Options(**then)))
    assert (table.state.card[0].wins == 1) == kept
    assert len(table.state.card) == len(table.state.options.sides)


def test_partners_who_go_on_as_singles_begin_another_card():
    table = tapped_play(**PARTNERS)
    win(table, 0, 100)
    table.do(cmd.StartMatch(Options(**SINGLES)))
    assert table.state.card == sit_down(**SINGLES).state.card


# --- a handicap --------------------------------------------------------------------------------------------------------


def test_a_handicap_is_where_every_game_starts():
    table = tapped_play(handicap=(0, 10))
    assert table.state.pegs == ((0, 0), (10, 10))
    play(table, PONE, loser=100)
    assert table.state.pegs == ((0, 0), (10, 10))
    table.do(cmd.Award(DEALER, 5))
    assert table.state.pegs[DEALER] == (15, 10)
    table.do(cmd.NewGame())
    assert table.state.scores == (0, 10)


def test_a_handicap_counts_towards_home_and_the_lines():
    table = tapped_play(handicap=(0, 100))
    table.do(*[cmd.Award(PONE, 24)] * 5)
    (won,) = of(ev.GameWon, table.do(cmd.Award(PONE, 1)))
    assert (won.scores, won.skunk) == ((121, 100), "none")
