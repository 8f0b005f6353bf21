"""The measure itself: it sees a strobe, and lets a pulse pass."""

from __future__ import annotations

import pytest

from .flicker import most_turns, turns


def film(*levels: int) -> list[tuple[float, bytes]]:
    """A board of two pixels, 60 frames a second: one pixel does this, the other is always dark."""
    return [(place / 60, bytes([level] * 3 + [0] * 3)) for place, level in enumerate(levels)]


@pytest.mark.parametrize(("every", "most"), [(5, 12), (10, 6), (15, 4)])
def test_a_strobe_is_counted(every, most):
    """At 60 frames a second: a change every 5 frames is 6 flashes a second, 12 changes."""
    assert most_turns(film(*(255 * (place // every % 2) for place in range(240)))) == most


def test_what_changes_by_less_than_a_tenth_of_its_peak_is_steady():
    assert most_turns(film(*(200 - 19 * (place % 2) for place in range(120)))) == 0


def test_light_that_only_comes_turns_once():
    assert len(turns([place / 100 for place in range(100)])) == 1


def test_two_pixels_that_take_turns_are_steady_together_and_counted_apart():
    frames = [bytes([9] * 3 + [0] * 3), bytes([0] * 3 + [9] * 3)]
    assert most_turns([(place / 60, frames[place % 2]) for place in range(120)]) >= 59
