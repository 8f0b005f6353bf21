"""`cribboard draw`: pictures and drawings, made from the board's geometry."""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import MISSING, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cribboard.config import Config, load

from . import animation
from .arguments import Commands, Problem, add_config, add_output, read_text
from .files import make_folder, write, write_file

if TYPE_CHECKING:
    from cribboard.drawings.layout import Layout

DRAWN = re.compile(
    r"(drill|faceplate|baffle|base|box|tray|wiring|leds|power|bom)(-[\w-]+)?\.(svg|dxf|pdf|stl|md|csv)"
)
"""The names of files for a builder, each of which has its layout's mark in it."""

ABOUT = {
    "drill": "the drill template, 1:1: PDF for A4 and Letter, SVG, DXF",
    "faceplate": "the face for a laser: SVG, DXF",
    "baffle": "the baffle for a laser: SVG, DXF",
    "base": "channels, deck, floor and walls for a laser: SVG, DXF",
    "enclosure": "box, tray and baffle for a 3-D printer: STL",
    "wiring": "the schematic and every wire: SVG, Markdown",
    "leds": "the chain of pixels: CSV, SVG",
    "power": "the power budget: Markdown",
    "bom": "the bill of materials: CSV",
    "all": "all of these, into a folder",
}


def add(commands: Commands) -> None:
    """The command and its drawings."""
    about = "draw the board, and what a builder of one needs"
    draw = commands.add("draw", None, about, "cribboard draw board -o board.svg")
    things = Commands(draw)
    board = things.add(
        "board", _draw_board, "the lit board as SVG", "cribboard draw board -o board.svg"
    )
    board.add_argument("--script", metavar="FILE", help="as it is lit after this table script")
    add_output(board)
    add_config(board)
    animation.add(things)
    for name, told in ABOUT.items():
        example = f"cribboard draw {name} --strip 144 -o drawings/"
        added = things.add(name, partial(_draw, name), told, example)
        added.add_argument(
            "-o",
            "--output",
            metavar="FILE",
            help="write this file, or all of them into this folder/",
        )
        if name == "drill":
            about = "of a PDF that is written by another name (a4)"
            added.add_argument("--paper", choices=["a4", "letter"], default="a4", help=about)
        if name == "all":
            added.add_argument(
                "--pictures", metavar="FOLDER", help="pictures of them (PNG) go here"
            )
        add_config(added)
        _add_build(added)


def _add_build(parser: argparse.ArgumentParser) -> None:
    """The choices of a build."""
    from cribboard.drawings.build import RANGES, Build

    group = parser.add_argument_group("the build, lengths in mm")
    for choice in fields(Build):
        assert choice.default is not MISSING
        if choice.name in RANGES:
            about = f"{RANGES[choice.name].about} ({choice.default:g})"
            kind = partial(_in_range, choice.name)
            group.add_argument(
                f"--{choice.name}", type=kind, default=choice.default, help=about, metavar="N"
            )
        else:
            takes = choice.metadata["choices"]
            about = f"the Raspberry Pi: {', '.join(takes)} ({choice.default})"
            group.add_argument(
                f"--{choice.name}", choices=takes, default=choice.default, help=about, metavar="PI"
            )


def _in_range(name: str, text: str) -> float:
    from cribboard.drawings.build import RANGES

    low, high, _ = RANGES[name]
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise argparse.ArgumentTypeError(f"{text!r}: takes a number from {low:g} to {high:g}")
    return value


def _draw_board(options: argparse.Namespace) -> int:
    from cribboard.draw import board_svg

    script = read_text(options.script) if options.script else None
    drawing = board_svg(load(options.config), script, options.script)
    write({"board.svg": lambda: drawing}, "board", options.output)
    return 0


def _draw(name: str, options: argparse.Namespace) -> int:
    """Draw a thing, or all of them."""
    from cribboard.drawings import catalogue
    from cribboard.drawings.checks import Unbuildable
    from cribboard.drawings.libraries import LibraryMissing

    build, config = _build(options)
    try:
        layout = catalogue.layout_for(config, build)
        if name == "all":
            _draw_all(layout, config, options)
        else:
            paper = getattr(options, "paper", "")
            write(catalogue.THINGS[name](layout, config), name, options.output, paper)
            _tell_strangers(options.output, layout)
    except (Unbuildable, LibraryMissing) as error:
        raise Problem(str(error)) from None
    return 0


def _draw_all(layout: Layout, config: Config, options: argparse.Namespace) -> None:
    """All is made before the first file is written: a folder has no half of a set.

    What alone can't be built with these choices, such as pieces for a bed, is left out and told.
    """
    from cribboard.drawings import catalogue
    from cribboard.drawings.checks import Unbuildable

    _must_be_folder(options.output)
    sets = {options.output: list(catalogue.THINGS.values())}
    if options.pictures:
        sets[options.pictures] = [catalogue.pictures]
    made: dict[Path, str | bytes] = {}
    left_out: dict[str, None] = {}
    for folder, things in sets.items():
        for thing in things:
            try:
                files = thing(layout, config)
                made |= {Path(folder) / name: make() for name, make in files.items()}
            except Unbuildable as error:
                left_out |= dict.fromkeys(error.reasons)
    for folder in sets:
        make_folder(Path(folder))
    for path, content in made.items():
        write_file(path, content)
    _tell_strangers(options.output, layout)
    if left_out:
        raise Problem("\n".join(f"{reason}; all else is drawn" for reason in left_out))


def _tell_strangers(output: str | None, layout: Layout) -> None:
    """What else lies in the folder that was drawn into, and is of another layout: a third tray, say, where two are enough now."""
    from cribboard.drawings.stamp import layout_hash

    if not output or not Path(output).is_dir():
        return
    mark = layout_hash(layout).encode()
    strangers = [
        path.name
        for path in sorted(Path(output).iterdir())
        if DRAWN.fullmatch(path.name) and mark not in path.read_bytes()
    ]
    if strangers:
        told = f"{output}: {', '.join(strangers)}: of another layout, and fits none of this one"
        print(told, file=sys.stderr)


def _build(options: argparse.Namespace) -> tuple[Any, Config]:
    from cribboard.drawings.build import Build
    from cribboard.pins import MODELS

    build = Build(**{choice.name: getattr(options, choice.name) for choice in fields(Build)})
    return build, load(options.config, MODELS[build.model])


def _must_be_folder(output: str | None) -> None:
    wanted = "draw all makes many files; name a folder: -o drawings/"
    if not output:
        raise Problem(wanted)
    named_as_file = Path(output).suffix and not output.endswith("/")
    if Path(output).is_file() or (named_as_file and not Path(output).is_dir()):
        raise Problem(f"{output}: is no folder; {wanted}")
