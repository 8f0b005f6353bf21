"""From contacts and cards to commands: debounce, taps, holds, the pending award, questions. Pure.

A button that has a hold acts when it is let go, the others as soon as they are pressed. All times are seconds on the
clock that stamped the signals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from cribboard.board.view import Pending
from cribboard.decks import NO_DECKS, Decks
from cribboard.places import Places, misplaced
from cribboard.rules import Scan, State
from cribboard.rules import commands as cmd
from cribboard.rules.events import Notice, Prompted, Refusal
from cribboard.rules.scoring import is_possible_total
from cribboard.rules.state import (
    Claiming,
    CountedPlay,
    Cutting,
    Mugging,
    TappedPlay,
    TurningStarter,
)
from cribboard.signals import SEVERAL, UNREADABLE, Button, CodeRead, Edge, Said, Why

WRITTEN = 3
"""Letters of a card as it is written, at most: 10H. A longer code is no card that somebody has mistyped."""

TAP_POINTS = {"one": 1, "five": 5}
ACTS_ON_PRESS = {"five"}


@dataclass(frozen=True, slots=True)
class Timing:
    """How long things take, in seconds.

    `commit_after`: from the last tap until an award counts by itself; `hold`: until a press is a hold; `debounce`: for
    which a contact may bounce; `grace`: in which `go` and `next` only acknowledge what has just counted by itself;
    `question`: until the board stops waiting for an answer.
    """

    commit_after: float = 2.5
    hold: float = 0.8
    debounce: float = 0.02
    grace: float = 1.5
    question: float = 6.0


@dataclass(frozen=True, slots=True)
class Contact:
    """One button: what its contact does (`closed`), and what we take it for (`down`) once it has stopped bouncing."""

    closed: bool = False
    down: bool = False
    bounces_until: float = 0.0
    pressed_at: float = 0.0
    held: bool = False


class Entry(NamedTuple):
    """A pending award, and when it counts by itself; None for one that must be confirmed or changed."""

    pending: Pending
    counts_at: float | None


class Question(NamedTuple):
    """What the board asks to be confirmed with the same button again, and until when; None: until it is answered."""

    reason: str
    until: float | None


@dataclass(frozen=True, slots=True)
class Controls:
    """All that is going on at the buttons. `entries` and `counted_at` are by side.

    `decks` say which card a code is, `places` whose it must be by the reader that read it.
    """

    timing: Timing
    entries: tuple[Entry | None, ...]
    counted_at: tuple[float | None, ...]
    contacts: Mapping[Button, Contact] = field(default_factory=dict)
    question: Question | None = None
    decks: Decks = NO_DECKS
    places: Places = ()

    @classmethod
    def new(
        cls, sides: int, timing: Timing, decks: Decks = NO_DECKS, places: Places = ()
    ) -> Controls:
        """No button pressed, nothing pending."""
        return cls(timing, (None,) * sides, (None,) * sides, decks=decks, places=places)

    @property
    def pending(self) -> tuple[Pending | None, ...]:
        """What each side is tapping in."""
        return tuple(entry.pending if entry else None for entry in self.entries)


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last entry of the journal."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """Play on, though the journal can't be kept just now."""


@dataclass(frozen=True, slots=True)
class Explain:
    """Say how the last change of a score came about."""


Act = cmd.Command | Undo | Explain | GoOn | Notice
"""What comes out of the controls: commands for the rules, Undo for the journal, notices for the players."""


class Step(NamedTuple):
    """The controls after a signal, what follows from it, and when they want to be called again."""

    controls: Controls
    acts: tuple[Act, ...]
    deadline: float | None


def step(
    controls: Controls, signal: Edge | CodeRead | Said | Why | None, state: State, now: float
) -> Step:
    """First whatever fell due until `now`, each at its own time; then the signal."""
    hands = _Hands(controls, state)
    hands.catch_up(now)
    match signal:
        case Edge(button, down):
            hands.edge(button, down, now)
        case CodeRead(code, antenna=antenna):
            hands.code(code, antenna)
        case Said(command):
            hands.count_all()
            hands.acts.append(command)
        case Why():
            hands.acts.append(Explain())
    return Step(hands.controls(), tuple(hands.acts), hands.deadline())


class _Hands:
    """A working copy of the controls, while one signal is worked out."""

    def __init__(self, controls: Controls, state: State) -> None:
        self.timing = controls.timing
        self.decks = controls.decks
        self.places = controls.places
        self.state = state
        self.contacts = dict(controls.contacts)
        self.entries = list(controls.entries)
        self.counted_at = list(controls.counted_at)
        self.question = controls.question
        self.acts: list[Act] = []

    def controls(self) -> Controls:
        return Controls(
            self.timing,
            tuple(self.entries),
            tuple(self.counted_at),
            self.contacts,
            self.question,
            self.decks,
            self.places,
        )

    # --- time ------------------------------------------------------------------------------------------------------

    def deadline(self) -> float | None:
        """When the next thing falls due, if nothing else happens."""
        due = [entry.counts_at for entry in self.entries if entry and entry.counts_at is not None]
        due += [self.question.until] if self.question and self.question.until else []
        for button, contact in self.contacts.items():
            if contact.closed != contact.down:
                due.append(contact.bounces_until)
            if self.waits_for_hold(button, contact):
                due.append(contact.pressed_at + self.timing.hold)
        return min(due, default=None)

    def catch_up(self, now: float) -> None:
        while (due := self.deadline()) is not None and due <= now:
            self.fall_due(due)

    def fall_due(self, now: float) -> None:
        """Everything whose time is `now`."""
        for button, contact in list(self.contacts.items()):
            if contact.closed != contact.down and contact.bounces_until <= now:
                self.settle(button, contact.closed, now)
            elif (
                self.waits_for_hold(button, contact)
                and contact.pressed_at + self.timing.hold <= now
            ):
                self.contacts[button] = replace(contact, held=True)
                self.hold(button, now)
        for side, entry in enumerate(self.entries):
            if entry and entry.counts_at is not None and entry.counts_at <= now:
                self.count(side)
                self.counted_at[side] = now
        if self.question and self.question.until and self.question.until <= now:
            self.question = None

    # --- contacts --------------------------------------------------------------------------------------------------

    def edge(self, button: Button, closed: bool, now: float) -> None:
        """The first edge counts at once; what follows while the contact bounces is only noted."""
        contact = replace(self.contacts.get(button, Contact()), closed=closed)
        self.contacts[button] = contact
        if closed != contact.down and now >= contact.bounces_until:
            self.settle(button, closed, now)

    def settle(self, button: Button, down: bool, now: float) -> None:
        """A contact is taken for closed or open: a press, or the end of one."""
        contact = self.contacts[button]
        bounces_until = now + self.timing.debounce
        if down:
            self.contacts[button] = Contact(True, True, bounces_until, pressed_at=now)
        else:
            self.contacts[button] = replace(contact, down=False, bounces_until=bounces_until)
        if down == (button.kind in ACTS_ON_PRESS) and not self.contacts[button].held:
            self.tap(button, now)

    def waits_for_hold(self, button: Button, contact: Contact) -> bool:
        return contact.down and not contact.held and button.kind not in ACTS_ON_PRESS

    # --- what a button means ---------------------------------------------------------------------------------------

    def tap(self, button: Button, now: float) -> None:
        question, self.question = self.question, None
        match button:
            case Button("go", int(seat)):
                self.go(seat, now)
            case Button("undo"):
                self.undo()
            case Button("next"):
                self.next(question, now)
            case Button(kind, int(side)):
                self.add(side, TAP_POINTS[kind], now)

    def hold(self, button: Button, now: float) -> None:
        question, self.question = self.question, None
        asked = question.reason if question else None
        match button:
            case Button("one", int(side)):
                self.add(side, -1, now)
            case Button("go", int(seat)):
                self.count_all()
                self.acts.append(cmd.ClaimHeels(seat))
            case Button("undo"):
                self.redeal(asked, now)
            case Button("next"):
                self.new_game(asked, now)

    def add(self, side: int, points: int, now: float) -> None:
        """A tap: it changes this side's pending award, and counts the other's."""
        self.end_grace()
        self.count_all(but=side)
        if self.state.is_over:
            self.acts.append(cmd.Award(side, points))
            return
        entry = self.entries[side]
        pending = entry.pending if entry else Pending(0)
        total = pending.points + points
        if total > 0:
            self.entries[side] = self.entry(Pending(total, pending.go_by), now)
        elif total == 0:
            self.entries[side] = None
        elif self.state.scores[side] + total < 0:
            self.acts.append(Refusal("nothing_to_take_off", {"side": side}))
        else:
            self.entries[side] = Entry(Pending(total), None)
            self.acts.append(Prompted("confirm_walk_back", {"side": side, "points": -total}))

    def go(self, seat: int, now: float) -> None:
        """Confirms this player's award; else he deals, or can't go on; or, where nobody could mean that, asks why."""
        side = self.state.options.side_of(seat)
        if self.entries[side]:
            self.count(side)
            return
        if self.has_just_counted(side, now):
            return
        self.count_all()
        match self.state.phase:
            case Cutting():
                self.acts.append(cmd.ChooseDealer(seat))
            case TappedPlay():
                self.tapped_go(seat, side, now)
            case CountedPlay() | Claiming() | Mugging():
                self.acts.append(cmd.SayGo(seat))
            case _:
                self.acts.append(Explain())

    def tapped_go(self, seat: int, side: int, now: float) -> None:
        """Of two players the other one pegs a point, and adds a tap if he makes 31 of it (R25)."""
        other = 1 - side
        if self.state.options.players > 2 or self.entries[other]:
            self.acts.append(Refusal("tap_the_go", {"player": seat}))
        else:
            self.entries[other] = self.entry(Pending(1, go_by=seat), now)

    def undo(self) -> None:
        """Drops what is pending; else takes back the last entry."""
        if any(self.entries):
            self.entries = [None] * len(self.entries)
        else:
            self.acts.append(Undo())

    def next(self, question: Question | None, now: float) -> None:
        """Confirms what is pending or asked; else the next step."""
        if question and question.reason == "unkept":
            self.acts.append(GoOn())
        elif any(self.entries):
            self.count_all(walk_back=True)
        elif any(self.has_just_counted(side, now) for side in self.state.options.sides):
            return
        elif question and question.reason in ("leave_play", "leave_scanning"):
            self.acts.append(cmd.LeaveScanning())
        elif isinstance(self.state.phase, CountedPlay):
            self.ask("leave_play", now)
        elif isinstance(self.state.phase, TurningStarter) and self.state.options.scan is Scan.ALL:
            self.ask("leave_scanning", now)
        else:
            self.acts.append(cmd.NextStep())

    def redeal(self, asked: str | None, now: float) -> None:
        """Held once, names this deal's points; held again, deals anew without them."""
        deal = self.state.deal
        if asked == "redeal" or deal is None or self.state.is_over:
            self.entries = [None] * len(self.entries)
            self.acts.append(cmd.DealAgain())
        else:
            points = [
                pegs.front - before.front
                for pegs, before in zip(self.state.pegs, deal.pegs_before, strict=True)
            ]
            self.ask("redeal", now, points=points)

    def new_game(self, asked: str | None, now: float) -> None:
        if asked in ("new_game", "new_match"):
            self.entries = [None] * len(self.entries)
            self.acts.append(cmd.NewGame())
        else:
            begun = not (self.state.is_over or isinstance(self.state.phase, Cutting))
            self.ask("new_game" if begun else "new_match", now)

    def ask(self, reason: str, now: float, **values: Any) -> None:
        self.question = Question(reason, now + self.timing.question)
        self.acts.append(Prompted(reason, values))

    def entry(self, pending: Pending, now: float) -> Entry:
        """A pending award, which counts by itself; but nobody is hurried who says what his hand is worth."""
        asked = isinstance(self.state.phase, Claiming | Mugging)
        return Entry(pending, None if asked else now + self.timing.commit_after)

    # --- pending awards --------------------------------------------------------------------------------------------

    def count_all(self, but: int | None = None, walk_back: bool = False) -> None:
        """Count what would count by itself; what waits for a word, as a claim does, only where `next` gives it."""
        for side, entry in enumerate(self.entries):
            if entry and side != but and (entry.counts_at is not None or walk_back):
                self.count(side, walk_back)

    def count(self, side: int, walk_back: bool = False) -> None:
        """A pending award becomes one; an impossible one is refused, and stays until it is changed."""
        entry = self.entries[side]
        assert entry
        points, go_by = entry.pending.points, entry.pending.go_by
        if points > 0:
            self.acts.append(cmd.Award(side, points, go_by))
            refused = not is_possible_total(points)
            self.entries[side] = (
                Entry(replace(entry.pending, refused=True), None) if refused else None
            )
        elif walk_back:
            self.acts.append(cmd.WalkBack(side, -points))
            self.entries[side] = None
        else:
            self.acts.append(Prompted("confirm_walk_back", {"side": side, "points": -points}))

    def has_just_counted(self, side: int, now: float) -> bool:
        counted_at = self.counted_at[side]
        return counted_at is not None and now < counted_at + self.timing.grace

    def end_grace(self) -> None:
        """Whoever does something new has seen what counted by itself."""
        self.counted_at = [None] * len(self.counted_at)

    # --- cards -----------------------------------------------------------------------------------------------------

    def code(self, code: str, antenna: int | None) -> None:
        """Something was read; between deals the reader is deaf."""
        if self.state.reader_is_deaf:
            return
        self.question = None
        card = self.decks.card(code)
        if card is None:
            self.acts.append(_no_card(code))
        elif refusal := misplaced(self.places, antenna, card, self.state):
            self.acts.append(refusal)
        else:
            self.end_grace()
            self.count_all()
            self.acts.append(cmd.ReadCard(card))


def _no_card(code: str) -> Refusal:
    """Why a code is no card."""
    if code == UNREADABLE:
        return Refusal("unreadable", {})
    if code == SEVERAL:
        return Refusal("several_cards", {})
    if len(code) <= WRITTEN:
        return Refusal("not_a_card", {"read": code})
    return Refusal("unknown_tag", {"read": code})
