"""The settings: default.toml, and what the board's owner changes of it. All mistakes are told at once."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from cribboard.board.motion import Motion
from cribboard.board.night import Night
from cribboard.board.power import DARK
from cribboard.board.track import Track
from cribboard.controls import Timing
from cribboard.devices.model import this_model
from cribboard.devices.readers.profiles import PROFILES
from cribboard.hints import HELPERS, Verbosity
from cribboard.language import languages
from cribboard.pins import DRIVERS, OUTPUTS, Model, Wiring, problems
from cribboard.places import Places, parse_places
from cribboard.rules.options import SETTINGS, Options, OptionsClash, quoted, takes
from cribboard.settings import (
    YES_OR_NO,
    ConfigError,
    Reader,
    clips_path,
    data_folder,
    did_you_mean,
    flatten,
    journal_path,
    number,
    one_of,
    or_auto,
    path_from_home,
    read_settings,
    recordings_path,
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

    def brightness_at(self, minute: int) -> float:
        """How bright the board is at a minute of the day."""
        return self.night_brightness if self.night and self.night.holds(minute) else self.brightness

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
    """The card reader: its kind, its port, and how what it sends is taken.

    `port` is a path or `auto`, `baud` None for its kind's usual speed. A card that it hasn't told of for `gone` seconds
    is gone. `antennas` are the places of its readers on the table.
    """

    profile: str
    port: str
    baud: int | None
    gone: float
    antennas: Places
    accept_bad_checksum: bool

    @property
    def speed(self) -> int:
        """The port's speed in baud."""
        return self.baud or PROFILES[self.profile].baud


@dataclass(frozen=True, slots=True)
class VoiceConfig:
    """What the board says and how it sounds.

    `pause` is the seconds until the helper `turn` speaks. `output` is where sound comes out, `none` for nowhere, and
    `device` the ALSA device that it is there. `volume`, from 0 to 1, is `night_volume` at night. `clips` is the folder of
    clips made, `recordings` that of the user's own; None for none.
    """

    language: str
    verbosity: Verbosity
    helpers: frozenset[str]
    pause: float
    output: str
    device: str
    volume: float
    night_volume: float
    clips: Path
    recordings: Path | None


@dataclass(frozen=True, slots=True)
class WebConfig:
    """The page: whether it is served (None: on a simulated board at a terminal), on which address and port, and who may watch."""

    enabled: bool | None
    listen: str
    port: int
    watch: str


@dataclass(frozen=True, slots=True)
class Config:
    """Every setting, checked. `pins` are the GPIOs of all buttons that a table can have."""

    options: Options
    timing: Timing
    strip: StripConfig
    lights: LightsConfig
    pins: dict[Button, int]
    scanner: ScannerConfig
    web: WebConfig
    voice: VoiceConfig
    night: Night | None
    simulate: bool | None
    journal: Path | None
    decks: Path
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


def _helpers(text: str) -> frozenset[str]:
    wanted = frozenset(filter(None, text.split(",")))
    if unknown := wanted - set(HELPERS):
        raise ValueError(", ".join(unknown))
    return wanted


def _address(text: str) -> str:
    return str(ip_address(text))


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
    "strip.night_brightness": number(0.02, 1),
    "lights.motion": one_of(*Motion),
    "lights.attract": number(0, 1440),
    **{f"buttons.{side}.{kind}": _GPIO for side in LETTERS for kind in _SIDE_BUTTONS},
    "buttons.undo": _GPIO,
    "buttons.next": _GPIO,
    "scanner.profile": one_of(*PROFILES),
    "scanner.port": (some_path, "auto, or the path of a serial port"),
    "scanner.baud": or_auto(number(300, 4_000_000, int)),
    "scanner.gone": number(0, 5),
    "scanner.antennas": (
        parse_places,
        "A to D or starter for each of up to four readers, each once",
    ),
    "scanner.accept_bad_checksum": YES_OR_NO,
    "voice.language": one_of(*languages()),
    "voice.verbosity": one_of(**{str(each): each for each in Verbosity}),
    "voice.helpers": (_helpers, f"a list of any of {', '.join(HELPERS)}"),
    "voice.pause": number(5, 600),
    "voice.output": one_of(*OUTPUTS),
    "voice.device": (some_path, "the name of an ALSA device"),
    "voice.volume": number(0, 1),
    "voice.night_volume": number(0, 1),
    "voice.clips": (clips_path, "auto, or the path of a folder"),
    "voice.recordings": (recordings_path, "auto, none, or the path of a folder"),
    "web.enabled": one_of(auto=None, always=True, never=False),
    "web.listen": (
        _address,
        "this machine's address on a network, 127.0.0.1 (itself) or 0.0.0.0 (all)",
    ),
    "web.port": number(1, 65535, int),
    "web.watch": one_of(open="open", code="code"),
    "board.night": (Night.parse, 'hours such as "22:00-07:00", or none'),
    "board.simulate": one_of(auto=None, always=True, never=False),
    "board.journal": (journal_path, "auto, none, or the path of a file"),
    "board.decks": or_auto((path_from_home, "the path of a folder")),
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
        strip=StripConfig(**_table(values, "strip"), night=values["board.night"]),
        lights=LightsConfig(**_table(values, "lights")),
        pins={_button(key): pin for key, pin in _table(values, "buttons").items()},
        scanner=ScannerConfig(**_table(values, "scanner")),
        web=WebConfig(**_table(values, "web")),
        voice=VoiceConfig(**_table(values, "voice")),
        night=values["board.night"],
        simulate=values["board.simulate"],
        journal=values["board.journal"],
        decks=values["board.decks"] or _beside(values["board.journal"]),
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


def _beside(journal: Path | None) -> Path:
    """Where decks are kept if nothing else is said: by the games, or where those would be."""
    return (journal.parent if journal else data_folder()) / "decks"


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
