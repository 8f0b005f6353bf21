"""Replay: a table script through the very same Table, controls and rules, with the script as the clock."""

from __future__ import annotations

from collections.abc import Iterable

from cribboard import script
from cribboard.announcer import Announcer
from cribboard.board.view import View
from cribboard.controls import Timing
from cribboard.journal import Journal
from cribboard.rules import Event, Notice
from cribboard.script import Script, ScriptError
from cribboard.signals import (
    Button,
    CodeRead,
    Edge,
    Said,
    ScannerFound,
    ScannerLost,
    Signal,
    Why,
)
from cribboard.table import Table, Watcher

PRESS = 0.05
"""Seconds for which a button is down."""

BETWEEN = 0.1
"""Seconds from letting go to the next press."""


class Replay:
    """A table whose players are a script. `now` is the script's clock, in seconds from its start."""

    def __init__(
        self, script: Script, watchers: Iterable[Watcher], timing: Timing | None = None
    ) -> None:
        self.now = 0.0
        self._script = script
        self._watchers = tuple(watchers)
        self._timing = timing or Timing()
        self.journal = Journal()
        self._plugged = True
        self.table = self._sit_down()

    def run(self, source: str) -> None:
        """Carry out every line. Raises ScriptError, with `source:number:`, for one that can't be done."""
        for number, line in self._script.lines:
            try:
                self.do(line)
            except ScriptError as error:
                raise ScriptError(f"{source}:{number}: {error}") from None

    def do(self, line: script.Line) -> None:
        """What one line says."""
        match line:
            case script.Say(command):
                self._signal(Said(command))
            case script.Ask():
                self._signal(Why())
            case script.Scan(card):
                if not self._plugged:
                    raise ScriptError("the scanner is unplugged: plug scanner first")
                self._signal(CodeRead(str(card)))
            case script.Press(button, times):
                for _ in range(times):
                    self._press(whose(button, self.table.view), PRESS)
                    self._wait(BETWEEN)
            case script.Hold(button):
                self._press(button, self._timing.hold + PRESS)
            case script.Wait(seconds):
                self._wait(seconds)
            case script.Unplug():
                self._plugged = False
                self._signal(ScannerLost())
            case script.Plug():
                self._plugged = True
                self._signal(ScannerFound())
            case script.Restart():
                self.table = self._sit_down()

    def _sit_down(self) -> Table:
        """The power comes on: the game goes on from the journal."""
        return Table(
            self._script.options,
            self.journal,
            self._watchers,
            self._timing,
            simulated=True,
            scanner="ok" if self._plugged else "lost",
            now=self.now,
        )

    def _press(self, button: Button, seconds: float) -> None:
        self._signal(Edge(button, down=True))
        self._wait(seconds)
        self._signal(Edge(button, down=False))

    def _signal(self, signal: Signal) -> None:
        self.table.handle(signal, self.now)

    def _wait(self, seconds: float) -> None:
        """Time passes, and whatever falls due happens at its own moment."""
        until = self.now + seconds
        while (deadline := self.table.deadline) is not None and deadline <= until:
            self.now = max(self.now, deadline)
            self.table.tick(self.now)
        self.now = until


def transcript(text: str, source: str = "script", language: str = "en") -> list[str]:
    """What the board says to a script, in a language. Raises ScriptError for one that can't be read.

    >>> transcript("dealer Ann")[-2:]
    ['Ann deals first', "Ann's deal"]
    """
    announcer = Announcer(language)
    said: list[str] = []

    class Listening:
        def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
            said.extend(announcer.announce(view, events, now))

    Replay(Script.parse(text, source), [Listening()]).run(source)
    return said


def whose(button: Button, view: View) -> Button:
    """The button that is meant: a `go` of nobody is that of whoever is to play. Raises ScriptError if nobody is."""
    if button != Button("go"):
        return button
    state = view.state
    if state.turn is None:
        names = " or ".join(f"{name}.go" for name in state.options.names)
        raise ScriptError(f"whose go? Say {names}")
    return Button("go", state.turn)
