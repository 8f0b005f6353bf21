"""The workers: bounded, in order, never in the Table's way, and asleep when all is still."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from cribboard.announcer import Announcer
from cribboard.board.lights import Lights
from cribboard.board.power import milliamps
from cribboard.board.track import Track
from cribboard.board.view import View
from cribboard.devices import DeviceError
from cribboard.phrase import Phrase
from cribboard.rules import Options, State
from cribboard.rules.events import Refusal
from cribboard.signals import DeviceFound, DeviceLost, Signal
from cribboard.watchers import INBOX, RETRY, Letter, LightsWorker, VoiceWorker, Worker

VIEW = View(State.new(Options()), (None, None))


class Slow(Worker):
    """Serves when it is let."""

    def __init__(self) -> None:
        super().__init__("slow")
        self.let, self.busy = threading.Event(), threading.Event()
        self.served: list[float] = []

    def _serve(self, letters: Sequence[Letter]) -> None:
        self.busy.set()
        assert self.let.wait(5)
        self.served += [now for _, _, now in letters]


def test_a_stuck_output_never_blocks_the_table_and_drops_what_is_stale() -> None:
    slow = Slow()
    slow.start()
    slow.watch(VIEW, (), 0.0)
    assert slow.busy.wait(5)
    for now in range(1, 10 * INBOX):
        slow.watch(VIEW, (), float(now))
    slow.let.set()
    slow.close()
    assert slow.served[0] == 0.0
    assert slow.served[1:] == [float(now) for now in range(9 * INBOX, 10 * INBOX)]


def test_closing_serves_what_came_in_before() -> None:
    said: list[str] = []

    class Voice:
        def say(self, phrases: Sequence[str]) -> None:
            said.extend(phrases)

    voice = VoiceWorker(Announcer(), Voice())
    voice.start()
    voice.watch(VIEW, (Refusal("who_deals", {}),), 0.0)
    voice.close()
    assert said == ["Who deals? Cut a card each, or the dealer presses go"]


class Sound:
    """Takes what is said, and wants to go on after each of these pauses."""

    def __init__(self, *pauses: float) -> None:
        self.said: list[str] = []
        self.closed = False
        self._pauses = list(pauses)

    def say(self, phrases: Sequence[Phrase], now: float) -> None:
        self.said += phrases

    def go_on(self) -> float | None:
        return self._pauses.pop(0) if self._pauses else None

    def close(self) -> None:
        self.closed = True


class Lines(list[str]):
    def say(self, phrases: Sequence[str]) -> None:
        self.extend(phrases)


def test_what_is_written_is_said_aloud_too_and_the_sound_is_closed() -> None:
    sound, lines = Sound(), Lines()
    voice = VoiceWorker(Announcer(), lines, sound)
    voice.start()
    voice.watch(VIEW, (Refusal("match_over", {}),), 0.0)
    voice.close()
    assert (
        lines
        == sound.said
        == ["The match is over: next starts another, undo takes the last award back"]
    )
    assert sound.closed


def test_whose_turn_it_is_is_said_once_after_a_pause() -> None:
    sound, now = Sound(0.2, 0.1), 100.0
    announcer = Announcer(helpers=frozenset({"turn"}))
    voice = VoiceWorker(announcer, Lines(), sound, pause=20.0, clock=lambda: now)
    assert voice._serve([(VIEW, (), 90.0)]) == 0.2  # there is sound to hand on first
    assert voice._serve([]) == 0.1
    assert voice._serve([]) == 10.0
    now = 110.0
    assert voice._serve([]) is None
    assert voice._serve([]) is None
    assert sound.said == ["Ann is to cut"]
    assert voice._serve([(VIEW, (), 111.0)]) == 21.0


class Strip:
    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def show(self, frame: bytes) -> None:
        self.frames.append(frame)


def test_lights_are_calm_while_it_is_night() -> None:
    """A refusal's bar is a third as bright, from the next frame on."""
    strip, night = Strip(), False
    lights = LightsWorker(
        Lights(Track.load("classic")), strip, 1500, clock=lambda: 0.0, calm=lambda: night
    )
    lights._serve([(VIEW, (Refusal("who_deals", {}),), 0.0)])
    night = True
    lights._serve([])
    assert [frame[3 * 60] for frame in strip.frames] == [255, 85]


def test_lights_draw_at_once_then_rest_and_keep_to_the_limit() -> None:
    strip = Strip()
    times = iter([0.0, 0.0, 100.0, 100.0])
    lights = LightsWorker(
        Lights(Track.load("classic")), strip, 250, clock=lambda: next(times, 100.0)
    )
    assert lights._serve([(VIEW, (Refusal("who_deals", {}),), 0.0)]) is not None
    assert lights._serve([]) is None  # all has come to rest: it sleeps until something happens
    assert len(strip.frames) == 2
    assert lights.frame == strip.frames[-1]
    assert all(milliamps(frame) <= 250 for frame in strip.frames)
    assert lights._serve([(VIEW, (), 100.0)]) is None
    assert len(strip.frames) == 2  # nothing new to see


def still_lights(strip: Strip, **options: object) -> LightsWorker:
    return LightsWorker(Lights(Track.load("classic")), strip, 1500, clock=lambda: 100.0, **options)


def test_the_night_comes_by_itself_where_there_is_one() -> None:
    strip, hours = Strip(), iter([1.0, 0.1, 0.1])
    lights = still_lights(strip, brightness=lambda: next(hours), look_every=60.0)
    assert lights._serve([(VIEW, (), 0.0)]) == 60.0
    assert lights._serve([]) == 60.0
    day, night = strip.frames
    assert all(
        (b == 0) == (a == 0) and b <= max(1, a // 9) for a, b in zip(day, night, strict=True)
    )
    assert lights._serve([]) == 60.0
    assert len(strip.frames) == 2


def test_without_a_night_nothing_wakes_the_lights() -> None:
    assert still_lights(Strip())._serve([(VIEW, (), 0.0)]) is None


class Loose(Strip):
    """A strip whose wire comes off."""

    def __init__(self) -> None:
        super().__init__()
        self.off = False

    def show(self, frame: bytes) -> None:
        if self.off:
            raise DeviceError("the strip can't be lit")
        super().show(frame)


def test_a_strip_that_fails_is_told_once_and_lit_again_when_it_can_be() -> None:
    strip, told = Loose(), list[Signal]()
    lights = still_lights(strip, post=lambda signal, _: told.append(signal))
    strip.off = True
    assert lights._serve([(VIEW, (), 0.0)]) == RETRY
    assert lights._serve([]) == RETRY
    assert told == [DeviceLost("lights")]
    assert not lights.lit.is_set()
    strip.off = False
    assert lights._serve([]) is None
    assert told == [DeviceLost("lights"), DeviceFound("lights")]
    assert lights.frame == strip.frames[-1] != b""


def test_a_strip_that_failed_and_is_to_show_what_it_showed_before_is_lit_too() -> None:
    strip, told = Loose(), list[Signal]()
    levels = iter([1.0, 0.1, 1.0])
    lights = still_lights(
        strip, post=lambda signal, _: told.append(signal), brightness=lambda: next(levels)
    )
    lights._serve([(VIEW, (), 0.0)])
    strip.off = True
    lights._serve([])
    strip.off = False
    lights._serve([])
    assert strip.frames == [strip.frames[0]] * 2
    assert told == [DeviceLost("lights"), DeviceFound("lights")]
