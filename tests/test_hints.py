"""How much is said, and the helpers: each only where it is wanted, and never after a correction."""

from __future__ import annotations

from itertools import product

import pytest

from cribboard.announcer import Announcer
from cribboard.board.view import View
from cribboard.hints import HELPERS, Verbosity, lines_that_count
from cribboard.replay import Replay
from cribboard.rules import Event, Notice, Options
from cribboard.script import Script

PAUSE = 20.0


class Listener:
    """What is said, and what would be said after a pause."""

    def __init__(self, verbosity: Verbosity, helpers: frozenset[str]) -> None:
        self.announcer = Announcer("en", verbosity, helpers)
        self.said: list[str] = []
        self.reminder = ""

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        self.said += self.announcer.announce(view, events, now)
        reminder = self.announcer.reminder(view, now, PAUSE)
        assert reminder is None or reminder.at == now + PAUSE
        self.reminder = reminder.phrase if reminder else ""


def listen(
    script: str, verbosity: Verbosity = Verbosity.CALLS, *helpers: str, last: int | None = None
) -> list[str]:
    """What is said to a script, or to its last lines."""
    listener = Listener(verbosity, frozenset(helpers))
    parsed = Script.parse(script, "script")
    replay = Replay(parsed, [listener])
    for number, (_, line) in enumerate(parsed.lines):
        if last is not None and number == len(parsed.lines) - last:
            listener.said.clear()
        replay.do(line)
    return listener.said


DEAL = """
dealer Ann
next
scan JH
scan 5D
scan 5S
scan TC
scan 7C
scan 3C
"""
"""Two for his heels; 5, 10 and a pair, 20, 27, 30."""


def test_quiet_says_what_the_players_don_t_see_or_say() -> None:
    assert listen(DEAL, Verbosity.QUIET) == []
    assert listen(DEAL + "scan 5D", Verbosity.QUIET) == [
        "The five of diamonds is on the table already"
    ]
    assert listen(DEAL + "undo", Verbosity.QUIET) == ["Undone: three of clubs"]
    assert listen(DEAL + "penalty Ann 2", Verbosity.QUIET) == ["Penalty, two to Bob: 2"]


def test_calls_are_what_players_call() -> None:
    assert listen(DEAL, Verbosity.CALLS) == [
        "Two for his heels", "five", "ten, pair for two", "twenty", "twenty-seven", "thirty"
    ]  # fmt: skip


def test_full_tells_the_scores_and_the_steps_too() -> None:
    assert listen(DEAL, Verbosity.FULL) == [
        "Ann - Bob: first to seven", "Game one", "Ann deals first", "Cut the starter",
        "The starter is the jack of hearts", "Two for his heels: Ann has 2", "five", "ten, pair for two",
        "Ann has 4", "twenty", "twenty-seven", "thirty",
    ]  # fmt: skip


def test_whose_deal_it_is() -> None:
    assert listen("dealer Bob", Verbosity.CALLS, "deal") == ["Bob's deal"]
    assert listen("dealer Bob", Verbosity.CALLS) == []


TAPPED = """
set scan=none {options}
dealer Ann
next
next
press Ann.five {ann}
Ann.go
press Bob.five {bob}
Bob.go
next
"""


def tapped(ann: int, bob: int, options: str = "", *helpers: str, last: int = 1) -> list[str]:
    """So many fives are tapped in; what is said to the last lines, without helpers the awards alone."""
    lines = TAPPED.format(ann=ann, bob=bob, options=options)
    if not helpers:
        return listen(lines, Verbosity.CALLS, last=last)
    said = listen(lines, Verbosity.CALLS, *helpers, last=last)
    return [phrase for phrase in said if " pegs " not in phrase]


@pytest.mark.parametrize(
    ("ann", "bob", "said"),
    [(1, 2, "Bob leads by five"), (2, 1, "Ann leads by five"), (1, 1, "Level pegging at 5")],
)
def test_who_leads_when_a_deal_begins(ann: int, bob: int, said: str) -> None:
    assert tapped(ann, bob, "", "lead") == [said]


@pytest.mark.parametrize(
    ("players", "scores", "said"),
    [
        ("players=3", "5,5,5", "Level pegging at 5"),
        ("players=3", "20,20,0", "Ann & Bob lead by twenty"),
        ("players=3", "0,20,7", "Bob leads by thirteen"),
        ("players=4 four_player=individual", "9,12,12,12", "Bob & Cyd & Dan lead by three"),
        ("players=4", "30,10", "Ann & Cyd lead by twenty"),
    ],
)
def test_who_leads_where_more_than_two_play(players: str, scores: str, said: str) -> None:
    lines = f"set scan=none {players} handicap={scores}\ndealer Ann"
    assert listen(lines, Verbosity.CALLS, "lead") == [said]


def test_nobody_leads_at_the_start_or_with_that_helper_off() -> None:
    assert listen("dealer Bob", Verbosity.CALLS, "lead", "out") == []
    assert tapped(1, 2) == []


def test_what_is_needed_to_peg_out() -> None:
    """With 31 to go and 30 to go: the last street of 61 holes is from 31 on."""
    assert tapped(1, 4, "target=61 handicap=25,11", "out") == ["Bob needs thirty to peg out"]


def test_safe_from_the_skunk() -> None:
    lines = "handicap=88,0"
    assert tapped(1, 1, lines, "safe", last=5) == ["Ann is safe from the skunk"]
    assert tapped(1, 1, "handicap=58,0", "safe", last=5) == ["Ann is safe from the double skunk"]
    assert tapped(1, 1, "handicap=28,0", "safe", last=5) == []
    assert tapped(1, 1, "handicap=28,0 triple_skunk_wins_match=true", "safe", last=5) == [
        "Ann is safe from the triple skunk"
    ]
    assert tapped(1, 1, "handicap=58,0 points=lurch", "safe", last=5) == [
        "Ann is safe from the lurch"
    ]
    assert tapped(1, 1, "handicap=88,0 points=1", "safe", last=5) == []


def test_safe_is_said_with_its_score_before_the_next_deal() -> None:
    """The crib of eight takes Ann over the line and ends the deal."""
    last = "scan AH\nscan AD\nscan AC\nscan AS"
    show = "set scan=show handicap=84,0\ndealer Ann\nnext\nscan 9C\nnext\n"
    hands = "scan 2H\nscan 4H\nscan 6D\nscan 8S\nscan 2C\nscan 4C\nscan 6H\nscan 8D\n"
    said = listen(show + hands + last, Verbosity.CALLS, "safe", "deal", "lead", last=1)
    assert said == [
        "Ann's crib: a double pair royal for twelve", "Ann is safe from the skunk", "Bob's deal",
        "Ann leads by ninety-six",
    ]  # fmt: skip


def test_a_renege_is_told_after_the_last_card_s_point() -> None:
    """Ann says go at 25 with an ace in hand; the six is the last card."""
    first = "scan 2C\nscan KS\nscan JH\nscan 5C\nAnn.go\nBob.go\n"
    play = first + "scan AH\nscan QS\nscan 5H\nscan 8D\nscan 6H"
    said = listen(f"dealer Ann\nnext\n{play}", Verbosity.CALLS, last=1)
    last = said.index("One for last")
    assert said[last + 1].startswith("Ann said go at twenty-five and held")


@pytest.mark.parametrize("verbosity", Verbosity)
def test_match_points_are_a_call(verbosity: Verbosity) -> None:
    won = "set scan=none handicap=115,100\ndealer Ann\npress Ann.five\npress Ann.one\npress Ann.go"
    told = "Ann has one of seven in the match" in listen(won, verbosity)
    assert told == (verbosity != Verbosity.QUIET)


def test_a_dealer_who_was_just_named_isn_t_named_again() -> None:
    assert listen("dealer Bob", Verbosity.FULL, "deal")[-1] == "Bob deals first"


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        ({}, [(91, "skunk"), (61, "double")]),
        ({"points": "acc"}, [(91, "skunk")]),
        ({"points": "1"}, []),
        ({"points": "lurch"}, [(61, "lurch")]),
        ({"match": "best-of:3"}, []),
        ({"match": "best-of:3", "triple_skunk_wins_match": "true"}, [(31, "triple")]),
    ],
)
def test_which_lines_make_a_difference(
    changes: dict[str, str], lines: list[tuple[int, str]]
) -> None:
    assert list(lines_that_count(Options().changed(changes))) == lines


def test_after_a_correction_only_the_correction_is_said() -> None:
    """5, 11, 21, 28, and Bob's three makes 31; no helper has anything to add."""
    wanted = HELPERS
    said = listen(DEAL + "correct 5S 6S", Verbosity.FULL, *wanted, last=1)
    assert said == [
        "The five of spades was the six of spades", "Ann goes back two: 2", "Bob goes up two: 2"
    ]  # fmt: skip
    assert listen(DEAL + "undo", Verbosity.FULL, *wanted, last=1) == ["Undone: three of clubs"]


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("", "Ann is to cut"),
        ("scan 4D", "Bob is to cut"),
        ("dealer Ann", ""),
        ("dealer Ann\nnext", ""),
        (DEAL, "Ann is to play"),
        (DEAL + "press Ann.one", ""),
        ("set scan=show\ndealer Ann\nnext\nscan JH\nnext", "Bob is to show"),
        ("set scan=none\ndealer Ann\nnext\nnext", ""),
    ],
)
def test_whose_turn_after_a_pause(script: str, said: str) -> None:
    for verbosity, wanted in product(Verbosity, ({"turn"}, set[str]())):
        listener = Listener(verbosity, frozenset(wanted))
        Replay(Script.parse(script, "script"), [listener]).run("script")
        assert listener.reminder == (said if wanted and verbosity != Verbosity.QUIET else "")


def test_a_deal_that_begins_anew_is_said_once() -> None:
    said = listen(DEAL + "hold undo\nhold undo", Verbosity.FULL, *HELPERS, last=1)
    assert said == [
        "Ann deals again: this deal's points come off", "Ann goes back four: 0"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("scan JH\nBob.go", "No go yet: any card fits"),
        ("scan JH\nscan 5D\nAnn.go", "No go at five: any card fits"),
        ("scan JH\nscan 5D\nscan 5S\nwhy",
         "Ann pegged two, pair for two with the five of diamonds & five of spades: 4"),
    ],
)  # fmt: skip
def test_what_is_answered(script: str, said: str) -> None:
    assert listen(f"dealer Ann\nnext\n{script}", last=1) == [said]
