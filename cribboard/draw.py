"""Pictures of the board, drawn by the program itself."""

from __future__ import annotations

from dataclasses import replace

from cribboard.board import picture
from cribboard.board.engraving import Goal
from cribboard.board.lights import Lights
from cribboard.board.power import dim, limit
from cribboard.board.track import Track
from cribboard.board.view import View
from cribboard.config import Config
from cribboard.replay import Replay
from cribboard.rules import Options, Pegs, State
from cribboard.rules.state import CountedPlay, Deal
from cribboard.script import Script

SETTLED = 15.0
"""Seconds after which every light is still."""


PEGS = (Pegs(78, 70), Pegs(52, 44), Pegs(65, 57), Pegs(31, 27))
TALLY = (3, 2, 1, 0)


def showpiece(options: Options) -> View:
    """A game that shows what the board can: to 121 Ann deals, on her second lap; Bob is to act, and not yet safe at 61."""
    pegs = tuple(
        Pegs(*(peg * options.target // 121 for peg in pair)) for pair in PEGS[: len(options.sides)]
    )
    state = replace(
        State.new(options),
        phase=CountedPlay(turn=1),
        pegs=pegs,
        tally=TALLY[: len(pegs)],
        deal=Deal(dealer=0, pegs_before=pegs),
    )
    return View(state, pending=(None,) * len(pegs))


def board_svg(config: Config, script: str | None = None, source: str = "") -> str:
    """The board as SVG: the showpiece, or as it is lit when the last act of `script` has come to rest.

    Raises ScriptError, quoting `source`, for a script that can't be read.
    """
    read = Script.parse(script or "", source, config.options)
    track = Track.for_options(read.options)
    lights = Lights(track)
    if script is None:
        view, now = showpiece(read.options), 0.0
        lights.watch(view, (), now)
    else:
        replay = Replay(read, [lights], config.timing)
        replay.run(source)
        view, now = replay.table.view, replay.now
    frame = dim(lights.frame(now + SETTLED), config.strip.brightness)
    lit = limit(frame, config.strip.limit_ma)
    return picture.svg(track, lit, " and ".join(read.options.names), Goal.of(read.options))
