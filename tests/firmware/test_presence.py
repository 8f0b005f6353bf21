"""A card is told once for each time that it is laid down."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .parts import part

presence = part("presence")


@pytest.fixture
def place() -> Any:
    return presence.Presence(400)


def test_a_card_is_told_at_once_and_only_once(place: Any):
    assert place.look(["A"], 0) == ["TAG A"]
    assert [place.look(["A"], now) for now in range(50, 2000, 50)] == [[]] * 39


def test_it_is_gone_when_it_was_not_seen_for_long(place: Any):
    place.look(["A"], 0)
    assert place.look([], 399) == []
    assert place.look([], 400) == ["GONE A"]
    assert place.look(["A"], 450) == ["TAG A"]


def test_a_trembling_hand_lays_no_card_twice(place: Any):
    place.look(["A"], 0)
    assert [place.look(["A"] if now % 300 == 0 else [], now) for now in range(100, 3000, 100)] == [
        []
    ] * 29


def test_the_next_card_may_come_before_the_first_counts_as_gone(place: Any):
    place.look(["A"], 0)
    assert place.look(["B"], 100) == ["TAG B"]
    assert place.look(["B"], 400) == ["GONE A"]


def test_two_at_once_are_told_once_and_neither_until_it_is_alone(place: Any):
    assert place.look(["A", "B"], 0) == ["MULTI"]
    assert place.look(["B", "A"], 100) == []
    assert place.look(["A"], 200) == []
    assert place.look(["B"], 400) == []
    assert place.look(["B"], 500) == ["TAG B"]


def test_a_card_on_a_card(place: Any):
    place.look(["A"], 0)
    assert place.look(["A", "B"], 100) == ["MULTI"]
    assert place.look(["A"], 300) == []
    assert place.look(["A", "B"], 700) == []
    assert place.look(["A"], 1100) == []
    assert place.look(["A", "B"], 1200) == ["MULTI"]


def test_a_reader_that_was_away_does_not_lose_what_lies_on_it(place: Any):
    place.look(["A"], 0)
    assert place.look(["A"], 60_000) == []


@given(st.lists(st.tuples(st.integers(1, 500), st.sets(st.sampled_from("ABC"), max_size=2))))
def test_comings_and_goings_alternate(looks: list[tuple[int, set[str]]]):
    place, now, events = presence.Presence(400), 0, []
    for wait, seen in looks:
        now += wait
        events += place.look(sorted(seen), now)
    for card in "ABC":
        mine = [event.split()[0] for event in events if event.endswith(card)]
        assert mine == (["TAG", "GONE"] * len(mine))[: len(mine)]
