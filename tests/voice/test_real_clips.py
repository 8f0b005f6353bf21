"""Each clip as espeak-ng makes it, measured by sox: heard, as long as its text, and without silence at its ends."""

from __future__ import annotations

import re
import shutil
import subprocess
import wave
from array import array
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import pytest

from cribboard.cli import main
from cribboard.devices.espeak import Espeak
from cribboard.language import Language, languages
from cribboard.phrase import Part
from cribboard.rules import Options
from cribboard.voice.clips import Clips
from cribboard.voice.repertoire import repertoire
from cribboard.voice.sound import RATE

pytestmark = [
    pytest.mark.skipif(not shutil.which("espeak-ng"), reason="espeak-ng is not installed"),
    pytest.mark.skipif(not shutil.which("sox"), reason="sox is not installed"),
]

SECONDS = {"en": (0.04, 0.2), "zh": (0.12, 0.5), "ja": (0.07, 0.32)}
"""For a letter, a syllable, a kana: from fast running speech to a word that is said alone."""

STARTS_WITHIN = 0.03
"""Seconds of a clip until it is heard, and after which nothing more of it is."""


def measured(file: Path, *effects: str) -> dict[str, float]:
    """What sox tells of a sound."""
    told = subprocess.run(
        ["sox", file, "-n", *effects, "stat"], capture_output=True, text=True, check=True
    ).stderr
    return {
        name.strip(): float(value) for name, value in re.findall(r"(.+?):\s+(-?[\d.]+)\n", told)
    }


def check(language: Language, clips: Clips, parts: Sequence[Part]) -> None:
    for part in parts:
        clips.of(part)
        file = clips.kept(part)
        told = measured(file)
        assert told["Maximum amplitude"] > 0.2, part
        assert told["RMS     amplitude"] > 0.02, part
        shortest, longest = SECONDS[
            "en" if part.spoken.isascii() and part.kind == "name" else language.code
        ]
        in_syllables = language.code == "zh" and part.kind != "name"
        units = len(part.spoken.split() if in_syllables else part.spoken)
        assert shortest * units <= told["Length (seconds)"] <= longest * units, part
        for end in ([], ["reverse"]):
            heard = measured(file, *end, "trim", "0", str(STARTS_WITHIN))
            loudest = max(heard["Maximum amplitude"], -heard["Minimum amplitude"])
            assert loudest > 0.01 * told["Maximum amplitude"], (part, end)


@pytest.mark.parametrize("code", languages())
def test_some_clips_are_sound(code: str, tmp_path: Path) -> None:
    language = Language(code)
    clips = Clips(language, Espeak(), tmp_path, None)
    check(language, clips, repertoire(language, Options())[::25])


@pytest.mark.exhaustive
@pytest.mark.parametrize("code", languages())
def test_each_clip_is_sound(code: str, tmp_path: Path) -> None:
    language = Language(code)
    clips = Clips(language, Espeak(), tmp_path, None)
    check(language, clips, repertoire(language, Options()))


@pytest.mark.parametrize(
    ("code", "readable", "unread"),
    [
        ("en", "Ann José O’Brien Łukasz 철수", "小明 ゆき Ольга"),
        ("zh", "Ann José 小明 小红 王伟 李娜", "ゆき Ольга"),
        ("ja", "Ann José ゆき タロー", "太郎 Ольга"),
    ],
)
def test_a_name_is_read_and_not_spelled(code: str, readable: str, unread: str) -> None:
    """By espeak-ng's own account: what it spells, it spells in English, or calls a letter."""
    language = Language(code)
    for part in map(language.name, readable.split()):
        program = ["espeak-ng", "-q", "-x", "-v", language.voice(part), part.spoken]
        told = subprocess.run(program, capture_output=True, text=True, check=True).stdout
        assert language.is_readable(part)
        assert ",Et3" not in told, part
        assert "(en)" not in told.strip().removesuffix("(en)"), part
    assert not [name for name in unread.split() if language.is_readable(language.name(name))]


@pytest.mark.parametrize("code", languages())
def test_a_sentence_has_no_gaps(code: str, tmp_path: Path) -> None:
    """By the command, as a user tries it: it is heard all through, but for its breaths."""
    text = {
        "en": "fifteen two, and a pair is four",
        "zh": "十五，两分，对子，四分",
        "ja": "15で2点、ペアで4点",
    }[code]
    settings = tmp_path / "config.toml"
    settings.write_text(f'[voice]\nlanguage = "{code}"\nclips = "{tmp_path}/clips"\n')
    file = tmp_path / "said.wav"
    assert main(["voice", "say", text, "-o", str(file), "--config", str(settings)]) == 0
    assert 1.0 < measured(file)["Length (seconds)"] < 5.0
    with wave.open(str(file)) as sound:
        samples = array("h", sound.readframes(sound.getnframes()))
    quiet = max(samples) / 200
    gaps = [len(list(run)) for silent, run in groupby(samples, lambda s: abs(s) < quiet) if silent]
    assert max(gaps) / RATE < 0.12  # a breath at a comma, and a consonant's closure
