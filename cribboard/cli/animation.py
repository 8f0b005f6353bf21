"""`cribboard draw animation`: what the lights do, as moving pictures."""

from __future__ import annotations

import argparse
from pathlib import Path

from .arguments import Commands, Problem, add_output, write_text


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

    if options.name == "all":
        return _draw_all(options.output)
    named = {animation.name: animation for animation in ANIMATIONS}
    if options.name not in named:
        raise Problem(f"{options.name}: no such animation; there are {', '.join(named)}, and all")
    output: str | None = options.output
    if output and (output.endswith("/") or Path(output).is_dir()):
        output = str(_folder(output) / f"{options.name}.svg")
    write_text(animation_svg(named[options.name]), output)
    return 0


def _draw_all(output: str | None) -> int:
    from cribboard.animations import ANIMATIONS, animation_svg

    if not output:
        raise Problem(
            f"draw animation all makes {len(ANIMATIONS)} files; name a folder: -o animations/"
        )
    folder = _folder(output)
    for animation in ANIMATIONS:
        write_text(animation_svg(animation), str(folder / f"{animation.name}.svg"))
    return 0


def _folder(output: str) -> Path:
    folder = Path(output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(f"{folder}: can't be made: {error.strerror}") from None
    return folder
