"""The scanner's cable is pulled again and again during a game, and it is the same game: no card is lost or doubled."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle
from queue import SimpleQueue
from random import Random

import pytest

from cribboard.acts import acts
from cribboard.controls import Timing
from cribboard.decks import Deck, Decks
from cribboard.devices.readers import Reader
from cribboard.devices.readers.framed import Framed
from cribboard.devices.readers.text import TextLines
from cribboard.devices.scanner import Scanner
from cribboard.devices.simulated import PtyCable
from cribboard.hands import Hands, PostedWires
from cribboard.journal import Journal
from cribboard.replay import Replay
from cribboard.rules import PACK, Options, Scan, State
from cribboard.rules.commands import Command
from cribboard.script import Scan as Scanned
from cribboard.script import Script
from cribboard.selfplay import SelfPlay
from cribboard.signals import CodeRead, ScannerFound, ScannerLost, Signal
from cribboard.table import Mailbox, Table

from .firmware.parts import part

LINK = part("link")
DECKS = Decks.of([Deck("red", {f"04A1B2C3D4E5{n:02X}": card for n, card in enumerate(PACK)})])
TAGS = {str(known.card): code for code, known in DECKS.codes.items()}
OPTIONS = Options(scan=Scan.ALL, match=Options().match.parse("first-to:99"))
TIMING = Timing()


class Clock:
    """Seconds of real time, and those that were skipped: at this table pauses cost nothing."""

    skipped = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.skipped

    def skip(self, seconds: float) -> None:
        self.skipped += seconds


class Cable(PtyCable):
    """Counts how often it was pulled; the board's back-off ends when it is plugged in again."""

    def __init__(self) -> None:
        super().__init__()
        self.plugged = threading.Event()
        self.pulled = 0

    def plug(self) -> None:
        super().plug()
        self.plugged.set()

    def pull(self) -> None:
        self.plugged.clear()
        self.pulled += 1
        self.unplug()

    def wait(self, closing: threading.Event, seconds: float) -> None:
        self.plugged.wait(10)


class Told:
    """What the scanner tells, on its way to the table."""

    def __init__(self, mailbox: Mailbox) -> None:
        self._mailbox = mailbox
        kinds = (CodeRead, ScannerLost, ScannerFound)
        self._heard: dict[type[Signal], SimpleQueue[None]] = {kind: SimpleQueue() for kind in kinds}
        self.counts: Counter[type[Signal]] = Counter()

    def __call__(self, signal: Signal, at: float) -> None:
        self.counts[type(signal)] += 1
        self._mailbox.post(signal, at)
        self._heard[type(signal)].put(None)

    def wait_for(self, kind: type[Signal]) -> None:
        """The next signal of this kind."""
        self._heard[kind].get(timeout=10)


class Engine:
    """A reader that sends a line for each card, and whose cable is pulled before, within or after it."""

    def __init__(self, cable: Cable) -> None:
        self._cable = cable
        self._when = cycle(["before", "within", "after"])

    def lay(self, code: str) -> None:
        when = next(self._when)
        if when == "within":
            self._cable.send(code[:1].encode())
        if when != "after":
            self._replug()
        self._cable.send(f"{code}\r\n".encode())
        assert self._cable.received() == f"ok {code}"
        if when == "after":
            self._replug()

    def _replug(self) -> None:
        self._cable.pull()
        self._cable.plug()
        assert self._cable.wait_open(10)


class Pico:
    """The board's own scanner: its firmware's link, whose clock goes on by what it sends.

    Its cable is pulled before a card, while its line is on the way, and once it is acknowledged but not yet judged.
    """

    def __init__(self, cable: Cable, told: Told) -> None:
        self._cable = cable
        self._told = told
        self._link = LINK.Link("7F3A09C1", "fw=1.0.0 reader=pn532 n=1 uid=E661")
        self._now = 0
        self._when = cycle(["before", "on the way", "acknowledged"])

    def meet(self) -> None:
        """The board asks who is there when it has opened the port."""
        assert self._cable.wait_open(10)
        self._link.hear(self._cable.heard(10), self._now)
        self._send()

    def lay(self, code: str) -> None:
        when = next(self._when)
        if when == "before":
            self._replug()
        self._link.tell(f"TAG {TAGS[code]} r=0", self._now)
        self._send()
        if when == "on the way":
            self._replug()
            self._send()
        while self._link._events:
            self._link.hear(self._cable.heard(10), self._now)
        if when == "acknowledged":
            self._replug()
        self._told.wait_for(CodeRead)  # a verdict that was lost with the cable isn't repeated

    def _replug(self) -> None:
        self._cable.pull()
        self._cable.plug()
        self.meet()
        self._told.wait_for(ScannerFound)

    def _send(self) -> None:
        self._now += int(LINK.REPEAT)
        self._cable.send(self._link.due(self._now))


class Wires(PostedWires):
    """Buttons as they are, and cards through the cable."""

    def __init__(self, mailbox: Mailbox, clock: Clock, reader: Engine | Pico) -> None:
        super().__init__(mailbox.post, clock)
        self.scan = reader.lay  # type: ignore[method-assign]


@contextmanager
def served(table: Table, mailbox: Mailbox, clock: Clock) -> Iterator[None]:
    with ThreadPoolExecutor() as threads:
        serving = threads.submit(mailbox.serve, table, clock)
        try:
            yield
        finally:
            mailbox.close()
        serving.result()


def played(kind: str, pulls: int, seed: int) -> tuple[list[Command], State, Counter[type[Signal]]]:
    """A match at a board whose cable is pulled with every card; what was told of the scanner meanwhile."""
    cable, mailbox, clock, journal = Cable(), Mailbox(), Clock(), Journal()
    told = Told(mailbox)
    reader: Reader = TextLines() if kind == "text" else Framed()
    sender = Engine(cable) if kind == "text" else Pico(cable, told)
    hands = Hands(Wires(mailbox, clock, sender), mailbox, TIMING, clock, clock.skip)
    table = Table(OPTIONS, journal, [hands], TIMING, decks=DECKS, now=clock())
    cable.plug()
    scanner = Scanner(reader, cable.find, cable.open_port, told, clock, wait=cable.wait)
    players = SelfPlay(Random(seed))
    with served(table, mailbox, clock):
        if isinstance(sender, Pico):
            sender.meet()
        while cable.pulled < pulls:
            assert hands.view
            for line in acts(players.act(hands.view.state), OPTIONS):
                hands.do(line)
        scanner.close()
    cable.close()
    return [entry.command for entry in journal.load()], table.view.state, told.counts


def undisturbed(cards: int, seed: int) -> tuple[list[Command], State]:
    """The same match, through no cable at all, until so many cards were read."""
    replay, players, read = Replay(Script(OPTIONS, ()), []), SelfPlay(Random(seed)), 0
    while read < cards:
        for line in acts(players.act(replay.table.view.state), OPTIONS):
            replay.do(line)
            read += isinstance(line, Scanned)
    return [entry.command for entry in replay.journal.load()], replay.table.view.state


@pytest.mark.parametrize("kind", ["text", "cribboard"])
@pytest.mark.parametrize("pulls", [60, pytest.param(1000, marks=pytest.mark.soak)])
def test_a_cable_pulled_with_every_card_changes_nothing(kind: str, pulls: int) -> None:
    commands, state, told = played(kind, pulls, seed=5)
    assert (commands, state) == undisturbed(pulls, seed=5)
    assert told == {CodeRead: pulls, ScannerLost: pulls, ScannerFound: pulls}
