"""The words: every event and every code has its phrase, and a hand is called as players call it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cribboard
from cribboard.announcer import Announcer
from cribboard.board import picture
from cribboard.board.lights import Lights
from cribboard.board.track import Track
from cribboard.board.view import View
from cribboard.codec import dump_event
from cribboard.config import buttons_of
from cribboard.controls import Timing
from cribboard.hints import HELPERS, Verbosity
from cribboard.journal import Journal
from cribboard.language import languages
from cribboard.rules import PACK, Card, Event, Notice, Options, Scan, score_hand
from cribboard.rules import commands as cmd
from cribboard.rules.options import SCHEMES, Counting, FourPlayer, HeelsClaim
from cribboard.signals import (
    SEVERAL,
    UNREADABLE,
    Button,
    CodeRead,
    DeviceFound,
    DeviceLost,
    Edge,
    Said,
    ScannerFault,
    ScannerFound,
    ScannerLost,
    Signal,
    Why,
)
from cribboard.table import Table
from cribboard.terminal import status

PACKAGE = Path(cribboard.__file__).parent
WORDS = tomllib.loads((PACKAGE / "phrases/en.toml").read_text("utf-8"))


def codes(pattern: str) -> set[str]:
    sources = [*PACKAGE.glob("*.py"), *PACKAGE.glob("rules/*.py")]
    return {code for path in sources for code in re.findall(pattern, path.read_text("utf-8"))}


def test_every_refusal_has_a_phrase_and_every_phrase_is_used() -> None:
    used = codes(r'(?:Refused|Refusal)\(\s*"(\w+)"')
    used |= {"not_your_turn", "no_cards_left", "game_over", "match_over"}  # not written so plainly
    assert used == {key.partition(".")[0] for key in WORDS["refused"]}


def test_every_question_has_a_phrase() -> None:
    assert WORDS["prompted"].keys() == {
        "journal_set_aside", "leave_play", "leave_scanning", "new_game", "new_match", "redeal", "unkept_dropped", "confirm_walk_back",
        "pairing_code", "deck_trouble",
    }  # fmt: skip


def test_every_event_is_said_or_left_out_on_purpose() -> None:
    silent = {
        "heels",
        "count_closed",
        "card_shown",
        "card_played",
        "scored",
    }  # told with what comes beside them
    named = {name.partition(".")[0] for name in WORDS["events"]}
    assert {kind.name for kind in get_args(Event)} - silent <= named


@pytest.mark.parametrize(
    ("hand", "starter", "call"),
    [
        ("5H 5D 6S 9C", "KC", "fifteen two, fifteen four, fifteen six, and a pair is eight"),
        ("2H 4H 6H 8H", "KS", "a flush of four for four"),
        ("2H 4S JH 8C", "KH", "one for his nobs"),
        ("QH KD AS 2C", "9H", "nineteen"),
        ("KH KS KC QD", "JH", "a pair royal for six, a run of three is nine, "
         "a run of three is twelve, and a run of three is fifteen"),
        ("AH 2D 3S 4C", "5H", "fifteen two, and a run of five is seven"),
    ],
)  # fmt: skip
def test_how_a_hand_is_called(hand: str, starter: str, call: str) -> None:
    score = score_hand([Card.parse(code) for code in hand.split()], Card.parse(starter))
    assert Announcer().call(score.items) == call


CARDS = st.sampled_from(PACK)


def signals(options: Options) -> st.SearchStrategy[Signal]:
    """Anything that can reach this table."""
    sides, seats = st.sampled_from(options.sides), st.sampled_from(options.seats)
    commands = st.one_of(
        st.builds(cmd.ChooseDealer, seats),
        st.builds(cmd.Penalise, sides, st.integers(1, 9), sides),
        st.builds(cmd.MoveAward, sides),
        st.builds(cmd.CorrectCard, CARDS, CARDS),
    )
    buttons = [*buttons_of(options), Button("next")]
    return st.one_of(
        st.builds(Edge, st.sampled_from(buttons), st.booleans()),
        st.builds(Edge, st.sampled_from(buttons), st.booleans()),
        st.builds(
            CodeRead, st.sampled_from([*map(str, PACK), "5X", "banana", UNREADABLE, SEVERAL])
        ),
        st.builds(Said, commands),
        st.sampled_from([ScannerLost(), ScannerLost("pulled"), ScannerFound(), Why()]),
        st.builds(ScannerFault, st.sampled_from(["dirty", ""])),
        st.sampled_from([DeviceLost("lights"), DeviceFound("buttons")]),
    )


TABLES = st.builds(
    Options,
    players=st.sampled_from([2, 3, 4]),
    four_player=st.sampled_from(FourPlayer),
    scan=st.sampled_from(Scan),
    target=st.sampled_from([31, 61, 100, 121]),
    counting=st.sampled_from(Counting),
    heels_claim=st.sampled_from(HeelsClaim),
    points=st.sampled_from([*SCHEMES.values()]),
)


class Everyone:
    """Announcer, lights, picture and JSON, all watching."""

    def __init__(self, options: Options) -> None:
        self.track = Track.for_options(options)
        self.lights = Lights(self.track)
        self.announcers = [
            Announcer(code, verbosity, frozenset(HELPERS))
            for code, verbosity in zip(languages(), Verbosity, strict=True)
        ]

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        for announcer in self.announcers:
            for phrase in announcer.announce(view, events, now):
                assert phrase
                assert "{" not in phrase
                assert any(part.spoken for part in phrase.parts)
        for event in events:
            dump_event(event)
        self.lights.watch(view, events, now)
        assert len(self.lights.frame(now)) == 3 * 138
        assert picture.plain(self.track, view)
        assert status(view)


@settings(max_examples=60, deadline=None)
@given(st.data(), TABLES)
def test_whatever_happens_can_be_said_shown_and_written(
    data: st.DataObject, options: Options
) -> None:
    journal = Journal()
    table = Table(options, journal, [Everyone(options)], Timing())
    now = 0.0
    later = st.sampled_from([0.03, 0.1, 0.9, 3.0, 8.0])
    for signal, wait in data.draw(st.lists(st.tuples(signals(options), later), max_size=120)):
        now += wait
        table.handle(signal, now)
    table.tick(now + 100)
    assert all(pegs.back <= pegs.front for pegs in table.view.state.pegs)
    assert Table(options, journal).view.state == table.view.state
