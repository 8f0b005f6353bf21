"""The settings: defaults, and mistakes told all at once."""

from __future__ import annotations

import time
import tomllib
from pathlib import Path

import pytest

from cribboard import config
from cribboard.config import ConfigError, load
from cribboard.controls import Timing
from cribboard.rules import Options, Points, Scan
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
    written = dict(config._flatten(tomllib.loads(text)))
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
    assert dict(config._flatten(tomllib.loads(text))).keys() == config.KEYS.keys()
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


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"rules = [", "is not TOML"),
        (b"\xff\xfe", "is not TOML"),
        (b"rules = 3", "rules: no such"),
        (b"[rules]\ntarget = " + b"9" * 5000, "is not TOML"),
        (b"[rules]\ntarget = 0x" + b"F" * 5000, "is not TOML"),
        (b"[rules]\ntarget = " + b"[" * 5000, "is not TOML"),
        (b'[scanner]\nport = ""', "scanner.port = : takes the path"),
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
