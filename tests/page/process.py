"""A simulated board in a process of its own, with its page; what was sent to its strip can be looked at."""

from __future__ import annotations

import os
import queue
import re
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds that anything may take before a test gives up."""

PIXELS = 138
"""On the strip, unless the settings say otherwise."""

SETTINGS = """
[board]
simulate = "always"
[strip]
lead_pixels = 0
[web]
enabled = "always"
port = {port}
{web}
"""


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


class BoardProcess:
    """A running board. `link` opens its page as whoever sits at this computer, `address` as anybody else."""

    def __init__(self, folder: Path, web: str = "", port: int | None = None) -> None:
        self.port = port or free_port()
        self.journal = folder / "journal.db"
        self._frames = folder / "frames"
        self._frames.touch()
        self._ended = threading.Event()
        self._settings = folder / "config.toml"
        self._settings.write_text(SETTINGS.format(port=self.port, web=web))
        self.address = f"http://127.0.0.1:{self.port}/"
        self.start()

    def start(self) -> None:
        """Begin, or begin again after `stop` or `kill`."""
        arguments = ("play", "--config", str(self._settings), "--journal", str(self.journal))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.page.watched_board", str(self._frames), *arguments],
            cwd=REPOSITORY,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=os.environ | {"PYTHONUNBUFFERED": "1", "PYTHONPATH": str(REPOSITORY)},
            text=True,
        )
        self.output: list[str] = []
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()
        self.link = self.wait_for(r"The page: (\S+)")

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.output.append(line)
            self._lines.put(line)

    def wait_for(self, pattern: str) -> str:
        """The first group of the next line that it prints and that fits this."""
        while True:
            try:
                line = self._lines.get(timeout=PATIENCE)
            except queue.Empty:
                raise AssertionError(f"never said: {pattern}; said {self.output}") from None
            if found := re.search(pattern, line):
                return found[1] if found.groups() else found[0]

    def type(self, *lines: str) -> None:
        """Have this done at the board: pins are pulled, and bytes come from the scanner."""
        assert self.process.stdin
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    @property
    def frames(self) -> list[bytes]:
        """All that the strip was sent so far, red, green and blue."""
        sent = self._frames.read_bytes()
        size = 3 * PIXELS
        wire = [sent[at : at + size] for at in range(0, len(sent) - size + 1, size)]
        return [_as_rgb(frame) for frame in wire]

    def wait_until_still(self) -> None:
        """Until the lights rest: for two seconds nothing new was sent to the strip."""
        seen = -1
        while seen != (seen := self._frames.stat().st_size):
            self._ended.wait(2)

    def stop(self) -> None:
        """End it as a service is ended."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)

    def kill(self) -> None:
        """Let the power go."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def close(self) -> None:
        """End it in any case."""
        if self.process.poll() is None:
            self.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe
            pipe.close()


def _as_rgb(frame: bytes) -> bytes:
    """The wire has green first."""
    rgb = bytearray(frame)
    rgb[0::3], rgb[1::3] = frame[1::3], frame[0::3]
    return bytes(rgb)
