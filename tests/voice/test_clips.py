"""Clips: made once and kept, the user's own first, and nothing that is broken stops the voice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cribboard.devices.errors import DeviceError
from cribboard.language import Language
from cribboard.phrase import Part, Phrase
from cribboard.voice.clips import Clips, name_of, slug
from cribboard.voice.sound import MARGIN, silence, write_wav

from .tones import A_LETTER, Tones, tone

TWO = Part("two ", "two", "number")


def clips(folder: Path, engine: Tones, code: str = "en") -> Clips:
    return Clips(Language(code), engine, folder / "clips", folder / "own")


def record(folder: Path, name: str, letters: int) -> Path:
    file = folder / "own/en" / f"{name}.wav"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(write_wav(tone(A_LETTER * letters, height=5000)))
    return file


def test_a_clip_is_made_once_and_without_the_silence_around_it(tmp_path: Path) -> None:
    engine = Tones()
    made = clips(tmp_path, engine).of(TWO)
    assert len(made) == 3 * A_LETTER + 2 * MARGIN
    assert clips(tmp_path, engine).of(TWO) == made
    assert engine.made == [("two", "en-gb")]


def test_other_voices_and_settings_have_other_clips(tmp_path: Path) -> None:
    english, japanese = clips(tmp_path, Tones()), clips(tmp_path, Tones(), "ja")
    name = Part("Ann", "Ann", "name")
    assert english.kept(TWO) != english.kept(Part("three", "three"))
    assert english.kept(TWO).parent != japanese.kept(TWO).parent
    assert japanese.kept(name) != japanese.kept(Part("Ann", "Ann"))
    faster = Tones()
    faster.settings = "faster"
    assert clips(tmp_path, faster).kept(TWO) != english.kept(TWO)


@pytest.mark.parametrize(
    ("code", "name", "voice"),
    [
        ("en", "Ann", "en-gb"),
        ("zh", "Ann", "en-gb"),
        ("zh", "小明", "cmn-latn-pinyin"),
        ("ja", "はる", "ja"),
    ],
)
def test_names_have_the_voice_of_their_letters(
    tmp_path: Path, code: str, name: str, voice: str
) -> None:
    engine = Tones()
    clips(tmp_path, engine, code).of(Language(code).name(name))
    assert engine.made == [(name, voice)]


def test_the_user_s_recording_comes_first(tmp_path: Path) -> None:
    engine = Tones()
    record(tmp_path, "two", letters=7)
    found = clips(tmp_path, engine)
    assert len(found.of(TWO)) == 7 * A_LETTER
    assert not engine.made
    assert found.recording("two") == found.of(TWO)


def test_a_recording_may_be_of_a_whole_phrase(tmp_path: Path) -> None:
    record(tmp_path, "scored.heels", letters=4)
    found = clips(tmp_path, Tones()).of_phrase(Phrase([TWO], "scored.heels"))
    assert found is not None
    assert len(found) == 4 * A_LETTER
    assert clips(tmp_path, Tones()).of_phrase(Phrase([TWO], "scored.last")) is None


def test_a_recording_that_is_none_is_told_once_and_the_engine_s_clip_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = record(tmp_path, "two", letters=1)
    file.write_text("mp3")
    found = clips(tmp_path, Tones())
    for _ in range(2):
        found.of.cache_clear()
        assert len(found.of(TWO)) == 3 * A_LETTER + 2 * MARGIN
    (told,) = caplog.messages
    assert re.search(r"two\.wav: is no WAV file.*16-bit PCM", told)


def test_a_silent_recording_is_told_and_the_made_clip_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "own/en").mkdir(parents=True)
    (tmp_path / "own/en/two.wav").write_bytes(write_wav(silence(1.0)))
    assert clips(tmp_path, Tones()).of(TWO)
    assert caplog.messages == [f"{tmp_path}/own/en/two.wav: is silent"]


def test_a_folder_of_recordings_that_can_t_be_read_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "own/en"
    folder.parent.mkdir()
    folder.symlink_to(folder)
    found = clips(tmp_path, Tones())
    for text in ("two", "four"):
        assert found.of(Part(text, text))
    assert found.of_phrase(Phrase([TWO], "scored.heels")) is None
    (told,) = caplog.messages
    assert told.startswith(f"{folder}: can't be read: ")


@pytest.mark.parametrize("length", [0, 20, 44, 45, 1000, -1])
def test_a_clip_that_was_cut_short_is_made_again(tmp_path: Path, length: int) -> None:
    engine = Tones()
    first = clips(tmp_path, engine)
    made = first.of(TWO)
    assert first.is_kept(TWO)
    file = first.kept(TWO)
    file.write_bytes(file.read_bytes()[:length])
    assert not first.is_kept(TWO)
    assert clips(tmp_path, engine).of(TWO) == made
    assert first.is_kept(TWO)


def test_a_clip_that_a_power_cut_spoilt_is_made_again(tmp_path: Path) -> None:
    engine = Tones()
    first = clips(tmp_path, engine)
    made = first.of(TWO)
    first.kept(TWO).write_bytes(b"")
    assert clips(tmp_path, engine).of(TWO) == made
    assert len(engine.made) == 2
    assert first.kept(TWO).read_bytes() == write_wav(made)


def test_a_folder_that_can_t_be_written_only_costs_time(tmp_path: Path) -> None:
    (tmp_path / "clips").write_text("in the way")
    engine = Tones()
    assert clips(tmp_path, engine).of(TWO)
    assert clips(tmp_path, engine).of(TWO)
    assert len(engine.made) == 2


def test_what_is_no_sound_is_the_engine_s_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = Tones()
    for made in (b"", b"nonsense", write_wav(tone(0))):
        monkeypatch.setattr(engine, "make", lambda *_, made=made: made)
        with pytest.raises(DeviceError, match="what the voice en-gb makes is"):
            clips(tmp_path, engine).of(TWO)


@pytest.mark.parametrize("text", ["x" * 300, "猫" * 200, "\ud800", "\0", "/", ".."])
def test_what_can_be_no_file_s_name_is_made(tmp_path: Path, text: str) -> None:
    assert clips(tmp_path, Tones()).of(Part(text, text or "x"))


@pytest.mark.parametrize(
    ("text", "name"),
    [("Two for his heels: ", "two-for-his-heels"), ("Ann's", "anns"), ("can’t", "cant"),
     ("红桃5", "红桃5"), ("ヒズ・ヒールズ、", "ヒズ-ヒールズ"), ("...", ""),
     ("2", "2"), ("fifty-two", "fifty-two"), (" - ", "")],
)  # fmt: skip
def test_names_of_recordings(text: str, name: str) -> None:
    assert slug(text) == name


@pytest.mark.parametrize(
    ("code", "written", "name"),
    [("en", "{n} {n:#}", "twenty-four"), ("en", "{n:+}", "plus-twenty-four"),
     ("en", "{n:points} {n:#points}", "twenty-four-points"), ("zh", "{n:分} {n:#分}", "二十四分"),
     ("ja", "{n} {n:#}", "24"), ("ja", "{n:点} {n:#点} 24点", "24点"), ("ja", "{n:+}", "プラスにじゅうよん")],
)  # fmt: skip
def test_a_number_has_one_recording_however_it_is_written(
    code: str, written: str, name: str
) -> None:
    parts = Language(code).fill(written, {"n": 24})
    assert {name_of(part) for part in parts if part.spoken} == {name}
