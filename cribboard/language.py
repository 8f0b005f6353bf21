"""A language: the words of its file in phrases/, filled in, as they are written and as they are spoken. Pure."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any, NamedTuple

from cribboard.phrase import Part
from cribboard.rules import Card

ENDS = ".,:;!?、。，：；！？"
"""The signs at which one takes breath."""

_PIECES = re.compile(rf"[^{ENDS}]+(?:[{ENDS}]+(?=\s|$|[^\x00-\x7f])[\s)）]*)?|[{ENDS}]+\s*")
_LATIN = re.compile("[\x00-ɏ’]*")
_MUTE = re.compile(rf"[{ENDS}()（）“”・]|(?<=\s)-(?=\s)")


class Names(NamedTuple):
    """Who a phrase speaks of: a player, or the players of a side."""

    names: tuple[str, ...]
    join: str = "names"


@dataclass(frozen=True)
class Word:
    """A word that the language's file has in this table."""

    table: str
    key: str


class Scores(NamedTuple):
    """The scores of a game, the first named first."""

    scores: tuple[int, ...]


Value = int | str | Card | Names | Word | Scores | Sequence[Part] | Sequence[Card]
"""What fills a brace. Text is written as it is and not spoken; cards and parts are joined as a list."""


class Language:
    """The words of one language.

    >>> english = Language("en")
    >>> english.number(21), english.counted("games", 1), english.card(Card.parse("5H")).text
    ('twenty-one', 'one game', 'five of hearts')
    """

    def __init__(self, code: str = "en") -> None:
        self.code = code
        self.words = _file(code)
        self._readings = _readings(self.words.get("readings", {}).get("words", ""))
        longest_first = sorted(self._readings, key=len, reverse=True)
        self._readable = re.compile("|".join(map(re.escape, longest_first)) or "(?!)")

    def fill(self, template: str, values: Mapping[str, Value]) -> tuple[Part, ...]:
        """The parts of a phrase of the file, with its braces filled in.

        >>> parts = Language("en").fill("{who} {who:has|have} {n:#}", {"who": Names(("Ann", "Bob")), "n": 7})
        >>> "".join(part.text for part in parts), [part.spoken for part in parts]
        ('Ann & Bob have 7', ['Ann', 'and', 'Bob', 'have', 'seven'])
        """
        parts: list[Part] = []
        for literal, field, spec, _ in Formatter().parse(template):
            if literal:
                parts.append(Part(literal, ""))
            if field is not None:
                parts += self._value(values[field], spec or "")
        return tuple(self._told(parts))

    def number(self, number: int) -> str:
        """A number in words; as digits where the language's rules end."""
        if number < 0:
            return str(self.words["signs"]["minus"].format(n=self.number(-number)))
        return _by_rule(self.words["numbers"], number, self.number) or str(number)

    def counted(self, counter: str, number: int, digits: bool = False) -> str:
        """A number with the word for what it counts, in the form that goes with it."""
        rules = self.words["counters"][counter]
        form = _by_rule(rules, number, lambda _: "") or rules["other"]
        if digits and "{n}" not in form:
            form = rules["other"]
        return str(form.format(n=str(number) if digits else self.number(number)))

    def card(self, card: Card) -> Part:
        """A card's name."""
        cards = self.words["cards"]
        rank, suit = cards["ranks"][card.rank - 1], cards["suits"][card.suit]
        text = cards["card"].format(rank=rank, suit=suit)
        return Part(text, self.reading(text), "card")

    def name(self, name: str, suffix: str = "") -> Part:
        """A player's name, with what is said in one breath with it; it has a voice of its own."""
        return Part(name + suffix, name + suffix, "name")

    def voice(self, part: Part) -> str:
        """The engine's voice for a part: names may be written otherwise than the language is."""
        speech = self.words["speech"]
        if part.kind != "name":
            return str(speech["voice"])
        return str(speech["latin_names" if _LATIN.fullmatch(part.spoken) else "other_names"])

    def is_readable(self, part: Part) -> bool:
        """Whether the voice can read a part; names may be written in signs that it doesn't know."""
        return not re.search(self.words["speech"]["unread"], part.spoken)

    def reading(self, text: str) -> str:
        """A text as the voice reads it: without signs, numbers in words, and each word by its reading.

        >>> Language("ja").reading("15で2点")
        'じゅうごでにてん'
        """
        text = _MUTE.sub(" ", text)
        text = re.sub(r"\d+", lambda found: self.number(int(found[0])), text)
        text = self._readable.sub(lambda found: self._readings[found[0]], text)
        return " ".join(text.split())

    def _value(self, value: Value, spec: str) -> Iterator[Part]:
        match value:
            case int():
                yield self._number(value, spec)
            case str():
                yield Part(value, "", "raw")
            case Card():
                yield self.card(value)
            case Word(table, key):
                yield Part(self.words[table].get(key, key), "")
            case Scores(scores):
                yield from self.joined("scores", [[self._number(score, spec)] for score in scores])
            case Names(names) if "|" in spec:
                yield Part(spec.split("|")[len(names) > 1], "")
            case Names(names, join):
                *others, last = names
                parts = [*map(self.name, others), self.name(last, spec)]
                yield from self.joined(join, [[part] for part in parts])
            case _ if value and isinstance(value[0], Card):
                yield from self.joined("cards", [[self.card(card)] for card in value])  # type: ignore[arg-type]
            case _:
                yield from value  # type: ignore[misc]

    def joined(self, join: str, items: Sequence[Sequence[Part]]) -> Iterator[Part]:
        """The items of a list, with what the language puts between them."""
        between = self.words["joins"][join]
        if isinstance(between, dict):
            spoken = between["spoken"].strip()
            between = Part(between["shown"], spoken, "join", spoken)
        else:
            between = Part(between, "")
        for place, item in enumerate(items):
            if place:
                yield between
            yield from item

    def _number(self, number: int, spec: str) -> Part:
        counter = spec.strip("#+")
        if "+" in spec:
            said = self.words["signs"]["minus" if number < 0 else "plus"]
            words = said.format(n=self.number(abs(number)))
            return Part(f"{number:+d}", self.reading(words), "number", words)
        words = self.counted(counter, number) if counter else self.number(number)
        digits = self.counted(counter, number, digits=True) if counter else str(number)
        name = digits if self.words["speech"].get("numerals") == "digits" else words
        return Part(digits if "#" in spec else words, self.reading(words), "number", name)

    def _told(self, parts: Sequence[Part]) -> Iterator[Part]:
        """The parts with words that stand together made one, and cut again where one takes breath."""
        together = ""
        for part in parts:
            if part.kind == "words":
                together += part.text
                continue
            yield from self._cut(together)
            together = ""
            yield part
        yield from self._cut(together)

    def _cut(self, text: str) -> Iterator[Part]:
        for piece in _PIECES.findall(text):
            yield Part(piece, self.reading(piece))


def _by_rule(rules: Mapping[str, str], number: int, words: Any) -> str | None:
    """The first rule for this number, filled in: a letter is any digit, the same ones together a number."""
    digits = str(number)
    for rule, form in rules.items():
        if len(rule) != len(digits):
            continue
        letters: dict[str, str] = {}
        for sign, digit in zip(rule, digits, strict=True):
            if sign.isalpha():
                letters[sign] = letters.get(sign, "") + digit
            elif sign != digit:
                break
        else:
            return _filled(form, letters, words)
    return None


def _filled(form: str, letters: Mapping[str, str], words: Any) -> str:
    def number(found: re.Match[str]) -> str:
        digits = re.sub(r"([a-z])\1*", lambda run: letters[run[0][0]], found[1])
        return str(words(int(digits)))

    return re.sub(r"\{(?!n\})(\w+)\}", number, form)


def _readings(words: str) -> dict[str, str]:
    """`点 てん, 手札 てふだ`: each word with its reading. Latin syllables stand apart from their neighbours."""
    pairs = (pair.split(maxsplit=1) for pair in words.split(",") if pair.strip())
    return {word: f" {said.strip()} " if said.isascii() else said.strip() for word, said in pairs}


@cache
def _file(code: str) -> dict[str, Any]:
    file = resources.files("cribboard") / "phrases" / f"{code}.toml"
    return tomllib.loads(file.read_text("utf-8"))


def languages() -> tuple[str, ...]:
    """The codes of all languages there are.

    >>> languages()
    ('en', 'ja', 'zh')
    """
    folder = resources.files("cribboard") / "phrases"
    names = (file.name.partition(".") for file in folder.iterdir())
    return tuple(sorted(code for code, _, kind in names if kind == "toml"))
