"""The board's side of CBS/1. The transcripts are read by the firmware's tests too: both sides keep one contract."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribboard.devices.readers import Answer, Fault, Heard, Mismatch, Read, Receipt, Reply
from cribboard.devices.readers.framed import LONGEST, Framed, frame, parse
from cribboard.signals import SEVERAL

ROOT = Path(__file__).parents[2]
TRANSCRIPTS = sorted((ROOT / "tests/data/scanner").glob("*.txt"))
PROTOCOL = ROOT / "firmware/scanner/PROTOCOL.md"

HELLO = frame("!", "0 HELLO proto=1 fw=1.0.0 reader=pn532 n=1 boot=A")


class Board:
    """The board's part of a transcript."""

    def __init__(self) -> None:
        self._framed = Framed()
        self._sent: list[bytes] = []
        self._heard: list[Heard] = []
        self._read: Read | None = None
        self._start = ""

    def boot(self, start: str) -> None:
        self._start = start

    def greet(self, _: str) -> None:
        self._sent.append(self._framed.greeting())

    def scanner(self, line: str) -> None:
        for heard in self._framed.feed(line.encode() + b"\n", 0.0):
            if isinstance(heard, Reply):
                self._sent.append(heard.data)
            else:
                self._heard.append(heard)

    def board(self, line: str) -> None:
        assert self._sent.pop(0) == line.encode() + b"\n"

    def card(self, what: str) -> None:
        code, antenna, receipt = what.split()
        self._hears(Read(code, int(antenna), Receipt(self._start, int(receipt))))

    def several(self, what: str) -> None:
        antenna, receipt = what.split()
        self._hears(Read(SEVERAL, int(antenna), Receipt(self._start, int(receipt))))

    def _hears(self, read: Read) -> None:
        assert self._heard.pop(0) == read
        self._read = read

    def verdict(self, what: str) -> None:
        assert self._read
        verdict, _, reason = what.partition(" ")
        answer = Answer(verdict, self._read.code, reason)  # type: ignore[arg-type]
        self._sent.append(self._framed.answer(self._read, answer))

    def lost(self, what: str) -> None:
        sender, _, line = what.partition(" ")
        if sender == "board":
            self.board(line)

    def stray(self, what: str) -> None:
        sender, _, line = what.partition(" ")
        if sender == "scanner":
            self.scanner(line)

    def elsewhere(self, _: str) -> None:
        """It happens at the scanner."""

    after = present = show = elsewhere

    def ends(self) -> None:
        assert (self._sent, self._heard) == ([], [])


def acts(transcript: Path) -> list[tuple[str, str]]:
    lines = transcript.read_text().splitlines()
    return [(act, what) for act, _, what in (line.partition(" ") for line in lines) if act != "#"]


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda path: path.stem)
def test_the_board_keeps_its_part_of_the_transcript(transcript: Path):
    board = Board()
    for act, what in acts(transcript):
        getattr(board, act)(what)
    board.ends()


def test_every_example_line_of_the_protocol_is_whole():
    examples = re.findall(r"^ {4}([!?].*)$", PROTOCOL.read_text(), re.M)
    kinds = set()
    for line in examples:
        mark, text = line[0], line[1:].rpartition("*")[0]
        if line != "?HELLO":
            assert frame(mark, text) == line.encode() + b"\n"
            kinds.add(text.split()[mark == "!"])
            assert mark == "?" or parse(line)
    told, answered = {"TAG", "GONE", "MULTI", "HB"}, {"ACK", "OK", "DUP", "UNKNOWN", "REFUSED"}
    assert kinds == {"HELLO", *told, *answered, "IGNORED"}


def met() -> Framed:
    framed = Framed()
    framed.greeting()
    assert framed.feed(HELLO, 0.0) == []
    return framed


def reads(heard: Sequence[Heard]) -> list[Read]:
    return [each for each in heard if isinstance(each, Read)]


def test_bytes_may_be_cut_anywhere():
    framed, heard = met(), []
    for byte in frame("!", "1 TAG DEADBEEF r=2 boot=A") + frame("!", "2 TAG CAFEBABE boot=A"):
        heard += framed.feed(bytes([byte]), 0.0)
    assert reads(heard) == [
        Read("DEADBEEF", 2, Receipt("A", 1)),
        Read("CAFEBABE", None, Receipt("A", 2)),
    ]


@pytest.mark.parametrize("junk", [b"x" * 500, b"\xff\x00\x03", b">>> \r\n\r\n", b"!1 TAG DEAD"])
def test_what_stands_before_a_line_does_not_hide_it(junk: bytes):
    assert reads(met().feed(junk + frame("!", "1 TAG DEADBEEF r=0 boot=A"), 0.0))


def test_a_carriage_return_is_no_damage():
    assert reads(
        met().feed(b"!1 TAG DEADBEEF boot=A*%s\r\n" % _checksum("1 TAG DEADBEEF boot=A"), 0)
    )


def _checksum(text: str) -> bytes:
    return frame("!", text)[-5:-1]


@pytest.mark.parametrize("uid", ["", "5H", "DEADBEE", "deadbeef", "DEADBEEF" * 3])
def test_a_tag_with_a_senseless_number_is_acknowledged_and_no_card(uid: str):
    heard = met().feed(frame("!", f"1 TAG {uid} boot=A".replace("  ", " ")), 0.0)
    assert [type(each) for each in heard] == [Reply]


def test_another_version_is_told_once_and_its_cards_are_none():
    framed = Framed()
    framed.greeting()
    hello = frame("!", "0 HELLO proto=2.1 boot=B")
    tag = frame("!", "1 TAG DEADBEEF boot=B")
    heard = [*framed.feed(hello, 0.0), *framed.feed(hello + tag, 1.0)]
    assert [type(each) for each in heard] == [Mismatch]
    assert "speaks version 2.1" in str(heard[0])
    assert reads([*framed.feed(frame("!", "0 HELLO proto=1.7 boot=C"), 2.0)]) == []
    assert reads(framed.feed(frame("!", "1 TAG DEADBEEF boot=C"), 2.0))


def test_a_prompt_or_another_reader_is_told_once():
    framed = Framed()
    framed.greeting()
    heard = framed.feed(b"5H\r\n5D\r\n>>> \r\n6H\r\n7H\r\n", 0.0)
    assert [type(each) for each in heard] == [Mismatch]
    assert "'>>>'" in str(heard[0])


def test_another_reader_is_the_same_news_whatever_it_sends_the_next_time():
    framed = Framed()
    whys = set()
    for n in range(3):
        framed.greeting()
        whys |= {*framed.feed(f"$GPGGA,{n}\r\n".encode() * 5, float(n))}
    assert len(whys) == 1


def test_noise_is_no_text_of_another_reader():
    """A wrong speed: what is wrong with it isn't the firmware."""
    framed = Framed()
    framed.greeting()
    assert framed.feed(b"\xae\xc9\xc7\n\xe9\xf8\n\xc3\xa9\n" * 5, 0.0) == []


def test_a_prompt_before_the_scanner_began_is_forgotten():
    framed = met()
    assert framed.feed(b"Traceback\n" * 5, 0.0) == []


def test_an_antenna_that_fails_is_told_when_that_changes():
    framed = met()
    heard: list[Heard] = []
    for down in ("", " down=1", " down=1", " down=1,2", ""):
        heard += framed.feed(frame("!", f"0 HB up=1 err=0{down} boot=A"), 0.0)
    assert heard == [
        Fault("the scanner's reader 1 doesn't answer: see to its wires"),
        Fault("the scanner's reader 1,2 doesn't answer: see to its wires"),
        Fault(""),
    ]


def test_a_card_of_an_opening_before_gets_no_answer_until_the_scanner_is_known():
    framed = met()
    framed.greeting()
    assert framed.answer(Read("DEADBEEF", 0, Receipt("A", 1)), Answer("ok", "DEADBEEF")) == b""


@given(st.text(max_size=200))
def test_an_answer_is_one_short_line_whatever_the_reason(reason: str):
    said = met().answer(
        Read("DEADBEEF", 0, Receipt("A", 999_999_999)), Answer("refused", "DEADBEEF", reason)
    )
    assert len(said) <= LONGEST
    assert said.count(b"\n") == 1
    assert said.isascii()


@given(st.lists(st.binary(max_size=120), max_size=8))
def test_no_bytes_make_it_raise(chunks: list[bytes]):
    framed = met()
    for chunk in chunks:
        framed.feed(chunk, 0.0)
    assert reads(framed.feed(b"\n" + frame("!", "1 TAG DEADBEEF boot=A"), 0.0))


def test_an_answer_goes_to_the_start_that_laid_the_card_and_to_no_other():
    """The table judged late: meanwhile the scanner began anew, and its first card has the same number."""
    framed = met()
    (old,) = reads(framed.feed(frame("!", "1 TAG DEADBEEF r=0 boot=A"), 0.0))
    framed.feed(frame("!", "0 HELLO proto=1 boot=B"), 1.0)
    (new,) = reads(framed.feed(frame("!", "1 TAG CAFEBABE r=0 boot=B"), 1.0))
    assert framed.answer(old, Answer("ok", "5H")) == b""
    assert framed.answer(new, Answer("ok", "6H")) == frame("?", "OK 1 boot=B")


@pytest.mark.parametrize(
    "text",
    [
        "7 TAG2 DEADBEEF boot=A",
        "7 LEVEL_UP boot=A",
        "7 NOTE a*b boot=A",
        "7 NOTE a**ABCD boot=A",
        "7 TAG  DEADBEEF  boot=A",
        "7 NOTE #(x)?~ name=a=b boot=A",
        "7 NOTE boot=A ",
    ],
)
def test_every_numbered_line_that_the_protocol_allows_is_acknowledged(text: str):
    assert Reply(frame("?", "ACK 7 boot=A")) in met().feed(frame("!", text), 0.0)


@given(
    kind=st.from_regex(r"[A-Z][A-Z0-9_]{0,9}", fullmatch=True),
    words=st.lists(
        st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="!"), min_size=1, max_size=9),
        max_size=4,
    ),
)  # fmt: skip
def test_no_kind_and_no_words_keep_a_line_from_being_acknowledged(kind: str, words: list[str]):
    kind = f"X{kind}"
    words = [word for word in words if not word.startswith("boot=")]
    heard = met().feed(frame("!", " ".join(("7", kind, *words, "boot=A"))), 0.0)
    assert heard == [Reply(frame("?", "ACK 7 boot=A"))]


def test_what_waited_while_the_board_stood_still_is_no_card():
    """The scanner gave that card up, and its players were told to lay it again; what it hasn't given up it repeats."""
    framed = met()
    old = frame("!", "1 TAG DEADBEEF r=0 boot=A")
    heard = [*framed.feed(old[:1], 10.0), *framed.feed(old[1:] + old * 9, 10.0)]
    assert reads(heard) == []
    assert heard[0] == Reply(frame("?", "HELLO proto=1"))
    assert not any(b"ACK" in each.data for each in heard if isinstance(each, Reply))
    framed.feed(HELLO, 10.1)
    (read,) = reads(framed.feed(frame("!", "2 TAG CAFEBABE r=0 boot=A"), 10.2))
    assert read.receipt == Receipt("A", 2)


@pytest.mark.parametrize("starts", ["B", "BC"])
def test_what_waited_is_no_card_though_the_scanner_began_anew_meanwhile(starts: str):
    """Its greeting waited as well, before the cards: only what it says when it is asked now is new."""
    framed = met()
    for boot in starts:
        waiting = frame("!", f"0 HELLO proto=1 boot={boot}")
        waiting += frame("!", f"1 TAG DEADBEEF r=0 boot={boot}") * 11
        heard = framed.feed(waiting, 10.0)
        assert reads(heard) == []
        assert not any(b"ACK" in each.data for each in heard if isinstance(each, Reply))
        assert Reply(frame("?", "HELLO proto=1")) in heard
    assert framed.feed(frame("!", f"0 HELLO proto=1 boot={starts[-1]}"), 10.1) == []
    (read,) = reads(framed.feed(frame("!", f"2 TAG CAFEBABE r=0 boot={starts[-1]}"), 10.2))
    assert read.receipt == Receipt(starts[-1], 2)


def test_a_scanner_that_begins_anew_while_the_board_listens_is_met_at_once():
    framed = met()
    assert framed.feed(frame("!", "0 HELLO proto=1 boot=B"), 1.0) == []
    assert reads(framed.feed(frame("!", "1 TAG DEADBEEF r=0 boot=B"), 1.1))


def test_a_board_that_looks_at_its_port_in_time_misses_nothing():
    framed = met()
    assert framed.feed(frame("!", "0 HB up=1 err=0 boot=A"), 2.9) == []
    assert reads(framed.feed(frame("!", "1 TAG DEADBEEF r=0 boot=A"), 5.8))
