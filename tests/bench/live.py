"""A simulated board put together as `play` does it, with an eye on its strip and a clock that can skip."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType
from typing import NamedTuple, Self

from cribboard.announcer import Announcer
from cribboard.board.lights import Lights
from cribboard.board.track import Track
from cribboard.board.view import View
from cribboard.config import load
from cribboard.devices import Voice, open_devices
from cribboard.devices.strip import Strip
from cribboard.hands import Hands, SimulatedWires
from cribboard.journal import Entry, Journal
from cribboard.rules import Card, Event, Notice, State
from cribboard.script import Press
from cribboard.signals import Button
from cribboard.table import Mailbox, Table
from cribboard.watchers import LightsWorker, VoiceWorker

CONFIG = Path(__file__).with_name("simulated.toml")


class Clock:
    """Seconds of real time, and those that were skipped: at this table a pause costs nothing."""

    def __init__(self) -> None:
        self.calls = 0
        self._skipped = 0.0

    def __call__(self) -> float:
        self.calls += 1
        return time.monotonic() + self._skipped

    def skip(self, seconds: float) -> None:
        """Let a pause be over."""
        self._skipped += seconds


class Eye(Lights):
    """Lights that stand before their strip, and see when the first frame after something new is on its wire."""

    def __init__(self, track: Track, strip: Strip, clock: Clock) -> None:
        super().__init__(track)
        self.seen: SimpleQueue[tuple[float, float | None]] = SimpleQueue()
        self._strip = strip
        self._clock = clock
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


class TimedJournal(Journal):
    """A journal that knows how long it took to write down the last entry, in seconds."""

    took = 0.0

    def append(self, entry: Entry, game: int) -> None:
        begun = time.perf_counter()
        super().append(entry, game)
        self.took = time.perf_counter() - begun


class Sample(NamedTuple):
    """Seconds from an input until its frame was on the wire, the journal's commit apart; and the commit."""

    latency: float
    commit: float


class Live:
    """The whole board, from the wires of its inputs to that of its strip; a context manager."""

    def __init__(self) -> None:
        config = load(CONFIG)
        self.clock = Clock()
        self._closing = ExitStack()
        devices = open_devices(config, clock=self.clock)
        self._closing.callback(devices.close)
        assert devices.drive
        self.drive = devices.drive
        self._eye = Eye(Track.load("classic"), devices.strip, self.clock)
        lights = LightsWorker(self._eye, self._eye, config.strip.limit_ma, self.clock)
        voice = VoiceWorker(Announcer(), Voice(lambda phrase: None))
        mailbox = Mailbox()
        self.hands = Hands(
            SimulatedWires(self.drive), mailbox, config.timing, self.clock, self.clock.skip
        )
        for output in (voice, lights):
            output.start()
            self._closing.callback(output.close)
        seated = threading.Event()

        def serve() -> None:
            self._journal = TimedJournal()
            watchers = (lights, voice, self.hands)
            now = self.clock()
            table = Table(config.options, self._journal, watchers, config.timing, True, now=now)
            seated.set()
            mailbox.serve(table, self.clock)

        loop = threading.Thread(target=serve, name="table")
        loop.start()
        self._closing.callback(loop.join)
        self._closing.callback(mailbox.close)
        seated.wait()
        devices.start_inputs(mailbox.post)

    @property
    def state(self) -> State:
        """The table as it stands."""
        assert self.hands.view
        return self.hands.view.state

    def scan(self, card: Card) -> Sample | None:
        """Present a card, timed from its line's last byte; None if there is nothing to be seen of it."""
        self.drive.cable.send(str(card).encode())
        time.sleep(0.0005)
        sample = self._until_seen(lambda: self.drive.cable.send(b"\r"))
        self.drive.cable.received()
        return sample

    def tap_five(self, side: int) -> Sample | None:
        """Press `five`, timed from the edge, and drop what it adds."""
        five = Button("five", side)
        sample = self._until_seen(lambda: self.drive.fingers.press(five))
        self.clock.skip(0.05)
        self.drive.fingers.release(five)
        self.clock.skip(0.05)
        self.hands.do(Press(Button("undo")))
        return sample

    def _until_seen(self, act: Callable[[], None]) -> Sample | None:
        self._journal.took = 0.0
        seen, begun = 0.0, self.clock()
        act()
        while seen < begun:
            seen, shown = self._eye.seen.get(timeout=5)
        commit = self._journal.took
        return None if shown is None else Sample(shown - begun - commit, commit)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._closing.close()
