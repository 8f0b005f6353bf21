"""The speaker: one phrase after the other, without gaps within, just before it must be heard."""

from __future__ import annotations

from array import array
from itertools import groupby
from pathlib import Path

import pytest

from cribboard.devices.errors import DeviceError
from cribboard.language import Language
from cribboard.phrase import Part, Phrase
from cribboard.signals import DeviceFound, DeviceLost, Signal
from cribboard.voice.clips import Clips
from cribboard.voice.sound import MARGIN, RATE, write_wav
from cribboard.voice.speaker import AHEAD, BETWEEN, BREATHS, RETRY, SLICE, Speaker, joined

from .tones import A_LETTER, Tape, Tones, tone


class Room:
    """A speaker with a tape for a player, and time that goes by when it is let."""

    def __init__(self, folder: Path) -> None:
        self.now = 100.0
        self.volume = 1.0
        self.tape = Tape()
        self.troubles: list[Signal] = []
        self.engine = Tones()
        self.folder = folder
        self.clips = Clips(Language("en"), self.engine, folder / "clips", folder / "own")
        self.speaker = Speaker(
            self.clips,
            self.tape,
            lambda: self.volume,
            lambda signal, _: self.troubles.append(signal),
            lambda: self.now,
        )

    def say(self, *phrases: Phrase) -> None:
        self.speaker.say(phrases, self.now)

    def until_done(self) -> None:
        while (wait := self.speaker.go_on()) is not None:
            assert wait > 0
            self.now += wait

    @property
    def heard(self) -> float:
        """Seconds of what was handed over."""
        return len(self.tape.samples) / RATE


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def phrase(*texts: str, **about: object) -> Phrase:
    parts = [Part(text, text.strip(" ,.:")) for text in texts]
    return Phrase(parts, **about)  # type: ignore[arg-type]


def longest_silence(samples: array[int]) -> int:
    return max(len(list(run)) for quiet, run in groupby(samples, lambda s: s == 0) if quiet)


def test_clips_are_joined_without_gaps(room: Room) -> None:
    room.say(phrase("fifteen ", "two ", "four"))
    room.until_done()
    letters = len("fifteentwofour")
    assert len(room.tape.samples) == letters * A_LETTER + 6 * MARGIN + round(BETWEEN * RATE)
    assert longest_silence(room.tape.samples[: -round(BETWEEN * RATE)]) <= 2 * MARGIN


def test_at_a_sign_one_takes_breath(room: Room) -> None:
    plain = joined(room.clips, phrase("Ann ", "two"), 1.0)
    comma = joined(room.clips, phrase("Ann, ", "two"), 1.0)
    colon = joined(room.clips, phrase("Ann: ", "two"), 1.0)
    assert len(comma) - len(plain) == round(BREATHS[","] * RATE)
    assert len(colon) - len(plain) == round(BREATHS[":"] * RATE)


def test_what_is_only_written_is_not_said(room: Room) -> None:
    written = Phrase([Part("/home/x", "", "raw"), Part(": ", ""), Part("no card", "no card")])
    room.say(written)
    room.until_done()
    assert [text for text, _ in room.engine.made] == ["no card"]


def test_no_more_is_handed_over_than_must_be(room: Room) -> None:
    room.say(phrase("a very long sentence that takes its time"), phrase("and another"))
    wait = room.speaker.go_on()
    assert wait is not None
    assert AHEAD < room.heard <= AHEAD + SLICE / RATE
    assert all(len(piece) <= 2 * SLICE for piece in room.tape.pieces)
    room.now += wait
    room.speaker.go_on()
    assert room.heard <= wait + AHEAD + SLICE / RATE


def test_it_never_speaks_over_itself(room: Room) -> None:
    """Whatever comes in meanwhile: all is one stream, each phrase after the end of the one before."""
    room.say(phrase("the first"))
    room.speaker.go_on()
    room.say(phrase("the second"))
    room.speaker.go_on()
    room.until_done()
    first, second = len("the first") * A_LETTER, len("the second") * A_LETTER
    gaps = 4 * MARGIN + 2 * round(BETWEEN * RATE)
    assert len(room.tape.samples) == first + second + gaps


def test_after_a_correction_only_the_correction_is_said(room: Room) -> None:
    room.say(phrase("the first ", "the very long rest"), phrase("the next phrase"))
    room.speaker.go_on()
    room.say(phrase("undone", clears=True))
    room.until_done()
    begun = len("the first") * A_LETTER + 2 * MARGIN
    correction = len("undone") * A_LETTER + 2 * MARGIN + round(BETWEEN * RATE)
    assert len(room.tape.samples) == begun + correction


def test_what_grew_old_while_another_was_said_is_dropped(room: Room) -> None:
    room.say(phrase("x" * 200), phrase("the count", lasts=4.0))
    room.until_done()
    assert [text for text, _ in room.engine.made] == ["x" * 200]


def test_volume_is_that_of_the_hour(room: Room) -> None:
    for volume, height in ((1.0, 8000), (0.25, 2000)):
        room.volume, room.tape.pieces = volume, []
        room.say(phrase("two"))
        room.until_done()
        assert max(room.tape.samples) == height


def test_at_volume_nothing_nothing_is_handed_over(room: Room) -> None:
    room.volume = 0.0
    room.say(phrase("two"))
    room.until_done()
    assert not room.tape.pieces


def test_without_sound_the_trouble_is_told_once_and_sound_comes_back(room: Room) -> None:
    room.tape.broken = True
    for _ in range(3):
        room.say(phrase("two"))
        room.until_done()
        room.now += RETRY + 1
    assert room.troubles == [DeviceLost("voice")]
    room.tape.broken = False
    room.say(phrase("four"))
    room.until_done()
    assert len(room.tape.samples) == 4 * A_LETTER + 2 * MARGIN + round(BETWEEN * RATE)
    room.tape.broken = True
    room.say(phrase("two"))
    room.until_done()
    assert room.troubles == [DeviceLost("voice"), DeviceFound("voice"), DeviceLost("voice")]


def test_a_player_that_failed_is_left_alone_for_a_while(room: Room) -> None:
    room.tape.broken = True
    room.say(phrase("two"))
    room.until_done()
    room.tape.broken = False
    room.now += RETRY / 2
    room.say(phrase("four"))
    room.until_done()
    assert not room.tape.pieces


def test_what_can_t_be_made_is_left_out_and_logged_once(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def make(text: str, voice: str) -> bytes:
        if text == "two":
            raise DeviceError("no engine")
        return Tones().make(text, voice)

    monkeypatch.setattr(room.engine, "make", make)
    room.say(phrase("fifteen ", "two ", "four"), phrase("two "))
    room.until_done()
    assert caplog.messages == ["no engine"]
    assert not room.troubles
    room.tape.pieces.clear()
    room.say(phrase("fifteen ", "two ", "four"))
    room.until_done()
    assert len(room.tape.samples) == 11 * A_LETTER + 4 * MARGIN + round(BETWEEN * RATE)


def test_a_recording_of_a_whole_phrase_is_said_instead(room: Room) -> None:
    file = room.folder / "own/en/scored.heels.wav"
    file.parent.mkdir(parents=True)
    file.write_bytes(write_wav(tone(9 * A_LETTER)))
    room.say(phrase("Two for his heels: ", "Ann", key="scored.heels"))
    room.until_done()
    assert len(room.tape.samples) == 9 * A_LETTER + round(BETWEEN * RATE)
    assert not room.engine.made
