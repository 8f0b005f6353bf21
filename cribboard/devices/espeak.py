"""espeak-ng: makes speech of text, as a program of its own."""

from __future__ import annotations

import subprocess

from .errors import DeviceError

SECONDS = 20
"""For one text, on a busy Raspberry Pi; then it hangs."""

ABSENT = "espeak-ng isn't there, which makes the voice's clips: sudo apt install espeak-ng"


class Espeak:
    """The engine. `speed` is in words a minute."""

    def __init__(self, program: str = "espeak-ng", speed: int = 160) -> None:
        self._program = program
        self._speed = speed
        self._running: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self.settings = f"espeak-ng {speed}"

    def make(self, text: str, voice: str) -> bytes:
        """A WAV file of this text. Raises DeviceError, in the same words for each text."""
        command = [self._program, "-v", voice, "-s", str(self._speed), "--stdin", "--stdout"]
        try:
            made, said, status = self._run(command, text.encode(errors="replace"))
        except FileNotFoundError:
            raise DeviceError(ABSENT) from None
        except OSError as error:
            raise DeviceError(f"espeak-ng can't be run: {error.strerror}") from None
        except subprocess.TimeoutExpired:
            raise DeviceError(f"espeak-ng made nothing in {SECONDS} s, and was ended") from None
        if status or not made:
            why = said.decode(errors="replace").strip().partition("\n")[0] or f"status {status}"
            raise DeviceError(f"espeak-ng made nothing with the voice {voice}: {why}")
        return made

    def stop(self) -> None:
        """Make nothing more, not even what is being made; may be called from another thread."""
        self._stopped = True
        if running := self._running:
            running.kill()

    def _run(self, command: list[str], text: bytes) -> tuple[bytes, bytes, int]:
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as running:
            self._running = running
            try:
                if self._stopped:
                    running.kill()
                return *running.communicate(text, SECONDS), running.returncode
            finally:
                running.kill()
                self._running = None
