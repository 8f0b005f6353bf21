"""The acceptance tests: table scripts in tests/games, with what must come out.

A line `#= ...` says what holds at that point of the script:

    scores 10 4 | pegs 10/8 4/0 | match 1 0 | games 1 0     by side
    phase play | turn Bob | dealer Ann | count 15 | starter 5H | prompt redeal     (`-` for none)
    pending Ann 3 | pending Ann 19 refused | pending -
    said WORDS          the last line's phrases hold these words
    refused CODE        the last line was refused so
    event KIND          the last line brought such an event about; `no KIND`: it didn't
    card 3/31/1/1 0/-31/0/0     the session's card by side: game points, spread, wins, wins by a skunk
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

import pytest

from cribboard.announcer import Announcer
from cribboard.board.view import View
from cribboard.codec import state_values
from cribboard.replay import Replay
from cribboard.rules import Event, Notice
from cribboard.rules.events import Refusal
from cribboard.rules.options import PRESETS, SCHEMES, SETTINGS
from cribboard.script import Script

GAMES = sorted(Path(__file__).with_name("games").glob("*.txt"))


class Witness:
    """Remembers what happened since it was last cleared."""

    def __init__(self) -> None:
        self.events: list[Event | Notice] = []
        self.said: list[str] = []

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        self.events += events
        self.said += Announcer("en").announce(view, events)

    def clear(self) -> None:
        self.events, self.said = [], []


def by_side(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def check(expected: str, replay: Replay, witness: Witness) -> None:
    what, _, value = expected.partition(" ")
    view = replay.table.view
    options, values = view.state.options, state_values(view.state)
    match what:
        case "scores" | "match" | "games":
            assert values[what] == by_side(value)
        case "pegs":
            assert values["pegs"] == [by_side(pegs.replace("/", " ")) for pegs in value.split()]
        case "card":
            card = [list(record) for record in view.state.card]
            assert card == [by_side(record.replace("/", " ")) for record in value.split()]
        case "phase" | "count" | "starter":
            assert str(values[what] or "-") == value
        case "turn" | "dealer":
            seat = values[what]
            assert ("-" if seat is None else options.names[seat]) == value
        case "prompt":
            assert (view.prompt or "-") == value
        case "pending":
            said = [
                f"{options.names[side]} {pending.points}" + " refused" * pending.refused
                for side, pending in enumerate(view.pending)
                if pending
            ]
            assert (", ".join(said) or "-") == value
        case "said":
            assert value in " | ".join(witness.said), witness.said
        case "refused":
            assert value in [e.reason for e in witness.events if isinstance(e, Refusal)]
        case "event":
            assert value in [event.name for event in witness.events]
        case "no":
            assert value not in [event.name for event in witness.events]
        case _:
            pytest.fail(f"unknown expectation: {expected}")


def values_of(key: str) -> set[str]:
    """The values of an option that go by name, all of which some script must set; of the others, none."""
    read, allowed = SETTINGS[key]
    if isinstance(read, type) and issubclass(read, StrEnum):
        return set(read)
    named = {"preset": PRESETS, "points": SCHEMES, "players": "234", "match": ("single",)}
    return set(named.get(key, ("true", "false") if allowed == "true or false" else ()))


def test_every_value_of_every_option_has_a_script() -> None:
    lines = [line for path in GAMES for line in path.read_text("utf-8").splitlines()]
    words = {word for line in lines if line.startswith("set ") for word in line.split()[1:]}
    for key in SETTINGS:
        is_set = {word.partition("=")[2] for word in words if word.startswith(f"{key}=")}
        assert is_set, key
        assert values_of(key) <= is_set, key


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_table_script(path: Path) -> None:
    text = path.read_text("utf-8")
    expectations = {
        number: line[2:].strip()
        for number, line in enumerate(text.splitlines(), 1)
        if line.startswith("#=")
    }
    assert expectations, "a script that expects nothing tests nothing"
    script = Script.parse(text, path.name)
    lines = dict(script.lines)
    witness = Witness()
    replay = Replay(script, [witness])
    for number in range(1, len(text.splitlines()) + 1):
        if number in lines:
            witness.clear()
            replay.do(lines[number])
        elif number in expectations:
            try:
                check(expectations[number], replay, witness)
            except AssertionError as error:
                raise AssertionError(
                    f"{path.name}:{number}: {expectations[number]}\n{error}"
                ) from None
