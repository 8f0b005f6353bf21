"""Settings files: TOML read as dotted keys and text, and what a single value may be."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from cribboard.rules.options import quoted

Reader = Callable[[str], Any]
"""Reads a value from text. Raises ValueError or KeyError."""


USUAL = ".config/cribboard/config.toml"
"""One's own settings, in one's home."""


class ConfigError(Exception):
    """The settings can't be used; `problems` are all the reasons, each with file, key, value and what is allowed."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def settings_file(named: Path | None = None) -> Path | None:
    """The settings file that is used: the one that is named, here or in the environment, else the first there is."""
    if named:
        return named
    if in_environment := os.environ.get("CRIBBOARD_CONFIG"):
        return Path(in_environment)
    usual = _home() / USUAL, Path("/etc/cribboard/config.toml")
    return next(filter(os.path.isfile, usual), None)


def _home() -> Path:
    """One's own; who has none, as in a container, gets the root, where there is nothing of ours and nothing is kept."""
    try:
        return Path.home()
    except RuntimeError:
        return Path("/")


def read_settings(path: Path) -> dict[str, str]:
    """Each setting of a file with its dotted key, as text. Raises ConfigError."""
    try:
        return dict(flatten(tomllib.loads(path.read_text("utf-8-sig"))))
    except OSError as error:
        raise ConfigError([f"{path}: can't be read: {error.strerror}"]) from None
    except (ValueError, RecursionError) as error:
        raise ConfigError([f"{path}: is not TOML: {_in_short(str(error))}"]) from None


def _in_short(error: str) -> str:
    """What a TOML error says, however long it quotes, and where."""
    what, at, where = error.rpartition(" (at ")
    return f"{quoted(what)}{at}{where}" if at and len(where) < 60 else quoted(error)


def flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Each value with its dotted key, as text: one reader then serves files and scripts alike."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from flatten(value, f"{prefix}{key}.")
        else:
            yield prefix + key, _as_text(value)


def _as_text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ",".join(map(_as_text, value))
    return str(value)


def did_you_mean(key: str, known: Iterable[str]) -> str:
    """The same setting in its own table, or one that is written much like it."""
    known = list(known)
    same = [other for other in known if other.endswith("." + key.rpartition(".")[2])]
    close = same or difflib.get_close_matches(key, known, 1)
    return f"; did you mean {close[0]}?" if close else ""


def number(low: float, high: float, kind: type = float) -> tuple[Reader, str]:
    """A number in this range."""

    def read(text: str) -> Any:
        value = kind(text)
        if not low <= value <= high:
            raise ValueError(text)
        return value

    return read, f"a number from {low:g} to {high:g}"


def or_auto(setting: tuple[Reader, str]) -> tuple[Reader, str]:
    """That, or `auto`, which is None."""
    read, allowed = setting
    return lambda text: None if text == "auto" else read(text), f"auto, or {allowed}"


def one_of(*names: str, **choices: Any) -> tuple[Reader, str]:
    """One of these names, each for itself or for what it stands for."""
    meanings = {**{name: name for name in names}, **choices}
    return meanings.__getitem__, " or ".join(meanings)


YES_OR_NO = one_of(true=True, false=False)


def some_path(text: str) -> str:
    """A path that isn't empty, and can be told of as it is."""
    if not text.strip() or not text.isprintable():
        raise ValueError(text)
    return text


def journal_path(text: str) -> Path | None:
    """Where games are kept; None for nowhere. `auto` is the user's data folder."""
    if text == "none":
        return None
    return data_folder() / "journal.db" if text == "auto" else path_from_home(text)


def data_folder() -> Path:
    """The user's own, for what is kept."""
    return Path(os.environ.get("XDG_DATA_HOME") or _home() / ".local/share", "cribboard")


def path_from_home(text: str) -> Path:
    """A path, perhaps from one's home on (~)."""
    try:
        return Path(some_path(text)).expanduser()
    except RuntimeError:  # nobody of that name has a home
        raise ValueError(text) from None


def clips_path(text: str) -> Path:
    """Where the voice's clips are kept. `auto` is the user's cache folder."""
    if text == "auto":
        folder = os.environ.get("XDG_CACHE_HOME") or _home() / ".cache"
        return Path(folder, "cribboard/clips")
    return path_from_home(text)


def recordings_path(text: str) -> Path | None:
    """Where the user's own recordings are; None for nowhere. `auto` is the user's data folder."""
    if text == "none":
        return None
    return data_folder() / "recordings" if text == "auto" else path_from_home(text)
