"""The journal's database: SQLite, synchronised to disk at every entry (write-ahead log, `synchronous=FULL`).

One process writes it; any number may read it meanwhile. Every row carries its checksum and says which it follows: what
was written is what is read, in the order in which it was written, or it isn't read at all.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import IO, NamedTuple

BROKEN = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What a damaged database raises: its errors may cite it, in letters that are none."""

APPLICATION = 0x43524942
"""Marks a database as ours: CRIB."""

PATIENCE = 1000
"""Numbers in a row that can't be read before a damaged database is taken to be at its end."""

PAGE = 1024
"""Bytes of a page. An entry rewrites one or two of them, whole: small ones spare an SD card."""

CHECKPOINT = 100
"""Pages of the log before it is carried over and begun again: a log that no longer grows costs the file system nothing."""

LOCKED = 0.2
"""Seconds for which the board waits for whoever has locked the database, before it says so."""

BELONGINGS = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database."""

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
    after integer not null,         -- number of the entry that it follows; 0 begins a match
    crc integer not null            -- CRC-32 of the rest of the row
) strict;
"""

MIGRATIONS = (ENTRIES,)
"""What leads from each version of the schema to the next; the first makes a new database."""


ABSURD = 255
"""A version of the schema that no release has reached: what says so is damaged."""


class StoreError(Exception):
    """The database can't be used; says why, and what to do."""


class Foreign(StoreError):
    """It isn't ours to write: another program has it, or a later release wrote it, or it is something else."""


class Damaged(StoreError):
    """The database was found to be broken; to open it anew sets it aside and recovers what can be read."""


@contextmanager
def _disk_errors(path: Path) -> Iterator[None]:
    """Errors of the disk, told as StoreError with the path."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from None
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if _code(error) == sqlite3.SQLITE_BUSY:
            raise StoreError(f"{path}: another program has locked it") from None
        kind = Damaged if _tells_of_damage(error) else StoreError
        raise kind(f"{path}: {error}") from None


class Row(NamedTuple):
    """An entry as it lies in the database."""

    number: int
    match: int
    game: int
    time: float
    command: str
    events: str
    undone: int
    after: int = 0
    crc: int = 0

    def sealed(self) -> Row:
        """This row with the checksum that belongs to it."""
        return self._replace(crc=self._checksum)

    def moved(self, number: int, match: int) -> Row:
        """This row so many numbers and matches later."""
        after = self.after and self.after + number
        return self._replace(number=self.number + number, after=after, match=self.match + match)

    @property
    def is_intact(self) -> bool:
        """Whether it is what was written."""
        return self._checksum == self.crc

    @property
    def _checksum(self) -> int:
        about = f"{self.number} {self.match} {self.game} {self.time!r} {self.undone} {self.after}"
        return zlib.crc32(f"{about} {self.command} {self.events}".encode())


LENIENT = partial(str, encoding="utf-8", errors="replace")
"""Text that may be damaged, which its row's checksum tells."""

COLUMNS = ", ".join(Row._fields)

LAST = f"select {COLUMNS} from entry order by number desc limit 1"

RECENT = f"""
select {COLUMNS} from entry where number > coalesce((
    select number from entry where match < (
        select match from entry where not undone order by number desc limit 1
    ) - 1 order by number desc limit 1
), 0) order by number
"""
"""Looks back from the end, so that it needs no index, which would double what each entry costs the disk."""


class Store:
    """The database at a path, for the thread that opened it, and for it alone to write.

    `set_aside` says where a damaged database was put; what could be read of it is in the new one. Raises Foreign, and
    StoreError where the disk won't have it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path = path.resolve()  # by whatever name it is called, it is locked once
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
            found = _rows(self._connection, LAST)
        return (found[0].number, found[0].match) if found else (0, 0)

    def running(self) -> list[Row]:
        """The rows that stand of the match that runs and of the one before it: as far back as undo may go."""
        with _disk_errors(self.path):
            return [row for row in _rows(self._connection, RECENT) if not row.undone]

    def close(self) -> None:
        """Let the database go, and its lock."""
        self._let_go()
        self._lock.close()

    def _let_go(self) -> None:
        if self._database:
            self._database.close()

    @property
    def _connection(self) -> sqlite3.Connection:
        assert self._database
        return self._database

    def _open(self) -> None:
        with _disk_errors(self.path):
            if self._is_damaged():
                self._let_go()
                self.set_aside = _begin_anew(self.path)
                self._database = _connect(self.path)

    def _is_damaged(self) -> bool:
        """Open it, once it has been looked at without a change to it."""
        if _has_lost_all_but_its_log(self.path):
            return True
        try:
            if self.path.is_file() and self.path.stat().st_size:
                with closing(_connect_to_read(self.path)) as database:
                    _check(database, self.path)
        except BROKEN as error:
            if _tells_of_damage(error):
                return True  # else writing may do what reading alone can't
        try:
            self._database = _connect(self.path)
            _check(self._database, self.path)
        except BROKEN as error:
            if _tells_of_damage(error):
                return True
            raise
        return False


def look(path: Path) -> tuple[list[Row], int]:
    """What `Store.running` tells, and the highest number, of a database that can't be written.

    Raises StoreError where it can't be read either, or is damaged.
    """
    with _disk_errors(path), closing(_connect_to_read(path)) as database:
        _check(database, path)
        recent, last = _rows(database, RECENT), _rows(database, LAST)
        return [row for row in recent if not row.undone], last[0].number if last else 0


def read(path: Path, telling: Sequence[str] = ()) -> Iterator[Row]:
    """Every row that stands, oldest first, while a game may be running; damaged ones are left out.

    With `telling`, only those whose events hold one of these texts: most needn't be looked at then. Raises StoreError
    where there is nothing to read.
    """
    if not path.is_file():
        what = "is a folder" if path.is_dir() else "there is no journal yet"
        raise StoreError(f"{path}: {what}")
    with _disk_errors(path), closing(_connect_to_read(path)) as database:
        if not _has_begun(database, path):
            raise StoreError(f"{path}: there is no journal in it yet")
        rows = _telling(database, telling) if telling else _sound(_readable(database))
        yield from (row for row in rows if not row.undone)


def _has_begun(database: sqlite3.Connection, path: Path) -> bool:
    """Whether a journal is in it at all. Raises Foreign for a file that is something else."""
    try:
        return _version(database, path) > 0
    except BROKEN as error:
        if _tells_of_damage(error):
            raise Foreign(f"{path}: is no journal of cribboard, or is damaged") from None
        raise


def _telling(database: sqlite3.Connection, texts: Sequence[str]) -> Iterator[Row]:
    """The intact rows whose events hold one of these texts."""
    where = " or ".join(["instr(events, ?)"] * len(texts))
    query = f"select {COLUMNS} from entry where {where} order by number"
    with suppress(*BROKEN):
        yield from (row for row in map(Row._make, database.execute(query, texts)) if row.is_intact)


def _write(database: sqlite3.Connection, rows: Iterable[Row]) -> None:
    with database:  # one transaction
        database.execute("begin immediate")
        database.executemany(
            f"insert or replace into entry ({COLUMNS}) values ({', '.join('?' * len(Row._fields))})",
            (row.sealed() for row in rows),
        )


def _rows(database: sqlite3.Connection, query: str) -> list[Row]:
    return [Row(*values) for values in database.execute(query)]


def _connect(path: Path) -> sqlite3.Connection:
    """The database to write, with its schema brought up to date. Raises Foreign for one that isn't ours."""
    database = sqlite3.connect(path, timeout=LOCKED, isolation_level=None)
    try:
        version = _version(database, path)
        database.text_factory = LENIENT
        database.execute(f"pragma page_size = {PAGE}")  # of a new one
        database.execute("pragma journal_mode = wal")
        database.execute("pragma synchronous = full")
        database.execute(f"pragma wal_autocheckpoint = {CHECKPOINT}")
        for number, migration in enumerate(MIGRATIONS[version:], version + 1):
            database.executescript(f"begin; {migration} pragma user_version = {number}; commit;")
    except BaseException:
        database.close()
        raise
    return database


def _connect_to_read(path: Path) -> sqlite3.Connection:
    """The database, of which not a byte is changed."""
    log = Path(f"{path}-wal")
    still = not os.access(path.parent, os.W_OK) and not (log.is_file() and log.stat().st_size)
    uri = f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if still else ''}"
    database = sqlite3.connect(uri, timeout=LOCKED, uri=True)
    database.text_factory = LENIENT
    return database


def _check(database: sqlite3.Connection, path: Path) -> None:
    """Raises Foreign if it isn't ours to write, and DatabaseError where what the game needs of it isn't sound."""
    if _version(database, path) == len(MIGRATIONS):
        recent = _rows(database, RECENT)
        if recent != list(_sound(recent)) or recent[-1:] != _rows(database, LAST):
            raise sqlite3.DatabaseError("entries are damaged")


def _version(database: sqlite3.Connection, path: Path) -> int:
    """Of its schema, 0 if it is new. Raises Foreign for a database that isn't ours to write."""
    (application,) = database.execute("pragma application_id").fetchone()
    (version,) = database.execute("pragma user_version").fetchone()
    (tables,) = database.execute("select count(*) from sqlite_schema").fetchone()
    if application != APPLICATION and (application or version or tables):
        if _holds_entries(database):
            raise sqlite3.DatabaseError("its header is damaged")
        raise Foreign(f"{path}: is no journal of cribboard; name another file")
    if version > ABSURD:
        raise sqlite3.DatabaseError("its header is damaged")
    if version > len(MIGRATIONS):
        raise Foreign(
            f"{path}: was written by a later release (schema {version}, this one knows"
            f" {len(MIGRATIONS)}); update cribboard, or name another file"
        )
    assert isinstance(version, int)
    return version


def _holds_entries(database: sqlite3.Connection) -> bool:
    """Whether there are rows such as only we write."""
    with suppress(*BROKEN):
        return any(row.is_intact for row in _rows(database, LAST))
    return False


def _has_lost_all_but_its_log(path: Path) -> bool:
    """SQLite would throw the log away where the database is empty."""
    log = Path(f"{path}-wal")
    empty = not path.exists() or (path.is_file() and not path.stat().st_size)
    return empty and log.is_file() and log.stat().st_size > 0


def _tells_of_damage(error: Exception) -> bool:
    """Whether the database is broken, and not merely out of reach."""
    return _code(error) in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _code(error: Exception) -> int:
    """SQLite's code of an error; text that can't be read comes of damage too."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return code & 0xFF


def _begin_anew(path: Path) -> Path:
    """Put in a damaged database's place what can be read of it; returns where it lies now."""
    recovered = path.with_name(f"{path.name}.recovered")
    for suffix in ("", *BELONGINGS):
        Path(f"{recovered}{suffix}").unlink(missing_ok=True)
    if _has_lost_all_but_its_log(path):
        path.write_bytes(bytes(PAGE))
    with closing(_connect(recovered)) as new, closing(_connect_to_read(path)) as old:
        old.execute("pragma writable_schema = on")  # else one that was cut short isn't read at all
        _write(new, _sound(_readable(old)))
    aside = _put_aside(path)
    recovered.rename(path)
    return aside


def _readable(database: sqlite3.Connection) -> Iterator[Row]:
    """Every intact row; after a bad page one by one, so that it costs no more than its own."""
    number = missed = 0
    with suppress(*BROKEN):
        for values in database.execute(f"select {COLUMNS} from entry order by number"):
            if (row := Row(*values)).is_intact:
                number = row.number
                yield row
        return
    while missed < PATIENCE:
        number, missed = number + 1, missed + 1
        with suppress(*BROKEN):
            one = f"select {COLUMNS} from entry where number = ?"
            values = database.execute(one, (number,)).fetchone()
            if values and (row := Row(*values)).is_intact:
                missed = 0
                yield row


def _sound(rows: Iterable[Row]) -> Iterator[Row]:
    """Of each match all that stands before the first row that is missing: what follows can't be told without it."""
    last = 0
    for row in rows:
        if row.is_intact and (row.undone or row.after in (0, last)):
            last = last if row.undone else row.number
            yield row


def _put_aside(path: Path) -> Path:
    """Give a damaged database, and what belongs to it, another name beside its own."""
    name = f"{path.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}"
    names = (path.with_name(f"{name}-{again}" if again else name) for again in count())
    aside = next(name for name in names if not name.exists())
    for suffix in ("", *BELONGINGS):
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
        except OSError:
            lock.close()
            raise
    return lock
