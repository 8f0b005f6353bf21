"""The journal for other programs: awards as CSV, games as JSON, a game as a table script. Rows in, text out."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import chain, pairwise
from typing import Any

import orjson

from cribboard import codec
from cribboard.acts import acts_in
from cribboard.history import Chapter, chapters, game_of
from cribboard.replay import Replay
from cribboard.reports import game_values, side_name, when, when_exactly
from cribboard.rules import State, evolve
from cribboard.rules.commands import ChooseDealer
from cribboard.rules.events import Dealer, GameStarted, MatchStarted
from cribboard.script import Say, Script, ScriptError, Set, settings, write_line
from cribboard.store import Row

COLUMNS = ("game", "time", "side", "player", "points", "reason", "cards", "score", "front", "back")
"""Of the CSV: game as `history` numbers it, time ISO 8601, points and pegs in holes."""

ABOUT_PLAYERS = 5
"""Options that belong together, so that they are set on one line: who plays, and from where to where."""


class ExportError(Exception):
    """What was asked for can't be told; says why."""


def as_csv(rows: Iterable[Row], number: int | None = None) -> str:
    """Every change of a score, one a line, of game `number` or of all; what was put right is there with its sign."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for chapter in _asked(rows, number):
        names = chapter.agreed["names"]
        for row in chapter.rows:
            for scored in (e for e in orjson.loads(row.events) if e["event"] == "scored"):
                player, (front, back) = scored["player"], scored["pegs"]
                writer.writerow(
                    (
                        chapter.number,
                        when_exactly(row.time),
                        side_name(chapter.sides[scored["side"]]),
                        "" if player is None else names[player],
                        scored["points"],
                        scored["reason"],
                        " ".join(scored["cards"]),
                        scored["score"],
                        front,
                        back,
                    )
                )
    return text.getvalue()


def as_json(rows: Iterable[Row], number: int | None = None) -> str:
    """Game `number` or all as `history --json` tells them, with the options and every event, each with its time."""
    games = [
        game_values(game_of(chapter))
        | {"options": chapter.agreed, "events": list(_timed_events(chapter))}
        for chapter in _asked(rows, number)
    ]
    return json.dumps({"games": games}) + "\n"


def _timed_events(chapter: Chapter) -> Iterator[dict[str, Any]]:
    """The events of a game; that it was given up is in the entry that starts the next one."""
    for row in chapter.rows:
        for event in orjson.loads(row.events):
            if event["event"] != "game_abandoned":
                yield {"time": when_exactly(row.time), **event}


def _asked(rows: Iterable[Row], number: int | None) -> Iterator[Chapter]:
    """The games that are asked for. Raises ExportError where there is none of that number."""
    found = False
    for chapter in chapters(rows):
        if not chapter.blank and number in (None, chapter.number):
            found = True
            yield chapter
    if number is not None and not found:
        raise ExportError(f"there is no game {number}; see cribboard history")


# --- as a table script -------------------------------------------------------------------------------------------------


def as_script(rows: Iterable[Row], number: int | None = None) -> str:
    """Game `number`, or the last one, as a table script that `cribboard replay` brings to the same state.

    A game stands on those before it in its match: its script is the match from its beginning up to the end of the game,
    or as far as it has come. Only the session's ACC card, which goes from match to match, begins with the script.
    Raises ExportError for a game that isn't there, or that a replay by today's rules wouldn't bring to the same state.
    """
    told: list[Chapter] = []
    for chapter in chapters(rows):
        if told and told[-1].number == number != chapter.number:
            break
        if _stands_alone(chapter.rows[0]):
            told = []
        told.append(chapter)
    if not told or number not in (None, told[-1].number):
        asked = "game yet" if number is None else f"game {number}; see cribboard history"
        raise ExportError(f"there is no {asked}")
    rows_told = [row for chapter in told for row in chapter.rows]
    if any(row.after not in (0, before.number) for before, row in pairwise(rows_told)):
        raise ExportError(f"game {told[-1].number}: the journal is damaged, an entry is missing")
    lines, state = _script(told)
    text = "".join(f"{line}\n" for line in lines)
    _check(text, state, told[-1].number)
    return text


def _stands_alone(row: Row) -> bool:
    """Whether it starts a match in which nothing hangs on the one before: those tied there may have to cut."""
    if '"match_started"' not in row.events:
        return False
    events = codec.load_events(row.events)
    options = next(event.options for event in events if isinstance(event, MatchStarted))
    cutting = next(event.cutting for event in events if isinstance(event, GameStarted))
    return len(cutting) in (0, options.players)


def _script(told: list[Chapter]) -> tuple[list[str], State]:
    """The lines of a script, and the state to which they lead."""
    first, *rows = chain.from_iterable(chapter.rows for chapter in told)
    starts = {chapter.rows[0].number: chapter for chapter in told}
    events = codec.load_events(first.events)
    state = reduce(evolve, events, None)
    assert state
    options = state.options
    agreed = settings(options)
    lines = [
        _title(told[0]),
        write_line(Set(agreed[:ABOUT_PLAYERS]), options),
        write_line(Set(agreed[ABOUT_PLAYERS:]), options),
    ]
    for event in events:
        if isinstance(event, Dealer):
            lines.append(write_line(Say(ChooseDealer(event.player)), options))
    for row in rows:
        if row.number in starts:
            lines += ["", _title(starts[row.number])]
        command = codec.load_command(row.command)
        lines += [write_line(line, options) for line in acts_in(state, command)]
        state = reduce(evolve, codec.load_events(row.events), state)
    return lines, state


def _title(chapter: Chapter) -> str:
    return f"# game {chapter.number}, {when(chapter.rows[0].time)}"


def _check(text: str, state: State, number: int) -> None:
    """Play the script, and see that it leads there."""
    source = f"game {number}"
    try:
        replay = Replay(Script.parse(text, source), ())
        replay.run(source)
    except (ScriptError, ValueError) as error:
        raise ExportError(f"{source} can't be told as a script: {error}") from None
    if _seen(replay.table.view.state) != _seen(state):
        raise ExportError(f"{source}: today's rules would score it otherwise; export it as JSON")


def _seen(state: State) -> dict[str, Any]:
    """What can be seen of a state; not the session's card."""
    return {key: value for key, value in codec.state_values(state).items() if key != "card"}
