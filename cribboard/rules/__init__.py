"""The rules of cribbage, pure: no clock, no input, no output.

>>> hand = [Card.parse(code) for code in "5H 5D 5S JC".split()]
>>> score_hand(hand, starter=Card.parse("5C")).total
29
"""

from .booking import evolve
from .cards import PACK, Card
from .events import Event, Notice, Pegs
from .game import decide
from .options import Match, Options, Points, Scan
from .pegging import score_play
from .ruling import Refused
from .scoring import HandScore, Item, is_possible_total, score_hand
from .state import State

__all__ = [
    "PACK",
    "Card",
    "Event",
    "HandScore",
    "Item",
    "Match",
    "Notice",
    "Options",
    "Pegs",
    "Points",
    "Refused",
    "Scan",
    "State",
    "decide",
    "evolve",
    "is_possible_total",
    "score_hand",
    "score_play",
]
