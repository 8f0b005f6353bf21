"""People at a table with no board on it: what they do is judged and booked at once.

Ann sits in seat 0, Bob in seat 1, Cyd and Dan on from there. Where a table begins with a deal, the last seat deals,
so Ann is the pone.
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
from cribboard.rules.options import Counting, FourPlayer
from cribboard.rules.state import HAND_SIZE, CountedPlay, Laid

PONE, DEALER = 0, 1
"""The seats, and sides, of two players."""

SEATS = {"P": PONE, "D": DEALER, "A": 0, "B": 1, "C": 2} | {str(seat): seat for seat in range(4)}
"""How lines of play call the seats: pone and dealer of two, A to C of three, 0 to 3 of four."""

PLAY_REASONS = ("play", "go", "last")
PARTNERS = {"players": 4}
SINGLES = {"players": 4, "four_player": FourPlayer.INDIVIDUAL}

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
        self.acts: tuple[cmd.Command, ...] = ()

    def do(self, *commands: cmd.Command) -> tuple[Event, ...]:
        """Carry out the commands; what happened."""
        happened: tuple[Event, ...] = ()
        for command in commands:
            events = decide(self.state, command)
            self.state = reduce(evolve, events, self.state)
            self.acts = () if of(ev.DealStarted, events) else (*self.acts, command)
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

    def correct(self, wrong: str, right: str) -> tuple[Event, ...]:
        """The card read as `wrong` was `right`; what came of it."""
        read, meant = (cmd.ReadCard(Card.parse(code)) for code in (wrong, right))
        acts = tuple(meant if act == read else act for act in self.acts)
        events = self.do(cmd.CorrectCard(read.card, meant.card, self.acts))
        self.acts = acts
        return events

    def play(self, line: str) -> list[int]:
        """A line of play such as `P T, D 5, P go`: the points pegged at each step, whoever got them.

        Everyone must be on turn as the line says. Suits are given out as the ranks come, unless the line names them.
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


def stand_at(table: AtTable, scores: Sequence[int]) -> None:
    """The pegs stand at these scores, by side."""
    pegs = tuple(Pegs(score, max(score - 1, 0)) for score in scores)
    table.state = replace(table.state, pegs=pegs)


def deal(scores: Sequence[int] = (), **options: Any) -> AtTable:
    """The last seat has begun to deal; the pegs stand at `scores`, by side."""
    table = sit_down(**options)
    if scores:
        stand_at(table, scores)
    table.do(cmd.ChooseDealer(table.state.options.seats[-1]))
    return table


def begin_play(starter: str = "QS", scores: Sequence[int] = (), **options: Any) -> AtTable:
    """The starter is turned up; every card of the play will be scanned, Ann leads."""
    table = deal(scores, scan=Scan.ALL, **options)
    table.do(cmd.NextStep())
    table.read(starter)
    return table


def tapped_play(scores: Sequence[int] = (), **options: Any) -> AtTable:
    """The play at a table that scans nothing."""
    return deal(scores, scan=Scan.NONE, **options)


def begin_show(starter: str, scores: Sequence[int] = (), **options: Any) -> AtTable:
    """The play was pegged by taps; Ann's hand, the others' in turn and the crib are to be scanned."""
    table = deal(scores, scan=Scan.SHOW, **options)
    table.do(cmd.NextStep())
    table.read(starter)
    if not table.state.is_over:
        table.do(cmd.NextStep())
    return table


def asked(
    hand: str,
    starter: str = "KS",
    scores: Sequence[int] = (),
    counting: Counting = Counting.CLAIM,
    **options: Any,
) -> AtTable:
    """The cards of Ann's hand are scanned; she is to say what it is worth."""
    table = begin_show(starter, scores, counting=counting, **options)
    table.read(hand)
    return table


def mid_play(
    held: Sequence[str],
    pile: str = "",
    turn: int = PONE,
    scores: Sequence[int] = (),
    **options: Any,
) -> AtTable:
    """The play when everyone still holds these cards and `pile` lies in this count, laid in turn."""
    in_pile, in_hand = cards(pile), cards(" ".join(held))
    unseen = iter([card for card in PACK if card not in in_pile + in_hand])
    table = begin_play(str(next(unseen)), scores, players=len(held), **options)
    layers = [(turn - step) % len(held) for step in range(len(in_pile), 0, -1)]
    earlier = tuple(
        Laid(seat, next(unseen))
        for seat in table.state.options.seats
        for _ in range(HAND_SIZE - len(held[seat].split()) - layers.count(seat))
    )
    laid = (*earlier, *map(Laid, layers, in_pile))
    table.state = replace(table.state, phase=CountedPlay(turn, laid, began=len(earlier)))
    return table


def win(table: AtTable, side: int, others: Sequence[int] | int = 100) -> tuple[Event, ...]:
    """A game that `side` wins by a tap while the others stand at these scores, in order."""
    target = table.state.options.target
    if isinstance(others, int):
        others = (others,) * (len(table.state.options.sides) - 1)
    stand_at(table, (*others[:side], target - 1, *others[side:]))
    return table.do(cmd.Award(side, 1))
