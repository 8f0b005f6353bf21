"""What the devices report, each stamped by its producer with the monotonic time at which it happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from cribboard.rules.commands import Command


def _no_answer(_: str) -> None:
    """Nobody waits for an answer."""


LETTERS = "ABCD"
"""How sides and seats are lettered on the board."""


class Button(NamedTuple):
    """A button of the board: `one` and `five` of a side, `go` of a seat, or the shared `undo` and `next`.

    >>> str(Button("five", 1)), str(Button("undo"))
    ('B.five', 'undo')
    """

    kind: str
    who: int | None = None

    def __str__(self) -> str:
        return self.kind if self.who is None else f"{LETTERS[self.who]}.{self.kind}"


@dataclass(frozen=True, slots=True)
class Edge:
    """A button's contact closed (`down`) or opened; raw, with all its bounces."""

    button: Button
    down: bool


@dataclass(frozen=True, slots=True)
class CodeRead:
    """The reader read something; `answer` tells the reader what became of it, in one line."""

    code: str
    answer: Callable[[str], None] = field(default=_no_answer, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ScannerLost:
    """The reader can't be reached."""


@dataclass(frozen=True, slots=True)
class ScannerFound:
    """The reader answers (again)."""


@dataclass(frozen=True, slots=True)
class DeviceLost:
    """Something else of the board fails: its `buttons`, or its `lights`."""

    device: str


@dataclass(frozen=True, slots=True)
class DeviceFound:
    """It works again."""

    device: str


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody said what he means by a word and not by a button (a script, the terminal)."""

    command: Command


@dataclass(frozen=True, slots=True)
class Why:
    """Somebody asks how the last change of a score came about."""


Signal = Edge | CodeRead | ScannerLost | ScannerFound | DeviceLost | DeviceFound | Said | Why

DeviceSignal = ScannerLost | ScannerFound | DeviceLost | DeviceFound
"""What is about the board itself, and no act of the players."""
