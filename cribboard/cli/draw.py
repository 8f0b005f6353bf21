"""`cribboard draw`: pictures and drawings, made from the board's geometry."""

from __future__ import annotations

import argparse

from cribboard.config import load

from . import animation
from .arguments import Commands, add_config, add_output, read_text, write_text


def add(commands: Commands) -> None:
    """The command and its drawings."""
    about = "draw the board, and what its lights do"
    draw = commands.add("draw", None, about, "cribboard draw board -o board.svg")
    things = Commands(draw)
    board = things.add(
        "board", _draw_board, "the lit board as SVG", "cribboard draw board -o board.svg"
    )
    board.add_argument("--script", metavar="FILE", help="as it is lit after this table script")
    add_output(board)
    add_config(board)
    animation.add(things)


def _draw_board(options: argparse.Namespace) -> int:
    from cribboard.draw import board_svg

    script = read_text(options.script) if options.script else None
    drawing = board_svg(load(options.config), script, options.script)
    write_text(drawing, options.output)
    return 0
