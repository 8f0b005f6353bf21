"""Hands counted per second, in plain Python on one core, beside the packages that count them too."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from math import nan
from random import Random
from statistics import median
from time import thread_time
from typing import Any

from cribboard.rules import PACK, Card, score_hand

from .figures import Figure

DEALS = 500
PORTIONS, PORTION = 8, 0.05
ALL = 12_994_800

Deal = tuple[tuple[Card, ...], Card, bool]
Count = Callable[[], list[int]]
"""Counts the deals for which it was made; they are in its own form already."""


def measure(rng: Random) -> Iterator[Figure]:
    """The same hands and cribs by everyone, in turn and in small portions."""
    deals: list[Deal] = []
    for _ in range(DEALS):
        *hand, starter = rng.sample(PACK, 5)
        deals.append((tuple(hand), starter, rng.random() < 0.5))
    totals, peers = _totals(deals), dict(_installed(deals))
    counts = [totals, _items(deals), *peers.values()]
    portions = [[_rate(count) for count in counts] for _ in range(PORTIONS)]
    ours, itemised, *theirs = map(median, zip(*portions, strict=True))
    yield Figure("score_hand(...).total", ours, "/s")
    yield Figure(f"  all {ALL:,}, as hand and as crib, would take", 2 * ALL / ours, "s")
    yield Figure("score_hand(...).items", itemised, "/s")
    for (name, count), rate in zip(peers.items(), theirs, strict=True):
        yield Figure(name, rate, "/s")
        needed = "> 25" if name == "cribbage-scorer" else ""
        yield Figure(f"  our totals are faster than {name}", ours / rate, "times", needed)
        yield Figure(f"  our items are faster than {name}", itemised / rate, "times")
        differ = sum(map(int.__ne__, count(), totals()))
        yield Figure(f"  totals that differ from {name}", differ, f"of {DEALS}", "= 0")
    yield from (Figure(name, nan, "(not installed)") for name in PEERS if name not in peers)


def _rate(count: Count) -> float:
    """Deals a second of processor time."""
    turns, begun = 0, thread_time()
    while (spent := thread_time() - begun) < PORTION:
        count()
        turns += 1
    return DEALS * turns / spent


def _totals(deals: Sequence[Deal]) -> Count:
    return lambda: [score_hand(*deal).total for deal in deals]


def _items(deals: Sequence[Deal]) -> Count:
    """All that scores is spelled out, as the peers do it for each hand."""
    return lambda: [sum(item.points for item in score_hand(*deal).items) for deal in deals]


def _installed(deals: Sequence[Deal]) -> Iterator[tuple[str, Count]]:
    for name, peer in PEERS.items():
        with suppress(ImportError):
            yield name, peer(deals)


def _cribbage_scorer(deals: Sequence[Deal]) -> Count:
    from cribbage_scorer import cribbage_scorer

    theirs = [(tuple(starter), list(map(tuple, hand)), crib) for hand, starter, crib in deals]
    return lambda: [cribbage_scorer.show_calc_score(*deal)[0] for deal in theirs]


def _cribbagesim(deals: Sequence[Deal]) -> Count:
    """Its combinations, as its CribbageDeal applies them; that wants a whole game around it."""
    from CribbageSim import CribbageCombination as Sim
    from HandsDecksCards.card import Card as TheirCard
    from HandsDecksCards.hand import Hand

    common = Sim.PairCombination(), Sim.FifteenCombination(), Sim.RunCombination()
    in_hand = *common, Sim.FlushCombination(), Sim.HisNobsCombination()
    in_crib = *common, Sim.CribFlushCombination(), Sim.HisNobsCombination()

    def card(ours: Card) -> Any:
        return TheirCard(ours.suit, str(ours)[0].replace("T", "10"))

    theirs = []
    for cards, starter, crib in deals:
        hand = Hand()
        hand.add_cards(list(map(card, cards)))
        theirs.append((hand, card(starter), in_crib if crib else in_hand))
    return lambda: [
        sum(kind.score(hand, starter).score for kind in kinds) for hand, starter, kinds in theirs
    ]


PEERS = {"cribbage-scorer": _cribbage_scorer, "cribbagesim": _cribbagesim}
