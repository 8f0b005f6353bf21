"""`cribboard replay`: carry out a table script."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from cribboard.config import load

from .arguments import Commands, Problem, add_config, read_text

if TYPE_CHECKING:
    from cribboard.announcer import Announcer
    from cribboard.board.view import View
    from cribboard.rules import Event, Notice


def add(commands: Commands) -> None:
    """The command."""
    example = "cribboard replay game.txt --json"
    replay = commands.add("replay", _replay, "carry out a table script", example)
    replay.add_argument("file", metavar="FILE", help="the script; - for standard input")
    replay.add_argument("--json", action="store_true", help="an event a line, and the state last")
    replay.add_argument(
        "--frames", action="store_true", help="with --json: the lit pixels beside the state"
    )
    add_config(replay)


class _Saying:
    """Prints what the board says."""

    def __init__(self, announcer: Announcer) -> None:
        self._announcer = announcer

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        for phrase in self._announcer.announce(view, events, now):
            print(phrase)


class _Json:
    """Prints each event as a line of JSON."""

    def __init__(self) -> None:
        from cribboard.codec import dump_event

        self._dump = dump_event

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        for event in events:
            print(self._dump(event))


def _replay(options: argparse.Namespace) -> int:
    from cribboard import codec
    from cribboard.board import picture
    from cribboard.board.lights import Lights
    from cribboard.board.power import dim, limit
    from cribboard.board.track import Track
    from cribboard.replay import Replay
    from cribboard.script import Script
    from cribboard.voice import opening

    if options.frames and not options.json:
        raise Problem("--frames goes with --json")
    config = load(options.config)
    script = Script.parse(read_text(options.file), options.file, config.options)
    track = Track.for_options(script.options)
    lights = Lights(track)
    replay = Replay(
        script,
        [_Json() if options.json else _Saying(opening.announcer(config)), lights],
        config.timing,
    )
    replay.run(options.file)
    frame = limit(dim(lights.frame(replay.now), config.strip.brightness), config.strip.limit_ma)
    view = replay.table.view
    if options.json:
        last: dict[str, object] = {"state": codec.state_values(view.state)}
        if options.frames:
            last["frame"] = [f"#{frame[i : i + 3].hex()}" for i in range(0, len(frame), 3)]
        print(json.dumps(last))
    else:
        colour, target = sys.stdout.isatty(), view.state.options.target
        print(picture.ansi(track, frame, target) if colour else picture.plain(track, view))
    return 0
