"""The hours of the night."""

from __future__ import annotations

import pytest

from cribboard.board.night import DAY, Night


@pytest.mark.parametrize("text", ["22:00-07:00", "0:00-23:59", "13:30-13:31", "23:59-00:00"])
def test_a_night_is_as_long_as_it_is_written_and_the_day_is_the_rest(text: str):
    night = Night.parse(text)
    assert night
    begins, ends = text.split("-")
    hours, minutes = (
        int(a) - int(b) for a, b in zip(ends.split(":"), begins.split(":"), strict=True)
    )
    held = [minute for minute in range(DAY) if night.holds(minute)]
    assert len(held) == (60 * hours + minutes) % DAY
    assert night.begins in held
    assert night.ends not in held


def test_there_need_be_no_night():
    assert Night.parse("none") is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "22-7",
        "24:00-07:00",
        "22:60-07:00",
        "22:00",
        "22:00-22:00",
        "-1:00-07:00",
        "22:00-07:00 ",
    ],
)
def test_what_is_no_night_is_refused(text: str):
    with pytest.raises(ValueError, match="^" + text.replace("-", r"\-") + "$"):
        Night.parse(text)
