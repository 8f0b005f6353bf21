"""The outputs that work in threads of their own: lights and voice. The Table never waits for them."""

from __future__ import annotations

import logging
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

from cribboard.announcer import Announcer
from cribboard.board.flashes import Steady
from cribboard.board.lights import Lights
from cribboard.board.night import Hour
from cribboard.board.power import dim, limit
from cribboard.board.view import View
from cribboard.devices import DeviceError
from cribboard.rules import Event, Notice
from cribboard.signals import DeviceFound, DeviceLost, Signal

logger = logging.getLogger(__name__)

INBOX = 256
FRAME = 1 / 30
"""Seconds between frames while something moves."""
RETRY = 2.0
"""Seconds until a strip that couldn't be lit is tried again."""

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

    Nothing flashes, however fast the players are. What `hour` says then makes them dim or calm, and is asked every
    `look_every` seconds at least; dimming and the power limit are the last steps before the strip. A strip that can't be
    lit is told once, and tried again. `frame` is what was last sent; `lit` is set with the first.
    """

    def __init__(
        self,
        lights: Lights,
        strip: Strip,
        limit_ma: float,
        clock: Callable[[], float] = time.monotonic,
        on_frame: Callable[[], None] = lambda: None,
        hour: Callable[[], Hour] = Hour,
        look_every: float | None = None,
        post: Callable[[Signal, float], None] = lambda *_: None,
    ) -> None:
        super().__init__("lights")
        self._lights = lights
        self._steady = Steady()
        self._strip = strip
        self._limit_ma = limit_ma
        self._clock = clock
        self._on_frame = on_frame
        self._hour = hour
        self._look_every = look_every
        self._post = post
        self._trouble = False
        self.frame = b""
        self.lit = threading.Event()

    def show(self, lights: Lights) -> None:
        """Draw by these lights from now on: another match may be laid out otherwise."""
        with self._changed:
            self._inbox.clear()
            self._lights = lights

    def _serve(self, letters: Sequence[Letter]) -> float | None:
        hour = self._hour()
        self._lights.calm = hour.calm
        for letter in letters:
            self._lights.watch(*letter)
        now = self._clock()
        steady = self._steady.let(self._lights.frame(now), now)
        frame = limit(dim(steady, hour.brightness), self._limit_ma)
        if (frame != self.frame or self._trouble) and not self._send(frame):
            return RETRY
        changes = self._lights.next_change(now), self._steady.next_change(now)
        change = min((change for change in changes if change is not None), default=None)
        if change is None:
            return self._look_every
        wait = max(change - self._clock(), FRAME)
        return min(wait, self._look_every) if self._look_every else wait

    def _send(self, frame: bytes) -> bool:
        """Light the strip, if it can be lit; the game goes on in any case."""
        try:
            self._strip.show(frame)
        except DeviceError as error:
            if not self._trouble:
                logger.error("%s", error)
                self._post(DeviceLost("lights"), self._clock())
            self._trouble = True
            return False
        if self._trouble:
            self._post(DeviceFound("lights"), self._clock())
        self._trouble = False
        self.frame = frame
        self.lit.set()
        self._on_frame()
        return True


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
