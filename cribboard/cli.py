"""The command line. Bad input is one clear line on stderr and exit status 2."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NoReturn, cast

from cribboard import codec
from cribboard.announcer import Announcer
from cribboard.board import picture
from cribboard.board.lights import Lights
from cribboard.board.power import limit
from cribboard.board.track import Track
from cribboard.board.view import View
from cribboard.config import ConfigError, journal_path, load
from cribboard.devices import DeviceError
from cribboard.replay import Replay
from cribboard.rules import Card, Event, Notice, score_hand
from cribboard.script import Script, ScriptError
from cribboard.store import StoreError
from cribboard.terminal import let_go


class Problem(Exception):
    """Bad input; the message is for the person who typed it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `cribboard ARGUMENTS`; returns the exit status."""
    _mend_streams()
    options = _parser().parse_args(arguments)
    try:
        status = cast(int, options.run(options))
        sys.stdout.flush()
        return status
    except (Problem, ScriptError, ConfigError, DeviceError, StoreError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        let_go(sys.stdout)
        if not isinstance(error, BrokenPipeError):
            print(f"cribboard: {error.strerror or error}", file=sys.stderr)
        return 1


def _mend_streams() -> None:
    """A program may be started with its streams closed, or with an encoding that hasn't all our letters."""
    sys.stdin = sys.stdin or open(os.devnull)
    sys.stdout = sys.stdout or open(os.devnull, "w")
    sys.stderr = sys.stderr or open(os.devnull, "w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


# --- score -------------------------------------------------------------------------------------------------------------


def _score(options: argparse.Namespace) -> int:
    hand = [_card(code) for code in options.cards]
    starter = _card(options.starter)
    if len(hand) != 4:
        raise Problem(f"a hand has four cards, besides the starter; read {len(hand)}")
    if twice := next((c for i, c in enumerate([*hand, starter]) if c in hand[:i]), None):
        raise Problem(f"{twice} is there twice: a pack has every card once")
    score = score_hand(hand, starter, options.crib)
    if options.json:
        items = [codec.item_values(item) for item in score.items]
        print(json.dumps({"total": score.total, "items": items}))
    else:
        print(f"{score.total}: {Announcer().call(score.items)}")
    return 0


def _card(code: str) -> Card:
    try:
        return Card.parse(code)
    except ValueError as error:
        raise Problem(str(error)) from None


# --- replay ------------------------------------------------------------------------------------------------------------


class _Saying:
    """Prints what the board says."""

    def __init__(self) -> None:
        self._announcer = Announcer()

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        for phrase in self._announcer.announce(view, events):
            print(phrase)


class _Json:
    """Prints each event as a line of JSON."""

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        for event in events:
            print(codec.dump_event(event))


def _replay(options: argparse.Namespace) -> int:
    if options.frames and not options.json:
        raise Problem("--frames goes with --json")
    config = load(options.config)
    script = Script.parse(_text(options.file), options.file, config.options)
    track = Track.for_options(script.options)
    lights = Lights(track, config.strip.brightness)
    replay = Replay(script, [_Json() if options.json else _Saying(), lights], config.timing)
    replay.run(options.file)
    frame = limit(lights.frame(replay.now), config.strip.limit_ma)
    view = replay.table.view
    if options.json:
        last: dict[str, object] = {"state": codec.state_values(view.state)}
        if options.frames:
            last["frame"] = [f"#{frame[i : i + 3].hex()}" for i in range(0, len(frame), 3)]
        print(json.dumps(last))
    else:
        print(picture.ansi(track, frame) if sys.stdout.isatty() else picture.plain(track, view))
    return 0


def _text(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text("utf-8-sig")
    except OSError as error:
        raise Problem(f"{file}: can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Problem(f"{file}: is not a text file") from None


# --- play and draw -----------------------------------------------------------------------------------------------------


def _play(options: argparse.Namespace) -> int:
    from cribboard.play import play

    config = load(options.config)
    if options.journal:
        config = replace(config, journal=journal_path(options.journal))
    return play(config, options.demo, options.pace, options.seed)


def _draw_board(options: argparse.Namespace) -> int:
    from cribboard.draw import board_svg

    script = _text(options.script) if options.script else None
    drawing = board_svg(load(options.config), script, options.script)
    _write(drawing, options.output)
    return 0


# --- history and export ------------------------------------------------------------------------------------------------


def _history(options: argparse.Namespace) -> int:
    from cribboard import history

    told = history.history(history.read_rows(_journal(options), history.TELLING))
    print(json.dumps(history.values(told)) if options.json else history.tables(told))
    return 0


def _export(options: argparse.Namespace) -> int:
    from cribboard import export
    from cribboard.history import read_rows

    write = {"csv": export.as_csv, "json": export.as_json, "script": export.as_script}
    try:
        text = write[options.format](read_rows(_journal(options)), options.game)
    except export.ExportError as error:
        raise Problem(str(error)) from None
    _write(text, options.output)
    return 0


def _journal(options: argparse.Namespace) -> Path:
    path = journal_path(options.journal) if options.journal else load(options.config).journal
    if path is None:
        raise Problem("no journal is kept; name one with --journal FILE")
    return path


def _write(text: str, output: str | None) -> None:
    """To a file, or else to standard output."""
    if not output:
        print(text, end="")
        return
    try:
        Path(output).write_text(text, "utf-8", newline="")
    except OSError as error:
        raise Problem(f"{output}: can't be written: {error.strerror}") from None


# --- arguments ---------------------------------------------------------------------------------------------------------


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if 0 <= float(text) <= 60:
            return float(text)
    raise argparse.ArgumentTypeError(f"{text}: takes 0 to 60 seconds")


class _Parser(argparse.ArgumentParser):
    """One line for bad arguments, and where help is."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}; see {self.prog} --help", file=sys.stderr)
        raise SystemExit(2)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="cribboard",
        description="An electronic cribbage board.",
        epilog="example: cribboard play --demo",
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(
        name: str, run: Callable[[argparse.Namespace], int], about: str, example: str
    ) -> argparse.ArgumentParser:
        added: argparse.ArgumentParser = commands.add_parser(
            name,
            help=about,
            description=about,
            epilog=f"example: {example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        added.set_defaults(run=run)
        return added

    play = command(
        "play", _play, "play on the board, or on a simulated one", "cribboard play --demo"
    )
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

    replay = command(
        "replay", _replay, "carry out a table script", "cribboard replay game.txt --json"
    )
    replay.add_argument("file", metavar="FILE", help="the script; - for standard input")
    replay.add_argument("--json", action="store_true", help="an event a line, and the state last")
    replay.add_argument(
        "--frames", action="store_true", help="with --json: the lit pixels beside the state"
    )

    score = command("score", _score, "count a hand", "cribboard score 5H 5D 5S JC --starter 5C")
    score.add_argument(
        "cards", nargs="+", metavar="CARD", help="four cards: rank (A 2-9 T J Q K), suit (C D H S)"
    )
    score.add_argument("--starter", required=True, metavar="CARD")
    score.add_argument(
        "--crib", action="store_true", help="count it as a crib: only a five-card flush scores"
    )
    score.add_argument("--json", action="store_true", help="total and items as JSON")

    draw = command(
        "draw", _draw_board, "draw the board as SVG", "cribboard draw board -o board.svg"
    )
    draw.add_argument("what", choices=["board"])
    draw.add_argument("-o", "--output", metavar="FILE", help="write here, not to standard output")
    draw.add_argument("--script", metavar="FILE", help="as it is lit after this table script")

    history = command(
        "history",
        _history,
        "the games that were played, and what each player makes of his cards",
        "cribboard history",
    )
    history.add_argument("--json", action="store_true", help="for other programs")

    export = command(
        "export", _export, "games for other programs", "cribboard export --csv -o games.csv"
    )
    formats = export.add_mutually_exclusive_group(required=True)
    for format_, what in (
        ("csv", "every award, a line each"),
        ("json", "the games with all their events"),
        ("script", "a game, with its match until then, as a table script for replay"),
    ):
        formats.add_argument(
            f"--{format_}", action="store_const", const=format_, dest="format", help=what
        )
    export.add_argument(
        "--game",
        type=int,
        metavar="N",
        help="only this one, as history numbers it (--script: the last)",
    )
    export.add_argument("-o", "--output", metavar="FILE", help="write here, not to standard output")
    for added in (history, export):
        added.add_argument("--journal", metavar="FILE", help="the journal, if not the configured")
    for added in (play, replay, draw, history, export):
        added.add_argument("--config", type=Path, metavar="FILE", help="settings (TOML)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
