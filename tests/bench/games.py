"""The rules and the journal by themselves, over a self-played game with every card scanned."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from cribboard.journal import Entry, Journal
from cribboard.rules import Event, Options, State, decide, evolve
from cribboard.rules.commands import Command, ReadCard, StartMatch
from cribboard.selfplay import SelfPlay

from .figures import Figure, timed

Step = tuple[State, Command, tuple[Event, ...]]


def play(rng: Random) -> list[Step]:
    """A game: the state before each act, the act, and what came of it."""
    state = reduce(evolve, decide(None, StartMatch(Options())), None)
    assert state
    players, steps = SelfPlay(rng), []
    while not state.is_over:
        command = players.act(state)
        events = decide(state, command)
        steps.append((state, command, events))
        state = reduce(evolve, events, state)
    return steps


def measure(rng: Random) -> Iterator[Figure]:
    """Times of one card, one commit, one game."""
    steps = play(rng)
    cards = [step for step in steps if isinstance(step[1], ReadCard)]

    def each(act: Callable[[Step], object], steps: list[Step] = cards) -> float:
        return median([timed(lambda step=step: act(step)) for step in steps]) * 1e6  # type: ignore[misc]

    def judge_and_book(step: Step) -> State:
        return reduce(evolve, decide(step[0], step[1]), step[0])

    yield Figure("decide a card, median", each(lambda step: decide(step[0], step[1])), "us")
    yield Figure("evolve its events, median", each(lambda step: reduce(evolve, step[2], step[0])), "us")
    whole = timed(lambda: [judge_and_book(step) for step in steps])
    yield Figure(f"a game's rules alone", whole * 1e3, "ms")
    yield Figure("  with players who choose cards and lay away", timed(lambda: play(rng)) * 1e3, "ms")
    with TemporaryDirectory() as folder:
        for where, path in (("memory", ":memory:"), ("a file", str(Path(folder, "journal")))):
            journal = Journal(path)
            commit = each(lambda step: journal.append(Entry(step[1], step[2]), 1), steps)  # noqa: B023
            yield Figure(f"journal commit in {where}, median", commit, "us")
            journal.close()
