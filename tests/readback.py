"""Reads the numbers in a phrase as a listener does."""

from __future__ import annotations

import re
from functools import cache

from cribboard.language import Language

LARGEST = 250
ALSO = {"zh": {"两": 2}}
"""Words of number that are never said alone."""


@cache
def _words(code: str) -> dict[str, int]:
    language = Language(code)
    return {language.number(number): number for number in range(LARGEST + 1)} | ALSO.get(code, {})


def numbers_in(code: str, text: str) -> list[int]:
    """The numbers of a text in this language, in order: words or digits, the longest word that fits."""
    words = _words(code)
    longest_first = sorted(words, key=len, reverse=True)
    edge = r"\b" if code == "en" else ""
    found = re.finditer(rf"\d+|{edge}(?:{'|'.join(longest_first)}){edge}", text.lower())
    return [int(each[0]) if each[0].isdigit() else words[each[0]] for each in found]
