"""No hole looks the same on two laps, wherever the pegs stand, by which holes are lit and not by how brightly (R75)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest

from cribboard.board import Track, View
from cribboard.board.layers import Scene, paint
from cribboard.rules import Options, Pegs, State

MOST_POINTS = 29
Looks = dict[int, set[frozenset[int]]]


def lit(track: Track, pegs: Pegs, target: int) -> frozenset[int]:
    """The holes of A's street that are lit, as pixels; the ends are left out, for lamps may shine there."""
    street, lap = track.street(0), track.lap_at(pegs.front, target)
    shown = {street[number - 1] for number in (*lap.trail(pegs), *lap.marks(pegs))}
    shown |= {track.hole(0, score, target) for score in pegs}
    return frozenset(shown & {*street})


def looks(track: Track, target: int, fronts: Iterable[int]) -> Looks:
    """For each hole how a front peg on it looks, with the back peg wherever an award may have left it, or beside it."""
    found: Looks = defaultdict(set)
    for front in fronts:
        for back in range(max(front - MOST_POINTS, 0), front + 1):
            found[track.hole(0, front, target)].add(lit(track, Pegs(front, back), target))
    return found


def alike(one: Looks, other: Looks) -> list[frozenset[int]]:
    """What shows the same hole on both laps in the same way."""
    return [look for hole in one if hole in other for look in one[hole] & other[hole]]


@pytest.fixture(params=["classic", "singles"])
def track(request) -> Track:
    return Track.load(request.param)


@pytest.fixture
def whole_laps(track) -> list[Looks]:
    """How the holes look on each of the laps of the longest game."""
    starts = range(0, 4 * track.lap, track.lap)
    return [
        looks(track, 4 * track.lap + 1, range(start + 1, start + track.lap + 1)) for start in starts
    ]


def test_no_two_laps_ever_look_alike(whole_laps):
    for one, other in combinations(whole_laps, 2):
        assert set(one) == set(other)
        assert not alike(one, other)


def test_a_last_lap_that_ends_early_looks_like_none_before_it(track, whole_laps):
    """Whatever the target: the laps before the last are whole, and look as they do in the longest game."""
    for target in range(track.lap + 2, 4 * track.lap + 1):
        last = (target - 2) // track.lap
        ending = looks(track, target, range(last * track.lap + 1, target))
        assert not any(alike(ending, before) for before in whole_laps[:last]), target


def test_laps_before_the_last_do_not_depend_on_the_target(track):
    whole = track.lap_at(track.lap, 4 * track.lap + 1)
    for target in (track.lap + 1, track.lap + 2, 2 * track.lap + 7):
        assert track.lap_at(track.lap, target) == whole


def test_the_board_lights_what_the_lap_says():
    """What is proved above of the holes holds for the pixels: every position of a game of four laps."""
    options = Options(players=3)
    track, start = Track.for_options(options), State.new(options)
    for front in range(1, 121):
        for back in range(max(front - MOST_POINTS, 0), front + 1):
            pegs = Pegs(front, back)
            state = replace(start, pegs=(pegs, *start.pegs[1:]))
            frame = paint(Scene.at_rest(track, View(state, (None,) * 3)))
            shown = {hole for hole in track.street(0) if any(frame[3 * hole : 3 * hole + 3])}
            assert shown == lit(track, pegs, 121)


def fives(*marks: int, within: range) -> set[int]:
    """The holes of every group of five that stand at these places in it."""
    return {hole for hole in within if (hole - 1) % 5 + 1 in marks}


@pytest.mark.parametrize(
    ("lap", "trail", "ahead"),
    [
        (0, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, set()),
        (1, {1, 2, 3, 4, 6, 7, 8, 9, 11}, {20, 25, 30}),
        (2, {1, 2, 5, 6, 7, 10, 11}, {18, 19, 23, 24, 28, 29}),
        (3, {4, 5, 9, 10}, {17, 18, 21, 22, 23, 26, 27, 28}),
    ],
)
def test_patterns_of_four_laps(lap, trail, ahead):
    """Pegs on the holes 16 and 12: solid and nothing; dots; pairs; threes; the gaps behind as long as the marks ahead."""
    singles = Track.load("singles")
    pegs = Pegs(30 * lap + 16, 30 * lap + 12)
    assert lit(singles, pegs, target=121) == trail | {12, 16} | ahead


@pytest.mark.parametrize(
    ("lap", "marks"), [(0, set()), (1, {5}), (2, {3, 4}), (3, {1, 2, 3})], ids="1234"
)
def test_last_hole_of_a_lap_with_the_back_peg_on_the_first(lap, marks):
    """No trail and no way ahead: the marks glow between the pegs."""
    singles = Track.load("singles")
    shown = lit(singles, Pegs(30 * lap + 30, 30 * lap + 1), target=121)
    assert shown == {1, 30} | fives(*marks, within=range(1, 31))


def test_marks_leave_the_dark_between_the_pegs_where_trail_or_way_ahead_tells_the_lap():
    singles = Track.load("singles")
    assert lit(singles, Pegs(60, 37), target=121) == {1, 2, 3, 4, 6, 7, 30}
    assert lit(singles, Pegs(60, 36), target=121) == {1, 2, 3, 4, 6, 10, 15, 20, 25, 30}
    assert lit(singles, Pegs(54, 32), target=121) == {1, 2, 24, 25, 30}


def test_a_lap_of_a_few_holes_shows_its_marks_out_of_play():
    """Home at 66: on its second lap the classic board has five holes in play, and 65 is not to be taken for 5."""
    classic = Track.load("classic")
    assert lit(classic, Pegs(5, 4), target=66) == {1, 2, 3, 4, 5}
    assert lit(classic, Pegs(65, 64), target=66) == {1, 2, 3, 4, 5, *range(10, 61, 5)}


def test_a_longer_last_lap_shows_only_the_way_that_is_left():
    classic = Track.load("classic")
    assert lit(classic, Pegs(72, 70), target=85) == {1, 2, 3, 4, 6, 7, 8, 9, 10, 12, 15, 20}


def test_home_is_on_the_last_lap():
    singles = Track.load("singles")
    assert lit(singles, Pegs(121, 116), target=121) == {*fives(4, 5, within=range(1, 26)), 26}
    assert lit(singles, Pegs(61, 57), target=61) == {*fives(1, 2, 3, 4, within=range(1, 27)), 27}
