"""What the commands share: how one is added, and how its files are read and written."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

Run = Callable[[argparse.Namespace], int]


class Problem(Exception):
    """Bad input; the message is for the person who typed it."""


class Parser(argparse.ArgumentParser):
    """One line for bad arguments, and where help is."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}; see {self.prog} --help", file=sys.stderr)
        raise SystemExit(2)


class Commands:
    """The commands of the command line, or those of one of its commands."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self._parsers = parser.add_subparsers(metavar="COMMAND", required=True)

    def add(self, name: str, run: Run | None, about: str, example: str) -> argparse.ArgumentParser:
        """A command that does `run`; None for one that has commands of its own."""
        added: argparse.ArgumentParser = self._parsers.add_parser(
            name,
            help=about,
            description=about,
            epilog=f"example: {example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if run:
            added.set_defaults(run=run)
        return added


def add_config(parser: argparse.ArgumentParser) -> None:
    """`--config FILE`."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings (TOML)")


def add_output(parser: argparse.ArgumentParser) -> None:
    """`-o FILE`."""
    parser.add_argument("-o", "--output", metavar="FILE", help="write here, not to standard output")


def read_text(file: str) -> str:
    """A file's text; `-` is standard input. Raises Problem."""
    try:
        if file == "-":
            return sys.stdin.read().removeprefix("\ufeff")
        return Path(file).read_text("utf-8-sig")
    except OSError as error:
        raise Problem(f"{file}: can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Problem(f"{file}: is not a text file") from None


def write_text(text: str, output: str | None) -> None:
    """To a file, or else to standard output. Raises Problem."""
    if not output:
        print(text, end="")
        return
    try:
        Path(output).write_text(text, "utf-8", newline="")
    except OSError as error:
        raise Problem(f"{output}: can't be written: {error.strerror}") from None
