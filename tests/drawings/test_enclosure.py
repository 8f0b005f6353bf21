"""The parts for a 3-D printer: closed solids that fit its bed and belong together."""

from __future__ import annotations

import io
from math import pi, sin

import pytest

from cribboard.drawings.build import Build
from cribboard.drawings.checks import Unbuildable
from cribboard.drawings.enclosure import BOSS, STEPS, WALL, box_seams, pieces, plate_seams, stl
from cribboard.drawings.layout import Layout
from cribboard.drawings.plates import baffle
from cribboard.drawings.shapes import Rect, box, gap
from cribboard.drawings.stamp import stamp
from cribboard.rules import Options


def solid(data: bytes):
    trimesh = pytest.importorskip("trimesh")
    return trimesh.load(io.BytesIO(data), file_type="stl")


@pytest.fixture(scope="module")
def made(layout: Layout) -> dict[str, bytes]:
    """The pieces of the reference board."""
    return pieces(layout)


@pytest.fixture
def board(strip: int) -> Layout:
    return Layout(Options(), Build(strip=strip))


def test_pieces_are_watertight_fit_the_bed_and_make_the_whole_board(layout, made):
    assert_whole(layout, made)


@pytest.mark.soak
def test_pieces_for_every_strip(board):
    assert_whole(board, pieces(board))


def assert_whole(board: Layout, made: dict[str, bytes]) -> None:
    """Every piece is closed and fits; those of a part, side by side, are as long as the board."""
    assert {name.partition("-")[0] for name in made} == {"box", "tray", "baffle"}
    for part, tall in (("box", WALL + 40), ("tray", 6), ("baffle", 6)):
        own = [solid(data) for name, data in made.items() if name.startswith(part)]
        reached = board.outline.x
        for piece in own:
            assert piece.is_watertight
            assert piece.is_winding_consistent
            assert piece.volume > 0
            (left, front, low), (right, back, high) = piece.bounds
            assert max(right - left, back - front) <= 220.001
            assert (low, high) == pytest.approx((0, tall), abs=0.001)
            assert left == pytest.approx(reached, abs=0.001)
            reached = right
        assert reached == pytest.approx(board.outline.right, abs=0.001)


def test_the_baffle_weighs_what_is_not_cut_out_of_it(layout, made):
    """Its plate less its cells, pockets and holes, computed flat; a circle is a polygon there."""
    volume = sum(solid(d).volume for name, d in made.items() if name.startswith("baffle"))
    round_area, cut = STEPS / 2 * sin(2 * pi / STEPS), 0.0
    for _, shape in baffle(layout).cuts:
        cut += (
            shape.width * shape.height if isinstance(shape, Rect) else round_area * shape.radius**2
        )
    corners = (4 - round_area) * 6**2
    assert volume == pytest.approx((409 * 206 - corners - cut) * 6, rel=1e-4)


def test_y_points_away_from_who_sits_below(layout, made):
    """Seen from above, the jack is in the left wall above the middle, as it is on the drawing."""
    first = solid(made["box-1"])
    y, z = layout.jack
    wall = [v for v in first.vertices if abs(v[0] - layout.outline.x) < 0.01]
    rim = [v for v in wall if abs(((v[1] + y) ** 2 + (v[2] - WALL - z) ** 2) ** 0.5 - 6) < 0.01]
    assert len(rim) >= 40


def test_seams_are_clear_of_what_stands_there(board):
    for seam in box_seams(board):
        here = Rect(seam - 3, board.outline.y, 6, board.outline.height)
        assert all(gap(placed.covers, here) > 0 for placed in board.in_bay)
        assert all(gap(Rect.about(x, y, BOSS, BOSS), here) > 0 for x, y in board.screws)
    for seam in plate_seams(board):
        assert all(
            not box(cut.shape).left < seam < box(cut.shape).right for cut in baffle(board).cuts
        )


def test_a_bed_that_is_too_small_is_refused(layout):
    with pytest.raises(Unbuildable, match="bed 200: the board is 206 mm deep"):
        pieces(Layout(Options(), Build(bed=200)))


def test_stl_says_what_it_is_and_begins_like_no_text(layout, made):
    data = made["tray-1"]
    assert data[:80].decode().rstrip() == f"tray 1, {stamp(layout)}"
    assert int.from_bytes(data[80:84], "little") == (len(data) - 84) / 50


def test_stl_has_its_triangles_in_one_order():
    manifold3d = pytest.importorskip("manifold3d")
    cube = manifold3d.Manifold.cube((1, 2, 3))
    turned = manifold3d.Manifold.cube((2, 1, 3)).rotate((0, 0, 90)).translate((1, 0, 0))
    assert solid(stl(cube, "")).volume == pytest.approx(6)
    assert stl(cube, "x") == stl(cube + cube, "x")
    assert sorted(map(tuple, solid(stl(cube, "")).vertices)) == sorted(
        map(tuple, solid(stl(turned, "")).vertices)
    )
