"""The computer itself: its model, kernel and operating system."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cribboard.config import Config

from .finding import Finding, not_checkable, ok, problem, silent
from .machine import Machine

PIO_KERNEL = (6, 6)
"""The first kernel that lets programs use a Pi 5's PIO."""


def model(machine: Machine, config: Config) -> Iterator[Finding]:
    """Which Raspberry Pi this is, and whether it is to be used."""
    text = (machine.text("proc/device-tree/model") or "").strip("\0 \n")
    if machine.model is None:
        yield not_checkable("model", f"{text or 'this'} is no Raspberry Pi: the board is simulated")
    elif config.simulate:
        yield problem(
            "model",
            f'{text}, but the board is simulated: board.simulate = "always"',
            'set board.simulate = "auto"',
        )
    else:
        yield ok("model", text)


def kernel(machine: Machine, _: Config) -> Iterator[Finding]:
    """The kernel, which on a Pi 5 must know its PIO."""
    release = (machine.text("proc/sys/kernel/osrelease") or "").strip()
    version = tuple(map(int, re.findall(r"\d+", release)[:2]))
    if len(version) < 2:
        yield not_checkable("kernel", "its version isn't told")
    elif machine.model and machine.model.driver == "pio" and version < PIO_KERNEL:
        yield problem(
            "kernel", f"{release}: a Pi 5's strip needs 6.6", "sudo apt full-upgrade, then reboot"
        )
    else:
        yield ok("kernel", release)


def system(machine: Machine, _: Config) -> Iterator[Finding]:
    """The operating system: 64 bits, since there are no compiled packages for the others."""
    named = re.search(
        r'^PRETTY_NAME="?([^"\n]*)', machine.text("etc/os-release") or "", re.MULTILINE
    )
    name = named[1] if named else "unnamed"
    bits = (machine.run("dpkg --print-architecture") or "").strip()
    if not bits:
        yield silent("operating system", "dpkg --print-architecture")
    elif machine.model and bits != "arm64":
        yield problem(
            "operating system",
            f"{name} for {bits}: too many packages come compiled for 64 bits only",
            "write Raspberry Pi OS Lite (64-bit) to the card",
        )
    else:
        yield ok("operating system", f"{name}, {bits}")
