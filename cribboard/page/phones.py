"""The phones that are paired: kept in a file beside the journal, so that a paired phone stays paired."""

from __future__ import annotations

import fcntl
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import date
from hashlib import sha256
from pathlib import Path

MOST = 32
"""Phones that can be paired; then one must be revoked first."""

LONGEST_NAME = 24

ALL = "all"
"""No phone's name: by it all of them are revoked."""


class PhonesError(Exception):
    """The list can't be read, or is full; says what to do."""


@dataclass(frozen=True, slots=True)
class Phone:
    """A paired phone: its name, the SHA-256 of what it proves itself with, and the day on which it was paired."""

    name: str
    proof: str
    paired: str


class Phones:
    """The list of paired phones; without a path it is only remembered.

    Another process may change the file at any time: `cribboard page revoke` does.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._seen: object = None
        self._phones: tuple[Phone, ...] = ()

    @classmethod
    def beside(cls, journal: Path | None) -> Phones:
        """The list that belongs to a journal."""
        return cls(journal and journal.with_name("phones.json"))

    def all(self) -> tuple[Phone, ...]:
        """The paired phones, the oldest first. Raises PhonesError where they can't be read."""
        if self._path is None:
            return self._phones
        try:
            now = self._path.stat()
        except FileNotFoundError:
            self._seen, self._phones = None, ()
            return ()
        except OSError as error:
            raise PhonesError(f"{self._path}: can't be read: {error.strerror}") from None
        seen = now.st_mtime_ns, now.st_ino, now.st_size
        if seen != self._seen:
            self._phones = _read(self._path)
            self._seen = seen
        return self._phones

    def add(self, name: str, in_any_case: bool = False) -> str:
        """Pair a phone; returns what it proves itself with from now on.

        Raises PhonesError where the list is full; `in_any_case` the oldest makes room.
        """
        token = secrets.token_urlsafe(24)
        with self._changing():
            phones = self.all()[-(MOST - 1) :] if in_any_case else self.all()
            if len(phones) >= MOST:
                raise PhonesError(f"{MOST} phones are paired: revoke one first")
            named = _fit_to_print(name)[:LONGEST_NAME] or "phone"
            taken = {phone.name for phone in phones} | {ALL}
            numbered = (f"{named} {n}" if n > 1 else named for n in range(1, MOST + 2))
            free = next(name for name in numbered if name not in taken)
            self._write((*phones, Phone(free, _proof(token), date.today().isoformat())))
        return token

    def whose(self, token: str) -> Phone | None:
        """The phone that proves itself with this, if it is paired."""
        proof = _proof(token)
        same = (phone for phone in self.all() if secrets.compare_digest(phone.proof, proof))
        return next(same, None)

    def revoke(self, name: str) -> tuple[Phone, ...]:
        """Let the phones of this name, or `all`, do nothing more; returns them. Raises PhonesError."""
        with self._changing():
            phones = self.all()
            gone = tuple(p for p in phones if name in (p.name, ALL))
            if gone:
                self._write(tuple(phone for phone in phones if phone not in gone))
        return gone

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """One process at a time."""
        if self._path is None:
            yield
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.with_suffix(".lock").open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                yield
        except OSError as error:
            raise PhonesError(f"{self._path}: can't be written: {error.strerror}") from None

    def _write(self, phones: tuple[Phone, ...]) -> None:
        self._phones = phones
        if self._path is None:
            return
        new = self._path.with_suffix(".new")
        text = json.dumps({"phones": [asdict(phone) for phone in phones]}, indent=1)
        with open(new, "w", encoding="utf-8", opener=_for_the_owner) as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self._path)
        self._seen = None


def _fit_to_print(name: str) -> str:
    """A name as it may stand in a list: without what moves a terminal's cursor or turns its writing around.

    >>> _fit_to_print("  Ann's \x1b[2K phone ")
    "Ann's [2K phone"
    """
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())


def _read(path: Path) -> tuple[Phone, ...]:
    try:
        return tuple(Phone(**phone) for phone in json.loads(path.read_text("utf-8"))["phones"])
    except OSError as error:
        raise PhonesError(f"{path}: can't be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise PhonesError(f"{path}: is damaged; move it away, and pair the phones anew") from None


def _for_the_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _proof(token: str) -> str:
    return sha256(token.encode()).hexdigest()
