"""Readers of 125 kHz tags (EM4100) wired straight to the Pi: RDM6300, ID-12LA and their kin, at 9600 baud. Pure.

A frame is 0x02, ten hex digits that are the tag's number, two that are the exclusive or of its five bytes, and 0x03;
the ID-12LA puts CR LF before that. An RDM6300 repeats it every 65 ms while the tag is near.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import xor

from cribboard.signals import UNREADABLE

from . import Answer, Heard, Read
from .presence import GONE, Presence

LONGEST = 16
"""Bytes of the longest frame."""

INSISTS = 3
"""Frames in a row, all alike, after which a wrong checksum is no disturbance but the tag's own."""

_FRAME = re.compile(rb"\x02([0-9A-F]{10})([0-9A-F]{2})(?:\r\n)?\x03")


class Rdm6300:
    """Bytes into the numbers of tags, ten hex digits; what isn't a frame is skipped.

    Some cheap tags always send a wrong checksum. One that insists on it counts with `accept_bad_checksum`, else it is
    UNREADABLE.

    >>> Rdm6300().feed(bytes.fromhex("02 31303030383646343434 3236 03"), 1.0)
    [Read(code='100086F444', antenna=None, receipt=None)]
    """

    silence: float | None = None
    met = True

    def __init__(self, gone: float = GONE, accept_bad_checksum: bool = False) -> None:
        self._rest = b""
        self._presence = Presence(gone)
        self._accept = accept_bad_checksum
        self._bad = (b"", 0)

    def greeting(self) -> bytes:
        """Nothing to say; half a frame is forgotten."""
        self._rest = b""
        self._bad = (b"", 0)
        return b""

    def feed(self, data: bytes, now: float) -> Sequence[Heard]:
        """The tags that these bytes complete."""
        codes = list(self._codes(data))
        return [Read(code) for code in codes if self._presence.comes(code, now)]

    def answer(self, read: Read, answer: Answer) -> bytes:
        """These readers can't be told anything."""
        return b""

    def _codes(self, data: bytes) -> Iterator[str]:
        rest, end = self._rest + data, 0
        for frame in _FRAME.finditer(rest):
            end = frame.end()
            yield from self._code(frame[1], frame[2])
        self._rest = rest[max(end, len(rest) - LONGEST + 1) :]

    def _code(self, number: bytes, checksum: bytes) -> Iterator[str]:
        if reduce(xor, bytes.fromhex(number.decode())) == int(checksum, 16):
            self._bad = (b"", 0)
            yield number.decode()
            return
        last, times = self._bad
        times = times + 1 if last == number + checksum else 1
        self._bad = (number + checksum, times)
        if times >= INSISTS:
            yield number.decode() if self._accept else UNREADABLE
