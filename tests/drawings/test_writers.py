"""SVG, DXF and PDF: whole documents, true to scale, a layer for each operation, always the same bytes."""

from __future__ import annotations

import io
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from cribboard.board import Track
from cribboard.drawings import leds, sheets
from cribboard.drawings.build import Build
from cribboard.drawings.dxf import dxf
from cribboard.drawings.layout import Layout
from cribboard.drawings.pdf import A4, BAR, LETTER, MARGIN, Paper, pdf
from cribboard.drawings.pdf import sheets as spread_over
from cribboard.drawings.shapes import Circle, Drawing, Layer, Rect, Text, box
from cribboard.drawings.svg import png, svg
from cribboard.rules import Options

SVG = "{http://www.w3.org/2000/svg}"
LASER = (sheets.faceplate, sheets.baffle, sheets.base_sheets)
ALL = (sheets.drill, *LASER, leds.chain_map)
MM = 25.4


@pytest.mark.parametrize("write", [svg, dxf, png, lambda drawing: pdf(drawing, A4)])
def test_the_same_drawing_is_the_same_bytes(layout, write):
    same = Layout(Options(), Build())
    assert write(leds.chain_map(layout)) == write(leds.chain_map(same))


# --- SVG -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("draw", ALL)
def test_svg_is_in_mm_with_a_group_for_each_layer_and_one_colour_each(layout, draw):
    drawing = draw(layout)
    root = ElementTree.fromstring(svg(drawing))
    _, _, width, height = map(float, root.get("viewBox").split())
    assert (root.get("width"), root.get("height")) == (f"{width:g}mm", f"{height:g}mm")
    groups = root.findall(f"{SVG}g")
    assert [group.get("id") for group in groups] == [layer.name.lower() for layer in drawing.layers]
    colours = [group.get("stroke") for group in groups]
    assert len(set(colours)) == len(colours)
    assert drawing.stamp in root.find(f"{SVG}desc").text
    assert not list(root.iter(f"{SVG}text")), "no font is needed"


def test_svg_template_has_every_hole_where_the_track_has_it(layout):
    root = ElementTree.fromstring(svg(sheets.drill(layout)))
    drills = next(group for group in root.findall(f"{SVG}g") if group.get("id") == "drill")
    circles = [
        (float(c.get("cx")), float(c.get("cy")), float(c.get("r")))
        for c in drills.iter(f"{SVG}circle")
    ]
    assert circles == [(hole.x, hole.y, 2.0) for hole in Track.load("classic").holes]


# --- DXF -------------------------------------------------------------------------------------------------------------


def opened(text: str):
    ezdxf = pytest.importorskip("ezdxf")
    document = ezdxf.read(io.StringIO(text))
    return document, document.audit()


@pytest.mark.parametrize("draw", ALL)
def test_dxf_passes_its_audit(layout, draw):
    drawing = draw(layout)
    document, audit = opened(dxf(drawing))
    assert not audit.errors
    assert not audit.fixes
    assert document.units == 4, "mm"
    properties = dict(document.header.custom_vars.properties)
    assert properties["Made by"] == drawing.stamp
    used = {entity.dxf.layer for entity in document.modelspace()}
    assert used == {layer.label.replace(" ", "_").upper() for layer in drawing.layers}


def test_dxf_has_no_date_and_no_random_id(layout):
    text = dxf(sheets.faceplate(layout))
    assert not re.search(r"20[1-9]\d-\d\d-\d\d", text)
    for name in ("$FINGERPRINTGUID", "$VERSIONGUID"):
        assert re.search(rf"{re.escape(name)}\s+2\s+\{{0{{8}}-", text)


def test_kerf_is_given_to_what_stays():
    """A beam of 0.2 mm: the plate is cut 0.2 mm larger, its holes 0.2 mm smaller, so that both come out right."""
    document, _ = opened(dxf(sheets.faceplate(Layout(Options(), Build(kerf=0.2)))))
    circles = document.modelspace().query('CIRCLE[layer=="CUT"]')
    assert sum(circle.dxf.radius == pytest.approx(1.9) for circle in circles) == 138
    outline = max(
        document.modelspace().query('LWPOLYLINE[layer=="CUT"]'),
        key=lambda line: len(list(line.get_points())),
    )
    xs, ys = zip(*((x, y) for x, y, *_ in outline.get_points()), strict=True)
    assert max(xs) - min(xs) == pytest.approx(409.2)
    assert max(ys) - min(ys) == pytest.approx(206.2)
    assert outline.closed


def test_a_template_is_without_kerf():
    document, _ = opened(dxf(sheets.drill(Layout(Options(), Build(kerf=0.2)))))
    circles = document.modelspace().query('CIRCLE[layer=="DRILL"]')
    assert {circle.dxf.radius for circle in circles} == {2.0}


def test_rounded_corners_of_dxf_are_round():
    """Each corner's arc has its middle `corner` from both edges: the bulge of a quarter is tan(90/4)."""
    drawing = Drawing("corner", Rect(0, 0, 50, 40), (Rect(5, 5, 30, 20, corner=4.0),), "stamp")
    document, _ = opened(dxf(drawing))
    (outline,) = document.modelspace()
    arcs = [part for part in outline.virtual_entities() if part.dxftype() == "ARC"]
    assert {(round(a.dxf.center.x, 6), round(a.dxf.center.y, 6)) for a in arcs} == {
        (9, -9), (31, -9), (31, -21), (9, -21),
    }  # fmt: skip
    assert {round(a.dxf.radius, 6) for a in arcs} == {4}


# --- PDF, as it comes out of a printer ---------------------------------------------------------------------------------

DPI = 600
DOT = MM / DPI


def printed(data: bytes, page: int = 0):
    """A page as pixels, 600 to the inch."""
    pdfium = pytest.importorskip("pypdfium2", reason="no PDF renderer: pip install pypdfium2")
    sheet = pdfium.PdfDocument(data)[page]
    return sheet.render(scale=DPI / 72).to_numpy()[:, :, :3]


def marks(row) -> list[float]:
    """Where a row of pixels is black: the middle of each mark, in mm from the left."""
    black = (row < 110).all(axis=1)
    found: list[list[int]] = []
    for at in black.nonzero()[0]:
        if found and at - found[-1][-1] == 1:
            found[-1].append(at)
        else:
            found.append([at])
    return [(run[0] + run[-1] + 1) / 2 * DOT for run in found]


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
def test_the_check_bar_is_100_mm(layout, paper):
    data = pdf(sheets.drill(layout), paper)
    page = printed(data)
    way, spread = spread_over(sheets.drill(layout).frame, paper)
    assert page.shape[0] * DOT == pytest.approx(way.height, abs=0.1)
    assert page.shape[1] * DOT == pytest.approx(way.width, abs=0.1)
    bar = MARGIN + spread[0].part.height + 8
    ends = [mark for mark in marks(page[round((bar - 3) / DOT)]) if mark < MARGIN + BAR + 2]
    assert len(ends) == 3, "its ends and its middle"
    assert ends[2] - ends[0] == pytest.approx(100, abs=0.1)
    assert ends[1] - ends[0] == pytest.approx(50, abs=0.1)


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
@pytest.mark.parametrize("leds_per_metre", [60, 100, 144])
def test_the_printed_holes_are_a_pitch_apart(paper, leds_per_metre):
    """Between 2 and 3 mm over the middle of a row of holes of 4 mm only the upright arms of their crosses are black."""
    drawing = sheets.drill(Layout(Options(), Build(strip=leds_per_metre)))
    data = pdf(drawing, paper)
    pitch = 1000 / leds_per_metre
    for number, sheet in enumerate(spread_over(drawing.frame, paper)[1]):
        row = MARGIN + (0 - sheet.part.y)
        found = marks(printed(data, number)[round((row - 2.5) / DOT)])
        inside = [mark for mark in found if MARGIN + 0.5 < mark < MARGIN + sheet.part.width - 0.5]
        expected = [
            MARGIN + place * pitch - sheet.part.x
            for place in range(31)
            if 0.5 < place * pitch - sheet.part.x < sheet.part.width - 0.5
        ]
        assert inside == pytest.approx(expected, abs=0.1)
        assert all(b - a == pytest.approx(pitch, abs=0.1) for a, b in pairwise(inside))
        if number == 0:
            assert len(inside) >= 10


def test_rows_are_as_far_apart_on_paper_as_on_the_track(layout):
    """The first column of holes, a bit left of the middles, where only the level arms of the crosses are black."""
    drawing = sheets.drill(layout)
    (first, *_) = spread_over(drawing.frame, A4)[1]
    column = round((MARGIN - first.part.x - 2.5) / DOT)
    page = printed(pdf(drawing, A4))
    found = [mark for mark in marks(page[:, column]) if mark < MARGIN + first.part.height - 1]
    top = MARGIN - first.part.y
    rows = [mark - top for mark in found if top - 5 < mark < top + 95]
    assert rows == pytest.approx([0, 20, 70, 90], abs=0.1)


def test_sheets_overlap_and_share_their_marks(layout):
    """A registration mark is at the same place of the drawing on both sheets that have it."""
    drawing = sheets.drill(layout)
    data = pdf(drawing, A4)
    _, (one, other, _) = spread_over(drawing.frame, A4)
    assert one.part.right - other.part.x == pytest.approx(12)
    shared = (one.part.right + other.part.x) / 2
    y = MARGIN + one.part.height * 0.06 + 3.5
    for number, sheet in enumerate((one, other)):
        at = MARGIN + shared - sheet.part.x
        assert any(abs(mark - at) < 0.1 for mark in marks(printed(data, number)[round(y / DOT)]))


@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize(("width", "height"), [(100, 100), (400, 180), (900, 600)])
def test_sheets_cover_all_of_a_drawing(paper, width, height):
    frame = Rect(-20, -30, width, height)
    way, spread = spread_over(frame, paper)
    assert isinstance(way, Paper)
    assert max(sheet.part.right for sheet in spread) >= frame.right
    assert max(sheet.part.bottom for sheet in spread) >= frame.bottom
    assert min(sheet.part.x for sheet in spread) == frame.x
    assert all(sheet.part.width <= way.width - 20 for sheet in spread)


# --- letters ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("height", [1.6, 2.6, 5])
def test_capitals_are_as_tall_as_asked_and_stand_on_their_baseline(height):
    covers = box(Text(10, 20, "HX", height))
    assert covers.bottom - covers.top == pytest.approx(height, abs=0.01)
    assert covers.bottom == pytest.approx(20, abs=0.01)


def test_anchors():
    start, middle, end = (box(Text(10, 20, "HOH", 3, anchor=a)) for a in ("start", "middle", "end"))
    assert end.right == pytest.approx(10, abs=0.01)
    assert start.left >= 10
    assert (middle.left + middle.right) / 2 == pytest.approx(10, abs=0.6)


def test_turned_text_is_the_same_upside_down():
    upright, turned = box(Text(0, 0, "A +1", 3)), box(Text(0, 0, "A +1", 3, turned=True))
    assert (turned.left, turned.top) == pytest.approx((-upright.right, -upright.bottom))
    assert (turned.right, turned.bottom) == pytest.approx((-upright.left, -upright.top))


def test_layers_are_told_apart_in_every_format():
    assert (
        len({layer.colour for layer in Layer}) == len({layer.dxf for layer in Layer}) == len(Layer)
    )
    assert Circle(0, 0, 1).layer is Layer.CUT
