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

RESTS: "dict[str, tuple[tuple[int, str], ...]]" = {
    "well": ((1000, "lg"),),
    "alone": ((500, "l"), (1000, "")),
    "blind": ((100, "lr"), (250, "r"), (350, "lr"), (1000, "r")),
}
"""Between answers, each second anew, until so many milliseconds of it: all is well; the board isn't heard; a reader doesn't answer."""


class Lamp:
    """The lights and the beeper: the answer of the last card, and then how things are.

    No step of an answer is left out, however late it is looked at: an answer with a tone missing would be another one.
    """

    def __init__(self) -> None:
        self._steps: tuple[tuple[int, str, int], ...] = ()
        self._until = 0

    def show(self, word: str, now: int) -> None:
        """Begin to show what became of a card."""
        if word in ANSWERS:
            self._begin(ANSWERS[word], now)

    def at(self, now: int, rest: str) -> "tuple[str, int]":
        """The lights that are lit, and the tone."""
        if self._steps and now >= self._until:
            self._begin(self._steps[1:], now)
        if self._steps:
            return self._steps[0][1:]
        return next(lights for end, lights in RESTS[rest] if now % 1000 < end), 0

    def _begin(self, steps: "tuple[tuple[int, str, int], ...]", now: int) -> None:
        self._steps = steps
        if steps:
            self._until = now + steps[0][0]
