"""Decks whose cards carry a tag or a printed code each: which code is which card. Pure; `deckfiles` keeps them."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cribboard.rules import PACK, Card
from cribboard.rules.options import quoted

PRINTED = "CB1:"
"""What may stand before a card that is printed as a code, so that no other code is taken for one."""


class DeckError(Exception):
    """A deck can't be used; says which, why, and what to do."""


class Trouble(NamedTuple):
    """A deck that can't be used, or not wholly, and why.

    `deck` is empty for a file that can't be one's, and where it is all of them.
    """

    deck: str
    why: str

    def __str__(self) -> str:
        return f"deck {self.deck}: {self.why}" if self.deck else self.why

    @property
    def advice(self) -> str:
        """What to do about it."""
        if not self.deck:
            return "see to it there, or set board.decks to another folder"
        return f"mend its file, or set it aside: cribboard deck remove {self.deck}"


class Known(NamedTuple):
    """What a code is known as; `deck` is empty for a card that the code itself names."""

    card: Card
    deck: str = ""


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of one deck by their codes, in the order in which they were learnt.

    >>> deck = Deck("red").learn("04A1B2C3D4E580", Card.parse("5H"))
    >>> print(deck.as_toml())
    # A deck of cribboard: each tag or code, and its card.
    [cards]
    "04A1B2C3D4E580" = "5H"
    <BLANKLINE>
    >>> Deck.parse(deck.as_toml(), "red") == deck
    True
    """

    name: str
    cards: Mapping[str, Card] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str, name: str) -> Deck:
        """Read a deck's file. Raises DeckError, which says what in it can't be."""
        try:
            table = tomllib.loads(text)
        except ValueError as error:
            raise DeckError(f"deck {name}: is not TOML: {error}") from None
        except RecursionError:
            raise DeckError(f"deck {name}: is not TOML that can be read: too deep") from None
        match table:
            case {"cards": {**cards}, **rest} if not rest:
                return cls(name, dict(_line(name, str(code), card) for code, card in cards.items()))
        raise DeckError(f"deck {name}: expected one table, [cards], with a card for each code")

    def as_toml(self) -> str:
        """The deck's file."""
        lines = (
            f'{json.dumps(code, ensure_ascii=False)} = "{card}"'
            for code, card in self.cards.items()
        )
        return "\n".join(
            ["# A deck of cribboard: each tag or code, and its card.", "[cards]", *lines, ""]
        )

    @property
    def missing(self) -> tuple[Card, ...]:
        """The cards that have no code yet, clubs first, each suit from its ace."""
        there = set(self.cards.values())
        return tuple(card for card in PACK if card not in there)

    def learn(self, code: str, card: Card) -> Deck:
        """With this code for the card, in place of any that it had."""
        others = {old: known for old, known in self.cards.items() if known != card}
        return Deck(self.name, {**others, code: card})

    def without_last(self) -> Deck:
        """Without the card that was learnt last."""
        return Deck(self.name, dict(list(self.cards.items())[:-1]))


def _line(deck: str, code: str, written: Any) -> tuple[str, Card]:
    try:
        if not is_code(code):
            raise ValueError(f"{code!r} is no code that a card could have")
        return code, Card.parse(str(written))
    except ValueError as error:
        raise DeckError(f"deck {deck}: {quoted(code)}: {error}") from None


def is_code(text: str) -> bool:
    """Whether a card of a deck may have this for its code."""
    return bool(text) and text == text.strip() and text.isprintable() and not printed(text)


def printed(code: str) -> Card | None:
    """The card that a code itself names, which needs no deck.

    >>> printed("CB1:5H"), printed("10d"), printed("04A1B2C3D4E580")
    (Card.parse('5H'), Card.parse('TD'), None)
    """
    bare = code[len(PRINTED) :] if code.upper().startswith(PRINTED) else code
    try:
        return Card.parse(bare)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Decks:
    """All that is known of codes, whichever deck is on the table; `troubles` tells of decks that add less than they should.

    >>> decks = Decks.of([Deck("red", {"04A1B2C3D4E580": Card.parse("5H")})])
    >>> decks.card("04A1B2C3D4E580"), decks.card("CB1:6H"), decks.card("0BAD")
    (Card.parse('5H'), Card.parse('6H'), None)
    """

    codes: Mapping[str, Known] = field(default_factory=dict)
    troubles: tuple[Trouble, ...] = ()

    @classmethod
    def of(cls, decks: Iterable[Deck], troubles: Iterable[Trouble] = ()) -> Decks:
        """Several decks at once. Where two of them take the same code for different cards the first one is right."""
        codes: dict[str, Known] = {}
        told = list(troubles)
        for deck in decks:
            for code, card in deck.cards.items():
                known = codes.setdefault(code, Known(card, deck.name))
                if known.card != card:
                    why = f"{code} is its {card}, but the {known.card} of deck {known.deck}, which holds"
                    told.append(Trouble(deck.name, why))
        return cls(codes, tuple(told))

    def known(self, code: str) -> Known | None:
        """What a code is known as."""
        if card := printed(code):
            return Known(card)
        return self.codes.get(code)

    def card(self, code: str) -> Card | None:
        """The card that a code means."""
        known = self.known(code)
        return known.card if known else None


NO_DECKS = Decks()
"""Nothing is known but what codes themselves name."""
