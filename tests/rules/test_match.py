"""Skunks, what a game is worth, and when a match is won (R56-R60)."""

from dataclasses import replace

import pytest

from cribboard.rules import Match, Options, Points
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.match import skunk, skunk_lines
from cribboard.rules.options import SkunkLines
from cribboard.rules.state import GameOver, MatchOver

from .at_table import DEALER, PONE, of, tapped_play

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


def win(table, side, loser):
    """A game that `side` wins against this score."""
    scores = [loser, loser]
    scores[side] = 120
    pegs = tuple(
        peg._replace(front=score) for peg, score in zip(table.state.pegs, scores, strict=True)
    )
    table.state = replace(table.state, pegs=pegs)
    events = table.do(cmd.Award(side, 1))
    if not isinstance(table.state.phase, MatchOver):
        table.do(cmd.NextStep())
    return events


def test_first_to_counts_points():
    # R60
    table = tapped_play(match=Match.parse("first-to:5"))
    win(table, PONE, loser=100)
    win(table, DEALER, loser=80)
    win(table, PONE, loser=60)
    assert (table.state.tally, table.state.games) == ((5, 2), (2, 1))
    assert table.state.phase == MatchOver(PONE)


def test_best_of_counts_games_and_a_skunk_is_only_shown():
    # R60
    table = tapped_play(match=Match.parse("best-of:3"))
    events = win(table, PONE, loser=20)
    assert of(ev.GameWon, events)[0].skunk == "double"
    assert table.state.tally == (1, 0)
    win(table, DEALER, loser=100)
    assert of(ev.MatchWon, win(table, DEALER, loser=100)) == [ev.MatchWon(DEALER)]


def test_a_single_game_is_a_match():
    table = tapped_play(match=Match.parse("single"))
    assert ev.MatchWon(DEALER) in win(table, DEALER, loser=100)


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
