"""Word to systemd, which started the board as a service: a line to the socket that it names (sd_notify(3))."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple


class Service(NamedTuple):
    """The service that this process is. Without a `socket` it is none, and whatever it says is heard by nobody.

    `patience` is the time in seconds after which systemd kills a service that hasn't said that it lives; None: never.
    """

    socket: str = ""
    patience: float | None = None

    @classmethod
    def of_process(cls, environment: Mapping[str, str] = os.environ) -> Service:
        """What systemd put into the environment."""
        watched = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        microseconds = environment.get("WATCHDOG_USEC", "") if watched else ""
        patience = int(microseconds) / 1e6 if microseconds.isdigit() else None
        return cls(environment.get("NOTIFY_SOCKET", ""), patience)

    def say(self, state: str) -> None:
        """Tell systemd `READY=1`, `WATCHDOG=1` or `STOPPING=1`. Never blocks; one that doesn't listen is no trouble."""
        if self.socket:
            address = self.socket.replace("@", "\0", 1) if self.socket[0] == "@" else self.socket
            kind = socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK
            with suppress(OSError), socket.socket(socket.AF_UNIX, kind) as wire:
                wire.sendto(state.encode(), address)


Answer = Callable[[], None]


class Heart:
    """Says that the board lives, for as long as it does.

    Every so often the loop lets it beat: it asks the lights, whose thread answers by the loop's own queue, and only
    that answer is told. So nothing is told once the loop, the queue or the lights hang.
    """

    BEATS = 2
    """Within the watchdog's patience: a slow answer does no harm, and little is woken up."""

    def __init__(
        self,
        service: Service,
        ask: Callable[[Answer], None],
        call: Callable[[Answer], None],
    ) -> None:
        self._service = service
        self._ask = ask
        self._call = call
        self._unanswered = False
        self._every = service.patience and service.patience / self.BEATS
        self._due = 0.0

    def beat(self, clock: Callable[[], float]) -> float | None:
        """Ask, if it is time to, one question at a time. Returns when to beat next; None for never."""
        if not self._every:
            return None
        now = clock()
        if now >= self._due:
            self._due = now + self._every
            if not self._unanswered:
                self._unanswered = True
                self._ask(lambda: self._call(self._told))
        return self._due

    def _told(self) -> None:
        """The answer has come through the queue."""
        self._unanswered = False
        self._service.say("WATCHDOG=1")
