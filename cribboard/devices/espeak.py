"""espeak-ng: makes speech of text, as a program of its own."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from .errors import DeviceError

SECONDS = 20
"""For one text, on a busy Raspberry Pi; then it hangs."""

ABSENT = "espeak-ng isn't there, which makes the voice's clips: sudo apt install espeak-ng"


class Espeak:
    """The engine. `speed` is in words a minute."""

    def __init__(self, program: str = "espeak-ng", speed: int = 160) -> None:
        self._program = program
        self._speed = speed
        self.settings = f"espeak-ng {speed}"

    def make(self, text: str, voice: str) -> bytes:
        """A WAV file of this text. Raises DeviceError."""
        with tempfile.TemporaryDirectory(prefix="cribboard-") as folder:
            file = Path(folder, "clip.wav")
            command = [
                self._program,
                "-v",
                voice,
                "-s",
                str(self._speed),
                "-w",
                str(file),
                "--stdin",
            ]
            try:
                done = subprocess.run(
                    command, input=text.encode(), capture_output=True, timeout=SECONDS, check=False
                )
                if done.returncode == 0:
                    return file.read_bytes()
            except FileNotFoundError:
                raise DeviceError(ABSENT) from None
            except (OSError, subprocess.TimeoutExpired) as error:
                raise DeviceError(f"espeak-ng made nothing of {text!r}: {error}") from None
        said = done.stderr.decode(errors="replace").strip().partition("\n")[0]
        raise DeviceError(f"espeak-ng made nothing of {text!r} with the voice {voice}: {said}")
