"""Readers of 125 kHz tags, with frames that others have recorded from real ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribboard.devices.readers import Answer, Heard, Read
from cribboard.devices.readers.rdm6300 import INSISTS, Rdm6300
from cribboard.signals import UNREADABLE

RECORDED = bytes.fromhex("02 31 30 30 30 38 36 46 34 34 34 32 36 03")
"""Tag 100086F444, whose bytes 10 00 86 F4 44 have the exclusive or 26."""


def frame(number: str, checksum: str, end: str = "") -> bytes:
    return f"\x02{number}{checksum}{end}\x03".encode()


GOOD = frame("1234567890", "98")  # 12 ^ 34 ^ 56 ^ 78 ^ 90 = 98
CLONE = frame("060075EA6D", "D6")  # sends D6; F4 would be right
OTHER_CLONE = frame("02004DB005", "FC")  # sends FC; FA would be right


def codes(heard: Sequence[Heard]) -> list[str]:
    return [each.code for each in heard if isinstance(each, Read)]


@pytest.mark.parametrize(
    ("data", "tag"),
    [
        (RECORDED, "100086F444"),
        (b"\x02170068D28429\x03", "170068D284"),
        (b"\x0201000734E0D2\x03", "01000734E0"),
        (GOOD, "1234567890"),
        (frame("1234567890", "98", "\r\n"), "1234567890"),
    ],
    ids=["RDM6300", "RDM6300", "RDM6300", "by hand", "ID-12LA"],
)
def test_a_frame_is_a_tag(data: bytes, tag: str):
    assert Rdm6300().feed(data, 1.0) == [Read(tag)]


@pytest.mark.parametrize(
    "data",
    [
        GOOD[:-1],
        GOOD[1:],
        frame("1234567890", "99"),
        frame("123456789", "98"),
        frame("12345678901", "98"),
        frame("123456789G", "98"),
        frame("1234567890", "98", "\r"),
        frame("1234567890", "98", "\n\r"),
        GOOD[:5] + b"\x00" + GOOD[5:],
    ],
)
def test_what_is_no_frame_is_no_tag(data: bytes):
    assert Rdm6300().feed(data, 1.0) == []


@pytest.mark.parametrize(
    "before", [b"\x02", b"\x0212345", b"\xff\x00\x03", GOOD[:-1], b"\x02" * 40]
)
def test_what_stands_before_a_frame_does_not_hide_it(before: bytes):
    assert codes(Rdm6300().feed(before + RECORDED, 1.0)) == ["100086F444"]


def test_a_tag_that_lies_there_counts_once():
    """The reader tells of it every 65 ms; half a second without it, and it was taken away."""
    reader = Rdm6300()
    told = [at for at in range(0, 2000, 65) if reader.feed(RECORDED, at / 1000)]
    assert told == [0]
    assert codes(reader.feed(RECORDED, 2.5)) == ["100086F444"]


def test_another_tag_counts_at_once():
    reader = Rdm6300()
    assert codes(reader.feed(RECORDED + GOOD, 1.0)) == ["100086F444", "1234567890"]


def hear(reader: Rdm6300, *frames: bytes) -> list[str]:
    return [code for n, data in enumerate(frames) for code in codes(reader.feed(data, n * 0.065))]


@pytest.mark.parametrize(("clone", "tag"), [(CLONE, "060075EA6D"), (OTHER_CLONE, "02004DB005")])
def test_a_tag_that_insists_on_a_wrong_checksum_counts_if_it_may(clone: bytes, tag: str):
    assert hear(Rdm6300(accept_bad_checksum=True), *[clone] * 2) == []
    assert hear(Rdm6300(accept_bad_checksum=True), *[clone] * 9) == [tag]
    assert hear(Rdm6300(), *[clone] * 9) == [UNREADABLE]


def test_a_disturbed_frame_is_never_a_tag():
    """It doesn't come three times in a row."""
    assert INSISTS == 3
    disturbed = frame("1234567891", "98")
    heard = [CLONE, disturbed, CLONE, CLONE, RECORDED, CLONE, CLONE]
    assert hear(Rdm6300(accept_bad_checksum=True), *heard) == ["100086F444"]


def test_half_a_frame_is_forgotten_when_the_port_is_opened_anew():
    reader = Rdm6300(accept_bad_checksum=True)
    assert hear(reader, CLONE, CLONE, RECORDED[:7]) == []
    assert reader.greeting() == b""
    assert hear(reader, RECORDED[7:], CLONE, CLONE) == []


def test_it_cannot_be_told_anything():
    assert Rdm6300().answer(Read("100086F444"), Answer("ok", "100086F444")) == b""


pieces = st.one_of(
    st.binary(max_size=30),
    st.sampled_from([RECORDED, GOOD, CLONE, frame("1234567890", "98", "\r\n"), GOOD[:7], b"\x02"]),
)


@given(st.lists(pieces).map(b"".join), st.lists(st.integers(0, 300)))
def test_any_bytes_however_cut_give_the_same_tags(data: bytes, cuts: list[int]):
    marks = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    cut, whole = Rdm6300(gone=0), Rdm6300(gone=0)
    parts = [cut.feed(data[start:end], 1.0) for start, end in pairwise(marks)]
    assert [read for part in parts for read in part] == whole.feed(data, 1.0)
