"""The journal's database: SQLite, synchronised to disk at every entry (write-ahead log, `synchronous=FULL`).

One process writes it; any number may read it meanwhile. Every row carries its checksum: what was written is what is
read, or it isn't read at all.
"""

from __future__ import annotations

import fcntl
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import IO, NamedTuple

APPLICATION = 0x43524942
"""Marks a database as ours: CRIB."""

PATIENCE = 1000
"""Numbers in a row that can't be read before a damaged database is taken to be at its end."""

ENTRIES = f"""
pragma application_id = {APPLICATION};
create table entry (
    number integer primary key,     -- from 1, in order
    match integer not null,         -- of the journal, from 1
    game integer not null,          -- of the match, from 1
    time real not null,             -- seconds since 1970
    command text not null,          -- JSON
    events text not null,           -- JSON array
    undone integer not null,        -- 1: taken back
    crc integer not null            -- CRC-32 of the rest of the row
) strict;
"""

RUNNING = """
select * from entry where not undone and number > coalesce((
    select number from entry where match < (
        select match from entry where not undone order by number desc limit 1
    ) - 1 order by number desc limit 1
), 0) order by number
"""
"""Looks back from the end, so that it needs no index, which would double what each entry costs the disk."""

MIGRATIONS = (ENTRIES,)
"""What leads from each version of the schema to the next; the first makes a new database."""


class StoreError(Exception):
    """The database can't be used; says why, and what to do."""


class Foreign(StoreError):
    """It isn't ours to write: another program has it, or a later release wrote it, or it is something else."""


@contextmanager
def _disk_errors(path: Path) -> Iterator[None]:
    """Errors of the disk, told as StoreError with the path."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from None
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {error}") from None


class Row(NamedTuple):
    """An entry as it lies in the database."""

    number: int
    match: int
    game: int
    time: float
    command: str
    events: str
    undone: int
    crc: int = 0

    def sealed(self) -> Row:
        """This row with the checksum that belongs to it."""
        return self._replace(crc=zlib.crc32(repr(self[:-1]).encode()))

    def moved(self, number: int, match: int) -> Row:
        """This row so many numbers and matches later."""
        return self._replace(number=self.number + number, match=self.match + match)

    @property
    def is_intact(self) -> bool:
        """Whether it is what was written."""
        return self.sealed().crc == self.crc


class Store:
    """The database at a path, for the thread that opened it, and for it alone to write.

    `set_aside` says where a damaged database was put; what could be read of it is in the new one. Raises Foreign, and
    StoreError where the disk won't have it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.set_aside: Path | None = None
        self._database: sqlite3.Connection | None = None
        self._lock = _lock(path)
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def write(self, *rows: Row) -> None:
        """Write rows, all or none; those with a known number replace what was there. When this returns they are kept."""
        with _disk_errors(self.path):
            _write(self._connection, rows)

    def last(self) -> tuple[int, int]:
        """The highest number and the highest match, 0 in an empty database."""
        with _disk_errors(self.path):
            last = "select number, match from entry order by number desc limit 1"
            found: tuple[int, int] | None = self._connection.execute(last).fetchone()
        return found or (0, 0)

    def running(self) -> list[Row]:
        """The rows that stand of the match that runs and of the one before it: as far back as undo may go."""
        with _disk_errors(self.path):
            return [Row(*values) for values in self._connection.execute(RUNNING)]

    def close(self) -> None:
        """Let the database go, and its lock."""
        if self._database:
            self._database.close()
        self._lock.close()

    @property
    def _connection(self) -> sqlite3.Connection:
        assert self._database
        return self._database

    def _open(self) -> None:
        try:
            self._database = _connect(self.path)
            rows = self._database.execute(RUNNING).fetchall()
            damaged = not all(Row(*values).is_intact for values in rows)
        except sqlite3.OperationalError as error:
            raise StoreError(f"{self.path}: {error}") from None
        except sqlite3.DatabaseError:
            damaged = True
        if damaged:
            self._begin_anew()

    def _begin_anew(self) -> None:
        """Put the damaged database aside, and take over what can be read of it."""
        if self._database:
            self._database.close()
        self.set_aside = _put_aside(self.path)
        self._database = _connect(self.path)
        with suppress(sqlite3.DatabaseError), closing(_connect_to_read(self.set_aside)) as old:
            _write(self._database, list(_sound(_readable(old))))


def read(path: Path) -> Iterator[Row]:
    """Every row that stands, oldest first, while a game may be running; damaged ones are left out.

    Raises StoreError where there is nothing to read.
    """
    if not path.is_file():
        raise StoreError(f"{path}: there is no journal yet")
    with _disk_errors(path), closing(_connect_to_read(path)) as database:
        for values in database.execute("select * from entry where not undone order by number"):
            if Row(*values).is_intact:
                yield Row(*values)


def _write(database: sqlite3.Connection, rows: Iterable[Row]) -> None:
    with database:  # one transaction
        database.execute("begin immediate")
        database.executemany(
            "insert or replace into entry values (?, ?, ?, ?, ?, ?, ?, ?)",
            (row.sealed() for row in rows),
        )


def _connect(path: Path) -> sqlite3.Connection:
    """The database, with its schema brought up to date. Raises Foreign for one that isn't ours to write."""
    database = sqlite3.connect(path, isolation_level=None)
    try:
        (application,) = database.execute("pragma application_id").fetchone()
        (version,) = database.execute("pragma user_version").fetchone()
        (tables,) = database.execute("select count(*) from sqlite_schema").fetchone()
        if application != APPLICATION and (application or version or tables):
            raise Foreign(f"{path}: is no journal of cribboard; name another file")
        if version > len(MIGRATIONS):
            raise Foreign(
                f"{path}: was written by a later release (schema {version}, this one knows"
                f" {len(MIGRATIONS)}); update cribboard, or name another file"
            )
        database.execute("pragma journal_mode = wal")
        database.execute("pragma synchronous = full")
        for number, migration in enumerate(MIGRATIONS[version:], version + 1):
            database.executescript(f"begin; {migration} pragma user_version = {number}; commit;")
    except BaseException:
        database.close()
        raise
    return database


def _connect_to_read(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _readable(database: sqlite3.Connection) -> Iterator[Row]:
    """Every intact row of a damaged database, one by one, so that a bad page costs no more than its own."""
    missed = 0
    for number in count(1):
        missed += 1
        with suppress(sqlite3.DatabaseError):
            found = database.execute("select * from entry where number = ?", (number,)).fetchone()
            if found and Row(*found).is_intact:
                missed = 0
                yield Row(*found)
        if missed > PATIENCE:
            return


def _sound(rows: Iterator[Row]) -> Iterator[Row]:
    """Of each match all that comes before the first row that is missing: what follows can't be told without it."""
    match, expected = 0, 1
    for row in rows:
        if row.match > match:
            match, expected = row.match, row.number
        if row.number == expected:
            expected += 1
            yield row


def _put_aside(path: Path) -> Path:
    """Give a damaged database, and what belongs to it, another name beside its own."""
    name = f"{path.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}"
    names = (path.with_name(f"{name}-{again}" if again else name) for again in count())
    aside = next(name for name in names if not name.exists())
    for suffix in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            Path(f"{path}{suffix}").rename(f"{aside}{suffix}")
    return aside


def _lock(path: Path) -> IO[str]:
    """The right to write, until it is closed or the process ends. Raises Foreign where another process has it."""
    with _disk_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = open(f"{path}.lock", "a")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise Foreign(
            f"{path}: another cribboard is playing on this journal; stop it first"
        ) from None
    return lock
