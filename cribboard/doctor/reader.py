"""The card reader's port, and who else may be on it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from cribboard.config import Config
from cribboard.rules import Scan

from .finding import Finding, ok, problem, silent
from .machine import Machine

PICO = "2e8a"
"""The USB vendor of a Raspberry Pi Pico."""


def port(machine: Machine, config: Config) -> Iterator[Finding]:
    """Whether the reader's port is there; else, which there are."""
    path = config.scanner.port
    if config.options.scan is Scan.NONE:
        yield ok("scanner's port", 'none is used (scan = "none")')
        return
    if not path.startswith("/"):
        yield _to_search(machine, path)
        return
    if machine.there(path.removeprefix("/")):
        yield ok("scanner's port", path)
        return
    others = candidates(machine)
    yield problem(
        "scanner's port",
        f"{path} isn't there; there is {' and '.join(others) or 'no other'}",
        f'set scanner.port = "{others[0]}"' if others else "plug the reader in; see docs/doctor.md",
    )


def debug_plug(machine: Machine, config: Config) -> Iterator[Finding]:
    """On a Pi 5 /dev/serial0 may be the plug between the HDMI sockets, and not the header."""
    if config.scanner.port == "/dev/serial0" and _target(machine, "dev/serial0") == "ttyAMA10":
        yield problem(
            "header's serial port",
            "/dev/serial0 is ttyAMA10, the debug plug, not the header",
            'set scanner.port = "/dev/ttyAMA0"',
        )


def stolen_bytes(machine: Machine, config: Config) -> Iterator[Finding]:
    """Other programs on the port: each takes bytes from the other ('returned no data')."""
    path = config.scanner.port
    if config.options.scan is Scan.NONE or not machine.there(path.removeprefix("/")):
        return
    command = f"fuser {path}"
    said = machine.run(command)
    if said is None:
        yield silent("port to ourselves", command)
    elif not (programs := re.findall(r"\d+", said)):
        yield ok("port to ourselves", "nobody else reads it")
    elif machine.service_runs:
        yield ok("port to ourselves", "the board is running and reads it itself")
    else:
        names = [_name(machine, number) for number in programs]
        yield problem(
            "port to ourselves",
            f"{', '.join(names)} reads {path} too: each gets half of the bytes",
            f"end it: kill {' '.join(programs)}",
        )


def modem_manager(machine: Machine, config: Config) -> Iterator[Finding]:
    """ModemManager talks to what might be a modem, unless a udev rule says that a Pico is none."""
    if config.options.scan is Scan.NONE:
        return
    active = machine.run("systemctl is-active ModemManager")
    if active is None:
        yield silent("ModemManager", "systemctl is-active ModemManager")
    elif active.strip() != "active":
        yield ok("ModemManager", "doesn't run")
    elif _is_ignored(machine):
        yield ok("ModemManager", "leaves the reader alone")
    else:
        yield problem(
            "ModemManager",
            "runs and talks to the reader as to a modem",
            "sudo cribboard service install writes the udev rule that stops it; then plug the reader in anew",
        )


def candidates(machine: Machine) -> list[str]:
    """The serial devices that are plugged in, by names that don't change."""
    return [f"/dev/serial/by-id/{name}" for name in machine.names("dev/serial/by-id")]


def _to_search(machine: Machine, setting: str) -> Finding:
    others = candidates(machine)
    if others:
        return ok("scanner's port", f"{setting}: there is {' and '.join(others)}")
    return problem("scanner's port", f"{setting}: no reader is plugged in", "plug the reader in")


def _target(machine: Machine, link: str) -> str:
    try:
        return os.path.basename(os.readlink(machine.root / link))
    except OSError:
        return ""


def _name(machine: Machine, number: str) -> str:
    return (machine.text(f"proc/{number}/comm") or f"process {number}").strip()


def _is_ignored(machine: Machine) -> bool:
    folders = ("etc/udev/rules.d", "usr/lib/udev/rules.d")
    rules = [
        machine.text(f"{folder}/{name}") or ""
        for folder in folders
        for name in machine.names(folder)
    ]
    return any(PICO in rule and "ID_MM_DEVICE_IGNORE" in rule for rule in rules)
