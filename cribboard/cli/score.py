"""`cribboard score`: count a hand."""

from __future__ import annotations

import argparse
import json

from cribboard.config import load
from cribboard.rules import Card, score_hand

from .arguments import Commands, Problem, add_config


def add(commands: Commands) -> None:
    """The command."""
    example = "cribboard score 5H 5D 5S JC --starter 5C"
    score = commands.add("score", _score, "count a hand", example)
    score.add_argument(
        "cards", nargs="+", metavar="CARD", help="four cards: rank (A 2-9 T J Q K), suit (C D H S)"
    )
    score.add_argument("--starter", required=True, metavar="CARD")
    score.add_argument(
        "--crib", action="store_true", help="count it as a crib: only a five-card flush scores"
    )
    score.add_argument("--json", action="store_true", help="total and items as JSON")
    add_config(score)


def _score(options: argparse.Namespace) -> int:
    from cribboard import codec
    from cribboard.announcer import Announcer

    hand = [_card(code) for code in options.cards]
    starter = _card(options.starter)
    if len(hand) != 4:
        raise Problem(f"a hand has four cards, besides the starter; read {len(hand)}")
    if twice := next((c for i, c in enumerate([*hand, starter]) if c in hand[:i]), None):
        raise Problem(f"{twice} is there twice: a pack has every card once")
    score = score_hand(hand, starter, options.crib)
    if options.json:
        items = [codec.item_values(item) for item in score.items]
        print(json.dumps({"total": score.total, "items": items}))
    else:
        announcer = Announcer(load(options.config).voice.language)
        print(f"{score.total}: {announcer.call(score.items)}")
    return 0


def _card(code: str) -> Card:
    try:
        return Card.parse(code)
    except ValueError as error:
        raise Problem(str(error)) from None
