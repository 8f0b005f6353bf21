"""The libraries that drawings need and a board in play doesn't: imported late, and missed clearly."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from cribboard.installing import pip_install


class LibraryMissing(Exception):
    """A library isn't installed; the message says how to install it."""


def library(name: str) -> ModuleType:
    """A library of the extra `draw`. Raises LibraryMissing."""
    try:
        return import_module(name)
    except ImportError as error:
        raise LibraryMissing(
            f"drawings need {error.name or name}, which isn't installed: {pip_install('cribboard[draw]')}"
        ) from None
