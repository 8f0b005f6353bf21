"""What the devices report, each stamped by its producer with the monotonic time at which it happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from cribboard.rules.commands import Command

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


SEVERAL = "two cards at once"
"""The code that a reader tells where it sees more than one card."""

UNREADABLE = "?"
"""The code that a reader tells where it can't make out what it sees."""

Verdict = Literal["ok", "duplicate", "unknown", "refused", "ignored"]
"""What became of a code at the table."""


class Answer(NamedTuple):
    """What became of a code that was read; `reason` is that of a refusal."""

    verdict: Verdict
    code: str
    reason: str = ""


def _no_answer(_: Answer) -> None:
    """Nobody waits for an answer."""


@dataclass(frozen=True, slots=True)
class CodeRead:
    """The reader read something, by which of its antennas if it has several; `answer` tells it what became of that."""

    code: str
    answer: Callable[[Answer], None] = field(default=_no_answer, compare=False, repr=False)
    antenna: int | None = None


@dataclass(frozen=True, slots=True)
class ScannerLost:
    """The reader can't be reached; `why` says what somebody can do about it, where it isn't merely unplugged."""

    why: str = ""


@dataclass(frozen=True, slots=True)
class ScannerFault:
    """The reader answers, but doesn't do all that it should, and says why; "": it is well again."""

    why: str


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


@dataclass(frozen=True, slots=True)
class PairingCode:
    """A phone asks to be paired with this code, which only who is at the board learns; None when that is over."""

    code: str | None


Signal = (
    Edge
    | CodeRead
    | ScannerLost
    | ScannerFault
    | ScannerFound
    | DeviceLost
    | DeviceFound
    | Said
    | Why
    | PairingCode
)

DeviceSignal = ScannerLost | ScannerFault | ScannerFound | DeviceLost | DeviceFound | PairingCode
"""What is about the board itself, and no act of the players."""
