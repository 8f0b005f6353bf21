"""Readers that send a line for each card: barcode and QR engines, and whatever sends text. Pure."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from typing import get_args

from cribboard.signals import UNREADABLE, Verdict

from . import Answer, Fault, Heard, Read
from .presence import Presence

LONGEST = 96
"""Bytes of the longest line that can mean something."""

FLOOD, WHILE = 20, 4.0
"""More cards than that in so many seconds nobody lays down: then the port has another device."""

_ANSWER = re.compile(rf"({'|'.join(get_args(Verdict))}) ")

_LINE_ENDS = re.compile(rb"[\r\n]")


class TextLines:
    r"""Bytes into codes, however the bytes are cut: CR, LF or both end a line, blank lines are nothing.

    A line that is too long (told at its first byte too many) or isn't printable text in UTF-8 is UNREADABLE; one of our
    own answers, sent back, is nothing. A code that comes again in less than `gone` seconds is the same card, still
    there; with 0 every line is a card. Where they are laid down `by_hand`, more than hands can do are another device's.

    >>> lines = TextLines()
    >>> lines.feed(b"5H\r\n10", 1.0)
    [Read(code='5H', antenna=None, receipt=None)]
    >>> [read.code for read in lines.feed(b"D\r\xff\r", 1.1)]
    ['10D', '?']
    """

    silence: float | None = None
    met = True

    def __init__(self, gone: float = 0.0, by_hand: bool = False) -> None:
        self._line = b""
        self._presence = Presence(gone)
        self._by_hand = by_hand
        self._pace: deque[float] = deque(maxlen=FLOOD)
        self._floods = False

    def greeting(self) -> bytes:
        """Nothing to say; half a line is forgotten."""
        self._line = b""
        return b""

    def feed(self, data: bytes, now: float) -> Sequence[Heard]:
        """The codes that these bytes complete."""
        return [
            heard
            for code in self._codes(data)
            if self._presence.comes(code, now)
            for heard in self._laid(code, now)
        ]

    def answer(self, read: Read, answer: Answer) -> bytes:
        """A line for whoever reads along; engines ignore it."""
        why = f": {answer.reason}" if answer.reason else ""
        return f"{answer.verdict} {answer.code}{why}\r\n".encode()

    def _laid(self, code: str, now: float) -> Iterator[Heard]:
        """The card, unless they come faster than hands can lay them."""
        full = len(self._pace) == FLOOD
        floods = self._by_hand and full and now - self._pace[0] < WHILE
        self._pace.append(now)
        if floods != self._floods:
            self._floods = floods
            yield Fault(
                f"it sends more than any card reader, such as {code[:30]!r}: see what is on its port"
                if floods
                else ""
            )
        if not floods:
            yield Read(code)

    def _codes(self, data: bytes) -> Iterator[str]:
        start, *lines = _LINE_ENDS.split(data)
        yield from self._grow(start)
        for line in lines:
            yield from self._end()
            yield from self._grow(line)

    def _grow(self, more: bytes) -> Iterator[str]:
        fitted = len(self._line) <= LONGEST
        self._line = (self._line + more)[: LONGEST + 1]
        if fitted and len(self._line) > LONGEST:
            yield UNREADABLE

    def _end(self) -> Iterator[str]:
        line, self._line = self._line, b""
        if len(line) <= LONGEST and (code := text_of(line)) and not _ANSWER.match(code):
            yield code


def text_of(line: bytes) -> str:
    """What a line says; UNREADABLE where that isn't printable text in UTF-8."""
    try:
        text = line.decode().strip(" \t")
    except UnicodeDecodeError:
        return UNREADABLE
    return text if text.isprintable() else UNREADABLE
