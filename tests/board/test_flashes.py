"""Whatever frames come, and however fast, none of those that are let pass flashes, and all ends at the last one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribboard.board.flashes import SECONDS, Steady
from tests.flicker import ALLOWED, most_turns

OFF, ON, BLUE = bytes(6), bytes([200] * 3 + [0] * 3), bytes([0, 0, 200] + [0] * 3)


def shown(steady: Steady, film: list[tuple[float, bytes]]) -> list[tuple[float, bytes]]:
    return [(now, steady.let(frame, now)) for now, frame in film]


def strobe(every: float, seconds: float) -> list[tuple[float, bytes]]:
    return [(n * every, (OFF, ON)[n % 2]) for n in range(int(seconds / every))]


@pytest.mark.parametrize("every", [0.004, 1 / 30, 0.05, 0.1, 0.16])
def test_a_strobe_is_slowed_down_to_three_flashes_a_second(every):
    film = strobe(every, 5.0)
    assert most_turns(film) > ALLOWED
    assert most_turns(shown(Steady(), film)) == ALLOWED


def test_three_flashes_a_second_pass_untouched():
    film = strobe(0.17, 5.0)
    assert shown(Steady(), film) == film


def test_a_light_that_glides_up_and_down_five_times_a_second_is_held_too():
    """Without a jump anywhere: each step is small, the sum of them is not."""
    level = [*range(0, 200, 25), *range(200, 0, -25)]
    film = [(n / 80, bytes([level[n % 16]] * 3)) for n in range(400)]
    assert most_turns(film) > ALLOWED
    assert most_turns(shown(Steady(), film)) <= ALLOWED


def test_other_pixels_are_not_held():
    steady = Steady()
    for now, frame in strobe(0.05, 1.0):
        out = steady.let(frame[:3] + bytes([int(now * 100)] * 3), now)
        assert out[3] == int(now * 100)


def test_a_change_of_hue_alone_is_no_flash():
    grey, blue = bytes([20, 20, 20]), bytes([0, 10, 178])  # as bright as each other
    film = [(n / 20, (grey, blue)[n % 2]) for n in range(60)]
    assert shown(Steady(), film) == film


def test_what_is_held_says_when_it_may_change_and_then_does():
    """Six changes from 0.05 on; the seventh, at 0.35, may come a second after the first."""
    steady, film = Steady(), strobe(0.05, 0.4)
    *_, (now, last) = shown(steady, film)
    assert (film[-1][1], last) == (ON, OFF)
    assert steady.next_change(now) == pytest.approx(1.05)
    assert steady.let(ON, 1.0) == OFF
    assert steady.let(ON, 1.051) == ON
    assert steady.next_change(1.051) is None


def test_another_board_begins_afresh():
    steady = Steady()
    shown(steady, strobe(0.05, 2.0))
    assert steady.let(bytes([1] * 9), 2.0) == bytes([1] * 9)


colours = st.sampled_from([bytes([level] * 3) for level in (0, 4, 16, 85, 255)] + [BLUE[:3]])
steps = st.tuples(st.sampled_from([0.005, 0.02, 1 / 30, 0.1, 0.3]), colours, colours)


@given(st.lists(steps, min_size=1, max_size=150))
def test_whatever_comes_no_pixel_flashes_and_the_last_frame_is_shown_within_a_second(film):
    steady, now, out = Steady(), 0.0, []
    for wait, *pixels in film:
        now += wait
        out.append((now, steady.let(b"".join(pixels), now)))
    wanted = b"".join(film[-1][1:])
    for _ in range(len(wanted)):
        if (change := steady.next_change(now)) is None:
            break
        assert now <= change <= now + SECONDS
        out.append((change, steady.let(wanted, change)))
        now = change
    assert out[-1][1] == wanted
    for pixel in range(2):
        assert most_turns([(at, frame[3 * pixel : 3 * pixel + 3]) for at, frame in out]) <= ALLOWED
