"""What happened: the facts that the journal keeps, and the notices that are only shown and said.

An event carries what lights and voice need to show it; the State after it is `evolve(state, event)`. Seats and
sides are numbers from 0. `name` is what other programs read.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Self

from .cards import Card
from .match import Record
from .options import Options
from .scoring import Item


class Pegs(NamedTuple):
    """A side's two pegs, as scores: the front one is the score, the back one where the front one was (R54)."""

    front: int
    back: int

    def moved(self, points: int, target: int) -> Self:
        """The pegs after an award: the back peg leapfrogs, nothing goes past the game hole (R53, R54).

        >>> Pegs(5, 2).moved(4, 121)
        Pegs(front=9, back=5)
        >>> Pegs(5, 2).moved(0, 121)
        Pegs(front=5, back=2)
        """
        return type(self)(min(self.front + points, target), self.front) if points else self

    def walked_back(self, points: int) -> Self:
        """The pegs after a mistake is taken off: the front peg goes back, and takes the back peg with it if it meets it."""
        front = max(self.front - points, 0)
        return type(self)(front, min(self.back, front))


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match begins, with what the players agreed on; `card` is their session's so far, by side, and empty for the first (R61)."""

    name: ClassVar = "match_started"
    options: Options
    card: tuple[Record, ...] = ()


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The pegs go to their start holes; `number` counts the games of the match from 1, `cutting` cut for the deal."""

    name: ClassVar = "game_started"
    number: int
    cutting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """A player cut this card for the first deal (R5)."""

    name: ClassVar = "cut"
    player: int
    card: Card


@dataclass(frozen=True, slots=True)
class Dealer:
    """Who deals first in this game (R6, R9)."""

    name: ClassVar = "dealer"
    player: int


@dataclass(frozen=True, slots=True)
class DealStarted:
    """A deal begins."""

    name: ClassVar = "deal_started"
    dealer: int


@dataclass(frozen=True, slots=True)
class StepStarted:
    """The deal goes on to its next phase: `starter`, `play` or `show`."""

    name: ClassVar = "step_started"
    phase: str


@dataclass(frozen=True, slots=True)
class Starter:
    """The starter was turned up (R16)."""

    name: ClassVar = "starter"
    card: Card


@dataclass(frozen=True, slots=True)
class Heels:
    """The starter is a jack, two for the dealer (R18)."""

    name: ClassVar = "heels"
    player: int


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card was laid in the play, and made the count this much (R21)."""

    name: ClassVar = "card_played"
    player: int
    card: Card
    count: int


@dataclass(frozen=True, slots=True)
class Scored:
    """A side's pegs moved. Every point is in exactly one of these; points taken back are negative.

    `reason` is award, heels, play, go, last, hand or crib; muggins, overclaim, wrong_call, false_game or penalty; or,
    for what is put right, correction, late_go, redeal or moved. `player` is None where the points belong to a side and
    no player of it is known.
    """

    name: ClassVar = "scored"
    player: int | None
    side: int
    points: int
    reason: str
    cards: tuple[Card, ...]
    items: tuple[Item, ...]
    score: int
    pegs_before: Pegs
    pegs: Pegs


@dataclass(frozen=True, slots=True)
class Go:
    """A player has no card that fits (R23)."""

    name: ClassVar = "go"
    player: int


@dataclass(frozen=True, slots=True)
class LateGo:
    """A player could not play after all: the card booked to him was laid by somebody else."""

    name: ClassVar = "late_go"
    player: int
    card: Card


@dataclass(frozen=True, slots=True)
class CountClosed:
    """The count returns to 0 (R28)."""

    name: ClassVar = "count_closed"


@dataclass(frozen=True, slots=True)
class CardShown:
    """A card of a hand or of the crib was scanned at the show."""

    name: ClassVar = "card_shown"
    player: int
    which: str
    card: Card


@dataclass(frozen=True, slots=True)
class HandComplete:
    """The cards of a hand or crib are known, and its owner is to say what it is worth (R50)."""

    name: ClassVar = "hand_complete"
    player: int
    which: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandClaimed:
    """The owner of a hand said what it is worth (R50)."""

    name: ClassVar = "hand_claimed"
    player: int
    which: str
    points: int


@dataclass(frozen=True, slots=True)
class MugginsCalled:
    """An opponent says that so many points were missed (R64)."""

    name: ClassVar = "muggins_called"
    side: int
    points: int


@dataclass(frozen=True, slots=True)
class HandCounted:
    """A hand or the crib (`which`) was counted with the starter (R40); `claimed` is what its owner said, if he was asked."""

    name: ClassVar = "hand_counted"
    player: int
    which: str
    cards: tuple[Card, ...]
    total: int
    items: tuple[Item, ...]
    claimed: int | None = None


@dataclass(frozen=True, slots=True)
class HandPassed:
    """The players counted this hand themselves."""

    name: ClassVar = "hand_passed"
    player: int
    which: str


@dataclass(frozen=True, slots=True)
class GameWon:
    """A side is home; `skunk` is none, skunk, double or triple (R51, R56)."""

    name: ClassVar = "game_won"
    side: int
    scores: tuple[int, ...]
    skunk: str


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """What the game was worth to its winner (R57)."""

    name: ClassVar = "match_points"
    side: int
    points: int


@dataclass(frozen=True, slots=True)
class MatchWon:
    """A side has won the match (R60)."""

    name: ClassVar = "match_won"
    side: int


@dataclass(frozen=True, slots=True)
class CardCorrected:
    """A card of this deal was read wrongly: `redone` is the deal decided again with the right one.

    What that changes in the scores is in `scored` events of its own.
    """

    name: ClassVar = "card_corrected"
    wrong: Card
    right: Card
    redone: "tuple[Event, ...]"


@dataclass(frozen=True, slots=True)
class RenegeFound:
    """A player said Go at this count and held cards that fitted (R70g); what to do about it is the players' affair."""

    name: ClassVar = "renege_found"
    player: int
    count: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Redeal:
    """The deal is void: its points are withdrawn and the same dealer deals again (R70c)."""

    name: ClassVar = "redeal"
    dealer: int


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    """The players gave the game up: nobody won it, and it is cut for the deal anew."""

    name: ClassVar = "game_abandoned"
    scores: tuple[int, ...]


Event = (
    MatchStarted
    | GameStarted
    | Cut
    | Dealer
    | DealStarted
    | StepStarted
    | Starter
    | Heels
    | CardPlayed
    | Scored
    | Go
    | LateGo
    | CountClosed
    | CardShown
    | HandComplete
    | HandClaimed
    | MugginsCalled
    | HandCounted
    | HandPassed
    | CardCorrected
    | RenegeFound
    | GameWon
    | MatchPoints
    | MatchWon
    | Redeal
    | GameAbandoned
)
"""A fact: journalled, and booked by `evolve`."""


@dataclass(frozen=True, slots=True)
class Undone:
    """The last entry was taken back: `events` is what it was, with every side's pegs before and after."""

    name: ClassVar = "undone"
    events: tuple[Event, ...]
    pegs_before: tuple[Pegs, ...]
    pegs: tuple[Pegs, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something was refused and changed nothing; `reason` is a code, `values` are what its phrase speaks of."""

    name: ClassVar = "refused"
    reason: str
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Prompted:
    """The board asks for the same button once more, or says what was asked of it; `reason` is a code."""

    name: ClassVar = "prompted"
    reason: str
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class DeviceChanged:
    """A device went away or came back: `change` is `lost`, `faulty` or `back`; `why` says what to do about it, if anything."""

    name: ClassVar = "device"
    device: str
    change: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Explained:
    """How the last change of a score came about; None where nothing has been scored."""

    name: ClassVar = "explained"
    scored: Scored | None


@dataclass(frozen=True, slots=True)
class Resumed:
    """The power is back, and the game goes on where it was."""

    name: ClassVar = "resumed"
    scores: tuple[int, ...]
    turn: int | None


Notice = Undone | Refusal | Prompted | DeviceChanged | Explained | Resumed
"""Shown and said, never journalled."""
