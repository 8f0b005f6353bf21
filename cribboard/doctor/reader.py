"""The card reader's port, and who else may be on it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from cribboard.config import Config
from cribboard.devices import ports
from cribboard.devices.ports import AUTO, HEADER
from cribboard.rules import Scan

from .finding import Finding, not_checkable, ok, problem, silent
from .machine import Machine
from .walks.scanner import Sorter

PICO = f"{ports.PICO:04x}"
"""The USB vendor of a Raspberry Pi Pico."""

ANY_PORT = ("ttyACM", "ttyUSB", "ID_MM_PORT_IGNORE")
"""What a udev rule has in it that keeps ModemManager off every USB serial port."""


HEARTBEATS = 2.5
"""Seconds in which the board's own firmware says twice that it is there."""


def port(machine: Machine, config: Config) -> Iterator[Finding]:
    """Whether the reader's port is there; else, which there are."""
    path = config.scanner.port
    if config.options.scan is Scan.NONE:
        yield ok("scanner's port", 'none is used (scan = "none")')
    elif there := _ports(machine, config):
        searched = f"{path}: " if path == AUTO else ""
        yield ok("scanner's port", f"{searched}{' or '.join(there)}")
    else:
        others = candidates(machine) if path != AUTO else []
        yield problem(
            "scanner's port",
            f"{path} isn't there; there is {' and '.join(others) or 'no other'}"
            if path != AUTO
            else "no reader is plugged in",
            f'set scanner.port = "{others[0]}"' if others else "plug the reader in",
        )


def firmware(machine: Machine, config: Config) -> Iterator[Finding]:
    """Whether the board's own firmware says that it is there; other readers are silent until a card comes."""
    if config.scanner.profile != "cribboard" or config.options.scan is Scan.NONE:
        return
    if machine.service_runs:
        yield ok("scanner's firmware", "the board is running and hears it itself")
        return
    paths, closed = _ports(machine, config), []
    for path in paths:
        heard = machine.listen(path, config.scanner.speed, HEARTBEATS)
        if heard is None:
            closed.append(path)
        elif any(meaning.kind == "firmware" for meaning in Sorter().feed(heard)):
            yield ok("scanner's firmware", f"speaks at {path}")
            return
    if closed:
        yield problem(
            "scanner's firmware",
            f"{' and '.join(closed)} can't be opened: another program has it, or it isn't for whoever asks",
            "end that program; sudo cribboard doctor tells who it is",
        )
    elif paths:
        yield problem(
            "scanner's firmware",
            f"isn't heard at {' or '.join(paths)}",
            "see to its wires and that firmware/ is on the Pico: cribboard doctor scanner",
        )


def debug_plug(machine: Machine, config: Config) -> Iterator[Finding]:
    """On a Pi 5 /dev/serial0 may be the plug between the HDMI sockets, and not the header."""
    if (
        config.scanner.port in (AUTO, f"/{HEADER}")
        and _target(machine, "dev/serial0") == "ttyAMA10"
    ):
        yield problem(
            "header's serial port",
            "/dev/serial0 is ttyAMA10, the debug plug, not the header",
            'set scanner.port = "/dev/ttyAMA0"',
        )


def stolen_bytes(machine: Machine, config: Config) -> Iterator[Finding]:
    """Other programs on the port: each takes bytes from the other ('returned no data')."""
    if config.options.scan is not Scan.NONE:
        for path in _ports(machine, config):
            yield _alone(machine, path)


def modem_manager(machine: Machine, config: Config) -> Iterator[Finding]:
    """ModemManager talks to what might be a modem, unless a udev rule says that the reader is none."""
    if config.options.scan is Scan.NONE:
        return
    active = machine.run("systemctl is-active ModemManager")
    if active is None:
        yield silent("ModemManager", "systemctl is-active ModemManager")
    elif active.strip() != "active":
        yield ok("ModemManager", "doesn't run")
    elif not (talked_to := _not_ignored(machine, config)):
        yield ok("ModemManager", "leaves the reader alone")
    else:
        yield problem(
            "ModemManager",
            f"runs and talks to {' and '.join(talked_to)} as to a modem",
            "sudo cribboard service install writes the udev rule that stops it; then plug the reader in anew",
        )


def candidates(machine: Machine) -> list[str]:
    """The serial devices that are plugged in, by names that don't change."""
    return [f"/dev/serial/by-id/{name}" for name in machine.names("dev/serial/by-id")]


def _ports(machine: Machine, config: Config) -> list[str]:
    """Where the reader may be: at the port that is named, or where it would be searched for."""
    named = config.scanner.port
    paths = [*candidates(machine), f"/{HEADER}"] if named == AUTO else [named]
    return [path for path in paths if machine.there(path.removeprefix("/"))]


def _alone(machine: Machine, path: str) -> Finding:
    command = f"fuser {path}"
    said = machine.run(command)
    if said is None:
        return silent("port to ourselves", command)
    if not (programs := re.findall(r"\d+", said)):
        if (machine.run("id -un") or "").strip() == "root":
            return ok("port to ourselves", f"nobody else reads {path}")
        return not_checkable("port to ourselves", "root alone sees who: sudo cribboard doctor")
    if machine.service_runs:
        return ok("port to ourselves", "the board is running and reads it itself")
    names = [_name(machine, number) for number in programs]
    return problem(
        "port to ourselves",
        f"{', '.join(names)} reads {path} too: each gets half of the bytes",
        f"end it: kill {' '.join(programs)}",
    )


def _target(machine: Machine, link: str) -> str:
    try:
        return os.path.basename(os.readlink(machine.root / link))
    except OSError:
        return ""


def _name(machine: Machine, number: str) -> str:
    return (machine.text(f"proc/{number}/comm") or f"process {number}").strip()


def _not_ignored(machine: Machine, config: Config) -> list[str]:
    """The readers on USB that no udev rule keeps ModemManager off; the header's port it leaves alone by itself."""
    rules = _rules(machine)
    if any(all(word in rule for word in ANY_PORT) for rule in rules):
        return []
    ignored = [rule for rule in rules if "ID_MM_DEVICE_IGNORE" in rule or ANY_PORT[-1] in rule]
    readers = {
        path: _vendor(machine, path)
        for path in _ports(machine, config)
        if path != f"/{HEADER}" and not path.startswith(("/dev/ttyAMA", "/dev/ttyS"))
    } or {"a reader": PICO}
    return [
        path
        for path, vendor in readers.items()
        if not any(vendor and f'"{vendor}"' in rule for rule in ignored)
    ]


def _rules(machine: Machine) -> list[str]:
    """Every udev rule, a line each."""
    folders = ("etc/udev/rules.d", "usr/lib/udev/rules.d")
    return [
        line
        for folder in folders
        for name in machine.names(folder)
        for line in (machine.text(f"{folder}/{name}") or "").splitlines()
        if not line.lstrip().startswith("#")
    ]


def _vendor(machine: Machine, path: str) -> str:
    """The USB vendor of what is at a port; nothing where it isn't told."""
    told = machine.run(f"udevadm info --query=property --name={path}") or ""
    found = re.search(r"^ID_VENDOR_ID=(\w+)$", told, re.MULTILINE)
    return found[1].lower() if found else ""
