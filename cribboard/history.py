"""What the journal tells of the games played: results, matches, and each player's averages. Rows in, values out.

Undone entries aren't told of, nor what was counted or pegged in a deal that was dealt again or read wrongly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson

from cribboard.store import Row

TELLING = (
    'scored"',
    '"deal_started"',
    '"event": "starter"',
    '_counted"',
    '"game_started"',
    '_corrected"',
)
"""What an entry's events hold if they tell anything here; the others, two of three, needn't be read. The commonest is first."""

PEGGED = {"play", "go", "last", "late_go"}
"""Reasons of points from the play, as a board that sees every card gives them; a late go takes them back."""


# --- game by game ------------------------------------------------------------------------------------------------------


class Chapter(NamedTuple):
    """The rows of one game of the journal, from the one that starts it.

    `number` counts the games of the journal from 1; `agreed` is the match's options as the journal has them. A
    `blank` game was given up before anything happened in it; the next one has its number.
    """

    number: int
    match: int
    agreed: dict[str, Any]
    rows: list[Row]
    is_last: bool = False

    @property
    def blank(self) -> bool:
        """Whether it is no game at all."""
        return not (self.is_last or any(map(_begins, self.rows)))

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """The players' names, by side."""
        names, sides = self.agreed["names"], len(self.agreed["handicap"])
        return tuple(tuple(names[side::sides]) for side in range(sides))


def chapters(rows: Iterable[Row]) -> Iterator[Chapter]:
    """The rows game by game; what a damaged journal has lost the beginning of is left out."""
    number, match, agreed, current = 1, 0, None, None
    for row in rows:
        if row.match != match:
            match, agreed = row.match, None
        if '"game_started"' in row.events:
            if current:
                yield current
                number += not current.blank
            agreed = _agreed(row) or agreed
            current = Chapter(number, match, agreed, [row]) if agreed else None
        elif current and (row.match, row.game) == (match, current.rows[0].game) and agreed:
            current.rows.append(row)
    if current:
        yield current._replace(is_last=True)


def _agreed(row: Row) -> dict[str, Any] | None:
    """The options of the match that this row starts, if it does."""
    started = (e for e in orjson.loads(row.events) if e["event"] == "match_started")
    return next((event["options"] for event in started), None)


def _begins(row: Row) -> bool:
    return '"event": "scored"' in row.events or '"event": "starter"' in row.events


# --- what is told ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Game:
    """A game: `began` is in seconds since 1970; `sides`, `scores` and `winner` go by side.

    `ended` is won, running or abandoned; `skunk` is none, skunk, double or triple, `points` what it was worth.
    """

    number: int
    match: int
    began: float
    sides: tuple[tuple[str, ...], ...]
    scores: tuple[int, ...]
    ended: str
    winner: int | None = None
    skunk: str = "none"
    points: int = 0


@dataclass(slots=True)
class Match:
    """A match: games won and match points so far, by side; `winner` is None until a side has won it."""

    number: int
    sides: tuple[tuple[str, ...], ...]
    games: list[int]
    points: list[int]
    winner: int | None = None


class Counted(NamedTuple):
    """A hand or crib as the board counted it, with the starter."""

    total: int
    cards: tuple[str, ...]
    starter: str | None


@dataclass(slots=True)
class Average:
    """A sum of so many values, in points; `mean` is None where there is none."""

    count: int = 0
    total: int = 0

    @property
    def mean(self) -> float | None:
        """The average value."""
        return self.total / self.count if self.count else None

    def add(self, value: int) -> None:
        """One more value."""
        self.count += 1
        self.total += value


@dataclass(slots=True)
class Player:
    """What a player has done in all won games; partners win together, and hold hands of their own.

    `skunks` were given and `skunked` taken, of any size. Hands and cribs are those that the board counted, in any game;
    `pegging` is the points from the play in a game that was won on a board that sees every card.
    """

    name: str
    games: int = 0
    wins: int = 0
    skunks: int = 0
    skunked: int = 0
    hands: Average = field(default_factory=Average)
    cribs: Average = field(default_factory=Average)
    pegging: Average = field(default_factory=Average)
    best: Counted | None = None


@dataclass(frozen=True, slots=True)
class History:
    """All that a journal tells: games and matches in their order, players in that of their first game."""

    games: tuple[Game, ...]
    matches: tuple[Match, ...]
    players: tuple[Player, ...]


def history(rows: Iterable[Row]) -> History:
    """What these rows tell; those that hold none of TELLING may be left out."""
    games: list[Game] = []
    matches: dict[int, Match] = {}
    players: dict[str, Player] = {}
    for chapter in chapters(rows):
        if chapter.blank:
            continue
        read = _Reading(chapter)
        games.append(read.game)
        nothing = [0] * len(chapter.sides)
        new = Match(chapter.match, chapter.sides, nothing, [*nothing])
        match = matches.setdefault(chapter.match, new)
        if read.game.winner is not None:
            match.games[read.game.winner] += 1
            match.points[read.game.winner] += read.game.points
            match.winner = read.match_winner
        read.credit(players)
    return History(tuple(games), tuple(matches.values()), tuple(players.values()))


def game_of(chapter: Chapter) -> Game:
    """The game that a chapter tells."""
    return _Reading(chapter).game


class _Reading:
    """One game, read event by event."""

    def __init__(self, chapter: Chapter) -> None:
        self._chapter = chapter
        self._counted: list[tuple[int, str, Counted]] = []
        self._pegged: list[tuple[int, int]] = []
        self._before_deal = (0, 0)
        self._starter: str | None = None
        self._won: dict[str, Any] = {}
        self._worth = 0
        self._scores = list(chapter.agreed["handicap"])
        self.match_winner: int | None = None
        for row in chapter.rows:
            for event in orjson.loads(row.events):
                self._read(event)
        ended = "won" if self._won else "running" if chapter.is_last else "abandoned"
        self.game = Game(
            chapter.number,
            chapter.match,
            chapter.rows[0].time,
            chapter.sides,
            tuple(self._scores),
            ended,
            self._won.get("side"),
            self._won.get("skunk", "none"),
            self._worth,
        )

    def credit(self, players: dict[str, Player]) -> None:
        """Give every player what is his of this game."""
        names, sides = self._chapter.agreed["names"], len(self._chapter.sides)
        seats = [players.setdefault(name, Player(name)) for name in names]
        for seat, which, counted in self._counted:
            player = seats[seat]
            (player.hands if which == "hand" else player.cribs).add(counted.total)
            if which == "hand" and (player.best is None or counted.total > player.best.total):
                player.best = counted
        if self.game.ended != "won":
            return
        skunk = self.game.skunk != "none"
        for seat, player in enumerate(seats):
            won = seat % sides == self.game.winner
            player.games += 1
            player.wins += won
            player.skunks += skunk and won
            player.skunked += skunk and not won
            if self._chapter.agreed["scan"] == "all":
                player.pegging.add(sum(points for pegger, points in self._pegged if pegger == seat))

    def _read(self, event: dict[str, Any]) -> None:
        match event["event"]:
            case "scored":
                self._scores[event["side"]] = event["score"]
                self._read_deal(event)
            case "game_won":
                self._won = event
                self._scores = event["scores"]
            case "match_points":
                self._worth = event["points"]
            case "match_won":
                self.match_winner = event["side"]
            case "redeal":
                self._forget_deal()
            case "card_corrected":
                self._forget_deal()
                for redone in event["inner"]:
                    self._read_deal(redone)
            case _:
                self._read_deal(event)

    def _read_deal(self, event: dict[str, Any]) -> None:
        """What belongs to the deal, and goes if it is dealt again or corrected."""
        match event["event"]:
            case "scored" if event["reason"] in PEGGED and event["player"] is not None:
                self._pegged.append((event["player"], event["points"]))
            case "hand_counted":
                counted = Counted(event["total"], tuple(event["cards"]), self._starter)
                self._counted.append((event["player"], event["which"], counted))
            case "starter":
                self._starter = event["card"]
            case "deal_started":
                self._starter = None
                self._before_deal = len(self._counted), len(self._pegged)

    def _forget_deal(self) -> None:
        counted, pegged = self._before_deal
        del self._counted[counted:], self._pegged[pegged:]
