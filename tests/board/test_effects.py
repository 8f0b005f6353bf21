"""Glows, ripples, swells and alternations as functions of time."""

from __future__ import annotations

import pytest

from cribboard.board.effects import Alternation, Effect, Glow, Priority, Ripple, Swell
from cribboard.board.palette import Colour

RED = Colour(200, 0, 0)
ROW = tuple((pixel,) for pixel in range(12))
GLOW = Glow(priority=Priority.ACCENT, start=10.0, end=14.0, lit=((5, RED),), rise=1.0, fade=2.0)
RIPPLE = Ripple(priority=Priority.ACCENT, start=10.0, end=12.0, groups=ROW, colour=RED)
SWELL = Swell(
    priority=Priority.CHEER,
    start=10.0,
    end=20.0,
    groups=ROW,
    colour=RED,
    crests=2,
    seconds=6.0,
    reach=3.0,
)
TURNS = Alternation(
    priority=Priority.NOTICE, start=10.0, end=13.0, groups=((1,), (2,)), colour=RED, seconds=1.0
)
EVERY = pytest.mark.parametrize(
    "effect", [GLOW, RIPPLE, SWELL, TURNS], ids=lambda e: type(e).__name__
)


def lit(effect: Effect, now: float) -> dict[int, int]:
    return {pixel: colour.red for pixel, colour in effect.dots(now)}


@EVERY
def test_before_and_after_it_is_dark(effect):
    for now in (0.0, effect.start - 0.001, effect.end, effect.end + 100):
        assert lit(effect, now) == {}
    assert effect.next_change(0.0) == effect.start
    assert effect.next_change(effect.end) is None


@EVERY
def test_it_never_exceeds_its_colour_and_stays_where_it_belongs(effect):
    for hundredth in range(1000, 2000):
        shown = lit(effect, hundredth / 100)
        assert set(shown) <= set(range(12))
        assert all(0 < level <= RED.red for level in shown.values())


@EVERY
def test_without_motion_it_lasts_as_long_and_each_light_only_comes_and_goes(effect):
    still = effect.still()
    assert (still.start, still.end, still.priority) == (effect.start, effect.end, effect.priority)
    film = [lit(still, effect.start + tenth / 10) for tenth in range(100)]
    shape = set(film[5])
    for pixel in shape:
        levels = [frame.get(pixel, 0) for frame in film]
        peak = levels.index(max(levels))
        assert levels[:peak] == sorted(levels[:peak])
        assert levels[peak:] == sorted(levels[peak:], reverse=True)


@EVERY
def test_the_same_again_is_alike_and_another_is_not(effect):
    assert effect.is_like(effect.until(99.0))
    others = [other for other in (GLOW, RIPPLE, SWELL, TURNS) if other is not effect]
    assert not any(effect.is_like(other) for other in others)


def test_a_glow_comes_in_one_second_and_goes_in_two():
    assert [lit(GLOW, now).get(5) for now in (10.5, 11.0, 12.0, 13.0, 13.5)] == [
        100,
        200,
        200,
        100,
        50,
    ]
    assert [GLOW.next_change(now) for now in (10.5, 11.5, 12.5)] == [10.5, 12.0, 12.5]


def test_a_glow_that_is_renewed_lasts_longer_and_does_not_come_anew():
    renewed = GLOW.renewed(GLOW.until(18.0))
    assert (renewed.start, renewed.end) == (10.0, 18.0)
    assert lit(renewed, 13.5) == {5: 200}
    assert renewed.renewed(GLOW).end == 18.0


def test_a_ripple_runs_through_its_groups_once():
    crests = [
        max(found, key=found.get) for t in range(2, 19) if (found := lit(RIPPLE, 10 + t / 10))
    ]
    assert crests == sorted(crests)
    assert (crests[0], crests[-1]) == (0, 11)
    assert lit(RIPPLE, 11.0) == {4: 29, 5: 171, 6: 171, 7: 29}


def test_a_ripple_runs_twice():
    """Twice the time for twice the way: the second run is as the first."""
    twice = Ripple(priority=Priority.ACCENT, start=10.0, end=14.0, groups=ROW, colour=RED, times=2)
    for hundredth in range(0, 200, 7):
        now = 10 + hundredth / 100
        assert lit(twice, now) == lit(RIPPLE, now)
        if hundredth:
            assert lit(twice, now + 2) == lit(RIPPLE, now)


def test_a_ripple_that_runs_is_not_begun_anew():
    assert RIPPLE.renewed(RIPPLE.until(99.0)) == RIPPLE


def test_a_swell_has_equal_crests_and_goes_round_and_round():
    """Two crests in twelve holes: six apart, in the middle of each half at first, a hole in half a second."""
    assert lit(SWELL, 12.0) == lit(SWELL, 15.0)
    start = lit(SWELL, 10.5)
    assert {pixel for pixel, level in start.items() if level == 200} == {4, 10}
    assert {pixel for pixel, level in lit(SWELL, 11.0).items() if level == 200} == {5, 11}
    assert {pixel for pixel, level in lit(SWELL, 11.5).items() if level == 200} == {6, 0}


def test_an_alternation_lights_its_groups_in_turn():
    assert [lit(TURNS, now) for now in (11.0, 11.5, 12.0)] == [{1: 200}, {2: 200}, {1: 200}]
    assert lit(TURNS, 11.25) == {1: 100, 2: 100}
