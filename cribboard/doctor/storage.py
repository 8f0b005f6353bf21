"""The disk that games are kept on: whether it can be written to, survives the plug, and is quick enough."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from cribboard.config import Config

from .finding import Finding, not_checkable, ok, problem
from .machine import Machine

SYNCS = 20
SLOW = 0.1
"""Seconds for which a peg may wait for the card."""

VOLATILE = ("overlay", "tmpfs", "ramfs")


def file_system(machine: Machine, _: Config) -> Iterator[Finding]:
    """Errors that the kernel has found on the card's file systems since they were made."""
    devices = machine.names("sys/fs/ext4")
    counts = {name: machine.text(f"sys/fs/ext4/{name}/errors_count") for name in devices}
    bad = {name: count.strip() for name, count in counts.items() if count and count.strip() != "0"}
    read_only = [
        where
        for where, kind, options in _mounts(machine)
        if where == "/" and "ro" in options and kind != "overlay"
    ]
    if bad or read_only:
        told = [f"{count} errors on {name}" for name, count in bad.items()]
        told += ["the root is read-only" for _ in read_only]
        yield problem(
            "file system",
            f"{', '.join(told)}: the card is failing, or lost power while writing",
            "copy the games off (cribboard export --json -o games.json), and write a new card",
        )
    elif any(counts.values()):
        yield ok("file system", "no errors")
    else:
        yield not_checkable("file system", "no ext4 file system tells")


def games_survive(machine: Machine, config: Config) -> Iterator[Finding]:
    """Where the games are kept must outlive the plug."""
    if config.journal is None:
        return
    folder = config.journal.absolute().parent
    mounts = [mount for mount in _mounts(machine) if folder.is_relative_to(mount[0])]
    if not mounts:
        yield not_checkable("games survive", "/proc/mounts doesn't tell")
        return
    where, kind, _ = max(mounts, key=lambda mount: len(Path(mount[0]).parts))
    if kind in VOLATILE:
        yield problem(
            "games survive",
            f"{folder} is on {where} ({kind}), which is forgotten when the power goes",
            "give /var/lib/cribboard a partition of its own (docs/install.md)",
        )
    else:
        yield ok("games survive", f"{folder} is on {where} ({kind})")


def sync_time(machine: Machine, config: Config) -> Iterator[Finding]:
    """How long it takes until a score is safe on the disk."""
    if config.journal is None:
        yield ok("time to save", 'nothing is kept (board.journal = "none")')
        return
    folder = _nearest(machine.root / config.journal.absolute().parent.relative_to("/"))
    try:
        times = measure(folder, machine.clock)
    except OSError as error:
        yield problem(
            "time to save",
            f"{folder} can't be written to: {error.strerror}",
            "ask as the one who runs the board, or set board.journal to a file that you may write",
        )
        return
    seen = f"{1000 * median(times):.1f} ms, at worst {1000 * max(times):.1f}"
    if median(times) > SLOW:
        yield problem("time to save", seen, "use a card of class A1 or better")
    else:
        yield ok("time to save", seen)


def measure(folder: Path, clock: Callable[[], float]) -> list[float]:
    """Seconds that each of some small writes takes until it is safe. Raises OSError."""
    times = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(SYNCS):
            start = clock()
            os.write(file.fileno(), bytes(512))
            os.fsync(file.fileno())
            times.append(clock() - start)
    return times


def _nearest(folder: Path) -> Path:
    """The folder, or the one above in which it will be made."""
    return next(path for path in (folder, *folder.parents) if path.is_dir())


def _mounts(machine: Machine) -> list[tuple[str, str, list[str]]]:
    """Where something is mounted, of which kind and with which options."""
    lines = map(str.split, (machine.text("proc/mounts") or "").splitlines())
    return [(_plain(line[1]), line[2], line[3].split(",")) for line in lines if len(line) > 3]


def _plain(where: str) -> str:
    """A mount point as it is: the kernel writes blanks in octal."""
    return re.sub(r"\\(\d{3})", lambda match: chr(int(match[1], 8)), where)
