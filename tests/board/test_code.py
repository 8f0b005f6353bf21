"""A pairing code on the board: whoever counts the lights of a row reads a digit."""

from __future__ import annotations

import pytest

from cribboard.board.layers import Scene, paint
from cribboard.board.track import Track
from cribboard.board.view import View
from cribboard.rules import Options, State
from cribboard.rules.options import FourPlayer

TABLES = [Options(), Options(players=3), Options(players=4), Options(players=4, four_player=FourPlayer.INDIVIDUAL)]  # fmt: skip


@pytest.mark.parametrize("options", TABLES, ids=str)
@pytest.mark.parametrize("code", ["1111", "4719", "9999"])
def test_as_many_lights_as_each_digit_and_nothing_else(options: Options, code: str) -> None:
    track = Track.for_options(options)
    view = View(State.new(options), tuple(None for _ in options.sides), code=code)
    frame = paint(Scene.at_rest(track, view))
    lit = {hole.index for hole in track.holes if any(frame[3 * hole.index : 3 * hole.index + 3])}
    for digit, row in zip(code, track.rows, strict=True):
        assert lit & set(row) == set(row[: int(digit)])
    assert len(lit) == sum(map(int, code))
    across = [{track.holes[pixel].y for pixel in row} for row in track.rows]
    assert [len(ys) for ys in across] == [1, 1, 1, 1]
    assert sorted(across, key=min) == across
