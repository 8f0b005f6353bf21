"""What a page is shown: the View and what happened, as plain JSON values in one language. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cribboard.announcer import Announcer
from cribboard.board.drawing import MARGIN
from cribboard.board.engraving import Goal
from cribboard.board.track import Track
from cribboard.board.view import View
from cribboard.config import buttons_of
from cribboard.rules import Card, Event, Item, Notice, Options, State, score_hand
from cribboard.rules import events as ev
from cribboard.rules.match import skunk, skunk_lines
from cribboard.rules.state import Claiming, CountedPlay, Cutting, Mugging, Showing


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands that lie counted on the table, in their order; `over` once their deal is."""

    counted: tuple[ev.HandCounted, ...] = ()
    starter: Card | None = None
    over: bool = False

    def after(self, events: Iterable[Event | Notice], state: State) -> Hands:
        """What lies there after all of this; `state` is the one that it led to."""
        hands = self
        for event in events:
            hands = hands._after(event)
        return replace(hands, starter=state.starter) if state.starter else hands

    def _after(self, event: Event | Notice) -> Hands:
        match event:
            case ev.HandCounted():
                return Hands((*(() if self.over else self.counted), event), self.starter)
            case ev.DealStarted():
                return replace(self, over=True)
            case ev.Starter(card):
                return Hands(starter=card)
            case ev.GameStarted() | ev.Redeal():
                return Hands()
            case ev.Undone(events=undone):
                return replace(self, counted=tuple(h for h in self.counted if h not in undone))
            case ev.CardCorrected(redone=redone):
                again = Hands()
                for one in redone:
                    again = again._after(one)
                return again
        return self


def board(options: Options) -> dict[str, Any]:
    """Where the holes are, in mm: what the lights are drawn by; and the wood, by its track, sides, target and lines."""
    track, goal = Track.for_options(options), Goal.of(options)
    name = "-".join(map(str, (track.name, track.sides, goal.target, *goal.safe)))
    width = max(hole.x for hole in track.holes) + 2 * MARGIN
    height = max(hole.y for hole in track.holes) + 2 * MARGIN
    return {
        "picture": f"board/{name}.svg",
        "box": [-MARGIN, -MARGIN, width, height],
        "holes": [[hole.x, hole.y] for hole in track.holes],
    }


def table(view: View, hands: Hands, announcer: Announcer) -> dict[str, Any]:
    """All that is to be seen of the table but the lights. Cards are written `5H`; sides and seats count from 0."""
    state = view.state
    options = state.options
    return {
        "phase": state.phase.name,
        "target": options.target,
        "names": list(options.names),
        "sides": [_side(view, side) for side in options.sides],
        "dealer": state.dealer,
        "turn": state.turn,
        "asked": _asked(state),
        "claimed": state.phase.claimed if isinstance(state.phase, Mugging) else None,
        "called": isinstance(state.phase, Mugging) and state.phase.call is not None,
        "count": state.count,
        "starter": _code(state.starter),
        "pile": _pile(state),
        "shown": _shown(state),
        "deaf": state.reader_is_deaf,
        "on_table": [str(card) for card in state.cards_on_table],
        "lines": _lines(state),
        "match": {
            "name": str(options.match),
            "needed": options.match.needed,
            "games": options.match.counts_games,
        },
        "game": state.game,
        "last": _last(view, announcer),
        "hands": [
            counted_hand(h.player, h.which, h.cards, hands.starter, h.items, announcer)
            for h in hands.counted
        ],
        "buttons": [str(button) for button in buttons_of(options)],
        "scan": str(options.scan),
        "counting": str(options.counting),
        "scanner": view.scanner,
        "simulated": view.simulated,
        "kept": view.kept,
        "prompt": view.prompt,
        "begun": bool(state.deal or state.cards_on_table or any(state.games)),
    }


def counted_hand(
    player: int | None,
    which: str,
    cards: Sequence[Card],
    starter: Card | None,
    items: Sequence[Item],
    announcer: Announcer,
) -> dict[str, Any]:
    """A hand with all that scores in it, one after the other, as it is called."""
    return {
        "player": player,
        "which": which,
        "cards": [str(card) for card in cards],
        "starter": _code(starter),
        "total": sum(item.points for item in items),
        "call": announcer.call(items),
        "items": [
            {"kind": kind(item), "cards": list(map(str, item.cards)), "points": item.points}
            for item in items
        ],
    }


def count(cards: Sequence[Card], crib: bool, announcer: Announcer) -> dict[str, Any]:
    """Four cards and a starter, counted for whoever asks. Raises ValueError for any others."""
    if len(set(cards)) != 5:
        raise ValueError("four different cards and a starter are counted")
    *hand, starter = cards
    items = score_hand(hand, starter, crib).items
    which = "crib" if crib else "hand"
    return counted_hand(None, which, hand, starter, items, announcer)


def kind(item: Item) -> str:
    """What an item is called: of equal cards, by how many they are.

    >>> kind(Item("pair", tuple(map(Card.parse, ("5H", "5D", "5S"))), 6))
    'pair_royal'
    """
    pairs = {3: "pair_royal", 4: "double_pair_royal"}
    return pairs.get(len(item.cards), item.kind) if item.kind == "pair" else item.kind


def _side(view: View, side: int) -> dict[str, Any]:
    state, pending = view.state, view.pending[side]
    pegs = state.pegs[side]
    return {
        "name": " & ".join(state.options.names[seat] for seat in state.options.members(side)),
        "seats": list(state.options.members(side)),
        "score": pegs.front,
        "back": pegs.back,
        "needs": max(state.options.target - pegs.front, 0),
        "points": state.tally[side],
        "games": state.games[side],
        "pending": pending
        and {"points": pending.points, "refused": pending.refused, "go_by": pending.go_by},
    }


def _asked(state: State) -> int | None:
    """Who is asked what his hand is worth."""
    match state.phase:
        case Claiming(showing=Showing(waiting=(hand, *_))):
            return hand.player
        case Mugging(showing=Showing(waiting=(hand, *_))):
            return hand.player
    return None


def _pile(state: State) -> list[dict[str, Any]]:
    """The cards that lie open in front of the players: of the cut, or of the play; `old` is what no longer counts."""
    match state.phase:
        case Cutting(cuts=cuts):
            return [{"player": player, "card": str(card), "old": False} for player, card in cuts]
        case CountedPlay(laid=laid, began=began):
            return [
                {"player": player, "card": str(card), "old": place < began}
                for place, (player, card) in enumerate(laid)
            ]
    return []


def _shown(state: State) -> dict[str, Any] | None:
    """The hand that is just being shown, as far as its cards are known."""
    match state.phase:
        case Showing(waiting=(hand, *_)) as showing:
            return _lying(hand.player, hand.which, showing.scanned or showing.cards_of(hand))
        case Claiming(showing=Showing(waiting=(hand, *_)), cards=cards):
            return _lying(hand.player, hand.which, cards)
        case Mugging(showing=Showing(waiting=(hand, *_)), cards=cards):
            return _lying(hand.player, hand.which, cards)
    return None


def _lying(player: int, which: str, cards: Sequence[Card]) -> dict[str, Any]:
    return {"player": player, "which": which, "cards": [str(card) for card in cards]}


def _lines(state: State) -> list[dict[str, Any]]:
    """The skunk lines that mean something at this table, and for each side whether it is safe."""
    options = state.options
    return [
        {"hole": line, "kind": skunk(options, line - 1), "safe": [s >= line for s in state.scores]}
        for line in skunk_lines(options)
        if skunk(options, line - 1) != skunk(options, line)
    ]


def _last(view: View, announcer: Announcer) -> dict[str, Any] | None:
    last = view.state.last
    if last is None:
        return None
    return {
        "side": last.side,
        "points": last.points,
        "reason": last.reason,
        "cards": list(map(str, last.cards)),
        "text": " ".join(announcer.announce(view, (ev.Explained(last),))),
    }


def _code(card: Card | None) -> str | None:
    return str(card) if card else None
