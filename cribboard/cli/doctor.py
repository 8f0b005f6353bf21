"""`cribboard doctor`: what is wrong with this board; and walks through its wiring, with the board itself."""

from __future__ import annotations

import argparse
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from cribboard.config import Config, ConfigError, load
from cribboard.ending import ENDING, on_signals
from cribboard.settings import settings_file

from .arguments import Commands, Problem, add_config

if TYPE_CHECKING:
    from cribboard.devices import Devices
    from cribboard.devices.ports import Port
    from cribboard.doctor.walks import Walk
    from cribboard.doctor.walks.rim import Rim
    from cribboard.signals import Button


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

    if options.walk and options.json:
        raise Problem(f"--json: not with {options.walk}, which is walked through by hand")
    if options.walk:
        return WALKS[options.walk](load(options.config))
    config, error = _settings(options.config)
    file = settings_file(options.config)
    found = [*doctor.settings(error, file), *doctor.examine(doctor.this_machine(), config)]
    print(report.as_json(found) if options.json else report.as_text(found))
    return report.status(found)


def _settings(path: Path | None) -> tuple[Config, ConfigError | None]:
    """The settings; where they can't be used the defaults, and why."""
    try:
        return load(path), None
    except ConfigError as error:
        return load(Path(os.devnull)), error


def _leds(config: Config) -> int:
    from cribboard.board import picture
    from cribboard.board.power import limit
    from cribboard.board.track import Track
    from cribboard.doctor.walks.leds import leds

    track = Track.for_options(config.options)
    budget = config.strip.budget(len(track.holes))
    with _devices(config, lights=True) as devices:

        def show(frame: bytes) -> None:
            lit = limit(frame, budget)
            devices.strip.show(lit)
            if devices.simulated and sys.stdout.isatty():
                print(picture.ansi(track, lit, config.options.target))

        return _walk("leds", leds(config.strip, track), _rim(show), devices)


def _buttons(config: Config) -> int:
    from cribboard.doctor.walks.buttons import buttons

    with _devices(config) as devices:
        names = _names(config)

        def press(line: str) -> bool:
            """An empty line is none."""
            assert devices.drive
            name = line.strip()
            if button := names.get(name.lower()):
                devices.drive.fingers.press(button)
                devices.drive.fingers.release(button)
            elif name:
                print(f"{name!r}: takes {', '.join(map(str, config.buttons))}", flush=True)
            return bool(name)

        if devices.simulated:
            print("Type a button's name, such as A.one, to press it.")
        rim = _rim(act=press if devices.simulated else None)
        devices.start_inputs(rim.post, scans=False)
        walk = buttons(config.buttons, config.timing.debounce)
        return _walk("buttons", walk, rim, devices)


def _names(config: Config) -> dict[str, Button]:
    """The buttons by the letters of their places, and by the players' names."""
    players = config.options.names
    named = {
        f"{players[button.who]}.{button.kind}": button
        for button in config.buttons
        if button.who is not None
    }
    lettered = {str(button): button for button in config.buttons}
    return {name.lower(): button for name, button in (*named.items(), *lettered.items())}


def _scanner(config: Config) -> int:
    from cribboard.devices.tap import Tap
    from cribboard.doctor.walks.scanner import scanner

    with _devices(config) as devices, ExitStack() as closing:
        arrived = threading.Semaphore(0)

        def send(line: str) -> bool:
            """As the reader would; what was sent has arrived before anything else happens."""
            assert devices.drive
            data = f"{line.strip()}\r\n".encode()
            if data.strip():
                devices.drive.cable.send(data)
                for _ in data:
                    arrived.acquire()
            return bool(data.strip())

        def take(data: bytes, at: float) -> None:
            rim.post_bytes(data, at)
            for _ in data:
                arrived.release()

        if devices.simulated:
            if config.scanner.port != "auto":
                print(
                    f"scanner.port = {config.scanner.port} isn't opened: no port of a simulated board is."
                )
            print("Type what the reader sends, such as 5H.")
        rim = _rim(act=send if devices.simulated else None)
        path, port = _open_port(config, devices)
        closing.callback(Tap(port, take).close)
        profile = "text" if devices.simulated else config.scanner.profile
        return _walk("scanner", scanner(path, config.scanner.speed, profile), rim, devices)


def _open_port(config: Config, devices: Devices) -> tuple[str, Port]:
    """The card reader's port, and where it is. Raises Problem."""
    from cribboard.devices.ports import UNREACHABLE, find_ports, open_serial, why_unreachable

    if devices.drive:
        path = devices.drive.cable.path
        return path, devices.drive.cable.open_port(path)
    if not (found := find_ports(config.scanner.port)):
        raise Problem(
            "no serial port is there: plug the reader in, or name its port (scanner.port)"
        )
    path = found[0]
    try:
        return path, open_serial(path, config.scanner.speed)
    except UNREACHABLE as error:
        why = why_unreachable(path, error) or f"{path} can't be opened: {error}"
        raise Problem(f"{why}; cribboard doctor tells more") from None


WALKS: dict[str, Callable[[Config], int]] = {
    "leds": _leds,
    "buttons": _buttons,
    "scanner": _scanner,
}


@contextmanager
def _devices(config: Config, lights: bool = False) -> Iterator[Devices]:
    """The board, which nobody else must be using; however the walk ends, it is closed. Raises Problem."""
    from cribboard.devices import open_devices
    from cribboard.doctor import this_machine

    if this_machine().service_runs:
        raise Problem(
            "the board runs as a service: sudo systemctl stop cribboard, and start it afterwards"
        )
    with ExitStack() as closing:
        on_signals(closing, _end, *ENDING)
        devices = open_devices(config, lights=lights)
        closing.callback(devices.close)
        if devices.simulated:
            print(f"SIMULATED ({devices.why_simulated}): nothing real is lit, pressed or read.")
        yield devices


def _end(number: int) -> NoReturn:
    raise SystemExit(128 + number)


def _rim(
    show: Callable[[bytes], None] = lambda _: None, act: Callable[[str], bool] | None = None
) -> Rim:
    from cribboard.doctor.walks.rim import Rim

    return Rim(sys.stdin, lambda text: print(text, flush=True), show, act)


def _walk(title: str, walk: Walk, rim: Rim, devices: Devices) -> int:
    from cribboard.doctor import report
    from cribboard.doctor.walks.rim import InputEnded

    rim.start()
    try:
        found = [(title, finding) for finding in rim.walk(walk)]
    except InputEnded:
        raise Problem("the input ended before the walk did: nothing is proven") from None
    print(f"\n{report.as_text(found)}")
    if devices.simulated:
        print("Nothing real was tested: this was a simulated board.")
    return report.status(found)
