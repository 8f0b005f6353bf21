"""Whatever is done to the lights, no pixel goes up and down more than three times in any second."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from cribboard.board.flashes import Steady
from cribboard.board.palette import Colour

from .sight import luminance

DARK, LIT = bytes(3), bytes([0, 70, 255])


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


@given(steps)
def test_no_frames_can_make_it_flash_faster(script):
    """At most six opposing changes, which are three flashes, and a held pixel is let go when its time has come."""
    steady, now = Steady(), 0.0
    shown = [(0.0, steady.let(DARK + DARK, 0.0))]
    for wait, both in script:
        now += wait / 1000
        frame = b"".join(both)
        shown.append((now, steady.let(frame, now)))
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
    steady = Steady()
    levels = [*range(0, 181, 2), *[0, 180] * 4]
    shown = [
        (n / 100, steady.let(bytes([level] * 3), n / 100)[0]) for n, level in enumerate(levels)
    ]
    turned = [now for (_, a), (now, b) in pairwise(shown) if abs(b - a) > 90]
    assert len(turned) == 5, "the glide, whenever it is seen, was the first of six"


def test_what_is_slow_passes_as_it_is():
    steady = Steady()
    for place in range(40):
        frame = LIT if place % 2 else DARK
        assert steady.let(frame, place / 5.9) == frame
        assert steady.next_change(place / 5.9) is None


def test_one_pixel_that_is_held_holds_no_other():
    steady = Steady()
    for place in range(20):
        last = (LIT if place % 2 else DARK) + bytes([place] * 3)
        assert steady.let(last, place / 20)[3:] == bytes([place] * 3)
    assert steady.let(last, 0.96)[:3] != last[:3]


def test_another_board_begins_anew():
    steady = Steady()
    assert steady.let(DARK, 0.0) == DARK
    assert steady.let(LIT + LIT, 0.1) == LIT + LIT
