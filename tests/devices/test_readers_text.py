"""A line a card: whatever the bytes and however they are cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribboard.devices.readers import Answer, Fault, Heard, Read
from cribboard.devices.readers.text import FLOOD, LONGEST, WHILE, TextLines
from cribboard.signals import UNREADABLE


def codes(heard: Sequence[Heard]) -> list[str]:
    return [each.code for each in heard if isinstance(each, Read)]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"5H\r", ["5H"]),
        (b"5H\n", ["5H"]),
        (b"5H\r\n", ["5H"]),
        (b"5H\r\nTC\r\n", ["5H", "TC"]),
        (b"5H", []),
        (b"\r\n\n \r\n\r", []),
        (b" 5H\t\r", ["5H"]),
        ("5♥\r".encode(), ["5♥"]),
        (b"5\xe2\x99\r", [UNREADABLE]),
        (b"5H\x00\r", [UNREADABLE]),
        (b"\x1b\r5H\r", [UNREADABLE, "5H"]),
        (b"\x1f\r", [UNREADABLE]),
        (b"x" * LONGEST + b"\r", ["x" * LONGEST]),
        (b"x" * (LONGEST + 1) + b"\r5H\r", [UNREADABLE, "5H"]),
        (b"x" * (LONGEST + 1), [UNREADABLE]),
        (b"x" * 10_000 + b"\r", [UNREADABLE]),
        (b" " * (LONGEST + 1) + b"\r", [UNREADABLE]),
    ],
)
def test_lines_become_codes(data: bytes, expected: list[str]):
    assert codes(TextLines().feed(data, 0.0)) == expected


def by_hand(data: bytes) -> Iterator[str]:
    """The codes of a whole stream, line by line."""
    *lines, rest = data.replace(b"\r", b"\n").split(b"\n")
    for line in lines:
        text = line.decode(errors="replace").strip(" \t")
        if len(line) > LONGEST or not text.isprintable() or not is_utf8(line):
            yield UNREADABLE
        elif text:
            yield text
    if len(rest) > LONGEST:
        yield UNREADABLE


def is_utf8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


pieces = st.one_of(
    st.binary(),
    st.sampled_from([b"\r", b"\n", b"\r\n", b"5H", b"10D", "5♥".encode(), b"x" * 60, b"y" * 200]),
)


@given(st.lists(pieces).map(b"".join), st.lists(st.integers(0, 400)))
def test_any_bytes_however_cut_give_the_same_codes(data: bytes, cuts: list[int]):
    lines = TextLines()
    marks = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    parts = [data[start:end] for start, end in pairwise(marks)]
    assert [code for part in parts for code in codes(lines.feed(part, 0.0))] == list(by_hand(data))


def test_half_a_line_is_forgotten_when_the_port_is_opened_anew():
    lines = TextLines()
    lines.feed(b"5", 0.0)
    assert lines.greeting() == b""
    assert codes(lines.feed(b"TH\n", 0.1)) == ["TH"]


def test_a_card_that_lies_in_view_counts_once():
    """An engine that reads on and on tells of it again and again; taken away and brought back, it counts anew."""
    lines = TextLines(gone=0.4)
    told = [(at, codes(lines.feed(b"5H\r", at))) for at in (1.0, 1.3, 1.6, 1.9, 2.4, 2.5)]
    assert [at for at, heard in told if heard] == [1.0, 2.4]


def test_two_codes_in_view_by_turns_count_once_each():
    lines = TextLines(gone=0.4)
    heard = [codes(lines.feed(f"{code}\r".encode(), n / 10)) for n, code in enumerate("ABABBA")]
    assert heard == [["A"], ["B"], [], [], [], []]


def test_what_cannot_be_read_is_told_once_too():
    """A wrong speed makes a storm of it."""
    lines = TextLines(gone=0.4)
    assert codes(lines.feed(b"\xff\r\xfe\r\x80\x80\r", 1.0)) == [UNREADABLE]


def test_each_line_is_a_card_where_nothing_repeats_itself():
    assert codes(TextLines(gone=0).feed(b"5H\r5H\r", 1.0)) == ["5H", "5H"]


def test_another_device_is_told_once_and_heard_again_when_it_is_quiet():
    """A GPS receiver, say, sends lines and never stops; the game is not to be flooded with what it says."""
    lines, heard = TextLines(gone=0.4), []
    for n in range(5 * FLOOD):
        heard += lines.feed(f"$GPGGA,{n}\r\n".encode(), n * WHILE / FLOOD / 2)
    assert codes(heard) == [f"$GPGGA,{n}" for n in range(FLOOD)]
    assert [each for each in heard if isinstance(each, Fault)] == [
        Fault(
            f"it sends more than any card reader, such as '$GPGGA,{FLOOD}': see what is on its port"
        )
    ]
    assert lines.feed(b"5H\r", 1000.0) == [Fault(""), Read("5H")]


def test_hands_that_hurry_are_no_flood():
    """Three cards a second is as fast as anybody scans."""
    lines = TextLines(gone=0.4)
    heard = [h for n in range(52) for h in lines.feed(f"card{n}\r".encode(), n / 3)]
    assert heard == [Read(f"card{n}") for n in range(52)]


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        (Answer("ok", "5H"), "ok 5H"),
        (Answer("refused", "5♥", "not_your_turn"), "refused 5♥: not_your_turn"),
    ],
)
def test_whoever_reads_along_is_told_in_a_line(answer: Answer, line: str):
    assert TextLines().answer(Read(answer.code), answer) == f"{line}\r\n".encode()
