"""Where things lie: holes and pixels one to one, strips that reach, and boards that can't be built."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from cribboard.board import Track
from cribboard.config import buttons_of
from cribboard.drawings import sheets
from cribboard.drawings.build import Build
from cribboard.drawings.checks import Unbuildable, check
from cribboard.drawings.layout import Layout, Placed, holes_of
from cribboard.drawings.parts import part
from cribboard.drawings.plates import baffle, channels, deck, face, plates
from cribboard.drawings.shapes import Circle, Layer, Path, Rect, Text, box, gap, inset
from cribboard.drawings.stamp import layout_hash
from cribboard.rules import Options
from cribboard.rules.match import skunk_lines

from .conftest import STRIPS

PITCH = {60: 16.667, 100: 10.0, 144: 6.944}


def test_every_strip_and_table_can_be_built(any_layout):
    check(any_layout)


def test_holes_and_pixels_are_one_to_one(any_layout):
    """In the face a hole, in the baffle a cell, on the strip a pixel: at the same places, 138 of each, none twice."""
    places = {(hole.x, hole.y) for hole in any_layout.track.holes}
    drilled = [cut.shape for cut in face(any_layout).cuts if cut.shape.layer is Layer.DRILL]
    cells = [
        cut.shape.middle
        for cut in baffle(any_layout).cuts
        if isinstance(cut.shape, Rect) and cut.name not in ("reader", "speaker")
    ]
    assert len(places) == len(drilled) == len(cells) == 138
    assert {(hole.x, hole.y) for hole in drilled} == places
    assert {(round(x, 3), round(y, 3)) for x, y in cells} == {
        (round(x, 3), round(y, 3)) for x, y in places
    }
    chain = [hole.index for _, _, hole in holes_of(any_layout.runs)]
    assert chain == list(range(138))


def test_pixels_are_where_a_strip_has_them(strip, any_layout):
    """Each piece is cut from a strip that has a pixel every 1000/strip mm, so many from its first to its last."""
    for run in any_layout.runs:
        way = 1 if run.goes_right else -1
        first = run.holes[0]
        for place, hole in enumerate(run.holes):
            assert hole.y == first.y
            assert hole.x - first.x == pytest.approx(way * place * 1000 / strip, abs=0.005)
    assert [len(run.holes) for run in any_layout.runs] == [31, 31, 31, 31, 7, 7]


def test_pitch(strip):
    assert Build(strip=strip).pitch == PITCH[strip]


def test_tracks_of_other_strips_are_the_same_course(strip):
    known, other = Track.load("classic"), Track.load("classic", leds_per_metre=strip)
    for hole, same in zip(known.holes, other.holes, strict=True):
        assert replace(same, x=0.0) == replace(hole, x=0.0)
        assert same.x == pytest.approx(hole.x / 10 * 1000 / strip, abs=0.001)
    assert eval(repr(other), {"Track": Track}).holes == other.holes


def test_every_cell_is_over_a_channel_and_every_channel_over_wires(any_layout):
    slots = {cut.name: cut.shape for cut in channels(any_layout).cuts}
    wires = [cut for cut in deck(any_layout).cuts if cut.name.startswith("wires")]
    assert len(wires) == 12
    for run in any_layout.runs:
        slot = slots[f"strip {run.number}"]
        for hole in run.holes:
            assert inset(Circle(hole.x, hole.y, 2.5), slot) >= 2
        own = [wire for wire in wires if wire.name.startswith(f"wires of strip {run.number},")]
        assert [inset(wire.shape, slot) > 0 for wire in own] == [True, True]


def test_buttons_are_those_of_the_table(any_layout, table):
    assert tuple(any_layout.buttons) == buttons_of(table)
    for plate in plates(any_layout)[:4]:
        cut = [cut for cut in plate.cuts if cut.name.startswith("button")]
        assert len(cut) == len(buttons_of(table))


def test_buttons_are_next_to_their_rows(any_layout):
    middle = any_layout.field.middle[1]
    for button, (_, y) in any_layout.buttons.items():
        if button.kind in ("one", "five"):
            assert (y < middle) is any_layout.is_at_top(button.who)
        if button.who is None:
            assert y == middle


def test_no_text_of_the_template_is_on_another_or_on_a_cut(any_layout):
    texts = [shape for shape in sheets.drill(any_layout).shapes if isinstance(shape, Text)]
    covers = [(text.text, box(text)) for text in texts]
    for (one, its), (other, others) in combinations(covers, 2):
        assert not its.meets(others), f"{one} is on {other}"
    cuts = [cut.shape for cut in face(any_layout).cuts]
    for text, (left, top, right, bottom) in covers:
        around = Rect(left, top, right - left, bottom - top)
        assert all(gap(around, cut) > 0 for cut in cuts), text


@pytest.mark.parametrize(
    "draw", [sheets.drill, sheets.faceplate, sheets.baffle, sheets.base_sheets]
)
def test_everything_is_inside_its_drawing(any_layout, draw):
    drawing = draw(any_layout)
    frame = box(drawing.frame)
    for shape in drawing.shapes:
        covers = box(shape)
        assert frame.left <= covers.left <= covers.right <= frame.right
        assert frame.top <= covers.top <= covers.bottom <= frame.bottom


def test_groups_of_five_and_skunk_lines_are_marked(layout):
    drawing = sheets.drill(layout)
    lines = [s for s in drawing.shapes if isinstance(s, Path) and s.layer is Layer.LINES]
    assert sorted(path.points for path in lines) == [
        ((6.0, 10.0), (14.0, 10.0)),
        ((6.0, 80.0), (14.0, 80.0)),
        ((296.0, 10.0), (304.0, 10.0)),
        ((296.0, 80.0), (304.0, 80.0)),
    ]
    fives = [s for s in drawing.shapes if isinstance(s, Path) and s.layer is Layer.ENGRAVE]
    assert len(fives) == 4 * 5
    assert {path.points[0][0] for path in fives} == {55, 105, 155, 205, 255}


@pytest.mark.parametrize(
    ("target", "at_15", "lines"),
    [
        (31, "15", set()),
        (61, "15", {10.0, 80.0}),
        (121, "15/75", {10.0, 80.0}),
        (200, "15/75/135/195", set()),
    ],
)
def test_the_face_has_the_scores_and_lines_of_its_target(target, at_15, lines):
    """To 61 one line, at the turn before 31; to 200 they are at 170 and 140, upright in the rows (R56)."""
    board = Layout(Options(target=target), Build())
    shapes = face(board).engraved
    words = {shape.text for shape in shapes if isinstance(shape, Text)}
    assert at_15 in words
    assert all(
        int(score) < target for each in words if each[0].isdigit() for score in each.split("/")
    )
    strokes = [s.points for s in shapes if isinstance(s, Path) and s.layer is Layer.LINES]
    assert {start[1] for start, end in strokes if start[1] == end[1]} == lines
    upright = {start[0] for start, end in strokes if start[0] == end[0]}
    assert upright == ({115.0, 195.0} if target == 200 else set())


@pytest.mark.parametrize("strip", STRIPS)
@pytest.mark.parametrize(
    "options",
    [
        *({"target": str(target)} for target in (61, 101, 121, 150, 165, 200, 241)),
        {"skunk_lines": "proportional"},
        {"skunk_lines": "proportional", "target": "200"},
        {"skunk_lines": "proportional", "target": "240"},
        {"points": "lurch"},
        {"players": "3"},
        {"players": "3", "target": "100"},
        {"players": "4", "four_player": "individual", "target": "115"},
    ],
    ids=str,
)
def test_every_line_has_its_name_and_runs_through_no_letters(options, strip):
    """The first safe holes' lines, but for those between two laps of a row that is one player's whole street.

    Lines a lap apart are the same one.
    """
    board = Layout(Options().changed(options), Build(strip=strip))
    lines = [shape for shape in face(board).engraved if shape.layer is Layer.LINES]
    strokes = [shape for shape in lines if isinstance(shape, Path)]
    named = [shape for shape in lines if isinstance(shape, Text)]
    turn = 1 if board.track.name == "singles" else None
    wanted = {line % board.track.lap for line in skunk_lines(board.options)[:2]} - {turn}
    assert len(strokes) == len(named) == board.track.sides * len(wanted)
    assert {text.text for text in named} <= {"S", "SS", "S/SS"}
    letters = [(s, box(s)) for s in sheets.drill(board).shapes if isinstance(s, Text)]
    for stroke in strokes:
        for text, covers in letters:
            assert not box(stroke).meets(covers), f"{text.text} is on a line"
    for text in named:
        for other, covers in letters:
            assert other == text or not box(text).meets(covers), f"{other.text} is on {text.text}"


def test_no_text_of_the_face_touches_the_cards_frame(any_layout):
    card = any_layout.card
    for text in face(any_layout).engraved:
        if isinstance(text, Text) and text.text != "CARD":
            left, top, right, bottom = box(text)
            assert gap(Rect(left, top, right - left, bottom - top), card) >= 1, text


def test_the_left_walls_openings_are_named(layout):
    (wall,) = [plate for plate in plates(layout) if plate.name == "left wall"]
    assert (
        [text.text for text in wall.engraved]
        == [cut.name for cut in wall.cuts]
        == ["jack", "switch"]
    )
    for text in wall.engraved:
        left, top, right, bottom = box(text)
        around = Rect(left, top, right - left, bottom - top)
        assert inset(around, wall.outline) > 0
        assert all(gap(around, cut.shape) > 0 for cut in wall.cuts)


# --- holes that end under the surface ---


BLIND = Layout(Options(), Build(face=6, depth=4))


def test_no_laser_cuts_through_where_the_holes_end_under_the_surface():
    drawing = sheets.faceplate(BLIND)
    cut = [s for s in drawing.shapes if isinstance(s, Circle) and s.layer is Layer.CUT]
    pockets = [s for s in drawing.shapes if s.layer is Layer.POCKET]
    assert len(pockets) == 138
    assert {pocket.radius for pocket in pockets} == {2.0}, "a beam's width says nothing here"
    assert len(cut) == 8 + 8 + 21, "screws, buttons, the speaker's grille"
    notes = [s.text for s in drawing.shapes if isinstance(s, Text) and s.layer is Layer.NOTES]
    assert any("4 mm deep from below, leaving 2 mm" in note for note in notes)
    assert not [
        s for s in sheets.faceplate(Layout(Options(), Build())).shapes if s.layer is Layer.POCKET
    ]


def test_holes_from_below_are_drilled_by_a_template_that_is_mirrored():
    """Turned over on the wood, its holes lie on those of the face: x to the left of the middle is x to its right."""
    below, outline = sheets.drill_below(BLIND), BLIND.outline
    pockets = {(s.x, s.y) for s in below.shapes if s.layer is Layer.POCKET}
    middle = outline.x + outline.width / 2
    assert {(round(2 * middle - x, 3), y) for x, y in pockets} == {
        (hole.x, hole.y) for hole in BLIND.track.holes
    }
    assert not any(s.layer in (Layer.ENGRAVE, Layer.LINES) for s in below.shapes)
    frame = box(below.frame)
    for shape in below.shapes:
        covers = box(shape)
        assert frame.left <= covers.left <= covers.right <= frame.right
    above = [
        s for s in sheets.drill(BLIND).shapes if isinstance(s, Path) and s.layer is Layer.DRILL
    ]
    crosses = [s for s in below.shapes if isinstance(s, Path) and s.layer is Layer.DRILL]
    assert len(crosses) - len(above) == 2 * 138, "from above nobody punches them"


# --- what can't be built ---------------------------------------------------------------------------------------------


def reasons(**choices: float) -> list[str]:
    with pytest.raises(Unbuildable) as caught:
        check(Layout(Options(), Build(**choices)))
    return caught.value.reasons


@pytest.mark.parametrize(
    ("choices", "reason"),
    [
        ({"hole": 9}, "hole 9: wider than the baffle's cell under it, 8 mm"),
        ({"hole": 8.9}, "face: A start and A 1 are 1.1 mm apart; 1.5 must remain (and 131 more like this)"),
        ({"strip": 160}, "leave cells of 4.75 mm with a web of 1.5; a pixel needs 5.4"),
        ({"depth": 4}, "depth 4: the face is 3 mm thick; takes up to that"),
        ({"sheet": 5}, "sheet 5: walls that thick stand in the spacers; takes up to 4"),
        ({"body": 60}, "body 60: a button reaches 45 mm into the bay, which has 39; make bay 46 or more"),
        ({"bay": 25, "body": 20}, "bay 25: the pi stands 30 mm tall; make it 31 or more"),
        ({"button": 60}, "button undo are"),
        ({"strip": 144, "button": 30}, "channels: strip 2 and button undo are 0.5 mm apart; 1.5 must remain"),
        ({"strip": 60, "web": 3}, "channels: strip 4 and speaker are 2.8 mm apart; 3 must remain"),
    ],
)  # fmt: skip
def test_what_can_not_be_built_is_refused_with_the_reason(choices, reason):
    assert any(reason in told for told in reasons(**choices)), reasons(**choices)


class Moved(Layout):
    """A board whose data put a hole where no strip has a pixel."""

    @property
    def track(self) -> Track:
        known = Track.load("classic")
        holes = [replace(h, x=h.x + 1) if h.index == 7 else h for h in known.holes]
        return Track("moved", holes)


def test_holes_that_no_strip_reaches_are_refused():
    with pytest.raises(Unbuildable) as caught:
        check(Moved(Options(), Build()))
    assert (
        "strip 100: a pixel every 10 mm doesn't reach the holes from A start to A 30, which are 9 to 11 mm apart"
    ) in caught.value.reasons


class Crowded(Layout):
    """A bay in which the amplifier stands in the Pi, and the Pico in the wall."""

    @property
    def in_bay(self) -> tuple[Placed, ...]:
        shifter, supply, pi, _, _ = super().in_bay
        amplifier = Placed(part("amplifier"), pi.x + 10, pi.y)
        pico = Placed(part("pico"), self.outline.right, self.field.y)
        return shifter, supply, pi, amplifier, pico


def test_what_collides_in_the_bay_is_refused():
    with pytest.raises(Unbuildable) as caught:
        check(Crowded(Options(), Build()))
    assert any(
        "the pi and the amplifier are in each other's way" in told for told in caught.value.reasons
    )
    assert any("bay: the pico is in the wall" in told for told in caught.value.reasons)
    assert any(told.startswith("floor: mount") for told in caught.value.reasons)


class Deep(Layout):
    """A bay in which the Pi stands under the buttons."""

    @property
    def in_bay(self) -> tuple[Placed, ...]:
        shifter, supply, _, amplifier, pico = super().in_bay
        return shifter, supply, Placed(part("pi"), 150, 105), amplifier, pico


def test_a_button_that_hangs_into_a_part_is_refused():
    with pytest.raises(
        Unbuildable, match=r"the pi stands 30 mm tall where the button B\.one hangs 22 mm"
    ):
        check(Deep(Options(), Build()))


class Walled(Layout):
    """A board whose speaker is as far to the right as the card."""

    @property
    def speaker(self) -> Rect:
        return Rect.about(self.card.middle[0], self.field.bottom + 24, 71, 32)


class Over(Layout):
    """A board whose speaker hangs over the Pi."""

    @property
    def speaker(self) -> Rect:
        return Rect.about(60, 45, 71, 32)


@pytest.mark.parametrize(
    ("board", "choices", "reason"),
    [
        (Walled, {}, "bay: the speaker is in the wall"),
        (Over, {"face": 2, "baffle": 3, "sheet": 2}, "the pi stands 30 mm tall where the speaker hangs 30 mm"),
        (Layout, {"bay": 11}, "body 33: a button reaches 18 mm into the bay, which has 10; make bay 19 or more"),
        (Layout, {"baffle": 1, "sheet": 1, "bay": 14}, "bay 14: the speaker reaches 14 mm into it; make it 15 or more"),
    ],
)  # fmt: skip
def test_what_hangs_under_the_face_has_its_height_too(board, choices, reason):
    """The speaker is 17 mm tall: behind baffle, channels and deck it reaches into the bay."""
    with pytest.raises(Unbuildable) as caught:
        check(board(Options(), Build(**choices)))
    assert any(reason in told for told in caught.value.reasons), caught.value.reasons


def test_the_speaker_keeps_clear_of_the_walls(any_layout):
    """Between the wall's inner side, 5 mm from the edge, and the speaker's box."""
    assert any_layout.outline.right - 5 - any_layout.speaker.right >= 1
    assert any_layout.outline.bottom - 5 - any_layout.speaker.bottom >= 1


class Far(Layout):
    """A bay whose level shifter is at the far end."""

    @property
    def in_bay(self) -> tuple[Placed, ...]:
        shifter, *others = super().in_bay
        return shifter._replace(x=240), *others


def test_a_data_line_that_is_too_long_is_refused():
    with pytest.raises(
        Unbuildable,
        match="data line of 267 mm from the level shifter to the first pixel; takes up to 200",
    ):
        check(Far(Options(), Build()))


def test_the_hash_tells_layouts_apart(layout):
    same = layout_hash(Layout(Options(), Build()))
    assert same == layout_hash(layout)
    others = [
        Layout(Options(), Build(strip=144)),
        Layout(Options(), Build(button=30)),
        Layout(Options(), Build(hole=5)),
        Layout(Options(players=3), Build()),
    ]
    assert len({same, *map(layout_hash, others)}) == 5


def test_kerf_is_no_part_of_the_layout(layout):
    assert layout_hash(Layout(Options(), Build(kerf=0.3))) == layout_hash(layout)


def test_pixel_to_pixel_by_wire(any_layout):
    """The chain goes on where it is nearest, except into the match holes and back to their left."""
    ends = [(run.holes[-1], following.holes[0]) for run, following in pairwise(any_layout.runs)]
    assert [end.x == start.x for end, start in ends] == [True, True, True, False, False]
