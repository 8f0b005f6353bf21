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
    wanted = boot_lines(config.wiring, model)
    try:
        in_the_way = bootfile.in_the_way(text, wanted, model)
    except ValueError as error:
        yield problem("config.txt", str(error), "mend it; then sudo cribboard service install")
        return
    for there, line in in_the_way:
        yield problem(
            "config.txt",
            f"has {there}, which is in the way of {line}",
            f"take {there} out of it; then sudo cribboard service install, and reboot",
        )
    missing = bootfile.missing(text, wanted, model)
    if in_the_way:
        return
    if missing:
        yield problem(
            "config.txt",
            f"lacks {', '.join(missing)}",
            "sudo cribboard service install writes them, or you at its end, below [all] and dtoverlay=; then reboot",
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
    return machine.text(bootfile.place(machine.there))
