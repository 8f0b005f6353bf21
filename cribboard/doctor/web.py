"""The page: whether it is served, and where it is reached."""

from __future__ import annotations

from collections.abc import Iterator

from cribboard.config import Config
from cribboard.page.address import addresses

from .finding import Finding, ok
from .machine import Machine


def page(_: Machine, config: Config) -> Iterator[Finding]:
    """The addresses, as they are typed into a browser."""
    reached = ", ".join(addresses(config.web))
    match config.web.enabled:
        case True:
            who = (
                "who reaches it may watch" if config.web.watch == "open" else "paired phones watch"
            )
            yield ok("page", f"{reached}; {who}")
        case False:
            yield ok("page", 'is not served (web.enabled = "never")')
        case None:
            told = (
                f'at {reached} on a simulated board at a terminal; web.enabled = "always": here too'
            )
            yield ok("page", told)
