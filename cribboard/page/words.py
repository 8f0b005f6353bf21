"""The words of the page: the table `[page]` of the phrase files, so that it speaks what the board speaks."""

from __future__ import annotations

from typing import Any

from cribboard.language import Language, languages


def names() -> dict[str, str]:
    """Each language by its own name."""
    return {language: page(language)["language_name"] for language in languages()}


def page(language: str) -> dict[str, Any]:
    """The page's words in a language, and those of which the names of cards are made."""
    words = Language(language).words
    return {**words["page"], **words["cards"]}
