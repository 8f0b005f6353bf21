"""Other libraries that count hands, each behind one call: deals in, totals out. None where it isn't installed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from cribboard.rules import Card, score_hand


class Deal(NamedTuple):
    """A hand or a crib, with its starter."""

    hand: tuple[Card, ...]
    starter: Card
    crib: bool


Count = Callable[[], list[int]]
"""Counts all deals that it was made for; they are in the library's own form already."""


def ours(deals: Sequence[Deal]) -> Count:
    return lambda: [score_hand(hand, starter, crib).total for hand, starter, crib in deals]


def our_items(deals: Sequence[Deal]) -> Count:
    """The totals, from everything that scores spelled out: what the peers do for each hand."""
    return lambda: [
        sum(item.points for item in score_hand(hand, starter, crib).items)
        for hand, starter, crib in deals
    ]


def cribbage_scorer(deals: Iterable[Deal]) -> Count | None:
    try:
        from cribbage_scorer.cribbage_scorer import show_calc_score
    except ImportError:
        return None
    theirs = [
        (tuple(starter), [tuple(card) for card in hand], crib) for hand, starter, crib in deals
    ]
    return lambda: [show_calc_score(*deal)[0] for deal in theirs]


def cribbagesim(deals: Iterable[Deal]) -> Count | None:
    """Its combinations, as its CribbageDeal applies them: that class itself wants a whole game around it."""
    try:
        from CribbageSim import CribbageCombination as combination
        from HandsDecksCards.card import Card as TheirCard
        from HandsDecksCards.hand import Hand
    except ImportError:
        return None
    common = [
        combination.PairCombination(),
        combination.FifteenCombination(),
        combination.RunCombination(),
        combination.HisNobsCombination(),
    ]
    in_hand = [*common, combination.FlushCombination()]
    in_crib = [*common, combination.CribFlushCombination()]

    def card(ours: Card) -> Any:
        rank = str(ours)[0]
        return TheirCard(ours.suit, "10" if rank == "T" else rank)

    def hand(cards: Iterable[Card]) -> Any:
        theirs = Hand()
        theirs.add_cards([card(ours) for ours in cards])
        return theirs

    theirs = [(hand(d.hand), card(d.starter), in_crib if d.crib else in_hand) for d in deals]
    return lambda: [
        sum(kind.score(cards, starter).score for kind in kinds) for cards, starter, kinds in theirs
    ]


PEERS: dict[str, Callable[[Sequence[Deal]], Count | None]] = {
    "cribbage-scorer 0.2.5": cribbage_scorer,
    "cribbagesim 1.0.2": cribbagesim,
}
