"""Whole games of simulated players, at every kind of table and with every option."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from random import Random
from typing import Any

from cribboard.rules import Card, Event, Match, Options, Points, Scan, State, decide, evolve
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.options import (
    Counting,
    Cut,
    FalseGame,
    FourPlayer,
    HeelsClaim,
    NextDealer,
    Overclaim,
    SkunkLines,
)
from cribboard.selfplay import Chooser, SelfPlay, choose_card, legal_cards

TABLES: dict[str, dict[str, Any]] = {
    "two": {"players": 2},
    "three": {"players": 3},
    "partners": {"players": 4},
    "singles": {"players": 4, "four_player": FourPlayer.INDIVIDUAL},
}
"""Who may sit together (R1)."""


@dataclass(frozen=True)
class Entry:
    """A command, the State that it met, and what came of it."""

    before: State | None
    command: cmd.Command
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Game:
    """A game from the cut to the win."""

    seed: int
    entries: tuple[Entry, ...]
    end: State

    @property
    def options(self) -> Options:
        return self.end.options

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for entry in self.entries for event in entry.events)

    def scored(self) -> Iterator[tuple[Event, tuple[int, ...]]]:
        """Every event, and the scores after it."""
        scores = list(self.options.handicap)
        for event in self.events:
            if isinstance(event, ev.Scored):
                scores[event.side] = event.score
            yield event, tuple(scores)

    def deals(self) -> list[list[Event]]:
        """The events of each deal, all but the last one finished."""
        deals: list[list[Event]] = [[]]
        for event in self.events:
            if isinstance(event, ev.DealStarted):
                deals.append([])
            deals[-1].append(event)
        return deals[1:]

    def counts(self) -> list[list[tuple[Event, tuple[int, ...]]]]:
        """The events of each finished count of the play with the scores after them, the last of them what closed it."""
        counts: list[list[tuple[Event, tuple[int, ...]]]] = []
        count: list[tuple[Event, tuple[int, ...]]] = []
        for event, scores in self.scored():
            begins = isinstance(event, ev.StepStarted | ev.Starter | ev.DealStarted)
            count = [] if begins else [*count, (event, scores)]
            if isinstance(event, ev.CountClosed):
                counts.append(count)
                count = []
        return counts


def options_for(rng: Random, table: str, scan: Scan) -> Options:
    """An agreement of any kind for this table."""
    target = rng.choice((31, 61, 121, 121, rng.randint(31, 200)))
    sides = Options(**TABLES[table]).sides
    ahead = rng.random() < 0.2
    return Options(
        **TABLES[table],
        target=target,
        handicap=tuple(rng.randrange(target) if ahead else 0 for _ in sides),
        scan=scan,
        first_deal_cut=rng.choice(list(Cut)),
        next_game_dealer=rng.choice(list(NextDealer)),
        heels_claim=rng.choice(list(HeelsClaim)),
        heels_can_win=rng.random() < 0.5,
        go_point_in_stinkhole=rng.random() < 0.5,
        counting=rng.choice(list(Counting)),
        overclaim=rng.choice(list(Overclaim)),
        false_game_claim=rng.choice(list(FalseGame)),
        match=rng.choice([Match("single", 1), Match("first-to", 2), Match("best-of", 3)]),
        points=Points.parse(rng.choice(("1", "1/2", "1/2/3", "1/2/4", "lurch", "acc", "long"))),
        skunk_lines=rng.choice(list(SkunkLines)),
        triple_skunk_wins_match=rng.random() < 0.5,
    )


def anything_legal(rng: Random) -> Chooser:
    """A player who lays any card that fits, and says Go only when none does (R23)."""

    def choose(hand: Sequence[Card], pile: Sequence[Card]) -> Card | None:
        legal = legal_cards(hand, sum(card.value for card in pile))
        return rng.choice(legal) if legal else None

    return choose


def play_game(seed: int, table: str, scan: Scan) -> Game:
    """The game of this seed; in every other one the cards are laid at random."""
    rng = Random(seed)
    players = SelfPlay(rng, choose=anything_legal(rng) if seed % 2 else choose_card)
    start = cmd.StartMatch(options_for(rng, table, scan))
    entries = [Entry(None, start, decide(None, start))]
    state = reduce(evolve, entries[0].events, None)
    while not state.is_over:
        command = players.act(state)
        entries.append(Entry(state, command, decide(state, command)))
        state = reduce(evolve, entries[-1].events, state)
    return Game(seed, tuple(entries), state)
