"""People at a table with no board on it: what they do is judged and booked at once.

Ann sits in seat 0, Bob in seat 1. Where a table begins with a deal, Bob deals: Ann is the pone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Any, TypeVar

import pytest

from cribboard.rules import PACK, Card, Event, Options, Pegs, Refused, Scan, State, decide, evolve
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.state import HAND_SIZE, CountedPlay, Laid

PONE, DEALER = 0, 1
SEATS = {"P": PONE, "D": DEALER}
PLAY_REASONS = ("play", "go", "last")

E = TypeVar("E")


def cards(text: str) -> tuple[Card, ...]:
    """`5H TD` as cards."""
    return tuple(map(Card.parse, text.split()))


def of(kind: type[E], events: Sequence[Event]) -> list[E]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def pegged(events: Sequence[Event]) -> list[tuple[int, int, str]]:
    """Who pegged how much for what: `(side, points, reason)`."""
    return [(scored.side, scored.points, scored.reason) for scored in of(ev.Scored, events)]


class AtTable:
    """The State, and all that can be done to it."""

    def __init__(self, state: State) -> None:
        self.state = state

    def do(self, *commands: cmd.Command) -> tuple[Event, ...]:
        """Carry out the commands; what happened."""
        happened: tuple[Event, ...] = ()
        for command in commands:
            events = decide(self.state, command)
            self.state = reduce(evolve, events, self.state)
            happened += events
        return happened

    def refusal(self, command: cmd.Command) -> str:
        """The code with which the command is refused."""
        with pytest.raises(Refused) as refused:
            decide(self.state, command)
        return refused.value.reason

    def read(self, text: str) -> tuple[Event, ...]:
        """Cards on the reader, one after the other."""
        return self.do(*map(cmd.ReadCard, cards(text)))

    def play(self, line: str) -> list[int]:
        """A line of play such as `P T, D 5, P go`: the points pegged at each step, whoever got them.

        P and D must be on turn as the line says. Suits are given out as the ranks come, unless the line names them.
        """
        return [self._step(*step.split()) for step in line.split(",")]

    def _step(self, who: str, what: str) -> int:
        assert self.state.turn == SEATS[who], f"{who} {what}: not on turn"
        if what == "go":
            events = self.do(cmd.SayGo(SEATS[who]))
        else:
            events = self.do(cmd.ReadCard(self._unseen(what)))
        return sum(points for _, points, reason in pegged(events) if reason in PLAY_REASONS)

    def _unseen(self, what: str) -> Card:
        return next(
            card
            for card in PACK
            if str(card).startswith(what) and card not in self.state.cards_on_table
        )


def sit_down(**options: Any) -> AtTable:
    """A match that nobody has cut for yet."""
    return AtTable(reduce(evolve, decide(None, cmd.StartMatch(Options(**options))), None))


def deal(scores: tuple[int, int] = (0, 0), **options: Any) -> AtTable:
    """Bob has begun to deal; the pegs stand at `scores` (Ann's, Bob's)."""
    table = sit_down(**options)
    pegs = tuple(Pegs(score, max(score - 1, 0)) for score in scores)
    table.state = replace(table.state, pegs=pegs)
    table.do(cmd.ChooseDealer(DEALER))
    return table


def begin_play(starter: str = "QS", scores: tuple[int, int] = (0, 0), **options: Any) -> AtTable:
    """The starter is turned up; every card of the play will be scanned, Ann leads."""
    table = deal(scores, scan=Scan.ALL, **options)
    table.do(cmd.NextStep())
    table.read(starter)
    return table


def tapped_play(scores: tuple[int, int] = (0, 0), **options: Any) -> AtTable:
    """The play at a table that scans nothing."""
    return deal(scores, scan=Scan.NONE, **options)


def begin_show(starter: str, scores: tuple[int, int] = (0, 0), **options: Any) -> AtTable:
    """The play was pegged by taps; Ann's hand, Bob's and the crib are to be scanned."""
    table = deal(scores, scan=Scan.SHOW, **options)
    table.do(cmd.NextStep())
    table.read(starter)
    if not table.state.is_over:
        table.do(cmd.NextStep())
    return table


def mid_play(
    held: tuple[str, str], pile: str = "", turn: int = PONE, scores: tuple[int, int] = (0, 0)
) -> AtTable:
    """The play when Ann and Bob still hold these cards and `pile` lies in this count, its last card by the other."""
    in_pile, in_hand = cards(pile), cards(" ".join(held))
    unseen = iter([card for card in PACK if card not in in_pile + in_hand])
    table = begin_play(starter=str(next(unseen)), scores=scores)
    layers = [(turn + step) % 2 for step in range(len(in_pile), 0, -1)]
    earlier = tuple(
        Laid(seat, next(unseen))
        for seat in (PONE, DEALER)
        for _ in range(HAND_SIZE - len(held[seat].split()) - layers.count(seat))
    )
    laid = (*earlier, *map(Laid, layers, in_pile))
    table.state = replace(table.state, phase=CountedPlay(turn, laid, began=len(earlier)))
    return table
