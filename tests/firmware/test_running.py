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
from .wires import Board, Firmware, Modules, Pins, Terminal, at_one_uart

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

    def __init__(self, terminal: Terminal) -> None:
        super().__init__(terminal)
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
    table = Table(firmware.board)
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
    table = Table(firmware.board)
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


def test_the_board_may_be_at_a_uart(closing, python, tmp_path):
    modules, board = Modules([Module(FIVE)]), Terminal()
    closing.callback(board.close)
    closing.callback(modules.close)
    firmware = Firmware(
        python,
        tmp_path,
        'LINK = {"uart": 0, "tx": 0, "rx": 1}',
        {0: board.path, 1: modules.terminal.path},
    )
    closing.callback(firmware.close)
    assert Table(board).next() == f"TAG {FIVE} r=0"


def test_each_player_has_a_reader_and_the_starter_too(closing, python, tmp_path):
    """Three share a UART through a switch, the fourth has the other one."""
    pins = Pins(tmp_path / "pins")
    three = Modules([Module(), Module(), Module()], lambda: pins.level("10") + 2 * pins.level("11"))
    fourth = Modules([Module()])
    closing.callback(three.close)
    closing.callback(fourth.close)
    settings = """
SWITCHED = {"kind": "pn532", "uart": 1, "tx": 4, "rx": 5}
READERS = [
    dict(SWITCHED, select={10: 0, 11: 0}),
    dict(SWITCHED, select={10: 1, 11: 0}),
    dict(SWITCHED, select={10: 0, 11: 1}),
    {"kind": "pn532", "uart": 0, "tx": 0, "rx": 1},
]
"""
    uarts = {1: three.terminal.path, 0: fourth.terminal.path}
    firmware = Firmware(python, tmp_path, settings, uarts)
    closing.callback(firmware.close)
    table = Table(firmware.board)
    assert table.line().named["n"] == "4"
    for reader in (2, 0, 1):
        three.lay(FIVE, on=reader)
        assert table.next() == f"TAG {FIVE} r={reader}"
        three.befall("silent", "mute", "late", on=reader)
        three.lay(on=reader)
        assert table.next() == f"GONE {FIVE} r={reader}"
    fourth.lay(TEN)
    assert table.next() == f"TAG {TEN} r=3"
    three.lay(TEN, on=1)
    assert table.next() == f"TAG {TEN} r=1"


def test_a_board_that_stops_reading_holds_no_reader_up(closing, python, tmp_path):
    firmware, modules = at_one_uart(closing, python, tmp_path, Module(FIVE))
    table = Table(firmware.board)
    assert table.next() == f"TAG {FIVE} r=0"
    table.stop_reading()
    for sticker in (TEN, FIVE) * 3:
        modules.lay(sticker)
        looks = modules.modules[0].looks
        modules.wait_for(lambda module, looks=looks: module.looks > looks + 10)
    assert firmware.runs
    modules.lay()
    while "LOST" not in lamps(firmware.pins):
        looks = modules.modules[0].looks
        modules.wait_for(lambda module, looks=looks: module.looks > looks + 10)
    table.events.clear()
    modules.lay("CAFEBABE")
    while table.next() != "TAG CAFEBABE r=0":
        pass
    assert len(table.events) <= 2, "what was laid while nobody read is no news any more"


TONES = {(2637,): "OK", (1319,) * 2: "DUP", (440,) * 3: "REFUSED", (262,): "UNKNOWN"}
TONES[(880, 440, 880, 440)] = "LOST"


def lamps(pins: Pins) -> list[str]:
    """The answers that were sounded, by the beeper's tones."""
    tones = [tone for tone in pins.history("15") if tone]
    words = []
    while tones:
        for row, word in TONES.items():
            if tuple(tones[: len(row)]) == row:
                words.append(word)
                tones = tones[len(row) :]
                break
        else:
            break  # it is still sounding
    return words


def test_the_boards_answers_are_sounded(closing, python, tmp_path):
    firmware, _ = at_one_uart(closing, python, tmp_path, Module(FIVE))
    table = Table(firmware.board)
    assert table.next() == f"TAG {FIVE} r=0"
    said = ["OK", "DUP", "REFUSED", "UNKNOWN"]
    for count, word in enumerate(said, 1):
        table.say(f"{word} 1")
        while len(lamps(firmware.pins)) < count or firmware.pins.level("15"):
            table.line()
    assert lamps(firmware.pins) == said


def test_a_reader_that_is_unplugged_is_told_and_found_again(closing, python, tmp_path):
    firmware, modules = at_one_uart(closing, python, tmp_path, Module(FIVE))
    table = Table(firmware.board)
    assert table.next() == f"TAG {FIVE} r=0"
    modules.unplug(True)
    while table.line().named.get("down") != "0":
        pass
    modules.unplug(False)
    while (line := table.line()).kind != "HB" or "down" in line.named:
        pass
    modules.lay(TEN)
    told = {table.next()}
    if told == {
        f"GONE {FIVE} r=0"
    }:  # it lay there all the while, unless the module was away for long
        told = {table.next()}
    assert told == {f"TAG {TEN} r=0"}


def test_the_watchdog_runs_before_the_first_card(closing, python, tmp_path):
    firmware, _ = at_one_uart(closing, python, tmp_path, Module())
    Table(firmware.board).line()
    assert firmware.pins.history("watchdog") == [8000]


def test_a_program_that_breaks_leaves_it_to_the_watchdog(closing, python, tmp_path):
    """It says where it broke, and nothing holds the watchdog any more."""
    (tmp_path / "broken.py").write_text(BROKEN)
    settings = 'READERS = [{"kind": "broken", "uart": 1, "tx": 4, "rx": 5}]'
    firmware, _ = at_one_uart(closing, python, tmp_path, Module(), settings)
    status, said = firmware.ended()
    assert status == 1
    assert firmware.pins.history("watchdog") == [8000]
    assert re.search("ZeroDivisionError", said + Board(firmware.board).rest())


BROKEN = """
BAUD = 9600
class Reader:
    busy = down = False
    errors = 0
    def begin(self, now):
        return 1 // 0
"""


def test_the_button_leaves_it_at_the_prompt(closing, python, tmp_path):
    modules = Modules([Module()])
    closing.callback(modules.close)
    firmware = Firmware(
        python, tmp_path, 'BUTTON = "BOOTSEL"', {1: modules.terminal.path}, BOOTSEL="1"
    )
    closing.callback(firmware.close)
    assert "the scanner waits at the prompt" in Board(firmware.board).read_line()
    assert firmware.ended()[0] == 0
    assert firmware.pins.history("watchdog") == []


def test_settings_that_can_not_be_are_said_and_leave_it_at_the_prompt(closing, python, tmp_path):
    firmware, _ = at_one_uart(closing, python, tmp_path, Module(), "RED = BEEPER = 24")
    board = Board(firmware.board)
    assert board.read_line() == "settings.py can't be used:"
    assert (
        board.read_line() == "  RED: a Pico has no GP24 on its edge; there are 0 to 22 and 26 to 28"
    )
    assert firmware.ended()[0] == 0
    assert firmware.pins.history("watchdog") == []
