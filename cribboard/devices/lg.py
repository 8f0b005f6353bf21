"""lgpio, without its traps: the library that gives the buttons' pins on every Raspberry Pi."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from cribboard.installing import pip_install

from .errors import DeviceError

MISSING = "the buttons' library is missing: {error}; {install}"
TOO_OLD = "the buttons' library is too old: {error}; {install}"
NO_PINS = (
    "the buttons' pins can't be opened: {error}; they need a Raspberry Pi, the group gpio, and a folder "
    "for temporary files that can be written to"
)


class Pins(NamedTuple):
    """A gpiozero pin factory, and the thread that calls back from it where it has one: without it no edge is told."""

    factory: Any
    reader: threading.Thread | None = None


def open_pins() -> Pins:
    """The pins of this Raspberry Pi, by lgpio: what else gpiozero may fall back to sees no edges on today's kernels.

    Raises DeviceError.
    """
    try:
        with _somewhere_private():
            import lgpio
        from gpiozero.pins.lgpio import LGPIOFactory

        return Pins(LGPIOFactory(), lgpio._notify_thread)
    except ImportError as error:
        raise DeviceError(
            MISSING.format(error=error, install=pip_install("cribboard[pi-spi]"))
        ) from error
    except AttributeError as error:
        raise DeviceError(
            TOO_OLD.format(error=error, install=pip_install("lgpio>=0.2.2"))
        ) from error
    except Exception as error:
        raise DeviceError(NO_PINS.format(error=error)) from error


@contextmanager
def _somewhere_private() -> Iterator[None]:
    """Let lgpio be imported where it does no harm.

    It puts a FIFO into the working directory, can't be imported where it may not, and leaves it there; with `LG_WD` set
    it takes the whole process to another directory for good. Here both happen in a folder that is gone afterwards: the
    library keeps the FIFO open and needs its name no more. Not for long is another thread somewhere else than it thinks.
    """
    before, wanted = os.open(".", os.O_PATH), os.environ.get("LG_WD")
    try:
        with TemporaryDirectory(prefix="cribboard-") as private:
            os.environ["LG_WD"] = private
            os.chdir(private)
            try:
                yield
            finally:
                os.fchdir(before)
    finally:
        os.close(before)
        del os.environ["LG_WD"]
        if wanted is not None:
            os.environ["LG_WD"] = wanted
