"""Playing cards: rank, suit, and how they are written (R3)."""

from __future__ import annotations

from typing import NamedTuple

RANKS = "A23456789TJQK"
SUITS = "CDHS"
JACK = 11

_SUIT_SIGNS = str.maketrans("♣♦♥♠♧♢♡♤", "CDHSCDHS", "\ufe0e\ufe0f")


class Card(NamedTuple):
    """A card of the 52: `rank` 1 (ace, always low) to 13 (king), `suit` one of C D H S.

    >>> Card.parse("10h")
    Card.parse('TH')
    >>> Card.parse("K♠").value
    10
    >>> Card.parse("1H")
    Traceback (most recent call last):
        ...
    ValueError: '1H' is no card: expected a rank (A 2-9 T J Q K) and a suit (C D H S), such as 5H
    """

    rank: int
    suit: str

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card as people write it: `5H`, `th`, `10H`, `5♥`.

        Raises ValueError, which quotes what was read and says what was expected.
        """
        code = text.strip().upper().translate(_SUIT_SIGNS)
        if code.startswith("10"):
            code = "T" + code[2:]
        if len(code) != 2 or code[0] not in RANKS or code[1] not in SUITS:
            raise ValueError(
                f"{text.strip()[:20]!r} is no card: expected a rank (A 2-9 T J Q K) "
                "and a suit (C D H S), such as 5H"
            )
        return cls(RANKS.index(code[0]) + 1, code[1])

    @property
    def value(self) -> int:
        """What the card adds to a count: ace 1, court cards 10 (R3)."""
        return min(self.rank, 10)

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + self.suit

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"


PACK = tuple(Card(rank, suit) for suit in SUITS for rank in range(1, 14))
"""All 52 cards, clubs first, each suit from ace to king."""
