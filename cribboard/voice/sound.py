"""Sound as samples: mono, 16 bits, RATE a second. WAV files in and out, silence cut off, volume. Pure."""

from __future__ import annotations

import io
import sys
import wave
from array import array
from itertools import chain

RATE = 22050
"""Samples a second: what espeak-ng gives."""

QUIET = 0.015
"""Of the loudest sample: what is below that, before and after, is silence."""

MARGIN = RATE // 100
"""Samples that are left of the silence, for soft consonants."""

Samples = array


def read_wav(data: bytes) -> Samples[int]:
    """The samples of a WAV file of any rate, width and number of channels. Raises ValueError for what is none."""
    try:
        with wave.open(io.BytesIO(data)) as file:
            channels, width, rate, count = file.getparams()[:4]
            samples = _sixteen_bits(file.readframes(count), width)
    except (wave.Error, EOFError) as error:
        raise ValueError(f"is no WAV file with plain PCM ({error})") from None
    if not samples:
        raise ValueError("is empty")
    return _at_rate(_mono(samples, channels), rate)


def write_wav(samples: Samples[int]) -> bytes:
    """Samples as a WAV file."""
    data = io.BytesIO()
    with wave.open(data, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(pcm(samples))
    return data.getvalue()


def pcm(samples: Samples[int]) -> bytes:
    """Samples as bytes, little end first."""
    if sys.byteorder == "big":
        samples = samples[:]
        samples.byteswap()
    return samples.tobytes()


def trimmed(samples: Samples[int]) -> Samples[int]:
    """Without the silence before and after; nothing of what is silent throughout.

    >>> len(trimmed(array("h", [0] * 9000 + [9000] * 500 + [0] * 9000))) == 500 + 2 * MARGIN
    True
    """
    limit = QUIET * max(max(samples, default=0), -min(samples, default=0))
    heard = [place for place, sample in enumerate(samples) if abs(sample) > limit]
    if not heard:
        return array("h")
    return samples[max(0, heard[0] - MARGIN) : heard[-1] + 1 + MARGIN]


def scaled(samples: Samples[int], volume: float) -> Samples[int]:
    """As loud as this, from 0 to 1.

    >>> scaled(array("h", [100, -100]), 0.5).tolist()
    [50, -50]
    """
    if volume >= 1:
        return samples
    factor = round(volume * 65536)
    return array("h", [sample * factor >> 16 for sample in samples])


def silence(seconds: float) -> Samples[int]:
    """Nothing, for so long."""
    return array("h", bytes(2 * round(seconds * RATE)))


def _sixteen_bits(data: bytes, width: int) -> Samples[int]:
    if width == 1:
        return array("h", [(byte - 128) << 8 for byte in data])
    high = bytearray(2 * (len(data) // width))
    high[0::2], high[1::2] = data[width - 2 :: width], data[width - 1 :: width]
    samples = array("h", bytes(high))
    if sys.byteorder == "big":
        samples.byteswap()
    return samples


def _mono(samples: Samples[int], channels: int) -> Samples[int]:
    if channels == 1:
        return samples
    together = zip(*(samples[channel::channels] for channel in range(channels)), strict=False)
    return array("h", [sum(frame) // channels for frame in together])


def _at_rate(samples: Samples[int], rate: int) -> Samples[int]:
    """At RATE, by straight lines between the samples."""
    if rate == RATE:
        return samples
    padded = array("h", chain(samples, samples[-1:]))
    steps = (place * rate / RATE for place in range(len(samples) * RATE // rate))
    return array(
        "h",
        [
            round(padded[int(step)] + (padded[int(step) + 1] - padded[int(step)]) * (step % 1))
            for step in steps
        ],
    )
