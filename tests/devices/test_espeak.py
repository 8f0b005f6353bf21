"""espeak-ng makes speech, and says what is wrong where it can't."""

from __future__ import annotations

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
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
    with pytest.raises(DeviceError, match="made nothing with the voice ja: status 3"):
        Espeak(str(program), speed=140).make("-x two", "ja")
    assert (tmp_path / "text").read_text() == "-x two"
    assert (tmp_path / "call").read_text() == "-v ja -s 140 --stdin --stdout\n"


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ("cat > /dev/null", "made nothing with the voice en-gb: status 0"),
        ("echo 'no voice' >&2; exit 1", "made nothing with the voice en-gb: no voice"),
        ("kill -SEGV $$", "made nothing with the voice en-gb: status -11"),
    ],
)
def test_what_it_didn_t_make_is_told_in_the_same_words_for_each_text(
    tmp_path: Path, does: str, told: str
) -> None:
    program = tmp_path / "espeak-ng"
    program.write_text(f"#!/bin/sh\n{does}\n")
    program.chmod(0o755)
    for text in ("two", "four \ud800"):
        with pytest.raises(DeviceError, match=told):
            Espeak(str(program)).make(text, "en-gb")


def test_what_can_t_be_run_is_told(tmp_path: Path) -> None:
    program = tmp_path / "espeak-ng"
    program.write_text("#!/bin/sh\n")
    with pytest.raises(DeviceError, match="espeak-ng can't be run: Permission denied"):
        Espeak(str(program)).make("two", "en-gb")


def test_once_stopped_nothing_is_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "begun")
    program = tmp_path / "espeak-ng"
    program.write_text(f"#!/bin/sh\necho > {tmp_path}/begun\nexec sleep 600\n")
    program.chmod(0o755)
    engine = Espeak(str(program))
    with ThreadPoolExecutor() as threads:
        made = threads.submit(engine.make, "two", "en-gb")
        (tmp_path / "begun").read_text()
        engine.stop()
        assert isinstance(made.exception(60), DeviceError)
    with pytest.raises(DeviceError):
        engine.make("four", "en-gb")


@needs_espeak
def test_longer_texts_take_longer() -> None:
    two, more = (
        len(read_wav(Espeak().make(text, "en-gb"))) / RATE for text in ("two", "twenty-two and two")
    )
    assert 0.2 < two < more < 3
