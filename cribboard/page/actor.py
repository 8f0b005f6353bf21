"""What pages ask for, done at the board's own wires, one after the other, on a thread of its own."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from contextlib import suppress

from cribboard import script
from cribboard.devices import DeviceError
from cribboard.hands import Hands, HandsTied, Wires
from cribboard.rules import Options
from cribboard.rules import commands as cmd
from cribboard.script import ScriptError, parse_line
from cribboard.signals import Button

WAITING = 64
"""Acts that may wait to be done."""

MOST_PRESSES = 10
"""Of a button, by one line."""

Complain = Callable[[str], None]


class Busy(Exception):
    """More is asked for than can be done."""


class Actor:
    """Presses, scans, and carries out lines of the table script; plugs and power only where the board is simulated."""

    def __init__(self, hands: Hands, wires: Wires, simulated: bool) -> None:
        self._hands = hands
        self._wires = wires
        self._simulated = simulated
        self._asked: queue.Queue[tuple[script.Line, Complain] | None] = queue.Queue(WAITING)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="page hands", daemon=True)

    def start(self) -> None:
        """Begin to act."""
        self._thread.start()

    def close(self) -> None:
        """End; what still waits is not done any more."""
        self._closing.set()
        with suppress(queue.Full):  # then it doesn't sleep
            self._asked.put_nowait(None)

    def press(self, button: Button, down: bool) -> None:
        """Close a button's contact, or open it; at once. Raises DeviceError."""
        (self._wires.press if down else self._wires.release)(button)

    def award(self, side: int, points: int, complain: Complain) -> None:
        """Peg this, as if it had been tapped in. Raises Busy."""
        self._ask(script.Say(cmd.Award(side, points)), complain)

    def line(self, text: str, options: Options, complain: Complain) -> None:
        """Do what a line of the table script says; `complain` is told, on another thread, if that can't be done.

        Raises ScriptError for a line that can't be read or isn't for a page, and Busy.
        """
        line = parse_line(text, options)
        match line:
            case None:
                return
            case script.Press(times=times) if times > MOST_PRESSES:
                raise ScriptError(f"a page presses up to {MOST_PRESSES} times")
            case script.Wait():
                raise ScriptError("wait is for scripts")
            case script.Unplug() | script.Plug() | script.Restart() if not self._simulated:
                raise ScriptError("this board is real: its plugs can be pulled by hand only")
        self._ask(line, complain)

    def _ask(self, line: script.Line, complain: Complain) -> None:
        try:
            self._asked.put_nowait((line, complain))
        except queue.Full:
            raise Busy("the board is busy") from None

    def _run(self) -> None:
        while (asked := self._asked.get()) and not self._closing.is_set():
            line, complain = asked
            try:
                self._hands.do(line)
            except HandsTied:
                return
            except (ScriptError, DeviceError, TimeoutError) as error:
                complain(str(error))
