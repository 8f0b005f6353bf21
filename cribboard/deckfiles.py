"""Where decks are kept: a folder with a file for each, NAME.toml."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cribboard.decks import Deck, DeckError, Decks

SUFFIX = ".toml"


def names(folder: Path) -> list[str]:
    """The names of all decks, in order."""
    with _disk_errors(folder):
        files = folder.iterdir() if folder.is_dir() else ()
        return sorted(file.stem for file in files if file.suffix == SUFFIX)


def load(folder: Path, name: str) -> Deck:
    """A deck. Raises DeckError where there is none, or where its file can't be read."""
    path = path_of(folder, name)
    if not path.exists():
        there = ", ".join(names(folder))
        raise DeckError(
            f"there is no deck {name}; {f'there is {there}' if there else 'no deck is known'}"
        )
    try:
        with _disk_errors(path):
            return Deck.parse(path.read_text("utf-8-sig"), name)
    except UnicodeDecodeError:
        raise DeckError(f"{path}: is no text file") from None


def load_all(folder: Path, but: str = "") -> Decks:
    """Every deck, but one of this name. Raises DeckError."""
    return Decks.of(load(folder, name) for name in names(folder) if name != but)


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
    """Forget a deck; returns where its file lies now, in case that was a mistake. Raises DeckError."""
    load(folder, name)
    path = path_of(folder, name)
    with _disk_errors(path):
        return path.replace(path.with_suffix(".removed"))


def path_of(folder: Path, name: str) -> Path:
    """A deck's file. Raises DeckError for what can't be a name."""
    if not name.replace("-", "").replace("_", "").isalnum() or len(name) > 40:
        raise DeckError(f"{name[:50]!r}: a deck's name has letters, digits, - and _, at most 40")
    return folder / f"{name}{SUFFIX}"


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
