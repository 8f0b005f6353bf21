"""The board's hardware, real or simulated. Only this package imports hardware libraries, each when it is needed.

devices = open_devices(config)              # the pegs can be lit now, before anything else is imported
devices.strip.show(frame)
devices.start_inputs(post, scans=True)      # now the buttons and the reader report
devices.close()
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from cribboard.installing import pip_install

from .buttons import Buttons
from .errors import DeviceError, Post
from .lg import Pins, open_pins
from .model import this_model
from .readers.text import TextLines
from .scanner import Scanner, open_scanner
from .simulated import Drive, Fingers, PtyCable, simulated_strip
from .strip import DRIVERS, Strip, driver_for, open_strip
from .voice import Voice

if TYPE_CHECKING:
    from cribboard.config import Config
    from cribboard.pins import Model
    from cribboard.signals import Button

__all__ = ["DeviceError", "Devices", "Drive", "Post", "Voice", "is_raspberry_pi", "open_devices"]


NO_PI = 'this is no Raspberry Pi: set board.simulate = "auto", and the board is simulated'
"""What is wrong where board.simulate = "never" and there is nothing real."""


class Devices:
    """The board's strip, if it is to be lit, and from `start_inputs` on its `buttons` and, at a table that scans, its `scanner`.

    A simulated board has a `drive`, which presses and scans, and says in `why_simulated` why it isn't a real one.
    """

    def __init__(
        self,
        pins: Mapping[Button, int],
        strip: Strip | None,
        open_pins: Callable[[], Pins],
        open_scanner: Callable[[Post, Callable[[], float]], Scanner],
        *,
        clock: Callable[[], float] = time.monotonic,
        drive: Drive | None = None,
        why_simulated: str = "",
    ) -> None:
        self._strip = strip
        self.buttons: Buttons | None = None
        self.scanner: Scanner | None = None
        self.drive = drive
        self.why_simulated = why_simulated
        self.pins = pins
        self._open_pins = open_pins
        self._open_scanner = open_scanner
        self._clock = clock
        self._closing = ExitStack()
        if strip:
            self._closing.callback(strip.close)
        if drive:
            self._closing.callback(drive.cable.close)

    @property
    def strip(self) -> Strip:
        """The strip; not of devices that were opened without lights."""
        assert self._strip
        return self._strip

    @property
    def simulated(self) -> bool:
        """Whether nothing real is lit."""
        return self.drive is not None

    def start_inputs(self, post: Post, *, scans: bool = True) -> None:
        """Let the buttons and the reader report to `post`, on threads of theirs.

        A reader that isn't there is told as lost. Raises DeviceError when the buttons can't be had.
        """
        self.buttons = Buttons(self.pins, self._open_pins(), post, self._clock)
        self._closing.callback(self.buttons.close)
        if scans:
            self.scanner = self._open_scanner(post, self._clock)
            self._closing.callback(self.scanner.close)

    def close(self) -> None:
        """Close everything, the last opened first; the strip goes dark in any case."""
        self._closing.close()


def open_devices(
    config: Config,
    *,
    clock: Callable[[], float] = time.monotonic,
    root: Path = Path("/"),
    lights: bool = True,
) -> Devices:
    """The devices of this computer: a Raspberry Pi's own, elsewhere simulated ones; without `lights` the strip is left alone.

    `config.simulate` decides instead, unless it is None. Raises DeviceError when libraries are missing, or the strip
    can't be lit.
    """
    why = _why_simulated(config.simulate, root)
    return _simulated(config, clock, why) if why else _real(config, clock, root, lights)


def _real(config: Config, clock: Callable[[], float], root: Path, lights: bool) -> Devices:
    return Devices(
        config.buttons,
        _real_strip(config, root) if lights else None,
        open_pins,
        partial(open_scanner, config.scanner),
        clock=clock,
    )


def _real_strip(config: Config, root: Path) -> Strip:
    model = this_model(root)
    if missing := model and _missing(config, model):
        raise DeviceError(f'{missing} (board.simulate = "always" plays without)')
    try:
        return open_strip(config.strip, model, root)
    except DeviceError as error:
        if model is None:
            raise DeviceError(f"{NO_PI}; {error}") from error
        raise


def _simulated(config: Config, clock: Callable[[], float], why: str) -> Devices:
    strip, wire = simulated_strip(config.strip.order, config.strip.pixels, config.strip.lead_pixels)
    drive = Drive(wire, Fingers(config.pins), PtyCable())
    drive.cable.plug()
    return Devices(
        config.pins,
        strip,
        lambda: Pins(drive.fingers.factory),
        partial(Scanner, TextLines(), drive.cable.find, drive.cable.open_port),
        clock=clock,
        drive=drive,
        why_simulated=why,
    )


def is_raspberry_pi(root: Path = Path("/")) -> bool:
    """Whether this computer, or the one whose files are at `root`, is a Raspberry Pi."""
    return this_model(root) is not None


def _why_simulated(simulate: bool | None, root: Path) -> str:
    """Why the board is simulated; nothing where it is real."""
    if simulate is not None:
        return "the settings ask for it" if simulate else ""
    return "" if is_raspberry_pi(root) else "this is no Raspberry Pi"


def _missing(config: Config, model: Model) -> str:
    """What this model needs, is not installed, and comes with which extra."""
    driver = DRIVERS[driver_for(config.strip, model)]
    missing = [module for module in ("lgpio", "gpiod", driver.module) if not find_spec(module)]
    if not missing:
        return ""
    are = "is" if len(missing) == 1 else "are"
    return f"{', '.join(missing)} {are} not installed: {pip_install(f'cribboard[{driver.extra}]')}"
