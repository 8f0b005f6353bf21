"""The outputs that work in threads of their own: lights and voice. The Table never waits for them."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

from cribboard.announcer import Announcer
from cribboard.board.flashes import Steady
from cribboard.board.lights import Lights
from cribboard.board.power import limit
from cribboard.board.view import View
from cribboard.rules import Event, Notice

INBOX = 256
FRAME = 1 / 30
"""Seconds between frames while something moves."""

Letter = tuple[View, tuple[Event | Notice, ...], float]


class Worker(ABC):
    """A watcher with a thread and a bounded inbox: what is too old to matter is dropped.

    `close` ends the thread after it has served what came in before.
    """

    def __init__(self, name: str) -> None:
        self._inbox: deque[Letter] = deque(maxlen=INBOX)
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin to serve."""
        self._thread.start()

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        """Leave word of what happened; never blocks."""
        with self._changed:
            self._inbox.append((view, events, now))
            self._changed.notify()

    def close(self) -> None:
        """Serve what came in, and end."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        wait: float | None = None
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._inbox or self._closed, wait)
                letters = list(self._inbox)
                self._inbox.clear()
                if self._closed and not letters:
                    return
            wait = self._serve(letters)

    @abstractmethod
    def _serve(self, letters: Sequence[Letter]) -> float | None:
        """Deal with what came in. Returns the seconds until it must be called again, None for not by itself."""


class Strip(Protocol):
    """What lights up: frames of RGB bytes, 3 a pixel."""

    def show(self, frame: bytes) -> None: ...


class LightsWorker(Worker):
    """Draws the newest View on the strip: at once when something happens, 30 times a second while something moves.

    Nothing flashes, however fast the players are, and the power limit is the last step before the strip. `frame` is what
    was last sent; `lit` is set with the first.
    """

    def __init__(
        self,
        lights: Lights,
        strip: Strip,
        limit_ma: float,
        clock: Callable[[], float] = time.monotonic,
        on_frame: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__("lights")
        self._lights = lights
        self._steady = Steady()
        self._strip = strip
        self._limit_ma = limit_ma
        self._clock = clock
        self._on_frame = on_frame
        self.frame = b""
        self.lit = threading.Event()

    def show(self, lights: Lights) -> None:
        """Draw by these lights from now on: another match may be laid out otherwise."""
        with self._changed:
            self._inbox.clear()
            self._lights = lights

    def _serve(self, letters: Sequence[Letter]) -> float | None:
        for letter in letters:
            self._lights.watch(*letter)
        now = self._clock()
        frame = limit(self._steady.let(self._lights.frame(now), now), self._limit_ma)
        if frame != self.frame:
            self._strip.show(frame)
            self.frame = frame
            self.lit.set()
            self._on_frame()
        changes = self._lights.next_change(now), self._steady.next_change(now)
        change = min((change for change in changes if change is not None), default=None)
        return None if change is None else max(change - self._clock(), FRAME)


class Voice(Protocol):
    """What speaks."""

    def say(self, phrases: Sequence[str]) -> None: ...


class VoiceWorker(Worker):
    """Says what happened."""

    def __init__(self, announcer: Announcer, voice: Voice) -> None:
        super().__init__("voice")
        self._announcer = announcer
        self._voice = voice

    def _serve(self, letters: Sequence[Letter]) -> None:
        for view, events, _ in letters:
            if phrases := self._announcer.announce(view, events):
                self._voice.say(phrases)
