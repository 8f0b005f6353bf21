"""`cribboard play`: the board itself."""

from __future__ import annotations

import argparse
from contextlib import suppress
from dataclasses import replace

from cribboard.config import journal_path, load

from .arguments import Commands, add_config


def add(commands: Commands) -> None:
    """The command."""
    about = "play on the board, or on a simulated one"
    play = commands.add("play", _play, about, "cribboard play --demo")
    play.add_argument("--journal", metavar="FILE", help="keep games here; none: nowhere")
    play.add_argument("--demo", action="store_true", help="watch two simulated players play a game")
    play.add_argument(
        "--pace",
        type=_seconds,
        default=0.7,
        metavar="S",
        help="seconds between the demo's acts (0.7)",
    )
    play.add_argument(
        "--seed", type=int, metavar="N", help="the demo's pack: the same number, the same game"
    )
    play.add_argument("--open", action="store_true", help="open the page, where there's a desktop")
    add_config(play)


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if 0 <= float(text) <= 60:
            return float(text)
    raise argparse.ArgumentTypeError(f"{text}: takes 0 to 60 seconds")


def _play(options: argparse.Namespace) -> int:
    from cribboard.play import play

    config = load(options.config)
    if options.journal:
        config = replace(config, journal=journal_path(options.journal))
    return play(config, options.demo, options.pace, options.seed, options.open)
