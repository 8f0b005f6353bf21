"""What is typed at the terminal, or done by the demo, carried out on the board's own wires."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol

from cribboard import script
from cribboard.board.view import View
from cribboard.controls import Timing
from cribboard.devices import DeviceError, Drive, Post
from cribboard.replay import BETWEEN, PRESS, whose
from cribboard.rules import Event, Notice
from cribboard.script import ScriptError
from cribboard.signals import Button, CodeRead, Edge, Said, ScannerFound, ScannerLost, Why
from cribboard.table import Mailbox, Restart


class Wires(Protocol):
    """Buttons to press, and a scanner to hold cards to."""

    def press(self, button: Button) -> None: ...
    def release(self, button: Button) -> None: ...
    def scan(self, code: str) -> None: ...
    def unplug(self) -> None: ...
    def plug(self) -> None: ...


class SimulatedWires:
    """Levels on mock pins, and bytes on the scanner's pseudo-terminal."""

    def __init__(self, drive: Drive) -> None:
        self._drive = drive
        self._cable = threading.Lock()  # several may act at once: the terminal, and pages
        self.press = drive.fingers.press
        self.release = drive.fingers.release

    def scan(self, code: str) -> None:
        """Send a card as the scanner does, and wait until the board has answered."""
        with self._cable:
            self._drive.cable.send(f"{code}\r\n".encode())
            self._drive.cable.received()

    def unplug(self) -> None:
        """Pull the scanner's plug."""
        with self._cable:
            self._drive.cable.unplug()

    def plug(self) -> None:
        """Put it in again."""
        with self._cable:
            self._drive.cable.plug()


class PostedWires:
    """For a real board, whose wires are not ours to drive: the signals go straight to the Table."""

    def __init__(self, post: Post, clock: Callable[[], float]) -> None:
        self._post = post
        self._clock = clock

    def press(self, button: Button) -> None:
        """As if the button's contact closed."""
        self._post(Edge(button, down=True), self._clock())

    def release(self, button: Button) -> None:
        """As if it opened."""
        self._post(Edge(button, down=False), self._clock())

    def scan(self, code: str) -> None:
        """As if the scanner had read this."""
        self._post(CodeRead(code), self._clock())

    def unplug(self) -> None:
        """As if the scanner were gone."""
        self._post(ScannerLost(), self._clock())

    def plug(self) -> None:
        """As if it were back."""
        self._post(ScannerFound(), self._clock())


class HandsTied(Exception):
    """The board is closing."""


class Hands:
    """Carries out lines of a table script in real time; a watcher, since `go` is by whoever is to play."""

    def __init__(
        self,
        wires: Wires,
        mailbox: Mailbox,
        timing: Timing,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] | None = None,
    ) -> None:
        self._wires = wires
        self._mailbox = mailbox
        self._timing = timing
        self._clock = clock
        self._closing = threading.Event()
        self.sleep = sleep or self._sleep_unless_closed
        self.view: View | None = None

    def close(self) -> None:
        """Nothing more is done: whoever acts through these hands, or is about to, gets HandsTied."""
        self._closing.set()

    def _sleep_unless_closed(self, seconds: float) -> None:
        if self._closing.wait(seconds):
            raise HandsTied

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        """Remember the table as it is."""
        self.view = view

    def do(self, line: script.Line) -> None:
        """Do it, and wait until the Table has. Raises ScriptError where that can't be done just now."""
        try:
            self._do(line)
        except (DeviceError, OSError) as error:
            if self._closing.is_set():  # the wires were closed while they were in use
                raise HandsTied from None
            raise ScriptError(str(error)) from None
        self._mailbox.wait_until_handled()

    def _do(self, line: script.Line) -> None:
        assert self.view
        if self._closing.is_set():
            raise HandsTied
        match line:
            case script.Press(button, times):
                for _ in range(times):
                    self._press(whose(button, self.view), PRESS)
                    self.sleep(BETWEEN)
            case script.Hold(button):
                self._press(button, self._timing.hold + PRESS)
            case script.Scan(card):
                self._wires.scan(str(card))
            case script.Say(command):
                self._mailbox.post(Said(command), self._clock())
            case script.Ask():
                self._mailbox.post(Why(), self._clock())
            case script.Wait(seconds):
                self.sleep(seconds)
            case script.Unplug():
                self._wires.unplug()
            case script.Plug():
                self._wires.plug()
            case script.Restart():
                self._mailbox.restart(Restart())
            case script.Set():
                state = self.view.state
                if state.deal or state.cards_on_table or any(state.games):
                    raise ScriptError("a set line comes before the first act")
                self._mailbox.restart(Restart(line.change(state.options)))

    def _press(self, button: Button, seconds: float) -> None:
        self._wires.press(button)
        self.sleep(seconds)
        self._wires.release(button)
