"""A table to play at: awards are tapped in, taken back, and watched."""

from __future__ import annotations

import pytest

from cribboard.board import Pending, Track, View
from cribboard.rules import Event, Options, Scan, decide, evolve
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev


class Table:
    """The rules with Ann (A) as first dealer; `events` is what the last act brought about."""

    def __init__(self, scan: Scan = Scan.NONE, **options: object) -> None:
        self.state = None
        self.events: tuple[Event, ...] = ()
        self.past: list[tuple[object, tuple[Event, ...]]] = []
        self.do(cmd.StartMatch(Options(scan=scan, **options)))

    def do(self, command: cmd.Command) -> tuple[Event, ...]:
        self.past.append((self.state, self.events))
        self.events = decide(self.state, command)
        for event in self.events:
            self.state = evolve(self.state, event)
        return self.events

    def peg(self, side: int, *awards: int) -> Table:
        for points in awards:
            self.do(cmd.Award(side, points))
        return self

    def undo(self) -> ev.Undone:
        before, events = self.state, self.events
        self.state, self.events = self.past.pop()
        return ev.Undone(events, before.pegs, self.state.pegs)

    def view(self, *pending: Pending | None, scanner: str = "none") -> View:
        return View(self.state, pending or (None,) * len(self.state.pegs), scanner=scanner)


@pytest.fixture(scope="session")
def classic() -> Track:
    return Track.load("classic")


@pytest.fixture(scope="session")
def singles() -> Track:
    """A row each for three."""
    return Track.load("singles", sides=3)


@pytest.fixture(scope="session")
def four_singles() -> Track:
    return Track.load("singles", sides=4)


@pytest.fixture
def table() -> Table:
    """A game just begun, Ann's deal, all pegs at the start; the players tap everything."""
    table = Table()
    table.do(cmd.ChooseDealer(0))
    return table


@pytest.fixture
def new_table() -> type[Table]:
    """To sit down with other options."""
    return Table
