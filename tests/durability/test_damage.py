"""Damaged files are set aside, what can be read goes on, and it is always something that really was."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from cribboard import store
from cribboard.journal import Journal
from cribboard.rules import State
from cribboard.rules.events import Prompted
from cribboard.store import Foreign, Store, StoreError, read

from .tables import Game, play, states_in

NAME = "journal.db"
HEADER = {*range(60, 64), *range(68, 72)}
"""Bytes that say whose a database is and which version wrote it: what is damaged there may be refused."""


class Played(NamedTuple):
    """A journal as a kill left it, as a close left it, and the States that were."""

    killed: Path
    closed: Path
    states: list[State]
    last: list[State]


def copy(source: Path, target: Path) -> Path:
    target.mkdir(parents=True)
    for file in source.iterdir():
        if not file.name.endswith((".lock", "-shm")):
            shutil.copy(file, target)
    return target


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Long enough that the log has been carried over into the database and begun again."""
    folder = tmp_path_factory.mktemp("played")
    game = play(folder / "closed" / NAME, 5, 130)
    killed = copy(folder / "closed", folder / "killed")
    last = list(states_in(game.journal))
    game.journal.close()
    (folder / "closed" / f"{NAME}.lock").unlink()
    assert (killed / f"{NAME}-wal").stat().st_size > 50_000
    assert (killed / NAME).stat().st_size > 20_000
    return Played(killed, folder / "closed", game.states, last)


def check(folder: Path, played: Played, may_be_refused: bool = False) -> int:
    """What comes back really was, and it goes on from there. Returns how many entries came back."""
    path = folder / NAME
    before = path.read_bytes() if path.exists() else b""
    try:
        journal = Journal(path)
    except Foreign:
        assert may_be_refused
        assert path.read_bytes() == before
        return 0
    came_back = list(states_in(journal))
    assert all(state in played.states for state in came_back)
    if journal.set_aside:
        assert journal.set_aside.read_bytes().rstrip(b"\0") == before.rstrip(b"\0")
    if not journal.trouble:
        game = Game(journal, 1)
        assert not came_back or game.state == came_back[-1]
        game.act()
        now = list(states_in(journal))
        journal.close()
        with closing(Journal(path)) as again:
            assert again.set_aside is None
            assert list(states_in(again)) == now
    journal.close()
    return len(came_back)


def test_what_is_whole_comes_back_whole(played: Played, tmp_path: Path) -> None:
    for name, folder in (("killed", played.killed), ("closed", played.closed)):
        with closing(Journal(copy(folder, tmp_path / name) / NAME)) as journal:
            assert list(states_in(journal)) == played.last
            assert journal.set_aside is None


@pytest.mark.parametrize("part", [0.25, 0.5, 0.75, 0.99])
def test_of_one_that_was_cut_short_comes_back_what_is_left(
    part: float, played: Played, tmp_path: Path
) -> None:
    """Pages hold entries in their order, so that what a part of the pages holds is about that part of the entries."""
    path = copy(played.closed, tmp_path / "one") / NAME
    whole = len(list(read(path)))
    with open(path, "r+b") as file:
        file.truncate(int(part * path.stat().st_size))
    with closing(Journal(path)) as journal:
        assert journal.set_aside
        assert len(list(states_in(journal))) > (part - 0.15) * whole


MANY = [12, pytest.param(400, marks=[pytest.mark.soak, pytest.mark.timeout(900)])]


@pytest.mark.parametrize("samples", MANY)
@pytest.mark.parametrize(
    ("state", "suffix"),
    [("killed", ""), ("killed", "-wal"), ("closed", "")],
    ids=["db of a kill", "log of a kill", "db of a close"],
)
def test_cut_short(state: str, suffix: str, samples: int, played: Played, tmp_path: Path) -> None:
    source: Path = getattr(played, state)
    size = (source / f"{NAME}{suffix}").stat().st_size
    for length in (0, 1, size - 1, *Random(1).sample(range(size), samples)):
        folder = copy(source, tmp_path / str(length))
        with open(folder / f"{NAME}{suffix}", "r+b") as file:
            file.truncate(length)
        check(folder, played)
        shutil.rmtree(folder)


@pytest.mark.parametrize("samples", MANY)
@pytest.mark.parametrize("bits", [1, 8, 800])
@pytest.mark.parametrize(
    ("state", "suffix"),
    [("killed", ""), ("killed", "-wal"), ("closed", "")],
    ids=["db of a kill", "log of a kill", "db of a close"],
)
def test_flipped_bytes(
    state: str, suffix: str, bits: int, samples: int, played: Played, tmp_path: Path
) -> None:
    rng = Random(bits)
    source: Path = getattr(played, state)
    for sample in range(samples):
        folder = copy(source, tmp_path / str(sample))
        file = folder / f"{NAME}{suffix}"
        data = bytearray(file.read_bytes())
        # The first pages are what everything hangs on: half of the damage is there.
        reach = rng.choice((3 * store.PAGE, len(data)))
        places = [rng.randrange(reach) for _ in range(bits)]
        for place in places:
            data[place] ^= 1 << rng.randrange(8)
        file.write_bytes(data)
        check(folder, played, may_be_refused=not HEADER.isdisjoint(places))
        shutil.rmtree(folder)


@pytest.mark.parametrize("samples", MANY)
def test_a_kill_while_the_log_was_carried_over_and_then_a_damaged_log(
    samples: int, played: Played, tmp_path: Path
) -> None:
    rng = Random(3)
    for sample in range(samples):
        folder = copy(played.killed, tmp_path / str(sample))
        whole = (played.closed / NAME).read_bytes()
        data = bytearray((folder / NAME).read_bytes().ljust(len(whole), b"\0"))
        for begin in range(0, len(whole), store.PAGE):
            if rng.random() < 0.5:
                data[begin : begin + store.PAGE] = whole[begin : begin + store.PAGE]
        (folder / NAME).write_bytes(data)
        if sample:
            log = folder / f"{NAME}-wal"
            with open(log, "r+b") as file:
                file.truncate(rng.randrange(log.stat().st_size))
        came_back = check(folder, played)
        if not sample:
            assert came_back == len(played.last)
        shutil.rmtree(folder)


def test_a_damaged_entry_ends_the_match_before_it_and_spares_the_one_before(tmp_path: Path) -> None:
    path = tmp_path / NAME
    game = Game(Journal(path), 8)
    while game.state.phase.name != "match_over":
        game.act()
    first = len(game.journal.load())
    for _ in range(30):
        game.act()
    states = list(states_in(game.journal))
    game.journal.close()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("update entry set events = events || ' ' where number = ?", (first + 20,))
    damaged = path.read_bytes()
    with closing(Journal(path)) as journal:
        assert journal.set_aside is not None
        assert journal.set_aside.read_bytes() == damaged
        assert list(states_in(journal)) == states[: first + 19]
        game = Game(journal, 1)
        assert game.state == states[first + 18]
        assert game.told[0] == Prompted("journal_set_aside", {"path": str(journal.set_aside)})


def test_an_entry_that_vanished_without_a_trace_ends_it_too(played: Played, tmp_path: Path) -> None:
    """What follows it has sound checksums, but follows something else."""
    path = copy(played.closed, tmp_path / "one") / NAME
    with closing(sqlite3.connect(path)) as database, database:
        numbers = [n for (n,) in database.execute("select number from entry where not undone")]
        database.execute("delete from entry where number = ?", (numbers[40],))
    with closing(Journal(path)) as journal:
        assert journal.set_aside is not None
        assert list(states_in(journal)) == played.last[:40]


def test_a_mark_of_undo_that_was_lost_is_noticed(played: Played, tmp_path: Path) -> None:
    path = copy(played.closed, tmp_path / "one") / NAME
    with closing(sqlite3.connect(path)) as database:
        numbers = [n for (n,) in database.execute("select number from entry where undone")]
    with closing(Store(path)) as written:
        every = "select * from entry where number = ?"
        values = written._connection.execute(every, (numbers[0],)).fetchone()
        written.write(store.Row(*values)._replace(undone=0))
    assert check(path.parent, played) == numbers[0]


@pytest.mark.parametrize("content", [b"garbage\n" * 1000, bytes(8192), b"SQLite format 3\0"])
def test_garbage_is_set_aside(content: bytes, tmp_path: Path, played: Played) -> None:
    path = tmp_path / NAME
    path.write_bytes(content)
    with closing(Journal(path)) as journal:
        assert journal.load() == []
        assert journal.trouble is None
        assert journal.set_aside is not None
        assert journal.set_aside.read_bytes() == content
        assert journal.set_aside.name.startswith(f"{NAME}.damaged-")


def test_an_empty_file_is_a_new_journal(tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.touch()
    with closing(Journal(path)) as journal:
        assert (journal.load(), journal.set_aside, journal.trouble) == ([], None, None)


def test_two_that_are_set_aside_have_two_names(tmp_path: Path) -> None:
    names = set()
    for _ in range(3):
        (tmp_path / NAME).write_bytes(b"garbage")
        with closing(Journal(tmp_path / NAME)) as journal:
            names.add(journal.set_aside)
        (tmp_path / NAME).unlink()
    assert len(names) == 3


def left_by_a_kill(path: Path, statements: str) -> None:
    """A database whose log still holds what was written last."""
    writing = path.with_name("writing.db")
    with closing(sqlite3.connect(writing)) as database:
        database.executescript(f"pragma journal_mode = wal; {statements}")
        shutil.copy(writing, path)
        shutil.copy(f"{writing}-wal", f"{path}-wal")


@pytest.mark.parametrize(
    ("statements", "told"),
    [
        ("create table cookies (host text)", "is no journal of cribboard; name another file"),
        ("pragma user_version = 3", "is no journal of cribboard; name another file"),
        (
            f"{store.ENTRIES}; pragma user_version = 99",
            "was written by a later release (schema 99, this one knows 1)"
            "; update cribboard, or name another file",
        ),
    ],
)
def test_what_is_not_ours_is_refused_and_not_a_byte_of_it_changed(
    statements: str, told: str, tmp_path: Path
) -> None:
    path = tmp_path / NAME
    left_by_a_kill(path, statements)
    files = [path, Path(f"{path}-wal")]
    before = [file.read_bytes() for file in files]
    with pytest.raises(Foreign) as refused:
        Journal(path)
    assert str(refused.value) == f"{path}: {told}"
    assert [file.read_bytes() for file in files] == before


def test_a_schema_is_brought_up_to_date(
    played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = copy(played.killed, tmp_path / "one") / NAME
    newer = (*store.MIGRATIONS, "alter table entry add column weather text;")
    monkeypatch.setattr(store, "MIGRATIONS", newer)
    with closing(Journal(path)) as journal:
        assert list(states_in(journal)) == played.last
        Game(journal, 1).act()
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("pragma user_version").fetchone() == (2,)
        assert database.execute("select weather from entry limit 1").fetchone() == (None,)
    monkeypatch.undo()
    with pytest.raises(Foreign, match=r"schema 2, this one knows 1"):
        Journal(path)


def test_a_migration_that_fails_changes_nothing(
    played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = copy(played.closed, tmp_path / "one") / NAME
    failing = "alter table entry add column weather text; insert into nowhere values (1);"
    monkeypatch.setattr(store, "MIGRATIONS", (*store.MIGRATIONS, failing))
    assert Journal(path).trouble == f"{path}: no such table: nowhere"
    monkeypatch.undo()
    with closing(Journal(path)) as journal:
        assert list(states_in(journal)) == played.last


def test_readers_leave_out_what_is_damaged(played: Played, tmp_path: Path) -> None:
    path = copy(played.closed, tmp_path / "one") / NAME
    whole = list(read(path))
    data = bytearray(path.read_bytes())
    data[-store.PAGE :] = bytes(store.PAGE)
    path.write_bytes(data)
    assert list(read(path)) == whole[: len(list(read(path)))]
    path.write_bytes(b"garbage" * 1000)
    with pytest.raises(Foreign, match="is no journal of cribboard, or is damaged"):
        list(read(path))
    with pytest.raises(StoreError, match="there is no journal yet"):
        list(read(tmp_path / "none.db"))
