"""What is said: a text, and the parts of which it is spoken. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Self


class Part(NamedTuple):
    """A piece of a phrase that is one clip of sound: words, or a number, a card or a name by itself.

    `text` is as it is written, with its spaces and punctuation; `spoken` as the voice reads it, nothing for what is
    only written. `kind` is `words`, `number`, `card`, `name`, `join` or `raw`. `name` is its text in words, where that is
    another: a number is the same in digits, and a sign is what it is read as.
    """

    text: str
    spoken: str
    kind: str = "words"
    name: str | None = None


class Phrase(str):
    """A phrase is its text; `parts` are what it is spoken of, and `key` is its place in the file of its language.

    It is worth saying for `lasts` seconds after what it tells of; a newer one of its `topic` replaces it while it waits,
    and one that `clears` replaces all that wait.

    >>> Phrase([Part("Ann", "Ann", "name"), Part(" has ", "has"), Part("2", "two", "number")])
    'Ann has 2'
    """

    parts: tuple[Part, ...]
    key: str
    lasts: float
    topic: str | None
    clears: bool

    def __new__(
        cls,
        parts: Sequence[Part],
        key: str = "",
        lasts: float = 60.0,
        topic: str | None = None,
        clears: bool = False,
    ) -> Self:
        phrase = super().__new__(cls, "".join(part.text for part in parts))
        phrase.parts = tuple(parts)
        phrase.key, phrase.lasts, phrase.topic, phrase.clears = key, lasts, topic, clears
        return phrase
