"""The queue: what is stale is never said."""

from __future__ import annotations

from cribboard.announcer import Announcer
from cribboard.board.view import View
from cribboard.phrase import Part, Phrase
from cribboard.rules import Card, Options, State
from cribboard.rules import events as ev
from cribboard.voice.speech import Speech


def phrase(text: str, **about: object) -> Phrase:
    return Phrase([Part(text, text)], **about)  # type: ignore[arg-type]


def rest(speech: Speech, now: float = 0.0) -> list[str]:
    said = []
    while (each := speech.next(now)) is not None:
        said.append(str(each))
    return said


def test_first_come_first_said() -> None:
    speech = Speech()
    speech.add([phrase("a"), phrase("b")], 0.0)
    speech.add([phrase("c")], 0.0)
    assert rest(speech) == ["a", "b", "c"]


def test_what_is_too_old_is_dropped() -> None:
    speech = Speech()
    speech.add([phrase("the count", lasts=4.0), phrase("the hand", lasts=60.0)], 10.0)
    assert rest(speech, 14.1) == ["the hand"]


def test_a_newer_one_of_its_topic_takes_its_place() -> None:
    speech = Speech()
    speech.add([phrase("ten", topic="count"), phrase("Ann has 2", topic="score of 0")], 0.0)
    speech.add([phrase("fifteen", topic="count")], 1.0)
    assert rest(speech, 1.0) == ["Ann has 2", "fifteen"]


def test_phrases_of_one_moment_don_t_take_each_other_s_place() -> None:
    speech = Speech()
    speech.add([phrase("a", topic="count"), phrase("b", topic="count")], 0.0)
    assert rest(speech) == ["a", "b"]


def test_a_correction_clears_all_that_waits_but_not_what_came_with_it() -> None:
    speech = Speech()
    assert speech.add([phrase("Ann has 12")], 0.0)
    assert not speech.add([phrase("Ann goes back two"), phrase("undone", clears=True)], 1.0)
    assert rest(speech, 1.0) == ["Ann goes back two", "undone"]


def test_at_a_fast_table_only_the_last_count_is_said() -> None:
    """As the announcer marks it: three cards before the voice has found time for one."""
    announcer, speech = Announcer(), Speech()
    view = View(State.new(Options()), (None, None))
    for card, count in (("TC", 10), ("KC", 20), ("JD", 30)):
        played = ev.CardPlayed(0, Card.parse(card), count)
        speech.add(announcer.announce(view, [played]), 0.0)
    speech.add(announcer.announce(view, [ev.Go(1)]), 0.0)
    assert rest(speech) == ["Bob: go"]
    speech.add(announcer.announce(view, [played]), 0.0)
    assert rest(speech) == ["thirty"]
