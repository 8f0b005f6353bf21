"""What the board says: events to phrases, as text. The words are in phrases/, a file for each language. Pure."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from cribboard.board.view import View
from cribboard.rules import Card, Event, Item, Notice, State
from cribboard.rules import events as ev
from cribboard.rules.state import Cutting

PAIRS = {2: "pair", 3: "pair_royal", 4: "double_pair_royal"}
IS_A_SIDE = {"side"}
IS_A_PLAYER = {"player", "dealer", "turn"}


class Announcer:
    """Says what happened in one language.

    >>> announcer = Announcer("en")
    >>> announcer.card(Card.parse("5H"))
    'five of hearts'
    """

    def __init__(self, language: str = "en") -> None:
        self._words = _phrases(language)

    def announce(self, view: View, events: Sequence[Event | Notice]) -> tuple[str, ...]:
        """The phrases for what happened at once, in order; `view` is the table after it."""
        state = view.state
        phrases = []
        for place, event in enumerate(events):
            later = events[place + 1] if place + 1 < len(events) else None
            phrases += self._event(event, later, state)
        return tuple(phrases)

    def call(self, items: Sequence[Item]) -> str:
        """A hand as a player counts it aloud.

        >>> from cribboard.rules import score_hand
        >>> score = score_hand([Card.parse(c) for c in "5H 5D 6S 7C".split()], Card.parse("TC"))
        >>> Announcer("en").call(score.items)
        'fifteen two, fifteen four, a pair is six, a run of three is nine, and a run of three is twelve'
        """
        words, parts, so_far = self._words["call"], [], 0
        for item in items:
            so_far += item.points
            kind = PAIRS[len(item.cards)] if item.kind == "pair" else item.kind
            said = words[kind].format(total=self.number(so_far), size=self.number(len(item.cards)))
            if item.kind != "fifteen":
                first = so_far == item.points
                said = words["for" if first else "is"].format(
                    item=said, points=self.number(item.points), total=self.number(so_far)
                )
            parts.append(said)
        if not parts:
            return str(words["nothing"])
        if len(parts) > 1 and items[-1].kind != "fifteen":
            parts[-1] = words["and_last"].format(item=parts[-1])
        return ", ".join(parts)

    def card(self, card: Card) -> str:
        """A card's name."""
        rank, suit = self._words["ranks"][card.rank - 1], self._words["suits"][card.suit]
        return str(self._words["card"].format(rank=rank, suit=suit))

    def number(self, number: int) -> str:
        """A number in words, as far as they go."""
        words = self._words["numbers"]
        return str(words[number]) if 0 <= number < len(words) else str(number)

    def _event(
        self, event: Event | Notice, later: Event | Notice | None, state: State
    ) -> list[str]:
        match event:
            case ev.CardPlayed(count=count):
                scored = later if isinstance(later, ev.Scored) and later.reason == "play" else None
                return [self._played(count, scored.items if scored else ())]
            case ev.Scored():
                return [self._scored(event, state)]
            case ev.HandCounted(player, which, items=items):
                call = self.call(items)
                return [self._say("hand_counted", state, player=player, which=which, call=call)]
            case ev.GameWon(side, scores, skunk):
                name = "game_won" if skunk == "none" else f"game_won.{skunk}"
                return [self._say(name, state, side=side, scores=_score(scores, side))]
            case ev.MatchPoints(side):
                tally, needed = state.tally[side], state.options.match.needed
                return [self._say(event.name, state, side=side, tally=tally, needed=needed)]
            case ev.Cut() if isinstance(state.phase, Cutting) and not state.phase.cuts:
                names = self._names(state.phase.waiting, state)
                tie = self._say("cut_again", state, names=names)
                return [self._say("cut", state, player=event.player, card=event.card), tie]
            case ev.Undone():
                return [self._undone(event, state)]
            case ev.Refusal(reason, values) | ev.Prompted(reason, values):
                return [self._fill(self._words[event.name][reason], values, state)]
            case ev.DeviceChanged(device, change):
                return [self._say(f"device.{change}", state, device=device)]
            case ev.MatchStarted(options):
                names = " - ".join(options.names)
                return [self._say(event.name, state, match=options.match, names=names)]
            case ev.GameAbandoned(scores):
                return [self._say(event.name, state, scores=_score(scores, 0))]
            case ev.StepStarted(phase):
                return [self._say(f"{event.name}.{phase}", state)]
            case ev.Heels() | ev.CountClosed() | ev.CardShown():
                return []
        values = {name: getattr(event, name) for name in event.__slots__}
        return [self._say(event.name, state, **values)]

    def _say(self, name: str, state: State, **values: Any) -> str:
        return self._fill(self._words["events"][name], values, state)

    def _fill(self, phrase: str, values: Mapping[str, Any], state: State) -> str:
        return phrase.format(
            **{name: self._word(name, value, state) for name, value in values.items()}
        )

    def _word(self, name: str, value: Any, state: State) -> str:
        """A value as it is said: a seat is a name, a card its full name, a small number a word."""
        if isinstance(value, Card):
            return self.card(value)
        if name in IS_A_PLAYER and isinstance(value, int):
            return state.options.names[value]
        if name in IS_A_SIDE and isinstance(value, int):
            return self._side(value, state)
        if name == "which":
            return str(self._words["which"][value])
        if isinstance(value, int):
            return self.number(value)
        if isinstance(value, list):
            sides = range(len(value))
            return ", ".join(f"{self._side(side, state)} {value[side]}" for side in sides)
        return str(value)

    def _side(self, side: int, state: State) -> str:
        options = state.options
        return self._names([s for s in options.seats if options.side_of(s) == side], state)

    def _names(self, seats: Sequence[int], state: State) -> str:
        return " & ".join(state.options.names[seat] for seat in seats)

    def _played(self, count: int, items: Sequence[Item]) -> str:
        said = self.number(count)
        for item in items:
            kind = PAIRS[len(item.cards)] if item.kind == "pair" else item.kind
            points, size = self.number(item.points), self.number(len(item.cards))
            phrase = self._words["play"][kind].format(points=points, size=size)
            said += f" {phrase}" if kind in ("fifteen", "thirty_one") else f", {phrase}"
        return said

    def _scored(self, scored: ev.Scored, state: State) -> str:
        values = {"side": scored.side, "points": abs(scored.points)}
        phrase = self._words["scored"][scored.reason]
        return self._fill(phrase, {**values, "score": str(scored.score)}, state)

    def _undone(self, undone: ev.Undone, state: State) -> str:
        """Only what was taken back is said."""
        back = [
            f"{self._side(side, state)} {before.front - after.front:+d}"
            for side, (before, after) in enumerate(
                zip(undone.pegs, undone.pegs_before, strict=True)
            )
            if before.front != after.front
        ]
        cards = [self.card(e.card) for e in undone.events if isinstance(e, ev.CardPlayed)]
        what = ", ".join(cards + back) or self._words["events"]["undone.nothing"]
        return self._say("undone", state, what=what)


def _score(scores: Sequence[int], first: int) -> str:
    """`121-96`, the named side first."""
    others = [score for side, score in enumerate(scores) if side != first]
    return "-".join(map(str, [scores[first], *others]))


@cache
def _phrases(language: str) -> dict[str, Any]:
    file = resources.files("cribboard") / "phrases" / f"{language}.toml"
    return tomllib.loads(file.read_text("utf-8"))
