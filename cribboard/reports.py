"""What the history tells: tables for people, plain values for other programs."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from cribboard.history import Average, Game, History, Match, Player

HEAD = ("player", "games", "wins", "skunks", "skunked", "hand", "crib", "pegging", "best hand")


def tables(history: History) -> str:
    """Games, matches and players as aligned text; times are local, `-` stands where nothing is known."""
    games = [
        (str(g.number), when(g.began), str(g.match), _by_side(g.sides, g.scores), _result(g))
        for g in history.games
    ]
    matches = [
        (str(m.number), _by_side(m.sides, m.games), _by_side(m.sides, m.points), _winner(m))
        for m in history.matches
    ]
    return "\n\n".join(
        (
            _table(("game", "began", "match", "scores", "result"), games, numbers={0, 2}),
            _table(("match", "games", "points", "won by"), matches, numbers={0}),
            _table(HEAD, [_about(player) for player in history.players], numbers=set(range(1, 8))),
        )
    )


def values(history: History) -> dict[str, Any]:
    """The same for other programs, as plain JSON values; times are ISO 8601, averages null where nothing is known."""
    return {
        "games": [game_values(game) for game in history.games],
        "matches": [
            {
                "match": m.number,
                "sides": m.sides,
                "games": m.games,
                "points": m.points,
                "winner": m.winner,
            }
            for m in history.matches
        ],
        "players": [
            {
                "name": p.name,
                "games": p.games,
                "wins": p.wins,
                "skunks": p.skunks,
                "skunked": p.skunked,
                "hands": p.hands.count,
                "average_hand": p.hands.mean,
                "cribs": p.cribs.count,
                "average_crib": p.cribs.mean,
                "pegged_games": p.pegging.count,
                "average_pegging": p.pegging.mean,
                "best_hand": p.best._asdict() if p.best else None,
            }
            for p in history.players
        ],
    }


def game_values(game: Game) -> dict[str, Any]:
    """A game as plain JSON values."""
    return {
        "game": game.number,
        "match": game.match,
        "began": when_exactly(game.began),
        "sides": game.sides,
        "scores": game.scores,
        "ended": game.ended,
        "winner": game.winner,
        "skunk": game.skunk,
        "points": game.points,
    }


def when(seconds: float) -> str:
    """A time for people, on this computer's clock."""
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")


def when_exactly(seconds: float) -> str:
    """A time for programs: ISO 8601 with the offset from UTC."""
    return datetime.fromtimestamp(seconds).astimezone().isoformat(timespec="milliseconds")


def side_name(players: Sequence[str]) -> str:
    """What a side is called.

    >>> side_name(("Ann", "Cyd"))
    'Ann+Cyd'
    """
    return "+".join(players)


def _by_side(sides: Sequence[Sequence[str]], values: Sequence[int]) -> str:
    return ", ".join(
        f"{side_name(side)} {value}" for side, value in zip(sides, values, strict=True)
    )


def _result(game: Game) -> str:
    if game.winner is None:
        return game.ended
    skunk = {"none": "", "skunk": ", a skunk"}.get(game.skunk, f", a {game.skunk} skunk")
    return f"{side_name(game.sides[game.winner])} won{skunk}"


def _winner(match: Match) -> str:
    return "-" if match.winner is None else side_name(match.sides[match.winner])


def _about(player: Player) -> tuple[str, ...]:
    best = player.best
    return (
        player.name,
        *map(str, (player.games, player.wins, player.skunks, player.skunked)),
        _mean(player.hands, 2),
        _mean(player.cribs, 2),
        _mean(player.pegging, 1),
        f"{best.total}: {' '.join(best.cards)} with {best.starter}" if best else "-",
    )


def _mean(average: Average, places: int) -> str:
    return "-" if average.mean is None else f"{average.mean:.{places}f}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: set[int]) -> str:
    """Columns two blanks apart; those of `numbers` are set right."""
    widths = [max(map(_width, column)) for column in zip(head, *rows, strict=True)]
    lines = []
    for row in (head, *rows):
        cells = []
        for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
            blank = " " * (width - _width(cell))
            cells.append(blank + cell if place in numbers else cell + blank)
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _width(text: str) -> int:
    """Columns of a terminal; an ideograph takes two."""
    if text.isascii():
        return len(text)
    return sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in text)
