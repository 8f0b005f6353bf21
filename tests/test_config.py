"""The settings: defaults, and mistakes told all at once."""

from __future__ import annotations

import pwd
import time
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from cribboard import config
from cribboard.board.motion import Motion
from cribboard.config import ConfigError, LightsConfig, load
from cribboard.controls import Timing
from cribboard.pins import MODELS, Model, problems
from cribboard.rules import Options, Points, Scan
from cribboard.rules.options import FourPlayer
from cribboard.settings import flatten
from cribboard.signals import Button
from cribboard.voice.opening import volume_now


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_the_defaults_are_the_house_rules() -> None:
    loaded = load()
    assert loaded.options == Options()
    assert loaded.timing == Timing()
    assert loaded.strip.limit_ma == 1500
    assert len(loaded.buttons) == 8


def test_the_default_file_says_what_the_defaults_are() -> None:
    text = (Path(config.__file__).with_name("default.toml")).read_text("utf-8")
    written = dict(flatten(tomllib.loads(text)))
    agreed = {
        key.partition(".")[2]: value for key, value in written.items() if config._is_agreed(key)
    }
    assert Options().changed(agreed) == Options()


def test_a_preset_is_one_line_and_what_is_given_beside_it_holds(tmp_path: Path) -> None:
    path = write(tmp_path / "pub.toml", '[rules]\npreset = "pub-uk"\ntarget = 61\n')
    loaded = load(path)
    assert (loaded.options.players, loaded.options.target) == (4, 61)
    assert str(loaded.options.points) == "lurch"
    assert len(loaded.buttons) == 10


def test_every_setting_is_in_the_default_file_and_explained() -> None:
    text = (Path(config.__file__).with_name("default.toml")).read_text("utf-8")
    assert dict(flatten(tomllib.loads(text))).keys() == config.KEYS.keys()
    for line in text.splitlines():
        if "=" in line and not line.startswith(("A =", "B =", "C =", "D =", "undo", "next", "#")):
            assert "#" in line, f"{line} is not explained"


def test_what_is_changed_holds_and_the_rest_stays(tmp_path: Path) -> None:
    path = write(
        tmp_path / "mine.toml",
        '[rules]\ntarget = 61\nscan = "show"\n[match]\nnames = ["Eve", "Dan"]\npoints = "1/2"\n'
        '[buttons]\nA = { go = 16 }\n[board]\nsimulate = "always"\n',
    )
    loaded = load(path)
    assert loaded.options == Options(
        names=("Eve", "Dan"), target=61, scan=Scan.SHOW, points=Points(1, 2, 2)
    )
    assert loaded.buttons[Button("go", 0)] == 16
    assert loaded.buttons[Button("go", 1)] == 25
    assert loaded.simulate is True


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    path = write(
        tmp_path / "bad.toml",
        '[rules]\ntarget = 20\nscna = "all"\n[controls]\ncommit_after = "soon"\n'
        "[strip]\nlimit_ma = 100000\n[buttons]\nundo = 27\nA = { one = 99 }\n"
        "[match]\nmatch = 'best-of:4'\n",
    )
    with pytest.raises(ConfigError) as error:
        load(path)
    told = error.value.problems
    assert len(told) == 7
    assert all(problem.startswith(f"{path}: ") for problem in told)
    for part in (
        "rules.scna: no such setting; did you mean rules.scan?",
        "rules.target = 20: takes a number of holes, 31 or more",
        "GPIO 27 is used more than once: buttons.A.five, buttons.undo",
        "match.match = best-of:4: takes single, best-of:N (N odd) or first-to:N",
        "controls.commit_after = soon: takes a number from 0.5 to 30",
        "strip.limit_ma = 100000: takes a number from 300 to 10000",
        "buttons.A.one = 99: takes a number from 2 to 27",
    ):
        assert any(problem.endswith(part) for problem in told), part


def test_what_does_not_go_together_is_told_at_once_too(tmp_path: Path) -> None:
    path = write(
        tmp_path / "bad.toml",
        "[rules]\nplayers = 3\ntarget = 200\nhandicap = [1, 2]\nfour_player = 'partner'\n"
        "points = '1'\n[match]\nnames = ['A', 'B']\n[buttons]\nC = { one = 17 }\n",
    )
    with pytest.raises(ConfigError) as error:
        load(path)
    told = [problem.removeprefix(f"{path}: ") for problem in error.value.problems]
    assert told == [
        "rules.points: no such setting; did you mean match.points?",
        "rules.four_player = partner: takes partners or individual; did you mean partners?",
        "match.names = A,B: takes one for each of 3 players",
        "rules.handicap = 1,2: takes a hole below 200 for each of 3 sides",
        "rules.target = 200: takes up to 121 with 3 sides, in 4 laps of 30 holes",
        "GPIO 17 is used more than once: buttons.A.one, buttons.C.one",
    ]


def test_a_pin_has_one_owner(tmp_path: Path) -> None:
    path = write(tmp_path / "bad.toml", "[buttons]\nundo = 10\n")
    with pytest.raises(
        ConfigError, match=r"GPIO 10 is used more than once: strip.pin, buttons.undo"
    ):
        load(path)


@pytest.fixture
def no_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)


@pytest.mark.usefixtures("no_root")
@pytest.mark.parametrize("model", MODELS.values(), ids=str)
@pytest.mark.parametrize("four", FourPlayer)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_default_pins_do_for_every_table_on_every_model(
    players: int, four: FourPlayer, model: Model
) -> None:
    """GPIO4, the fourth player's go, is free since the amplifier's SD pin isn't used by default."""
    loaded = load(model=model)
    table = replace(loaded, options=Options(players=players, four_player=four))
    assert len(table.wiring.buttons) == len(table.buttons) >= 8
    assert problems(table.wiring, model) == []


@pytest.mark.usefixtures("no_root")
@pytest.mark.parametrize(
    ("text", "model", "told"),
    [
        ("[buttons]\nundo = 9", "zero2", ["GPIO 9 is used more than once: strip.pin (SPI MISO)"]),
        ("[buttons]\nundo = 9", "5", []),
        ("[buttons]\nundo = 9", None, []),
        (
            '[buttons]\nundo = 9\n[strip]\ndriver = "spi"',
            "5",
            ["GPIO 9 is used more than once: strip.pin (SPI MISO)"],
        ),
        ("[buttons]\nundo = 14", "3", ["GPIO 14 is used more than once: buttons.undo, scanner"]),
        ('[buttons]\nundo = 14\n[scanner]\nport = "/dev/ttyACM0"', "3", []),
        ("[buttons]\nundo = 3", "4", ["GPIO 3 is used more than once: buttons.undo, board.shutd"]),
        ("[buttons]\nundo = 3\n[board]\nshutdown_button = false", "4", []),
        (
            "[strip]\npin = 12",
            "zero",
            ["strip.pin = 12: drives the strip by PWM, for which the pro"],
        ),
        (
            "[strip]\npin = 18\n[buttons]\nundo = 21",
            "4",
            [
                "GPIO 18 is used more than once: strip.pin, voice.output (I2S BCLK)",
                "GPIO 21 is used more than once: buttons.undo, voice.output (I2S data out)",
                "strip.pin = 18: drives the strip by PWM",
            ],
        ),
        ('[voice]\noutput = "jack"', "5", ["voice.output = jack: a Raspberry Pi 5 has none"]),
        ('[voice]\noutput = "i2s-sdmode"\n[rules]\nplayers = 3', "4", []),
        (
            '[voice]\noutput = "i2s-sdmode"\n[rules]\nplayers = 4',
            "4",
            ["GPIO 4 is used more than once: buttons.D.go, voice.output (amplifier SD)"],
        ),
        (
            "[strip]\npixels = 137",
            "4",
            ["strip.pixels = 137: takes 138 or more, one for each hole"],
        ),
        ("[strip]\npixels = 144\nlead_pixels = 1", "4", []),
        (
            "[strip]\nsupply_ma = 800",
            "zero2",
            ["strip.supply_ma = 800: the dark strip draws 138 mA, Raspberry Pi Zero 2 up to 700"],
        ),
        (
            "[strip]\nsupply_ma = 2000",
            "zero2",
            [
                "strip.limit_ma = 1500: takes up to 1300 (strip.supply_ma 2000, Raspberry Pi Zero 2 up"
            ],
        ),
        ("[strip]\nsupply_ma = 2200", "zero2", []),
        ("[strip]\nsupply_ma = 1400", None, ["strip.limit_ma = 1500: takes up to 1400 (strip.su"]),
        (
            "[strip]\npixels = 400\nlimit_ma = 350",
            "5",
            ["strip.limit_ma = 350: takes 400 or more, which the dark strip draws"],
        ),
    ],
)
def test_what_cannot_be_built_is_told(
    tmp_path: Path, text: str, model: str | None, told: list[str]
) -> None:
    path = write(tmp_path / "mine.toml", text)
    try:
        load(path, model and MODELS[model])
        problems = []
    except ConfigError as error:
        problems = error.problems
    assert len(problems) == len(told)
    for problem, start in zip(problems, told, strict=True):
        assert problem.startswith(f"{path}: {start}")


def test_pins_and_supply_are_told_with_all_the_rest(tmp_path: Path) -> None:
    path = write(
        tmp_path / "bad.toml",
        "[strip]\npixels = 60\nlimit_ma = 'much'\n[buttons]\nundo = 9\nnext = 99\n[rules]\ntarget = 20\n",
    )
    with pytest.raises(ConfigError) as error:
        load(path, MODELS["zero2"])
    assert len(error.value.problems) == 5


def test_how_much_moves_and_when_nobody_plays(tmp_path: Path) -> None:
    mine = write(tmp_path / "mine.toml", '[lights]\nmotion = "reduced"\nattract = 15\n')
    assert load(mine).lights == LightsConfig(Motion.REDUCED, 15)
    assert load().lights == LightsConfig(Motion.FULL, 0)


def test_brightness_follows_the_hours(tmp_path: Path) -> None:
    path = write(
        tmp_path / "mine.toml", '[board]\nnight = "22:00-07:00"\n[strip]\nbrightness = 0.8\n'
    )
    strip = load(path).strip
    assert [strip.brightness_at(60 * hour) for hour in (21, 22, 3, 7)] == [0.8, 0.2, 0.2, 0.8]
    assert load().strip.brightness_at(0) == 1.0


def test_pixels_without_a_hole_draw_of_the_limit_too(tmp_path: Path) -> None:
    path = write(tmp_path / "mine.toml", "[strip]\npixels = 144\nlead_pixels = 1\n")
    assert load(path).strip.budget(138) == 1500 - 7
    assert load().strip.budget(138) == 1500


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"rules = [", "is not TOML"),
        (b"\xff\xfe", "is not TOML"),
        (b"rules = 3", r"rules: is a table, with settings such as rules\."),
        (b"strip = 3", r"strip: is a table, with settings such as strip\."),
        (b"buttons.A = 3", r"buttons.A: is a table, with settings such as buttons\.A\.one"),
        (b'"\\u001b[31m" = 3', r"'\\x1b\[31m': no such setting"),
        (b'a = 1\nb = "' + b"x" * 300 + b'\\q"', r"\(at line 2, column \d+\)"),
        (b"a = 1\na = 2\n", r"\(at line 2, column \d+\)"),
        (b"[rules]\ntarget = " + b"9" * 5000, "is not TOML"),
        (b"[rules]\ntarget = 0x" + b"F" * 5000, "is not TOML"),
        (b"[rules]\ntarget = " + b"[" * 5000, "is not TOML"),
        (b'[scanner]\nport = ""', "scanner.port = : takes auto, or the path"),
        (
            b'[scanner]\nport = "/dev/tty\\u202e"',
            r"scanner.port = '/dev/tty\\u202e': takes auto, or the path",
        ),
        (b'[board]\njournal = "a\\nb"', r"board.journal = 'a\\nb': takes auto, none, or the path"),
        (b'[scanner]\nbaud = "fast"', "scanner.baud = fast: takes auto, or a number from 300"),
        (b'[scanner]\nprofile = "nfc"', "profile = nfc: takes cribboard or text or rdm6300 or"),
        (b'[board]\ndecks = "~nobody-here/x"', "decks = ~nobody-here/x: takes auto, or the path"),
        (b'[match]\npoints = "3/2/1"', "match.points = 3/2/1: takes"),
        (b'[rules]\nscan = "some\\nthing"', r"rules.scan = 'some\\nthing': takes"),
    ],
)
def test_a_file_that_is_no_settings_file(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=told) as error:
        load(path)
    assert all("\n" not in problem and len(problem) < 400 for problem in error.value.problems)


@pytest.mark.parametrize(
    ("content", "decks"),
    [
        ("", "{home}/.local/share/cribboard/decks"),
        ("[board]\njournal = 'none'", "{home}/.local/share/cribboard/decks"),
        ("[board]\njournal = '/var/lib/cribboard/journal.db'", "/var/lib/cribboard/decks"),
        ("[board]\ndecks = '~/cards'", "{home}/cards"),
    ],
)
def test_decks_are_kept_by_the_games(tmp_path: Path, home: Path, content: str, decks: str) -> None:
    path = write(tmp_path / "mine.toml", content)
    assert str(load(path).decks) == decks.format(home=home)


@pytest.mark.parametrize(("content", "baud"), [("", None), ("baud = 57600", 57600)])
def test_the_readers_speed_is_its_kinds_unless_it_is_said(
    tmp_path: Path, content: str, baud: int | None
) -> None:
    assert load(write(tmp_path / "mine.toml", f"[scanner]\n{content}")).scanner.baud == baud


def test_a_home_that_cannot_be_is_no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/" + "a" * 3000)
    assert load().options == Options()


def test_the_search_path(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(home / ".config/cribboard/config.toml", "[rules]\ntarget = 61\n")
    assert load().options.target == 61
    named = write(tmp_path / "named.toml", "[match]\nmatch = 'single'\n")
    monkeypatch.setenv("CRIBBOARD_CONFIG", str(named))
    assert load().options.target == 121
    monkeypatch.setenv("CRIBBOARD_CONFIG", str(tmp_path / "absent.toml"))
    with pytest.raises(ConfigError, match=r"absent\.toml: can't be read"):
        load()


def test_the_voice_and_the_night(tmp_path: Path, home: Path) -> None:
    loaded = load()
    assert (loaded.voice.language, loaded.voice.verbosity, loaded.voice.helpers) == (
        "en",
        "full",
        {"deal"},
    )
    assert loaded.voice.clips == home / ".cache/cribboard/clips"
    assert loaded.voice.recordings == home / ".local/share/cribboard/recordings"
    assert loaded.night is None
    path = write(
        tmp_path / "mine.toml",
        '[voice]\nlanguage = "ja"\nhelpers = ["lead", "turn"]\nvolume = 0.5\nrecordings = "none"\n'
        '[board]\nnight = "22:00-07:00"\n',
    )
    loaded = load(path)
    assert (loaded.voice.language, loaded.voice.helpers) == ("ja", {"lead", "turn"})
    assert loaded.voice.recordings is None
    at = {
        hour: volume_now(loaded, lambda hour=hour: time.struct_time((0, 0, 0, hour, 0, 0, 0, 0, 0)))
        for hour in (21, 23, 6, 7)
    }
    assert at == {21: 0.5, 23: 0.3, 6: 0.3, 7: 0.5}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('language = "fr"', "voice.language = fr: takes en or ja or zh"),
        ('verbosity = "loud"', "voice.verbosity = loud: takes quiet or calls or full"),
        ('helpers = ["deal", "luck"]', "voice.helpers = deal,luck: takes a list of any of deal, lead, out, safe, turn"),
        ("volume = 11", "voice.volume = 11: takes a number from 0 to 1"),
    ],
)  # fmt: skip
def test_mistakes_of_the_voice(tmp_path: Path, line: str, told: str) -> None:
    with pytest.raises(ConfigError) as error:
        load(write(tmp_path / "mine.toml", f"[voice]\n{line}\n"))
    assert str(error.value).endswith(told)


def test_who_has_no_home_has_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_: object) -> None:
        raise KeyError

    for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "CRIBBOARD_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    assert load().journal == Path("/.local/share/cribboard/journal.db")
