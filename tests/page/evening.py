"""An evening's games in a journal."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import reduce
from pathlib import Path
from random import Random

from cribboard.journal import Entry, Journal
from cribboard.rules import Options, State, decide, evolve
from cribboard.rules.commands import Command, StartMatch
from cribboard.rules.state import CountedPlay
from cribboard.selfplay import SelfPlay


def spend_evening(path: Path, games: int = 5, **settings: str) -> State:
    """So many games, the last one in the middle of its play; returns the table as it is then."""

    def is_enough(state: State) -> bool:
        laid = state.phase.laid if isinstance(state.phase, CountedPlay) else ()
        return state.game >= games and sum(state.scores) > 130 and len(laid) == 3

    return _spend(path, is_enough, **{"match": "first-to:9"} | settings)


def spend_weeks(path: Path, games: int) -> State:
    """So many short games, and another one that has just begun."""
    return _spend(
        path, lambda state: state.game > games, scan="none", target="31", match="first-to:99"
    )


def _spend(path: Path, is_enough: Callable[[State], bool], **settings: str) -> State:
    options = Options().changed({"names": "Ann,Bob"} | settings)
    players = SelfPlay(Random(121))
    with closing(Journal(path)) as journal:
        state = _done(journal, None, StartMatch(options))
        while not is_enough(state):
            state = _done(journal, state, players.act(state))
    return state


def _done(journal: Journal, state: State | None, command: Command) -> State:
    events = decide(state, command)
    after = reduce(evolve, events, state)
    assert after
    journal.append(Entry(command, events), after.game)
    return after
