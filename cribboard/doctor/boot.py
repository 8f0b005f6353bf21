"""What the firmware and the kernel were told at boot: config.txt and cmdline.txt."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cribboard import bootfile
from cribboard.config import Config
from cribboard.devices.ports import AUTO
from cribboard.pins import boot_lines

from .finding import Finding, not_checkable, ok, problem
from .machine import Machine
from .reader import candidates


def config_lines(machine: Machine, config: Config) -> Iterator[Finding]:
    """Whether config.txt says what this wiring needs on this model."""
    model, text = machine.model, boot_config(machine)
    if model is None or text is None:
        yield not_checkable("config.txt", "there is none")
        return
    missing = bootfile.missing(text, boot_lines(config.wiring, model), model)
    if missing:
        yield problem(
            "config.txt",
            f"lacks {', '.join(missing)}",
            "sudo cribboard service install shows and writes them; then reboot",
        )
    else:
        yield ok("config.txt", "says all that this wiring needs")


def console(machine: Machine, config: Config) -> Iterator[Finding]:
    """The kernel's console mustn't sit on the scanner's port."""
    if not config.wiring.uses_uart or (config.scanner.port == AUTO and candidates(machine)):
        return
    text = machine.text("proc/cmdline")
    if text is None:
        yield not_checkable("serial console", "/proc/cmdline can't be read")
    elif found := re.search(r"\bconsole=((?:serial0|ttyS0|ttyAMA0)\S*)", text):
        yield problem(
            "serial console",
            f"the kernel's console is on the scanner's port ({found[1]})",
            "sudo raspi-config nonint do_serial_cons 1, then reboot",
        )
    else:
        yield ok("serial console", "not on the scanner's port")


def boot_config(machine: Machine) -> str | None:
    """The text of config.txt; None where there is none."""
    texts = map(machine.text, bootfile.PLACES)
    return next((text for text in texts if text is not None), None)
