"""Teaching the board a deck, card by card. Pure: whoever reads the codes and keeps the deck is elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from cribboard.decks import NO_DECKS, Deck, Decks, Known, is_code, printed
from cribboard.rules import Card
from cribboard.signals import SEVERAL, UNREADABLE, Verdict


class Learnt(NamedTuple):
    """This code is the card's from now on."""

    card: Card
    code: str


class Refused(NamedTuple):
    """A code that can't be taught: `known` as something already, or `unreadable`, `several` cards, or not `asked` for."""

    code: str
    reason: str
    known: Known | None = None


class Asked(NamedTuple):
    """The next code is to be this card's; `again`: in place of the one that it has."""

    card: Card
    again: bool


class TakenBack(NamedTuple):
    """This card's code is forgotten, or is what it was before; None: there is nothing to take back."""

    card: Card | None


Outcome = Learnt | Refused | Asked | TakenBack


def verdict(outcome: Outcome) -> Verdict:
    """What the reader is told."""
    match outcome:
        case Refused(_, reason):
            return "duplicate" if reason == "known" else "refused"
    return "ok"


@dataclass(frozen=True, slots=True)
class Lesson:
    """A deck that is being learnt, and what the other decks know. `named` is the card that was asked for by name.

    >>> lesson, outcome = Lesson(Deck("red")).read("04A1")
    >>> outcome
    Learnt(card=Card.parse('AC'), code='04A1')
    >>> lesson.read("04A1")[1]
    Refused(code='04A1', reason='known', known=Known(card=Card.parse('AC'), deck='red'))
    >>> lesson.wanted, lesson.undo()[0].wanted
    (Card.parse('2C'), Card.parse('AC'))
    """

    deck: Deck
    others: Decks = NO_DECKS
    named: Card | None = None
    past: tuple[Deck, ...] = ()

    @property
    def wanted(self) -> Card | None:
        """The card whose code is next: the one that was named, else the first that has none."""
        return self.named or next(iter(self.deck.missing), None)

    def read(self, code: str) -> tuple[Lesson, Outcome]:
        """A code was read."""
        if reason := {UNREADABLE: "unreadable", SEVERAL: "several"}.get(code):
            return self, Refused(code, reason)
        if known := self._known(code):
            return self, Refused(code, "known", known)
        if not is_code(code):  # it would be kept in a file that can't be read
            return self, Refused(code, "unreadable")
        if not (card := self.wanted):
            return self, Refused(code, "not_asked")
        learnt = self.deck.learn(code, card)
        return Lesson(learnt, self.others, None, (*self.past, self.deck)), Learnt(card, code)

    def name(self, card: Card) -> tuple[Lesson, Outcome]:
        """The next code is to be this card's."""
        return replace(self, named=card), Asked(card, card not in self.deck.missing)

    def undo(self) -> tuple[Lesson, Outcome]:
        """The last card is taken back, also one of an earlier day, and asked for again."""
        if not self.deck.cards:
            return self, TakenBack(None)
        card = list(self.deck.cards.values())[-1]
        before = self.past[-1] if self.past else self.deck.without_last()
        return replace(self, deck=before, named=card, past=self.past[:-1]), TakenBack(card)

    def _known(self, code: str) -> Known | None:
        if card := self.deck.cards.get(code):
            return Known(card, self.deck.name)
        return Known(card) if (card := printed(code)) else self.others.known(code)
