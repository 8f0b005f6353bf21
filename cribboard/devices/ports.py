"""Serial ports: where the card reader may be, how one is opened, and why one can't be."""

from __future__ import annotations

import errno
import os
import termios
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from serial.tools.list_ports_common import ListPortInfo

AUTO = "auto"
"""The setting that has the port searched for."""

PICO = 0x2E8A
"""USB vendor of the Raspberry Pi Pico."""

HEADER = "dev/serial0"
"""The serial port of a Raspberry Pi's header."""

UNREACHABLE = (OSError, termios.error, ValueError)
"""What an absent, pulled or misconfigured port raises: termios.error is no OSError, a speed that it can't is a ValueError."""


class Port(Protocol):
    """What the scanner needs of `serial.Serial`."""

    @property
    def in_waiting(self) -> int: ...
    def read(self, size: int = 1, /) -> bytes: ...
    def fileno(self) -> int: ...
    def cancel_read(self) -> None: ...
    def close(self) -> None: ...


def open_serial(path: str, baud: int, timeout: float | None = None) -> Port:
    """The port at `path`, for us alone as far as other programs ask; what came in before is dropped.

    Reading from it ends after `timeout` seconds without a byte. Raises what is in UNREACHABLE.
    """
    import serial

    return serial.Serial(path, baud, exclusive=True, timeout=timeout)


def find_ports(port: str = AUTO, root: Path = Path("/")) -> list[str]:
    """Where the reader may be just now, the likeliest first: at a port that is named, there or nowhere."""
    if port != AUTO:
        return [port]
    from serial.tools.list_ports import comports

    return candidates(comports(), root)


def candidates(listed: Iterable[ListPortInfo], root: Path = Path("/")) -> list[str]:
    """A Pico, then what else is on USB, each by the name that it keeps when it is plugged in anew; then the header."""
    lasting = {link.resolve().name: str(link) for link in _sorted(root / "dev/serial/by-id")}
    usb = sorted(
        (port for port in listed if port.vid is not None),
        key=lambda port: (port.vid != PICO, port.device),
    )
    header = root / HEADER
    return [
        *(lasting.get(Path(port.device).name, port.device) for port in usb),
        *([str(header)] if header.exists() else []),
    ]


def _sorted(folder: Path) -> Sequence[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


def why_unreachable(path: str, error: Exception) -> str:
    """What somebody can do about a port that raised this; nothing where it just isn't there, or no longer.

    >>> why_unreachable("/dev/ttyACM0", BlockingIOError(errno.EAGAIN, "locked"))
    'another program uses /dev/ttyACM0: close it'
    """
    within = error.__context__  # pyserial hides a termios.error in a text
    cause = within if isinstance(within, termios.error) else error
    match cause.args[0] if cause.args else None:
        case errno.EAGAIN | errno.EBUSY:
            return f"another program uses {path}: close it"
        case errno.EACCES | errno.EPERM:
            return (
                f"{path} isn't for {_user()}: sudo usermod -aG dialout {_user()}, then log in again"
            )
        case errno.ENOTTY | errno.EISDIR:
            return f"{path} is no serial port: set scanner.port"
    if isinstance(error, ValueError):
        return f"{path} can't be opened with these settings ({error}): set scanner.baud"
    return ""


def _user() -> str:
    return os.environ.get("USER", "this user")
