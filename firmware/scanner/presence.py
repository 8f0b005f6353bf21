"""From what a reader sees, again and again, to what happened: a sticker was laid on it, or is gone. Pure."""


class Presence:
    """What lies on one reader. A sticker is told once from its coming to its going, however often it is seen.

    It is gone when it hasn't been seen for `gone_after` milliseconds: a hand that trembles lays no card twice.
    """

    def __init__(self, gone_after: int) -> None:
        self._gone_after = gone_after
        self._seen: dict[str, int] = {}  # those that were told, and when they were last seen
        self._several_at: int | None = None

    def look(self, stickers: "list[str]", now: int) -> "list[str]":
        """What has happened, now that the reader sees these: `TAG` and `GONE` with a sticker's number, or `MULTI`."""
        events = []
        for sticker in stickers:
            if sticker in self._seen:
                self._seen[sticker] = now
        for sticker in [each for each, at in self._seen.items() if self._is_past(at, now)]:
            del self._seen[sticker]
            events.append("GONE " + sticker)
        if len(stickers) > 1:
            if self._several_at is None:
                events.append("MULTI")
            self._several_at = now
        elif self._several_at is not None and self._is_past(self._several_at, now):
            self._several_at = None
        if self._several_at is None:
            for sticker in stickers:
                if sticker not in self._seen:
                    self._seen[sticker] = now
                    events.append("TAG " + sticker)
        return events

    def _is_past(self, at: int, now: int) -> bool:
        return now - at >= self._gone_after
