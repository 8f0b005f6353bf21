"""Samples: any WAV is read, silence is cut off, volume is a factor."""

from __future__ import annotations

import io
import struct
import wave
from array import array
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


def extensible(width: int, kind: int, frames: bytes) -> bytes:
    """A header as recorders write it for 24 bits and more."""
    guid = struct.pack("<H", kind) + bytes.fromhex("000000001000800000aa00389b71")
    form = struct.pack("<HHIIHH", 0xFFFE, 1, RATE, RATE * width, width, 8 * width)
    form += struct.pack("<HHI", 22, 8 * width, 4) + guid
    chunks = b"fmt " + struct.pack("<I", 40) + form + b"data" + struct.pack("<I", len(frames))
    return b"RIFF" + struct.pack("<I", 4 + len(chunks) + len(frames)) + b"WAVE" + chunks + frames


def test_plain_pcm_in_an_extensible_header() -> None:
    frames = b"".join((value << 8).to_bytes(3, "little", signed=True) for value in (16384, -16384))
    assert read_wav(extensible(3, 1, frames)).tolist() == [16384, -16384]
    with pytest.raises(ValueError, match="is no WAV file with plain PCM"):
        read_wav(extensible(4, 3, struct.pack("<2f", 0.5, -0.5)))


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


@given(
    st.sampled_from([1, 2, 3, 4]),
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 255)), max_size=4),
    st.integers(0, 80),
)
def test_whatever_is_broken_in_a_file_is_a_value_error(
    width: int, broken: list[tuple[int, int]], length: int
) -> None:
    data = bytearray(wav(bytes(24), width=width)[:length])
    for place, value in broken:
        data[place : place + 1] = bytes([value])
    with suppress(ValueError):
        assert read_wav(bytes(data))


@pytest.mark.parametrize("rate", [0, 1, 3999, 400_001])
def test_a_rate_that_no_sound_has_is_refused(rate: int) -> None:
    data = bytearray(wav(bytes(24)))
    data[24:28] = struct.pack("<I", rate)
    with pytest.raises(ValueError, match=f"has {rate} samples a second"):
        read_wav(bytes(data))


def test_half_a_sample_at_the_end_is_dropped() -> None:
    for width in (2, 3, 4):
        whole = wav(bytes(4 * width), width=width)
        assert len(read_wav(whole[:-1])) == 3


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
