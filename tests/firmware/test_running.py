"""The firmware as it runs: a process under either Python, its reader and its board at the far ends of terminals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from cribboard.devices.readers.framed import Line, frame, parse

from .interpreters import INTERPRETERS
from .pn532_module import Module
from .wires import Board, Firmware, Modules, at_one_uart

FIVE, TEN, PHONE = "04A1B2C3D4E580", "DEADBEEF", "08112233"


@pytest.fixture
def closing() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture(params=INTERPRETERS)
def python(request: pytest.FixtureRequest) -> str:
    return str(request.param)


class Table(Board):
    """A board that acknowledges; `events` is what it heard, each once."""

    def __init__(self, firmware: Firmware) -> None:
        super().__init__(firmware.board)
        self.boot = ""
        self.events: list[str] = []
        self._last = 0

    def next(self) -> str:
        """The next event."""
        while True:
            line = self.line()
            if line.seq:
                self.say(f"ACK {line.seq}")
            if line.seq > self._last:
                self._last = line.seq
                self.events.append(" ".join((line.kind, *line.words, f"r={line.named['r']}")))
                return self.events[-1]

    def line(self) -> Line:
        """The next line that is whole."""
        while (line := parse(self.read_line())) is None:
            pass
        self.boot = line.named["boot"]
        return line

    def say(self, text: str) -> None:
        self.send(frame("?", f"{text} boot={self.boot}"))


def test_a_card_is_told_once_when_it_comes_and_once_when_it_goes(closing, python, tmp_path):
    firmware, modules = at_one_uart(closing, python, tmp_path, Module())
    table = Table(firmware)
    assert table.line().kind == "HELLO"
    for sticker in (FIVE, TEN, FIVE):
        modules.lay(sticker)
        assert table.next() == f"TAG {sticker} r=0"
        modules.lay()
        assert table.next() == f"GONE {sticker} r=0"


FAULTS = ("silent", "mute", "damaged", "short", "noisy", "late", "reset")


def story(closing: ExitStack, python: str, folder: Path) -> list[str]:
    """A card, two cards, a phone and a banking card, with everything that can befall the module in between."""
    firmware, modules = at_one_uart(closing, python, folder, Module(faults=("silent", "damaged")))
    table = Table(firmware)
    for fault in FAULTS:
        modules.befall(fault)
        modules.lay(FIVE)
        table.next()
        modules.befall(fault, fault)
        modules.lay()
        table.next()
    modules.lay(FIVE, TEN)
    table.next()
    modules.lay(TEN)
    table.next()
    modules.lay(PHONE)
    table.next()
    modules.lay(f"{TEN}+")
    table.next()
    modules.befall(*FAULTS, *FAULTS)
    modules.lay()
    table.next()
    return table.events


def test_both_pythons_say_the_same_whatever_befalls_the_reader(closing, tmp_path):
    (tmp_path / "1").mkdir()
    (tmp_path / "2").mkdir()
    one, other = (
        story(closing, python, tmp_path / folder)
        for python, folder in zip(INTERPRETERS, ("1", "2"), strict=True)
    )
    card = [f"TAG {FIVE} r=0", f"GONE {FIVE} r=0"]
    several = [
        "MULTI r=0",
        f"TAG {TEN} r=0",
        f"GONE {TEN} r=0",
        f"TAG {TEN} r=0",
        f"GONE {TEN} r=0",
    ]
    assert one == other == card * len(FAULTS) + several
