"""Which ports are tried, and what is said of one that can't be used."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from serial.tools.list_ports_common import ListPortInfo

from cribboard.devices.ports import (
    PICO,
    UNREACHABLE,
    candidates,
    find_ports,
    open_serial,
    why_unreachable,
)


def listed(device: str, vendor: int | None) -> ListPortInfo:
    port = ListPortInfo(device)
    port.vid = vendor
    return port


def computer(root: Path, *, header: bool = True, **by_id: str) -> Path:
    names = root / "dev/serial/by-id"
    names.mkdir(parents=True)
    for device in by_id.values():
        (root / "dev" / device).touch()
    for name, device in by_id.items():
        (names / name).symlink_to(f"../../{device}")
    if header:
        (root / "dev/serial0").touch()
    return root


def test_a_pico_comes_first_then_usb_then_the_header(tmp_path: Path):
    root = computer(tmp_path, usb_Pico="ttyACM1", usb_GM65="ttyACM0")
    ports = [
        listed("/dev/ttyAMA10", None),  # a port of the board itself
        listed("/dev/ttyUSB0", 0x1A86),
        listed("/dev/ttyACM0", 0x2DD6),
        listed("/dev/ttyACM1", PICO),
    ]
    assert candidates(ports, root) == [
        f"{root}/dev/serial/by-id/usb_Pico",
        f"{root}/dev/serial/by-id/usb_GM65",
        "/dev/ttyUSB0",
        f"{root}/dev/serial0",
    ]


def test_a_computer_without_serial_ports_has_none(tmp_path: Path):
    assert candidates([], tmp_path) == []


def test_a_named_port_is_the_only_one():
    assert find_ports("/dev/ttyACM0") == ["/dev/ttyACM0"]


def test_the_search_asks_this_computer():
    assert isinstance(find_ports(), list)


def why(path: str, baud: int = 9600) -> str:
    with pytest.raises(UNREACHABLE) as raised:
        open_serial(path, baud)
    return why_unreachable(path, raised.value)


def test_each_reason_comes_with_what_to_do():
    ends = os.openpty()
    path = os.ttyname(ends[1])
    theirs = open_serial(path, 9600)
    assert why(path) == f"another program uses {path}: close it"
    theirs.close()
    assert why(path, -1).endswith("set scanner.baud")
    assert why("/dev/null") == "/dev/null is no serial port: set scanner.port"
    assert why("/") == "/ is no serial port: set scanner.port"
    assert why("/dev/no-such-port") == ""
    for end in ends:
        os.close(end)


def test_a_port_of_another_group_comes_with_the_command(monkeypatch: pytest.MonkeyPatch):
    """As root the tests may open anything, so the error is made by hand; pyserial's has the number first, too."""
    monkeypatch.setenv("USER", "ann")
    assert why_unreachable("/dev/ttyACM0", PermissionError(errno.EACCES, "denied")) == (
        "/dev/ttyACM0 isn't for ann: sudo usermod -aG dialout ann, then log in again"
    )
