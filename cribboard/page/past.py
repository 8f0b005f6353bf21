"""Games that were played, for the page: what the journal tells of them, and each one award by award."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Any

from cribboard import codec, export, reports, store
from cribboard.announcer import Announcer
from cribboard.board.layers import Scene, paint
from cribboard.board.power import limit
from cribboard.board.track import Track
from cribboard.board.view import View
from cribboard.history import TELLING
from cribboard.history import history as told_by
from cribboard.rules import Event, State, evolve
from cribboard.rules import events as ev
from cribboard.store import Row, StoreError

from . import feed

LATEST = 400
"""Games that a page is told of, the latest ones."""


def history(journal: Path | None) -> dict[str, Any]:
    """Games, matches and averages, as `cribboard history --json` tells them; or `problem`, why there are none."""
    if journal is None:
        return {"problem": "no_journal"}
    try:
        values = reports.values(told_by(store.read(journal, TELLING)))
    except StoreError as error:
        return {"problem": str(error)}
    return {**values, "games": values["games"][-LATEST:], "matches": values["matches"][-LATEST:]}


def game(
    journal: Path | None, number: int, announcer: Announcer, budget: Callable[[int], float]
) -> dict[str, Any]:
    """Game `number`, as `history` numbers it, step by step; or `problem`."""
    if journal is None:
        return {"problem": "no_journal"}
    try:
        wins: list[Row] = []
        (values,) = json.loads(export.as_json(_noting(wins, store.read(journal)), number))["games"]
        state, events = _begin(values, wins)
        steps = list(_steps(state, events, announcer, budget))
    except (StoreError, export.ExportError) as error:
        return {"problem": str(error)}
    board = feed.board(state.options)
    return {"game": number, "began": values["began"], "board": board, "steps": steps}


def _noting(wins: list[Row], rows: Iterable[Row]) -> Iterator[Row]:
    """The rows; those with which a game was won are noted as they go by."""
    for row in rows:
        if '"game_won"' in row.events:
            wins.append(row)
        yield row


def _begin(values: dict[str, Any], wins: Iterable[Row]) -> tuple[State, Sequence[Event]]:
    """The State in which the game begins, with what was won before it in its match, and its events."""
    started = json.dumps([{"event": "match_started", "options": values["options"]}])
    (match,) = codec.load_events(started)
    assert isinstance(match, ev.MatchStarted)
    untimed = [{k: v for k, v in event.items() if k != "time"} for event in values["events"]]
    events = codec.load_events(json.dumps(untimed))
    number = next(event.number for event in events if isinstance(event, ev.GameStarted))
    before = [
        event
        for row in wins
        if row.match == values["match"] and row.game < number
        for event in codec.load_events(row.events)
        if isinstance(event, ev.GameWon | ev.MatchPoints)
    ]
    return reduce(evolve, before, State.new(match.options)), events


def _steps(
    state: State, events: Sequence[Event], announcer: Announcer, budget: Callable[[int], float]
) -> Iterator[dict[str, Any]]:
    """The table after each award and each card, with what was said to it."""
    track = Track.for_options(state.options)
    hands = feed.Hands()
    since: list[Event] = []
    for place, event in enumerate(events):
        state = evolve(state, event)
        hands = hands.after((event,), state)
        since.append(event)
        later = events[place + 1] if place + 1 < len(events) else None
        if isinstance(later, ev.Scored | ev.GameWon | ev.MatchPoints | ev.MatchWon):
            continue
        if later is None or isinstance(event, ev.Scored | ev.GameWon | ev.CardPlayed | ev.Starter):
            view = replace(_view(state), scanner="none")
            frame = limit(paint(Scene.at_rest(track, view)), budget(len(track.holes)))
            yield {
                "said": list(announcer.announce(view, since)),
                "award": any(isinstance(e, ev.Scored) for e in since),
                "table": feed.table(view, hands, announcer),
                "frame": base64.b64encode(frame).decode(),
            }
            since = []


def _view(state: State) -> View:
    return View(state, tuple(None for _ in state.options.sides))
