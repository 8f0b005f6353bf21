"""The classic board: 138 pixels in one chain (R71-R78)."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest

from cribboard.board import Track

SPI_LIMIT = 150


def test_every_pixel_has_one_hole_and_every_hole_one_pixel(classic):
    assert [hole.index for hole in classic.holes] == list(range(138))
    names = {(hole.kind, hole.side, hole.number) for hole in classic.holes}
    expected = {("street", side, number) for side in (0, 1) for number in range(1, 61)}
    expected |= {("match", side, number) for side in (0, 1) for number in range(1, 8)}
    expected |= {(end, side, 1) for end in ("start", "finish") for side in (0, 1)}
    assert names == expected
    assert len({(hole.x, hole.y) for hole in classic.holes}) == 138 <= SPI_LIMIT


@pytest.mark.parametrize(
    ("index", "hole"),
    [
        (0, ("start", 0, 1)),
        (1, ("street", 0, 1)),
        (30, ("street", 0, 30)),
        (31, ("street", 0, 31)),
        (60, ("street", 0, 60)),
        (61, ("finish", 0, 1)),
        (62, ("finish", 1, 1)),
        (63, ("street", 1, 60)),
        (92, ("street", 1, 31)),
        (93, ("street", 1, 30)),
        (122, ("street", 1, 1)),
        (123, ("start", 1, 1)),
        (124, ("match", 0, 1)),
        (130, ("match", 0, 7)),
        (131, ("match", 1, 1)),
        (137, ("match", 1, 7)),
    ],
)
def test_chain_order(classic, index, hole):
    found = classic.holes[index]
    assert (found.kind, found.side, found.number) == hole


def test_strip_runs_at_its_own_pitch_and_turns_at_the_far_end(classic):
    rows = [range(31), range(31, 62), range(62, 93), range(93, 124), range(124, 131)]
    for row in rows:
        holes = [classic.holes[index] for index in row]
        assert {h.y for h in holes} == {holes[0].y}
        assert all(dist((a.x, a.y), (b.x, b.y)) == 10 for a, b in pairwise(holes))
    for turn in (30, 92):
        assert classic.holes[turn].x == classic.holes[turn + 1].x == 300


@pytest.mark.parametrize(
    ("score", "outer", "x"),
    [
        (30, True, 300),
        (31, False, 300),
        (60, False, 10),
        (61, True, 10),
        (90, True, 300),
        (91, False, 300),
        (120, False, 10),
    ],
)
def test_e84_classic_positions(classic, score, outer, x):
    for side, (outer_y, inner_y) in enumerate([(0, 20), (90, 70)]):
        hole = classic.holes[classic.hole(side, score, target=121)]
        assert (hole.x, hole.y, hole.side) == (x, outer_y if outer else inner_y, side)


def test_e85_61_is_the_second_lap_or_the_game_hole(classic):
    assert classic.hole(0, 61, target=121) == classic.hole(0, 1, target=121) == 1
    assert classic.hole(0, 61, target=61) == classic.finish(0) == 61
    assert classic.hole(1, 61, target=61) == classic.finish(1) == 62


def test_e86_15_and_75_share_a_hole_on_two_laps(classic):
    assert classic.hole(0, 15, target=121) == classic.hole(0, 75, target=121) == 15
    assert classic.lap_start(15, target=121) == 0
    assert classic.lap_start(75, target=121) == 60


def test_ends_and_beyond(classic):
    assert [classic.hole(side, 0, target=121) for side in (0, 1)] == [0, 123]
    assert [classic.hole(side, -3, target=121) for side in (0, 1)] == [0, 123]
    assert [classic.hole(side, 125, target=121) for side in (0, 1)] == [61, 62]
    assert (classic.start(1), classic.finish(1)) == (123, 62)
    assert classic.match_holes(1) == (131, 132, 133, 134, 135, 136, 137)


def test_every_score_of_a_game_has_a_hole_of_its_own_on_its_lap(classic):
    for side in (0, 1):
        first = [classic.hole(side, score, target=121) for score in range(1, 61)]
        second = [classic.hole(side, score, target=121) for score in range(61, 121)]
        assert first == second
        assert len(set(first)) == 60


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        ("street", "side 0 lacks a street hole or has it twice"),
        ("finish", "every side takes one start and one finish"),
    ],
)
def test_a_board_with_a_hole_missing_is_refused(classic, broken, complaint):
    missing = next(hole for hole in classic.holes if hole.kind == broken)
    holes = [hole for hole in classic.holes if hole is not missing]
    with pytest.raises(ValueError, match=complaint):
        Track("broken", holes)


def test_unequal_laps_are_refused(classic):
    last = next(hole for hole in classic.holes if hole.kind == "street" and hole.number == 60)
    with pytest.raises(ValueError, match="laps of different lengths"):
        Track("uneven", [hole for hole in classic.holes if hole is not last])


def test_no_such_track():
    with pytest.raises(FileNotFoundError):
        Track.load("moebius")
