"""aplay: gives samples to ALSA, as a program of its own that stays open, so that sound begins at once and without a click."""

from __future__ import annotations

import fcntl
import os
import subprocess
import tempfile
from contextlib import suppress

from .errors import DeviceError

LAST_WORDS = 2.0
"""Seconds that it has to play what it was given before it is ended."""

HOLDS = 2**19
"""Bytes that may wait for it, some twelve seconds: on a busy computer it may come late, but if all is full it hangs."""

ABSENT = "aplay isn't there, which plays the voice: sudo apt install alsa-utils"


def play(device: str, rate: int, data: bytes, program: str = "aplay") -> None:
    """Play these samples to their end. Raises DeviceError when they can't be heard."""
    try:
        done = subprocess.run(
            _command(program, device, rate), input=data, capture_output=True, check=False
        )
    except OSError as error:
        raise _cannot_run(error) from None
    if done.returncode:
        raise _no_sound(device, done.stderr)


class Aplay:
    """Plays mono samples of 16 bits, `rate` a second, on an ALSA device; opened when it is first needed, and anew after
    it failed.
    """

    def __init__(self, device: str, rate: int, program: str = "aplay") -> None:
        self._command = _command(program, device, rate)
        self._device = device
        self._errors = (
            tempfile.TemporaryFile()
        )  # a pipe that nobody reads could fill up and block it
        self._running: subprocess.Popen[bytes] | None = None

    def write(self, data: bytes) -> None:
        """Give it samples; never waits. Raises DeviceError when they can't be heard."""
        running = self._running or self._open()
        assert running.stdin
        try:
            taken = os.write(running.stdin.fileno(), data)
        except BlockingIOError:
            taken = 0
        except OSError:
            raise self._failed(running) from None
        if running.poll() is not None:
            raise self._failed(running)
        if taken < len(data):
            self._end(running)
            raise DeviceError(f"no sound: the ALSA device {self._device} takes no more samples")

    def close(self) -> None:
        """Let it play what it has, and end."""
        if running := self._running:
            assert running.stdin
            with suppress(OSError):
                running.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                running.wait(LAST_WORDS)
            self._end(running)
        self._errors.close()

    def _open(self) -> subprocess.Popen[bytes]:
        self._errors.truncate(0)
        self._errors.seek(0)
        try:
            self._running = running = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                start_new_session=True,  # Ctrl-C in the terminal is for the board
            )
        except OSError as error:
            raise _cannot_run(error) from None
        assert running.stdin
        os.set_blocking(running.stdin.fileno(), False)
        with suppress(OSError):  # a system that has given out many pipes gives smaller ones
            fcntl.fcntl(running.stdin.fileno(), fcntl.F_SETPIPE_SZ, HOLDS)
        return running

    def _failed(self, running: subprocess.Popen[bytes]) -> DeviceError:
        self._end(running)
        self._errors.seek(0)
        return _no_sound(self._device, self._errors.read())

    def _end(self, running: subprocess.Popen[bytes]) -> None:
        self._running = None
        running.kill()
        running.wait()
        if running.stdin:
            with suppress(OSError):
                running.stdin.close()


def _command(program: str, device: str, rate: int) -> list[str]:
    """With a start delay of a microsecond: else nothing is heard until ALSA's buffer is full."""
    sound = ["-t", "raw", "-f", "S16_LE", "-c", "1", "-r", str(rate)]
    return [program, "-q", "-D", device, *sound, "-R", "1", "-"]


def _cannot_run(error: OSError) -> DeviceError:
    absent = isinstance(error, FileNotFoundError)
    return DeviceError(ABSENT if absent else f"aplay can't be run: {error}")


def _no_sound(device: str, stderr: bytes) -> DeviceError:
    said = stderr.decode(errors="replace").strip().splitlines() or ["aplay ended"]
    return DeviceError(f"no sound from the ALSA device {device}: {said[-1]}")
