"""When the page is served, and where."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from cribboard.cli import main
from cribboard.config import WebConfig
from cribboard.page.address import addresses

from .process import REPOSITORY, free_port

SIMULATED = '[board]\nsimulate = "always"\njournal = "none"\n'


def settings(folder: Path, web: str) -> str:
    path = folder / "settings.toml"
    path.write_text(f"{SIMULATED}[web]\n{web}\n")
    return str(path)


@pytest.fixture
def taken() -> Iterator[int]:
    """A port at which another program listens."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield int(other.getsockname()[1])


def at_terminal(arguments: list[str], until: str) -> str:
    """What `cribboard play` writes to its terminal until this is there, or until it ends."""
    ours, theirs = os.openpty()
    termios.tcsetwinsize(theirs, (50, 140))
    process = subprocess.Popen(
        [sys.executable, "-m", "cribboard", "play", *arguments],
        cwd=REPOSITORY,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm-256color"},
    )
    os.close(theirs)
    seen = b""
    with suppress(OSError):
        while not re.search(until.encode(), seen):
            seen += os.read(ours, 65536)
    process.send_signal(signal.SIGTERM)
    with suppress(OSError):
        while os.read(ours, 65536):
            pass
    assert process.wait(60) == 0
    os.close(ours)
    return seen.decode()


def test_a_newcomer_at_a_terminal_is_told_the_address(tmp_path: Path, taken: int) -> None:
    """Where its port is taken, and nobody asked for that one, it has another."""
    seen = at_terminal(
        ["--config", settings(tmp_path, f"port = {taken}")], r"http://127\.0\.0\.1:\d+/#[\w-]{20}"
    )
    port = re.search(r"http://127\.0\.0\.1:(\d+)/#", seen)
    assert port
    assert int(port[1]) != taken
    assert f"Port {taken} is taken" in seen


def test_where_its_port_is_free_nothing_is_said_of_it(tmp_path: Path) -> None:
    port = free_port()
    seen = at_terminal(
        ["--config", settings(tmp_path, f"port = {port}")], r"http://127\.0\.0\.1:\d+/#[\w-]{20}"
    )
    assert f"http://127.0.0.1:{port}/" in seen
    assert "is taken" not in seen


def piped(arguments: list[str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cribboard", "play", *arguments]
    return subprocess.run(
        command, cwd=REPOSITORY, input="quit\n", capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("web", ["", 'enabled = "never"'])
def test_without_a_terminal_it_is_served_only_when_asked(tmp_path: Path, web: str) -> None:
    ended = piped(["--config", settings(tmp_path, web)])
    assert ended.returncode == 0
    assert "http://" not in ended.stdout + ended.stderr


def test_a_port_that_was_asked_for_and_is_taken_is_a_mistake(tmp_path: Path, taken: int) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "cribboard", "play", "--config", settings(tmp_path, f'enabled = "always"\nport = {taken}')],
        cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stderr
    assert process.stderr.readline() == (
        f"no page: 127.0.0.1 port {taken}: Address already in use; see [web] in the settings\n"
    )
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)


def test_addresses_for_this_machine_and_for_all() -> None:
    assert addresses(WebConfig(True, "192.168.1.7", 80, "open")) == ("http://192.168.1.7:80/",)
    assert addresses(WebConfig(True, "::1", 8121, "open")) == ("http://[::1]:8121/",)
    here, named, *_ = addresses(WebConfig(True, "0.0.0.0", 8121, "open"))
    assert here == "http://127.0.0.1:8121/"
    assert named.endswith(".local:8121/")


def test_doctor_says_the_address(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(
        [
            "doctor",
            "--config",
            settings(tmp_path, 'enabled = "always"\nport = 8199\nwatch = "code"'),
        ]
    )
    assert "page: http://127.0.0.1:8199/; paired phones watch" in capsys.readouterr().out
