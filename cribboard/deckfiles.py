"""Where decks are kept: a folder with a file for each, NAME.toml. A broken one takes none of the others along."""

from __future__ import annotations

import fcntl
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from cribboard.decks import Deck, DeckError, Decks, Trouble
from cribboard.rules.options import quoted

SUFFIX = ".toml"

_NAME = re.compile(r"[^\W_][\w-]{,39}")

_A_NAME = (
    "a deck's name has letters, digits, - and _, at most 40, and begins with a letter or digit"
)


def names(folder: Path) -> list[str]:
    """The names of all decks, in order. Raises DeckError where the folder can't be read."""
    return [name for name in _stems(folder) if _NAME.fullmatch(name)]


def _stems(folder: Path) -> list[str]:
    """What the files of decks are called, whether a deck may be called so or not; hidden files are none of ours."""
    with _disk_errors(folder):
        files = folder.iterdir() if folder.exists() else ()
        return sorted(file.stem for file in files if file.suffix == SUFFIX and file.name[0] != ".")


def load(folder: Path, name: str) -> Deck:
    """A deck. Raises DeckError where there is none, or where its file can't be read."""
    path = _listed(folder, name)
    try:
        with _disk_errors(path):
            if path.exists() and not path.is_file():  # a pipe would be waited for
                raise DeckError(f"{path}: is no file")
            return Deck.parse(path.read_text("utf-8-sig"), name)
    except UnicodeDecodeError:
        raise DeckError(f"{path}: is no text file") from None


def load_all(folder: Path, but: str = "") -> Decks:
    """Every deck that can be read, but one of this name; of the others it says why."""
    decks: list[Deck] = []
    troubles: list[Trouble] = []
    try:
        there = _stems(folder)
    except DeckError as error:
        return Decks(troubles=(Trouble("", str(error)),))
    for name in there:
        if not _NAME.fullmatch(name):
            path = str(folder / f"{name}{SUFFIX}")
            troubles.append(Trouble("", f"{path!r} can't be a deck's: {_A_NAME}"))
        elif name != but:
            try:
                decks.append(load(folder, name))
            except DeckError as error:
                troubles.append(Trouble(name, str(error).removeprefix(f"deck {name}: ")))
    return Decks.of(decks, troubles)


@contextmanager
def changing(folder: Path) -> Iterator[None]:
    """While decks are changed: nobody else changes them meanwhile, and that it can be done is known beforehand.

    Raises DeckError.
    """
    with _disk_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise DeckError(
            f"{folder}: another cribboard deck learn is at work there; end it first"
        ) from None
    finally:
        os.close(descriptor)


def save(folder: Path, deck: Deck) -> None:
    """Keep a deck: when this returns it is on the disk, and whatever happens meanwhile, the one before it was."""
    path = path_of(folder, deck.name)
    with _disk_errors(path):
        folder.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        with fresh.open("w", encoding="utf-8") as file:
            file.write(deck.as_toml())
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        _sync(folder)


def remove(folder: Path, name: str) -> Path:
    """Forget a deck, also a broken one; returns where its file lies now, in case that was a mistake. Raises DeckError."""
    path = _listed(folder, name)
    with changing(folder), _disk_errors(path):
        suffixes = (f".removed{f'-{n}' if n else ''}" for n in count())
        return path.replace(
            next(
                aside
                for suffix in suffixes
                if not os.path.lexists(aside := path.with_suffix(suffix))
            )
        )


def path_of(folder: Path, name: str) -> Path:
    """The file of a deck that is to be kept. Raises DeckError for what can't be a name."""
    if not _NAME.fullmatch(name):
        raise DeckError(f"{name[:50]!r}: {_A_NAME}")
    return folder / f"{name}{SUFFIX}"


def _listed(folder: Path, name: str) -> Path:
    """The file of a deck that is there. Raises DeckError."""
    there = names(folder)
    if name in there:
        return folder / f"{name}{SUFFIX}"
    known = f"there is {', '.join(there)}" if there else "no deck is known"
    raise DeckError(f"there is no deck {quoted(name)}; {known}")


def _sync(folder: Path) -> None:
    """Have the folder itself written: the new file's name is in it."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _disk_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise DeckError(f"{path}: {error.strerror}") from None
