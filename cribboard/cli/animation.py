"""`cribboard draw animation`: what the lights do, as moving pictures."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from .arguments import Commands, Problem, add_output
from .files import write, write_all


def add(things: Commands) -> None:
    """The moving pictures, among the things that can be drawn."""
    animation = things.add(
        "animation",
        _draw,
        "what the lights do at a moment of the game, as SVG that moves",
        "cribboard draw animation heels -o heels.svg",
    )
    about = "which; all: each of them, into the folder -o; another word lists them"
    animation.add_argument("name", metavar="NAME", help=about)
    add_output(animation)


def _draw(options: argparse.Namespace) -> int:
    from cribboard.animations import ANIMATIONS, animation_svg

    made = {each.name: partial(animation_svg, each) for each in ANIMATIONS}
    files = {f"{name}.svg": make for name, make in made.items()}
    output: str | None = options.output
    if options.name == "all":
        if not output:
            wanted = "name a folder: -o animations/"
            raise Problem(f"draw animation all makes {len(files)} files; {wanted}")
        write_all(files, Path(output))
    elif options.name in made:
        file = f"{options.name}.svg"
        write({file: files[file]}, f"animation {options.name}", output)
    else:
        raise Problem(f"{options.name}: no such animation; there are {', '.join(made)}, and all")
    return 0
