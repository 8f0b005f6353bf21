"""What a probe found out."""

from __future__ import annotations

from typing import Literal, NamedTuple

State = Literal["ok", "problem", "not checkable here"]


class Finding(NamedTuple):
    """One thing that was looked at: what it is, how it stands, what was seen, and the one thing to do about it."""

    topic: str
    state: State
    seen: str
    do: str = ""


def ok(topic: str, seen: str) -> Finding:
    """It is as it must be."""
    return Finding(topic, "ok", seen)


def problem(topic: str, seen: str, do: str) -> Finding:
    """It isn't, and this is the one thing to do."""
    return Finding(topic, "problem", seen, do)


def not_checkable(topic: str, why: str) -> Finding:
    """Nobody knows: what would tell isn't here."""
    return Finding(topic, "not checkable here", why)


def silent(topic: str, command: str) -> Finding:
    """The command that would tell isn't here, or says nothing that is understood."""
    return not_checkable(topic, f"`{command}` doesn't tell")
