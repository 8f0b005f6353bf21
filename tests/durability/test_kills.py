"""SIGKILL at random moments of random games: what was announced is there, and nothing is broken."""

from __future__ import annotations

import mmap
import os
import pickle
import shutil
import signal
import struct
import time
import traceback
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from random import Random

import pytest

from cribboard.journal import Entry, Journal
from cribboard.rules import State, evolve

from .tables import Game, standing, states_in

SLOT = 1 << 17
NOTHING, ANNOUNCED, COMMITTING = 0, 1, 2

Seen = tuple[int, State | None]
"""How many entries of the match that runs stand, and the State they lead to."""


class Slate:
    """Memory that outlives a killed child: what it announced last, and what it was writing down just then."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 3 * SLOT)

    @property
    def stage(self) -> int:
        return self._memory[0]

    def clear(self) -> None:
        self._memory[0:3] = bytes(3)

    def announce(self, seen: Seen) -> None:
        """Into the slot that isn't the last, so that a kill leaves one or the other."""
        slot = 1 - self._memory[1]
        self._put(slot, seen)
        self._memory[1:3] = bytes((slot, True))
        self._memory[0] = ANNOUNCED

    def commit(self, seen: Seen) -> None:
        self._put(2, seen)
        self._memory[0] = COMMITTING

    def allowed(self, before: Seen) -> list[Seen]:
        """What the journal may lead to, which before this child led there."""
        allowed = [self._get(self._memory[1]) if self._memory[2] else before]
        return [*allowed, self._get(2)] if self.stage == COMMITTING else allowed

    def _put(self, slot: int, seen: Seen) -> None:
        data = pickle.dumps(seen)
        begin = 16 + slot * (SLOT - 16)
        self._memory[begin : begin + 4 + len(data)] = struct.pack("I", len(data)) + data

    def _get(self, slot: int) -> Seen:
        begin = 16 + slot * (SLOT - 16)
        (size,) = struct.unpack("I", self._memory[begin : begin + 4])
        seen: Seen = pickle.loads(self._memory[begin + 4 : begin + 4 + size])
        return seen


class Watched(Journal):
    """Says what it is about to write."""

    slate: Slate
    state: State | None = None

    def append(self, entry: Entry, game: int) -> None:
        after = reduce(evolve, entry.events, self.state)
        self.slate.commit((standing([*self.load(), entry]), after))
        super().append(entry, game)

    def undo(self) -> None:
        *_, before, _ = states_in(self)
        self.slate.commit((standing(self.load()[:-1]), before))
        super().undo()


def play_until_killed(path: Path, seed: int, slate: Slate) -> None:
    Watched.slate = slate
    journal = Watched(path)
    assert journal.trouble is None
    assert journal.set_aside is None

    def announce(state: State) -> None:
        journal.state = state
        slate.announce((standing(journal.load()), state))

    game = Game(journal, seed, watch=announce)
    while True:
        game.act_or_undo()


def fork(act: Callable[[], None], errors: Path) -> int:
    child = os.fork()
    if child:
        return child
    try:
        act()
    except BaseException:
        errors.write_text(traceback.format_exc())
    os._exit(1)


def found(path: Path, elsewhere: Path) -> Seen:
    """What a copy leads to; the next child shall find the journal as the killed one left it."""
    shutil.rmtree(elsewhere, ignore_errors=True)
    elsewhere.mkdir()
    for suffix in ("", "-wal", "-journal"):
        if (file := Path(f"{path}{suffix}")).exists():
            shutil.copy(file, elsewhere)
    journal = Journal(elsewhere / path.name)
    assert journal.trouble is None
    assert journal.set_aside is None
    states = list(states_in(journal))
    number = standing(journal.load())
    journal.close()
    return number, states[-1] if states else None


@pytest.mark.parametrize(
    "kills", [20, pytest.param(500, marks=[pytest.mark.soak, pytest.mark.timeout(900)])]
)
def test_a_kill_loses_nothing_that_was_announced(kills: int, tmp_path: Path) -> None:
    rng, slate = Random(kills), Slate()
    path, errors = tmp_path / "journal.db", tmp_path / "errors"
    last: Seen = (0, None)
    inside = further = 0
    for round_ in range(kills):
        if round_ % 50 == 49:
            path = tmp_path / f"journal{round_}.db"  # so that beginnings are killed too
            last = (0, None)
        slate.clear()
        child = fork(lambda path=path, seed=round_: play_until_killed(path, seed, slate), errors)
        deadline = time.monotonic() + 20
        if rng.random() < 0.8:  # else it dies somewhere on its way to its first words
            while slate.stage == NOTHING and time.monotonic() < deadline and not errors.exists():
                pass
            time.sleep(rng.uniform(0, 0.05))
        else:
            time.sleep(rng.uniform(0, 0.03))
        if rng.random() < 0.6:  # wait for a commit
            while slate.stage != COMMITTING and time.monotonic() < deadline:
                if errors.exists():
                    break
            time.sleep(rng.choice((0, 0.0001, 0.0003, 0.002)) * rng.random())
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert not errors.exists(), errors.read_text()
        allowed = slate.allowed(last)
        inside += slate.stage == COMMITTING
        last = found(path, tmp_path / "copy")
        assert last in allowed
        further += len(allowed) == 2 and last == allowed[1]
    assert inside >= kills / 5
    print(f"{kills} kills, {inside} inside a commit, {further} of them one entry further")
