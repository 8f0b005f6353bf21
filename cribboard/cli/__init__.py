"""The command line. Bad input is one clear line on stderr and exit status 2."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import cast

from cribboard.config import ConfigError
from cribboard.decks import DeckError
from cribboard.devices import DeviceError
from cribboard.script import ScriptError
from cribboard.store import StoreError
from cribboard.terminal import let_go

from .arguments import Commands, Parser, Problem

COMMANDS = {
    "play": "play",
    "replay": "replay",
    "score": "score",
    "draw": "draw",
    "history": "games",
    "export": "games",
    "deck": "deck",
    "page": "page",
    "voice": "voice",
    "check": "check",
    "blank": "blank",
    "doctor": "doctor",
    "service": "service",
}
"""The module here that each command is in. Only that of the one asked for is read: on a Pi each takes its time."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `cribboard ARGUMENTS`; returns the exit status."""
    _mend_streams()
    words = sys.argv[1:] if arguments is None else arguments
    options = _parser(words[0] if words else "").parse_args(arguments)
    try:
        status = cast(int, options.run(options))
        sys.stdout.flush()
        return status
    except (Problem, ScriptError, ConfigError, DeckError, DeviceError, StoreError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        let_go(sys.stdout)
        if not isinstance(error, BrokenPipeError):
            where = f"{error.filename}: " if error.filename else ""
            print(f"cribboard: {where}{error.strerror or error}", file=sys.stderr)
        return 1


def _mend_streams() -> None:
    """A program may be started with its streams closed, or with an encoding that hasn't all our letters."""
    sys.stdin = sys.stdin or open(os.devnull)
    sys.stdout = sys.stdout or open(os.devnull, "w")
    sys.stderr = sys.stderr or open(os.devnull, "w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _parser(asked: str) -> Parser:
    """For the command that is asked for, or, where there is none of that name, for all."""
    parser = Parser(
        prog="cribboard",
        description="An electronic cribbage board.",
        epilog="example: cribboard play --demo",
    )
    commands = Commands(parser)
    for module in [COMMANDS[asked]] if asked in COMMANDS else dict.fromkeys(COMMANDS.values()):
        import_module(f".{module}", __package__).add(commands)
    return parser
