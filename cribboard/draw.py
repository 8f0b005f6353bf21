"""Pictures of the board, drawn by the program itself."""

from __future__ import annotations

from dataclasses import replace

from cribboard.board import picture
from cribboard.board.lights import Lights
from cribboard.board.power import limit
from cribboard.board.track import Track
from cribboard.board.view import View
from cribboard.config import Config
from cribboard.replay import Replay
from cribboard.rules import Options, Pegs, State
from cribboard.rules.state import CountedPlay, Deal
from cribboard.script import Script

SETTLED = 15.0
"""Seconds after which every light is still."""


def showpiece() -> View:
    """A game that shows what the board can: Ann deals, on her second lap; Bob is to act, and not yet safe at 61."""
    pegs = (Pegs(78, 70), Pegs(52, 44))
    state = replace(
        State.new(Options()),
        phase=CountedPlay(turn=1),
        pegs=pegs,
        tally=(3, 2),
        deal=Deal(dealer=0, pegs_before=pegs),
    )
    return View(state, pending=(None, None))


def board_svg(config: Config, script: str | None = None, source: str = "") -> str:
    """The board as SVG: the showpiece, or as it is lit when the last act of `script` has come to rest.

    Raises ScriptError, quoting `source`, for a script that can't be read.
    """
    read = Script.parse(script or "", source, config.options)
    track = Track.for_options(read.options if script else Options())
    lights = Lights(track, config.strip.brightness)
    if script is None:
        view, now = showpiece(), 0.0
        lights.watch(view, (), now)
    else:
        replay = Replay(read, [lights], config.timing)
        replay.run(source)
        view, now = replay.table.view, replay.now
    frame = limit(lights.frame(now + SETTLED), config.strip.limit_ma)
    return picture.svg(track, frame, " and ".join(view.state.options.names))
