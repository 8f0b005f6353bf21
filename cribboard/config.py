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

from cribboard.board.motion import Motion
from cribboard.board.track import Track
from cribboard.controls import Timing
from cribboard.rules.options import SETTINGS, Options, OptionsClash, quoted, takes
from cribboard.signals import LETTERS, Button

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
class LightsConfig:
    """What moves on the board; `attract` is in minutes."""

    motion: Motion
    attract: float


@dataclass(frozen=True, slots=True)
class ScannerConfig:
    """The card reader's serial port."""

    port: str
    baud: int


@dataclass(frozen=True, slots=True)
class Config:
    """Every setting, checked. `pins` are the GPIOs of all buttons that a table can have."""

    options: Options
    timing: Timing
    strip: StripConfig
    lights: LightsConfig
    pins: dict[Button, int]
    scanner: ScannerConfig
    simulate: bool | None
    journal: Path | None

    @property
    def buttons(self) -> dict[Button, int]:
        """The GPIOs of the buttons that this table has."""
        return {button: self.pins[button] for button in buttons_of(self.options)}


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


def journal_path(text: str) -> Path | None:
    """Where games are kept; None for nowhere. `auto` is the user's data folder."""
    if text == "none":
        return None
    if text == "auto":
        folder = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share"
        return Path(folder, "cribboard/journal.db")
    return Path(_path(text)).expanduser()


def _path(text: str) -> str:
    if not text.strip():
        raise ValueError(text)
    return text


_GPIO = _number(2, 27, int)
_SIDE_BUTTONS = ("one", "five", "go")
TABLE = ("preset", "players", "four_player")
"""The options on which it depends who sits at the table."""


def _table_of(option: str) -> str:
    """The table of the file in which an option of the match stands."""
    of_the_match = option in ("names", "match", "points", "triple_skunk_wins_match")
    return "match" if of_the_match else "rules"


KEYS: dict[str, tuple[Reader, str]] = {
    **{f"{_table_of(key)}.{key}": setting for key, setting in SETTINGS.items()},
    "controls.commit_after": _number(0.5, 30),
    "controls.hold": _number(0.3, 5),
    "controls.debounce": _number(0.001, 0.2),
    "strip.pin": _GPIO,
    "strip.order": _one_of(
        **{order: order for order in ("GRB", "RGB", "RBG", "GBR", "BRG", "BGR")}
    ),
    "strip.limit_ma": _number(300, 10000),
    "strip.brightness": _number(0.1, 1),
    "lights.motion": _one_of(**{motion.value: motion for motion in Motion}),
    "lights.attract": _number(0, 1440),
    **{f"buttons.{side}.{kind}": _GPIO for side in LETTERS for kind in _SIDE_BUTTONS},
    "buttons.undo": _GPIO,
    "buttons.next": _GPIO,
    "scanner.port": (_path, "the path of a serial port"),
    "scanner.baud": _number(300, 4_000_000, int),
    "board.simulate": _one_of(auto=None, always=True, never=False),
    "board.journal": (journal_path, "auto, none, or the path of a file"),
}
"""Every key, how it is read from text, and what it takes."""


def _build(texts: Mapping[str, str], changed: Mapping[str, str], source: str) -> Config:
    problems = [
        f"{source}: {key}: no such setting{_did_you_mean(key)}"
        for key in changed
        if key not in KEYS
    ]
    values: dict[str, Any] = {}
    for key, (read, allowed) in KEYS.items():
        text = changed.get(key, texts[key])
        try:
            values[key] = read(text)
        except (ValueError, KeyError):
            problems.append(f"{source}: {key} = {quoted(text)}: {takes(text, allowed)}")
    agreed = {
        key.partition(".")[2]: text
        for key, text in changed.items()
        if _is_agreed(key) and key in values
    }
    table = Options().changed({key: agreed[key] for key in TABLE if key in agreed})
    options, clashes = table, []
    try:
        options = Options().changed(agreed)
    except OptionsClash as error:
        clashes = error.clashes
    target = values.get("rules.target", table.target)
    clashes += filter(None, [Track.for_options(table).problem(table, target)])
    problems += [f"{source}: {_table_of(clash.partition(' ')[0])}.{clash}" for clash in clashes]
    owners = ["strip.pin", *(f"buttons.{button}" for button in buttons_of(table))]
    problems += _pin_clashes({key: values[key] for key in owners if key in values}, source)
    if problems:
        raise ConfigError(problems)
    return Config(
        options=options,
        timing=Timing(**_table(values, "controls")),
        strip=StripConfig(**_table(values, "strip"), pixels=PIXELS),
        lights=LightsConfig(**_table(values, "lights")),
        pins={_button(key): pin for key, pin in _table(values, "buttons").items()},
        scanner=ScannerConfig(**_table(values, "scanner")),
        simulate=values["board.simulate"],
        journal=values["board.journal"],
    )


def _table(values: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The settings of one table of the file."""
    return {
        key.partition(".")[2]: value for key, value in values.items() if key.startswith(name + ".")
    }


def _button(key: str) -> Button:
    letter, _, kind = key.rpartition(".")
    return Button(kind, LETTERS.index(letter)) if letter else Button(kind)


def _is_agreed(key: str) -> bool:
    """Whether this is an option of the match: those hold over a preset only where they are given."""
    return key.startswith(("rules.", "match."))


def buttons_of(options: Options) -> tuple[Button, ...]:
    """The buttons of a table: one and five a side, go a seat, undo and next.

    >>> [len(buttons_of(Options(players=players))) for players in (2, 3, 4)]
    [8, 11, 10]
    """
    taps = [Button(kind, side) for side in options.sides for kind in ("one", "five")]
    goes = [Button("go", seat) for seat in options.seats]
    return (*taps, *goes, Button("undo"), Button("next"))


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
    """The same setting in its own table, or one that is written much like it."""
    same = [known for known in KEYS if known.endswith("." + key.rpartition(".")[2])]
    close = same or difflib.get_close_matches(key, KEYS, 1)
    return f"; did you mean {close[0]}?" if close else ""


def _pin_clashes(pins: Mapping[str, int], source: str) -> list[str]:
    """Every GPIO has one owner."""
    owners: dict[int, list[str]] = {}
    for key, pin in pins.items():
        owners.setdefault(pin, []).append(key)
    return [
        f"{source}: GPIO {pin} is used more than once: {', '.join(keys)}"
        for pin, keys in owners.items()
        if len(keys) > 1
    ]
