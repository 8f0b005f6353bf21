"""The board in a terminal: a program on a pseudo-terminal, and what a screen shows of it."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import sys
import termios
from collections.abc import Iterator

import pyte
import pytest

PATIENCE = 20
"""Seconds that a test waits for what should be there at once."""


class Terminal:
    """A program in a terminal of this size."""

    def __init__(self, *arguments: str, columns: int = 80, lines: int = 24) -> None:
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)
        self._pid, self._fd = pty.fork()
        if self._pid == 0:
            os.environ["TERM"] = "xterm"
            os.execv(sys.executable, [sys.executable, "-m", "cribboard", *arguments])
        size = struct.pack("HHHH", lines, columns, 0, 0)
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, size)

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self._screen.display)

    def type(self, text: str) -> None:
        os.write(self._fd, text.encode())

    def wait_for(self, text: str) -> None:
        while text not in self.text:
            assert self._take(), f"ended without {text!r}:\n{self.text}"

    def exit_status(self) -> int:
        while self._take():
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])

    def _take(self) -> bool:
        """Show what the program writes next; False at its end."""
        if not select.select([self._fd], [], [], PATIENCE)[0]:
            pytest.fail(f"nothing more came:\n{self.text}")
        try:
            self._stream.feed(os.read(self._fd, 65536))
        except OSError:
            return False
        return True

    def close(self) -> None:
        os.close(self._fd)


@pytest.fixture
def play() -> Iterator[Terminal]:
    terminal = Terminal("play")
    terminal.wait_for("help tells how")
    yield terminal
    terminal.close()


@pytest.fixture
def demo() -> Iterator[Terminal]:
    terminal = Terminal("play", "--demo")
    terminal.wait_for("Ann 0 - Bob 0")
    yield terminal
    terminal.close()


def test_what_is_typed_happens_and_the_screen_keeps_saying_that_it_is_simulated(
    play: Terminal,
) -> None:
    play.type("Ann.go\rnext\rscan JC\r")
    play.wait_for("Two for his heels: Ann has 2")
    play.type("press Bob.one 3\r")
    play.wait_for("Bob taps +3")
    play.wait_for("Bob 3 |")
    assert play.text.startswith("SIMULATED")
    play.type("quit\r")
    assert play.exit_status() == 0


def test_the_last_words_are_seen_however_much_was_said(play: Terminal) -> None:
    for number in range(12):
        play.type(f"foo{number}\r")
    play.wait_for("line 12")
    play.type("help\r")
    play.wait_for("quit    an option")
    assert "scan 5H" in play.text
    play.type("5H\r6H\r")
    play.wait_for("Ann deals first")
    play.type("\x04")
    assert play.exit_status() == 0


def test_control_c_ends_a_long_wait(play: Terminal) -> None:
    play.type("wait 80000\r")
    play.wait_for("> wait 80000")
    play.type("\x03")
    assert play.exit_status() == 0
    assert "Ann 0 - Bob 0" in play.text  # the last picture stays
    assert "Traceback" not in play.text


def test_control_c_ends_the_demo(demo: Terminal) -> None:
    demo.type("\x03")
    assert demo.exit_status() == 0
    assert "Traceback" not in demo.text
