"""What waits to be said. Pure: `now` comes with every call."""

from __future__ import annotations

from collections.abc import Sequence

from cribboard.phrase import Phrase


class Speech:
    """A queue of phrases that drops what is stale: too old to matter, replaced by a newer one, or taken back.

    >>> speech = Speech()
    >>> speech.add([Phrase([], "count", lasts=4, topic="count")], now=0.0)
    True
    >>> speech.next(now=5.0) is None
    True
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[Phrase, float]] = []

    def add(self, phrases: Sequence[Phrase], now: float) -> bool:
        """Let these wait, which tell of what happened at `now`. False if what is being said is no longer so."""
        cleared = any(phrase.clears for phrase in phrases)
        topics = {phrase.topic for phrase in phrases} - {None}
        kept = (
            [] if cleared else [(old, at) for old, at in self._waiting if old.topic not in topics]
        )
        self._waiting = kept + [(phrase, now) for phrase in phrases]
        return not cleared

    def next(self, now: float) -> Phrase | None:
        """The first that is still worth saying; None if nothing is."""
        while self._waiting:
            phrase, at = self._waiting.pop(0)
            if now - at <= phrase.lasts:
                return phrase
        return None

    def clear(self) -> None:
        """Let nothing wait."""
        self._waiting = []
