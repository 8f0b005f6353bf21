"""The Pythons under which the firmware runs here: this one, and MicroPython for PCs where it can be had."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware/scanner"
BENCH = Path(__file__).parent / "bench"
INTERPRETERS = ("cpython", "micropython")

_BESIDE = str(Path(sys.executable).parent)


def command(name: str) -> str:
    """The path of an interpreter or compiler; the test is skipped where there is none."""
    if name == "cpython":
        return sys.executable
    found = shutil.which(name, path=_BESIDE) or shutil.which(name)
    if not found:
        pytest.skip(f"{name} is not here: it comes with the development dependencies")
    return found


def run(python: str, script: str, *arguments: object) -> str:
    """What a script of bench/ prints."""
    ended = subprocess.run(
        [command(python), str(BENCH / script), *map(str, arguments)],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def environment(first: Path | None = None) -> dict[str, str]:
    """Where both interpreters find the firmware, and what stands in for the Pico's own modules."""
    path = ":".join(str(folder) for folder in (first, BENCH, FIRMWARE) if folder)
    return {
        **os.environ,
        "PYTHONPATH": f"{path}:{BENCH / 'cpython'}",
        "PYTHONDONTWRITEBYTECODE": "1",
        "MICROPYPATH": f"{path}:.frozen",
    }
