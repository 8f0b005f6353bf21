"""Whatever is done to the lights, no pixel goes up and down more than three times in any second."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from cribboard.board.flashes import Steady
from cribboard.board.palette import Colour
from cribboard.board.power import limit, milliamps

from .sight import luminance

BUDGET = 200
"""mA: more than any of these few pixels can draw."""

DARK, LIT, WHITE = bytes(3), bytes([0, 70, 255]), bytes([255] * 3)


def changes(levels: list[tuple[float, float]]) -> list[float]:
    """When a light began to be a tenth brighter than it last was dim, or dimmer than it last was bright: by turns."""
    moments, extreme, rising = [], levels[0][1], None
    for now, level in levels[1:]:
        brighter, dimmer = level * 0.9 > extreme, level < extreme * 0.9
        if (brighter and rising is not True) or (dimmer and rising is not False):
            moments.append(now)
            rising, extreme = brighter, level
        elif rising is not None:
            extreme = max(extreme, level) if rising else min(extreme, level)
    return moments


def test_the_measure_sees_a_strobe():
    strobe = [(place / 8, float(place % 2)) for place in range(9)]
    assert len(changes(strobe)) == 8


def most_in_a_second(moments: list[float]) -> int:
    return max((sum(a <= b < a + 1.0 for b in moments) for a in moments), default=0)


colours = st.one_of(
    st.sampled_from([DARK, LIT, bytes([255] * 3), bytes([16, 5, 0])]),
    st.binary(min_size=3, max_size=3),
)
steps = st.lists(
    st.tuples(st.integers(1, 400), st.tuples(colours, colours)), min_size=1, max_size=80
)


@given(steps, st.sampled_from([10, 50, BUDGET]))
def test_no_frames_can_make_it_flash_faster_nor_draw_more(script, budget):
    """At most six opposing changes, which are three flashes, and a held pixel is let go when its time has come."""
    steady, now = Steady(budget), 0.0
    shown = [(0.0, steady.let(DARK + DARK, 0.0))]
    for wait, both in script:
        now += wait / 1000
        frame = limit(b"".join(both), budget)
        shown.append((now, steady.let(frame, now)))
        assert milliamps(shown[-1][1]) <= budget
    for pixel in (0, 3):
        levels = [(at, luminance(Colour(*frame[pixel : pixel + 3]))) for at, frame in shown]
        assert most_in_a_second(changes(levels)) <= 6

    until = now + 1.0
    while (change := steady.next_change(now)) is not None:
        assert now <= change <= until
        now = change
        last = steady.let(frame, now)
    assert steady.let(frame, now) == frame
    assert shown[-1][1] == frame or last == frame


def test_a_light_that_glides_has_turned_when_an_eye_may_see_it_turn():
    """Up within 0.9 s and down at once, and six fast changes more: seen in full they'd be seven turns in 0.9 s."""
    steady = Steady(BUDGET)
    levels = [*range(0, 181, 2), *[0, 180] * 4]
    shown = [
        (n / 100, steady.let(bytes([level] * 3), n / 100)[0]) for n, level in enumerate(levels)
    ]
    turned = [now for (_, a), (now, b) in pairwise(shown) if abs(b - a) > 90]
    assert len(turned) == 5, "the glide, whenever it is seen, was the first of six"


def test_what_is_slow_passes_as_it_is():
    steady = Steady(BUDGET)
    for place in range(40):
        frame = LIT if place % 2 else DARK
        assert steady.let(frame, place / 5.9) == frame
        assert steady.next_change(place / 5.9) is None


def test_one_pixel_that_is_held_holds_no_other():
    steady = Steady(BUDGET)
    for place in range(20):
        last = (LIT if place % 2 else DARK) + bytes([place] * 3)
        assert steady.let(last, place / 20)[3:] == bytes([place] * 3)
    assert steady.let(last, 0.96)[:3] != last[:3]


def test_what_the_supply_cannot_give_beside_a_light_that_is_held_waits_for_it():
    """Two whites draw 84 mA and two dark pixels 2: of 50, one may be lit at a time."""
    steady = Steady(50)
    first, second = WHITE + DARK, DARK + WHITE
    for place in range(6):
        assert steady.let(DARK * 2 if place % 2 else first, place / 100)
    assert steady.let(first, 0.06) == first, "the sixth turn"
    assert steady.let(second, 0.07) == first, "which may not go out, so the other can't come on"
    change = steady.next_change(0.07)
    assert change is not None
    assert steady.let(second, change) == second


def test_another_board_begins_anew():
    steady = Steady(BUDGET)
    assert steady.let(DARK, 0.0) == DARK
    assert steady.let(LIT + LIT, 0.1) == LIT + LIT
