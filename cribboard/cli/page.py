"""`cribboard page`: the phones that are paired with the page."""

from __future__ import annotations

import argparse
from pathlib import Path

from cribboard.config import journal_path, load

from .arguments import Commands, Problem, add_config


def add(commands: Commands) -> None:
    """The command."""
    about = "the phones that may act at the table by its page"
    page = commands.add("page", None, about, "cribboard page list")
    acts = Commands(page)
    about = "the paired phones"
    listing = acts.add("list", _list, about, "cribboard page list")
    about = "let a phone do no more"
    revoking = acts.add("revoke", _revoke, about, 'cribboard page revoke "Ann\'s phone"')
    revoking.add_argument("name", metavar="NAME", help="as list has it; all: every phone")
    for added in (listing, revoking):
        added.add_argument("--journal", metavar="FILE", help="the journal, if not the configured")
        add_config(added)


def _list(options: argparse.Namespace) -> int:
    from cribboard.page.phones import Phones, PhonesError

    try:
        phones = Phones.beside(_journal(options)).all()
    except PhonesError as error:
        raise Problem(str(error)) from None
    for phone in phones:
        print(f"{phone.paired}  {phone.name}")
    if not phones:
        print("no phone is paired")
    return 0


def _revoke(options: argparse.Namespace) -> int:
    from cribboard.page.phones import Phones, PhonesError

    try:
        gone = Phones.beside(_journal(options)).revoke(options.name)
    except PhonesError as error:
        raise Problem(str(error)) from None
    if not gone:
        raise Problem(f"no phone is called {options.name!r}; see cribboard page list")
    for phone in gone:
        print(f"{phone.name} is paired no more")
    return 0


def _journal(options: argparse.Namespace) -> Path:
    path = journal_path(options.journal) if options.journal else load(options.config).journal
    if path is None:
        raise Problem("no journal is kept, so no phones are; name one with --journal FILE")
    return path
