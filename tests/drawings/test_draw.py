"""`cribboard draw` as it is typed, and the files that are checked in."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cribboard.cli import main
from cribboard.cli.draw import ABOUT
from cribboard.drawings import catalogue
from cribboard.drawings.build import Build
from cribboard.drawings.layout import Layout
from cribboard.drawings.stamp import stamp
from cribboard.rules import Options

from .conftest import DEFAULTS, ROOT, STRIPS

FABRICATION = ROOT / "hardware/fabrication"
PICTURES = ROOT / "docs/hardware"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        status = main(["draw", *arguments])
    except SystemExit as stopped:
        status = stopped.code
    out, err = capsys.readouterr()
    return status, out, err


def content(made: str | bytes) -> bytes:
    return made.encode() if isinstance(made, str) else made


# --- what is checked in is fresh -------------------------------------------------------------------------------------


@pytest.mark.parametrize("thing", catalogue.THINGS)
def test_files_for_the_builder_are_fresh(config, thing):
    """`make draw` makes them."""
    layout = catalogue.layout_for(config, Build())
    for name, make in catalogue.THINGS[thing](layout, config).items():
        fresh = content(make()) == (FABRICATION / name).read_bytes()
        assert fresh, f"{name}: run make draw"


def test_pictures_are_fresh(config):
    layout = catalogue.layout_for(config, Build())
    made = catalogue.pictures(layout, config)
    assert {path.name for path in PICTURES.iterdir()} == set(made)
    for name, make in made.items():
        fresh = content(make()) == (PICTURES / name).read_bytes()
        assert fresh, f"{name}: run make draw"


@pytest.mark.parametrize("seed", ["1", *(pytest.param(n, marks=pytest.mark.soak) for n in "23")])
def test_no_order_of_sets_shows(tmp_path, seed):
    """ezdxf keeps its classes in one; each process has its own order."""
    command = [sys.executable, "-m", "cribboard", "draw", "baffle"]
    command += ["--config", str(DEFAULTS), "-o", f"{tmp_path}/"]
    subprocess.run(command, check=True, timeout=120, env={**os.environ, "PYTHONHASHSEED": seed})
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (FABRICATION / path.name).read_bytes()


def test_nothing_stale_lies_beside_them(config):
    layout = catalogue.layout_for(config, Build())
    expected = {name for files in catalogue.THINGS.values() for name in files(layout, config)}
    assert {path.name for path in FABRICATION.iterdir()} == expected


def test_every_file_is_stamped():
    mark = stamp(Layout(Options(), Build())).encode()
    for path in FABRICATION.iterdir():
        assert mark in path.read_bytes(), path.name


def test_the_instructions_show_pictures_that_are_there():
    text = (ROOT / "hardware/README.md").read_text("utf-8")
    for picture in PICTURES.iterdir():
        assert f"../docs/hardware/{picture.name}" in text
    for path in FABRICATION.iterdir():
        stem = path.name.split("-")[0] if path.suffix == ".stl" else path.name
        assert stem in text, path.name


# --- as it is typed --------------------------------------------------------------------------------------------------


def test_every_thing_has_its_help(capsys):
    assert set(ABOUT) == {*catalogue.THINGS, "all"}
    for name, about in ABOUT.items():
        status, out, _ = run(capsys, name, "--help")
        assert status == 0
        assert about.split(":")[0] in out
        assert f"example: cribboard draw {name}" in out


@pytest.mark.parametrize(
    ("thing", "first"),
    [
        ("drill", "<svg"),
        ("faceplate", "<svg"),
        ("base", "<svg"),
        ("wiring", "# Wiring"),
        ("leds", "pixel,hole,kind"),
        ("power", "# Power budget"),
        ("bom", "part,quantity"),
    ],
)
def test_the_first_file_goes_to_standard_output(capsys, thing, first):
    status, out, err = run(capsys, thing)
    assert (status, err) == (0, "")
    assert out.startswith(first)


@pytest.mark.parametrize("name", ["drill-letter.pdf", "mine.dxf", "mine.svg"])
def test_a_file_by_its_name_or_its_kind(capsys, tmp_path, name):
    path = tmp_path / name
    assert run(capsys, "drill", "-o", str(path)) == (0, "", "")
    assert path.stat().st_size > 10_000
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(("more", "same"), [((), "a4"), (("--paper", "letter"), "letter")])
def test_a_pdf_by_any_name_is_on_the_paper_asked_for(capsys, tmp_path, more, same):
    path = tmp_path / "mine.pdf"
    assert run(capsys, "drill", *more, "-o", str(path), "--config", str(DEFAULTS)) == (0, "", "")
    assert path.read_bytes() == (FABRICATION / f"drill-{same}.pdf").read_bytes()


def test_all_files_of_a_thing_into_a_folder(capsys, tmp_path):
    assert run(capsys, "leds", "-o", f"{tmp_path}/new/", "--config", str(DEFAULTS))[0] == 0
    made = sorted((tmp_path / "new").iterdir())
    assert [path.name for path in made] == ["leds.csv", "leds.svg"]
    assert all(path.read_bytes() == (FABRICATION / path.name).read_bytes() for path in made)


def test_holes_from_below_have_a_template_of_their_own(capsys, tmp_path):
    assert run(capsys, "drill", "--face", "6", "--depth", "4", "-o", f"{tmp_path}/") == (0, "", "")
    assert {"drill-a4.pdf", "drill-below-a4.pdf", "drill-below-letter.pdf", "drill-below.dxf"} <= {
        path.name for path in tmp_path.iterdir()
    }


@pytest.mark.soak
@pytest.mark.parametrize("strip", STRIPS)
def test_all_for_another_strip(capsys, tmp_path, strip):
    assert run(capsys, "all", "--strip", str(strip), "-o", f"{tmp_path}/") == (0, "", "")
    names = {path.name for path in tmp_path.iterdir()}
    assert {"drill-a4.pdf", "base.dxf", "box-1.stl", "wiring.svg", "bom.csv"} <= names


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["drill", "--strip", "lots"], "argument --strip: 'lots': takes a number from 30 to 200"),
        (["drill", "--strip", "nan"], "takes a number from 30 to 200"),
        (["drill", "--kerf", "-1"], "takes a number from 0 to 2"),
        (["drill", "--depth", "4"], "depth 4: the face is 3 mm thick; takes up to that"),
        (["drill", "--paper", "a3"], "a3"),
        (["enclosure", "-o", "box.stl"], "box.stl: draw enclosure makes box-1.stl, box-2.stl, tray-1.stl"),
        (["drill", "-o", "mine.png"], "mine.png: draw drill makes drill.svg, drill.dxf"),
        (["drill", "-o", "/no/such/folder/drill.svg"], "can't be written"),
        (["drill", "-o", "/proc/no/"], "/proc/no: can't be made"),
        (["enclosure"], "draw enclosure makes 8 files; name a folder"),
        (["enclosure", "--bed", "200", "-o", "x/"], "bed 200: the board of 409 x 206 mm can't be divided into pieces of that length, each as deep as the board; a bed of 206 would do"),
        (["all"], "name a folder"),
        (["all", "-o", "board.pdf"], "board.pdf: is no folder; draw all makes many files; name a folder: -o drawings/"),
        (["wiring", "--model", "6"], "'6'"),
        (["wiring", "--config", "no-such-file.toml"], "no-such-file.toml"),
        (["fence"], "fence"),
        (["animation", "go", "-o", "go.png"], "go.png: draw animation go makes go.svg; name one of these, or a folder/"),
        (["board", "-o", "mine.png"], "mine.png: draw board makes board.svg; name one of these, or a folder/"),
        ([], "COMMAND"),
    ],
)  # fmt: skip
def test_what_can_not_be_drawn_is_one_clear_line_and_status_2(capsys, arguments, told):
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("library", "thing"),
    [
        ("ezdxf", "base"),
        ("pydyf", "drill"),
        ("manifold3d", "enclosure"),
        ("schemdraw", "wiring"),
        ("ziamath", "wiring"),
        ("HersheyFonts", "drill"),
    ],
)
def test_a_library_that_is_missing_is_named(capsys, monkeypatch, tmp_path, library, thing):
    from cribboard.drawings import shapes

    monkeypatch.setitem(sys.modules, library, None)
    shapes._font.cache_clear()
    shapes._lettered.cache_clear()
    status, _, err = run(capsys, thing, "-o", f"{tmp_path}/")
    assert status == 2
    assert f"drawings need {library}, which isn't installed: " in err
    assert "pip install 'cribboard[draw]'" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", ["leds.csv", "power.md", "bom.csv", "wiring.md"])
def test_what_has_no_letters_needs_no_library(capsys, monkeypatch, tmp_path, name):
    from cribboard.drawings import shapes

    for library in ("ezdxf", "pydyf", "manifold3d", "schemdraw", "HersheyFonts", "resvg_py"):
        monkeypatch.setitem(sys.modules, library, None)
    shapes._font.cache_clear()
    shapes._lettered.cache_clear()
    path = tmp_path / name
    status = run(capsys, path.stem, "-o", str(path), "--config", str(DEFAULTS))
    assert status == (0, "", "")
    assert path.read_bytes() == (FABRICATION / name).read_bytes()


def test_the_lit_board_goes_into_a_folder_too(capsys, tmp_path):
    assert run(capsys, "board", "-o", f"{tmp_path}/new/") == (0, "", "")
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["board.svg"]


@pytest.mark.parametrize(
    "library",
    [
        "ezdxf",
        "pydyf",
        "manifold3d",
        *(pytest.param(last, marks=pytest.mark.soak) for last in ("schemdraw", "resvg_py")),
    ],
)
def test_where_a_library_is_missing_no_half_of_a_set_is_left(
    capsys, monkeypatch, tmp_path, library
):
    monkeypatch.setitem(sys.modules, library, None)
    folder = tmp_path / "set"
    status, _, err = run(capsys, "all", "-o", f"{folder}/", "--pictures", f"{folder}/pictures/")
    assert (status, f"drawings need {library}" in err) == (2, True)
    assert not folder.exists()


def test_what_can_not_be_built_alone_keeps_nothing_else_from_being_drawn(capsys, tmp_path):
    status, _, err = run(capsys, "all", "--bed", "200", "-o", f"{tmp_path}/")
    assert status == 2
    assert "a bed of 206 would do; all else is drawn" in err
    assert {path.name for path in tmp_path.iterdir()} == {
        path.name for path in FABRICATION.iterdir() if path.suffix != ".stl"
    }


def test_files_of_another_layout_in_the_folder_are_told(capsys, tmp_path):
    """A shorter board has no third tray: that of the longer one must not be printed with it."""
    (tmp_path / "tray-3.stl").write_bytes((FABRICATION / "tray-3.stl").read_bytes())
    (tmp_path / "notes.md").write_text("mine")
    assert run(capsys, "leds", "-o", f"{tmp_path}/", "--config", str(DEFAULTS)) == (0, "", "")
    told = f"{tmp_path}/: tray-3.stl: of another layout, and fits none of this one\n"
    status = run(capsys, "leds", "--strip", "144", "-o", f"{tmp_path}/", "--config", str(DEFAULTS))
    assert status == (0, "", told)


def test_players_come_from_the_settings(capsys, tmp_path: Path):
    settings = tmp_path / "three.toml"
    settings.write_text("[rules]\nplayers = 3\n")
    status, out, _ = run(capsys, "bom", "--config", str(settings))
    assert status == 0
    assert "arcade button,11," in out
