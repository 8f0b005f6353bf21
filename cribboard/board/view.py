"""What the outputs see of the table: enough to draw the whole board anew at any moment."""

from __future__ import annotations

from dataclasses import dataclass

from cribboard.rules import State


@dataclass(frozen=True, slots=True)
class Pending:
    """Points that a side is tapping in; they don't count yet.

    `go_by` is the player whose Go gave the first of them. Negative points take the front peg back, once `next`
    confirms. `refused`: the award can't exist, and stays, red, until it is changed.
    """

    points: int
    go_by: int | None = None
    refused: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """The State, and what is about to become part of it.

    `pending` is by side. `prompt` is the code of the question that the board is asking, if any. `scanner` is `ok`,
    `lost`, or `none` where the table doesn't scan; `simulated` says that no real board is lit; `kept` that the journal
    takes down what happens. `code` is the pairing code, digits from 1 to 9, while a phone asks for it.
    """

    state: State
    pending: tuple[Pending | None, ...]
    prompt: str | None = None
    scanner: str = "none"
    simulated: bool = False
    kept: bool = True
    code: str | None = None
