"""The rules and the journal by themselves, over a self-played game with every card scanned."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial, reduce
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
    yield _each("decide a card", cards, lambda state, command, _: decide(state, command))
    yield _each("evolve its events", cards, lambda state, _, events: reduce(evolve, events, state))
    with TemporaryDirectory() as folder:
        for where, path in (("memory", ":memory:"), ("a file", str(Path(folder, "journal")))):
            with closing(Journal(path)) as journal:
                yield _each(f"commit in {where}", steps, partial(_commit, journal))
    rules = timed(lambda: [reduce(evolve, decide(*step[:2]), step[0]) for step in steps])
    yield Figure("a game's rules alone", rules * 1e3, "ms")
    yield Figure("  and players who choose their cards", timed(lambda: play(rng)) * 1e3, "ms")


def _each(what: str, steps: Iterable[Step], act: Callable[..., object]) -> Figure:
    times = [timed(partial(act, *step)) for step in steps]
    return Figure(f"{what}, median", median(times) * 1e6, "us")


def _commit(journal: Journal, _: State, command: Command, events: tuple[Event, ...]) -> None:
    journal.append(Entry(command, events), game=1)
