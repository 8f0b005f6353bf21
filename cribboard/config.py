"""The settings: default.toml, and what the board's owner changes of it. All mistakes are told at once."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from cribboard.board.motion import Motion
from cribboard.board.night import Hour, Night
from cribboard.board.power import DARK
from cribboard.board.track import Track
from cribboard.controls import Timing
from cribboard.devices.model import this_model
from cribboard.pins import DRIVERS, OUTPUTS, Model, Wiring, problems
from cribboard.rules.options import SETTINGS, Options, OptionsClash, quoted, takes
from cribboard.settings import (
    YES_OR_NO,
    ConfigError,
    Reader,
    did_you_mean,
    flatten,
    journal_path,
    number,
    one_of,
    read_settings,
    settings_file,
    some_path,
)
from cribboard.signals import LETTERS, Button

__all__ = ["KEYS", "Config", "ConfigError", "buttons_of", "journal_path", "load"]


@dataclass(frozen=True, slots=True)
class StripConfig:
    """The LED strip: its wire, how many pixels hang on it, and how bright they may be.

    `pin` is the GPIO of its data line, `driver` what drives it (`auto`: the model's own), `order` that of the colours
    on the wire. `lead_pixels` come before the first hole and stay dark, `pixels` follow. `limit_ma` is the most that
    they may draw together, of the `supply_ma` that the supply can give them and the Pi. `brightness`, up to 1, is
    `night_brightness` at night.
    """

    pin: int
    driver: str
    order: str
    pixels: int
    lead_pixels: int
    limit_ma: float
    supply_ma: float
    brightness: float
    night: Night | None
    night_brightness: float

    def hour_at(self, minute: int) -> Hour:
        """How the board is lit at a minute of the day."""
        if self.night and self.night.holds(minute):
            return Hour(self.night_brightness, calm=True)
        return Hour(self.brightness)

    def budget(self, holes: int) -> float:
        """What the pixels of that many holes may draw, in mA; those before and after them are dark."""
        return self.limit_ma - (self.lead_pixels + self.pixels - holes) * DARK


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
class VoiceConfig:
    """Where sound comes out."""

    output: str


@dataclass(frozen=True, slots=True)
class Config:
    """Every setting, checked. `pins` are the GPIOs of all buttons that a table can have."""

    options: Options
    timing: Timing
    strip: StripConfig
    lights: LightsConfig
    pins: dict[Button, int]
    scanner: ScannerConfig
    voice: VoiceConfig
    simulate: bool | None
    journal: Path | None
    shutdown_button: bool

    @property
    def buttons(self) -> dict[Button, int]:
        """The GPIOs of the buttons that this table has."""
        return {button: self.pins[button] for button in buttons_of(self.options)}

    @property
    def wiring(self) -> Wiring:
        """What this table has on the header."""
        return Wiring(
            self.strip.pin,
            self.strip.driver,
            {str(button): pin for button, pin in self.buttons.items()},
            self.scanner.port,
            self.voice.output,
            self.shutdown_button,
        )


def load(path: Path | None = None, model: Model | None = None) -> Config:
    """The settings of `path`, or of the first file on the search path, over the defaults.

    They are checked for this Raspberry Pi, or for another `model`. Raises ConfigError with all that is wrong.
    """
    found = settings_file(path)
    changed = read_settings(found) if found else {}
    return _build(defaults(), changed, str(found or "default.toml"), model or this_model())


def defaults() -> dict[str, str]:
    """Each setting's default, as text."""
    text = (resources.files("cribboard") / "default.toml").read_text("utf-8")
    return dict(flatten(tomllib.loads(text)))


_GPIO = number(2, 27, int)
_SIDE_BUTTONS = ("one", "five", "go")
TABLE = ("preset", "players", "four_player")
"""The options on which it depends who sits at the table."""


def _table_of(option: str) -> str:
    """The table of the file in which an option of the match stands."""
    of_the_match = option in ("names", "match", "points", "triple_skunk_wins_match")
    return "match" if of_the_match else "rules"


KEYS: dict[str, tuple[Reader, str]] = {
    **{f"{_table_of(key)}.{key}": setting for key, setting in SETTINGS.items()},
    "controls.commit_after": number(0.5, 30),
    "controls.hold": number(0.3, 5),
    "controls.debounce": number(0.001, 0.2),
    "strip.pin": _GPIO,
    "strip.driver": one_of("auto", *DRIVERS),
    "strip.order": one_of("GRB", "RGB", "RBG", "GBR", "BRG", "BGR"),
    "strip.pixels": number(1, 1000, int),
    "strip.lead_pixels": number(0, 10, int),
    "strip.limit_ma": number(300, 10000),
    "strip.supply_ma": number(300, 60000),
    "strip.brightness": number(0.1, 1),
    "strip.night": (Night.parse, 'hours such as "22:00-07:00", or none'),
    "strip.night_brightness": number(0.02, 1),
    "lights.motion": one_of(**{motion.value: motion for motion in Motion}),
    "lights.attract": number(0, 1440),
    **{f"buttons.{side}.{kind}": _GPIO for side in LETTERS for kind in _SIDE_BUTTONS},
    "buttons.undo": _GPIO,
    "buttons.next": _GPIO,
    "scanner.port": (some_path, "the path of a serial port"),
    "scanner.baud": number(300, 4_000_000, int),
    "voice.output": one_of(*OUTPUTS),
    "board.simulate": one_of(auto=None, always=True, never=False),
    "board.journal": (journal_path, "auto, none, or the path of a file"),
    "board.shutdown_button": YES_OR_NO,
}
"""Every key, how it is read from text, and what it takes."""


def _build(
    texts: Mapping[str, str], changed: Mapping[str, str], source: str, model: Model | None
) -> Config:
    told = [
        f"{key}: no such setting{did_you_mean(key, KEYS)}" for key in changed if key not in KEYS
    ]
    values: dict[str, Any] = {}
    for key, (read, allowed) in KEYS.items():
        text = changed.get(key, texts[key])
        try:
            values[key] = read(text)
        except (ValueError, KeyError):
            told.append(f"{key} = {quoted(text)}: {takes(text, allowed)}")
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
    told += [f"{_table_of(clash.partition(' ')[0])}.{clash}" for clash in clashes]
    told += problems(_wiring(values, table), model, root=os.geteuid() == 0)
    told += _strip_problems(values, table, model)
    if told:
        raise ConfigError([f"{source}: {problem}" for problem in told])
    return Config(
        options=options,
        timing=Timing(**_table(values, "controls")),
        strip=StripConfig(**_table(values, "strip")),
        lights=LightsConfig(**_table(values, "lights")),
        pins={_button(key): pin for key, pin in _table(values, "buttons").items()},
        scanner=ScannerConfig(**_table(values, "scanner")),
        voice=VoiceConfig(**_table(values, "voice")),
        simulate=values["board.simulate"],
        journal=values["board.journal"],
        shutdown_button=values["board.shutdown_button"],
    )


def _wiring(values: Mapping[str, Any], options: Options) -> Wiring:
    """What is on the header, as far as it could be read."""
    pins = {str(button): values.get(f"buttons.{button}") for button in buttons_of(options)}
    return Wiring(
        values.get("strip.pin"),
        values.get("strip.driver", "auto"),
        {button: pin for button, pin in pins.items() if pin is not None},
        values.get("scanner.port", ""),
        values.get("voice.output", "none"),
        values.get("board.shutdown_button", False),
    )


def _strip_problems(
    values: Mapping[str, Any], options: Options, model: Model | None
) -> Iterator[str]:
    """Whether the strip has a pixel for every hole, and the supply enough for all of them."""
    holes = len(Track.for_options(options).holes)
    pixels = values.get("strip.pixels", holes)
    if pixels < holes:
        yield f"strip.pixels = {pixels}: takes {holes} or more, one for each hole of the board"
    dark = (pixels + values.get("strip.lead_pixels", 0)) * DARK
    own, besides = (model.own_ma, f", {model.name} up to {model.own_ma}") if model else (0, "")
    match values:
        case {"strip.supply_ma": supply} if supply < dark + own:
            yield f"strip.supply_ma = {supply:g}: the dark strip draws {dark} mA{besides}"
        case {"strip.limit_ma": limit} if limit < dark:
            yield f"strip.limit_ma = {limit:g}: takes {dark} or more, which the dark strip draws"
        case {"strip.limit_ma": limit, "strip.supply_ma": supply} if limit > supply - own:
            yield f"strip.limit_ma = {limit:g}: takes up to {supply - own:g} (strip.supply_ma {supply:g}{besides})"


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
