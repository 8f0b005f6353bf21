"""The speaker: phrases as sound, one after the other, handed to the player just before they are heard."""

from __future__ import annotations

import logging
import time
from array import array
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from cribboard.devices.errors import DeviceError, Post
from cribboard.phrase import Phrase
from cribboard.signals import DeviceFound, DeviceLost

from .clips import Clips
from .sound import RATE, Samples, pcm, scaled, silence
from .speech import Speech

logger = logging.getLogger(__name__)

AHEAD = 0.3
"""Seconds of sound that the player has before it needs them. What it has is said whatever happens."""

SLICE = RATE // 5
"""Samples that are handed over at once."""

BETWEEN = 0.3
"""Seconds of silence after a phrase; they also push its end out of the player's buffer."""

BREATHS = {**dict.fromkeys(",、，", 0.06), **dict.fromkeys(".:;!?。：；！？", 0.16)}
"""Seconds of breath at a sign."""

RETRY = 30.0
"""Seconds until a player that failed is tried again."""


class Player(Protocol):
    """What makes samples heard. `write` never waits; it raises DeviceError when there is no sound."""

    def write(self, data: bytes) -> None: ...
    def close(self) -> None: ...


class Speaker:
    """Says phrases through a player. Nothing here waits: `go_on` tells when it must be called again.

    `volume` is asked before each phrase. That there is no sound is posted once, as DeviceLost, and DeviceFound when there
    is again; a clip that can't be had is left out, and what is wrong with it is logged once.
    """

    def __init__(
        self,
        clips: Clips,
        player: Player,
        volume: Callable[[], float] = lambda: 1.0,
        post: Post = lambda *_: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clips = clips
        self._player = player
        self._volume = volume
        self._post = post
        self._clock = clock
        self._speech = Speech()
        self._sounds: Iterator[Samples[int]] = iter(())
        self._slices: deque[bytes] = deque()
        self._heard_until = 0.0
        self._deaf_until = 0.0
        self._trouble = False
        self._missed: set[str] = set()

    def say(self, phrases: Sequence[Phrase], now: float) -> None:
        """Let these be said. What they take back isn't said to its end, but for the word that has begun."""
        if not self._speech.add(phrases, now):
            self._sounds = iter(())

    def go_on(self) -> float | None:
        """Hand on what must be heard soon. Returns the seconds until the next call, None for when there is news."""
        while (data := self._next_slice()) is not None:
            now = self._clock()
            if not self._write(data, now):
                return None
            self._heard_until = max(self._heard_until, now) + len(data) / 2 / RATE
            if (spare := self._heard_until - now - AHEAD) > 0:
                return spare
        return None

    def close(self) -> None:
        """Say no more."""
        self._player.close()

    def _write(self, data: bytes, now: float) -> bool:
        if now < self._deaf_until:
            self._silence()
            return False
        try:
            self._player.write(data)
        except DeviceError as error:
            if not self._trouble:
                logger.warning("%s", error)
                self._post(DeviceLost("voice"), now)
            self._trouble = True
            self._deaf_until = now + RETRY
            self._silence()
            return False
        if self._trouble:
            self._post(DeviceFound("voice"), now)
        self._trouble = False
        return True

    def _silence(self) -> None:
        self._speech.clear()
        self._slices.clear()
        self._sounds = iter(())

    def _miss(self, error: DeviceError) -> None:
        if str(error) not in self._missed:
            logger.warning("%s", error)
        self._missed.add(str(error))

    def _next_slice(self) -> bytes | None:
        """The next piece of sound; None when there is nothing to say."""
        while not self._slices:
            sound = next(self._sounds, None)
            if sound is not None:
                data = pcm(sound)
                self._slices += [data[i : i + 2 * SLICE] for i in range(0, len(data), 2 * SLICE)]
                continue
            phrase = self._speech.next(self._clock())
            if phrase is None:
                return None
            self._sounds = self._of(phrase, self._volume())
        return self._slices.popleft()

    def _of(self, phrase: Phrase, volume: float) -> Iterator[Samples[int]]:
        """The sounds of a phrase, each when it is needed."""
        if volume > 0:
            for sound in sounds(self._clips, phrase, self._miss):
                yield scaled(sound, volume)
            yield silence(BETWEEN)


def joined(clips: Clips, phrase: Phrase, volume: float) -> Samples[int]:
    """A phrase as one sound. Raises DeviceError where a clip can't be had."""

    def fail(error: DeviceError) -> None:
        raise error

    whole = array("h")
    for sound in sounds(clips, phrase, fail):
        whole += scaled(sound, volume)
    return whole


def sounds(
    clips: Clips, phrase: Phrase, on_trouble: Callable[[DeviceError], object]
) -> Iterator[Samples[int]]:
    """The clips of a phrase, with a breath at each sign; a clip that can't be had is left out."""
    try:
        whole = clips.of_phrase(phrase)
    except DeviceError as error:
        on_trouble(error)
        whole = None
    if whole is not None:
        yield whole
        return
    breath = 0.0
    for part in phrase.parts:
        if part.spoken:
            if breath:
                yield silence(breath)
            try:
                yield clips.of(part)
            except DeviceError as error:
                on_trouble(error)
            breath = 0.0
        breath = max([breath, *(BREATHS.get(sign, 0.0) for sign in part.text)])
