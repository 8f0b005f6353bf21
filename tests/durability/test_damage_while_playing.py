"""A database that breaks under a running game is set aside, and the game, which is in memory, is kept in a new one."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from cribboard import store
from cribboard.journal import Journal
from cribboard.rules.events import Prompted

from .tables import play, states_in

NAME = "journal.db"


def break_pages(journal: Journal, path: Path) -> None:
    """What a dying card makes of a database: its pages are garbage, only the header is left.

    SQLite learns of it when it reads one anew, which is when its own copies are used up.
    """
    assert journal._store
    journal._store._connection.execute("pragma wal_checkpoint(truncate)").fetchall()
    journal._store._connection.execute("pragma shrink_memory")
    size = path.stat().st_size
    assert size > 2 * store.PAGE
    with path.open("r+b") as file:
        file.seek(100)
        file.write(b"\xa5" * (size - 100))


@pytest.mark.parametrize("undo_first", [False, True])
def test_the_game_goes_on_in_a_new_database(undo_first: bool, tmp_path: Path) -> None:
    game = play(tmp_path / NAME, 5, 130)
    before = list(states_in(game.journal))
    break_pages(game.journal, tmp_path / NAME)

    game.press("undo") if undo_first else game.act()

    aside = game.journal.set_aside
    assert aside
    assert game.told[-1] == Prompted("journal_set_aside", {"path": str(aside)})
    assert game.journal.trouble is None
    assert not game.refused
    game.act()
    assert game.told[-1] != Prompted("journal_set_aside", {"path": str(aside)})
    whole = list(states_in(game.journal))
    assert whole[: len(before) - 1] == before[:-1]
    game.journal.close()
    with closing(Journal(tmp_path / NAME)) as again:
        assert list(states_in(again)) == whole
        assert again.set_aside is None


def test_a_header_that_was_damaged_is_known_by_what_is_under_it(tmp_path: Path) -> None:
    path = tmp_path / NAME
    game = play(path, 5, 60)
    whole = list(states_in(game.journal))
    game.journal.close()
    for place in (*range(60, 63), *range(68, 72)):  # 63 may be a later release's version
        data = bytearray(path.read_bytes())
        data[place] ^= 0x41
        path.write_bytes(data)
        with closing(Journal(path)) as journal:
            assert journal.set_aside
            assert list(states_in(journal)) == whole
