"""The buttons: each closes its GPIO to ground, and every edge of its contact is told as it comes."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from itertools import chain, repeat
from typing import Any

from cribboard.signals import Button, DeviceFound, DeviceLost, Edge

from .errors import DeviceError, Post, guarded
from .lg import Pins

logger = logging.getLogger(__name__)

RETRIES = (0, 1, 5, 30)
"""Seconds before a thread that died is replaced, the first time and the next ones; the last goes on."""


class Buttons:
    """All the buttons of the board, on pins of a gpiozero pin factory, which closes with them.

    Where the library has one thread that calls back, and it dies, the buttons are told as lost, another thread takes
    its place, and what was pressed meanwhile is told late.

    Bounces are told too: gpiozero's `bounce_time` delays every edge on one backend, drops edges on another and does
    nothing on a third. The devices are gpiozero's DigitalInputDevice: its Button adds a thread each that wakes ten
    times a second. Raises DeviceError when a pin can't be had.
    """

    def __init__(
        self,
        pins: Mapping[Button, int],
        opened: Pins,
        post: Post,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._factory, reader = opened
        self._closed = threading.Event()
        self._post = guarded(post)
        self._clock = clock
        self._contacts: list[Any] = []  # one that nobody holds is collected, and falls silent
        try:
            for button, pin in pins.items():
                self._contacts.append(self._contact(button, pin))
        except Exception as error:
            self.close()
            raise DeviceError(
                f"the button {button} can't use GPIO {pin}: {error}; another program or overlay may hold it"
            ) from error
        if reader:
            name = "buttons' watch"
            threading.Thread(
                target=self._keep_reading, args=[reader], name=name, daemon=True
            ).start()

    def close(self) -> None:
        """Let go of the pins; no edge is told any more."""
        self._closed.set()
        while self._contacts:
            self._contacts.pop().close()
        self._factory.close()

    def _contact(self, button: Button, pin: int) -> Any:
        from gpiozero import DigitalInputDevice

        contact = DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=self._factory)
        contact.when_activated = partial(self._edge, button, True)
        contact.when_deactivated = partial(self._edge, button, False)
        return contact

    def _edge(self, button: Button, down: bool) -> None:
        self._post(Edge(button, down), self._clock())

    def _keep_reading(self, reader: threading.Thread) -> None:
        """Take the place of the library's thread when it dies; until then this waits and costs nothing."""
        reader.join()
        for seconds in chain(RETRIES, repeat(RETRIES[-1])):
            if self._closed.is_set():
                return
            self._post(DeviceLost("buttons"), self._clock())
            if self._closed.wait(seconds):
                return
            self._post(DeviceFound("buttons"), self._clock())
            try:
                self._tell_missed()
                reader.run()
            except Exception:
                logger.exception("the buttons' library stumbled")

    def _tell_missed(self) -> None:
        """Tell the edges that the dead thread took with it: gpiozero tells those of a level that it didn't know."""
        for contact in list(self._contacts):
            contact._fire_events(self._factory.ticks(), contact.is_active)
