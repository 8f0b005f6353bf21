"""aplay: samples go to a program that stays open; whatever becomes of it, nobody waits."""

from __future__ import annotations

import os
import shutil
import wave
from pathlib import Path

import pytest

from cribboard.devices.aplay import Aplay, play
from cribboard.devices.errors import DeviceError

RATE = 22050


def program(folder: Path, does: str) -> str:
    """A program in aplay's place."""
    file = folder / "aplay"
    file.write_text(f'#!/bin/sh\necho "$@" >> {folder}/calls\n{does}\n')
    file.chmod(0o755)
    return str(file)


def test_one_program_takes_all_samples_in_order(tmp_path: Path) -> None:
    player = Aplay("default", RATE, program(tmp_path, f"exec cat > {tmp_path}/heard"))
    for piece in (b"ab", b"cd", b"ef"):
        player.write(piece)
    player.close()
    assert (tmp_path / "heard").read_bytes() == b"abcdef"
    assert (tmp_path / "calls").read_text().splitlines() == [
        "-q -D default -t raw -f S16_LE -c 1 -r 22050 -R 1 -"
    ]


def until_it_fails(player: Aplay, data: bytes = b"") -> str:
    """The trouble, which shows when the program has ended; waited for by writing, as the voice does."""
    for _ in range(100_000):
        try:
            player.write(data)
        except DeviceError as error:
            return str(error)
        os.sched_yield()
    pytest.fail("it never failed")


def test_no_sound_card_is_told_in_aplay_s_own_words(tmp_path: Path) -> None:
    says = "echo 'aplay: main:831: audio open error: No such file or directory' >&2; exit 1"
    player = Aplay("hw:9", RATE, program(tmp_path, says))
    assert until_it_fails(player) == (
        "no sound from the ALSA device hw:9: "
        "aplay: main:831: audio open error: No such file or directory"
    )
    player.close()


def test_after_a_failure_it_is_opened_anew(tmp_path: Path) -> None:
    player = Aplay("default", RATE, program(tmp_path, "exit 1"))
    until_it_fails(player)
    program(tmp_path, f"exec cat > {tmp_path}/heard")
    player.write(b"again")
    player.close()
    assert (tmp_path / "heard").read_bytes() == b"again"


def test_a_program_that_takes_nothing_stops_nobody(tmp_path: Path) -> None:
    player = Aplay("default", RATE, program(tmp_path, "exec sleep 600"))
    assert "takes no more" in until_it_fails(player, bytes(8820))
    player.close()


def test_without_aplay_it_says_what_to_install() -> None:
    player = Aplay("default", RATE, "/nowhere/aplay")
    with pytest.raises(DeviceError, match="sudo apt install alsa-utils"):
        player.write(b"ab")
    player.close()
    with pytest.raises(DeviceError, match="sudo apt install alsa-utils"):
        play("default", RATE, b"ab", "/nowhere/aplay")


needs_aplay = pytest.mark.skipif(not shutil.which("aplay"), reason="aplay is not installed")


@pytest.fixture
def alsa(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An ALSA device `tape` that is a file."""
    heard = tmp_path / "heard.wav"
    conf = tmp_path / "asound.conf"
    conf.write_text(
        f'pcm.tape {{ type file slave.pcm null file "{heard}" format wav }}\n'
        "pcm.null { type null }\n"
    )
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(conf))
    return heard


@needs_aplay
def test_alsa_gets_every_sample(alsa: Path) -> None:
    samples = bytes(range(256)) * 200
    player = Aplay("tape", RATE)
    player.write(samples[:20000])
    player.write(samples[20000:])
    player.close()
    with wave.open(str(alsa)) as file:
        assert file.getparams()[:3] == (1, 2, RATE)
        assert file.readframes(3 * RATE).startswith(samples)


@needs_aplay
def test_play_plays_to_the_end(alsa: Path) -> None:
    play("tape", RATE, b"\1\2" * 5000)
    with wave.open(str(alsa)) as file:
        assert file.readframes(RATE).startswith(b"\1\2" * 5000)


@needs_aplay
def test_an_alsa_device_that_isn_t_there(alsa: Path) -> None:
    with pytest.raises(DeviceError, match="no sound from the ALSA device cellar: "):
        play("cellar", RATE, b"ab")
