"""The journal: everything that was decided, in order; what was taken back is marked, never erased.

It lies in a database on disk, or in memory alone. When the disk won't take an entry the journal says so; if the players
wish, it holds the entries back, and writes them as soon as it can.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from cribboard import codec
from cribboard.rules import Event
from cribboard.rules.commands import Command
from cribboard.rules.events import MatchStarted
from cribboard.store import Damaged, Foreign, Row, Store, StoreError, look


@dataclass(frozen=True, slots=True)
class Entry:
    """One command, and the events that it brought about."""

    command: Command
    events: tuple[Event, ...]


class Journal:
    """Entries that outlive the program, if there is a `path`; for the thread that opened it.

    `trouble` says what keeps it from the disk, None while all is well. `set_aside` is where a damaged database was put.
    Raises Foreign where the database isn't ours to write.

    >>> from cribboard.rules import Options, commands, decide
    >>> journal = Journal()
    >>> command = commands.StartMatch(Options())
    >>> journal.append(Entry(command, decide(None, command)), game=1)
    >>> len(journal.load())
    1
    >>> journal.undo()
    >>> journal.load()
    []
    """

    def __init__(
        self, path: Path | None = None, wall_clock: Callable[[], float] = time.time
    ) -> None:
        self._path = path
        self._wall_clock = wall_clock
        self._store: Store | None = None
        self._rows: list[Row] = []
        self._unwritten: dict[int, Row] = {}
        self._number = 0
        self._numbered = False  # as in the database, which has then been open
        self._in_memory = path is None
        self.trouble: str | None = None
        self.set_aside: Path | None = None
        try:
            self._reach()
        except Foreign:
            raise
        except StoreError:  # `trouble` tells
            if path:
                with suppress(StoreError):
                    self._rows, self._number = look(path)
                    self._numbered = bool(self._rows)

    def load(self) -> list[Entry]:
        """The entries that stand of this match and the one before it, oldest first."""
        return [
            Entry(codec.load_command(row.command), codec.load_events(row.events))
            for row in self._rows
        ]

    def append(self, entry: Entry, game: int) -> None:
        """Write an entry down; when this returns, it is kept. Raises StoreError when it can't be."""
        self._reach()
        begins = any(isinstance(event, MatchStarted) for event in entry.events)
        last = self._rows[-1] if self._rows else None
        row = Row(
            number=self._number + 1,
            match=(last.match if last else 0) + begins,
            game=game,
            time=self._wall_clock(),
            command=codec.dump_command(entry.command),
            events=codec.dump_events(entry.events),
            undone=0,
            after=0 if begins or not last else last.number,
        )
        self._write(row)
        self._rows.append(row)
        self._number += 1

    def undo(self) -> None:
        """Mark the last entry that stands as taken back. Raises StoreError when that can't be kept."""
        self._reach()
        self._write(self._rows[-1]._replace(undone=1))
        self._rows.pop()

    def go_on_in_memory(self) -> None:
        """From now on hold entries back while they can't be written."""
        self._in_memory = True

    def try_again(self) -> None:
        """Write what is held back, if the disk takes it now."""
        with suppress(StoreError):
            self._reach()
            self._write()

    def close(self) -> None:
        """Let the database go, with what was held back in it if it takes it now."""
        if self._unwritten:
            self._reach()
            self._write()
        if self._store:
            self._store.close()

    def _reach(self) -> None:
        """Open the database, if it isn't, and go on where it ends."""
        if self._path is None or self._store:
            return
        with self._telling_trouble():
            store = Store(self._path)
            self.set_aside = store.set_aside or self.set_aside
            try:
                if self._numbered and store.last()[0] <= self._number:
                    store.write(*self._rows)  # it was found broken, and may have lost some of them
                else:
                    self._follow(store)
            except StoreError:
                store.close()
                raise
            self._store, self._numbered, self.trouble = store, True, None

    def _follow(self, store: Store) -> None:
        """Go on where the database ends; what is only known here is numbered to follow it."""
        number, match = store.last()
        if self._number:
            known = self._unwritten | {row.number: row for row in self._rows}
            self._unwritten = {}
            for row in known.values():
                moved = row.moved(number, match)
                self._unwritten[moved.number] = moved
            self._rows = [row.moved(number, match) for row in self._rows]
        else:
            self._rows = store.running()
        self._number += number

    def _write(self, *rows: Row) -> None:
        """Write these, and all that was held back before."""
        before = self._unwritten
        self._unwritten = before | {row.number: row for row in rows}
        try:
            with self._telling_trouble():
                self._put_unwritten()
        except StoreError:
            self._unwritten = before
            raise

    def _put_unwritten(self) -> None:
        """Write what was held back; a database that is found broken gives way to a new one."""
        rows, store = self._unwritten.values(), self._store
        if store:
            try:
                store.write(*rows)
            except Damaged:
                store.close()
                self._store = None
                self._reach()
                if self._store:
                    self._store.write(*rows)
        if self._store or self._path is None:
            self.trouble, self._unwritten, self._in_memory = None, {}, self._path is None

    @contextmanager
    def _telling_trouble(self) -> Iterator[None]:
        """What goes wrong with the disk is `trouble`; raised too, unless the players go on in memory."""
        try:
            yield
        except StoreError as error:
            self.trouble = str(error)
            if not self._in_memory:
                raise
