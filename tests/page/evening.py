"""An evening's games in a journal, the last one in the middle of its play."""

from __future__ import annotations

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
    """Write it down; returns the table as it is then."""
    options = Options().changed({"names": "Ann,Bob", "match": "first-to:9"} | settings)
    players = SelfPlay(Random(121))
    with closing(Journal(path)) as journal:
        state = _done(journal, None, StartMatch(options))
        while not _is_enough(state, games):
            state = _done(journal, state, players.act(state))
    return state


def _done(journal: Journal, state: State | None, command: Command) -> State:
    events = decide(state, command)
    after = reduce(evolve, events, state)
    assert after
    journal.append(Entry(command, events), after.game)
    return after


def _is_enough(state: State, games: int) -> bool:
    laid = state.phase.laid if isinstance(state.phase, CountedPlay) else ()
    return state.game >= games and sum(state.scores) > 130 and len(laid) == 3
