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
from cribboard.rules.options import SCHEMES
from cribboard.rules.state import Cutting, Mugging

TOTALS = {"fifteen": 15, "thirty_one": 31}
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
            case ev.HandCounted():
                return self._counted(event, state)
            case ev.GameWon(side, scores, skunk):
                size = "lurch" if skunk == "skunk" and state.options.points.lurch else skunk
                name = event.name if size == "none" else f"{event.name}.{size}"
                return [self._say(name, state, side=side, scores=_score(scores, side))]
            case ev.HandClaimed() if isinstance(state.phase, Mugging):
                player, points = event.player, event.points
                return [self._say("hand_claimed.muggins", state, player=player, points=points)]
            case ev.MatchPoints(side):
                tally, needed = state.tally[side], state.options.match.needed
                said = [self._say(event.name, state, side=side, tally=tally, needed=needed)]
                return said + self._card(state)
            case ev.Cut():
                said = [self._say(event.name, state, player=event.player, card=event.card)]
                return said + self._cut_again(state)
            case ev.MatchStarted(options):
                names = self._sides(state)
                return [self._say(event.name, state, match=options.match, names=names)]
            case ev.GameStarted(number):
                return [self._say(event.name, state, number=number)]
            case ev.GameAbandoned(scores):
                return [self._say(event.name, state, scores=_score(scores, 0))]
            case ev.StepStarted(phase):
                return [self._say(f"{event.name}.{phase}", state)]
            case ev.RenegeFound(player, count, cards):
                held, owed = " & ".join(map(self.card, cards)), str(2 * len(cards))
                values: dict[str, Any] = {
                    "player": player,
                    "count": count,
                    "cards": held,
                    "points": owed,
                }
                name = event.name if len(state.options.sides) == 2 else f"{event.name}.many"
                return [self._say(name, state, **values)]
            case ev.CardCorrected(wrong, right):
                return [self._say(event.name, state, wrong=wrong, right=right)]
            case ev.Heels() | ev.CountClosed() | ev.CardShown():
                return []
            case (
                ev.Undone()
                | ev.Refusal()
                | ev.Prompted()
                | ev.DeviceChanged()
                | ev.Explained()
                | ev.Resumed()
            ):
                return [self._notice(event, state)]
        values = {name: getattr(event, name) for name in event.__slots__}
        return [self._say(event.name, state, **values)]

    def _notice(self, notice: Notice, state: State) -> str:
        match notice:
            case ev.Undone():
                return self._undone(notice, state)
            case ev.Refusal(reason, values) | ev.Prompted(reason, values):
                return self._fill(self._words[notice.name][reason], values, state)
            case ev.DeviceChanged(device, change, why):
                known = self._words["events"]
                wished = f"device.{device}.{change}", f"device.{change}.why" if why else ""
                name = next((name for name in wished if name in known), f"device.{change}")
                return self._say(name, state, device=device, why=why)
            case ev.Resumed(scores, turn):
                name = notice.name if turn is None else f"{notice.name}.turn"
                return self._say(name, state, scores=list(scores), turn=turn)
            case ev.Explained(scored):
                return self._why(scored, state) if scored else self._say("explained.nothing", state)

    def _card(self, state: State) -> list[str]:
        """The session's card, where games count as the ACC counts them (R61)."""
        if state.options.points != SCHEMES["acc"]:
            return []
        lines = []
        for side, (points, spread, wins, skunks) in enumerate(state.card):
            values = {"points": points, "spread": f"{spread:+d}", "wins": wins, "skunks": skunks}
            lines.append(self._say("acc_card", state, side=side, **values))
        return lines

    def _cut_again(self, state: State) -> list[str]:
        phase = state.phase
        if isinstance(phase, Cutting) and not phase.cuts:
            return [self._say("cut_again", state, names=self._names(phase.waiting, state))]
        return []

    def _counted(self, counted: ev.HandCounted, state: State) -> list[str]:
        """A hand as it was counted; where its owner was asked first, whether he was right."""
        values = {"player": counted.player, "which": counted.which}
        said = [self._say("hand_counted", state, **values, call=self.call(counted.items))]
        if counted.claimed is not None:
            off = counted.claimed - counted.total
            verdict = "right" if off == 0 else "over" if off > 0 else "short"
            said.append(self._say(f"claim.{verdict}", state, points=abs(off)))
        return said

    def _why(self, scored: ev.Scored, state: State) -> str:
        """How a score came about: its reason, and what made it."""
        reason = self._words["why"][scored.reason]
        values = {"side": scored.side, "points": abs(scored.points), "score": str(scored.score)}
        if scored.reason in ("hand", "crib"):
            reason = reason.format(call=self.call(scored.items))
        elif scored.reason == "play":
            cards = max((item.cards for item in scored.items), key=len)
            held = ", ".join(map(self.card, cards))
            total = TOTALS.get(scored.items[0].kind)
            call = self._played(total, scored.items) if total else self._items(scored.items)
            reason = reason.format(call=call, cards=held)
        name = "explained" if scored.points > 0 else "explained.back"
        return self._say(name, state, **values, reason=reason)

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
        return self._names(state.options.members(side), state)

    def _sides(self, state: State) -> str:
        return " - ".join(self._side(side, state) for side in state.options.sides)

    def _names(self, seats: Sequence[int], state: State) -> str:
        return " & ".join(state.options.names[seat] for seat in seats)

    def _played(self, count: int, items: Sequence[Item]) -> str:
        plain = items and items[0].kind in ("fifteen", "thirty_one")
        said = self._items(items)
        return self.number(count) + (f" {said}" if plain else f", {said}" if said else "")

    def _items(self, items: Sequence[Item]) -> str:
        """What a card scores, beside the count."""
        phrases = []
        for item in items:
            kind = PAIRS[len(item.cards)] if item.kind == "pair" else item.kind
            points, size = self.number(item.points), self.number(len(item.cards))
            phrases.append(self._words["play"][kind].format(points=points, size=size))
        return ", ".join(phrases)

    def _scored(self, scored: ev.Scored, state: State) -> str:
        values = {"side": scored.side, "points": abs(scored.points)}
        back = scored.reason == "correction" and scored.points < 0
        phrase = self._words["scored"][f"{scored.reason}.back" if back else scored.reason]
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
