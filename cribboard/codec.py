"""Events, notices and commands as plain JSON values, and back: for the journal and for other programs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, cast, get_args

import cattrs
import orjson
from cattrs.cols import namedtuple_dict_structure_factory, namedtuple_dict_unstructure_factory

from cribboard.rules import Card, Event, Item, Match, Notice, Points, State
from cribboard.rules.commands import Command, CorrectCard
from cribboard.rules.events import CardCorrected
from cribboard.rules.match import Record


def dump_event(event: Event | Notice) -> str:
    """One line of JSON; `"event"` says which it is, cards are written `5H`.

    >>> from cribboard.rules import events
    >>> dump_event(events.Starter(Card.parse("5H")))
    '{"event": "starter", "card": "5H"}'
    """
    return json.dumps(_plain(event, Event | Notice))


def item_values(item: Item) -> dict[str, Any]:
    """One thing that scores: kind, cards, points."""
    return cast(dict[str, Any], _converter.unstructure(item))


def dump_events(events: tuple[Event, ...]) -> str:
    """Several events as one JSON array."""
    return json.dumps([_plain(event, Event) for event in events])


def load_events(text: str) -> tuple[Event, ...]:
    """The events that `dump_events` wrote."""
    return tuple(_converter.structure(orjson.loads(text), cast(Any, tuple[Event, ...])))


def dump_command(command: Command) -> str:
    """One line of JSON; `"command"` says which it is."""
    return json.dumps(_plain(command, Command))


def load_command(text: str) -> Command:
    """The command that `dump_command` wrote."""
    return cast(Command, _converter.structure(orjson.loads(text), cast(Any, Command)))


def state_values(state: State) -> dict[str, Any]:
    """What other programs read of a State; scores, pegs, match and games are by side."""
    return {
        "phase": state.phase.name,
        "scores": list(state.scores),
        "pegs": [list(pegs) for pegs in state.pegs],
        "dealer": state.dealer,
        "turn": state.turn,
        "count": state.count,
        "match": list(state.tally),
        "games": list(state.games),
        "starter": str(state.starter) if state.starter else None,
        "card": [record._asdict() for record in state.card],
    }


def _plain(value: object, union: object) -> Any:
    return _converter.unstructure(value, unstructure_as=union)


def _make_converter() -> cattrs.Converter:
    converter = cattrs.Converter(detailed_validation=False)  # halves the time it takes to start
    for kind in (Card, Match, Points):
        converter.register_unstructure_hook(kind, str)
        converter.register_structure_hook(kind, lambda text, to: to.parse(text))
    for row in (Item, Record):
        converter.register_unstructure_hook(
            row, namedtuple_dict_unstructure_factory(row, converter)
        )
        converter.register_structure_hook(row, namedtuple_dict_structure_factory(row, converter))
    _register_nested(converter)
    for union in (Event, Event | Notice):
        _register_tagged(converter, "event", union, _event_name)
    _register_tagged(converter, "command", Command, _command_name)
    return converter


def _register_tagged(
    converter: cattrs.Converter, tag: str, union: Any, name_of: Callable[[Any], str]
) -> None:
    """A union whose values say by a tag which of its kinds they are.

    cattrs' own way works out how all kinds are written before the first one is, which delays every start.
    """
    kinds = {name_of(kind): kind for kind in get_args(union)}
    names = {kind: name for name, kind in kinds.items()}
    converter.register_unstructure_hook(
        union, lambda value: {tag: names[type(value)], **converter.unstructure(value)}
    )
    converter.register_structure_hook(
        union, lambda values, _: converter.structure(values, kinds[values[tag]])
    )


def _register_nested(converter: cattrs.Converter) -> None:
    """A correction holds events, and its command commands: unions within themselves, which cattrs can't work out."""

    def unstructure(value: CardCorrected | CorrectCard) -> dict[str, Any]:
        inner: Any = value.redone if isinstance(value, CardCorrected) else value.acts
        union: Any = tuple[Event, ...] if isinstance(value, CardCorrected) else tuple[Command, ...]
        return {
            "wrong": str(value.wrong),
            "right": str(value.right),
            "inner": converter.unstructure(inner, unstructure_as=union),
        }

    def structure(values: dict[str, Any], kind: Any) -> CardCorrected | CorrectCard:
        union: Any = tuple[Event, ...] if kind is CardCorrected else tuple[Command, ...]
        inner = converter.structure(values["inner"], union)
        return cast(
            CardCorrected | CorrectCard,
            kind(Card.parse(values["wrong"]), Card.parse(values["right"]), inner),
        )

    for kind in (CardCorrected, CorrectCard):
        converter.register_unstructure_hook(kind, unstructure)
        converter.register_structure_hook(kind, structure)


def _event_name(kind: Any) -> str:
    return cast(str, kind.name)


def _command_name(kind: Any) -> str:
    """`ReadCard` is `read_card`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


_converter = _make_converter()
