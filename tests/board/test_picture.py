"""The board in characters and as a drawing."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from cribboard.board import Lights, Pending, Track, limit
from cribboard.board.engraving import Goal
from cribboard.board.picture import ansi, plain, svg
from cribboard.rules import commands as cmd
from cribboard.rules.options import FourPlayer

SVG = "{http://www.w3.org/2000/svg}"
CODE = re.compile(r"\x1b\[[0-9;]*m")
LIT = re.compile(r"\x1b\[48;2;(\d+);(\d+);(\d+)m \x1b\[0m")


@pytest.fixture
def view(table):
    """Ann on 75 from 70, Bob on 9 from 5 with 6 more to come, one game won by Ann before; Ann deals."""
    return table.peg(0, 24, 24, 22, 5).peg(1, 5, 4).view(None, Pending(6))


@pytest.fixture
def frame(classic, view):
    lights = Lights(classic)
    lights.watch(view, (), now=0.0)
    return lights.frame(now=100.0)


def lit(frame: bytes) -> int:
    return sum(any(frame[at : at + 3]) for at in range(0, len(frame), 3))


def test_plain_picture(classic, view):
    assert plain(classic, view).splitlines() == [
        "A Ann           75  (back peg 70, second lap, dealer)",
        "B Bob            9  (back peg 5, first lap, 6 to come)",
        "          5 65      10 70      15 75      20 80      25 85      30 90",
        "A .  - - - - .  - - - - o  . . . . @  . . . . +  . . . . +  . . . . + > 1st 3rd",
        "A *  + . . . .  + . . . .  + . . . .  + . . . .  + . . . .  + . . . . < 2nd 4th",
        "     60 120     55 115     50 110     45 105     40 100     35 95",
        "A    . . . . .  . . match",
        "B    . . . . .  . . match",
        "     60 120     55 115     50 110     45 105     40 100     35 95",
        "B .  . . . . .  . . . . .  . . . . .  . . . . .  . . . . .  . . . . . < 2nd 4th",
        "B .  ! - - - o  . . . @ .  . . . . ?  . . . . .  . . . . .  . . . . . > 1st 3rd",
        "          5 65      10 70      15 75      20 80      25 85      30 90",
        "- passed  + ahead  ! skunk line  * lamp  # match  o back  @ front  ? to come",
    ]


@pytest.mark.parametrize(
    ("target", "outer", "inner", "ways"),
    [
        (31, "5 10 15 20 25 30", "", ["> 1st", "<"]),
        (61, "5 10 15 20 25 30", "60 55 50 45 40 35", ["> 1st", "< 2nd"]),
        (121, "5 65 10 70 15 75 20 80 25 85 30 90", "60 120 55 115 50 110 45 105 40 100 35 95", ["> 1st 3rd", "< 2nd 4th"]),
        (150, "5 65 125 10 70 130 15 75 135 20 80 140 25 85 145 30 90", "60 120 55 115 50 110 45 105 40 100 35 95", ["> 1st 3rd", "< 2nd 4th"]),
    ],
)  # fmt: skip
def test_scales_end_with_the_game(classic, new_table, target, outer, inner, ways):
    """In both pictures, for whoever plays to another hole than 121."""
    view = new_table(target=target).view()
    shown = plain(classic, view).splitlines()[2:]
    coloured = [CODE.sub("", line) for line in ansi(classic, bytes(3 * 138), target).splitlines()]
    for lines in (shown, coloured):
        assert lines[0].split() == lines[9].split() == outer.split()
        assert lines[3].split() == lines[6].split() == inner.split()
        assert [lines[1][70:].strip(), lines[2][70:].strip()] == ways


@pytest.mark.parametrize(
    ("goal", "scores", "lines"),
    [
        (Goal(31, ()), {"15"}, set()),
        (Goal(61, (31,)), {"15", "60"}, {"S"}),
        (Goal(), {"15 · 75", "60 · 120"}, {"S", "SS"}),
        (Goal(200, (170, 140)), {"15 · 75 · 135 · 195", "60 · 120 · 180"}, {"S", "SS"}),
    ],
)
def test_svg_has_the_scores_and_lines_of_its_target(classic, goal, scores, lines):
    root = ElementTree.fromstring(svg(classic, bytes(3 * 138), "", goal))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert scores <= set(texts)
    assert set(texts) & {"S", "SS"} == lines
    strokes = [path for path in root.iter(f"{SVG}path") if path.get("class") == "line"]
    assert len(strokes) == 2 * len(lines)
    told = {
        int(score) for text in texts if (text or "")[:1].isdigit() for score in text.split(" · ")
    }
    assert max(told) < goal.target


def test_plain_picture_of_a_won_game(classic, table):
    won = plain(classic, table.peg(1, 24, 24, 24, 24, 20, 5).view()).splitlines()
    assert won[0] == "A Ann            0  (back peg 0, first lap, dealer)"
    assert won[1] == "B Bob          121  (back peg 116, home)"
    assert won[9].startswith("B @  . . . . o")
    assert won[7] == "B    # # # # .  . . match"


def test_plain_picture_says_what_is_refused_and_who_is_to_act(classic, new_table):
    table = new_table(scan="all")
    text = plain(classic, table.view(Pending(19, refused=True), Pending(-2)))
    assert "A Ann            0  (back peg 0, first lap, to act, 19 refused)" in text
    assert "B Bob            0  (back peg 0, first lap, -2 to come)" in text


def test_plain_picture_has_no_control_codes_and_fits(classic, view):
    text = plain(classic, view)
    assert text.isascii()
    assert text.replace("\n", "").isprintable()
    assert max(map(len, text.splitlines())) <= 79


def test_ansi_picture_lights_each_lit_pixel_where_the_plain_one_has_its_mark(classic, view, frame):
    rows = plain(classic, view).splitlines()[2:-1]
    expected = [row.translate(dict.fromkeys(map(ord, "-+!*#o@?"), "X")) for row in rows]
    shown = [CODE.sub("", LIT.sub("X", line)) for line in ansi(classic, frame).splitlines()]
    assert shown == expected
    assert sum(line.count("X") for line in shown) == lit(frame)


def test_ansi_colours_are_those_of_a_screen(classic):
    """A screen shows a value v as v ** 2.2: a quarter of the light is 136 of 255, a sixteenth 72."""
    frame = bytes([255, 0, 0, 64, 16, 0]) + bytes(3 * 136)
    assert [tuple(map(int, found)) for found in LIT.findall(ansi(classic, frame))] == [
        (255, 0, 0),
        (136, 72, 0),
    ]


def test_every_ansi_line_ends_in_the_terminals_own_colours(classic, frame):
    for line in ansi(classic, frame).splitlines():
        codes = CODE.findall(line)
        assert not codes or codes[-1] == "\x1b[0m"


def test_svg_is_well_formed_and_has_every_hole_at_its_place_in_mm(classic, frame):
    root = ElementTree.fromstring(svg(classic, frame, "Ann and Bob"))
    drilled = [
        (float(circle.get("cx")), float(circle.get("cy")))
        for circle in root.iter(f"{SVG}circle")
        if circle.get("class") == "hole"
    ]
    assert drilled == [(hole.x, hole.y) for hole in classic.holes]
    x, y, width, height = map(float, root.get("viewBox").split())
    assert (root.get("width"), root.get("height")) == (f"{width:g}mm", f"{height:g}mm")
    assert all(x < cx < x + width and y < cy < y + height for cx, cy in drilled)


def test_svg_shines_where_pixels_are_lit_and_nowhere_else(classic, frame):
    root = ElementTree.fromstring(svg(classic, frame, ""))
    shining = {
        (float(circle.get("cx")), float(circle.get("cy")))
        for circle in root.iter(f"{SVG}circle")
        if circle.get("fill", "").startswith("url(#shine-")
    }
    expected = {
        (hole.x, hole.y)
        for hole in classic.holes
        if any(frame[3 * hole.index : 3 * hole.index + 3])
    }
    assert shining == expected
    gradients = {gradient.get("id") for gradient in root.iter(f"{SVG}radialGradient")}
    for circle in root.iter(f"{SVG}circle"):
        fill = circle.get("fill", "")
        assert not fill.startswith("url(") or fill[5:-1] in gradients


def test_svg_marks_streets_and_skunk_lines(classic):
    root = ElementTree.fromstring(svg(classic, bytes(3 * 138), ""))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts.count("S") == texts.count("SS") == 2
    assert texts.count("START") == texts.count("HOME") == 2
    for scores in ("5 · 65", "30 · 90", "35 · 95", "60 · 120"):
        assert texts.count(scores) == 2
    fives = [path for path in root.iter(f"{SVG}path") if path.get("class") == "five"]
    assert len(fives) == 4 * 5, "six groups a row (R71)"


def test_svg_is_the_same_for_the_same_board_and_escapes_its_title(classic, frame):
    drawn = svg(classic, frame, "<Ann & Bob>")
    assert drawn == svg(classic, frame, "<Ann & Bob>")
    assert ElementTree.fromstring(drawn).find(f"{SVG}title").text == "<Ann & Bob>"
    assert drawn.endswith("</svg>\n")


def test_pictures_take_limited_frames(classic, frame):
    dimmed = limit(frame, 150)
    assert dimmed != frame
    assert ElementTree.fromstring(svg(classic, dimmed, "")) is not None
    assert len(LIT.findall(ansi(classic, dimmed))) == lit(dimmed) > 0


def test_dark_board_draws(classic):
    dark = bytes(3 * 138)
    assert not LIT.findall(ansi(classic, dark))
    assert "shine-" not in svg(classic, dark, "off")


def test_a_frame_of_another_strip_is_no_picture_of_this_board(classic):
    with pytest.raises(ValueError, match="shorter"):
        svg(classic, bytes(3 * 60), "")


# --- three or four single players ------------------------------------------------------------------------------------


def table_of(new_table, players: int):
    """Each on the lap of his number, on hole 14 from hole 10; Ann deals, Bob won a game."""
    table = new_table(players=players, four_player=FourPlayer.INDIVIDUAL)
    table.do(cmd.ChooseDealer(0))
    for side in range(players):
        table.peg(side, *[10] * (3 * side + 1), 4)
    table.state = replace(table.state, tally=(0, 1, 0, 0)[:players])
    return table


def test_plain_picture_of_three_singles(new_table):
    table = table_of(new_table, 3)
    track = Track.for_options(table.state.options)
    assert plain(track, table.view()).splitlines() == [
        "A Ann           14  (back peg 10, first lap, dealer)",
        "B Bob           44  (back peg 40, second lap)",
        "C Cyd           74  (back peg 70, third lap)",
        "             10 40 70 100          20 50 80 110          30 60 90 120",
        "A *  ! - - - -  - - - - o  . . . @ .  . . . . .  . . . . .  . . . . . > 1st-4th",
        "             10 40 70 100          20 50 80 110          30 60 90 120",
        "B .  ! - - - .  - - - - o  . . . @ +  . . . . +  . . . . +  . . . . + > 1st-4th",
        "     . . # . .  . . match AABBCC.",
        "     . . . . .  . . match AABBCC.",
        "             10 40 70 100          20 50 80 110          30 60 90 120",
        "C .  - - . . -  - - . . o  . . . @ .  . . + + .  . . + + .  . . + + . > 1st-4th",
        "- passed  + ahead  ! skunk line  * lamp  # match  o back  @ front  ? to come",
    ]


def test_plain_picture_of_four_singles(new_table):
    table = table_of(new_table, 4)
    track = Track.for_options(table.state.options)
    rows = plain(track, table.view(None, None, None, Pending(17))).splitlines()
    assert rows[3] == "D Dan          104  (back peg 100, fourth lap, 17 to come)"
    assert rows[8] == "     . . . . #  . . match AAA.BBB"
    assert rows[9] == "     . . . . .  . . match CCC.DDD"
    scale = "             10 40 70 100          20 50 80 110          30 60 90 120"
    assert rows[12:-1] == [
        scale,
        "D ?  . . . - -  . . . - o  . . . @ .  + + + . .  + + + . .  + + + . . > 1st-4th",
    ]
    assert max(map(len, rows)) <= 79
    assert len(rows) <= 16, "room for a log"


@pytest.mark.parametrize("players", [3, 4])
def test_ansi_picture_of_singles_lights_what_the_plain_one_marks(new_table, players):
    table = table_of(new_table, players)
    track = Track.for_options(table.state.options)
    lights = Lights(track)
    lights.watch(table.view(), (), now=0.0)
    frame = lights.frame(100.0)
    shown = [CODE.sub("", LIT.sub("X", line)) for line in ansi(track, frame).splitlines()]
    rows = plain(track, table.view()).splitlines()[players:-1]
    in_rows = [
        (row[:70].translate(dict.fromkeys(map(ord, "-+!*#o@?"), "X")), row[70:]) for row in rows
    ]
    assert shown == [holes + course for holes, course in in_rows]
    assert sum(line.count("X") for line in shown) == lit(frame)


def test_svg_of_singles_names_the_sides_and_the_scores_of_four_laps(classic, singles):
    root = ElementTree.fromstring(svg(singles, bytes(3 * 138), ""))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert [text for text in texts if text in ("A", "B", "C", "D", "START", "HOME")] == [
        "A",
        "B",
        "C",
    ]
    assert texts.count("5 · 35 · 65 · 95") == texts.count("30 · 60 · 90 · 120") == 3
    assert not {"S", "SS"} & set(texts), "all lines are between two laps"
    fives = [path for path in root.iter(f"{SVG}path") if path.get("class") == "five"]
    assert len(fives) == 3 * 5, "six groups a row (R71)"
    drilled = [
        (float(circle.get("cx")), float(circle.get("cy")))
        for circle in root.iter(f"{SVG}circle")
        if circle.get("class") == "hole"
    ]
    assert drilled == [(hole.x, hole.y) for hole in classic.holes]
