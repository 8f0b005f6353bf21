"""`cribboard play` as a process of its own: how soon the pegs are lit, its memory, and its sleep."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from .figures import Budget, Figure, timed

REPOSITORY = Path(__file__).parents[2]
PLAY = ["play", "--config", str(Path(__file__).with_name("simulated.toml"))]
DEAL = (REPOSITORY / "tests/games/every_card_scanned.txt").read_bytes()

SETTLES = 40.0
IDLE = 5.0


def measure_start(rng: Random) -> Iterator[Figure]:
    """From a process's birth to the first lit frame, and to its end when nobody plays."""
    lit = json.loads(_run("tests.bench.first_frame", str(time.monotonic()), *PLAY))
    total, libraries = lit["seconds"], lit["libraries"]
    yield Figure("first lit frame, libraries apart", total - libraries, "s", Budget("<", 0.3))
    yield Figure("  libraries imported until then", libraries, "s")
    yield Figure("  of them meant for later", len(lit["too_early"]), "", Budget("<=", 0))
    whole = timed(lambda: _run("cribboard.cli", *PLAY))
    yield Figure("whole process with nobody playing", whole, "s", Budget("<", 1))
    yield Figure("  of it Python itself", timed(lambda: _run("this")), "s")


def _run(module: str, *arguments: str) -> str:
    """What a module's process says on stderr."""
    ended = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=REPOSITORY,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    return ended.stderr


def measure_playing(rng: Random) -> Iterator[Figure]:
    """A deal is played in two processes, by lines in a pipe and at a terminal; then they are left alone."""
    playing = {"piped": _Playing(at_terminal=False), "in a terminal": _Playing(at_terminal=True)}
    for process in playing.values():
        process.settle()
    before = {how: switches(process.number) for how, process in playing.items()}
    time.sleep(IDLE)
    for how, process in playing.items():
        woken = (switches(process.number) - before[how]) / IDLE
        yield Figure(f"wake-ups, {how}", woken, "/s", Budget("<=", 0))
        memory = _status(process.number, "VmHWM") * 1024 / 1e6
        yield Figure(f"memory at most, {how}", memory, "MB", Budget("<", 60))
        process.end()


class _Playing:
    """A process of `play` at which a deal is being played; the most time of it is pegs that walk."""

    def __init__(self, at_terminal: bool) -> None:
        self._ours, theirs = os.openpty()
        termios.tcsetwinsize(theirs, (50, 140))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "cribboard.cli", *PLAY],
            cwd=REPOSITORY,
            stdin=theirs if at_terminal else subprocess.PIPE,
            stdout=theirs,
            stderr=subprocess.STDOUT,
            env=os.environ | {"TERM": "xterm-256color"},
            start_new_session=True,
        )
        os.close(theirs)
        threading.Thread(target=self._drain, daemon=True).start()
        time.sleep(1.5)
        lines = os.fdopen(os.dup(self._ours), "wb") if at_terminal else self._process.stdin
        assert lines
        self._lines = lines
        self._lines.write(DEAL.replace(b"\n", b"\r") if at_terminal else DEAL)
        self._lines.flush()

    @property
    def number(self) -> int:
        return self._process.pid

    def settle(self) -> None:
        """Wait until it hardly stirs any more."""
        until = time.monotonic() + SETTLES
        while time.monotonic() < until:
            before = switches(self.number)
            time.sleep(1.5)
            if switches(self.number) - before <= 4:
                return

    def end(self) -> None:
        self._process.kill()
        self._process.wait()

    def _drain(self) -> None:
        """Somebody looks at what it shows, or it would wait."""
        try:
            while os.read(self._ours, 65536):
                pass
        except OSError:
            return


def switches(process: int | str) -> int:
    """How often all threads of a process have gone to sleep and been woken so far."""
    tasks = Path(f"/proc/{process}/task").iterdir()
    return sum(_status(f"{process}/task/{task.name}", "voluntary_ctxt_switches") for task in tasks)


def _status(process: int | str, key: str) -> int:
    found = re.search(rf"^{key}:\s+(\d+)", Path(f"/proc/{process}/status").read_text(), re.M)
    assert found
    return int(found[1])
