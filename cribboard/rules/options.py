"""What a table may agree on before it begins, and how each option is written (defaults: the house's)."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple

DEFAULT_NAMES = ("Ann", "Bob", "Cyd", "Dan")


class Scan(StrEnum):
    """Which cards the reader sees: none, the starter and the hands at the show, or every card."""

    NONE = "none"
    SHOW = "show"
    ALL = "all"


class FourPlayer(StrEnum):
    """Four players are two partnerships that sit crosswise, or each for themselves (R1)."""

    PARTNERS = "partners"
    INDIVIDUAL = "individual"


class Cut(StrEnum):
    """Which card wins the cut for the first deal (R6)."""

    LOW = "low"
    HIGH = "high"


class NextDealer(StrEnum):
    """Who deals first in the next game (R9, R10)."""

    LOSER = "loser"
    ALTERNATE = "alternate"
    CUT = "cut"
    WINNER = "winner"


class HeelsClaim(StrEnum):
    """Whether the board pegs his heels, or the dealer must claim them before his first card (R19)."""

    AUTO = "auto"
    CLAIM = "claim"


class Counting(StrEnum):
    """Who counts at the show: the board, the players, or the players with muggins (R50, R64)."""

    AUTO = "auto"
    CLAIM = "claim"
    MUGGINS = "muggins"


class Overclaim(StrEnum):
    """What claiming more than a hand is worth costs (R65); `auto` is excess_to_opponent with muggins, else correct_only."""

    AUTO = "auto"
    CORRECT_ONLY = "correct_only"
    EXCESS_TO_OPPONENT = "excess_to_opponent"
    TWO_POINTS = "two_points"


class FalseGame(StrEnum):
    """What claiming a game that isn't won costs (R66)."""

    CORRECT_ONLY = "correct_only"
    ACC = "acc"
    LOSE_GAME = "lose_game"


class SkunkLines(StrEnum):
    """`standard`: the lines 30, 60 and 90 holes from home; `proportional`: 3/4, 1/2, 1/4 of the way (R56)."""

    STANDARD = "standard"
    PROPORTIONAL = "proportional"


class Points(NamedTuple):
    """What a game is worth to its winner: plain win, skunk, double skunk (R57).

    With `lurch` there is one line, at the half, and who hasn't reached it loses as by a skunk.

    >>> Points.parse("1/2/4")
    Points(win=1, skunk=2, double=4, lurch=False)
    >>> Points.parse("acc"), str(Points.parse("lurch"))
    (Points(win=2, skunk=3, double=3, lurch=False), 'lurch')
    """

    win: int
    skunk: int
    double: int
    lurch: bool = False

    @classmethod
    def parse(cls, text: str) -> Points:
        """Read `1`, `1/2` or `1/2/4` (what is left out is worth as much as the one before, a worse loss never less), or
        a scheme by its name.
        """
        if text in SCHEMES:
            return SCHEMES[text]
        worths = [_positive(part) for part in text.split("/")]
        if len(worths) > 3 or worths != sorted(worths):
            raise ValueError(text)
        win, skunk, double = (worths + worths[-1:] * 2)[:3]
        return cls(win, skunk, double)

    def __str__(self) -> str:
        return "lurch" if self.lurch else "/".join(map(str, self[:3]))


SCHEMES = {"lurch": Points(1, 2, 2, lurch=True), "acc": Points(2, 3, 3), "long": Points(3, 4, 4)}
"""Worths that have a name (R57)."""


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


class OptionsClash(ValueError):
    """Options that don't go together; `clashes` says of each what it takes beside the others."""

    def __init__(self, clashes: list[str]) -> None:
        super().__init__("; ".join(clashes))
        self.clashes = clashes


@dataclass(frozen=True, slots=True)
class Options:
    """The agreement for a match; the defaults are the house rules.

    `names` are the players' in the order of the seats, and `handicap` the holes from which each side starts; both are
    filled up where nothing is given. Raises OptionsClash, a ValueError, for options that don't go together.

    >>> Options(players=3).names
    ('Ann', 'Bob', 'Cyd')
    """

    players: int = 2
    four_player: FourPlayer = FourPlayer.PARTNERS
    names: tuple[str, ...] = ()
    target: int = 121
    handicap: tuple[int, ...] = ()
    scan: Scan = Scan.ALL
    first_deal_cut: Cut = Cut.LOW
    next_game_dealer: NextDealer = NextDealer.LOSER
    heels_claim: HeelsClaim = HeelsClaim.AUTO
    heels_can_win: bool = True
    go_point_in_stinkhole: bool = True
    counting: Counting = Counting.AUTO
    overclaim: Overclaim = Overclaim.AUTO
    false_game_claim: FalseGame = FalseGame.CORRECT_ONLY
    match: Match = FIRST_TO_7
    points: Points = POINTS_124
    skunk_lines: SkunkLines = SkunkLines.STANDARD
    triple_skunk_wins_match: bool = False

    def __post_init__(self) -> None:
        names = self.names or DEFAULT_NAMES[: self.players]
        handicap = self.handicap or (0,) * len(self.sides)
        clashes = []
        if len(names) != self.players:
            clashes.append(
                f"names = {','.join(names)}: takes one for each of {self.players} players"
            )
        if len(handicap) != len(self.sides) or max(handicap) >= self.target:
            holes, sides = ",".join(map(str, handicap)), len(self.sides)
            allowed = f"a hole below {self.target} for each of {sides} sides"
            clashes.append(f"handicap = {holes}: takes {allowed}")
        if clashes:
            raise OptionsClash(clashes)
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "handicap", handicap)

    def changed(self, settings: Mapping[str, str]) -> Options:
        """A copy with options read from text, as a script's `set` line or the configuration gives them.

        Raises KeyError for an unknown key, and ValueError that says what a key takes.

        >>> Options().changed({"target": "61", "players": "3"}).target
        61
        >>> Options().changed({"target": "30"})
        Traceback (most recent call last):
            ...
        ValueError: target = 30: takes a number of holes, 31 or more
        >>> Options().changed({"preset": "pub-uk"}).players
        4
        """
        values = {key: _read(key, text) for key, text in settings.items()}
        preset = values.pop("preset", {})
        values = {**preset, **values}
        if values.get("players", self.players) != self.players:
            values = {"names": (), **values}
        if {"players", "four_player"} & values.keys():  # as many sides as there are now
            values = {"handicap": (), **values}
        return replace(self, **values)

    @property
    def seats(self) -> range:
        """The players' seats, clockwise."""
        return range(self.players)

    @property
    def sides(self) -> range:
        """The sides, each with one score and one pair of pegs."""
        partners = self.players == 4 and self.four_player is FourPlayer.PARTNERS
        return range(2 if partners else self.players)

    def side_of(self, seat: int) -> int:
        """The side for which a seat scores: partners sit crosswise.

        >>> [Options(players=4).side_of(seat) for seat in range(4)]
        [0, 1, 0, 1]
        """
        return seat % len(self.sides)

    def members(self, side: int) -> tuple[int, ...]:
        """The seats of a side."""
        return tuple(seat for seat in self.seats if self.side_of(seat) == side)

    def left_of(self, seat: int) -> tuple[int, ...]:
        """All seats, clockwise from the one on this seat's left; the seat itself is last.

        >>> Options(players=3).left_of(1)
        (2, 0, 1)
        """
        return tuple((seat + step) % self.players for step in range(1, self.players + 1))


def _read(key: str, text: str) -> Any:
    read, allowed = SETTINGS[key]
    try:
        return read(text)
    except (ValueError, KeyError):
        raise ValueError(f"{key} = {quoted(text)}: {takes(text, allowed)}") from None


def takes(text: str, allowed: str) -> str:
    """What a key takes, with the word that may have been meant.

    >>> takes("partner", "partners or individual")
    'takes partners or individual; did you mean partners?'
    """
    words = allowed.split(" or ")
    close = [] if any(" " in word for word in words) else difflib.get_close_matches(text, words, 1)
    return f"takes {allowed}" + (f"; did you mean {close[0]}?" if close else "")


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


def _target(text: str) -> int:
    if int(text) < 31:
        raise ValueError(text)
    return int(text)


def _players(text: str) -> int:
    return {"2": 2, "3": 3, "4": 4}[text]


WORDS = {
    "penalty", "move", "correct", "why", "set", "dealer", "scan", "press", "hold", "wait", "restart", "unplug", "plug",
    "scanner", "undo", "next", "go", "one", "five", "help", "quit", "exit",
}  # fmt: skip
"""What is said at the table beside names."""


def _names(text: str) -> tuple[str, ...]:
    """Different one-word names; `Anne-Marie.one` and the like must stay readable, and no word of a table script is a name."""
    names = tuple(name.strip() for name in text.split(",")) if text else ()
    different = set(map(str.lower, names))
    if len(different) != len(names) or not all(map(_is_name, names)) or different & WORDS:
        raise ValueError(text)
    return names


def _is_name(name: str) -> bool:
    return all(map(str.isidentifier, name.split("-")))


def _handicap(text: str) -> tuple[int, ...]:
    holes = tuple(int(hole) for hole in text.split(",")) if text else ()
    if any(hole < 0 for hole in holes):
        raise ValueError(text)
    return holes


def _flag(text: str) -> bool:
    return {"true": True, "false": False}[text]


def _choice(kind: type[StrEnum]) -> tuple[Callable[[str], Any], str]:
    return kind, " or ".join(kind)


PRESETS: dict[str, dict[str, Any]] = {
    "house": {},
    "acc": {
        "players": 2,
        "target": 121,
        "heels_claim": HeelsClaim.CLAIM,
        "counting": Counting.CLAIM,
        "points": SCHEMES["acc"],
        "false_game_claim": FalseGame.ACC,
    },
    "pub-uk": {
        "players": 4,
        "four_player": FourPlayer.PARTNERS,
        "target": 121,
        "points": SCHEMES["lurch"],
    },
}
"""What a table agrees on by one word; `house` is the defaults."""

SETTINGS: dict[str, tuple[Callable[[str], Any], str]] = {
    "preset": (PRESETS.__getitem__, " or ".join(PRESETS)),
    "players": (_players, "2, 3 or 4"),
    "four_player": _choice(FourPlayer),
    "names": (
        _names,
        "different names of one word each, letters and hyphens, such as Ann,Anne-Marie, but no word of a script such as undo",
    ),
    "target": (_target, "a number of holes, 31 or more"),
    "handicap": (_handicap, "the hole from which each side starts, such as 0,10"),
    "scan": _choice(Scan),
    "first_deal_cut": _choice(Cut),
    "next_game_dealer": _choice(NextDealer),
    "heels_claim": _choice(HeelsClaim),
    "heels_can_win": (_flag, "true or false"),
    "go_point_in_stinkhole": (_flag, "true or false"),
    "counting": _choice(Counting),
    "overclaim": _choice(Overclaim),
    "false_game_claim": _choice(FalseGame),
    "match": (Match.parse, "single, best-of:N (N odd) or first-to:N"),
    "points": (
        Points.parse,
        "what a win, a skunk and a double skunk are worth, such as 1, 1/2 or 1/2/4; or lurch, acc, long",
    ),
    "skunk_lines": _choice(SkunkLines),
    "triple_skunk_wins_match": (_flag, "true or false"),
}
"""Every option by name: how it is read from text, and what it takes."""
