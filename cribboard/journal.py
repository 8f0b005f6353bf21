"""The journal: everything that was decided, in order; what was taken back is marked, never erased.

For now it lives in memory, for as long as the program runs.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass

from cribboard import codec
from cribboard.rules import Event
from cribboard.rules.commands import Command

_SCHEMA = """
create table if not exists entry (
    number integer primary key,     -- from 1, in order
    game integer not null,          -- of the match, from 1
    time real not null,             -- seconds since 1970
    command text not null,          -- JSON
    events text not null,           -- JSON array
    undone integer not null default 0
) strict
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """One command, and the events that it brought about."""

    command: Command
    events: tuple[Event, ...]


class Journal:
    """Entries in an SQLite database. Only the thread that opened it may use it.

    >>> from cribboard.rules import Options, decide, commands
    >>> journal = Journal()
    >>> command = commands.StartMatch(Options())
    >>> journal.append(Entry(command, decide(None, command)), game=1)
    >>> len(journal.load())
    1
    >>> journal.undo()
    >>> journal.load()
    []
    """

    def __init__(self, path: str = ":memory:", wall_clock: Callable[[], float] = time.time) -> None:
        self._wall_clock = wall_clock
        self._database = sqlite3.connect(path, isolation_level=None)
        self._database.execute(_SCHEMA)

    def append(self, entry: Entry, game: int) -> None:
        """Write an entry down; when this returns, it is kept."""
        self._database.execute(
            "insert into entry (game, time, command, events) values (?, ?, ?, ?)",
            (
                game,
                self._wall_clock(),
                codec.dump_command(entry.command),
                codec.dump_events(entry.events),
            ),
        )

    def undo(self) -> None:
        """Mark the last entry that stands as taken back."""
        self._database.execute(
            "update entry set undone = 1"
            " where number = (select max(number) from entry where not undone)"
        )

    def load(self) -> list[Entry]:
        """All entries that stand, oldest first."""
        rows = self._database.execute(
            "select command, events from entry where not undone order by number"
        )
        return [Entry(codec.load_command(c), codec.load_events(e)) for c, e in rows]

    def close(self) -> None:
        """Let the database go."""
        self._database.close()
