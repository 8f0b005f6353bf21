"""What the players mean: the acts that `decide` judges."""

from dataclasses import dataclass

from .cards import Card
from .options import Options


@dataclass(frozen=True, slots=True)
class StartMatch:
    """Begin a match with these options."""

    options: Options


@dataclass(frozen=True, slots=True)
class ChooseDealer:
    """This player deals first; nobody cuts."""

    player: int


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card was presented to the reader; what it means depends on the phase."""

    card: Card


@dataclass(frozen=True, slots=True)
class Award:
    """A side pegs what it tapped in; `go_by` is the player whose Go gave the first point of it."""

    side: int
    points: int
    go_by: int | None = None


@dataclass(frozen=True, slots=True)
class WalkBack:
    """A side takes back points that it should not have pegged."""

    side: int
    points: int


@dataclass(frozen=True, slots=True)
class SayGo:
    """A player has no card that fits."""

    player: int


@dataclass(frozen=True, slots=True)
class ClaimHeels:
    """This player deals and cut a jack that no reader saw."""

    player: int


@dataclass(frozen=True, slots=True)
class Penalise:
    """A side pays a penalty of so many points, which another side pegs (R69, R70)."""

    side: int
    points: int
    to: int


@dataclass(frozen=True, slots=True)
class MoveAward:
    """The last award was another side's: this one's."""

    side: int


@dataclass(frozen=True, slots=True)
class CorrectCard:
    """The card read as `wrong` was `right`; `acts` is what the players did in this deal until now."""

    wrong: Card
    right: Card
    acts: "tuple[Command, ...]" = ()


@dataclass(frozen=True, slots=True)
class NextStep:
    """Go on to the next phase, hand, deal, game or match."""


@dataclass(frozen=True, slots=True)
class LeaveScanning:
    """Play this deal on without the reader."""


@dataclass(frozen=True, slots=True)
class DealAgain:
    """Withdraw this deal's points; the same dealer deals again."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """Give up the running game; or, where it hasn't begun, start the match afresh."""


Command = (
    StartMatch
    | ChooseDealer
    | ReadCard
    | Award
    | WalkBack
    | SayGo
    | ClaimHeels
    | Penalise
    | MoveAward
    | CorrectCard
    | NextStep
    | LeaveScanning
    | DealAgain
    | NewGame
)
