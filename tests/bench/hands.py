"""Hands counted per second, in plain Python on one core, beside those who count them too."""

from __future__ import annotations

from collections.abc import Iterator
from math import nan
from random import Random

from cribboard.rules import PACK

from .figures import Budget, Figure, timed
from .peers import PEERS, Count, Deal, our_items, ours

DEALS = 2000
REPEATS = 20
ALL = 2 * 12_994_800
"""Every deal there is, once as a hand and once as a crib."""


def measure(rng: Random) -> Iterator[Figure]:
    """The same deals by everyone in turn; the peers get them in their own form."""
    deals = [_deal(rng) for _ in range(DEALS)]
    mine, totals = ours(deals), ours(deals)()
    rate = _rate(mine, REPEATS)
    yield Figure("score_hand(...).total", rate, "/s")
    yield Figure("  all 12,994,800 as hand and crib at this rate", ALL / rate, "s")
    itemised = _rate(our_items(deals))
    yield Figure("score_hand(...).items", itemised, "/s")
    for name, peer in PEERS.items():
        theirs = peer(deals)
        other = _rate(theirs) if theirs else nan
        differ = sum(map(int.__ne__, theirs(), totals)) if theirs else nan
        budget = Budget(">=", 25) if "scorer" in name else None
        yield Figure(name, other, "/s")
        yield Figure("  we are faster, total", rate / other, "times", budget)
        yield Figure("  we are faster, items", itemised / other, "times")
        yield Figure(f"  of {DEALS:,} totals differ", differ, "", Budget("<=", 0))


def _deal(rng: Random) -> Deal:
    *hand, starter = rng.sample(PACK, 5)
    return Deal(tuple(hand), starter, rng.random() < 0.5)


def _rate(count: Count, repeats: int = 1) -> float:
    def run() -> None:
        for _ in range(repeats):
            count()

    return DEALS * repeats / timed(run)
