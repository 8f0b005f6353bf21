"""espeak-ng makes speech, and says what is wrong where it can't."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cribboard.devices.errors import DeviceError
from cribboard.devices.espeak import Espeak
from cribboard.voice.sound import RATE, read_wav

needs_espeak = pytest.mark.skipif(
    not shutil.which("espeak-ng"), reason="espeak-ng is not installed"
)


def test_without_it_it_says_what_to_install() -> None:
    with pytest.raises(DeviceError, match="sudo apt install espeak-ng"):
        Espeak("/nowhere/espeak-ng").make("two", "en-gb")


def test_the_program_gets_text_voice_and_speed(tmp_path: Path) -> None:
    program = tmp_path / "espeak-ng"
    program.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/call\ncat > {tmp_path}/text\nexit 3\n')
    program.chmod(0o755)
    with pytest.raises(DeviceError, match="made nothing of '-x two' with the voice ja"):
        Espeak(str(program), speed=140).make("-x two", "ja")
    assert (tmp_path / "text").read_text() == "-x two"
    assert (tmp_path / "call").read_text().startswith("-v ja -s 140 -w ")


@needs_espeak
def test_longer_texts_take_longer() -> None:
    two, more = (
        len(read_wav(Espeak().make(text, "en-gb"))) / RATE for text in ("two", "twenty-two and two")
    )
    assert 0.2 < two < more < 3
