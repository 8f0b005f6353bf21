"""A ruling: the events of one command as they are found, each booked before the next is looked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import events as ev
from .booking import evolve
from .cards import Card
from .match import game_worth, match_is_won, skunk
from .options import Options
from .scoring import Item
from .state import State


class Refused(Exception):
    """An act against the rules; nothing has changed. `reason` is a code, `values` are what its phrase speaks of."""

    def __init__(self, reason: str, **values: Any) -> None:
        super().__init__(reason, values)
        self.reason = reason
        self.values = values


class GameIsWon(Exception):
    """Ends a ruling at the very award that reaches the target: nothing later counts (R51)."""


class Ruling:
    """What a command brings about: `events` so far, and the `state` that they lead to."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[ev.Event] = []

    @property
    def options(self) -> Options:
        """What the table agreed on."""
        return self.state.options

    def book(self, *events: ev.Event) -> None:
        """Something happens."""
        for event in events:
            self.events.append(event)
            self.state = evolve(self.state, event)

    def check_running(self) -> None:
        """Raises Refused when the game is over (R51)."""
        if self.state.is_over:
            raise Refused(self.state.phase.name)

    def peg(
        self,
        side: int,
        points: int,
        reason: str,
        player: int | None = None,
        cards: Sequence[Card] = (),
        items: tuple[Item, ...] = (),
    ) -> None:
        """A side pegs; the game ends here if that brings it home (R51, R53, R54)."""
        pegs = self.state.pegs[side].moved(points, self.options.target)
        self.move_pegs(side, pegs, reason, player, cards, items)
        if pegs.front == self.options.target:
            self.win(side)

    def move_pegs(
        self,
        side: int,
        pegs: ev.Pegs,
        reason: str,
        player: int | None = None,
        cards: Sequence[Card] = (),
        items: tuple[Item, ...] = (),
    ) -> None:
        """A side's pegs are put somewhere else; nothing happens where they stand there already."""
        before = self.state.pegs[side]
        if pegs != before:
            points = pegs.front - before.front
            self.book(
                ev.Scored(
                    player, side, points, reason, tuple(cards), items, pegs.front, before, pegs
                )
            )

    def win(self, side: int) -> None:
        """The game, what it is worth, and the match if that decides it (R56-R60)."""
        scores = self.state.scores
        size = skunk(self.options, max(score for s, score in enumerate(scores) if s != side))
        self.book(ev.GameWon(side, scores, size))
        self.book(ev.MatchPoints(side, game_worth(self.options, size)))
        if match_is_won(self.options, self.state.tally[side], size):
            self.book(ev.MatchWon(side))
        raise GameIsWon

    def only_player(self, side: int) -> int | None:
        """The player of a side of one; None for partners."""
        members = self.options.members(side)
        return members[0] if len(members) == 1 else None
