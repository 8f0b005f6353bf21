"""A simulated board put together as `play` does it, with an eye on its strip and a clock that can skip."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

from cribboard.announcer import Announcer
from cribboard.board.lights import Lights
from cribboard.board.track import Track
from cribboard.board.view import View
from cribboard.config import load
from cribboard.devices import Voice, open_devices
from cribboard.devices.strip import Strip
from cribboard.hands import Hands, SimulatedWires
from cribboard.journal import Entry, Journal
from cribboard.rules import Event, Notice
from cribboard.table import Mailbox, Table
from cribboard.watchers import LightsWorker, VoiceWorker

CONFIG = Path(__file__).with_name("simulated.toml")
T = TypeVar("T")


class Clock:
    """Seconds of real time, and those that were skipped: at this table pauses cost nothing."""

    calls, skipped = 0, 0.0

    def __call__(self) -> float:
        self.calls += 1
        return time.monotonic() + self.skipped

    def skip(self, seconds: float) -> None:
        """Let a pause be over."""
        self.skipped += seconds


class Eye(Lights):
    """Lights before their strip, which tell of all that is new: its stamp, and when its frame was on the wire, if any."""

    def __init__(self, strip: Strip, clock: Clock) -> None:
        super().__init__(Track.load("classic"))
        self.seen: SimpleQueue[tuple[float, float | None]] = SimpleQueue()
        self._strip, self._clock = strip, clock
        self._news: float | None = None
        self._shown: float | None = None

    def watch(self, view: View, events: Iterable[Event | Notice], now: float) -> None:
        super().watch(view, events, now)
        self._news = now

    def show(self, frame: bytes) -> None:
        self._strip.show(frame)
        self._shown = self._clock()

    def next_change(self, now: float) -> float | None:
        if self._news is not None:
            self.seen.put((self._news, self._shown))
        self._news = self._shown = None
        return super().next_change(now)


class UnwrittenJournal(Journal):
    """Writes nothing down: what a commit takes is measured by itself."""

    def append(self, entry: Entry, game: int) -> None:
        pass


class Live:
    """The whole board, from the wires of its inputs to that of its strip, for one match."""

    def __init__(self) -> None:
        self.clock = Clock()
        self._config = load(CONFIG)
        self._devices = open_devices(self._config, clock=self.clock)
        assert self._devices.drive
        self.drive = self._devices.drive
        self._mailbox = Mailbox()
        self.hands = Hands(
            SimulatedWires(self.drive),
            self._mailbox,
            self._config.timing,
            self.clock,
            self.clock.skip,
        )
        self._eye = Eye(self._devices.strip, self.clock)

    def run(self, players: Callable[[], T]) -> T:
        """Let them act, on a thread of their own, until they have a result."""
        config, eye = self._config, self._eye
        lights = LightsWorker(eye, eye, config.strip.limit_ma, self.clock)
        voice = VoiceWorker(Announcer(), Voice(str))
        with ExitStack() as closing, ThreadPoolExecutor() as threads:
            closing.callback(self._devices.close)
            for output in (voice, lights):
                output.start()
                closing.callback(output.close)
            watchers = lights, voice, self.hands
            table = Table(config.options, UnwrittenJournal(), watchers, now=self.clock())
            self._devices.start_inputs(self._mailbox.post)
            result = threads.submit(players)
            result.add_done_callback(lambda _: self._mailbox.close())
            self._mailbox.serve(table, self.clock)
            return result.result()

    def until_seen(self, act: Callable[[], None]) -> float | None:
        """Act; seconds until what is to be seen of it is on the wire, or None if that is nothing."""
        stamp, begun = 0.0, self.clock()
        act()
        while stamp < begun:
            stamp, shown = self._eye.seen.get(timeout=5)
        return shown and shown - begun
