"""Which devices a test runs on, and a table that hears their signals."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from cribboard.config import StripConfig, load
from cribboard.devices import is_raspberry_pi
from cribboard.devices.simulated import PtyCable
from cribboard.signals import Signal

ON_THE_BOARD = is_raspberry_pi() and "CRIBBOARD_HARDWARE" in os.environ
"""Whether to use the real board; a process has the real or the simulated one, not both."""


def skip_where_absent(kind: str) -> None:
    if kind == "real" and not is_raspberry_pi():
        pytest.skip("this is no Raspberry Pi")
    if kind == "real" and not ON_THE_BOARD:
        pytest.skip("CRIBBOARD_HARDWARE=1 is needed to use the real board")
    if kind == "simulated" and ON_THE_BOARD:
        pytest.skip("the real board is used instead")


@pytest.fixture(params=["simulated", "real"])
def kind(request: pytest.FixtureRequest) -> str:
    skip_where_absent(request.param)
    return str(request.param)


@pytest.fixture
def simulated() -> None:
    skip_where_absent("simulated")


def strip_of(pixels: int, **changed: Any) -> StripConfig:
    """The default strip, but for these settings."""
    return replace(load().strip, pixels=pixels, **changed)


class Ear:
    """Hears the signals, in order; on what it is told to, it stumbles once."""

    def __init__(self) -> None:
        self._heard: Queue[tuple[Signal, float]] = Queue()
        self.stumble_at: Signal | None = None

    def __call__(self, signal: Signal, when: float) -> None:
        if signal == self.stumble_at:
            self.stumble_at = None
            raise RuntimeError("the table stumbled")
        self._heard.put((signal, when))

    def next(self) -> Signal:
        return self.next_stamped()[0]

    def next_stamped(self) -> tuple[Signal, float]:
        return self._heard.get(timeout=10)

    @property
    def silent(self) -> bool:
        return self._heard.empty()


@pytest.fixture
def ear() -> Ear:
    return Ear()


class Patience:
    """Waits between attempts until the test lets it go on."""

    def __init__(self) -> None:
        self.asked: Queue[float] = Queue()
        self._go = threading.Semaphore(0)

    def __call__(self, closing: threading.Event, seconds: float) -> None:
        self.asked.put(seconds)
        self._go.acquire(timeout=10)

    def next(self) -> float:
        return self.asked.get(timeout=10)

    def over(self) -> None:
        self._go.release()


@pytest.fixture
def patience() -> Patience:
    return Patience()


@pytest.fixture
def cable() -> Iterator[PtyCable]:
    cable = PtyCable()
    yield cable
    cable.close()


def run(program: str, cwd: Path) -> list[str]:
    """What a process of its own prints: what is imported where, and Blinka's one board, are per process."""
    environment = {name: text for name, text in os.environ.items() if "BLINKA" not in name}
    ended = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        cwd=cwd,
        env={**environment, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.splitlines()
