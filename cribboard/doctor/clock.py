"""What the firmware tells of the running Pi: its core clock, which SPI follows, and its supply."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cribboard.config import Config

from .finding import Finding, not_checkable, ok, problem, silent
from .machine import Machine

TOLERANCE = 0.02
"""How far the clock may be off."""

TROUBLES = {0: "the supply is too weak now", 16: "the supply was too weak since the start"}
HEAT = {2: "it is throttled now", 3: "it is too hot now", 19: "it was too hot since the start"}


def core_clock(machine: Machine, config: Config) -> Iterator[Finding]:
    """The live core clock, by which the strip's bits are timed on SPI; what config.txt says may not be what runs."""
    model = machine.model
    if model is None or not model.core_mhz or not config.wiring.uses_spi(model):
        return
    command = "vcgencmd measure_clock core"
    told = re.search(r"=(\d+)", machine.run(command) or "")
    if not told:
        yield _untold("core clock", command, machine)
        return
    megahertz = int(told[1]) / 1e6
    if abs(megahertz - model.core_mhz) > model.core_mhz * TOLERANCE:
        yield problem(
            "core clock",
            f"runs at {megahertz:.0f} MHz, not {model.core_mhz}: the strip flickers or sticks at white",
            f"core_freq={model.core_mhz} in config.txt (sudo cribboard service install), then reboot",
        )
    else:
        yield ok("core clock", f"{megahertz:.0f} MHz")


def supply(machine: Machine, _: Config) -> Iterator[Finding]:
    """Under-voltage and heat, as the firmware saw them."""
    command = "vcgencmd get_throttled"
    told = re.search(r"=0x([0-9a-fA-F]+)", machine.run(command) or "")
    if not told:
        yield _untold("supply", command, machine)
        return
    bits = int(told[1], 16)
    weak = [text for bit, text in TROUBLES.items() if bits >> bit & 1]
    hot = [text for bit, text in HEAT.items() if bits >> bit & 1]
    if weak:
        yield problem(
            "supply",
            f"{', '.join(weak)}, which makes pixels flicker and readers drop out",
            "use a 5 V supply of 4 A or more with short thick leads, and feed the strip from it directly",
        )
    else:
        yield ok("supply", "never below 4.63 V since the start")
    if hot:
        yield problem("heat", ", ".join(hot), "give the Pi a heat sink, or air")


def _untold(topic: str, command: str, machine: Machine) -> Finding:
    """The firmware answers root and the group video; the service's user is in no group that it doesn't need."""
    groups = machine.run("id -nG")
    if groups is None or {"root", "video"} & set(groups.split()):
        return silent(topic, command)
    return not_checkable(
        topic, f"`{command}` tells root and the group video alone: sudo cribboard doctor"
    )
