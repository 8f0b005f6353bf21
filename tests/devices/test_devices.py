"""Which devices are opened, in which order, and that they are closed."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from cribboard import devices
from cribboard.config import Config, load
from cribboard.devices import DeviceError, Devices, is_raspberry_pi, open_devices, strip
from cribboard.signals import Button, CodeRead, Edge

from .conftest import Ear, run, strip_of

GO, UNDO = Button("go", 0), Button("undo")


def config(simulate: bool | None = True) -> Config:
    config = load()
    scanner = replace(config.scanner, port="/dev/no-such-port")
    return replace(config, strip=strip_of(3), scanner=scanner, simulate=simulate)


@pytest.fixture
def board(simulated: None) -> Iterator[Devices]:
    board = open_devices(config())
    yield board
    board.close()


def test_fingers_cards_and_light_go_through_the_simulated_board(board: Devices, ear: Ear):
    board.strip.show(bytes([1, 2, 3] * 3))
    board.start_inputs(ear)
    assert board.drive
    board.drive.fingers.press(GO)
    assert ear.next() == Edge(GO, True)
    board.drive.cable.send(b"5H\r\n")
    assert ear.next() == CodeRead("5H")
    assert board.drive.wire.last == bytes([2, 1, 3] * 3)
    assert board.simulated


def test_a_table_that_does_not_scan_has_no_scanner(board: Devices, ear: Ear):
    board.start_inputs(ear, scans=False)
    assert board.scanner is None
    assert board.buttons


@pytest.mark.usefixtures("simulated")
def test_closing_darkens_the_board_and_leaves_nothing_running(ear: Ear):
    open_devices(config()).close()  # what the libraries keep open, they have now
    threads, files = set(threading.enumerate()), len(os.listdir("/proc/self/fd"))
    board = open_devices(config())
    board.start_inputs(ear)
    board.strip.show(bytes([9] * 9))
    board.close()
    board.close()
    assert board.drive
    assert board.drive.wire.last == bytes(9)
    assert set(threading.enumerate()) == threads
    assert len(os.listdir("/proc/self/fd")) == files


def test_the_board_goes_dark_even_if_the_buttons_cannot_be_closed(
    board: Devices, ear: Ear, monkeypatch: pytest.MonkeyPatch
):
    def stuck(_: object) -> None:
        raise RuntimeError("stuck")

    monkeypatch.setattr(devices.Buttons, "close", stuck)
    board.start_inputs(ear, scans=False)
    board.strip.show(bytes([9] * 9))
    with pytest.raises(RuntimeError, match="stuck"):
        board.close()
    assert board.strip.last_sent == bytes(9)


def model(root: Path, name: str) -> Path:
    (root / "proc/device-tree").mkdir(parents=True)
    (root / "proc/device-tree/model").write_text(name + "\0")
    return root


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("Raspberry Pi Zero 2 W Rev 1.0", True),
        ("Raspberry Pi 5 Model B Rev 1.0", True),
        ("Raspberry Pi Compute Module 4 Rev 1.1", True),
        ("Radxa ROCK 5B", False),
    ],
)
def test_the_model_says_whether_it_is_a_pi(name: str, is_one: bool, tmp_path: Path):
    assert is_raspberry_pi(model(tmp_path, name)) is is_one


@pytest.fixture
def opened_as(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """How the devices would be opened: "real", or why they aren't."""
    opened: list[str] = []
    monkeypatch.setattr(devices, "_real", lambda *_: opened.append("real"))
    monkeypatch.setattr(devices, "_simulated", lambda *rest: opened.append(rest[-1]))
    return opened


def install(monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    for module in (devices, strip):
        monkeypatch.setattr(module, "find_spec", lambda name: name if name in modules else None)


def test_without_a_pi_the_board_is_simulated(opened_as: list[str], tmp_path: Path):
    open_devices(config(None), root=tmp_path)
    assert opened_as == ["this is no Raspberry Pi"]


@pytest.mark.parametrize(
    ("name", "modules", "missing"),
    [
        (
            "Raspberry Pi Zero 2 W Rev 1.0",
            ["gpiod", "rpi_ws281x"],
            "lgpio is not installed: {pip} install 'cribboard[pi]'",
        ),
        (
            "Raspberry Pi Zero 2 W Rev 1.0",
            ["neopixel_spi"],
            "lgpio, gpiod are not installed: {pip} install 'cribboard[pi-spi]'",
        ),
        (
            "Raspberry Pi 500 Rev 1.0",
            ["lgpio", "rpi_ws281x"],
            "gpiod, adafruit_raspberry_pi5_neopixel_write are not installed: "
            "{pip} install 'cribboard[pi5]'",
        ),
    ],
)
@pytest.mark.parametrize("simulate", [None, False])
def test_a_pi_without_its_libraries_says_what_it_misses(
    name: str,
    modules: list[str],
    missing: str,
    simulate: bool | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    """It doesn't just stay dark; and a pip that is none of this Python's would help nobody."""
    install(monkeypatch, *modules)
    monkeypatch.setattr(sys, "prefix", "/opt/nobody's/own")
    with pytest.raises(DeviceError) as error:
        open_devices(config(simulate), root=model(tmp_path, name))
    told = missing.format(pip="""sudo '/opt/nobody'"'"'s/own/bin/pip'""")
    assert str(error.value) == f'{told} (board.simulate = "always" plays without)'


@pytest.mark.parametrize(
    ("name", "short", "library"),
    [
        ("Raspberry Pi Zero 2 W Rev 1.0", "zero2", "rpi_ws281x"),
        ("Raspberry Pi Zero 2 W Rev 1.0", "zero2", "neopixel_spi"),
        ("Raspberry Pi 5 Model B Rev 1.0", "5", "adafruit_raspberry_pi5_neopixel_write"),
    ],
)
def test_a_pi_with_its_libraries_is_lit(
    name: str, short: str, library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    opened: list[str] = []
    install(monkeypatch, "lgpio", "gpiod", library)
    monkeypatch.setattr(devices, "open_strip", lambda *given: opened.append(given[1].short))
    monkeypatch.setattr(devices.Devices, "__init__", lambda *_, **__: None)
    open_devices(config(None), root=model(tmp_path, name))
    assert opened == [short]


def test_the_settings_decide_where_they_say_so(opened_as: list[str], tmp_path: Path):
    open_devices(config(False), root=tmp_path)
    open_devices(config(True), root=model(tmp_path, "Raspberry Pi 4 Model B"))
    assert opened_as == ["real", "the settings ask for it"]


def test_hardware_libraries_are_imported_when_they_are_needed(tmp_path: Path):
    program = """
        import sys
        from dataclasses import replace
        from cribboard.config import load
        from cribboard.devices import open_devices

        def loaded():
            return [name for name in ("neopixel", "gpiozero", "serial") if name in sys.modules]

        print(loaded())
        devices = open_devices(replace(load(), simulate=True))
        print(loaded())
        devices.start_inputs(print)
        devices.drive.cable.wait_open()
        print(loaded())
        devices.close()
    """
    assert run(program, tmp_path) == [
        "[]",
        "['neopixel']",
        "['neopixel', 'gpiozero', 'serial']",
    ]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(is_raspberry_pi(), reason="here the strip can be opened")
def test_without_a_pi_the_real_strip_says_so(tmp_path: Path):
    program = """
        from cribboard.devices.errors import DeviceError
        from cribboard.devices.strip import open_strip
        from tests.devices.conftest import strip_of

        try:
            open_strip(strip_of(3))
        except DeviceError as error:
            print(error)
    """
    (said,) = run(program, tmp_path)
    assert said.startswith("the strip's library doesn't work here: Board not supported; ")
    assert "bin/pip install 'cribboard[pi]'" in said


def test_a_board_that_is_never_simulated_needs_a_pi(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    def fails(*_: object) -> None:
        raise DeviceError("no such pin")

    monkeypatch.setattr(devices, "open_strip", fails)
    with pytest.raises(DeviceError, match="this is no Raspberry Pi: set board"):
        open_devices(config(False), root=tmp_path)
