"""The Table: the one loop, and the sole owner of the State.

A signal becomes commands (controls), a command is judged (`decide`), written down (journal), booked (`evolve`), and
only then shown and said: what the players have seen is already safe.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import reduce
from typing import Protocol

from cribboard.board.view import View
from cribboard.controls import Act, Controls, Explain, GoOn, Question, Timing, Undo, step
from cribboard.journal import Entry, Journal
from cribboard.rules import Event, Notice, Options, Refused, Scan, State, decide, evolve
from cribboard.rules import commands as cmd
from cribboard.rules.correcting import swapped
from cribboard.rules.events import (
    DealStarted,
    DeviceChanged,
    Explained,
    Prompted,
    Refusal,
    Resumed,
    Undone,
)
from cribboard.signals import (
    CodeRead,
    DeviceFound,
    DeviceLost,
    DeviceSignal,
    ScannerFound,
    ScannerLost,
    Signal,
)
from cribboard.store import StoreError


class Watcher(Protocol):
    """An output. `watch` never blocks; `now` is when it happened, on the clock that stamps the signals."""

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None: ...


class Table:
    """A match on the board; it goes on where the journal left it, and else, or if it is `afresh`, begins with `options`."""

    def __init__(
        self,
        options: Options,
        journal: Journal,
        watchers: Iterable[Watcher] = (),
        timing: Timing | None = None,
        simulated: bool = False,
        scanner: str = "ok",
        now: float = 0.0,
        afresh: bool = False,
    ) -> None:
        self._journal = journal
        self._watchers = tuple(watchers)
        self._simulated = simulated
        self._scanner = scanner
        self._past: list[tuple[State | None, Entry]] = []
        state: State | None = None
        for entry in journal.load():
            self._past.append((state, entry))
            state = reduce(evolve, entry.events, state)
        self._unkept: list[Act] = []
        begun: tuple[Event | Notice, ...] = ()
        if state is None or afresh:
            started = decide(None, cmd.StartMatch(options))
            state = self._begin(state, options, started)
            begun += started
        else:
            begun += (Resumed(state.scores, state.turn),)
        self._state = state
        self._controls = Controls.new(len(state.options.sides), timing or Timing())
        self.deadline: float | None = None
        self._show((*_about(journal), *begun), now)

    @property
    def view(self) -> View:
        """What the outputs see."""
        question = self._controls.question
        return View(
            self._state,
            self._controls.pending,
            question.reason if question else None,
            "none" if self._state.options.scan is Scan.NONE else self._scanner,
            self._simulated,
            self._journal.trouble is None,
        )

    def handle(self, signal: Signal | None, now: float) -> None:
        """Everything that follows from a signal stamped `now`, and from what fell due before it."""
        before, kept = self.view, self._journal.trouble is None
        aside = self._journal.set_aside
        happened = self._device(signal)
        to_controls = None if isinstance(signal, DeviceSignal) else signal
        self._controls, acts, self.deadline = step(self._controls, to_controls, self._state, now)
        outcome: tuple[Event | Notice, ...] = ()
        for act in acts:
            outcome = self._do(act)
            happened += outcome
        if not kept and self._journal.trouble is None:
            happened += (DeviceChanged("journal", "back"),)
        if self._journal.set_aside != aside:
            happened += (Prompted("journal_set_aside", {"path": str(self._journal.set_aside)}),)
        if happened or self.view != before:
            self._show(happened, now)
        if isinstance(signal, CodeRead):
            signal.answer(_answer(signal.code, outcome))

    def tick(self, now: float) -> None:
        """Whatever fell due until `now`."""
        self.handle(None, now)

    def _device(self, signal: Signal | None) -> tuple[Event | Notice, ...]:
        match signal:
            case ScannerLost():
                self._scanner = "lost"
                return (DeviceChanged("scanner", "lost"),)
            case ScannerFound():
                self._scanner = "ok"
                return (DeviceChanged("scanner", "back"),)
            case DeviceLost(device):
                return (DeviceChanged(device, "lost"),)
            case DeviceFound(device):
                return (DeviceChanged(device, "back"),)
        return ()

    def _do(self, act: Act) -> tuple[Event | Notice, ...]:
        """Carry an act out; what can't be kept waits until the players say that they go on all the same."""
        try:
            return self._carry_out(act)
        except StoreError as error:
            self._unkept.append(act)
            self._controls = replace(self._controls, question=Question("unkept", None))
            return (Refusal("unkept", {"why": str(error)}),)

    def _go_on(self) -> tuple[Event | Notice, ...]:
        """What waited is done, and held back until the journal can be kept again."""
        self._journal.go_on_in_memory()
        acts, self._unkept = self._unkept, []
        happened: tuple[Event | Notice, ...] = (DeviceChanged("journal", "lost"),)
        for act in acts:
            happened += self._do(act)
        return happened

    def _carry_out(self, act: Act) -> tuple[Event | Notice, ...]:
        match act:
            case Undo():
                return self._undo()
            case GoOn():
                return self._go_on()
            case Explain():
                return (Explained(self._state.last),)
            case Refusal() | Prompted() | Undone() | DeviceChanged() | Explained() | Resumed():
                return (act,)
            case cmd.CorrectCard():
                act = replace(act, acts=self._acts_of_this_deal())
        try:
            events = decide(self._state, act)
        except Refused as refused:
            return (Refusal(refused.reason, refused.values),)
        if events:
            self._state = self._write(self._state, act, events)
        return events

    def _write(self, state: State | None, command: cmd.Command, events: tuple[Event, ...]) -> State:
        """Keep an entry, then book it."""
        after = reduce(evolve, events, state)
        assert after
        entry = Entry(command, events)
        self._journal.append(entry, after.game)
        self._unkept.clear()  # the disk is well again: whoever waited has tapped it anew
        self._past.append((state, entry))
        return after

    def _begin(self, state: State | None, options: Options, started: tuple[Event, ...]) -> State:
        """Write a match's beginning down; where that can't be done there is nothing yet that could be lost."""
        try:
            return self._write(state, cmd.StartMatch(options), started)
        except StoreError:
            self._journal.go_on_in_memory()
            return self._write(state, cmd.StartMatch(options), started)

    def _acts_of_this_deal(self) -> tuple[cmd.Command, ...]:
        """What was done since the deal began, with what was corrected meanwhile put right."""
        acts: tuple[cmd.Command, ...] = ()
        for _, entry in self._past:
            if any(isinstance(event, DealStarted) for event in entry.events):
                acts = ()
            elif isinstance(entry.command, cmd.CorrectCard):
                acts = tuple(swapped(acts, entry.command))
            else:
                acts += (entry.command,)
        return acts

    def _undo(self) -> tuple[Event | Notice, ...]:
        """Take back the last entry: the State before it is the State again (R67)."""
        before, entry = self._past[-1]
        if before is None:
            return (Refusal("nothing_to_undo", {}),)
        self._journal.undo()
        self._unkept.clear()
        self._past.pop()
        undone = Undone(entry.events, self._state.pegs, before.pegs)
        self._state = before
        return (undone,)

    def _show(self, events: tuple[Event | Notice, ...], now: float) -> None:
        view = self.view
        for watcher in self._watchers:
            watcher.watch(view, events, now)


def resumed(journal: Journal) -> State | None:
    """The State that the journal leads to; None for an empty one."""
    state: State | None = None
    for entry in journal.load():
        state = reduce(evolve, entry.events, state)
    return state


def _about(journal: Journal) -> tuple[Notice, ...]:
    """What the players must know of the journal before they begin."""
    notices: tuple[Notice, ...] = ()
    if journal.set_aside:
        notices += (Prompted("journal_set_aside", {"path": str(journal.set_aside)}),)
    if journal.trouble:
        notices += (Refusal("not_kept", {"why": journal.trouble}),)
    return notices


def _answer(code: str, outcome: tuple[Event | Notice, ...]) -> str:
    """What the reader is told of a code, in one line; `outcome` is what came of the card alone."""
    match outcome:
        case ():
            return f"ignored {code}"
        case (Refusal(reason), *_):
            return f"refused {code}: {reason}"
    return f"ok {code}"


@dataclass(frozen=True, slots=True)
class Restart:
    """The power goes and comes back; with `options`, for a new match with these."""

    options: Options | None = None


class Mailbox:
    """Signals on their way to the Table, from any thread, in the order in which they were posted."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[tuple[Signal, float] | threading.Event | Restart | None] = (
            queue.SimpleQueue()
        )
        self._ended = threading.Event()

    def post(self, signal: Signal, at: float) -> None:
        """Leave a signal, stamped with when it happened. Never blocks."""
        self._queue.put((signal, at))

    def restart(self, restart: Restart) -> None:
        """Make `serve` return this when everything posted so far has been handled."""
        self._queue.put(restart)

    def close(self) -> None:
        """Make `serve` return None when everything posted so far has been handled. Fit for a signal handler."""
        self._queue.put(None)

    def wait_until_handled(self) -> None:
        """Block until everything posted so far has been handled, or the loop has ended; not for the Table's own thread."""
        handled = threading.Event()
        self._queue.put(handled)
        while not (handled.wait(0.2) or self._ended.is_set()):
            pass

    def serve(self, table: Table, clock: Callable[[], float] = time.monotonic) -> Restart | None:
        """The loop: handle what was posted, let fall due what is due, sleep when there is nothing."""
        while True:
            wait = None if table.deadline is None else max(0.0, table.deadline - clock())
            try:
                letter = self._queue.get(timeout=wait)
            except queue.Empty:
                table.tick(clock())
                continue
            match letter:
                case (signal, at):
                    table.handle(signal, at)
                case threading.Event():
                    letter.set()
                case None:
                    self._ended.set()
                    return None
                case Restart():
                    return letter
