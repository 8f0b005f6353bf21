"""All that the board can say in a language to these players, so that its clips can be made beforehand. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import Formatter

from cribboard.announcer import PAIRS
from cribboard.language import Language, Names, Scores, Value, Word
from cribboard.phrase import Part
from cribboard.rules import PACK, Options
from cribboard.rules.options import SCHEMES

from .clips import name_of

TABLES = (
    "events",
    "scored",
    "brief",
    "call",
    "play",
    "helpers",
    "why",
    "prompted",
    "refused",
    "matches",
)
WHOLE = ("events", "scored", "brief", "helpers", "prompted", "refused")
"""Tables whose phrases are said by themselves."""

BARRIER = (Part("", "", "raw"),)
"""In place of what is filled in from phrases that are there by themselves."""


def repertoire(language: Language, options: Options) -> tuple[Part, ...]:
    """Each part once by what it is named and how it sounds, in no particular order; of what is only written, nothing.

    >>> parts = repertoire(Language("en"), Options())
    >>> {"five of hearts", "twenty-four", "Two for his heels"} <= {part.spoken for part in parts}
    True
    """
    found: dict[tuple[str, str, str], Part] = {}
    for part in _parts(language, options):
        if part.spoken:
            found.setdefault((name_of(part), part.spoken, language.voice(part)), part)
    return tuple(found.values())


def whole_phrases(language: Language) -> tuple[str, ...]:
    """The keys by which the user may record whole phrases."""
    return ("play.count", *(f"{table}.{key}" for table in WHOLE for key in language.words[table]))


def _parts(language: Language, options: Options) -> Iterator[Part]:
    for card in PACK:
        yield language.card(card)
    for join in language.words["joins"]:
        yield from language.fill("{list}", {"list": tuple(language.joined(join, [BARRIER] * 2))})
    for item in _items(language, "call"):
        for form in ("first", "next"):
            called = _fill(language, "call", form, item)
            yield from _fill(language, "call", "last", called)
    for table in TABLES:
        for template in language.words[table].values():
            yield from _filled(language, options, table, template)


def _filled(language: Language, options: Options, table: str, template: str) -> Iterator[Part]:
    """A phrase with each of its braces filled in by all that may stand there, while the others stay as they are."""
    fields = [(field, spec or "") for _, field, spec, _ in Formatter().parse(template) if field]
    samples = {field: _samples(language, options, table, field, spec) for field, spec in fields}
    first = {field: values[0] for field, values in samples.items()}
    yield from language.fill(template, first)
    for field, values in samples.items():
        for value in values[1:]:
            yield from language.fill(template, {**first, field: value})


def _samples(
    language: Language, options: Options, table: str, field: str, spec: str
) -> Sequence[Value]:
    """What may stand in a brace."""
    match field:
        case "player" | "dealer" | "turn":
            return [Names((name,)) for name in options.names]
        case "side":
            members = map(options.members, options.sides)
            sides = [Names(tuple(options.names[seat] for seat in seats)) for seats in members]
            share_the_lead = table == "helpers" and len(sides) > 2
            return [*sides, Names(options.names[:2])] if share_the_lead else sides
        case "card" | "wrong" | "right":
            return PACK[:1]
        case "device":
            return [Word("devices", device) for device in language.words["devices"]]
        case "item":
            return _items(language, "call" if table == "call" else "play")
        case "call" if table == "why":
            return _items(language, "play")
        case "scores" if spec:
            return [Scores((score, score)) for score in range(options.target + 1)]
        case "spread":
            most = options.target if options.points == SCHEMES["acc"] else 0
            return range(-most, most + 1)
        case "points" if "+" in spec:
            return [*range(-31, 0), *range(1, 32)]
    return range(_most(options)[field] + 1) if field in _most(options) else [BARRIER]


def _fill(
    language: Language, table: str, key: str, item: Sequence[Part] = BARRIER
) -> tuple[Part, ...]:
    """A phrase of a hand's count, with some numbers."""
    values: dict[str, Value] = {"points": 2, "size": 3, "total": 2, "item": item}
    return language.fill(language.words[table][key], values)


def _items(language: Language, table: str) -> list[tuple[Part, ...]]:
    """All that can score, as this table has it."""
    kinds = (*PAIRS.values(), "run", "flush", "nobs", "fifteen", "thirty_one")
    return [_fill(language, table, kind) for kind in kinds if kind in language.words[table]]


def _most(options: Options) -> dict[str, int]:
    """The numbers that are likely; what is more is made when it is said."""
    return {
        "score": options.target,
        "points": 31,
        "total": 29,
        "count": 31,
        "size": 7,
        "tally": options.match.needed + 3,
        "needed": options.match.needed,
        "n": options.match.number,
        "number": 9,
        "wins": 9,
        "skunks": 9,
    }
