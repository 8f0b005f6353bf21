"""Where the holes are: the one source for lights, pictures, drill template and wiring."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from cribboard.rules import Options

from .laps import MARKS, Lap

LONG_GAME = 121
"""The customary long game."""

LETTERS = "ABCD"
"""The sides by name."""

STARTS, STREETS, FINISHES, MATCHES = ("start", "end"), ("street",), ("finish", "end"), ("match",)
"""The kinds of hole that serve as each part of the course."""

Role = tuple[str, int | None, int]
"""What a hole is for: its kind, side and number."""

SPARE: Role = ("spare", None, 0)


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole with its pixel: `index` in the chain, `x` and `y` in mm from A's start, to a micrometre.

    `kind` is start, street, finish, match, or end, which is start and finish in one; `number` counts a side's holes of
    one kind from 1, along the course. A spare hole is of no side, and its number is 0.
    """

    kind: str
    side: int | None
    number: int
    x: float
    y: float
    index: int


class Track:
    """A board's holes in the order of the chain, and the course that the pegs take through them.

    Raises ValueError where a side lacks its start or finish, or its street holes are not 1 to the last, each once.

    >>> track = Track.load("classic")
    >>> track
    Track.load('classic', sides=2)
    >>> track.holes[track.hole(side=0, score=75, target=121)]
    Hole(kind='street', side=0, number=15, x=150.0, y=0.0, index=15)
    >>> track = Track.load("singles", sides=3)
    >>> track.holes[track.hole(side=1, score=75, target=121)]
    Hole(kind='street', side=1, number=15, x=150.0, y=20.0, index=46)
    """

    def __init__(self, name: str, holes: Iterable[Hole], leds_per_metre: float = 100) -> None:
        self.name = name
        self.holes = tuple(holes)
        self.leds_per_metre = leds_per_metre
        self.sides = 1 + max(hole.side for hole in self.holes if hole.side is not None)
        starts, streets, finishes, matches = (
            tuple(self._indices(kinds, side) for side in range(self.sides))
            for kinds in (STARTS, STREETS, FINISHES, MATCHES)
        )
        if any(len(ends) != 1 for ends in starts + finishes):
            raise ValueError(f"track {name}: every side takes one start and one finish")
        if len({len(street) for street in streets}) != 1:
            raise ValueError(f"track {name}: the sides have laps of different lengths")
        self._starts = tuple(index for (index,) in starts)
        self._finishes = tuple(index for (index,) in finishes)
        self._streets = streets
        self._matches = matches

    @classmethod
    def load(
        cls, name: str, sides: int | None = None, leds_per_metre: float | None = None
    ) -> Track:
        """The track of the data file `name`.toml beside this module, for so many sides, or as many as it has room for.

        Another strip than the file's has its pixels closer or wider apart, and the board gets shorter or longer.

        Raises FileNotFoundError where there is no such file, and ValueError where it isn't for so many sides.
        """
        text = files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
        data = tomllib.loads(text)
        if "board" in data:
            board, shares = cls.load(data["board"], None, leds_per_metre), data["match"]
            number = max(shares) if sides is None else str(sides)
            if number in shares:
                rows = data["rows"][: int(number)]
                shared = _shared_out(board.holes, rows, shares[number])
                return cls(name, shared, board.leds_per_metre)
            allowed = " or ".join(shares)
        else:
            density = leds_per_metre or data["leds_per_metre"]
            track = cls(name, _holes(data["segments"], pitch=1000 / density), density)
            if sides in (None, track.sides):
                return track
            allowed = str(track.sides)
        raise ValueError(f"track {name} for {sides} sides: takes {allowed}")

    @classmethod
    def for_options(cls, options: Options, leds_per_metre: float | None = None) -> Track:
        """The track for these options: the classic one for two sides, a row each for three or four.

        >>> Track.for_options(Options(players=3))
        Track.load('singles', sides=3)
        """
        sides = len(options.sides)
        return cls.load("classic" if sides == 2 else "singles", sides, leds_per_metre)

    def __repr__(self) -> str:
        strip = "" if self.leds_per_metre == 100 else f", leds_per_metre={self.leds_per_metre:g}"
        return f"Track.load({self.name!r}, sides={self.sides}{strip})"

    def problem(self, options: Options, target: int | None = None) -> str | None:
        """Why a game of these options, or to another target, can't be shown on this track; None where it can.

        >>> Track.load("singles", sides=3).problem(Options(players=3, target=181))
        'target = 181: takes up to 121 with 3 sides, in 4 laps of 30 holes'
        """
        sides = len(options.sides)
        if sides != self.sides:
            return f"players = {options.players}: {sides} sides on a track for {self.sides}"
        target = target or options.target
        if target > self.longest:
            way = f"in {len(MARKS)} laps of {self.lap} holes"
            return f"target = {target}: takes up to {self.longest} with {sides} sides, {way}"
        return None

    @property
    def longest(self) -> int:
        """The farthest target: each lap must look like no other."""
        return len(MARKS) * self.lap + 1

    @property
    def lap(self) -> int:
        """Holes in a lap, without start and finish: 60 on the classic board."""
        return len(self._streets[0])

    def laps(self, target: int) -> int:
        """How often the course is gone around until the game hole, the last time maybe only in part.

        >>> [Track.load("classic").laps(target) for target in (31, 61, 62, 121)]
        [1, 1, 2, 2]
        """
        return -(-(target - 1) // self.lap)

    def lap_at(self, score: int, target: int) -> Lap:
        """The lap on which a peg on `score` is; who is home is still on the last lap (R73, R75).

        >>> track = Track.load("classic")
        >>> [track.lap_at(score, target=121).start for score in (0, 1, 60, 61, 120, 121)]
        [0, 0, 0, 60, 60, 60]
        """
        number = (max(min(score, target - 1), 1) - 1) // self.lap
        start = number * self.lap
        return Lap(number, start, self.lap, last=min(self.lap, target - 1 - start))

    def hole(self, side: int, score: int, target: int) -> int:
        """The pixel of a score: the start at 0, the finish from `target` on, else its hole of the lap (R74)."""
        if score <= 0:
            return self._starts[side]
        if score >= target:
            return self._finishes[side]
        return self._streets[side][(score - 1) % self.lap]

    def scores(self, hole: Hole, target: int = LONG_GAME) -> range:
        """The scores that a street hole stands for, one for each lap of a game to this target (R75).

        >>> track = Track.load("classic")
        >>> list(track.scores(track.holes[15])), list(track.scores(track.holes[15], target=61))
        ([15, 75], [15])
        """
        return range(hole.number, target, self.lap)

    def start(self, side: int) -> int:
        """The pixel of a side's start hole, where both pegs wait (R72)."""
        return self._starts[side]

    def finish(self, side: int) -> int:
        """The pixel of a side's game hole (R72)."""
        return self._finishes[side]

    def street(self, side: int) -> tuple[int, ...]:
        """The pixels of a side's lap, from its first hole to its last."""
        return self._streets[side]

    def before_home(self, side: int) -> tuple[int, ...]:
        """The pixels of the row at whose end a side's finish is, the nearest hole first.

        >>> track = Track.load("classic")
        >>> track.before_home(0)[:3], track.before_home(1)[:3]
        ((60, 59, 58), (63, 64, 65))
        """
        home = self.holes[self.finish(side)]
        row = [self.holes[pixel] for pixel in self.street(side) if self.holes[pixel].y == home.y]
        return tuple(hole.index for hole in sorted(row, key=lambda hole: abs(hole.x - home.x)))

    def match_holes(self, side: int) -> tuple[int, ...]:
        """The pixels of a side's match holes, the first one first (R78)."""
        return self._matches[side]

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The pixels of the board's long rows, each from the start end, whoever's they are: four on the classic board."""
        across: dict[float, list[Hole]] = {}
        for hole in self.holes:
            if hole.kind in ("street", "spare"):
                across.setdefault(hole.y, []).append(hole)
        longest = max(map(len, across.values()))
        return tuple(
            tuple(hole.index for hole in sorted(row, key=lambda hole: hole.x))
            for _, row in sorted(across.items())
            if len(row) * 2 > longest
        )

    def _indices(self, kinds: tuple[str, ...], side: int) -> tuple[int, ...]:
        """The pixels of a side's holes of these kinds, by number."""
        own = sorted(
            (hole.number, hole.index)
            for hole in self.holes
            if hole.kind in kinds and hole.side == side
        )
        if [number for number, _ in own] != list(range(1, len(own) + 1)):
            raise ValueError(
                f"track {self.name}: side {side} lacks a {kinds[0]} hole or has it twice"
            )
        return tuple(index for _, index in own)


def _holes(segments: Iterable[dict[str, Any]], pitch: float) -> Iterator[Hole]:
    """Every hole of the chain, evenly spaced along its segment; `pitch` is that of the strip in mm."""
    index = 0
    for segment in segments:
        numbers = _numbers(segment["first"], segment["last"])
        (x0, y0), (x1, y1) = segment["from"], segment["to"]
        for step, number in enumerate(numbers):
            way = step / (len(numbers) - 1) if step else 0.0
            x, y = (x0 + (x1 - x0) * way) * pitch, y0 + (y1 - y0) * way
            yield Hole(segment["kind"], segment["side"], number, round(x, 3), round(y, 3), index)
            index += 1


def _shared_out(
    holes: Iterable[Hole], rows: Iterable[dict[str, Any]], owners: Iterable[str]
) -> Iterator[Hole]:
    """The holes of a board of two sides, as single players have them: a row each, and their match holes."""
    roles: dict[Role, Role] = {}
    for side, row in enumerate(rows):
        roles[row["end"], row["side"], 1] = "end", side, 1
        for number, known_as in enumerate(_numbers(*row["street"]), start=1):
            roles["street", row["side"], known_as] = "street", side, number
    shared = Counter[str]()
    for known_side, letters in enumerate(owners):
        for known_as, letter in enumerate(letters, start=1):
            if letter in LETTERS:
                shared[letter] += 1
                as_shared = "match", LETTERS.index(letter), shared[letter]
                roles["match", known_side, known_as] = as_shared
    for hole in holes:
        role = roles.get((hole.kind, hole.side, hole.number), SPARE)
        yield Hole(*role, hole.x, hole.y, hole.index)


def _numbers(first: int, last: int) -> range:
    """From `first` to `last`, up or down.

    >>> list(_numbers(3, 1))
    [3, 2, 1]
    """
    step = 1 if first <= last else -1
    return range(first, last + step, step)
