"""Whole games, one in each language, with all that the board says to them (`#> ...` after each line)."""

from __future__ import annotations

from pathlib import Path

import pytest

from cribboard.announcer import Announcer
from cribboard.board.view import View
from cribboard.language import languages
from cribboard.replay import Replay
from cribboard.rules import Event, Notice
from cribboard.rules import events as ev
from cribboard.script import Script

from .readback import numbers_in

FOLDER = Path(__file__).with_name("transcripts")


class Listener:
    """Writes down what is said, and listens whether its numbers are right."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.said: list[str] = []
        self.announcer = Announcer(language)

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        said = self.announcer.announce(view, events, now)
        self.said += said
        heard = {phrase.key: numbers_in(self.language, phrase) for phrase in said}
        for event in events:
            match event:
                case ev.CardPlayed(count=count):
                    assert heard["play.count"][0] == count
                case ev.HandCounted(which=which, total=total) if total:
                    hands = [
                        numbers_in(self.language, phrase)
                        for phrase in said
                        if phrase.key == f"events.hand_counted.{which}"
                    ]
                    assert total in [numbers[-1] for numbers in hands]
                case ev.Scored(score=score):
                    scored = [
                        numbers_in(self.language, phrase)
                        for phrase in said
                        if phrase.key == f"scored.{event.reason}"
                    ]
                    assert score in [numbers[-1] for numbers in scored]


def test_there_is_one_for_each_language() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == list(languages())


@pytest.mark.parametrize("language", languages())
def test_a_whole_game(language: str) -> None:
    path = FOLDER / f"{language}.txt"
    lines = path.read_text("utf-8").splitlines()
    acts = "\n".join("" if line.startswith("#>") else line for line in lines)
    script = Script.parse(acts, path.name)
    listener = Listener(language)
    replay = Replay(script, [listener])
    done = dict(script.lines)
    for number, line in enumerate(lines, 1):
        if line.startswith("#>"):
            assert listener.said, f"{path.name}:{number}: nothing is said"
            assert listener.said.pop(0) == line[3:], f"{path.name}:{number}"
            continue
        if number in done:
            assert not listener.said, f"{path.name}:{number}: said before it, too"
            replay.do(done[number])
    assert not listener.said
    state = replay.table.view.state
    assert state.is_over
    assert max(state.scores) == 121
