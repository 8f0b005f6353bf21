"""Walks through the wiring, with the board itself: what is shown, asked and heard is told in words of what to mend.

A walk is a generator: it yields what is to be done (`Say`, `Show`, `Ask`, `Listen`), is sent what came of it, and
returns its findings. It has no clock and no device; `rim` has both.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import NamedTuple

from cribboard.doctor.finding import Finding
from cribboard.signals import Signal


class Say(NamedTuple):
    """Tell the builder something."""

    text: str


class Show(NamedTuple):
    """Light the strip with a frame: red, green and blue of every pixel."""

    frame: bytes


class Ask(NamedTuple):
    """Ask the builder something, of which one of `choices` (or its first letters) is the answer."""

    question: str
    choices: tuple[str, ...]


class Listen(NamedTuple):
    """Wait for what comes next: from the board, or a line of the builder's; for so many seconds at most, if any."""

    seconds: float | None = None


class Typed(NamedTuple):
    """The builder typed a line, or chose an answer."""

    text: str


@dataclass(frozen=True, slots=True)
class Heard:
    """The board reported something, at a time in seconds."""

    signal: Signal
    at: float


@dataclass(frozen=True, slots=True)
class Bytes:
    """Bytes came from the card reader's port, at a time in seconds; none where it gave out."""

    data: bytes
    at: float


Step = Say | Show | Ask | Listen
Reply = Typed | Heard | Bytes | None
"""What came of a step; None where nothing did."""

Walk = Generator[Step, Reply, list[Finding]]

YES, NO = "yes", "no"


def ask(question: str, *choices: str) -> Generator[Step, Reply, str]:
    """The builder's answer."""
    reply = yield Ask(question, choices or (YES, NO))
    assert isinstance(reply, Typed)
    return reply.text


def chosen(text: str, choices: tuple[str, ...]) -> str | None:
    """Which choice was typed, by its first letters; None where it is none, or several.

    >>> chosen("Y", ("yes", "no")), chosen("b", ("black", "blue")), chosen("", ("yes", "no"))
    ('yes', None, None)
    """
    word = text.strip().lower()
    meant = [choice for choice in choices if word and choice.startswith(word)]
    return word if word in choices else meant[0] if len(meant) == 1 else None
