"""The scanner's side of CBS/1, under each Python that is here."""

from __future__ import annotations

from pathlib import Path

import pytest

from cribboard.devices.readers.framed import frame

from .interpreters import INTERPRETERS, run
from .parts import part

TRANSCRIPTS = sorted((Path(__file__).parents[1] / "data/scanner").glob("*.txt"))


@pytest.mark.parametrize("python", INTERPRETERS)
@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda path: path.stem)
def test_the_scanner_keeps_its_part_of_the_transcript(python: str, transcript: Path):
    played = run(python, "play_transcript.py", transcript)
    assert played.splitlines() == transcript.read_text().splitlines()


@pytest.mark.parametrize(
    ("verdict", "shown"),
    [
        ("OK 1", ["OK"]),
        ("DUP 2", []),
        ("OK 0", []),
        ("OK 99", []),
        ("OK", []),
        ("OK x", []),
        ("OK -1", []),
        ("REFUSED 1 not_your_turn", ["REFUSED"]),
    ],
)
def test_a_verdict_counts_for_an_event_that_was_sent_and_for_no_other(verdict, shown):
    """The first of two events was sent; the second still waits behind it."""
    link = part("link").Link("A", "fw=1")
    link.tell("TAG DEADBEEF r=0", 0)
    link.tell("TAG CAFEBABE r=0", 0)
    assert b"HELLO" in link.due(0)
    assert b"!1 TAG" in link.due(0)
    assert link.hear(frame("?", f"{verdict} boot=A"), 10) == shown


def test_a_late_verdict_on_a_card_that_was_given_up_is_shown():
    """The board had it all the same: whoever stands at the table hears what became of it."""
    link = part("link").Link("A", "fw=1")
    link.tell("TAG DEADBEEF r=0", 0)
    for now in range(0, 4000, 100):
        link.due(now)
    assert link.dropped == 1
    assert link.hear(frame("?", "OK 1 boot=A"), 4000) == ["OK"]


@pytest.mark.parametrize(
    ("events", "dropped"),
    [(["GONE DEADBEEF"], 0), (["GONE DEADBEEF", "TAG CAFEBABE"], 1), (["MULTI"], 1)],
)
def test_only_a_card_that_was_laid_in_vain_is_to_be_laid_again(events, dropped):
    """A card that counted, and is lifted once the board has gone, is none."""
    link = part("link").Link("A", "fw=1")
    for event in events:
        link.tell(event, 0)
    link.due(4000, False)
    assert link.dropped == dropped
    assert link.lost


def test_a_card_for_which_there_is_no_room_is_dropped_and_its_number_with_it():
    link = part("link").Link("A", "fw=1")
    for _ in range(8):
        link.tell("TAG DEADBEEF", 0)
        link.tell("GONE DEADBEEF", 0)
    link.tell("GONE CAFEBABE", 0)
    assert link.dropped == 0
    link.tell("TAG CAFEBABE", 0)
    assert link.dropped == 1
    for seq in range(1, 17):
        link.hear(frame("?", f"ACK {seq} boot=A"), 10)
    link.tell("TAG CAFEBABE", 20)
    link.due(20)
    assert b"!19 TAG CAFEBABE boot=A" in link.due(20)
