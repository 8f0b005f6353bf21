"""What the lights and the beeper do, and when. Pure.

A pattern is a row of (milliseconds, lights, tone): of the lights, `l` is the Pico's own, `g` a green one and `r` a red
one; the tone is in Hz, 0 for silence.
"""

ANSWERS: "dict[str, tuple[tuple[int, str, int], ...]]" = {
    # once, high: it counts
    "OK": ((80, "", 2637), (250, "lg", 0)),
    # twice: it is on the table already
    "DUP": ((90, "gr", 1319), (90, "l", 0), (90, "gr", 1319), (90, "l", 0)),
    # three times, low: not now
    "REFUSED": (
        (120, "r", 440),
        (80, "l", 0),
        (120, "r", 440),
        (80, "l", 0),
        (120, "r", 440),
        (80, "l", 0),
    ),
    # once, long and low: no card that the board knows
    "UNKNOWN": ((900, "r", 262), (100, "l", 0)),
    # up and down: the board didn't hear of it; lay it again
    "LOST": ((120, "lr", 880), (120, "r", 440), (120, "lr", 880), (120, "r", 440)),
}
"""By what became of a card. What nobody waited for (IGNORED) changes nothing."""

RESTS: "dict[str, tuple[tuple[int, str, int], ...]]" = {
    "well": ((1000, "lg", 0),),
    "alone": ((500, "l", 0), (500, "", 0)),
    "blind": ((100, "lr", 0), (150, "r", 0), (100, "lr", 0), (650, "r", 0)),
}
"""Between answers: all is well; the board isn't heard; a reader doesn't answer."""


class Lamp:
    """The lights and the beeper: the answer of the last card, and then how things are."""

    def __init__(self) -> None:
        self._answer: tuple[tuple[int, str, int], ...] = ()
        self._since = 0

    def show(self, word: str, now: int) -> None:
        """Begin to show what became of a card."""
        if word in ANSWERS:
            self._answer, self._since = ANSWERS[word], now

    def at(self, now: int, rest: str) -> "tuple[str, int]":
        """The lights that are lit, and the tone."""
        step = _step(self._answer, now - self._since)
        if step is None:
            self._answer = ()
            resting = RESTS[rest]
            step = _step(resting, now % sum(each[0] for each in resting)) or ("", 0)
        return step


def _step(pattern: "tuple[tuple[int, str, int], ...]", since: int) -> "tuple[str, int] | None":
    """The lights and the tone of a pattern so many milliseconds after its beginning; None after its end."""
    for duration, lights, tone in pattern:
        if since < duration:
            return lights, tone
        since -= duration
    return None
