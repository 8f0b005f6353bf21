"""What the board says: events to phrases. The words are in phrases/, a file for each language. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from cribboard.board.view import View
from cribboard.hints import HELPERS, Hint, Verbosity, hints, whose_turn
from cribboard.language import Language, Names, Scores, Value, Word
from cribboard.phrase import Part, Phrase
from cribboard.rules import Card, Event, Item, Notice, State
from cribboard.rules import events as ev
from cribboard.rules.options import SCHEMES
from cribboard.rules.state import Cutting, Mugging

Parts = tuple[Part, ...]

TOTALS = {"fifteen": 15, "thirty_one": 31}
PAIRS = {2: "pair", 3: "pair_royal", 4: "double_pair_royal"}
SIDES = {"side"}
PLAYERS = {"player", "dealer", "turn"}

PUT_RIGHT = {"correction", "late_go", "moved", "redeal"}
"""Reasons of a score that take something back: once they are said, nothing else is."""

TAKES_BACK = {"undone", "card_corrected", "late_go", "redeal", "game_abandoned"}
"""Events after which nothing that waits is worth saying."""

AWARDED = PUT_RIGHT | {"muggins", "overclaim", "wrong_call", "false_game", "penalty"}
"""Reasons that nobody sees on the table, and that are said even where little is."""

ONLY_FULL = {
    "match_started", "game_started", "cut", "dealer", "step_started", "starter", "hand_passed", "acc_card",
}  # fmt: skip
"""Events that are no calls."""

NOT_QUIET = ONLY_FULL | {"cut_again", "go", "hand_counted", "deal_started", "match_points"}
"""Events that the players see or say themselves."""

PASSING = 4.0
"""Seconds for which a running count, a score in the play or an answer to a button is worth saying."""


class Reminder(NamedTuple):
    """What is to be said at this time, on the clock of the signals, if nothing happens before."""

    at: float
    phrase: Phrase


class Announcer:
    """Says what happened in one language.

    `helpers` are those of `HELPERS` that are wanted; who is quiet has none.

    >>> announcer = Announcer("en")
    >>> announcer.card(Card.parse("5H"))
    'five of hearts'
    """

    def __init__(
        self,
        language: str = "en",
        verbosity: Verbosity = Verbosity.FULL,
        helpers: frozenset[str] = frozenset({"deal"}),
    ) -> None:
        assert helpers <= set(HELPERS)
        self.language = Language(language)
        self._verbosity = verbosity
        self._helpers = frozenset[str]() if verbosity == Verbosity.QUIET else helpers

    def announce(
        self, view: View, events: Sequence[Event | Notice], now: float = 0.0
    ) -> tuple[Phrase, ...]:
        """The phrases for what happened at once, in order; `view` is the table after it, and it is `now`."""
        state = view.state
        phrases: list[Phrase] = []
        put_right = any(map(_puts_right, events))
        told_dealer = any(isinstance(e, ev.Dealer) and self._is_wanted(e) for e in events)
        events = _as_told(events)
        for place, event in enumerate(events):
            later = events[place + 1] if place + 1 < len(events) else None
            known = isinstance(event, ev.DealStarted) and (put_right or told_dealer)
            if self._is_wanted(event) and not known:
                phrases += self._event(event, later, state)
            if not put_right:
                phrases += [self._hint(hint, state) for hint in hints(state, event, self._helpers)]
        return tuple(filter(None, phrases))

    def reminder(self, view: View, now: float, pause: float) -> Reminder | None:
        """Whose turn it is, to be said after `pause` seconds in which nothing happens; None where nobody is waited for."""
        hint = whose_turn(view) if "turn" in self._helpers else None
        return Reminder(now + pause, self._hint(hint, view.state)) if hint else None

    def call(self, items: Sequence[Item]) -> Phrase:
        """A hand as a player counts it aloud.

        >>> from cribboard.rules import score_hand
        >>> score = score_hand([Card.parse(c) for c in "5H 5D 6S 7C".split()], Card.parse("TC"))
        >>> Announcer("en").call(score.items)
        'fifteen two, fifteen four, a pair is six, a run of three is nine, and a run of three is twelve'
        """
        words, so_far = self.language.words["call"], 0
        called: list[Parts] = []
        for item in items:
            so_far += item.points
            values: dict[str, Value] = {"total": so_far, "points": item.points}
            kind = PAIRS[len(item.cards)] if item.kind == "pair" else item.kind
            said = self.language.fill(words[kind], {**values, "size": len(item.cards)})
            if item.kind != "fifteen":
                form = "first" if so_far == item.points else "next"
                known = f"{form}.{kind}"
                said = self.language.fill(words.get(known, words[form]), {**values, "item": said})
            called.append(said)
        if not called:
            return Phrase(self.language.fill(words["nothing"], {}))
        if len(called) > 1 and items[-1].kind != "fifteen":
            called[-1] = self.language.fill(words["last"], {"item": called[-1]})
        return Phrase(tuple(self.language.joined("call", called)))

    def card(self, card: Card) -> str:
        """A card's name."""
        return self.language.card(card).text

    def number(self, number: int) -> str:
        """A number in words."""
        return self.language.number(number)

    def say(self, table: str, key: str, state: State, **values: Any) -> Phrase:
        """The phrase of this table of the language's file."""
        filled = {name: self._value(name, value, state) for name, value in values.items()}
        parts = self.language.fill(self.language.words[table][key], filled)
        return _about(Phrase(parts, f"{table}.{key}"), values)

    def _is_wanted(self, event: Event | Notice) -> bool:
        """Whether this event is said at all; a deal where the helper for it is wanted."""
        if isinstance(event, ev.Scored):
            return self._verbosity != Verbosity.QUIET or event.reason in AWARDED
        if isinstance(event, ev.CardPlayed):
            return self._verbosity != Verbosity.QUIET
        silent = {"quiet": NOT_QUIET, "calls": ONLY_FULL, "full": set[str]()}[self._verbosity]
        if isinstance(event, ev.DealStarted) and "deal" not in self._helpers:
            return False
        return event.name not in silent

    def _hint(self, hint: Hint, state: State) -> Phrase:
        return self.say("helpers", hint.key, state, **hint.values)

    def _event(
        self, event: Event | Notice, later: Event | Notice | None, state: State
    ) -> list[Phrase]:
        match event:
            case ev.CardPlayed(count=count):
                scored = later if isinstance(later, ev.Scored) and later.reason == "play" else None
                said = self._played(count, scored.items if scored else ())
                return [Phrase(said, "play.count", PASSING, topic="count")]
            case ev.Scored():
                return [self._scored(event, state)]
            case ev.HandCounted(player, which):
                return self._counted(event, state)
            case ev.HandComplete(player, which) | ev.HandPassed(player, which):
                return [self.say("events", f"{event.name}.{which}", state, player=player)]
            case ev.GameWon(side, scores, skunk):
                size = "lurch" if skunk == "skunk" and state.options.points.lurch else skunk
                key = event.name if size == "none" else f"{event.name}.{size}"
                return [self.say("events", key, state, side=side, scores=_from(scores, side))]
            case ev.HandClaimed(player, points=points) if isinstance(state.phase, Mugging):
                key = "hand_claimed.muggins"
                return [self.say("events", key, state, player=player, points=points)]
            case ev.MatchPoints(side):
                return [*self._tally(side, state), *self._card(state)]
            case ev.Cut(player, card):
                said_cut = self.say("events", event.name, state, player=player, card=card)
                return [said_cut, *self._cut_again(state)]
            case ev.MatchStarted(options):
                how = self.say("matches", options.match.kind, state, n=options.match.number)
                names = [
                    self.language.fill("{side}", {"side": self._side(side, state)})
                    for side in options.sides
                ]
                against = tuple(self.language.joined("sides", names))
                return [self.say("events", event.name, state, names=against, match=how)]
            case ev.GameStarted(number):
                return [self.say("events", event.name, state, number=number)]
            case ev.GameAbandoned(scores):
                return [self.say("events", event.name, state, scores=Scores(scores))]
            case ev.StepStarted(phase):
                return [self.say("events", f"{event.name}.{phase}", state)]
            case ev.RenegeFound(player, count, cards):
                key = event.name if len(state.options.sides) == 2 else f"{event.name}.many"
                values = {"player": player, "count": count, "cards": cards}
                return [self.say("events", key, state, **values, points=2 * len(cards))]
            case ev.CardCorrected(wrong, right):
                return [self.say("events", event.name, state, wrong=wrong, right=right)]
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
        return [self.say("events", event.name, state, **values)]

    def _notice(self, notice: Notice, state: State) -> Phrase:
        match notice:
            case ev.Undone():
                return self._undone(notice, state)
            case ev.Refusal("anything_fits", {"count": 0}):
                return self.say(notice.name, "anything_fits.yet", state)
            case ev.Refusal(reason, values) | ev.Prompted(reason, values):
                return self.say(notice.name, reason, state, **values)
            case ev.DeviceChanged(device, change, why):
                known = self.language.words["events"]
                own = f"device.{device}.{change}"
                if own in known:
                    return self.say("events", own, state)
                told = f"device.{change}.why"
                key = told if why and told in known else f"device.{change}"
                return self.say("events", key, state, device=Word("devices", device), why=why)
            case ev.Resumed(scores, None):
                return self.say("events", notice.name, state, scores=list(scores))
            case ev.Resumed(scores, turn):
                key = f"{notice.name}.turn"
                return self.say("events", key, state, scores=list(scores), turn=turn)
            case ev.Explained(None):
                return self.say("events", "explained.nothing", state)
            case ev.Explained(scored):
                assert scored
                return self._why(scored, state)

    def _tally(self, side: int, state: State) -> list[Phrase]:
        """How far a side is in the match; a single game says that by itself."""
        needed = state.options.match.needed
        if needed == 1:
            return []
        values = {"side": side, "tally": state.tally[side], "needed": needed}
        return [self.say("events", "match_points", state, **values)]

    def _card(self, state: State) -> list[Phrase]:
        """The session's card, where games count as the ACC counts them (R61)."""
        if state.options.points != SCHEMES["acc"]:
            return []
        return [
            self.say("events", "acc_card", state, side=side, **record._asdict())
            for side, record in enumerate(state.card)
        ]

    def _cut_again(self, state: State) -> list[Phrase]:
        phase = state.phase
        if isinstance(phase, Cutting) and not phase.cuts:
            return [self.say("events", "cut_again", state, names=self._names(phase.waiting, state))]
        return []

    def _counted(self, counted: ev.HandCounted, state: State) -> list[Phrase]:
        """A hand as it was counted; where its owner was asked first, whether he was right."""
        key, call = f"hand_counted.{counted.which}", self.call(counted.items)
        said = [self.say("events", key, state, player=counted.player, call=call)]
        if counted.claimed is None:
            return said
        off = counted.claimed - counted.total
        if off == 0:
            return [*said, self.say("events", "claim.right", state)]
        verdict = "claim.over" if off > 0 else "claim.short"
        return [*said, self.say("events", verdict, state, points=abs(off))]

    def _why(self, scored: ev.Scored, state: State) -> Phrase:
        """How a score came about: its reason, and what made it."""
        why: dict[str, Any] = {}
        if scored.reason in ("hand", "crib"):
            why = {"call": self.call(scored.items)}
        elif scored.reason == "play":
            total = TOTALS.get(scored.items[0].kind)
            call = self._played(total, scored.items) if total else self._items(scored.items)
            cards = max((item.cards for item in scored.items), key=len)
            why = {"call": call, "cards": cards}
        reason = self.say("why", scored.reason, state, **why)
        values = {"side": scored.side, "points": abs(scored.points), "score": scored.score}
        key = "explained" if scored.points > 0 else "explained.back"
        return self.say("events", key, state, **values, reason=reason)

    def _scored(self, scored: ev.Scored, state: State) -> Phrase:
        back = scored.reason == "correction" and scored.points < 0
        key = f"{scored.reason}.back" if back else scored.reason
        brief = self._verbosity != Verbosity.FULL and key in self.language.words["brief"]
        words = "brief" if brief else "scored"
        values = {"side": scored.side, "points": abs(scored.points)}
        return self.say(words, key, state, **values, score=scored.score)

    def _undone(self, undone: ev.Undone, state: State) -> Phrase:
        """Only what was taken back is said; of a game that had just begun, that, and not how the pegs went to the start."""
        games = [
            self.say("events", event.name, state, number=event.number).parts
            for event in undone.events
            if isinstance(event, ev.GameStarted)
        ]
        cards = [
            (self.language.card(event.card),)
            for event in undone.events
            if isinstance(event, ev.Cut | ev.Starter | ev.CardPlayed | ev.CardShown)
        ]
        pegs = [
            self.say(
                "events", "pegs_back", state, side=side, points=before.front - after.front
            ).parts
            for side, (before, after) in enumerate(
                zip(undone.pegs, undone.pegs_before, strict=True)
            )
            if before.front != after.front
        ]
        if not (what := games or [*cards, *pegs]):
            return self.say("events", "undone.nothing", state)
        return self.say("events", "undone", state, what=self._list(what))

    def _played(self, count: int, items: Sequence[Item]) -> Parts:
        """The count, and what the card scores."""
        words, call = self.language.words["play"], self.language.fill
        if not items:
            return call(words["count"], {"count": count})
        first, *others = map(self._item, items)
        if items[0].kind in TOTALS:
            said = call(words["counted"], {"count": count, "item": first})
        else:
            said, others = call(words["count"], {"count": count}), [first, *others]
        for item in others:
            said = call(words["with"], {"call": said, "item": item})
        return said

    def _items(self, items: Sequence[Item]) -> Parts:
        return self._list(list(map(self._item, items)))

    def _item(self, item: Item) -> Parts:
        kind = PAIRS[len(item.cards)] if item.kind == "pair" else item.kind
        values = {"points": item.points, "size": len(item.cards)}
        return self.language.fill(self.language.words["play"][kind], values)

    def _list(self, items: Sequence[Parts]) -> Parts:
        return tuple(self.language.joined("items", items))

    def _value(self, name: str, value: Any, state: State) -> Value:
        """A value as the language takes it: a seat or a side is names, scores by side are a list."""
        if isinstance(value, int) and name in PLAYERS:
            return Names((state.options.names[value],))
        if isinstance(value, int) and name in SIDES:
            return self._side(value, state)
        if isinstance(value, tuple) and name in SIDES:
            return self._names(
                [seat for side in value for seat in state.options.members(side)], state
            )
        if isinstance(value, Phrase):
            return value.parts
        if isinstance(value, list):
            scores = [
                self.say("events", "side_score", state, side=side, score=score).parts
                for side, score in enumerate(value)
            ]
            return self._list(scores)
        return value  # type: ignore[no-any-return]

    def _side(self, side: int, state: State) -> Names:
        return self._names(state.options.members(side), state)

    def _names(self, seats: Sequence[int], state: State) -> Names:
        return Names(tuple(state.options.names[seat] for seat in seats))


def _puts_right(event: Event | Notice) -> bool:
    match event:
        case ev.Undone() | ev.CardCorrected() | ev.LateGo() | ev.Redeal():
            return True
        case ev.Scored(reason=reason):
            return reason in PUT_RIGHT
    return False


def _as_told(events: Sequence[Event | Notice]) -> list[Event | Notice]:
    """The order in which events are said: what was put right before its points, a renege after the last card's."""
    told = sorted(events, key=lambda event: not isinstance(event, ev.CardCorrected))
    for place, (event, later) in enumerate(pairwise(told)):
        if isinstance(event, ev.RenegeFound) and isinstance(later, ev.Scored):
            told[place], told[place + 1] = later, event
    return told


def _about(phrase: Phrase, values: Mapping[str, Any]) -> Phrase:
    """The phrase, with how long it is worth saying and what it replaces."""
    table, _, key = phrase.key.partition(".")
    is_answer = table in ("refused", "prompted") or key.startswith("explained")
    if is_answer and key != "pairing_code":
        return Phrase(phrase.parts, phrase.key, PASSING, topic="answer")
    if key == "go":
        return Phrase(phrase.parts, phrase.key, PASSING, topic="count")
    if phrase.key == "scored.play":
        return Phrase(phrase.parts, phrase.key, PASSING, topic=f"score of {values['side']}")
    if key.partition(".")[0] in TAKES_BACK | PUT_RIGHT and table in ("events", "scored"):
        return Phrase(phrase.parts, phrase.key, clears=True)
    return phrase


def _from(scores: Sequence[int], first: int) -> Scores:
    """The scores, the named side's first."""
    others = [score for side, score in enumerate(scores) if side != first]
    return Scores((scores[first], *others))
