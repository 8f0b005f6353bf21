"""From what happened until the first sample of what is said about it is with the player, every clip read from disk."""

from __future__ import annotations

import shutil
import threading
import time
from array import array
from collections.abc import Iterator
from math import sin
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from cribboard.announcer import Announcer
from cribboard.devices import Voice
from cribboard.devices.aplay import Aplay
from cribboard.rules import Options, Scan
from cribboard.voice.clips import Clips
from cribboard.voice.repertoire import repertoire
from cribboard.voice.sound import RATE, write_wav
from cribboard.voice.speaker import Speaker
from cribboard.watchers import Letter, VoiceWorker

from .figures import Figure, p99
from .frames import game

SAMPLES = 60


class Tone:
    """An engine that needs nothing installed: a clip's length is that of its text, as in speech."""

    settings = "tone"

    def make(self, text: str, voice: str) -> bytes:
        count = RATE * (3 + len(text)) // 15
        return write_wav(array("h", [int(9000 * sin(place / 9)) for place in range(count)]))


class Ear:
    """A player that notes when it was given the first samples."""

    def __init__(self, player: Aplay | None) -> None:
        self._player = player
        self.heard = threading.Event()
        self.at = 0.0

    def write(self, data: bytes) -> None:
        if self._player:
            self._player.write(data)
        if not self.heard.is_set():
            self.at = time.monotonic()
            self.heard.set()

    def close(self) -> None:
        """The player goes on."""


def measure(rng: Random) -> Iterator[Figure]:
    """What is said in a self-played game, with an aplay that is open, if there is one, on ALSA's null device."""
    announcer = Announcer()
    language = announcer.language
    player = Aplay("null", RATE) if shutil.which("aplay") else None
    letters = [letter for letter in game(rng, Scan.ALL) if announcer.announce(*letter)]
    with TemporaryDirectory() as folder:
        clips = Clips(language, Tone(), Path(folder), None)
        for part in repertoire(language, Options()):
            clips.of(part)
        times = [
            _until_heard(announcer, Clips(language, Tone(), Path(folder), None), player, letter)
            for letter in rng.sample(letters, SAMPLES)
        ]
    if player:
        player.close()
    yield Figure("event to the first sample at aplay, median", median(times) * 1e3, "ms", "< 100")
    yield Figure("event to the first sample, p99", p99(times) * 1e3, "ms")


def _until_heard(announcer: Announcer, clips: Clips, player: Aplay | None, letter: Letter) -> float:
    """Seconds of one event."""
    ear = Ear(player)
    worker = VoiceWorker(announcer, Voice(str), Speaker(clips, ear, lambda: 0.8))
    worker.start()
    view, events, _ = letter
    begun = time.monotonic()
    worker.watch(view, events, begun)
    assert ear.heard.wait(30)
    worker.close()
    return ear.at - begun
