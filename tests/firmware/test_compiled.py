"""Every file compiles for the Pico, and it takes the memory that firmware/README.md states."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from .interpreters import BENCH, FIRMWARE, command, environment

FILES = sorted(FIRMWARE.glob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_it_compiles_for_the_pico(path: Path, tmp_path: Path):
    compiler = command("mpy-cross")
    out = tmp_path / "out.mpy"
    subprocess.run(
        [compiler, "-march=armv6m", "-o", out, path], check=True, capture_output=True, timeout=60
    )
    assert out.read_bytes()[:1] == b"M"


def test_an_hour_of_cards_takes_no_more_memory_than_its_beginning():
    """In a heap of 64 KB, on a computer whose words are twice as long as the Pico's; its sources are compiled in it too."""
    ended = subprocess.run(
        [command("micropython"), "-X", "heapsize=64k", BENCH / "memory.py"],
        env=environment(),
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    start, hour_later, events = map(int, ended.stdout.split())
    assert events > 2000
    assert start < 32_000
    assert hour_later < start + 1_000
