"""An engine whose clips are as long as their text, and a player that keeps what it is given."""

from __future__ import annotations

from array import array

from cribboard.devices.errors import DeviceError
from cribboard.voice.sound import RATE, write_wav

A_LETTER = RATE // 20
SILENT = RATE // 4


def tone(count: int, height: int = 8000) -> array[int]:
    """A rectangle wave of so many samples, loud from its first to its last."""
    return array("h", [height if place // 50 % 2 else -height for place in range(count)])


class Tones:
    """Makes a tone of each text, with silence around it; `made` tells what was asked for."""

    settings = "tones"

    def __init__(self) -> None:
        self.made: list[tuple[str, str]] = []

    def make(self, text: str, voice: str) -> bytes:
        self.made.append((text, voice))
        quiet = array("h", bytes(2 * SILENT))
        return write_wav(quiet + tone(A_LETTER * len(text)) + quiet)


class Tape:
    """A player that keeps every piece; while it is `broken` nothing can be heard."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.broken = False

    def write(self, data: bytes) -> None:
        if self.broken:
            raise DeviceError("no sound")
        self.pieces.append(data)

    def close(self) -> None:
        pass

    @property
    def samples(self) -> array[int]:
        return array("h", b"".join(self.pieces))
