"""What a table may agree on before it begins, and how each option is written (defaults: the house's)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple


class Scan(StrEnum):
    """Which cards the reader sees: none, the starter and the hands at the show, or every card."""

    NONE = "none"
    SHOW = "show"
    ALL = "all"


class Cut(StrEnum):
    """Which card wins the cut for the first deal (R6)."""

    LOW = "low"
    HIGH = "high"


class SkunkLines(StrEnum):
    """`standard`: the lines 30, 60 and 90 holes from home; `proportional`: 3/4, 1/2, 1/4 of the way (R56)."""

    STANDARD = "standard"
    PROPORTIONAL = "proportional"


class Points(NamedTuple):
    """What a game is worth to its winner: plain win, skunk, double skunk (R57).

    >>> Points.parse("1/2/4")
    Points(win=1, skunk=2, double=4)
    >>> Points.parse("1/2")
    Points(win=1, skunk=2, double=2)
    """

    win: int
    skunk: int
    double: int

    @classmethod
    def parse(cls, text: str) -> Points:
        """Read `1`, `1/2` or `1/2/4`; what is left out is worth as much as the one before, a worse loss never less."""
        worths = [_positive(part) for part in text.split("/")]
        if len(worths) > 3 or worths != sorted(worths):
            raise ValueError(text)
        return cls(*(worths + worths[-1:] * 2)[:3])

    def __str__(self) -> str:
        return "/".join(map(str, self))


class Match(NamedTuple):
    """How long a match is: `single`, `best-of:N` games, or `first-to:N` match points (R60).

    >>> Match.parse("best-of:5").needed
    3
    >>> str(Match.parse("first-to:7"))
    'first-to:7'
    """

    kind: str
    number: int

    @classmethod
    def parse(cls, text: str) -> Match:
        """Read a match as the configuration writes it; raises ValueError for anything else."""
        kind, _, number = text.partition(":")
        if text == "single":
            return cls("single", 1)
        if kind == "first-to" or (kind == "best-of" and _positive(number) % 2):
            return cls(kind, _positive(number))
        raise ValueError(text)

    @property
    def needed(self) -> int:
        """Games (`best-of`, `single`) or match points (`first-to`) that win the match."""
        return self.number if self.kind == "first-to" else (self.number + 1) // 2

    @property
    def counts_games(self) -> bool:
        """Whether a game counts one, however big the win was (R60: best of N)."""
        return self.kind != "first-to"

    def __str__(self) -> str:
        return self.kind if self.kind == "single" else f"{self.kind}:{self.number}"


FIRST_TO_7 = Match("first-to", 7)
POINTS_124 = Points(1, 2, 4)


@dataclass(frozen=True, slots=True)
class Options:
    """The agreement for a match; the defaults are the house rules."""

    names: tuple[str, ...] = ("Ann", "Bob")
    players: int = 2
    target: int = 121
    scan: Scan = Scan.ALL
    first_deal_cut: Cut = Cut.LOW
    heels_can_win: bool = True
    match: Match = FIRST_TO_7
    points: Points = POINTS_124
    skunk_lines: SkunkLines = SkunkLines.STANDARD
    triple_skunk_wins_match: bool = False

    def with_setting(self, key: str, text: str) -> Options:
        """A copy with one option read from text, as a script's `set` line or the configuration gives it.

        Raises KeyError for an unknown key, and ValueError that says what the key takes.

        >>> Options().with_setting("target", "61").target
        61
        >>> Options().with_setting("target", "62")
        Traceback (most recent call last):
            ...
        ValueError: target = 62: takes 61 or 121
        """
        read, allowed = SETTINGS[key]
        try:
            return replace(self, **{key: read(text)})
        except ValueError:
            raise ValueError(f"{key} = {quoted(text)}: takes {allowed}") from None

    @property
    def seats(self) -> range:
        """The players' seats, clockwise."""
        return range(self.players)

    @property
    def sides(self) -> range:
        """The sides, each with one score and one pair of pegs."""
        return self.seats

    def side_of(self, seat: int) -> int:
        """The side for which a seat scores."""
        return seat

    def left_of(self, seat: int) -> tuple[int, ...]:
        """All seats, clockwise from the one on this seat's left; the seat itself is last.

        >>> Options().left_of(0)
        (1, 0)
        """
        return tuple((seat + step) % self.players for step in range(1, self.players + 1))


LONGEST_QUOTE = 60


def quoted(text: str) -> str:
    """A text as an error quotes it: on one line, and not too long."""
    short = text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "..."
    return short if short.isprintable() else repr(short)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def _names(text: str) -> tuple[str, ...]:
    """Two different one-word names; `Ann.one` and the like must stay readable."""
    names = tuple(name.strip() for name in text.split(","))
    if len(names) != 2 or len(set(map(str.lower, names))) != 2:
        raise ValueError(text)
    if not all(name.isidentifier() for name in names):
        raise ValueError(text)
    return names


def _one_of(*numbers: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if int(text) not in numbers:
            raise ValueError(text)
        return int(text)

    return read


def _flag(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError(text)
    return text == "true"


def _choices(kind: type[StrEnum]) -> str:
    return ", ".join(kind)


SETTINGS: dict[str, tuple[Callable[[str], Any], str]] = {
    "names": (_names, "two different names of one word each, such as Ann,Bob"),
    "players": (_one_of(2), "2"),
    "target": (_one_of(61, 121), "61 or 121"),
    "scan": (Scan, _choices(Scan)),
    "first_deal_cut": (Cut, _choices(Cut)),
    "heels_can_win": (_flag, "true or false"),
    "match": (Match.parse, "single, best-of:N (N odd) or first-to:N"),
    "points": (
        Points.parse,
        "what a win, a skunk and a double skunk are worth, such as 1, 1/2 or 1/2/4",
    ),
    "skunk_lines": (SkunkLines, _choices(SkunkLines)),
    "triple_skunk_wins_match": (_flag, "true or false"),
}
"""Every option by name: how it is read from text, and what it takes."""
