"""A reader must show itself: of several ports the right one is found, and another device is told once."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable, Iterator
from queue import Queue
from typing import Any, cast

import pytest

from cribboard.devices import scanner as scanner_module
from cribboard.devices.ports import Port, open_serial
from cribboard.devices.readers.framed import SILENCE, Framed, frame
from cribboard.devices.readers.text import TextLines
from cribboard.devices.scanner import Scanner
from cribboard.devices.simulated import PtyCable
from cribboard.signals import CodeRead, ScannerFault, ScannerFound, ScannerLost

from .conftest import Ear, Patience

HELLO = frame("!", "0 HELLO proto=1 boot=A")
HEARTBEAT = frame("!", "0 HB up=1 err=0 boot=A")
GREETING = Framed().greeting()


def tag(seq: int, uid: str) -> bytes:
    return frame("!", f"{seq} TAG {uid} r=1 boot=A")


def hears(cable: PtyCable, data: bytes) -> bool:
    """Whether this is what comes next from the board, in however many pieces."""
    heard = b""
    while len(heard) < len(data):
        heard += cable.heard(10)
    return heard == data


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def cables() -> Iterator[list[PtyCable]]:
    cables = [PtyCable() for _ in range(3)]
    for cable in cables:
        cable.plug()
    yield cables
    for cable in cables:
        cable.close()


class Ports:
    """Opens the cables' ports: the second one may be silent for a moment only, the others for long."""

    def __init__(self, cables: list[PtyCable]) -> None:
        self._cables = cables
        self.opened: list[Any] = []

    def find(self) -> list[str]:
        return [path for cable in self._cables for path in cable.find()]

    def open(self, path: str) -> Port:
        (cable,) = (cable for cable in self._cables if path in cable.find())
        silence = 0.05 if cable is self._cables[1] else 30.0
        self.opened.append(cable.open_port(path, silence))
        return cast(Port, self.opened[-1])


@pytest.fixture
def ports(cables: list[PtyCable]) -> Ports:
    return Ports(cables)


@pytest.fixture
def one(cables: list[PtyCable]) -> PtyCable:
    """The only cable that is plugged in."""
    for cable in cables[1:]:
        cable.unplug()
    return cables[0]


@pytest.fixture
def start(ports: Ports, ear: Ear, patience: Patience, clock: Clock) -> Iterator[Callable[[], None]]:
    started: list[Scanner] = []
    yield lambda: started.append(
        Scanner(Framed(), ports.find, ports.open, ear, clock, wait=patience)
    )
    for scanner in started:
        patience.over()
        scanner.close()


def test_the_scanner_is_found_among_others(
    cables: list[PtyCable], ear: Ear, start: Callable[[], None]
):
    """One is another reader, one is silent, the third answers."""
    start()
    cables[0].send(b"5H\r\n6H\r\n7H\r\n")
    assert cables[2].heard(10) == GREETING
    cables[2].send(HELLO + tag(1, "04A1B2C3"))
    assert ear.next() == CodeRead("04A1B2C3", antenna=1)
    assert cables[2].heard() == frame("?", "ACK 1 boot=A")
    assert ear.silent


def test_it_is_back_only_when_it_has_said_who_it_is(
    one: PtyCable, ear: Ear, start: Callable[[], None], patience: Patience
):
    start()
    one.send(HELLO + tag(1, "04A1B2C3"))
    assert ear.next() == CodeRead("04A1B2C3", antenna=1)
    one.unplug()
    assert ear.next() == ScannerLost()
    one.plug()
    patience.over()
    one.send(HEARTBEAT)
    assert hears(one, GREETING + GREETING)  # it hasn't met whoever sent that: who is there?
    assert ear.silent
    one.send(HELLO + tag(1, "04A1B2C3") + tag(2, "04A1B2C4"))
    assert [ear.next(), ear.next()] == [ScannerFound(), CodeRead("04A1B2C4", antenna=1)]


def test_a_silent_scanner_is_told_and_its_port_opened_anew(
    one: PtyCable, ear: Ear, start: Callable[[], None], patience: Patience, ports: Ports
):
    start()
    one.send(HELLO + tag(1, "04A1B2C3"))
    assert ear.next() == CodeRead("04A1B2C3", antenna=1)
    ports.opened[0].timeout = 0.05  # as if it had been silent for almost three seconds
    one.send(HEARTBEAT)
    assert ear.next() == ScannerLost()
    one.heard()
    patience.over()
    assert one.heard(10) == GREETING
    one.send(HELLO)
    assert ear.next() == ScannerFound()


@pytest.mark.parametrize("sent", [b">>> \r\n", b"\xff\xfe\x80", b"!0 HB up=1 boot=A*0000\n"])
def test_a_scanner_of_which_nothing_is_whole_any_more_is_lost(
    one: PtyCable, ear: Ear, start: Callable[[], None], clock: Clock, sent: bytes
):
    """Its firmware has ended, or a wire is loose: there is no silence, and yet nobody is there."""
    start()
    one.send(HELLO + tag(1, "04A1B2C3"))
    assert ear.next() == CodeRead("04A1B2C3", antenna=1)
    clock.now += SILENCE  # and not a moment longer: then the board itself would have stood still
    one.send(sent)
    lost = ear.next()
    assert isinstance(lost, ScannerLost)
    assert "nothing that it sends is whole" in lost.why


def test_another_version_is_told_once(
    one: PtyCable, ear: Ear, start: Callable[[], None], patience: Patience
):
    start()
    for attempt in range(3):
        assert GREETING in one.heard(10)
        one.send(frame("!", "0 HELLO proto=2 boot=A"))
        if attempt == 0:
            lost = ear.next()
            assert isinstance(lost, ScannerLost)
            assert "version 2" in lost.why
        patience.next()
        patience.over()
    assert GREETING in one.heard(10)
    assert ear.silent
    one.send(HELLO)
    assert ear.next() == ScannerFound()


def test_a_device_that_sends_what_no_scanner_sends_is_told(
    one: PtyCable, ear: Ear, start: Callable[[], None], clock: Clock
):
    """At a wrong speed nothing is readable, and yet there is no silence."""
    path = one.path
    start()
    one.heard()
    clock.now = scanner_module.MEETING + 0.1
    one.send(b"\xff\xfe\x80")
    assert ear.next() == ScannerLost(
        f"{path} sends what no scanner sends: see to scanner.profile and scanner.baud"
    )


def test_something_new_is_told_of_a_scanner_that_is_lost(
    cables: list[PtyCable], ear: Ear, start: Callable[[], None], patience: Patience
):
    for cable in cables:
        cable.unplug()
    start()
    assert ear.next() == ScannerLost()
    cables[0].plug()
    theirs = open_serial(cables[0].path, 9600)
    for _ in range(3):
        patience.over()
        patience.next()
    assert ear.next() == ScannerLost(f"another program uses {cables[0].path}: close it")
    assert ear.silent
    theirs.close()
    patience.over()
    cables[0].send(HELLO)
    assert ear.next() == ScannerFound()


def test_an_antenna_that_fails_is_told(one: PtyCable, ear: Ear, start: Callable[[], None]):
    start()
    assert one.heard(10) == GREETING
    one.send(HELLO + frame("!", "0 HB up=1 err=0 down=1 boot=A") + HEARTBEAT)
    fault = ear.next()
    assert isinstance(fault, ScannerFault)
    assert "reader 1" in fault.why
    assert ear.next() == ScannerFault("")


class Thief:
    """Another program at the port, quicker than pyserial each time: between its look whether there is something, and its read."""

    error = select.error

    def __init__(self) -> None:
        self._port: int | None = None
        self._steals = threading.Lock()
        self.taken: Queue[bytes] = Queue()

    def come(self, path: str) -> None:
        with self._steals:
            self._port = os.open(path, os.O_RDONLY | os.O_NOCTTY)

    def go(self) -> None:
        with self._steals:
            assert self._port
            os.close(self._port)
            self._port = None

    def select(self, reads: list[int], *others: Any) -> tuple[list[int], list[int], list[int]]:
        ready = select.select(reads, *others)
        with self._steals:
            if self._port and select.select([self._port], [], [], 0)[0]:
                self.taken.put(os.read(self._port, 100))
        return ready


def test_a_program_that_reads_along_is_told_once_and_the_game_goes_on(
    cable: PtyCable, ear: Ear, monkeypatch: pytest.MonkeyPatch
):
    """It doesn't ask whether the port is in use; each byte is then for whoever is quicker."""
    thief = Thief()
    monkeypatch.setattr("serial.serialposix.select", thief)
    cable.plug()
    scanner = Scanner(TextLines(), cable.find, cable.open_port, ear)
    assert cable.wait_open()
    thief.come(cable.path)
    cable.send(b"5H\n")
    assert thief.taken.get(timeout=10) == b"5H\n"
    assert ear.next() == ScannerFault(f"another program reads from {cable.path}, too: close it")
    for _ in range(10):
        cable.send(b"\n")
    thief.go()
    cable.send(b"\n6H\n")
    assert ear.next() == CodeRead("6H")
    assert ear.silent
    scanner.close()
