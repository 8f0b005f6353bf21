"""A disk that fails: the table says so and changes nothing, goes on in memory, and nothing of it is lost."""

from __future__ import annotations

import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from cribboard import store
from cribboard.journal import Journal
from cribboard.rules import Options, Scan
from cribboard.rules.commands import Award, ChooseDealer
from cribboard.rules.events import DeviceChanged, Prompted, Undone
from cribboard.signals import Said
from cribboard.table import RETRY

from .act_on import AFTER, BEFORE
from .tables import Game, play, states_in

# --- every system call of a commit -------------------------------------------------------------------------------------

CALLS = ("pwrite64", "fdatasync", "fsync", "ftruncate", "fcntl", "openat", "unlink", "mmap")
ACT = [sys.executable, "-m", "tests.durability.act_on"]


def traced(path: Path, act: str, log: Path, *inject: str) -> subprocess.CompletedProcess[str]:
    command = ["strace", "-o", str(log), "-e", f"trace=write,{','.join(CALLS)}", *inject]
    return subprocess.run(
        [*command, *ACT, str(path), act], capture_output=True, text=True, timeout=60, check=False
    )


@pytest.fixture
def _strace(tmp_path: Path) -> None:
    if not shutil.which("strace"):
        pytest.skip("no strace here")
    tried = subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True, check=False)
    if tried.returncode:
        pytest.skip(f"strace can't trace here: {tried.stderr.decode().strip()}")


def calls_of(act: str, folder: Path) -> list[tuple[str, int]]:
    """The system calls of an act, each by its name and its number among those of its name since the start."""
    log = folder / "log"
    done = traced(folder / "well.db", act, log)
    assert done.stdout == "kept\n", done.stderr
    counts: dict[str, int] = {}
    found: list[tuple[str, int]] = []
    inside = False
    for line in log.read_text(errors="replace").splitlines():
        if not (call := re.match(r"(\w+)\(", line)):
            continue
        name = call[1]
        counts[name] = counts.get(name, 0) + 1
        if name == "write":
            inside = (BEFORE.decode().strip() in line) or (
                inside and AFTER.decode().strip() not in line
            )
        elif inside and "F_UNLCK" not in line:  # no system refuses to unlock
            found.append((name, counts[name]))
    return found


@pytest.mark.usefixtures("_strace")
@pytest.mark.parametrize(
    ("act", "error", "calls", "times"),
    [
        ("act", "EIO", ("fdatasync",), 1),
        ("act", "ENOSPC", ("pwrite64",), 4),
        *(
            pytest.param(act, error, CALLS, times, marks=pytest.mark.soak)
            for act in ("act", "undo", "checkpoint")
            for error in ("EIO", "ENOSPC")
            for times in (1, 4)
        ),
    ],
)
def test_an_error_at_every_system_call_of_a_commit(
    act: str, error: str, calls: tuple[str, ...], times: int, tmp_path: Path
) -> None:
    outcomes: dict[tuple[str, int], str] = {}
    for name, number in calls_of(act, tmp_path):
        if name not in calls:
            continue
        path = tmp_path / f"{name}{number}.db"
        inject = f"inject={name}:error={error}:when={number}..{number + times - 1}"
        done = traced(path, act, tmp_path / "log", "-e", inject)
        assert done.returncode == 0, (inject, done.stderr)
        outcomes[name, number] = done.stdout.strip()
        with closing(Journal(path)) as journal:
            assert journal.set_aside is None
    assert "refused" in outcomes.values()
    print(outcomes)


# --- in this process ---------------------------------------------------------------------------------------------------


@contextmanager
def locked(path: Path) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin immediate")
        yield


@contextmanager
def full(path: Path) -> Iterator[None]:
    """No file may grow beyond what the log is."""
    _, hard = limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (Path(f"{path}-wal").stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)


HINDRANCES = pytest.mark.parametrize(
    ("hindrance", "why"), [(locked, "another program has locked it"), (full, "disk I/O error")]
)


@HINDRANCES
def test_the_table_says_so_and_goes_on_in_memory_until_all_is_well(
    hindrance: type[locked], why: str, tmp_path: Path
) -> None:
    path = tmp_path / "journal.db"
    game = play(path, 6, 10)
    before, kept = game.state, list(states_in(game.journal))
    with hindrance(path):
        game.act()
        assert game.refused == ["unkept"]
        assert game.told[0].values == {"why": f"{path}: {why}"}  # type: ignore[union-attr]
        assert game.state == before
        assert not game.table.view.kept
        assert list(states_in(game.journal)) == kept
        game.press("next")
        assert game.state != before
        for _ in range(5):
            game.act()
            assert game.refused == []
        game.press("undo")
        assert isinstance(game.told[0], Undone)
        assert [row.number for row in store.read(path)][-1] == game.journal._number - 6
    game.act()
    assert game.told[-1] == DeviceChanged("journal", "back")
    assert game.table.view.kept
    was = list(states_in(game.journal))
    game.journal.close()
    with closing(Journal(path)) as again:
        assert list(states_in(again)) == was


@HINDRANCES
def test_what_was_held_back_is_kept_when_the_board_closes(
    hindrance: type[locked], why: str, tmp_path: Path
) -> None:
    path = tmp_path / "journal.db"
    game = play(path, 6, 10)
    with hindrance(path):
        game.act()
        game.press("next")
    was = list(states_in(game.journal))
    game.journal.close()
    with closing(Journal(path)) as again:
        assert list(states_in(again)) == was


@HINDRANCES
def test_an_undo_that_cannot_be_kept_takes_nothing_back_and_then_one_entry(
    hindrance: type[locked], why: str, tmp_path: Path
) -> None:
    path = tmp_path / "journal.db"
    game = play(path, 6, 10)
    before, kept = game.state, list(states_in(game.journal))
    with hindrance(path):
        for _ in range(3):
            game.press("undo")
            assert game.refused == ["unkept"]
            assert game.state == before
        game.press("next")
        assert game.state == kept[-2]
    game.journal.close()
    with closing(Journal(path)) as again:
        assert list(states_in(again)) == kept[:-1]


def tap(game: Game) -> None:
    game.table.handle(Said(Award(0, 2)), game.later(10))


@pytest.fixture
def tapping(tmp_path: Path) -> Game:
    game = Game(Journal(tmp_path / "journal.db"), 6, Options(scan=Scan.NONE))
    game.table.handle(Said(ChooseDealer(0)), game.later(10))
    tap(game)
    return game


def test_what_is_repeated_while_it_waits_is_done_once(tapping: Game, tmp_path: Path) -> None:
    with locked(tmp_path / "journal.db"):
        for _ in range(3):
            tap(tapping)
            assert tapping.refused == ["unkept"]
        tapping.press("next")
    assert tapping.state.scores == (4, 0)


def test_what_waits_is_done_by_itself_once_the_disk_is_well(tapping: Game, tmp_path: Path) -> None:
    with locked(tmp_path / "journal.db"):
        tap(tapping)
        tapping.table.tick(tapping.later(RETRY + 0.1))
        assert tapping.state.scores == (2, 0)
        assert tapping.table.deadline is not None
    tapping.table.tick(tapping.later(RETRY + 0.1))
    assert tapping.state.scores == (4, 0)
    assert tapping.table.deadline is None
    assert tapping.told[-1] == DeviceChanged("journal", "back")


def test_another_act_comes_after_the_one_that_waits(tapping: Game, tmp_path: Path) -> None:
    with locked(tmp_path / "journal.db"):
        tap(tapping)
        tapping.table.handle(Said(Award(1, 5)), tapping.later(1))
        assert tapping.refused == ["unkept"]
    tapping.table.handle(Said(Award(1, 3)), tapping.later(1))
    assert tapping.state.scores == (4, 3)


def test_undo_drops_what_waits_and_nothing_else(tapping: Game, tmp_path: Path) -> None:
    with locked(tmp_path / "journal.db"):
        tap(tapping)
        tapping.press("undo")
        assert tapping.told == (Prompted("unkept_dropped", {}),)
    tapping.table.tick(tapping.later(2 * RETRY))
    assert tapping.state.scores == (2, 0)
    tapping.press("undo")
    assert tapping.state.scores == (0, 0)


def test_what_is_held_back_is_written_by_itself_once_the_disk_is_well(
    tapping: Game, tmp_path: Path
) -> None:
    path = tmp_path / "journal.db"
    with locked(path):
        tap(tapping)
        tapping.press("next")
        before = len(list(store.read(path)))
    tapping.table.tick(tapping.later(RETRY + 0.1))
    assert tapping.told == (DeviceChanged("journal", "back"),)
    assert len(list(store.read(path))) == before + 1
    with locked(path):
        tap(tapping)
        assert tapping.refused == ["unkept"]  # once it was well the players are asked anew


@contextmanager
def mounted(disk: Path, size: str) -> Iterator[None]:
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("nothing may be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=False)


@pytest.mark.parametrize("killed", [False, True])
def test_a_card_that_can_only_be_read_any_more(killed: bool, tmp_path: Path) -> None:
    """The game goes on where it was, in memory, and is written once the card takes it."""
    disk = tmp_path / "card"
    path = disk / "journal.db"

    def remount(how: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{how}", str(disk)], check=True)

    with mounted(disk, "10m"):
        game = play(path, 6, 30)
        was = list(states_in(game.journal))
        if killed:
            shutil.copytree(disk, tmp_path / "killed")
        game.journal.close()
        if killed:
            for file in (tmp_path / "killed").iterdir():
                shutil.copy(file, disk)
        remount("ro")
        assert len(list(store.read(path))) == len(was)
        game = Game(Journal(path), 6)
        assert game.state == was[-1]
        game.act()
        assert game.refused == ["unkept"]
        game.press("next")
        game.act()
        assert game.refused == []
        remount("rw")
        game.act()
        assert game.table.view.kept
        was = list(states_in(game.journal))
        game.journal.close()
        with closing(Journal(path)) as again:
            assert list(states_in(again)) == was


def test_who_else_wrote_meanwhile_keeps_his_entries(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    play(path, 6, 30).journal.close()
    lock = Path(f"{path}.lock")
    lock.unlink()
    lock.mkdir()
    game = Game(Journal(path), 6)
    game.act()
    game.press("next")
    lock.rmdir()
    other = play(path, 7, 5)
    his = list(store.read(path))
    other.journal.close()
    game.act()
    was = list(states_in(game.journal))
    game.journal.close()
    assert list(store.read(path))[: len(his)] == his
    with closing(Journal(path)) as again:
        assert list(states_in(again))[-len(was) :] == was


def test_a_full_card(tmp_path: Path) -> None:
    """A real file system of 200 kB, which a game fills, and then has room again."""
    disk = tmp_path / "card"
    with mounted(disk, "200k"):
        path = disk / "journal.db"
        ballast = disk / "ballast"
        game = Game(Journal(path), 6)
        with open(ballast, "wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(1024))
        refusals = 0
        while not game.refused:
            game.act()
        assert game.refused == ["unkept"]
        game.press("next")
        for _ in range(60):
            game.act()
            refusals += bool(game.refused)
        assert refusals == 0
        ballast.unlink()
        game.act()
        assert game.table.view.kept
        was = list(states_in(game.journal))
        game.journal.close()
        with closing(Journal(path)) as again:
            assert list(states_in(again)) == was


# --- from the start ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("acts", [0, 1, 7])
def test_trouble_from_the_start_and_an_old_match_on_the_disk(acts: int, tmp_path: Path) -> None:
    """What was held back follows the old match: no entry takes another's place."""
    path = tmp_path / "journal.db"
    old = play(path, 6, 10)
    before = [row.number for row in store.read(path)]
    old.journal.close()
    away = tmp_path / "away.db"
    path.rename(away)
    path.mkdir()
    game = Game(Journal(path), 2)
    assert game.refused == ["not_kept"]
    for _ in range(acts):
        game.act()
    path.rmdir()
    away.rename(path)
    game.act()
    assert game.table.view.kept
    game.act()
    game.press("undo")
    was = list(states_in(game.journal))
    game.journal.close()
    rows = list(store.read(path))
    assert [row.number for row in rows][: len(before)] == before
    assert [row.match for row in rows] == [1] * len(before) + [2] * len(was)
    with closing(Journal(path)) as again:
        assert list(states_in(again))[-len(was) :] == was
        assert Game(again, 1).state == game.state


@pytest.mark.parametrize("kind", ["a directory", "in a file"])
def test_a_path_that_cannot_be_a_journal(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "here"
    if kind == "a directory":
        path.mkdir()
    else:
        path.touch()
        path /= "journal.db"
    game = Game(Journal(path), 2)
    assert game.refused == ["not_kept"]
    game.act()
    assert game.refused == []
    assert not game.table.view.kept
    game.journal.close()


def test_a_damaged_journal_on_a_full_disk_stays_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal.db"
    play(path, 6, 30).journal.close()
    damaged = b"?" + path.read_bytes()[1:]
    path.write_bytes(damaged)

    def no_room(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(store, "_write", no_room)
        assert Journal(path).trouble == f"{path}: database or disk is full"
    assert path.read_bytes() == damaged
    with closing(Journal(path)) as journal:
        assert journal.set_aside is not None
        assert journal.set_aside.read_bytes() == damaged
