"""What systemd hears from the board: at the start, while it lives, and at the end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cribboard.service.notify import Heart, Service

SLOW = 60.0


class Systemd:
    """The other end of the socket."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.settimeout(SLOW)
        self.address = str(path)

    def next(self) -> str:
        return self._socket.recv(100).decode()

    def waiting(self) -> list[str]:
        """What has come already."""
        self._socket.setblocking(False)
        heard = []
        try:
            while True:
                heard.append(self._socket.recv(100).decode())
        except BlockingIOError:
            self._socket.settimeout(SLOW)
            return heard

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    listening = Systemd(tmp_path / "notify")
    yield listening
    listening.close()


def test_the_environment_tells_which_service_this_is():
    environment = {"NOTIFY_SOCKET": "/run/notify", "WATCHDOG_USEC": "10000000"}
    assert Service.of_process(environment) == Service("/run/notify", 10.0)
    assert Service.of_process({}) == Service()
    someone_elses = {**environment, "WATCHDOG_PID": "1"}
    assert Service.of_process(someone_elses) == Service("/run/notify", None)


def test_an_abstract_socket_is_reached_too():
    name = f"cribboard-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as abstract:
        abstract.bind(f"\0{name}")
        Service(f"@{name}").say("READY=1")
        assert abstract.recv(100) == b"READY=1"


@pytest.mark.parametrize("address", ["", "/no/such/socket"])
def test_nobody_who_listens_is_no_trouble(address: str):
    Service(address).say("READY=1")


class Clockwork:
    """A loop with its queue, lights with theirs, and a clock, all by hand."""

    def __init__(self, systemd: Systemd, patience: float | None = 9.0) -> None:
        self.now = 0.0
        self.queue: deque[Callable[[], object]] = deque()
        self.lights: deque[Callable[[], None]] = deque()
        service = Service(systemd.address, patience)
        self.heart = Heart(service, self.lights.append, self.queue.append)

    def beat(self) -> float | None:
        return self.heart.beat(lambda: self.now)

    @staticmethod
    def serve(inbox: deque[Callable[[], None]]) -> None:
        while inbox:
            inbox.popleft()()


def test_a_beat_goes_through_the_lights_and_the_queue(systemd: Systemd):
    board = Clockwork(systemd)
    assert board.beat() == 4.5
    assert systemd.waiting() == []
    board.serve(board.lights)
    assert systemd.waiting() == []
    board.serve(board.queue)
    assert systemd.waiting() == ["WATCHDOG=1"]


def test_two_beats_within_the_watchdogs_patience_and_none_in_between(systemd: Systemd):
    board = Clockwork(systemd)
    for board.now in (0.0, 1.0, 4.4, 4.5, 5.0, 7.0, 8.9):
        board.beat()
        board.serve(board.lights)
        board.serve(board.queue)
    assert systemd.waiting() == ["WATCHDOG=1"] * 2


@pytest.mark.parametrize("hung", ["lights", "queue"])
def test_what_hangs_stops_the_word(systemd: Systemd, hung: str):
    board = Clockwork(systemd)
    for board.now in range(0, 60, 3):
        board.beat()
        if hung != "lights":
            board.serve(board.lights)
        elif hung != "queue":
            board.serve(board.queue)
    assert systemd.waiting() == []
    assert len(board.lights) + len(board.queue) == 1  # one question is left, not a heap


def test_without_a_watchdog_nothing_wakes_up(systemd: Systemd):
    board = Clockwork(systemd, patience=None)
    assert board.beat() is None
    assert not board.lights


def start(systemd: Systemd, tmp_path: Path, program: str, patience: str) -> subprocess.Popen[str]:
    """A real board, simulated, as a service."""
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "NOTIFY_SOCKET": systemd.address,
        "WATCHDOG_USEC": patience,
    }
    return subprocess.Popen(
        [sys.executable, "-c", program],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    )


PLAY = """
from cribboard.cli import main
raise SystemExit(main(["play", "--journal", "none"]))
"""


def test_a_service_is_ready_lives_without_input_and_says_when_it_stops(
    systemd: Systemd, tmp_path: Path
):
    board = start(systemd, tmp_path, PLAY, "300000")
    try:
        board.stdin.close()  # /dev/null, as a service has it
        assert systemd.next() == "READY=1"
        assert [systemd.next() for _ in range(5)] == ["WATCHDOG=1"] * 5
        board.send_signal(signal.SIGTERM)
        assert board.wait(SLOW) == 0
        assert systemd.waiting()[-1] == "STOPPING=1"
    finally:
        board.kill()
        board.wait()


HANG = """
import os, threading
from pathlib import Path
from cribboard.devices.simulated import Wire
from cribboard.service.notify import Heart

beat, carry, hung = Heart.beat, Wire.carry, threading.Event()

def hang(wire, data):
    if Path(os.environ["HOME"], "hang").exists():
        hung.set()
        threading.Event().wait()
    carry(wire, data)

def told(heart, clock):
    if hung.is_set():
        print("the loop goes round", flush=True)
    return beat(heart, clock)

Wire.carry, Heart.beat = hang, told
"""


def test_hung_lights_stop_the_word_while_the_loop_goes_on(systemd: Systemd, tmp_path: Path):
    board = start(systemd, tmp_path, HANG + PLAY, "60000")
    try:
        assert systemd.next() == "READY=1"
        assert systemd.next() == "WATCHDOG=1"
        (tmp_path / "hang").touch()
        board.stdin.write("press Ann.one 3\nwait 1\n" * 5)
        rounds = 0
        for line in board.stdout:
            rounds += "the loop goes round" in line
            if rounds == 5:
                break
        assert rounds == 5
        systemd.waiting()  # an answer that was on its way
        while rounds < 30:
            rounds += "the loop goes round" in board.stdout.readline()
        assert systemd.waiting() == []
        assert board.poll() is None
    finally:
        board.kill()
        board.wait()
