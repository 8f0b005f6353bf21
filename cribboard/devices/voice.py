"""The voice of the board: what it says at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable


class Voice:
    """Says phrases by writing each as a line of text.

    >>> Voice(print).say(["fifteen two", "and a pair is four"])
    fifteen two
    and a pair is four
    """

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write

    def say(self, phrases: Iterable[str]) -> None:
        """Say these, one after the other."""
        for phrase in phrases:
            self._write(phrase)
