"""The PN532's frames against those that are published, and what a module can get into. The simulated module too is held to them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .parts import part
from .pn532_module import ACK, Module

pn532 = part("pn532")

WAKE = bytes.fromhex("5555" + "00" * 15)
SAM = bytes.fromhex("0000FF05FBD41401140102 00")
SAM_DONE = bytes.fromhex("0000FF02FED5151600")
VERSION = bytes.fromhex("0000FF02FED4022A00")
VERSION_IS = bytes.fromhex("0000FF06FAD50332010607E800")
TRIES = bytes.fromhex("0000FF06FAD43205FF0102F300")
LOOK_FOR_ONE = bytes.fromhex("0000FF04FCD44A0100E100")
NTAG = bytes.fromhex("0000FF0FF1D54B01010044000704A1B2C3D4E5804000")
MIFARE = bytes.fromhex("0000FF0CF4D54B010100040804DEADBEEF9600")
NOTHING = bytes.fromhex("0000FF03FDD54B00E000")
NACK = bytes.fromhex("0000FFFF0000")
ERROR = bytes.fromhex("0000FF01FF7F8100")

FIVE, TEN = "04A1B2C3D4E580", "DEADBEEF"


def test_commands_are_sent_as_they_are_published():
    assert pn532.WAKE == WAKE
    assert pn532.ABORT == ACK
    assert pn532.frame(pn532.AWAKE) == SAM
    assert pn532.frame(pn532.TRIES) == TRIES
    assert pn532.frame(b"\x4a\x01\x00") == LOOK_FOR_ONE
    assert pn532.frame(b"\x02") == VERSION


def test_the_simulated_module_answers_as_is_published():
    module = Module(FIVE)
    assert module.feed(VERSION) == b""
    assert module.feed(WAKE + SAM) == ACK + SAM_DONE
    assert module.feed(VERSION) == ACK + VERSION_IS
    assert module.feed(LOOK_FOR_ONE) == ACK + NTAG
    module.stickers = [TEN]
    assert module.feed(LOOK_FOR_ONE) == ACK + MIFARE
    module.stickers = []
    assert module.feed(LOOK_FOR_ONE) == ACK
    module.feed(TRIES)
    assert module.feed(LOOK_FOR_ONE) == ACK + NOTHING


@pytest.mark.parametrize(
    ("answer", "stickers"), [(NTAG, [FIVE]), (MIFARE, [TEN]), (NOTHING, [])], ids=str
)
def test_published_answers_are_understood(answer: bytes, stickers: list[str]):
    (body,) = pn532.Frames().feed(answer)
    assert pn532.stickers(body[2:]) == stickers


@given(st.lists(st.sampled_from([ACK, NTAG, NOTHING]), max_size=6), st.data())
def test_frames_may_be_cut_anywhere(frames: list[bytes], data: st.DataObject):
    stream, frames_found, parser = b"".join(frames), [], pn532.Frames()
    while stream:
        cut = data.draw(st.integers(1, len(stream)))
        frames_found += parser.feed(stream[:cut])
        stream = stream[cut:]
    assert frames_found == [b"" if each == ACK else each[5:-2] for each in frames]


@pytest.mark.parametrize("damage", [NACK, NTAG[:-2] + b"\x41\x00", NTAG[:6] + b"\xff" + NTAG[7:]])
def test_damage_is_told_and_what_follows_is_understood(damage: bytes):
    found = pn532.Frames().feed(damage + NTAG)
    assert found[-1] == NTAG[5:-2]
    assert set(found[:-1]) == {None}


@given(st.binary(max_size=40))
def test_no_bytes_before_a_frame_hide_the_one_after_it(noise: bytes):
    parser = pn532.Frames()
    parser.feed(noise)
    assert NTAG[5:-2] in [each for _ in range(9) for each in parser.feed(NTAG)]


@given(st.binary(max_size=80))
def test_no_answer_makes_it_raise_but_as_agreed(answer: bytes):
    try:
        found = pn532.stickers(answer)
    except ValueError:
        return
    assert len(found) <= 2


def test_two_stickers_one_of_them_a_banking_card():
    module = Module(f"{TEN}+", FIVE)
    module.feed(WAKE + SAM)
    (_, body) = pn532.Frames().feed(module.feed(pn532.frame(pn532.LOOK)))
    assert pn532.stickers(body[2:]) == [TEN, FIVE]


def test_a_number_that_is_made_up_each_time_is_no_sticker():
    module = Module("08112233")
    module.feed(WAKE + SAM)
    (_, body) = pn532.Frames().feed(module.feed(pn532.frame(pn532.LOOK)))
    assert pn532.stickers(body[2:]) == []


class Bench:
    """A reader and its module, and milliseconds that pass only here; `answers` is what it saw each time that it looked."""

    def __init__(self, module: Module | None) -> None:
        self.reader: Any = pn532.Reader()
        self.module = module
        self.now = 0
        self.sent: list[bytes] = []
        self._wire = b""

    def look(self, within: int = 3000) -> list[str] | None:
        """What it sees when it looks next; None where it doesn't come to that."""
        until = self.now + within
        while self.now < until:
            if not self.reader.busy and (command := self.reader.begin(self.now)):
                self.sent.append(command)
                self._wire = self.module.feed(command) if self.module else b""
            heard, self._wire = self._wire, b""
            if self.reader.busy:
                found: list[str] | None = self.reader.hear(heard, self.now)
                if found is not None:
                    return found
            self.now += 1
        return None


def test_it_is_woken_set_up_and_asked():
    bench = Bench(Module(FIVE))
    assert bench.look() == [FIVE]
    assert bench.sent == [WAKE + SAM, TRIES, pn532.frame(pn532.LOOK)]
    assert bench.look() == [FIVE]
    assert bench.sent[3:] == [pn532.frame(pn532.LOOK)]


@pytest.mark.parametrize("fault", ["silent", "mute", "damaged", "short", "noisy", "late", "reset"])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_whatever_befalls_it_it_sees_again(fault: str, times: int):
    bench = Bench(Module(FIVE))
    bench.look()
    assert bench.module
    bench.module.faults.extend([fault] * times)
    bench.module.stickers = [TEN]
    assert bench.look() == [TEN]
    assert not bench.reader.down


def test_a_module_that_forgot_to_give_up_is_set_up_anew():
    """After its power went it looks for ever where nothing lies, and only confirms."""
    bench = Bench(Module())
    bench.look()
    assert bench.module
    bench.module.faults.append("reset")
    assert bench.look() == []
    assert bench.module.wakes == 2


def test_an_absent_module_is_told_and_tried_without_haste_until_it_comes():
    bench = Bench(None)
    assert bench.look(within=10_000) is None
    assert bench.reader.down
    assert 20 < len(bench.sent) < 60
    errors = bench.reader.errors
    bench.look(within=10_000)
    assert bench.reader.errors == errors
    bench.module = Module(FIVE)
    assert bench.look() == [FIVE]
    assert not bench.reader.down


def test_what_an_aborted_command_still_answers_is_not_taken_for_the_next_ones():
    bench = Bench(Module(FIVE, faults=("", "", "late")))
    assert bench.look() == [FIVE]
    assert bench.sent[-1].startswith(ACK)
