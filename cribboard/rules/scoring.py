"""The show: what a hand or a crib is worth with the starter (R40-R50)."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise
from typing import NamedTuple

from .cards import JACK, Card

PAIR_POINTS = {2: 2, 3: 6, 4: 12}
"""Pair, pair royal, double pair royal (R30, R43)."""


class Item(NamedTuple):
    """One thing that scores: its kind, the cards that make it, and its points.

    In the show the kinds are fifteen, pair, run, flush and nobs; in the play fifteen, thirty_one, pair and run.
    Three or four cards of a rank are one pair item (pair royal, double pair royal); each run is an item of its own.
    """

    kind: str
    cards: tuple[Card, ...]
    points: int


class HandScore(NamedTuple):
    """The worth of a hand or crib: `total` at once, `items` spelled out when asked for."""

    hand: tuple[Card, ...]
    starter: Card
    crib: bool
    total: int

    @property
    def items(self) -> tuple[Item, ...]:
        """All that scores, in the order in which it is called: fifteens, pairs, runs, flush, nobs (R48)."""
        five = sorted((*self.hand, self.starter))
        items = [
            Item(kind, tuple(five[i] for i in places), points)
            for kind, places, points in _rank_combinations(tuple(card.rank for card in five))
        ]
        if points := _flush(self.hand, self.starter, self.crib):
            items.append(Item("flush", (*self.hand, self.starter)[:points], points))
        if _nobs(self.hand, self.starter):
            items.append(Item("nobs", (Card(JACK, self.starter.suit),), 1))
        return tuple(items)


def score_hand(hand: Sequence[Card], starter: Card, crib: bool = False) -> HandScore:
    """Count a hand of four, or a crib, with the starter (R41).

    The five cards must be distinct; that is the caller's to check. Raises ValueError unless the hand has four cards.

    >>> hand = [Card.parse(c) for c in ("5H", "5D", "5S", "JC")]
    >>> score_hand(hand, Card.parse("5C")).total
    29
    >>> [item.points for item in score_hand(hand, Card.parse("5C")).items if item.kind == "pair"]
    [12]
    """
    (rank1, suit1), (rank2, suit2), (rank3, suit3), (rank4, suit4) = hand
    total = _rank_points[
        _DIGIT[rank1] + _DIGIT[rank2] + _DIGIT[rank3] + _DIGIT[rank4] + _DIGIT[starter[0]]
    ]
    if suit1 == suit2 == suit3 == suit4:
        total += _flush(hand, starter, crib)
    if rank1 == JACK or rank2 == JACK or rank3 == JACK or rank4 == JACK:
        total += _nobs(hand, starter)
    # HandScore(...) itself would take a fifth of the time that counting takes.
    return tuple.__new__(HandScore, (tuple(hand), starter, crib, total))


def is_possible_total(points: int) -> bool:
    """Whether a hand or a crib can be worth this much: 0-29 but 19, 25, 26, 27 (R47).

    >>> [points for points in range(31) if not is_possible_total(points)]
    [19, 25, 26, 27, 30]
    """
    return 0 <= points <= 29 and points not in (19, 25, 26, 27)


def _flush(hand: Sequence[Card], starter: Card, crib: bool) -> int:
    """Four of a suit in hand, five with the starter; a crib needs all five (R45)."""
    suits = {card.suit for card in hand}
    if suits == {starter.suit}:
        return 5
    return 4 if len(suits) == 1 and not crib else 0


def _nobs(hand: Sequence[Card], starter: Card) -> int:
    """One for the jack of the starter's suit; none when a jack was turned up (R46)."""
    return int(starter.rank != JACK and (JACK, starter.suit) in hand)


@cache
def _rank_combinations(ranks: tuple[int, ...]) -> tuple[tuple[str, tuple[int, ...], int], ...]:
    """Fifteens, pairs and runs among ascending ranks: kind, places, points (R42-R44).

    There are only 6,175 sets of five ranks in a pack, so each is worked out once.
    """
    return (*_fifteens(ranks), *_pairs(ranks), *_runs(ranks))


def _fifteens(ranks: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...], int]]:
    for size in range(2, 6):
        for chosen in combinations(range(len(ranks)), size):
            if sum(min(ranks[i], 10) for i in chosen) == 15:
                yield "fifteen", chosen, 2


def _pairs(ranks: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...], int]]:
    for rank in sorted(set(ranks)):
        alike = tuple(i for i, other in enumerate(ranks) if other == rank)
        if len(alike) > 1:
            yield "pair", alike, PAIR_POINTS[len(alike)]


def _runs(ranks: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...], int]]:
    """The longest runs only: shorter ones inside them don't count."""
    for size in (5, 4, 3):
        runs = [
            ("run", chosen, size)
            for chosen in combinations(range(len(ranks)), size)
            if all(ranks[high] == ranks[low] + 1 for low, high in pairwise(chosen))
        ]
        if runs:
            yield from runs
            return


_DIGIT = tuple(5**rank for rank in range(14))


class _RankPoints(dict[int, int]):
    """Points by ranks alone.

    The key is a base-5 number whose digit for a rank says how many cards of that rank there are: adding five
    weights is the quickest way to forget the order of the cards.
    """

    def __missing__(self, key: int) -> int:
        ranks = tuple(rank for rank in range(1, 14) for _ in range(key // _DIGIT[rank] % 5))
        points = self[key] = sum(points for _, _, points in _rank_combinations(ranks))
        return points


_rank_points = _RankPoints()
