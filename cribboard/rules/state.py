"""The game as it stands: scores, pegs, deal, and the phase, each phase a type of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from .cards import Card
from .events import Pegs, Scored
from .match import Record
from .options import Options
from .pegging import count_of

HAND_SIZE = 4


@dataclass(frozen=True, slots=True)
class Cutting:
    """The cut for the first deal: who is still to cut, and what was cut (R5-R7)."""

    name: ClassVar = "cut"
    waiting: tuple[int, ...]
    cuts: tuple[tuple[int, Card], ...] = ()

    @property
    def players(self) -> tuple[int, ...]:
        """Those of whom one will deal: at a tie only the tied (R7, R10)."""
        return tuple(player for player, _ in self.cuts) + self.waiting


@dataclass(frozen=True, slots=True)
class Dealing:
    """Cards are dealt and laid away; the reader is deaf, a whole pack passes over it."""

    name: ClassVar = "deal"


@dataclass(frozen=True, slots=True)
class TurningStarter:
    """The pone cuts and the dealer turns up the starter (R16)."""

    name: ClassVar = "starter"


@dataclass(frozen=True, slots=True)
class TappedPlay:
    """The play, pegged by the players' taps; the board sees no cards."""

    name: ClassVar = "play"


class Laid(NamedTuple):
    """A card, and who laid it."""

    player: int
    card: Card


class SaidGo(NamedTuple):
    """Who said Go, at which count, and how many cards had been laid in the deal."""

    player: int
    at_count: int
    laid: int


@dataclass(frozen=True, slots=True)
class CountedPlay:
    """The play with every card scanned: the board keeps count, turn and Go (R21-R34).

    `laid` is every card of the deal so far, and this count began with card number `began`; `gone` said Go in it, and
    `goes` is every Go of the deal. `before` is how things
    stood before the last card: a late Go gives that card to the player who laid it.
    """

    name: ClassVar = "play"
    turn: int
    laid: tuple[Laid, ...] = ()
    began: int = 0
    gone: frozenset[int] = frozenset()
    goes: tuple[SaidGo, ...] = ()
    before: tuple[CountedPlay, tuple[Pegs, ...]] | None = None

    @property
    def pile(self) -> tuple[Card, ...]:
        """The cards of this count, in order."""
        return tuple(laid.card for laid in self.laid[self.began :])

    @property
    def count(self) -> int:
        """The running count."""
        return count_of(self.pile)

    def hand(self, player: int) -> tuple[Card, ...]:
        """The cards that this player has laid."""
        return tuple(laid.card for laid in self.laid if laid.player == player)

    def holds_cards(self, player: int) -> bool:
        """Whether this player still has cards to lay."""
        return len(self.hand(player)) < HAND_SIZE

    def can_be_asked(self, player: int) -> bool:
        """Whether this player may still lay a card in this count (R23)."""
        return player not in self.gone and self.holds_cards(player)


class Hand(NamedTuple):
    """A hand, or the crib, that is to be counted: whose, and `hand` or `crib`."""

    player: int
    which: str


@dataclass(frozen=True, slots=True)
class Showing:
    """The show: the hands still to be counted in order (R40), and the scanned cards of the first of them.

    `known` holds each player's hand where the play told it, else nothing; `shown` the cards already counted.
    """

    name: ClassVar = "show"
    waiting: tuple[Hand, ...]
    known: tuple[tuple[Card, ...], ...] = ()
    scanned: tuple[Card, ...] = ()
    shown: tuple[Card, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card that is known."""
        return sum(self.known, ()) + self.scanned + self.shown

    def after(self, cards: tuple[Card, ...]) -> Showing:
        """The show when the first hand that waited is done, and its cards lie open."""
        return replace(self, waiting=self.waiting[1:], scanned=(), shown=self.shown + cards)

    def cards_of(self, hand: Hand) -> tuple[Card, ...]:
        """The cards of this hand that are known from the play; the crib never is."""
        return self.known[hand.player] if self.known and hand.which == "hand" else ()


@dataclass(frozen=True, slots=True)
class Claiming:
    """The show, waiting for the owner of the next hand, whose `cards` are known, to say what it is worth (R50)."""

    name: ClassVar = "show"
    showing: Showing
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Mugging:
    """The show, waiting for the opponents to call what the owner's claim missed; `call` is (side, points) (R64)."""

    name: ClassVar = "show"
    showing: Showing
    cards: tuple[Card, ...]
    claimed: int
    call: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class GameOver:
    """A side is home."""

    name: ClassVar = "game_over"
    winner: int


@dataclass(frozen=True, slots=True)
class MatchOver:
    """A side has won the match."""

    name: ClassVar = "match_over"
    winner: int


Phase = (
    Cutting
    | Dealing
    | TurningStarter
    | TappedPlay
    | CountedPlay
    | Showing
    | Claiming
    | Mugging
    | GameOver
    | MatchOver
)


@dataclass(frozen=True, slots=True)
class Deal:
    """What is true for the whole of a deal."""

    dealer: int
    pegs_before: tuple[Pegs, ...]
    last_before: Scored | None = None
    starter: Card | None = None
    heels_pegged: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """Everything that counts at the table. `pegs`, `tally` (match points) and `games` (won) are by side.

    `card` is the session's record by side, `first_dealer` dealt first in this game, `last` is the last change of a
    score.
    """

    options: Options
    phase: Phase
    pegs: tuple[Pegs, ...]
    tally: tuple[int, ...]
    games: tuple[int, ...]
    card: tuple[Record, ...]
    game: int = 0
    first_dealer: int | None = None
    deal: Deal | None = None
    last: Scored | None = None

    @classmethod
    def new(cls, options: Options, card: tuple[Record, ...] = ()) -> State:
        """A table that sits down to a match: nothing pegged, the deal still to be cut for; the session's card goes on."""
        nothing = tuple(0 for _ in options.sides)
        return cls(
            options,
            Cutting(tuple(options.seats)),
            start_pegs(options),
            nothing,
            nothing,
            card or tuple(Record() for _ in options.sides),
        )

    @property
    def scores(self) -> tuple[int, ...]:
        """Each side's score: where its front peg stands."""
        return tuple(pegs.front for pegs in self.pegs)

    @property
    def dealer(self) -> int | None:
        """Whose crib it is."""
        return self.deal.dealer if self.deal else None

    @property
    def starter(self) -> Card | None:
        """The card turned up in this deal."""
        return self.deal.starter if self.deal else None

    @property
    def turn(self) -> int | None:
        """Who is to cut, to play or to show, where the board can know it."""
        match self.phase:
            case Cutting(waiting=(player, *_)) if self.options.scan != "none":
                return player
            case CountedPlay(turn=player):
                return player
            case Showing(waiting=(hand, *_)) | Claiming(showing=Showing(waiting=(hand, *_))):
                return hand.player
        return None

    @property
    def count(self) -> int:
        """The running count of the play, 0 where the board doesn't see the cards."""
        return self.phase.count if isinstance(self.phase, CountedPlay) else 0

    @property
    def is_over(self) -> bool:
        """Whether the game is won, so that nothing more can be scored (R51)."""
        return isinstance(self.phase, GameOver | MatchOver)

    @property
    def reader_is_deaf(self) -> bool:
        """Whether a card on the reader means nothing: a pack being dealt or put away passes over it."""
        return isinstance(self.phase, Dealing | GameOver | MatchOver)

    @property
    def cards_on_table(self) -> tuple[Card, ...]:
        """Every card that lies face up and so can't be presented again."""
        starter = (self.starter,) if self.starter else ()
        match self.phase:
            case Cutting(cuts=cuts):
                return tuple(card for _, card in cuts)
            case CountedPlay(laid=laid):
                return starter + tuple(card for _, card in laid)
            case Showing() as showing:
                return starter + showing.cards
            case Claiming(showing, cards) | Mugging(showing, cards):
                return starter + showing.cards + cards
        return starter


def start_pegs(options: Options) -> tuple[Pegs, ...]:
    """Both pegs of every side where it starts: in the start holes, or on its handicap."""
    return tuple(Pegs(hole, hole) for hole in options.handicap)
