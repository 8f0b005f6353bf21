"""Carrying out what was agreed to: files are written whole or not at all, then systemd is told."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from cribboard.bootfile import BEGIN

from .plan import Change

OURS = "Written by `cribboard service install`"
"""What every file says that is ours alone."""

BACKUP = ".before-cribboard"
"""Added to the name of a file that was there before us, for its first text."""


def write(root: Path, change: Change) -> None:
    """Write or remove a file. What was there before us is kept beside it, once. Raises OSError."""
    path = root / change.path
    if change.after is None:
        path.unlink()
        return
    _make_folders(path.parent)
    backup = path.with_name(path.name + BACKUP)
    ours = change.before is None or any(mark in change.before for mark in (OURS, BEGIN))
    if not ours and change.before is not None and not backup.exists():
        _write_whole(backup, change.before)
    _write_whole(path, change.after)


def after_install(root: Path) -> list[list[str]]:
    """What makes the files count: the user is made, and the service starts at every boot."""
    if root != Path("/"):
        return [
            ["systemd-sysusers", f"--root={root}"],
            ["systemctl", f"--root={root}", "enable", "cribboard.service"],
        ]
    return [
        ["systemd-sysusers"],
        ["udevadm", "control", "--reload"],
        ["udevadm", "trigger"],
        ["systemctl", "daemon-reload"],
        ["systemctl", "enable", "cribboard.service"],
    ]


def before_uninstall(root: Path) -> list[list[str]]:
    """What must be done while the files are still there."""
    where = [] if root == Path("/") else [f"--root={root}"]
    now = ["--now"] if root == Path("/") else []
    return [["systemctl", *where, "disable", *now, "cribboard.service"]]


def after_uninstall(root: Path) -> list[list[str]]:
    """What makes them be forgotten."""
    if root != Path("/"):
        return []
    return [["systemctl", "daemon-reload"], ["udevadm", "control", "--reload"]]


def run(command: Sequence[str]) -> str | None:
    """Run a command; returns what went wrong."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
    except OSError as error:
        return f"{command[0]}: {error.strerror}"
    if done.returncode == 0:
        return None
    return f"{' '.join(command)}: {done.stderr.strip() or f'exit status {done.returncode}'}"


def _make_folders(folder: Path) -> None:
    """Those that aren't there, for everybody to read: the service isn't who installs it."""
    for missing in reversed([each for each in (folder, *folder.parents) if not each.exists()]):
        missing.mkdir()
        missing.chmod(0o755)


def _write_whole(path: Path, text: str) -> None:
    """So that a power cut leaves the old file or the new one: config.txt starts the Pi. Everybody may read it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        with suppress(PermissionError):  # the boot partition's file system has no modes
            os.chmod(name, 0o644)
        os.replace(name, path)
    except OSError:
        os.unlink(name)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
