"""`cribboard doctor`: what is wrong with this board; and walks through its wiring, with the board itself."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cribboard.config import Config, ConfigError, load

from .arguments import Commands, Problem, add_config

if TYPE_CHECKING:
    from cribboard.devices import Devices
    from cribboard.doctor import Finding
    from cribboard.doctor.walks import Walk
    from cribboard.doctor.walks.rim import Rim


def add(commands: Commands) -> None:
    """The command, and the walks."""
    about = "what is wrong with this board, and what to do about it"
    doctor = commands.add("doctor", _doctor, about, "cribboard doctor")
    doctor.add_argument("--json", action="store_true", help="for other programs")
    doctor.add_argument(
        "walk",
        nargs="?",
        choices=WALKS,
        metavar="leds|buttons|scanner",
        help="go through this wiring together, with the board itself",
    )
    add_config(doctor)


def _doctor(options: argparse.Namespace) -> int:
    from cribboard import doctor
    from cribboard.doctor import report

    if options.walk:
        return WALKS[options.walk](load(options.config))
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


def _leds(config: Config) -> int:
    from cribboard.board.track import Track
    from cribboard.doctor.walks.leds import leds

    with _together(config) as (rim, devices):
        return _told(
            "leds", _walk(rim, leds(config.strip, Track.for_options(config.options))), devices
        )


def _buttons(config: Config) -> int:
    from cribboard.doctor.walks.buttons import buttons

    with _together(config) as (rim, devices):
        devices.start_inputs(rim.post, scans=False)
        if devices.simulated:
            print("Type a button's name, such as A.one, to press it.")
        walk = buttons(config.buttons, config.timing.debounce)
        return _told("buttons", _walk(rim, walk), devices)


WALKS: dict[str, Callable[[Config], int]] = {"leds": _leds, "buttons": _buttons}


@contextmanager
def _together(config: Config) -> Iterator[tuple[Rim, Devices]]:
    """The devices, and somebody who answers."""
    from cribboard.board import picture
    from cribboard.board.power import limit
    from cribboard.board.track import Track
    from cribboard.devices import open_devices
    from cribboard.doctor.walks.rim import Rim

    track = Track.for_options(config.options)
    devices = open_devices(config)
    budget = config.strip.budget(len(track.holes))

    def show(frame: bytes) -> None:
        lit = limit(frame, budget)
        devices.strip.show(lit)
        if devices.simulated and sys.stdout.isatty():
            print(picture.ansi(track, lit))

    try:
        if devices.simulated:
            print(f"SIMULATED ({devices.why_simulated}): nothing real is lit, pressed or read.")
        rim = Rim(devices, sys.stdin, _say, show)
        rim.start()
        yield rim, devices
    finally:
        devices.close()


def _say(text: str) -> None:
    print(text, flush=True)


def _walk(rim: Rim, walk: Walk) -> list[Finding]:
    from cribboard.doctor.walks.rim import InputEnded

    try:
        return rim.walk(walk)
    except InputEnded:
        raise Problem("the input ended before the walk did: nothing is proven") from None


def _told(title: str, findings: Sequence[Finding], devices: Devices) -> int:
    from cribboard.doctor import report

    found = [(title, finding) for finding in findings]
    print(f"\n{report.as_text(found)}")
    if devices.simulated:
        print("Nothing real was tested: this was a simulated board.")
    return report.status(found)
