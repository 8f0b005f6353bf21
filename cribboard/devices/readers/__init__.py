"""Kinds of card readers, each a file: the bytes of a port into what was read. Pure: no port, no clock, no thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from cribboard.signals import Answer, Verdict

__all__ = ["Answer", "Fault", "Heard", "Mismatch", "Read", "Reader", "Reply", "Verdict"]


@dataclass(frozen=True, slots=True)
class Read:
    """A card, or its tag, was presented. `receipt` tells the reader which reading an answer is about."""

    code: str
    antenna: int | None = None
    receipt: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """Bytes that must go back at once."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Another kind of device is on this port, or one that speaks another version; says which, for the players."""

    why: str


@dataclass(frozen=True, slots=True)
class Fault:
    """The device answers but can't read, or not everywhere, and says why, for the players; "": it is well again."""

    why: str


Heard = Read | Reply | Mismatch | Fault


class Reader(Protocol):
    """One kind of reader, at one port, which may be closed and opened again.

    `silence` is the seconds without a byte after which it must be gone; None: it may be silent for ever. `met`: since
    the greeting it has shown that it is this kind; always true of one that can't show it. Times are seconds of any one
    clock that never goes back.
    """

    silence: float | None
    met: bool

    def greeting(self) -> bytes:
        """What to send when the port has been opened; what was half read before is forgotten."""

    def feed(self, data: bytes, now: float) -> Sequence[Heard]:
        """What these bytes complete; no byte and no cut between them makes it raise."""

    def answer(self, read: Read, answer: Answer) -> bytes:
        """What to send when it is known what became of a card; nothing where the reader can't be told."""
