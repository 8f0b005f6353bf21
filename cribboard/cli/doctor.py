"""`cribboard doctor`: what is wrong with this board; and walks through its wiring, with the board itself."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from cribboard.config import Config, ConfigError, load

from .arguments import Commands, add_config


def add(commands: Commands) -> None:
    """The command, and the walks."""
    about = "what is wrong with this board, and what to do about it"
    doctor = commands.add("doctor", _doctor, about, "cribboard doctor")
    doctor.add_argument("--json", action="store_true", help="for other programs")
    add_config(doctor)


def _doctor(options: argparse.Namespace) -> int:
    from cribboard import doctor
    from cribboard.doctor import report

    config, error = _settings(options.config)
    found = [*doctor.settings(error), *doctor.examine(doctor.this_machine(), config)]
    print(report.as_json(found) if options.json else report.as_text(found))
    return report.status(found)


def _settings(path: Path | None) -> tuple[Config, ConfigError | None]:
    """The settings; where they can't be used the defaults, and why."""
    try:
        return load(path), None
    except ConfigError as error:
        return load(Path(os.devnull)), error
