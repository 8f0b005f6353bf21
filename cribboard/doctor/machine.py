"""The computer that is examined: its files below a root, and the commands that can be asked. Both can be swapped."""

from __future__ import annotations

import os
import platform
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from cribboard.devices.model import this_model
from cribboard.devices.ports import UNREACHABLE
from cribboard.devices.tap import listen
from cribboard.pins import Model

PATIENCE = 10
"""Seconds that a command gets."""

Run = Callable[[str], str | None]
"""Runs a command line and returns what it prints, whatever its exit status; None where there is no such command."""


@dataclass(frozen=True, slots=True)
class Machine:
    """A computer, real or from a tree of files.

    `version` tells a Python package's version, None where it isn't there; `module` whether there is such a module,
    which may come without its package from the system or another package; `requires` what cribboard says that it needs.
    `folder` is for temporary files, `listen` hears what comes in at a port within some seconds (None: it can't be
    opened), `clock` gives seconds.
    """

    root: Path
    run: Run
    version: Callable[[str], str | None]
    module: Callable[[str], object] = find_spec
    requires: Sequence[str] = field(default_factory=lambda: metadata.requires("cribboard") or ())
    python: str = field(default_factory=platform.python_version)
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    folder: Path = field(default_factory=lambda: Path(os.environ.get("TMPDIR") or "/tmp"))
    listen: Callable[[str, int, float], bytes | None] = lambda *_: None
    clock: Callable[[], float] = time.perf_counter

    @property
    def model(self) -> Model | None:
        """Which Raspberry Pi this is, if any."""
        return this_model(self.root)

    def text(self, path: str) -> str | None:
        """A file's text; None where it can't be read."""
        try:
            return (self.root / path).read_text("utf-8", "replace")
        except OSError:
            return None

    def there(self, path: str) -> bool:
        """Whether there is such a file or device."""
        return os.path.lexists(self.root / path)

    def names(self, folder: str) -> list[str]:
        """What is in a folder, in order; nothing where there is none."""
        try:
            return sorted(os.listdir(self.root / folder))
        except OSError:
            return []

    @property
    def service_runs(self) -> bool:
        """Whether the board runs as a service now, and so holds the pins and the port itself."""
        return (self.run("systemctl is-active cribboard") or "").strip() == "active"


def this_machine() -> Machine:
    """The computer that this program runs on."""
    return Machine(Path("/"), _run, _version, listen=_listen)


def _run(command: str) -> str | None:
    environment = {**os.environ, "LC_ALL": "C", "PATH": f"{os.environ.get('PATH', '')}:/usr/sbin"}
    try:
        done = subprocess.run(
            command.split(),
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode(errors="replace")


def _version(package: str) -> str | None:
    with suppress(metadata.PackageNotFoundError, ValueError):
        return metadata.version(package)
    return None


def _listen(path: str, baud: int, seconds: float) -> bytes | None:
    try:
        return listen(path, baud, seconds)
    except UNREACHABLE:
        return None
