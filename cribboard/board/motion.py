"""What every motion on the board keeps to: how much of it there is, and when all has come to rest."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import cos, inf, tau

SETTLED = 8.9
"""Seconds after the last event by which everything is over; within 10 s the power limit, too, lets go and all is still."""

REST = 0.6
"""The level at which a pulse comes to rest."""

PULSE_SECONDS, PULSE_HZ = 8.0, 1.0


class Motion(StrEnum):
    """How much moves: everything, or nothing: lights then only come and go, and pegs leap."""

    FULL = "full"
    REDUCED = "reduced"


@dataclass(frozen=True, slots=True)
class Pulse:
    """A light that asks for attention from `since` on, bright at first, and calms down to a steady level.

    >>> Pulse(since=0.0).level(0.0), Pulse(since=0.0).level(60.0), Pulse().level(0.0)
    (1.0, 0.6, 0.6)
    """

    since: float = -inf

    def level(self, now: float) -> float:
        """The brightness, between 0.2 and 1."""
        age = now - self.since
        if age >= PULSE_SECONDS:
            return REST
        swing = (1 - REST) * (1 - age / PULSE_SECONDS)
        return REST + swing * cos(tau * PULSE_HZ * age)

    def next_change(self, now: float) -> float | None:
        """When it looks different next: now, or never again."""
        return now if now - self.since < PULSE_SECONDS else None
