"""The rules and the journal by themselves, over a self-played game with every card scanned."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial, reduce
from math import nan
from pathlib import Path
from random import Random
from statistics import median
from subprocess import DEVNULL, run
from tempfile import TemporaryDirectory

from cribboard.journal import Entry, Journal
from cribboard.rules import Event, Options, State, decide, evolve
from cribboard.rules.commands import Command, ReadCard, StartMatch
from cribboard.selfplay import SelfPlay
from cribboard.store import Store
from cribboard.table import resumed

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
        yield from _journal(Path(folder, "journal.db"), steps)
    rules = timed(lambda: [reduce(evolve, decide(*step[:2]), step[0]) for step in steps])
    yield Figure("a game's rules alone", rules * 1e3, "ms")
    yield Figure("  and players who choose their cards", timed(lambda: play(rng)) * 1e3, "ms")


def _each(what: str, steps: Iterable[Step], act: Callable[..., object]) -> Figure:
    times = [timed(partial(act, *step)) for step in steps]
    return Figure(f"{what}, median", median(times) * 1e6, "us")


def _journal(path: Path, steps: list[Step]) -> Iterator[Figure]:
    """Of a game, one that goes on after a thousand others, and what the disk gets of it."""
    for where, kept in (("memory", None), ("a file", path)):
        with closing(Journal(kept)) as journal:
            started = decide(None, StartMatch(Options()))
            journal.append(Entry(StartMatch(Options()), started), game=1)
            before = _written()
            yield _each(f"commit in {where}", steps, partial(_commit, journal))
    bytes_ = _written() - before
    yield Figure("bytes written per entry", bytes_ / len(steps), "B")
    yield Figure("  and per game", bytes_ / 1000, "kB")
    yield Figure("resume a finished game", timed(lambda: _resume(path)) * 1e3, "ms")
    with closing(Store(path)) as store:
        rows = store.running()
        for match in range(1, 1000):
            offset = match * len(rows)
            store.write(*(row.moved(offset, match) for row in rows))
    yield Figure("  after a thousand", timed(lambda: _resume(path)) * 1e3, "ms", "< 1000")
    asked = [sys.executable, "-m", "cribboard", "history", "--journal", str(path)]
    answers = min(timed(partial(run, asked, check=True, stdout=DEVNULL)) for _ in range(3))
    yield Figure("history of a thousand, whole process", answers * 1e3, "ms", "< 1000")


def _resume(path: Path) -> None:
    with closing(Journal(path)) as journal:
        assert resumed(journal)


def _written() -> float:
    """Bytes that this process has handed to the system so far; no number where the system doesn't say."""
    try:
        lines = Path("/proc/self/io").read_text().splitlines()
    except OSError:
        return nan
    return float(dict(line.split(": ") for line in lines)["wchar"])


def _commit(journal: Journal, _: State, command: Command, events: tuple[Event, ...]) -> None:
    journal.append(Entry(command, events), game=1)
