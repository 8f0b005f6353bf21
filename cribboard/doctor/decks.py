"""The learnt decks."""

from __future__ import annotations

from collections.abc import Iterator

from cribboard import deckfiles
from cribboard.config import Config

from .finding import Finding, ok, problem
from .machine import Machine


def decks(machine: Machine, config: Config) -> Iterator[Finding]:
    """Whether all of them can be read, and agree."""
    folder = machine.root / config.decks.absolute().relative_to("/")
    known = deckfiles.load_all(folder)
    for trouble in known.troubles:
        yield problem("decks", str(trouble), trouble.advice)
    if not known.troubles:
        yield ok("decks", ", ".join(deckfiles.names(folder)) or "none is learnt")
