"""The play: what a card scores as it is laid (R29-R33)."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import Card
from .scoring import PAIR_POINTS, Item

LIMIT = 31
"""The count never passes it (R22)."""

ALWAYS_FITS = 21
"""Up to this count any card fits, so nobody can say Go."""


def count_of(pile: Sequence[Card]) -> int:
    """The running count of the cards laid since the last reset."""
    return sum(card.value for card in pile)


def score_play(pile: Sequence[Card]) -> tuple[Item, ...]:
    """What the last card of `pile` scores with those before it in this count; all that it makes adds up (R32).

    The point for a go or the last card is not part of it: that falls due when the count closes (R26).

    >>> [(item.kind, item.points) for item in score_play([Card.parse(c) for c in ("4H", "5S", "6D")])]
    [('fifteen', 2), ('run', 3)]
    """
    return (*_totals(pile), *_pairs(pile), *_runs(pile))


def _totals(pile: Sequence[Card]) -> tuple[Item, ...]:
    kind = {15: "fifteen", LIMIT: "thirty_one"}.get(count_of(pile))
    return (Item(kind, tuple(pile), 2),) if kind else ()


def _pairs(pile: Sequence[Card]) -> tuple[Item, ...]:
    """The unbroken series of one rank at the end of the pile (R30)."""
    alike = 1
    while alike < len(pile) and pile[-alike - 1].rank == pile[-1].rank:
        alike += 1
    return (Item("pair", tuple(pile[-alike:]), PAIR_POINTS[alike]),) if alike > 1 else ()


def _runs(pile: Sequence[Card]) -> tuple[Item, ...]:
    """The longest run, in any order, that the last cards make (R31)."""
    for size in range(len(pile), 2, -1):
        ranks = {card.rank for card in pile[-size:]}
        if len(ranks) == size and max(ranks) - min(ranks) == size - 1:
            return (Item("run", tuple(pile[-size:]), size),)
    return ()
