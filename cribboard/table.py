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
from cribboard.decks import NO_DECKS, Decks
from cribboard.journal import Entry, Journal
from cribboard.places import Places
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
from cribboard.service.notify import Heart
from cribboard.signals import (
    Answer,
    CodeRead,
    DeviceFound,
    DeviceLost,
    DeviceSignal,
    PairingCode,
    ScannerFault,
    ScannerFound,
    ScannerLost,
    Signal,
    Verdict,
)
from cribboard.store import StoreError

RETRY = 5.0
"""Seconds between attempts to write what the disk wouldn't take."""


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
        decks: Decks = NO_DECKS,
        places: Places = (),
    ) -> None:
        self._journal = journal
        self._watchers = tuple(watchers)
        self._simulated = simulated
        self._scanner = scanner
        self._code: str | None = None
        self._past: list[tuple[State | None, Entry]] = []
        state: State | None = None
        for entry in journal.load():
            self._past.append((state, entry))
            state = reduce(evolve, entry.events, state)
        self._unkept: Act | None = None
        self._retry_at: float | None = None
        begun: tuple[Event | Notice, ...] = ()
        if state is None or afresh:
            started = decide(None, cmd.StartMatch(options))
            state = self._begin(state, options, started)
            begun += started
        else:
            begun += (Resumed(state.scores, state.turn),)
        self._state = state
        self._controls = Controls.new(len(state.options.sides), timing or Timing(), decks, places)
        self.deadline: float | None = None
        self._set_deadline(None, now)
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
            self._code,
        )

    def handle(self, signal: Signal | None, now: float) -> None:
        """Everything that follows from a signal stamped `now`, and from what fell due before it."""
        before, kept = self.view, self._journal.trouble is None
        aside = self._journal.set_aside
        happened = self._device(signal) + self._try_again(now)
        to_controls = None if isinstance(signal, DeviceSignal) else signal
        self._controls, acts, deadline = step(self._controls, to_controls, self._state, now)
        outcome: tuple[Event | Notice, ...] = ()
        for act in acts:
            outcome = self._do(act)
            happened += outcome
        self._set_deadline(deadline, now)
        if not kept and self._journal.trouble is None:
            happened += (DeviceChanged("journal", "back"),)
        if self._journal.set_aside != aside:
            happened += (Prompted("journal_set_aside", {"path": str(self._journal.set_aside)}),)
        if happened or self.view != before:
            self._show(happened, now)
        if isinstance(signal, CodeRead):
            signal.answer(_answer(signal.code, outcome))

    def join(self, watcher: Watcher, now: float) -> None:
        """One more output, which is shown the table as it stands."""
        self._watchers += (watcher,)
        watcher.watch(self.view, (), now)

    def tick(self, now: float) -> None:
        """Whatever fell due until `now`."""
        self.handle(None, now)

    def _device(self, signal: Signal | None) -> tuple[Event | Notice, ...]:
        match signal:
            case ScannerLost(why):
                self._scanner = "lost"
                return (DeviceChanged("scanner", "lost", why),)
            case ScannerFault(why):
                return (DeviceChanged("scanner", "faulty" if why else "back", why),)
            case ScannerFound():
                self._scanner = "ok"
                return (DeviceChanged("scanner", "back"),)
            case DeviceLost(device):
                return (DeviceChanged(device, "lost"),)
            case DeviceFound(device):
                return (DeviceChanged(device, "back"),)
            case PairingCode(code):
                self._code = code
                digits = zip(
                    ("first", "second", "third", "fourth"), map(int, code or ""), strict=False
                )
                return (Prompted("pairing_code", dict(digits)),) if code else ()
        return ()

    def _do(self, act: Act) -> tuple[Event | Notice, ...]:
        """Carry an act out, after the one that waits for the disk, if there is one; `undo` drops that."""
        waiting = self._unkept
        if waiting is None or isinstance(act, GoOn | Explain | Notice):
            return self._try(act)
        if isinstance(act, Undo) and not isinstance(waiting, Undo):
            self._no_longer_waits()
            return (Prompted("unkept_dropped", {}),)
        happened = self._try(waiting)
        return happened if self._unkept or act == waiting else happened + self._try(act)

    def _try(self, act: Act) -> tuple[Event | Notice, ...]:
        """Carry an act out; one that can't be kept waits, until the disk is well or the players go on all the same."""
        try:
            happened = self._carry_out(act)
        except StoreError as error:
            self._unkept = act
            self._controls = replace(self._controls, question=Question("unkept", None))
            return (Refusal("unkept", {"why": str(error)}),)
        if act == self._unkept:
            self._no_longer_waits()
        return happened

    def _no_longer_waits(self) -> None:
        self._unkept = None
        if self._controls.question and self._controls.question.reason == "unkept":
            self._controls = replace(self._controls, question=None)

    def _go_on(self) -> tuple[Event | Notice, ...]:
        """What waits is done, and held back until the journal can be kept again."""
        self._journal.go_on_in_memory()
        waiting = self._unkept
        self._no_longer_waits()
        lost: tuple[Event | Notice, ...] = (DeviceChanged("journal", "lost"),)
        return lost + self._try(waiting) if waiting else lost

    def _try_again(self, now: float) -> tuple[Event | Notice, ...]:
        """From time to time, see whether the disk takes what it wouldn't."""
        if self._retry_at is None or now < self._retry_at:
            return ()
        self._retry_at = None
        if self._unkept is None:
            self._journal.try_again()
            return ()
        happened = self._try(self._unkept)
        return () if self._unkept else happened

    def _set_deadline(self, controls: float | None, now: float) -> None:
        """When the table must be woken: for the controls, or for the disk as long as that is in trouble."""
        if self._journal.trouble is None:
            self._retry_at = None
        elif self._retry_at is None:
            self._retry_at = now + RETRY
        due = [moment for moment in (controls, self._retry_at) if moment is not None]
        self.deadline = min(due, default=None)

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


VERDICTS: dict[str, Verdict] = {
    "card_on_table": "duplicate",
    "not_a_card": "unknown",
    "unknown_tag": "unknown",
    "unreadable": "unknown",
}
"""What a reader is told of a refusal, if it isn't merely `refused`."""


def _answer(code: str, outcome: tuple[Event | Notice, ...]) -> Answer:
    """What the reader is told of a code; `outcome` is what came of the card alone."""
    match outcome:
        case ():
            return Answer("ignored", code)
        case (Refusal(reason), *_):
            return Answer(VERDICTS.get(reason, "refused"), code, reason)
    return Answer("ok", code)


@dataclass(frozen=True, slots=True)
class Restart:
    """The power goes and comes back; with `options`, for a new match with these."""

    options: Options | None = None


class Mailbox:
    """Signals on their way to the Table, from any thread, in the order in which they were posted."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[
            tuple[Signal, float] | Callable[[], object] | Restart | None
        ] = queue.SimpleQueue()
        self._ended = threading.Event()

    def post(self, signal: Signal, at: float) -> None:
        """Leave a signal, stamped with when it happened. Never blocks."""
        self._queue.put((signal, at))

    def restart(self, restart: Restart) -> None:
        """Make `serve` return this when everything posted so far has been handled."""
        self._queue.put(restart)

    def call(self, act: Callable[[], object]) -> None:
        """Make the loop do this when everything posted so far has been handled. Never blocks."""
        self._queue.put(act)

    def close(self) -> None:
        """Make `serve` return None when everything posted so far has been handled. Fit for a signal handler."""
        self._queue.put(None)

    def wait_until_handled(self) -> None:
        """Block until everything posted so far has been handled, or the loop has ended; not for the Table's own thread."""
        handled = threading.Event()
        self.call(handled.set)
        while not (handled.wait(0.2) or self._ended.is_set()):
            pass

    def serve(
        self,
        table: Table,
        clock: Callable[[], float] = time.monotonic,
        heart: Heart | None = None,
    ) -> Restart | None:
        """The loop: handle what was posted, let fall due what is due, sleep when there is nothing; a `heart` beats by it."""
        while True:
            beats = heart.beat(clock) if heart else None
            dues = [due for due in (table.deadline, beats) if due is not None]
            try:
                letter = self._queue.get(timeout=max(0.0, min(dues) - clock()) if dues else None)
            except queue.Empty:
                table.tick(clock())
                continue
            match letter:
                case (signal, at):
                    table.handle(signal, at)
                case None:
                    self._ended.set()
                    return None
                case Restart():
                    return letter
                case act:
                    act()
