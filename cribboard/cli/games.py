"""`cribboard history` and `cribboard export`: what the journal tells of the games played."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from cribboard import store
from cribboard.config import journal_path, load

from .arguments import Commands, Problem, add_config, add_output, write_text


def add(commands: Commands) -> None:
    """The commands."""
    history = commands.add(
        "history",
        _history,
        "the games that were played, and what each player makes of his cards",
        "cribboard history",
    )
    history.add_argument("--json", action="store_true", help="for other programs")

    export = commands.add(
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
    add_output(export)
    for added in (history, export):
        added.add_argument("--journal", metavar="FILE", help="the journal, if not the configured")
        add_config(added)


def _history(options: argparse.Namespace) -> int:
    from cribboard import reports
    from cribboard.history import TELLING, history

    told = history(store.read(_journal(options), TELLING))
    print(json.dumps(reports.values(told)) if options.json else reports.tables(told))
    return 0


def _export(options: argparse.Namespace) -> int:
    from cribboard import export

    write = {"csv": export.as_csv, "json": export.as_json, "script": export.as_script}
    try:
        text = write[options.format](store.read(_journal(options)), options.game)
    except export.ExportError as error:
        raise Problem(str(error)) from None
    write_text(text, options.output)
    return 0


def _journal(options: argparse.Namespace) -> Path:
    path = journal_path(options.journal) if options.journal else load(options.config).journal
    if path is None:
        raise Problem("no journal is kept; name one with --journal FILE")
    return path
