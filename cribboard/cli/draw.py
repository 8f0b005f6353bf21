"""`cribboard draw`: pictures and drawings, made from the board's geometry."""

from __future__ import annotations

import argparse

from cribboard.config import load

from .arguments import Commands, add_config, add_output, read_text, write_text


def add(commands: Commands) -> None:
    """The command."""
    about = "draw the board as SVG"
    draw = commands.add("draw", _draw_board, about, "cribboard draw board -o board.svg")
    draw.add_argument("what", choices=["board"])
    draw.add_argument("--script", metavar="FILE", help="as it is lit after this table script")
    add_output(draw)
    add_config(draw)


def _draw_board(options: argparse.Namespace) -> int:
    from cribboard.draw import board_svg

    script = read_text(options.script) if options.script else None
    drawing = board_svg(load(options.config), script, options.script)
    write_text(drawing, options.output)
    return 0
