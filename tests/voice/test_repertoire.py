"""What is prepared is what is said: in whole games nothing has to be made while the players wait."""

from __future__ import annotations

from random import Random

import pytest

from cribboard.acts import acts
from cribboard.announcer import Announcer
from cribboard.board.view import View
from cribboard.hints import HELPERS, Verbosity
from cribboard.language import Language, languages
from cribboard.phrase import Part
from cribboard.replay import Replay
from cribboard.rules import Event, Notice, Options
from cribboard.script import Ask, Press, Script
from cribboard.selfplay import SelfPlay
from cribboard.signals import Button
from cribboard.voice.repertoire import repertoire

TABLES = [
    {},
    {"players": "3", "scan": "show"},
    {"players": "4", "counting": "muggins"},
    {"preset": "acc"},
    {"scan": "none", "target": "61"},
]


class Listener:
    """Collects the parts of all that is said."""

    def __init__(self, announcers: list[Announcer]) -> None:
        self.announcers = announcers
        self.parts: set[Part] = set()

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        for announcer in self.announcers:
            reminder = announcer.reminder(view, now, 20.0)
            said = announcer.announce(view, events, now) + ((reminder.phrase,) if reminder else ())
            self.parts |= {part for phrase in said for part in phrase.parts if part.spoken}


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("table", TABLES, ids=lambda table: "-".join(table.values()) or "house")
def test_all_that_is_said_in_a_game_was_prepared(code: str, table: dict[str, str]) -> None:
    options = Options().changed(table)
    listener = Listener([Announcer(code, verbosity, frozenset(HELPERS)) for verbosity in Verbosity])
    replay, players, rng = Replay(Script(options, ()), [listener]), SelfPlay(Random(7)), Random(7)
    while not (state := replay.table.view.state).is_over:
        for line in acts(players.act(state), options):
            replay.do(line)
            if rng.random() < 0.05:
                replay.do(Ask())
            if rng.random() < 0.05:
                replay.do(Press(Button("undo")))
                break
    language = listener.announcers[0].language
    prepared = {(part.spoken, language.voice(part)) for part in repertoire(language, options)}
    assert listener.parts
    assert not {
        part.text for part in listener.parts if (part.spoken, language.voice(part)) not in prepared
    }


@pytest.mark.parametrize("code", languages())
def test_any_spread_of_a_game_was_prepared(code: str) -> None:
    options, language = Options().changed({"preset": "acc"}), Language(code)
    prepared = {part.spoken for part in repertoire(language, options)}
    said = {language.fill("{n:+}", {"n": spread})[0].spoken for spread in (-91, 0, 60, 121)}
    assert said <= prepared
