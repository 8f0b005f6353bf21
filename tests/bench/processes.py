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
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from .figures import Figure, timed

REPOSITORY = Path(__file__).parents[2]
PLAY = ("play", "--config", str(Path(__file__).with_name("simulated.toml")))
DEAL = REPOSITORY / "tests/games/every_card_scanned.txt"
RUNS = 3
STIRS = 4
IDLE = 5.0


def measure_start(rng: Random) -> Iterator[Figure]:
    """From its birth to the first lit frame, and to its end when nobody plays; the least disturbed of a few runs."""
    with TemporaryDirectory() as folder:
        yield from _start([*PLAY, "--journal", f"{folder}/journal.db"])


def _start(play: list[str]) -> Iterator[Figure]:
    lit = sorted((_first_frame(play) for _ in range(RUNS)), key=lambda lit: lit["own"])
    early = max(len(run["early"]) for run in lit)
    yield Figure("first lit frame, libraries apart", lit[0]["own"], "s", "< 0.3")
    yield Figure("  libraries imported until then", lit[0]["libraries"], "s")
    yield Figure("  gpiozero and serial among them", early, "", "= 0")
    whole = min(timed(lambda: _run("cribboard", *play)) for _ in range(RUNS))
    yield Figure("whole process, nobody playing", whole, "s", "< 1")


def _first_frame(play: list[str]) -> dict[str, Any]:
    return dict(json.loads(_run("tests.bench.first_frame", str(time.monotonic()), *play)))


def _run(module: str, *arguments: str) -> str:
    """What a module's process says on stderr."""
    command = [sys.executable, "-m", module, *arguments]
    ended = subprocess.run(command, cwd=REPOSITORY, input="", capture_output=True, text=True)
    if ended.returncode:
        sys.exit(ended.stderr)
    return ended.stderr


def measure_playing(rng: Random) -> Iterator[Figure]:
    """A deal is played by lines in a pipe, and by typing at a terminal; then the process is left alone."""
    for how, at_terminal in (("piped", False), ("in a terminal", True)):
        with TemporaryDirectory() as folder, _playing(folder, at_terminal) as process:
            _wait_until_settled(process.pid)
            before = switches(process.pid)
            time.sleep(IDLE)
            woken = switches(process.pid) - before
            yield Figure(f"{how}: wake-ups with nothing moving", woken / IDLE, "/s", "= 0")
            yield Figure(f"{how}: memory at most", memory(process.pid), "MB", "< 60")


@contextmanager
def _playing(folder: str, at_terminal: bool) -> Iterator[subprocess.Popen[bytes]]:
    """A process at which a deal is being played; killed at the end."""
    ours, theirs = os.openpty()
    termios.tcsetwinsize(theirs, (50, 140))
    process = subprocess.Popen(
        [sys.executable, "-m", "cribboard", *PLAY, "--journal", f"{folder}/journal.db"],
        cwd=REPOSITORY,
        stdin=theirs if at_terminal else subprocess.PIPE,
        stdout=theirs,
        stderr=subprocess.STDOUT,
        env=os.environ | {"TERM": "xterm-256color"},
    )
    os.close(theirs)
    threading.Thread(target=_look, args=(ours,), daemon=True).start()
    time.sleep(1.5)
    lines = DEAL.read_bytes().replace(b"\n", b"\r" if at_terminal else b"\n")
    os.write(ours if at_terminal or not process.stdin else process.stdin.fileno(), lines)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def _look(terminal: int) -> None:
    """Somebody must, or the process would wait."""
    with suppress(OSError):
        while os.read(terminal, 65536):
            pass


def _wait_until_settled(process: int) -> None:
    """Until it stirs no more than a clock that ticks; if it doesn't settle, that will be measured."""
    for _ in range(20):
        before = switches(process)
        time.sleep(1.5)
        if switches(process) - before <= STIRS:
            return


def memory(process: int) -> float:
    """The most that a process has ever had, in MB."""
    return _status(process, "VmHWM") * 1024 / 1e6


def switches(process: int | str) -> int:
    """How often all threads of a process have gone to sleep and been woken so far."""
    tasks = Path(f"/proc/{process}/task").iterdir()
    return sum(_status(f"{process}/task/{task.name}", "voluntary_ctxt_switches") for task in tasks)


def _status(process: int | str, key: str) -> int:
    found = re.search(rf"^{key}:\s+(\d+)", Path(f"/proc/{process}/status").read_text(), re.M)
    assert found
    return int(found[1])
