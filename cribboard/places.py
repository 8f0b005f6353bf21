"""Whose a card must be, where the scanner has a reader at each player's own place and perhaps one for the starter. Pure."""

from __future__ import annotations

from cribboard.rules import Card, State
from cribboard.rules.events import Refusal
from cribboard.rules.state import Showing, TappedPlay, TurningStarter
from cribboard.signals import LETTERS

STARTER = "starter"
"""How the starter's place is called in the settings."""

MOST = 4
"""Readers that a scanner has at most."""

Places = tuple[int | None, ...]
"""Whose place each of the scanner's readers is at: a seat's, or None for the starter's, which is nobody's own."""


def parse_places(text: str) -> Places:
    """Places as they stand in the settings; each can be there once. Raises ValueError.

    >>> parse_places("A,B,starter")
    (0, 1, None)
    """
    names = text.split(",") if text else []
    seats = {STARTER: None, **{letter: seat for seat, letter in enumerate(LETTERS)}}
    if len(names) > MOST or len(set(names)) < len(names) or not set(names) <= set(seats):
        raise ValueError(text)
    return tuple(seats[name] for name in names)


def misplaced(places: Places, antenna: int | None, card: Card, state: State) -> Refusal | None:
    """Why a card can't be read where it was: it is another's turn to cut, to play or to show, or the starter's.

    The crib is its dealer's. A card that lies on the table already is left to the rules, wherever it is read again.
    """
    seat = places[antenna] if antenna is not None and antenna < len(places) else None
    if seat is None or seat not in state.options.seats or card in state.cards_on_table:
        return None
    if _starter_is_due(state):
        return Refusal("not_the_starter", {"player": seat}) if None in places else None
    turn = _turn(state)
    if turn is None or seat == turn:
        return None
    shows = isinstance(state.phase, Showing | TappedPlay)
    return Refusal("not_your_hand" if shows else "not_your_turn", {"player": seat, "turn": turn})


def _starter_is_due(state: State) -> bool:
    """Whether the next card is the starter: where it wasn't turned up before the play, the show begins with it."""
    shows = isinstance(state.phase, Showing | TappedPlay)
    return isinstance(state.phase, TurningStarter) or (shows and state.starter is None)


def _turn(state: State) -> int | None:
    """Whose the next card is. Where the play is tapped in, the first card begins the show: it is the pone's (R40)."""
    if isinstance(state.phase, TappedPlay) and state.dealer is not None:
        return state.options.left_of(state.dealer)[0]
    return state.turn
