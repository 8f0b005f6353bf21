"""`cribboard draw animation` and `draw animations`: what the lights do, as moving pictures."""

from __future__ import annotations

import argparse
from pathlib import Path

from .arguments import Commands, Problem, add_output, write_text


def add(things: Commands) -> None:
    """The moving pictures, among the things that can be drawn."""
    one = things.add(
        "animation",
        _draw_one,
        "what the lights do at a moment of the game, as SVG that moves",
        "cribboard draw animation heels -o heels.svg",
    )
    one.add_argument("name", metavar="NAME", help="which; another word lists them all")
    add_output(one)
    every = things.add(
        "animations",
        _draw_all,
        "all of these, into a folder",
        "cribboard draw animations -o docs/animations",
    )
    every.add_argument(
        "-o", "--output", type=Path, default=Path("animations"), metavar="FOLDER", help="to here"
    )


def _draw_one(options: argparse.Namespace) -> int:
    from cribboard.animations import ANIMATIONS, animation_svg

    named = {animation.name: animation for animation in ANIMATIONS}
    if options.name not in named:
        raise Problem(f"{options.name}: no such animation; there are {', '.join(named)}")
    write_text(animation_svg(named[options.name]), options.output)
    return 0


def _draw_all(options: argparse.Namespace) -> int:
    from cribboard.animations import ANIMATIONS, animation_svg

    folder: Path = options.output
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(f"{folder}: can't be made: {error.strerror}") from None
    for animation in ANIMATIONS:
        write_text(animation_svg(animation), str(folder / f"{animation.name}.svg"))
    return 0
