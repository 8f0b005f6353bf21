"""The settings: default.toml, and what the board's owner changes of it. All mistakes are told at once."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from cribboard.controls import Timing
from cribboard.rules.options import SETTINGS, Options, quoted
from cribboard.signals import Button

PIXELS = 138
Reader = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class StripConfig:
    """The LED strip: GPIO of its data line, colour order, number of pixels, limit in mA, brightness 0-1."""

    pin: int
    order: str
    pixels: int
    limit_ma: float
    brightness: float


@dataclass(frozen=True, slots=True)
class ScannerConfig:
    """The card reader's serial port."""

    port: str
    baud: int


@dataclass(frozen=True, slots=True)
class Config:
    """Every setting, checked."""

    options: Options
    timing: Timing
    strip: StripConfig
    buttons: dict[Button, int]
    scanner: ScannerConfig
    simulate: bool | None


class ConfigError(Exception):
    """The settings can't be used; `problems` are all the reasons, each with file, key, value and what is allowed."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def load(path: Path | None = None) -> Config:
    """The settings of `path`, or of the first file on the search path, over the defaults.

    Raises ConfigError with all that is wrong.
    """
    defaults = tomllib.loads((resources.files("cribboard") / "default.toml").read_text("utf-8"))
    found = path or _found()
    return _build(dict(_flatten(defaults)), _read(found) if found else {}, str(found))


def _found() -> Path | None:
    """The first settings file there is; one that is named in the environment must be there."""
    if named := os.environ.get("CRIBBOARD_CONFIG"):
        return Path(named)
    usual = Path.home() / ".config/cribboard/config.toml", Path("/etc/cribboard/config.toml")
    return next(filter(os.path.isfile, usual), None)


def _read(path: Path) -> dict[str, str]:
    """Each setting of a file with its dotted key, as text."""
    try:
        settings = tomllib.loads(path.read_text("utf-8-sig"))
        return dict(_flatten(settings))
    except OSError as error:
        raise ConfigError([f"{path}: can't be read: {error.strerror}"]) from None
    except (ValueError, RecursionError) as error:
        raise ConfigError([f"{path}: is not TOML: {quoted(str(error))}"]) from None


def _number(low: float, high: float, kind: type = float) -> tuple[Reader, str]:
    def read(text: str) -> Any:
        number = kind(text)
        if not low <= number <= high:
            raise ValueError(text)
        return number

    return read, f"a number from {low:g} to {high:g}"


def _one_of(**choices: Any) -> tuple[Reader, str]:
    def read(text: str) -> Any:
        if text not in choices:
            raise ValueError(text)
        return choices[text]

    return read, " or ".join(choices)


def _path(text: str) -> str:
    if not text.strip():
        raise ValueError(text)
    return text


_GPIO = _number(2, 27, int)
_SIDE_BUTTONS = ("one", "five", "go")
_MATCH = ("names", "match", "points", "triple_skunk_wins_match")

KEYS: dict[str, tuple[Reader, str]] = {
    **{
        f"{'match' if key in _MATCH else 'rules'}.{key}": setting
        for key, setting in SETTINGS.items()
    },
    "controls.commit_after": _number(0.5, 30),
    "controls.hold": _number(0.3, 5),
    "controls.debounce": _number(0.001, 0.2),
    "strip.pin": _GPIO,
    "strip.order": _one_of(
        **{order: order for order in ("GRB", "RGB", "RBG", "GBR", "BRG", "BGR")}
    ),
    "strip.limit_ma": _number(300, 10000),
    "strip.brightness": _number(0.1, 1),
    **{f"buttons.{side}.{kind}": _GPIO for side in "AB" for kind in _SIDE_BUTTONS},
    "buttons.undo": _GPIO,
    "buttons.next": _GPIO,
    "scanner.port": (_path, "the path of a serial port"),
    "scanner.baud": _number(300, 4_000_000, int),
    "board.simulate": _one_of(auto=None, always=True, never=False),
}
"""Every key, how it is read from text, and what it takes."""


def _build(defaults: Mapping[str, str], changes: Mapping[str, str], source: str) -> Config:
    texts = dict(defaults)
    problems: list[str] = []
    for key, text in changes.items():
        if key in KEYS:
            texts[key] = text
        else:
            problems.append(f"{source}: {key}: no such setting{_did_you_mean(key)}")
    values: dict[str, Any] = {}
    for key, (read, allowed) in KEYS.items():
        try:
            values[key] = read(texts[key])
        except ValueError:
            problems.append(f"{source}: {key} = {quoted(texts[key])}: takes {allowed}")
    problems += _pin_clashes(values, source)
    if problems:
        raise ConfigError(problems)
    return _config(values)


def _config(values: Mapping[str, Any]) -> Config:
    def table(name: str) -> dict[str, Any]:
        return {
            key.partition(".")[2]: value
            for key, value in values.items()
            if key.startswith(name + ".")
        }

    return Config(
        options=Options(**table("rules"), **table("match")),
        timing=Timing(**table("controls")),
        strip=StripConfig(**table("strip"), pixels=PIXELS),
        buttons={_button(key): pin for key, pin in table("buttons").items()},
        scanner=ScannerConfig(**table("scanner")),
        simulate=values["board.simulate"],
    )


def _flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Each value with its dotted key, as text: one reader then serves files and scripts alike."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield prefix + key, _as_text(value)


def _as_text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ",".join(map(_as_text, value))
    return str(value)


def _did_you_mean(key: str) -> str:
    close = difflib.get_close_matches(key, KEYS, 1)
    return f"; did you mean {close[0]}?" if close else ""


def _button(key: str) -> Button:
    side, _, kind = key.rpartition(".")
    return Button(kind, "AB".index(side)) if side else Button(kind)


def _pin_clashes(values: Mapping[str, Any], source: str) -> list[str]:
    """Every GPIO has one owner."""
    owners: dict[int, list[str]] = {}
    for key, pin in values.items():
        if KEYS[key] is _GPIO:
            owners.setdefault(pin, []).append(key)
    return [
        f"{source}: GPIO {pin} is used more than once: {', '.join(keys)}"
        for pin, keys in owners.items()
        if len(keys) > 1
    ]
