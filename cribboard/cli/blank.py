"""`cribboard blank`: darken a strip that a killed program left alight."""

from __future__ import annotations

import argparse

from cribboard.config import load

from .arguments import Commands, Problem, add_config


def add(commands: Commands) -> None:
    """The command."""
    about = "darken the strip, which keeps its last light when a program is killed"
    add_config(commands.add("blank", _blank, about, "cribboard blank"))


def _blank(options: argparse.Namespace) -> int:
    from cribboard.devices import open_devices
    from cribboard.service import steps

    if steps.run(["systemctl", "is-active", "--quiet", "cribboard"]) is None:
        raise Problem("the board plays, as a service: sudo systemctl stop cribboard darkens it")
    devices = open_devices(load(options.config))
    devices.close()
    why = devices.why_simulated
    print(f"nothing to darken: {why}" if devices.simulated else "the strip is dark")
    return 0
