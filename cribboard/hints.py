"""How much the board says, and the helpers: what it may say besides what happened, each if it is wanted. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from cribboard.board.view import View
from cribboard.rules import Event, Notice, Options, State
from cribboard.rules import events as ev
from cribboard.rules.match import SKUNKS, game_worth, skunk_lines
from cribboard.rules.state import Claiming, Cutting, Showing

HELPERS = ("deal", "lead", "out", "safe", "turn")
"""Whose deal it is; who leads, and who is near home, when a deal begins; who has passed a skunk line; whose turn it is,
after a pause.
"""

NEAR_HOME = 30
"""Holes from which on a side hears what it needs: the last street of 121."""


class Verbosity(StrEnum):
    """How much the board says: what can't be seen on it, the calls of the game too, or all."""

    QUIET = "quiet"
    CALLS = "calls"
    FULL = "full"


class Hint(NamedTuple):
    """A phrase of the language's helpers, and what fills it."""

    key: str
    values: dict[str, Any]


def hints(
    state: State, events: Sequence[Event | Notice], wanted: Collection[str]
) -> Iterator[Hint]:
    """What these events give cause to say, by the helpers that are wanted."""
    if state.is_over:
        return
    for event in events:
        match event:
            case ev.Scored() if "safe" in wanted:
                yield from _safe(event, state.options)
            case ev.DealStarted() if any(state.scores):
                if "lead" in wanted:
                    yield _lead(state)
                if "out" in wanted:
                    yield from _out(state)


def whose_turn(view: View) -> Hint | None:
    """Who is waited for, if the board knows it and isn't just being told something."""
    turn = view.state.turn
    if turn is None or view.prompt or any(view.pending):
        return None
    match view.state.phase:
        case Cutting():
            return Hint("turn.cut", {"player": turn})
        case Showing() | Claiming():
            return Hint("turn.show", {"player": turn})
    return Hint("turn.play", {"player": turn})


def lines_that_count(options: Options) -> Iterator[tuple[int, str]]:
    """The first safe holes that make a difference at this table, each with the loss it saves from (R56-R58).

    >>> list(lines_that_count(Options()))
    [(91, 'skunk'), (61, 'double')]
    >>> list(lines_that_count(Options().changed({"match": "best-of:3"})))
    []
    """
    for line, less, worse in zip(skunk_lines(options), SKUNKS, SKUNKS[1:], strict=False):
        if worse == "triple":
            counts = options.triple_skunk_wins_match
        else:
            counts = game_worth(options, worse) > game_worth(options, less)
        if counts:
            yield line, "lurch" if options.points.lurch else worse


def _safe(scored: ev.Scored, options: Options) -> Iterator[Hint]:
    for line, loss in lines_that_count(options):
        if scored.pegs_before.front < line <= scored.pegs.front:
            yield Hint(f"safe.{loss}", {"side": scored.side})


def _lead(state: State) -> Hint:
    first, second, *_ = sorted(state.scores, reverse=True)
    if first == second:
        return Hint("level", {"score": first})
    return Hint("lead", {"side": state.scores.index(first), "points": first - second})


def _out(state: State) -> Iterator[Hint]:
    for side, score in enumerate(state.scores):
        if (needed := state.options.target - score) <= NEAR_HOME:
            yield Hint("out", {"side": side, "points": needed})
