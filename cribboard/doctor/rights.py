"""What whoever runs the board may use: groups, and the devices in /dev."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cribboard.config import Config
from cribboard.pins import Model
from cribboard.rules import Scan

from .finding import Finding, ok, problem, silent
from .machine import Machine

PIO_RULE = 'SUBSYSTEM=="*-pio", GROUP="gpio", MODE="0660"'


def groups(machine: Machine, config: Config) -> Iterator[Finding]:
    """The groups of whoever asks."""
    said = machine.run("id -nG")
    if said is None:
        yield silent("groups", "id -nG")
        return
    name = (machine.run("id -un") or "").strip() or "you"
    if name == "root":
        yield ok("groups", "root may use everything; ask again as the one who runs the board")
        return
    needed = needed_groups(config, machine.model)
    lacking = [group for group in needed if group not in said.split()]
    if lacking:
        yield problem(
            "groups",
            f"{name} isn't in {', '.join(lacking)}",
            f"sudo usermod -aG {','.join(lacking)} {name}, then log in again",
        )
    else:
        yield ok("groups", f"{name} is in {', '.join(needed)}")


def needed_groups(config: Config, model: Model | None) -> list[str]:
    """Those that the board's devices belong to."""
    reasons = {
        "gpio": True,
        "spi": config.wiring.uses_spi(model),
        "dialout": config.options.scan is not Scan.NONE,
        "audio": config.voice.output != "none",
    }
    return [group for group, needed in reasons.items() if needed]


class _Node(NamedTuple):
    path: str
    group: str
    absent: str
    foreign: str


_SPI = _Node(
    "/dev/spidev0.0", "spi", "sudo cribboard service install (dtparam=spi=on), then reboot", ""
)
_MEMORY = _Node("/dev/gpiomem", "gpio", "sudo apt full-upgrade, then reboot", "")
_PIO = _Node(
    "/dev/pio0",
    "gpio",
    "sudo apt full-upgrade, sudo rpi-eeprom-update -a, then reboot: kernel and firmware are too old",
    f"sudo cribboard service install writes the udev rule {PIO_RULE}",
)
_NODES = {"rpi_ws281x": (_SPI, _MEMORY), "spi": (_SPI,), "pio": (_PIO,)}


def nodes(machine: Machine, config: Config) -> Iterator[Finding]:
    """The devices by which the strip is lit."""
    for node in _NODES[config.wiring.driver_on(machine.model)]:
        yield _look_at(node, machine)


def _look_at(node: _Node, machine: Machine) -> Finding:
    if not machine.there(node.path.removeprefix("/")):
        return problem(node.path, "isn't there", node.absent)
    said = (machine.run(f"stat --format=%G:%a {node.path}") or "").strip()
    group, _, mode = said.partition(":")
    if not mode.isdigit():
        return silent(node.path, "stat")
    usable = mode[-1] in "67" or (group == node.group and mode[-2:-1] in ("6", "7"))
    if usable:
        return ok(node.path, f"for the group {group}")
    fix = f"sudo cribboard service install, or sudo chgrp {node.group} {node.path} && sudo chmod 660 {node.path}"
    return problem(node.path, f"belongs to the group {group}, mode {mode}", node.foreign or fix)
