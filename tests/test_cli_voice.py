"""`cribboard voice` from the outside, with programs of ours in the place of espeak-ng and aplay."""

from __future__ import annotations

import os
import wave
from pathlib import Path

import pytest

from cribboard.cli import main
from cribboard.voice.sound import RATE, write_wav

from .voice.tones import tone

SECOND = write_wav(tone(RATE))


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An espeak-ng that makes a second of each text, and writes down which; an aplay that keeps what it plays."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "second.wav").write_bytes(SECOND)
    espeak = f"cat >> {folder}/texts; echo >> {folder}/texts; cat {folder}/second.wav"
    for name, does in (("espeak-ng", espeak), ("aplay", f"exec cat > {folder}/heard")):
        (folder / name).write_text(f"#!/bin/sh\n{does}\n")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    return folder


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["voice", *arguments])
    out, err = capsys.readouterr()
    return status, out, err


def settings(folder: Path, *lines: str) -> tuple[str, str]:
    file = folder / "config.toml"
    file.write_text("\n".join(lines), "utf-8")
    return "--config", str(file)


@pytest.mark.soak
def test_prepare_makes_each_clip_once(
    programs: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(capsys, "prepare")
    texts = (programs / "texts").read_text().splitlines()
    clips = list((home / ".cache/cribboard/clips/en").glob("*.wav"))
    assert (status, err) == (0, "")
    assert len(clips) == len(texts) == len(set(texts))
    assert out.startswith(f"{len(clips)} clips in {home}/.cache/cribboard/clips: {len(clips)} made")
    assert {"Ann", "Bob's", "king of spades", "a hundred and twenty-one", "his nobs"} <= set(texts)
    status, out, _ = run(capsys, "prepare")
    assert f"{len(clips)} clips" in out
    assert ": 0 made in 0 s, 0 recorded by you" in out
    assert (programs / "texts").read_text().splitlines() == texts


def test_what_is_recorded_needs_no_clip(
    programs: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = home / ".local/share/cribboard/recordings/en/king-of-spades.wav"
    own.parent.mkdir(parents=True)
    own.write_bytes(SECOND)
    _, out, _ = run(capsys, "prepare")
    assert "1 recorded by you" in out
    assert "king of spades" not in (programs / "texts").read_text().splitlines()
    _, out, _ = run(capsys, "list")
    assert "recorded  king-of-spades.wav  king of spades" in out
    assert "made      queen-of-spades.wav  queen of spades" in out


def test_a_name_that_can_t_be_read_is_told(
    programs: Path, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    japanese = settings(tmp_path, '[voice]\nlanguage = "ja"\n[match]\nnames = ["太郎", "はな"]')
    _, out, _ = run(capsys, "prepare", *japanese)
    place = home / ".local/share/cribboard/recordings/ja/太郎.wav"
    told = [f"太郎: the voice can't read this name; record it as {place}"]
    assert out.splitlines()[1:] == told
    _, out, _ = run(capsys, "prepare", *japanese)
    assert out.splitlines()[1:] == told
    place.parent.mkdir(parents=True)
    place.write_bytes(SECOND)
    _, out, _ = run(capsys, "prepare", *japanese)
    assert len(out.splitlines()) == 1


def test_recordings_of_whole_phrases_count_and_those_that_can_t_be_used_are_told(
    programs: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = home / ".local/share/cribboard/recordings/en"
    own.mkdir(parents=True)
    (own / "scored.heels.wav").write_bytes(SECOND)
    (own / "two.wav").write_text("mp3")
    (own / "fiveteen.wav").write_bytes(SECOND)
    (own / ".hidden").touch()
    told = [
        f"{own}/two.wav: is no WAV file with plain PCM (); save it as WAV, 16-bit PCM",
        f"{own}/fiveteen.wav: no clip at this table has this name",
    ]
    _, out, _ = run(capsys, "prepare")
    assert "1 recorded by you" in out
    assert out.splitlines()[1:] == told
    _, out, err = run(capsys, "list")
    assert "recorded  scored.heels.wav  (the whole phrase)" in out
    assert "made      two.wav  two" in out
    assert err.splitlines() == told


def test_every_clip_of_the_list_has_a_name_of_its_own(
    programs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(capsys, "list")
    names = [line.split()[1] for line in out.splitlines()]
    assert len(set(names)) == len(names)
    assert ".wav" not in names
    assert not [name for name in names if name[0].isdigit()]
    assert {"two.wav", "plus-two.wav", "minus-two.wav", "and.wav", "against.wav", "to.wav"} <= {
        *names
    }


def test_say_plays_what_it_is_told(programs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "say", "fifteen", "two,", "and", "more") == (0, "", "")
    assert (programs / "texts").read_text().splitlines() == ["fifteen two", "and more"]
    heard = len((programs / "heard").read_bytes()) / 2 / RATE
    assert heard == pytest.approx(2.06, abs=0.001)  # two clips of a second, and a breath


def test_say_reads_as_its_language_does(
    programs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "say", "15で2点", *settings(tmp_path, '[voice]\nlanguage = "ja"'))
    assert (programs / "texts").read_text().splitlines() == ["じゅうごでにてん"]


def test_say_writes_a_file(
    programs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "said.wav"
    quiet = settings(tmp_path, "[voice]\nvolume = 0.5")
    assert run(capsys, "say", "two", "-o", str(file), *quiet) == (0, "", "")
    with wave.open(str(file)) as sound:
        assert sound.getparams()[:4] == (1, 2, RATE, RATE)
    assert not (programs / "heard").exists()


@pytest.mark.parametrize(
    ("text", "lines", "told"),
    [
        ("  ", [], "'  ': nothing of it can be said"),
        ("...", [], "'...': nothing of it can be said"),
        ("two", ["[voice]", "volume = 0"], "it would not be heard: the volume in the settings is 0 at this hour"),
    ],
)  # fmt: skip
def test_what_can_t_be_heard_is_told(
    programs: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    text: str,
    lines: list[str],
    told: str,
) -> None:
    assert run(capsys, "say", text, *settings(tmp_path, *lines)) == (2, "", f"{told}\n")
    assert not (programs / "heard").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("prepare",), "espeak-ng isn't there, which makes the voice's clips: sudo apt install espeak-ng"),
        (("say", "two"), "espeak-ng isn't there, which makes the voice's clips: sudo apt install espeak-ng"),
    ],
)  # fmt: skip
def test_without_espeak_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    told: str,
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert run(capsys, *arguments) == (2, "", f"{told}\n")


def test_without_aplay_it_says_what_to_install(
    programs: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    run(capsys, "say", "two")
    monkeypatch.setenv("PATH", "/nowhere")
    told = "aplay isn't there, which plays the voice: sudo apt install alsa-utils\n"
    assert run(capsys, "say", "two") == (2, "", told)


def test_a_folder_that_can_t_be_written_is_told(
    programs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "clips").write_text("in the way")
    told = f"{tmp_path}/clips: can't be written; name a folder in voice.clips\n"
    clips = settings(tmp_path, f'[voice]\nclips = "{tmp_path}/clips"')
    assert run(capsys, "prepare", *clips) == (2, "", told)


def test_a_board_without_a_sound_card_goes_on_and_says_so_once(
    caplog: pytest.LogCaptureFixture,
    programs: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (programs / "aplay").write_text(
        "#!/bin/sh\necho 'audio open error: No such device' >&2\nexit 1\n"
    )
    _, name = settings(tmp_path, '[voice]\noutput = "other"\n[board]\nsimulate = "always"')
    monkeypatch.setattr("sys.argv", ["cribboard"])
    assert main(["play", "--demo", "--pace", "0", "--seed", "3", "--config", name]) == 0
    out = capsys.readouterr().out
    assert out.count("There is no sound: the board goes on without its voice\n") == 1
    assert caplog.messages == [
        "no sound from the ALSA device default: audio open error: No such device"
    ]
    assert "Game! Ann wins" in out


def test_a_board_with_sound_plays_what_it_says(
    programs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, name = settings(tmp_path, '[voice]\noutput = "other"\n[board]\nsimulate = "always"')
    assert main(["play", "--demo", "--pace", "0", "--seed", "3", "--config", name]) == 0
    heard = (programs / "heard").read_bytes()
    assert heard
    assert len(heard) % 2 == 0
    assert "There is no sound" not in capsys.readouterr().out
