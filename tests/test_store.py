"""The database: one writes, others read meanwhile; undo after a restart; many games; few bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from time import sleep

import pytest

from cribboard import store
from cribboard.codec import dump_command, dump_events
from cribboard.journal import Journal
from cribboard.rules import Match, Options, Scan
from cribboard.store import Foreign, Row, Store, read

from .durability.tables import Game, play, states_in
from .test_journal import entries_of_a_match

PLAY = [sys.executable, "-m", "cribboard", "play", "--journal"]


def rows_of(matches: int) -> Iterator[Row]:
    """A match again and again."""
    entries = entries_of_a_match(Scan.ALL, 11)
    texts = [(dump_command(entry.command), dump_events(entry.events)) for entry in entries]
    number = 0
    for match in range(1, matches + 1):
        for place, (command, events) in enumerate(texts):
            number += 1
            yield Row(number, match, 1, 0.0, command, events, 0, after=place and number - 1)


# --- who writes and who reads ------------------------------------------------------------------------------------------


def test_one_writes(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(Journal(path)):
        with pytest.raises(Foreign) as refused:
            Journal(path)
        assert str(refused.value) == (
            f"{path}: another cribboard is playing on this journal; stop it first"
        )
    Journal(path).close()


def test_one_writes_whatever_the_journal_is_called(tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to("journal.db")
    with closing(Journal(tmp_path / "journal.db")), pytest.raises(Foreign):
        Journal(link)


def test_the_second_play_is_told_why_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with subprocess.Popen(
        [*PLAY, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdin
        assert first.stdout
        first.stdout.readline()
        while not path.exists():
            sleep(0.01)
        try:
            second = subprocess.run(
                [*PLAY, path], input="", capture_output=True, text=True, timeout=60, check=False
            )
            assert second.returncode == 2
            assert second.stderr == (
                f"{path}: another cribboard is playing on this journal; stop it first\n"
            )
        finally:
            first.stdin.close()
            first.wait(30)
        assert first.returncode == 0


def test_others_read_while_a_game_runs(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    game = play(path, 4, 20)
    for _ in range(5):
        rows = list(read(path))
        assert len(rows) == len(list(states_in(game.journal)))
        game.act()
    halfway = read(path)
    first = next(halfway)
    game.act()  # whoever reads slowly doesn't hinder the board
    assert game.refused == []
    assert [first, *halfway] == list(read(path))[:-1]
    game.journal.close()
    assert len(list(read(path))) == len(rows) + 2


def test_a_file_that_may_only_be_read_is_read(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    play(path, 4, 20).journal.close()
    os.chmod(path, 0o400)
    assert list(read(path))


# --- undo after a restart ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.soak) for n in (1, 2, 3))])
def test_undo_after_a_restart_at_every_depth(seed: int, tmp_path: Path) -> None:
    """Through both matches that the board remembers, each time from a journal that was just opened."""
    path = tmp_path / "journal.db"
    game = Game(Journal(path), seed)
    while game.state.phase.name != "match_over":
        game.act_or_undo()
    for _ in range(12):
        game.act_or_undo()
    states = list(states_in(game.journal))
    game.journal.close()
    while len(states) > 1:
        with closing(Journal(path)) as journal:
            game = Game(journal, seed)
            assert game.state == states.pop()
            game.press("undo")
            assert game.state == states[-1]
    with closing(Journal(path)) as journal:
        game = Game(journal, seed)
        game.press("undo")
        assert game.refused == ["nothing_to_undo"]
        game.act()
        assert list(states_in(journal)) == [states[0], game.state]


def test_the_session_s_card_outlives_matches_that_the_board_forgets(tmp_path: Path) -> None:
    """R61: five games, of which a board that is switched on again remembers two."""
    path = tmp_path / "journal.db"
    options = Options(scan=Scan.NONE, target=31, match=Match.parse("single"))
    game = Game(Journal(path), 5, options)
    while sum(record.wins for record in game.state.card) < 5:
        game.act()
    game.journal.close()
    with closing(Journal(path)) as journal:
        assert Game(journal, 5, options).state == game.state


def test_a_match_that_was_undone_begins_again_with_its_own_number(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    game = Game(Journal(path), 3)
    while game.state.phase.name != "match_over":
        game.act()
    over = game.state
    for _ in range(2):
        game.act()
        assert game.state.phase.name != "match_over"
        game.press("undo")
        assert game.state == over
    game.act()
    game.journal.close()
    *_, before, last = read(path)
    assert (before.match, last.match, last.after) == (1, 2, 0)
    with closing(Journal(path)) as journal:
        assert Game(journal, 1).state == game.state


# --- how much, how fast ------------------------------------------------------------------------------------------------


def test_of_many_games_only_the_last_two_matches_are_read(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(Store(path)) as new:
        new.write(*rows_of(300))
    with closing(Journal(path)) as journal:
        assert journal.load() == entries_of_a_match(Scan.ALL, 11) * 2
    steps = 0

    def count() -> None:
        nonlocal steps
        steps += 1

    with closing(Store(path)) as many:
        many._connection.set_progress_handler(count, 100)
        assert len(many.running()) == 2 * len(entries_of_a_match(Scan.ALL, 11))
    assert 100 * steps < 50 * 2 * len(entries_of_a_match(Scan.ALL, 11))


def test_an_entry_costs_few_bytes(tmp_path: Path) -> None:
    """What is handed to the disk: page by page, each with the log's 24 bytes, and the log carried over now and then."""
    if not Path("/proc/self/io").exists():
        pytest.skip("no /proc/self/io here")
    rows = list(rows_of(1))
    with closing(Store(tmp_path / "journal.db")) as new:
        before = _written()
        for row in islice(rows, 200):
            new.write(row)
        each = (_written() - before) / 200
    text = sum(len(row.command) + len(row.events) for row in rows[:200]) / 200
    assert text < each < 2.5 * (store.PAGE + 24)


def _written() -> int:
    lines = Path("/proc/self/io").read_text().splitlines()
    return int(dict(line.split(": ") for line in lines)["wchar"])
