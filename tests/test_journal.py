"""The journal gives back what was put in, and forgets nothing that was undone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import reduce
from pathlib import Path
from random import Random

import pytest

from cribboard.codec import dump_command, dump_events, load_command, load_events
from cribboard.journal import Entry, Journal
from cribboard.rules import Options, Scan, State, decide, evolve
from cribboard.rules import commands as cmd
from cribboard.selfplay import SelfPlay


def entries_of_a_match(scan: Scan, seed: int) -> list[Entry]:
    options = Options(scan=scan, match=Options().match.parse("first-to:2"))
    players, entries = SelfPlay(Random(seed)), []
    command: cmd.Command = cmd.StartMatch(options)
    state: State | None = None
    while True:
        events = decide(state, command)
        entries.append(Entry(command, events))
        state = reduce(evolve, events, state)
        assert state
        if state.phase.name == "match_over":
            return entries
        command = players.act(state)


@pytest.mark.parametrize("scan", list(Scan))
def test_a_match_comes_back_as_it_was(scan: Scan) -> None:
    entries = entries_of_a_match(scan, 11)
    journal = Journal()
    for entry in entries:
        journal.append(entry, game=1)
    assert journal.load() == entries


@pytest.mark.parametrize("scan", list(Scan))
def test_every_recorded_command_is_decided_the_same_again(scan: Scan) -> None:
    state: State | None = None
    for entry in entries_of_a_match(scan, 12):
        command = load_command(dump_command(entry.command))
        assert decide(state, command) == load_events(dump_events(entry.events))
        state = reduce(evolve, entry.events, state)


def test_undo_marks_the_last_that_stands_and_erases_nothing(tmp_path: Path) -> None:
    entries = entries_of_a_match(Scan.ALL, 13)[:5]
    journal = Journal(tmp_path / "journal.db")
    for entry in entries:
        journal.append(entry, game=1)
    journal.undo()
    journal.undo()
    assert journal.load() == entries[:3]
    journal.append(entries[4], game=1)
    assert journal.load() == [*entries[:3], entries[4]]
    journal.close()
    with closing(sqlite3.connect(tmp_path / "journal.db")) as database:
        kept = database.execute("select number, undone from entry order by number").fetchall()
    assert kept == [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 0)]
    again = Journal(tmp_path / "journal.db")
    assert again.load() == [*entries[:3], entries[4]]
    again.close()


def test_the_rarer_commands_and_events_come_back_too() -> None:
    state: State | None = None
    for command in (
        cmd.StartMatch(Options(scan=Scan.SHOW)),
        cmd.ChooseDealer(1),
        cmd.NextStep(),
        cmd.ClaimHeels(1),
        cmd.Award(0, 12, go_by=1),
        cmd.WalkBack(0, 3),
        cmd.NextStep(),
        cmd.DealAgain(),
        cmd.NewGame(),
    ):
        events = decide(state, command)
        assert events
        assert load_command(dump_command(command)) == command
        assert load_events(dump_events(events)) == events
        state = reduce(evolve, events, state)
