"""The outputs that work in threads of their own: lights and voice. The Table never waits for them."""

from __future__ import annotations

import logging
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from cribboard.announcer import Announcer, Reminder
from cribboard.board.flashes import Steady
from cribboard.board.lights import Lights
from cribboard.board.power import Supply, dim
from cribboard.board.view import View
from cribboard.devices import DeviceError
from cribboard.phrase import Phrase
from cribboard.rules import Event, Notice
from cribboard.signals import DeviceFound, DeviceLost, Signal

logger = logging.getLogger(__name__)

INBOX = 256
FRAME = 1 / 30
"""Seconds between frames while something moves."""
RETRY = 2.0
"""Seconds until a strip that couldn't be lit is tried again."""

Letter = tuple[View, tuple[Event | Notice, ...], float]
Spoken = tuple[Sequence[Phrase], float]
T = TypeVar("T")


class Worker(ABC, Generic[T]):
    """A thread with a bounded inbox: what is too old to matter is dropped.

    It outlives whatever goes wrong while it serves, which is logged. `close` ends it after it has served what came in
    before.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._inbox: deque[T] = deque(maxlen=INBOX)
        self._changed = threading.Condition()
        self._closed = False
        self._asked: Callable[[], None] | None = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin to serve."""
        self._thread.start()

    def leave(self, letter: T) -> None:
        """Leave this to be served; never blocks."""
        with self._changed:
            self._inbox.append(letter)
            self._changed.notify()

    def ask(self, answer: Callable[[], None]) -> None:
        """Make the thread call `answer`, when it has served what came in; never blocks."""
        with self._changed:
            self._asked = answer
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
                self._changed.wait_for(lambda: self._inbox or self._asked or self._closed, wait)
                letters = list(self._inbox)
                self._inbox.clear()
                answer, self._asked = self._asked, None
                if self._closed and not letters:
                    return
            wait = self._served(letters)
            if answer:
                answer()

    def _served(self, letters: Sequence[T]) -> float | None:
        try:
            return self._serve(letters)
        except Exception:
            logger.exception("trouble with the %s, which goes on", self._name)
            return None

    @abstractmethod
    def _serve(self, letters: Sequence[T]) -> float | None:
        """Deal with what came in. Returns the seconds until it must be called again, None for not by itself."""


class TableWorker(Worker[Letter]):
    """A worker that watches the table."""

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        """Leave word of what happened; never blocks."""
        self.leave((view, events, now))


class Strip(Protocol):
    """What lights up: frames of RGB bytes, 3 a pixel."""

    def show(self, frame: bytes) -> None: ...


class LightsWorker(TableWorker):
    """Draws the newest View on the strip: at once when something happens, 30 times a second while something moves.

    The last steps before the strip: dimming, by what `brightness` says then, the power limit, and that nothing flashes,
    however fast the players are. While `calm` says so, as at night, little moves. `look_every` is for how many seconds
    at most both go unasked. A strip that can't be lit is told once, and tried again. `frame` is what was last sent;
    `lit` is set with the first, and all of `on_frame` are told of each.
    """

    def __init__(
        self,
        lights: Lights,
        strip: Strip,
        limit_ma: float,
        clock: Callable[[], float] = time.monotonic,
        on_frame: Callable[[], None] = lambda: None,
        brightness: Callable[[], float] = lambda: 1.0,
        calm: Callable[[], bool] = lambda: False,
        look_every: float | None = None,
        post: Callable[[Signal, float], None] = lambda *_: None,
    ) -> None:
        super().__init__("lights")
        self._lights = lights
        self._strip = strip
        self._supply = Supply(limit_ma)
        self._steady = Steady(limit_ma)
        self._clock = clock
        self.on_frame = [on_frame]
        self._brightness = brightness
        self._calm = calm
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
        self._lights.calm = self._calm()
        for letter in letters:
            self._lights.watch(*letter)
        now = self._clock()
        frame = dim(self._lights.frame(now), self._brightness())
        frame = self._steady.let(self._supply.let(frame, now), now)
        if (frame != self.frame or self._trouble) and not self._send(frame):
            return RETRY
        movers = self._lights, self._supply, self._steady
        changes = [change for mover in movers if (change := mover.next_change(now)) is not None]
        change = min(changes, default=None)
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
        for tell in self.on_frame:
            tell()
        return True


class Voice(Protocol):
    """What writes down what is said."""

    def say(self, phrases: Sequence[str]) -> None: ...


class Sound(Protocol):
    """What speaks, and tells in how many seconds it must go on."""

    def say(self, phrases: Sequence[Phrase], now: float) -> None: ...
    def go_on(self) -> float | None: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...


class SoundWorker(Worker[Spoken]):
    """Says phrases aloud, on a thread of its own: a clip that must be made first may take long."""

    def __init__(self, sound: Sound) -> None:
        super().__init__("sound")
        self._sound = sound

    def close(self) -> None:
        """Say no more, and make no clip for which the end would have to wait."""
        self._sound.stop()
        super().close()
        self._sound.close()

    def _serve(self, letters: Sequence[Spoken]) -> float | None:
        for phrases, now in letters:
            self._sound.say(phrases, now)
        return self._sound.go_on()


class VoiceWorker(TableWorker):
    """Says what happened, as text and, where there is sound, aloud; and after `pause` seconds whose turn it is.

    The text never waits for the sound.
    """

    def __init__(
        self,
        announcer: Announcer,
        voice: Voice,
        sound: Sound | None = None,
        pause: float = 20.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__("voice")
        self._announcer = announcer
        self._voice = voice
        self._sound = SoundWorker(sound) if sound else None
        self._pause = pause
        self._clock = clock
        self._reminder: Reminder | None = None

    def start(self) -> None:
        """Begin to serve."""
        if self._sound:
            self._sound.start()
        super().start()

    def close(self) -> None:
        """Say no more."""
        super().close()
        if self._sound:
            self._sound.close()

    def _serve(self, letters: Sequence[Letter]) -> float | None:
        for view, events, now in letters:
            self._say(self._announcer.announce(view, events, now), now)
            self._reminder = self._announcer.reminder(view, now, self._pause)
        now = self._clock()
        if self._reminder and now >= self._reminder.at:
            self._say((self._reminder.phrase,), now)
            self._reminder = None
        return self._reminder.at - now if self._reminder else None

    def _say(self, phrases: Sequence[Phrase], now: float) -> None:
        if phrases:
            self._voice.say(phrases)
            if self._sound:
                self._sound.leave((phrases, now))
