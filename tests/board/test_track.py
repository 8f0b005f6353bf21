"""The classic board, 138 pixels in one chain (R71-R78), and the same pixels for single players."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest

from cribboard.board import Track
from cribboard.rules import Options
from cribboard.rules.options import FourPlayer

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
    assert classic.lap_at(15, target=121).start == 0
    assert classic.lap_at(75, target=121).start == 60


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


# --- three or four single players ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("index", "hole"),
    [
        (0, ("end", 0, 1)),
        (1, ("street", 0, 1)),
        (30, ("street", 0, 30)),
        (31, ("street", 1, 30)),
        (60, ("street", 1, 1)),
        (61, ("end", 1, 1)),
        (62, ("end", 2, 1)),
        (63, ("street", 2, 1)),
        (92, ("street", 2, 30)),
        (93, ("street", 3, 30)),
        (122, ("street", 3, 1)),
        (123, ("end", 3, 1)),
    ],
)
def test_rows_of_singles_in_the_chain(singles, four_singles, index, hole):
    found = four_singles.holes[index]
    assert (found.kind, found.side, found.number) == hole
    found = singles.holes[index]
    assert (found.kind, found.side, found.number) == (hole if hole[1] < 3 else ("spare", None, 0))


def test_singles_have_the_same_pixels_at_the_same_places(classic, singles, four_singles):
    for track in singles, four_singles:
        for hole, known in zip(track.holes, classic.holes, strict=True):
            assert (hole.index, hole.x, hole.y) == (known.index, known.x, known.y)


def test_every_row_of_singles_goes_from_left_to_right_on_every_lap(four_singles):
    for side, y in enumerate([0, 20, 70, 90]):
        end = four_singles.holes[four_singles.start(side)]
        assert (end.x, end.y) == (0, y)
        for lap in range(4):
            for number in range(1, 31):
                hole = four_singles.holes[four_singles.hole(side, 30 * lap + number, target=121)]
                assert (hole.x, hole.y, hole.side) == (10 * number, y, side)


def test_start_and_finish_of_singles_are_one_hole(four_singles):
    for side, end in enumerate([0, 61, 62, 123]):
        assert four_singles.start(side) == four_singles.finish(side) == end
        assert four_singles.hole(side, 0, 121) == four_singles.hole(side, 121, 121) == end


def test_match_holes_are_shared_out(singles, four_singles):
    """In the panel three have a square of four each, and four have three in a line each, two of them above."""
    assert [singles.match_holes(side) for side in range(3)] == [
        (124, 125, 131, 132),
        (126, 127, 133, 134),
        (128, 129, 135, 136),
    ]
    assert [four_singles.match_holes(side) for side in range(4)] == [
        (124, 125, 126),
        (128, 129, 130),
        (131, 132, 133),
        (135, 136, 137),
    ]


def test_each_hole_of_singles_has_one_use_and_the_others_are_spare(singles, four_singles):
    for track, spare in (singles, {*range(93, 124), 130, 137}), (four_singles, {127, 134}):
        uses = [
            pixel
            for side in range(track.sides)
            for pixel in (track.start(side), *track.street(side), *track.match_holes(side))
        ]
        assert len(set(uses)) == len(uses)
        assert set(range(138)) - set(uses) == spare
        assert {hole.index for hole in track.holes if hole.kind == "spare"} == spare
        assert all(track.holes[pixel].side is None for pixel in spare)


@pytest.mark.parametrize(
    ("options", "name", "sides"),
    [
        (Options(), "classic", 2),
        (Options(players=3), "singles", 3),
        (Options(players=4), "classic", 2),
        (Options(players=4, four_player=FourPlayer.INDIVIDUAL), "singles", 4),
    ],
)
def test_sides_choose_their_track(options, name, sides):
    track = Track.for_options(options)
    assert (track.name, track.sides) == (name, sides)
    assert track.problem(options) is None
    assert repr(track) == f"Track.load({name!r}, sides={sides})"


def test_a_track_has_all_the_sides_that_it_has_room_for():
    assert [Track.load(name).sides for name in ("classic", "singles")] == [2, 4]


@pytest.mark.parametrize(
    ("name", "sides", "allowed"),
    [("classic", 3, "2"), ("singles", 2, "3 or 4"), ("singles", 0, "3 or 4")],
)
def test_a_track_is_refused_to_other_numbers_of_sides(name, sides, allowed):
    with pytest.raises(ValueError, match=f"^track {name} for {sides} sides: takes {allowed}$"):
        Track.load(name, sides)


@pytest.mark.parametrize(
    ("target", "on_classic", "on_singles"),
    [(31, 1, 1), (32, 1, 2), (61, 1, 2), (62, 2, 3), (91, 2, 3), (121, 2, 4), (241, 4, 8)],
)
def test_laps_of_a_game(classic, singles, target, on_classic, on_singles):
    assert (classic.laps(target), singles.laps(target)) == (on_classic, on_singles)


@pytest.mark.parametrize(("players", "longest"), [(2, 241), (3, 121)])
def test_a_game_of_more_than_four_laps_is_refused(players, longest):
    track = Track.for_options(Options(players=players))
    for target in (31, longest):
        assert track.problem(Options(players=players, target=target)) is None
    problem = track.problem(Options(players=players, target=longest + 1))
    assert problem.startswith(f"target = {longest + 1}: takes up to {longest} with {players} sides")


def test_a_track_for_other_sides_is_a_problem(classic):
    assert classic.problem(Options(players=3)) == "players = 3: 3 sides on a track for 2"


def test_where_the_lap_ends_the_game_may_end_in_the_middle(singles):
    assert singles.hole(1, 99, target=100) == 61 - 9
    assert singles.hole(1, 100, target=100) == 61
    assert [singles.lap_at(score, target=100).last for score in (90, 91, 100)] == [30, 9, 9]
