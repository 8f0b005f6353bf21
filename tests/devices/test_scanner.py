"""The scanner's thread, and the real serial port class on a cable that can be pulled."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from cribboard.devices.errors import DeviceError
from cribboard.devices.ports import open_serial
from cribboard.devices.readers.text import TextLines
from cribboard.devices.scanner import RETRIES, Scanner
from cribboard.devices.simulated import PtyCable
from cribboard.signals import UNREADABLE, Answer, CodeRead, ScannerFound, ScannerLost

from .conftest import Ear, Patience


@pytest.fixture
def scanner(cable: PtyCable, ear: Ear, patience: Patience) -> Iterator[Scanner]:
    cable.plug()
    scanner = Scanner(TextLines(), cable.find, cable.open_port, ear, wait=patience)
    assert cable.wait_open()
    yield scanner
    patience.over()
    scanner.close()


def ends(act: Callable[[], object]) -> bool:
    """Whether this comes to its end."""
    thread = threading.Thread(target=act, daemon=True)
    thread.start()
    thread.join(10)
    return not thread.is_alive()


@pytest.mark.usefixtures("scanner")
def test_cards_are_told_in_order(cable: PtyCable, ear: Ear):
    cable.send(b"5H\r\n\r\nTC\rjd\n")
    assert [ear.next(), ear.next(), ear.next()] == [CodeRead("5H"), CodeRead("TC"), CodeRead("jd")]
    assert ear.silent


@pytest.mark.usefixtures("scanner")
def test_what_cannot_be_read_is_told_too(cable: PtyCable, ear: Ear):
    cable.send(b"\xff\x00\xfe\r\n5H\r\n")
    assert [ear.next(), ear.next()] == [CodeRead(UNREADABLE), CodeRead("5H")]


def test_the_stamp_is_when_the_last_byte_came(cable: PtyCable, ear: Ear):
    now = 1.0
    cable.plug()
    scanner = Scanner(TextLines(), cable.find, cable.open_port, ear, lambda: now)
    cable.send(b"TC\n5")
    assert ear.next_stamped() == (CodeRead("TC"), 1.0)
    now = 2.0
    cable.send(b"H\n")
    assert ear.next_stamped() == (CodeRead("5H"), 2.0)
    scanner.close()


@pytest.mark.usefixtures("scanner")
def test_a_card_over_which_the_table_stumbles_silences_nothing(cable: PtyCable, ear: Ear):
    ear.stumble_at = CodeRead("5H")
    cable.send(b"5H\n6H\n")
    assert ear.next() == CodeRead("6H")


@pytest.mark.usefixtures("scanner")
def test_a_hundred_unplugs_lose_no_card_and_tell_none_twice(
    cable: PtyCable, ear: Ear, patience: Patience
):
    for cycle in range(100):
        cable.send(b"%d\n" % cycle)
        assert ear.next() == CodeRead(str(cycle))
        cable.unplug()
        assert ear.next() == ScannerLost()
        assert patience.next() == RETRIES[0]
        cable.plug()
        patience.over()
        assert ear.next() == ScannerFound()
    assert ear.silent


@pytest.mark.usefixtures("scanner")
def test_half_a_line_is_forgotten_with_its_cable(cable: PtyCable, ear: Ear, patience: Patience):
    cable.send(b"5")
    cable.unplug()
    cable.plug()
    patience.over()
    cable.send(b"TH\n")
    assert [ear.next(), ear.next(), ear.next()] == [ScannerLost(), ScannerFound(), CodeRead("TH")]


def test_an_absent_reader_is_told_once_and_tried_ever_less_often(
    cable: PtyCable, ear: Ear, patience: Patience
):
    scanner = Scanner(TextLines(), cable.find, cable.open_port, ear, wait=patience)
    asked = []
    for _ in range(6):
        asked.append(patience.next())
        patience.over()
    assert asked == [0.5, 1.0, 2.0, 5.0, 5.0, 5.0]
    assert ear.next() == ScannerLost()
    cable.plug()
    patience.over()
    assert ear.next() == ScannerFound()
    cable.unplug()
    assert ear.next() == ScannerLost()
    patience.over()
    scanner.close()


def test_a_port_of_another_program_is_told_as_lost(cable: PtyCable, ear: Ear, patience: Patience):
    cable.plug()
    theirs = open_serial(cable.path, 9600)
    scanner = Scanner(TextLines(), cable.find, cable.open_port, ear, wait=patience)
    assert ear.next() == ScannerLost(f"another program uses {cable.path}: close it")
    theirs.close()
    patience.over()
    assert ear.next() == ScannerFound()
    scanner.close()


def at(path: str, baud: int, ear: Ear, patience: Patience) -> Scanner:
    return Scanner(TextLines(), lambda: [path], partial(open_serial, baud=baud), ear, wait=patience)


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("/dev/no-such-port", ""),
        ("/dev/null", "/dev/null is no serial port: set scanner.port"),
        ("/", "/ is no serial port: set scanner.port"),
    ],
    ids=["missing", "no terminal", "a directory"],
)
def test_a_wrong_port_is_told_as_lost(path: str, why: str, ear: Ear, patience: Patience):
    scanner = at(path, 9600, ear, patience)
    assert ear.next() == ScannerLost(why)
    patience.over()
    scanner.close()


def test_a_wrong_speed_is_told_as_lost(cable: PtyCable, ear: Ear, patience: Patience):
    cable.plug()
    scanner = at(cable.path, -1, ear, patience)
    lost = ear.next()
    assert isinstance(lost, ScannerLost)
    assert lost.why.endswith("set scanner.baud")
    patience.over()
    scanner.close()


OK = Answer("ok", "5H")


def code_read(ear: Ear) -> CodeRead:
    signal = ear.next()
    assert isinstance(signal, CodeRead)
    return signal


@pytest.mark.usefixtures("scanner")
def test_the_reader_gets_an_answer_for_each_card(cable: PtyCable, ear: Ear):
    cable.send(b"5H\n5H\n")
    code_read(ear).answer(OK)
    code_read(ear).answer(Answer("duplicate", "5♥", "card_on_table"))
    assert [cable.received(), cable.received()] == [
        "ok 5H",
        "duplicate 5♥: card_on_table",
    ]


@pytest.mark.usefixtures("scanner")
def test_an_answer_for_a_reader_that_is_gone_is_dropped(
    cable: PtyCable, ear: Ear, patience: Patience
):
    cable.send(b"5H\n")
    late = code_read(ear)
    cable.unplug()
    assert ear.next() == ScannerLost()
    late.answer(OK)
    cable.plug()
    patience.over()
    assert ear.next() == ScannerFound()
    late.answer(OK)
    cable.send(b"6H\n")
    code_read(ear).answer(Answer("ok", "6H"))
    assert cable.received() == "ok 6H"


@pytest.mark.usefixtures("scanner")
def test_a_reader_that_hears_no_answers_holds_nobody_up(cable: PtyCable, ear: Ear):
    cable.send(b"5H\n")
    read = code_read(ear)
    assert ends(lambda: [read.answer(Answer("ok", "5H" * 50)) for _ in range(2000)])
    cable.send(b"6H\n")
    assert ear.next() == CodeRead("6H")


def test_an_answer_after_the_end_is_dropped(cable: PtyCable, ear: Ear):
    cable.plug()
    scanner = Scanner(TextLines(), cable.find, cable.open_port, ear)
    cable.send(b"5H\n")
    read = code_read(ear)
    scanner.close()
    read.answer(OK)
    with pytest.raises(TimeoutError):
        cable.received(timeout=0)


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_closing_ends_the_thread_and_leaves_nothing_open(ear: Ear):
    threads, files = set(threading.enumerate()), open_files()
    for _ in range(20):
        cable = PtyCable()
        cable.plug()
        scanner = Scanner(TextLines(), cable.find, cable.open_port, ear)
        cable.wait_open()
        assert ends(scanner.close)
        cable.close()
    assert (set(threading.enumerate()), open_files()) == (threads, files)
    assert ear.silent


def test_closing_does_not_wait_for_the_port(cable: PtyCable, ear: Ear):
    """The port may be about to be opened, or just have been."""
    cable.plug()
    for _ in range(50):
        assert ends(Scanner(TextLines(), cable.find, cable.open_port, ear).close)


def test_closing_does_not_wait_for_the_next_attempt(cable: PtyCable, ear: Ear):
    scanner = Scanner(TextLines(), cable.find, cable.open_port, ear, retries=[3600.0])
    assert ear.next() == ScannerLost()
    assert ends(scanner.close)


def test_nothing_is_sent_through_an_unplugged_cable(cable: PtyCable):
    with pytest.raises(DeviceError, match="unplugged"):
        cable.send(b"5H\n")
    cable.plug()
    with pytest.raises(DeviceError, match="nobody has opened"):
        cable.send(b"5H\n", timeout=0)
