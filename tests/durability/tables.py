"""Tables that play by themselves on a journal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from pathlib import Path
from random import Random

from cribboard.board.view import View
from cribboard.journal import Entry, Journal
from cribboard.rules import Event, Notice, Options, Scan, State, evolve
from cribboard.rules.events import MatchStarted, Refusal
from cribboard.selfplay import SelfPlay
from cribboard.signals import Button, Edge, Said
from cribboard.table import Table

MATCH = Options().match.parse("first-to:2")


class Game:
    """A table whose players act when they are told to; `told` is what was said last, `states` all that ever were."""

    def __init__(
        self,
        journal: Journal,
        seed: int,
        options: Options | None = None,
        watch: Callable[[State], None] = id,
    ) -> None:
        self.journal = journal
        self._rng = Random(seed)
        self._players = SelfPlay(self._rng)
        self._watch = watch
        self._now = 0.0
        self.told: tuple[Event | Notice, ...] = ()
        self.states: list[State] = []
        options = options or Options(scan=self._rng.choice(list(Scan)), match=MATCH)
        self.table = Table(options, journal, [self])

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        self.told = events
        self.states.append(view.state)
        self._watch(view.state)

    @property
    def state(self) -> State:
        return self.table.view.state

    def later(self, seconds: float) -> float:
        """So many seconds after all that was done."""
        self._now += seconds
        return self._now

    @property
    def refused(self) -> list[str]:
        return [event.reason for event in self.told if isinstance(event, Refusal)]

    def act(self) -> None:
        """Whatever comes next."""
        self._now += 10
        self.table.handle(Said(self._players.act(self.state)), self._now)

    def press(self, button: str) -> None:
        """A short press, counted at once."""
        self._now += 10
        self.table.handle(Edge(Button(button), True), self._now)
        self.table.handle(Edge(Button(button), False), self._now + 0.1)

    def act_or_undo(self) -> None:
        """Mostly act; now and then take something back."""
        for _ in range(self._rng.choice((0,) * 20 + (1, 2))):
            self.press("undo")
        self.act()


def states_in(journal: Journal) -> Iterator[State]:
    """The States through which undo leads back, and the last, oldest first."""
    state: State | None = None
    for entry in journal.load():
        state = reduce(evolve, entry.events, state)
        assert state
        yield state


def standing(entries: Sequence[Entry]) -> int:
    """How many of them are of the match that runs: of those before it, a journal that is opened anew knows one."""
    begins = [
        n
        for n, entry in enumerate(entries)
        if any(isinstance(event, MatchStarted) for event in entry.events)
    ]
    return len(entries) - begins[-1] if begins else 0


def play(path: Path, seed: int, acts: int) -> Game:
    """A game of so many acts on a journal that stays open."""
    game = Game(Journal(path), seed)
    for _ in range(acts):
        game.act_or_undo()
    return game
