"""How a phone proves that it is at the table: it repeats the code that the board says and lights. Pure.

Times are seconds of any clock that never goes back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from hmac import compare_digest

DIGITS = "123456789"
"""Those of a code: each is lit as so many holes in a row of the board, so none is 0."""

LENGTH = 4
CODE_SECONDS = 120.0
"""For which a code holds."""

TRIES = 3
"""Wrong answers after which a code is void."""

LONGEST_WAIT = 300.0
"""Seconds that the next try waits at most; the first wrong one costs 2, each further one twice as much."""


class TooSoon(Exception):
    """A code is asked for, or tried, before it may be; `wait` is how many seconds are left."""

    def __init__(self, wait: float) -> None:
        super().__init__(f"wait {wait:.0f} s")
        self.wait = wait


class WrongCode(Exception):
    """It is not the code of the board, or the board shows none; `pairing` is how things stand now."""

    def __init__(self, pairing: Pairing) -> None:
        super().__init__("not the code on the board")
        self.pairing = pairing


@dataclass(frozen=True, slots=True)
class Pairing:
    """The code on the board, if there is one, and how often somebody has failed since one was last given rightly.

    A code that nobody gave is a failure too: who only asks, again and again, is slowed down as well.

    >>> asked = Pairing().begun(now=0.0, draw=lambda: "4711")
    >>> asked.code
    '4711'
    >>> asked.entered("4711", now=5.0)
    Pairing(code=None, until=0.0, tries=0, failures=0, not_before=0.0)
    """

    code: str | None = None
    until: float = 0.0
    tries: int = 0
    failures: int = 0
    not_before: float = 0.0

    def begun(self, now: float, draw: Callable[[], str]) -> Pairing:
        """A code is asked for: a new one, or the one that holds still. Raises TooSoon."""
        current = self.lapsed(now)
        if current.code:
            return current
        current.check(now)
        return replace(current, code=draw(), until=now + CODE_SECONDS, tries=0)

    def entered(self, code: str, now: float) -> Pairing:
        """Somebody gives this code. Raises TooSoon, and WrongCode if it isn't the one."""
        current = self.lapsed(now)
        current.check(now)
        if current.code and compare_digest(code.encode(), current.code.encode()):
            return Pairing()
        failed = current._failed(now)
        tries = current.tries + 1
        void = tries >= TRIES or current.code is None
        raise WrongCode(replace(failed, code=None if void else current.code, tries=tries))

    def lapsed(self, now: float) -> Pairing:
        """How things stand at `now`: a code holds for a while only."""
        if self.code and now >= self.until:
            return replace(self._failed(now), code=None)
        return self

    def check(self, now: float) -> None:
        """Raises TooSoon while nobody may try."""
        if now < self.not_before:
            raise TooSoon(self.not_before - now)

    def _failed(self, now: float) -> Pairing:
        failures = self.failures + 1
        wait = min(2.0**failures, LONGEST_WAIT)
        return replace(self, failures=failures, not_before=now + wait)
