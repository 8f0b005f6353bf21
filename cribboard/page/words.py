"""The words of the page: the table `[page]` of the phrase files, so that it speaks what the board speaks."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any, cast


CARDS = ("ranks", "suits", "card")
"""What a card's name is made of, which the board says too."""


@cache
def languages() -> tuple[str, ...]:
    """Those in which there are words for the page."""
    files = sorted(
        file.name.removesuffix(".toml")
        for file in (resources.files("cribboard") / "phrases").iterdir()
        if file.name.endswith(".toml")
    )
    return tuple(language for language in files if page(language))


def names() -> dict[str, str]:
    """Each language by its own name."""
    return {language: page(language)["language_name"] for language in languages()}


@cache
def page(language: str) -> dict[str, Any]:
    """The page's words in a language; none where there are none."""
    file = resources.files("cribboard") / "phrases" / f"{language}.toml"
    words = tomllib.loads(file.read_text("utf-8"))
    if "page" not in words:
        return {}
    return cast(dict[str, Any], words["page"]) | {key: words[key] for key in CARDS}
