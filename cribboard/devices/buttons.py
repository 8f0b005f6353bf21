"""The buttons: each closes its GPIO to ground, and every edge of its contact is told as it comes."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from cribboard.signals import Button, Edge

from .errors import DeviceError, Post, guarded


class Buttons:
    """All the buttons of the board, on pins of a gpiozero pin factory, which closes with them.

    Bounces are told too: gpiozero's `bounce_time` delays every edge on one backend, drops edges on another and does
    nothing on a third. The devices are gpiozero's DigitalInputDevice: its Button adds a thread each that wakes ten
    times a second. Raises DeviceError when a pin can't be had.
    """

    def __init__(
        self,
        pins: Mapping[Button, int],
        factory: Any,
        post: Post,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._factory = factory
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

    def close(self) -> None:
        """Let go of the pins; no edge is told any more."""
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


def open_factory() -> Any:
    """The pins of this Raspberry Pi, by lgpio: what else gpiozero may fall back to sees no edges on today's kernels.

    lgpio leaves a FIFO in the working directory, which it must be able to write to. Raises DeviceError.
    """
    try:
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory()
    except ImportError as error:
        raise DeviceError(
            f"the buttons' library is missing: {error}; pip install 'cribboard[pi]'"
        ) from error
    except Exception as error:
        raise DeviceError(
            f"the buttons' pins can't be opened: {error}; they need a Raspberry Pi, the group gpio, "
            "and a working directory that can be written to"
        ) from error
