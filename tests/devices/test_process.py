"""The whole board in a process of its own, on a Pi's real drivers: what shines when it has ended, however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not find_spec("lgpio"), reason="lgpio is not installed")

ON_A_PI = """
import sys
from cribboard import cli
from tests.devices.zero2w import become_pi_with_pins, become_zero_2_w

path, *arguments = sys.argv[1:]
frames = open(path, "w", buffering=1)
if "pinless" not in path:
    become_pi_with_pins()
become_zero_2_w().on_render = lambda frame: print("lit" if any(frame) else "dark", file=frames)
sys.exit(cli.main(arguments))
"""


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    path = tmp_path / "real.toml"
    path.write_text(
        '[board]\nsimulate = "never"\njournal = "none"\n[scanner]\nport = "/dev/no-such-port"\n'
        '[voice]\noutput = "none"\n'
    )
    return path


def start(settings: Path, command: str, name: str = "") -> tuple[subprocess.Popen[str], Path]:
    frames = settings.with_name(f"{name or command}.frames")
    os.mkfifo(frames)
    root = str(Path(__file__).parents[2])
    process = subprocess.Popen(
        [sys.executable, "-c", ON_A_PI, str(frames), command, "--config", str(settings)],
        env={**os.environ, "PYTHONPATH": root},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=settings.parent,
    )
    return process, frames


def shone(settings: Path, number: signal.Signals) -> tuple[list[str], int]:
    """What the strip showed until a signal came, once it was lit, and after it; and how the process ended."""
    process, path = start(settings, "play")
    with open(path) as frames:
        seen = [frames.readline().strip()]
        while seen[-1] not in ("lit", ""):
            seen.append(frames.readline().strip())
        process.send_signal(number)
        seen += frames.read().split()
    _, said = process.communicate(timeout=60)
    assert "lit" in seen, said
    assert "Traceback" not in said
    return seen, process.returncode


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_board_that_is_told_to_end_is_dark(settings: Path, number: signal.Signals):
    seen, status = shone(settings, number)
    assert seen[0] == seen[-1] == "dark"
    assert status == 0


def test_a_board_that_is_killed_is_darkened_by_the_next_program(settings: Path):
    seen, status = shone(settings, signal.SIGKILL)
    assert seen[-1] == "lit"
    assert status == -signal.SIGKILL
    process, path = start(settings, "blank")
    with open(path) as frames:
        assert set(frames.read().split()) == {"dark"}
    out, err = process.communicate(timeout=60)
    assert (out, err, process.returncode) == ("the strip is dark\n", "", 0)
    assert sorted(path.name for path in settings.parent.iterdir()) == [
        "blank.frames",
        "play.frames",
        "real.toml",
    ]


def test_a_board_without_its_buttons_says_so_and_is_dark(settings: Path):
    process, path = start(settings, "play", "pinless")
    with open(path) as frames:
        seen = frames.read().split()
    _, said = process.communicate(timeout=60)
    assert seen[-1] == "dark"
    assert said.startswith("the buttons' pins can't be opened: ")
    assert said.count("\n") == 1
    assert process.returncode == 2
