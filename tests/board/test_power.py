"""The power budget: FastLED's model of a WS2812B, and one factor for all that is too much."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribboard.board import limit, milliamps
from cribboard.board.power import Supply, dim

frames = st.binary(max_size=150 * 3).map(lambda data: data[: len(data) // 3 * 3])


@pytest.mark.parametrize(
    ("frame", "drawn"),
    [
        (bytes(3 * 138), 138.0),
        (bytes([255, 0, 0]), 17.0),
        (bytes([0, 255, 0]), 12.0),
        (bytes([0, 0, 255]), 16.0),
        (bytes([51, 0, 0, 0, 0, 0]), 2 + 16 / 5),
    ],
)
def test_current(frame, drawn):
    assert milliamps(frame) == pytest.approx(drawn)


def test_full_white_of_134_pixels_becomes_61_at_1480_milliamps():
    limited = limit(bytes([255] * 3 * 134), 1500)
    assert set(limited) == {61}
    assert milliamps(limited) == pytest.approx(1480, abs=1)


def test_a_frame_within_the_budget_is_left_alone():
    frame = bytes([255, 80, 0] * 20 + [0] * 3 * 118)
    assert milliamps(frame) < 600
    assert limit(frame, 600) == frame


def test_a_budget_of_half_milliamps_is_kept():
    white = bytes([255, 255, 255])
    assert 19 < milliamps(limit(white, 20.6)) <= 20.6


def test_all_channels_are_dimmed_alike():
    frame = bytes([200, 100, 50] * 100)
    limited = limit(frame, 1000)
    red, green, blue = limited[:3]
    assert red < 200
    assert red // 2 == green
    assert green // 2 == blue
    assert limited == limited[:3] * 100


@given(frames, st.floats(min_value=150, max_value=9000))
def test_nothing_ever_exceeds_the_budget(frame, budget):
    limited = limit(frame, budget)
    assert milliamps(limited) <= budget
    assert len(limited) == len(frame)


@given(frames, st.integers(min_value=150, max_value=9000))
def test_the_budget_is_used_to_within_one_step_of_each_channel(frame, budget):
    limited = limit(frame, budget)
    if limited != frame:
        lit = (
            16 * sum(map(bool, frame[0::3]))
            + 11 * sum(map(bool, frame[1::3]))
            + 15 * sum(map(bool, frame[2::3]))
        )
        assert budget - milliamps(limited) <= lit / 255 + 1e-6


def test_less_than_the_dark_strip_takes_leaves_it_dark():
    assert limit(bytes([255] * 9), 2) == bytes(9)


@given(frames, st.floats(min_value=0.02, max_value=1))
def test_dimmed_light_is_dimmer_but_never_out(frame, level):
    dimmed = dim(frame, level)
    for before, after in zip(frame, dimmed, strict=True):
        assert abs(after - before * level) <= 1
        assert (after == 0) == (before == 0)


# --- frames that follow each other -----------------------------------------------------------------------------------

WHITE = bytes([255] * 3 * 20)
DIM = bytes([30] * 3 * 20)


@given(st.lists(st.tuples(st.floats(0, 0.7), st.binary(min_size=60, max_size=60)), min_size=1))
def test_no_frame_in_a_row_takes_more_than_the_supply_gives(frames):
    supply, now = Supply(150), 0.0
    for wait, frame in frames:
        now += wait
        shown = supply.let(frame, now)
        assert milliamps(shown) <= 150
        assert all(a <= b for a, b in zip(shown, frame, strict=True))


def test_what_is_dimmed_for_a_heavy_frame_stays_so_until_the_board_has_stood_still_for_a_second():
    """20 white pixels would take 860 mA: 20 of the 300 are theirs dark, so each channel has a third."""
    supply = Supply(300)
    assert supply.let(DIM, 0.0) == DIM
    assert supply.next_change(0.0) is None
    assert set(supply.let(WHITE, 0.1)) == {255 * 280 // 840}
    assert set(supply.let(DIM, 0.2)) == {30 * 280 // 840}
    assert set(supply.let(DIM, 1.1)) == {30 * 280 // 840}
    assert supply.next_change(1.1) == pytest.approx(1.2)
    assert supply.let(DIM, 1.2) == DIM
    assert supply.next_change(1.2) is None


def test_heavy_frames_that_come_again_and_again_keep_it_dim_in_between():
    """So it doesn't waver: every half second a heavy one, all but the first a little lighter."""
    supply = Supply(300)
    heavy, lighter = WHITE, bytes([250] * 3 * 20)
    assert set(supply.let(heavy, 0.0)) == {255 * 280 // 840}
    dims = [supply.let(DIM, 0.1)[0]]
    for beat in range(1, 8):
        supply.let(lighter, beat / 2)
        dims += [supply.let(DIM, beat / 2 + part)[0] for part in (0.1, 0.4)]
    assert set(dims) == {30 * 280 // 840}


def test_a_heavy_frame_that_stays_needs_no_second_look():
    supply = Supply(300)
    supply.let(WHITE, 0.0)
    assert supply.next_change(0.0) is None
