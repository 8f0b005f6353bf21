"""The Table: order of things, undo, restart, what watchers and the reader are told."""

from __future__ import annotations

from functools import reduce
from random import Random

import pytest

from cribboard.acts import acts
from cribboard.announcer import Announcer
from cribboard.board.view import View
from cribboard.decks import Deck, Decks
from cribboard.journal import Entry, Journal
from cribboard.replay import Replay
from cribboard.rules import Card, Event, Notice, Options, Scan, State, decide, evolve
from cribboard.rules import commands as cmd
from cribboard.rules.commands import Command
from cribboard.rules.events import DeviceChanged, Refusal, Undone
from cribboard.script import Script
from cribboard.selfplay import SelfPlay
from cribboard.signals import (
    SEVERAL,
    UNREADABLE,
    Answer,
    Button,
    CodeRead,
    DeviceFound,
    DeviceLost,
    Edge,
    Said,
    ScannerFault,
    ScannerFound,
    ScannerLost,
)
from cribboard.table import Mailbox, Restart, Table


class Witness:
    def __init__(self) -> None:
        self.seen: list[tuple[View, tuple[Event | Notice, ...], float]] = []

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        self.seen.append((view, events, now))

    @property
    def last(self) -> tuple[View, tuple[Event | Notice, ...], float]:
        return self.seen[-1]


def test_what_is_shown_is_already_written_down() -> None:
    class Suspicious(Journal):
        def append(self, entry: Entry, game: int) -> None:
            assert not any(entry.events == events for _, events, _ in witness.seen)
            super().append(entry, game)

    witness = Witness()
    journal = Suspicious()
    table = Table(Options(), journal, [witness])
    table.handle(Said(cmd.ChooseDealer(1)), 1.0)
    assert journal.load()[-1].events == witness.last[1]


def test_a_refusal_changes_nothing_and_is_told() -> None:
    witness, journal = Witness(), Journal()
    table = Table(Options(), journal, [witness])
    before = table.view.state
    table.handle(Edge(Button("next"), True), 1.0)
    table.handle(Edge(Button("next"), False), 1.1)
    assert witness.last[1] == (Refusal("who_deals", {}),)
    assert table.view.state == before
    assert len(journal.load()) == 1


def test_watchers_hear_of_every_change_and_of_nothing_else() -> None:
    witness = Witness()
    table = Table(Options(scan=Scan.NONE), Journal(), [witness])
    table.handle(Said(cmd.ChooseDealer(0)), 1.0)
    told = len(witness.seen)
    table.handle(Edge(Button("five", 0), True), 2.0)
    assert len(witness.seen) == told + 1  # the preview
    table.handle(Edge(Button("five", 0), False), 2.1)
    table.tick(2.2)
    assert len(witness.seen) == told + 1
    assert table.deadline == pytest.approx(4.5)
    table.tick(4.5)
    assert witness.last[0].state.scores == (5, 0)
    assert witness.last[2] == 4.5


def test_the_reader_is_told_what_became_of_a_code() -> None:
    answers: list[Answer] = []
    decks = Decks.of([Deck("red", {"04A1B2C3": Card.parse("9C")})])
    table = Table(Options(), Journal(), decks=decks)
    for code in ("4D", "4D", "5X", "04D5E6F7", UNREADABLE, SEVERAL, "04A1B2C3", "KS"):
        table.handle(CodeRead(code, answers.append), 1.0)
    assert answers == [
        Answer("ok", "4D"),
        Answer("duplicate", "4D", "card_on_table"),
        Answer("unknown", "5X", "not_a_card"),
        Answer("unknown", "04D5E6F7", "unknown_tag"),
        Answer("unknown", UNREADABLE, "unreadable"),
        Answer("refused", SEVERAL, "several_cards"),
        Answer("ok", "04A1B2C3"),
        Answer("ignored", "KS"),  # the deal: the reader is deaf
    ]


def test_a_lost_scanner_is_told_and_the_game_goes_on() -> None:
    witness = Witness()
    table = Table(Options(), Journal(), [witness])
    table.handle(ScannerLost(), 1.0)
    assert witness.last[0].scanner == "lost"
    assert witness.last[1] == (DeviceChanged("scanner", "lost"),)
    table.handle(Said(cmd.ChooseDealer(0)), 2.0)
    assert witness.last[0].scanner == "lost"
    table.handle(ScannerFound(), 3.0)
    assert witness.last[0].scanner == "ok"


def test_what_is_wrong_with_the_scanner_is_said() -> None:
    witness = Witness()
    table = Table(Options(), Journal(), [witness])
    table.handle(ScannerLost("another program uses it"), 1.0)
    assert said(witness) == [
        "The scanner is lost: another program uses it. Until then play on with the buttons"
    ]
    table.handle(ScannerFound(), 2.0)
    table.handle(ScannerFault("reader 2 doesn't answer"), 3.0)
    assert said(witness) == ["Trouble with the scanner: reader 2 doesn't answer"]
    assert witness.last[0].scanner == "ok"
    table.handle(ScannerFault(""), 4.0)
    assert said(witness) == ["The scanner is back"]


def said(witness: Witness) -> list[str]:
    view, events, _ = witness.last
    return [*Announcer().announce(view, events)]


def test_what_else_fails_is_told_and_the_game_goes_on() -> None:
    witness = Witness()
    table = Table(Options(), Journal(), [witness])
    state = table.view.state
    for device in ("buttons", "lights"):
        table.handle(DeviceLost(device), 1.0)
        assert witness.last[1] == (DeviceChanged(device, "lost"),)
        table.handle(DeviceFound(device), 2.0)
        assert witness.last[1] == (DeviceChanged(device, "back"),)
    assert table.view.state == state


def play_a_game(scan: Scan, seed: int, watcher: Witness) -> Replay:
    """A whole match through buttons and reader, by simulated players."""
    options = Options(scan=scan, match=Options().match.parse("first-to:3"))
    replay = Replay(Script(options, ()), [watcher])
    players = SelfPlay(Random(seed))
    while replay.table.view.state.phase.name != "match_over":
        for line in acts(players.act(replay.table.view.state), options):
            replay.do(line)
    return replay


@pytest.mark.parametrize("scan", list(Scan))
@pytest.mark.parametrize("seed", range(3))
def test_undo_at_any_depth_and_the_same_again(scan: Scan, seed: int) -> None:
    """R67, E102: through hands, heels, wins and the match: every State comes back, and leads to the same end."""
    witness = Witness()
    replay = play_a_game(scan, seed, witness)
    table, entries = replay.table, replay.journal.load()
    states: list[State] = [table.view.state]
    for _ in entries[1:]:
        table.handle(Edge(Button("undo"), True), replay.now + 10)
        table.handle(Edge(Button("undo"), False), replay.now + 10.1)
        replay.now += 20
        undone = witness.last[1][0]
        assert isinstance(undone, Undone)
        assert undone.pegs_before == states[-1].pegs
        assert undone.pegs == table.view.state.pegs
        states.append(table.view.state)
    assert all(peg == (0, 0) for peg in table.view.state.pegs)
    commands: list[Command] = [entry.command for entry in entries[1:]]
    state = states[-1]
    for command, expected in zip(commands, reversed(states[:-1]), strict=True):
        state = reduce(evolve, decide(state, command), state)
        assert state == expected


@pytest.mark.parametrize("scan", list(Scan))
def test_the_power_may_go_at_any_moment(scan: Scan) -> None:
    """What the journal gives back is the State that was, however deep its undo."""
    witness = Witness()
    replay = play_a_game(scan, 7, witness)
    before = replay.table.view.state
    again = Table(Options(), replay.journal)
    assert again.view.state == before
    now = replay.now + 10
    for table in (again, replay.table):
        table.handle(Edge(Button("undo"), True), now)
        table.handle(Edge(Button("undo"), False), now + 0.1)
    assert again.view.state == replay.table.view.state
    assert again.view.state.pegs != before.pegs


def test_the_mailbox_hands_over_in_order_and_ends_when_it_is_told() -> None:
    answers: list[Answer] = []
    table, mailbox = Table(Options(), Journal()), Mailbox()
    for code in ("4D", "9C"):
        mailbox.post(CodeRead(code, answers.append), 1.0)
    mailbox.restart(Restart())
    mailbox.post(CodeRead("KS", answers.append), 2.0)
    mailbox.close()
    assert mailbox.serve(table) == Restart()
    assert answers == [Answer("ok", "4D"), Answer("ok", "9C")]
    assert mailbox.serve(table) is None
    assert answers[2:] == [Answer("ignored", "KS")]


def test_signals_that_wait_come_before_what_is_due() -> None:
    """A tap stamped before an award's deadline belongs to it, however late the loop gets round to it."""
    witness = Witness()
    table, mailbox = Table(Options(scan=Scan.NONE), Journal(), [witness]), Mailbox()
    for button, at in ((Button("go", 0), 1.0), (Button("five", 0), 2.0), (Button("five", 0), 3.0)):
        mailbox.post(Edge(button, True), at)
        mailbox.post(Edge(button, False), at + 0.1)
    mailbox.close()
    mailbox.serve(table, clock=lambda: 100.0)
    assert [pending and pending.points for pending in table.view.pending] == [10, None]
