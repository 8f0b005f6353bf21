"""Samples: any WAV is read, silence is cut off, volume is a factor."""

from __future__ import annotations

import io
import struct
import wave
from array import array

import pytest

from cribboard.voice.sound import MARGIN, RATE, read_wav, scaled, silence, trimmed, write_wav


def wav(frames: bytes, channels: int = 1, width: int = 2, rate: int = RATE) -> bytes:
    data = io.BytesIO()
    with wave.open(data, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(rate)
        file.writeframes(frames)
    return data.getvalue()


def test_what_is_written_is_read() -> None:
    samples = array("h", [0, 1, -1, 32767, -32768])
    assert read_wav(write_wav(samples)) == samples


@pytest.mark.parametrize(
    ("width", "frames"),
    [
        (1, bytes([128, 192, 64])),
        (2, struct.pack("<3h", 0, 16384, -16384)),
        (3, b"".join((value << 8).to_bytes(3, "little", signed=True) for value in (0, 16384, -16384))),
        (4, struct.pack("<3i", 0, 16384 << 16, -16384 << 16)),
    ],
)  # fmt: skip
def test_samples_of_any_width(width: int, frames: bytes) -> None:
    assert read_wav(wav(frames, width=width)).tolist() == [0, 16384, -16384]


def test_two_channels_become_one() -> None:
    assert read_wav(wav(struct.pack("<4h", 100, 300, -50, -150), channels=2)).tolist() == [
        200,
        -100,
    ]


@pytest.mark.parametrize("rate", [8000, 16000, 44100, 48000])
def test_any_rate_keeps_length_and_height(rate: int) -> None:
    ramp = [place * 20000 // rate for place in range(rate)]
    samples = read_wav(wav(struct.pack(f"<{rate}h", *ramp), rate=rate))
    assert abs(len(samples) - RATE) <= 1
    assert all(abs(samples[place] - place * 20000 // RATE) <= 3 for place in range(0, RATE, 997))


@pytest.mark.parametrize("data", [b"", b"RIFF", b"nonsense " * 99, wav(b"")])
def test_what_is_no_sound_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="is "):
        read_wav(data)


def test_silence_before_and_after_goes_but_not_within() -> None:
    loud = array("h", [9000, -9000] * 400)
    sound = silence(0.3) + loud + silence(0.2) + loud + silence(0.5)
    kept = trimmed(sound)
    assert len(kept) == 2 * len(loud) + round(0.2 * RATE) + 2 * MARGIN
    assert max(kept) == 9000


def test_a_faint_hiss_is_silence_too() -> None:
    hiss = array("h", [40, -40] * 3000)
    assert len(trimmed(hiss + array("h", [9000, -9000] * 400) + hiss)) == 800 + 2 * MARGIN


def test_nothing_stays_of_nothing() -> None:
    assert not trimmed(silence(1))
    assert not trimmed(array("h"))


def test_volume() -> None:
    samples = array("h", [32767, -32768, 1000])
    assert scaled(samples, 1.0) == samples
    assert scaled(samples, 0.5).tolist() == [16383, -16384, 500]
    assert not any(scaled(samples, 0.0))
