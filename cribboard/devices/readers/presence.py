"""The same card lying on the reader counts once, however often the reader tells of it. Pure."""

from __future__ import annotations

from math import inf

GONE = 0.4
"""Seconds without a word of a card after which it is gone: the slowest readers repeat themselves every 0.1 s."""


class Presence:
    """What lies on a reader that repeats itself while a card is near; gone is what it hasn't told of for `gone` seconds.

    >>> presence = Presence(0.4)
    >>> [presence.comes("5H", now) for now in (1.0, 1.3, 1.6, 2.1)]
    [True, False, False, True]
    """

    def __init__(self, gone: float = GONE) -> None:
        self._gone = gone
        self._seen: dict[str, float] = {}

    def comes(self, code: str, now: float) -> bool:
        """Whether this code, told at `now` seconds, has just been laid down."""
        lay_there = now - self._seen.get(code, -inf) < self._gone
        self._seen = {old: at for old, at in self._seen.items() if now - at < self._gone}
        self._seen[code] = now
        return not lay_there
