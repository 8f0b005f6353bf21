"""The GPIO chip, who holds its lines, and whether the buttons' library can work here."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator

from cribboard.config import Config
from cribboard.pins import owners

from .finding import Finding, not_checkable, ok, problem, silent
from .machine import Machine

DEBOUNCE = (0.005, 0.05)
"""Seconds between which a contact's bounces end and a quick tap isn't lost."""

_LINE = re.compile(
    r'^\s*line\s+(\d+):\s+(?:"[^"]*"|unnamed)\s+(?:"(?P<old>[^"]+)"|(?:\S.*?)?consumer="?(?P<new>[^"\n]+)"?|(?P<used>.*\[used\]))',
    re.MULTILINE,
)


def chip(machine: Machine, _: Config) -> Iterator[Finding]:
    """The chip of the header's pins, found by its label: its number differs from kernel to kernel."""
    listing = machine.run("gpiodetect")
    if listing is None:
        yield silent("GPIO chip", "gpiodetect")
    elif found := _header_chip(listing):
        yield ok("GPIO chip", f"/dev/{found[1]} ({found[2]})")
    else:
        yield problem(
            "GPIO chip",
            "no chip has the header's pins",
            "sudo apt full-upgrade, then reboot",
        )


def busy_lines(machine: Machine, config: Config) -> Iterator[Finding]:
    """Pins of ours that somebody else holds ('GPIO busy')."""
    found = _header_chip(machine.run("gpiodetect") or "")
    listing = machine.run(f"gpioinfo {found[1]}") if found else None
    if not listing:  # the first gpiod takes the chip as it is, the second one after -c
        listing = machine.run(f"gpioinfo -c {found[1]}") if found else None
    if not listing:
        yield silent("busy pins", "gpioinfo")
        return
    holders = consumers(listing)
    wanted = {
        gpio: owner
        for gpio, (owner, *_) in owners(config.wiring, machine.model).items()
        if owner.key.startswith("buttons.")
    }
    held = {gpio: holders[gpio] for gpio in wanted if gpio in holders}
    if held and machine.service_runs:
        yield ok("busy pins", "the board is running and holds them itself")
        return
    for gpio, who in held.items():
        yield problem(
            "busy pins",
            f"GPIO {gpio}, which is {wanted[gpio].key}, is held by {who!r} ('GPIO busy')",
            f"end the program or take out the overlay of {who!r}, or use another GPIO",
        )
    if not held:
        yield ok("busy pins", "nobody holds ours")


def consumers(listing: str) -> dict[int, str]:
    r"""Who holds which line, by either form of `gpioinfo`.

    >>> consumers('\tline 4: "GPIO4" "onewire@0" output active-high [used]\n\tline 5: "GPIO5" unused input')
    {4: 'onewire@0'}
    >>> consumers('\tline 4:\t"GPIO4"\toutput consumer="onewire@0"\n\tline 5:\t"GPIO5"\tinput')
    {4: 'onewire@0'}
    """
    return {
        int(match[1]): (match["old"] or match["new"] or "the kernel").strip()
        for match in _LINE.finditer(listing)
    }


def stuck_buttons(machine: Machine, config: Config) -> Iterator[Finding]:
    """Buttons whose pin is low though it is pulled up: pressed, shorted, or with a contact that opens."""
    pins = config.buttons
    command = f"pinctrl get {','.join(map(str, sorted(pins.values())))}"
    levels = re.findall(
        r"^\s*(\d+):\s+\S+\s+(\S+)\s+\|\s+(hi|lo)", machine.run(command) or "", re.M
    )
    if not levels:
        yield silent("stuck buttons", command)
        return
    pulled_up = {int(gpio): level for gpio, pull, level in levels if pull == "pu"}
    low = [str(button) for button, pin in pins.items() if pulled_up.get(pin) == "lo"]
    if low:
        yield problem(
            "stuck buttons",
            f"{', '.join(low)}: pressed, or shorted to ground",
            "use the contact marked NO (normally open), and look for a short; cribboard doctor buttons",
        )
    elif pulled_up:
        yield ok("stuck buttons", "none is closed")
    else:
        yield not_checkable("stuck buttons", "the pins aren't pulled up until the board runs")


def debounce(_: Machine, config: Config) -> Iterator[Finding]:
    """The time for which a contact may bounce."""
    least, most = DEBOUNCE
    seconds = config.timing.debounce
    if least <= seconds <= most:
        yield ok("debounce", f"{1000 * seconds:g} ms")
        return
    what = "one press counts twice" if seconds < least else "quick taps are lost"
    yield problem(
        "debounce",
        f"controls.debounce = {seconds:g}: {what}",
        "set controls.debounce = 0.02, and look at the bounces: cribboard doctor buttons",
    )


def temporary_folder(machine: Machine, _: Config) -> Iterator[Finding]:
    """lgpio makes a FIFO (`.lgd-nfy0`) where it starts, for which we give it a temporary folder."""
    try:
        with tempfile.TemporaryFile(dir=machine.folder):
            pass
    except OSError as error:
        yield problem(
            "temporary folder",
            f"{machine.folder} can't be written to ({error.strerror}): lgpio fails there with .lgd-nfy-3",
            "make room there, or set TMPDIR to a folder of yours; the service has one of its own",
        )
    else:
        yield ok("temporary folder", "can be written to")


def _header_chip(listing: str) -> re.Match[str] | None:
    return re.search(r"^(gpiochip\d+)\s+\[(pinctrl-(?:bcm\d+|rp1))\]", listing, re.MULTILINE)
