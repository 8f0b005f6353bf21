"""Skunk lines, the worth of a game, and when a match is won (R56-R60)."""

from __future__ import annotations

from typing import NamedTuple

from .options import Options, SkunkLines

SKUNK_MARGIN = 31
"""By which a game on the ACC card is won by a skunk, whatever lines the table plays with (R61)."""

SKUNKS = ("none", "skunk", "double", "triple")


def skunk_lines(options: Options) -> tuple[int, ...]:
    """The first safe holes, highest first: below the first is a skunk, below the second a double skunk (R56).

    >>> skunk_lines(Options())
    (91, 61, 31)
    >>> skunk_lines(Options(target=61))
    (31,)
    >>> skunk_lines(Options(target=61, skunk_lines=SkunkLines.PROPORTIONAL))
    (46, 31, 16)
    >>> skunk_lines(Options().changed({"points": "lurch"}))
    (61,)
    """
    if options.points.lurch:
        return (-(-options.target // 2),)
    if options.skunk_lines is SkunkLines.PROPORTIONAL:
        return tuple(-(-quarters * options.target // 4) for quarters in (3, 2, 1))
    return tuple(line for out in (30, 60, 90) if (line := options.target - out) > 30)


def skunk(options: Options, loser: int) -> str:
    """How badly a score lost: `none`, `skunk`, `double`, or `triple` where it wins the match (R56, R58).

    >>> [skunk(Options(), score) for score in (91, 90, 61, 60, 30)]
    ['none', 'skunk', 'skunk', 'double', 'double']
    """
    missed = sum(loser < line for line in skunk_lines(options))
    return SKUNKS[missed if options.triple_skunk_wins_match else min(missed, 2)]


def game_worth(options: Options, skunk: str) -> int:
    """Match points for the winner of a game (R57); one for any win where games are counted (R60)."""
    if options.match.counts_games:
        return 1
    return options.points[min(SKUNKS.index(skunk), 2)]


def match_is_won(options: Options, tally: int, skunk: str) -> bool:
    """Whether a side with this tally, after a win of this size, has the match (R58, R60)."""
    return skunk == "triple" or tally >= options.match.needed


class Record(NamedTuple):
    """A side's line on the ACC card of a session: game points, spread points, wins, and those of them by a skunk (R61)."""

    points: int = 0
    spread: int = 0
    wins: int = 0
    skunks: int = 0


def card_after(
    card: tuple[Record, ...], winner: int, scores: tuple[int, ...]
) -> tuple[Record, ...]:
    """The session's card after a game: 2 for a win, 3 for one by 31 or more, and the margin to and fro (R61).

    >>> card_after((Record(), Record()), winner=0, scores=(121, 90))
    (Record(points=3, spread=31, wins=1, skunks=1), Record(points=0, spread=-31, wins=0, skunks=0))
    """
    margins = tuple(scores[winner] - score for score in scores)
    smallest = min(margin for side, margin in enumerate(margins) if side != winner)
    skunked = smallest >= SKUNK_MARGIN
    won = card[winner]
    return tuple(
        Record(won.points + 2 + skunked, won.spread + smallest, won.wins + 1, won.skunks + skunked)
        if side == winner
        else record._replace(spread=record.spread - margins[side])
        for side, record in enumerate(card)
    )
