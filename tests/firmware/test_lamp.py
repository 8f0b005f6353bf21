"""What the players see and hear of a card tells the answers apart, each by itself: light alone, tone alone."""

from __future__ import annotations

from itertools import groupby

import pytest

from .parts import part

lamp = part("lamp")
ANSWERS = ("OK", "DUP", "REFUSED", "UNKNOWN", "LOST")


def shown(word: str, what: str) -> list[tuple[object, int]]:
    """What is lit, of these lights, or sounds, and for how many milliseconds, in the two seconds after an answer."""
    it = lamp.Lamp()
    it.show(word, 0)
    steps = (it.at(now, "well") for now in range(2000))
    of_it = (tone if what == "tone" else [light in lit for light in what] for lit, tone in steps)
    return [(value, len(list(same))) for value, same in groupby(of_it)]


@pytest.mark.parametrize("what", ["tone", "l", "gr"])
def test_every_answer_looks_and_sounds_different(what: str):
    assert len({str(shown(word, what)) for word in ANSWERS}) == len(ANSWERS)


def test_a_card_that_counts_is_one_short_high_tone():
    assert shown("OK", "tone") == [(2637, 80), (0, 1920)]


def test_after_an_answer_all_is_as_before():
    it = lamp.Lamp()
    rest = it.at(0, "well")
    for word in ANSWERS:
        it.show(word, 0)
        assert [it.at(now, "well") for now in range(2500)][-1] == rest


def test_what_nobody_waited_for_changes_nothing():
    assert shown("IGNORED", "tone") == [(0, 2000)]
    assert len(shown("IGNORED", "lgr")) == 1


def test_a_newer_answer_takes_the_older_ones_place():
    it = lamp.Lamp()
    it.show("UNKNOWN", 0)
    it.show("OK", 100)
    assert it.at(100, "well") == ("", 2637)


@pytest.mark.parametrize("word", ANSWERS)
def test_however_late_it_is_looked_at_no_tone_is_left_out(word: str):
    it = lamp.Lamp()
    it.show(word, 0)
    late = [it.at(now, "well")[1] for now in range(0, 9000, 1000)]
    assert [tone for tone in late if tone] == [tone for _, _, tone in lamp.ANSWERS[word] if tone]


@pytest.mark.parametrize("rest", ["alone", "blind"])
def test_what_is_not_well_blinks_without_a_sound(rest: str):
    it = lamp.Lamp()
    states = {it.at(now, rest) for now in range(3000)}
    assert len({"l" in lights for lights, _ in states}) == 2
    assert {tone for _, tone in states} == {0}
