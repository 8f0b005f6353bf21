"""Random games and random nonsense at every kind of table: what is always true (R21-R34, R40, R51-R54, R64-R66)."""

from __future__ import annotations

from functools import cache, reduce
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribboard import codec
from cribboard.rules import PACK, Refused, Scan, State, decide, evolve
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.options import Counting
from cribboard.rules.state import CountedPlay, Cutting
from cribboard.selfplay import SelfPlay

from .at_table import of
from .games import TABLES, Game, options_for, play_game
from .invariants import AT_A_CLAIM, INVARIANTS, REASONS

FEW = range(30)
MANY = [range(first, first + 120) for first in range(1_000, 1_840, 120)]


@cache
def play_once(table: str, scan: Scan, seed: int) -> Game:
    return play_game(seed, table, scan)


@pytest.mark.parametrize("scan", Scan)
@pytest.mark.parametrize("table", TABLES)
def test_in_every_game(table, scan):
    for seed in FEW:
        game = play_once(table, scan, seed)
        for invariant in INVARIANTS:
            invariant(game)


@pytest.mark.soak
@pytest.mark.parametrize("seeds", MANY, ids=lambda seeds: f"{seeds.start}-{seeds.stop - 1}")
@pytest.mark.parametrize("scan", Scan)
@pytest.mark.parametrize("table", TABLES)
def test_in_thousands_of_games(table, scan, seeds):
    for seed in seeds:
        game = play_game(seed, table, scan)
        for invariant in INVARIANTS:
            invariant(game)


def test_the_sample_holds_what_the_invariants_are_about():
    games = [play_once(table, Scan.ALL, seed) for table in TABLES for seed in FEW]
    reasons = {scored.reason for game in games for scored in of(ev.Scored, game.events)}
    assert reasons == (REASONS | AT_A_CLAIM) - {"award"}
    assert sum(len(game.counts()) for game in games) > 500
    assert {type(game.end.phase).__name__ for game in games} == {"GameOver", "MatchOver"}
    assert {game.options.counting for game in games} == set(Counting)
    after = [decide(game.end, cmd.NextStep()) for game in games]
    assert any(of(ev.GameStarted, events)[0].cutting for events in after)


# --- nonsense ----------------------------------------------------------------------------------------------------------


@cache
def anything(seats: int, sides: int) -> st.SearchStrategy[Any]:
    """Any command at a table of so many; of a correction the place of the wrong card among those read."""
    seat, side = st.integers(0, seats - 1), st.integers(0, sides - 1)
    points = st.integers(1, 40)
    return st.one_of(
        st.sampled_from(
            [cmd.NextStep(), cmd.NextStep(), cmd.LeaveScanning(), cmd.DealAgain(), cmd.NewGame()]
        ),
        st.builds(cmd.ReadCard, st.sampled_from(PACK)),
        st.builds(cmd.SayGo, seat),
        st.builds(cmd.Award, side, st.integers(-2, 31), st.none() | seat),
        st.builds(cmd.WalkBack, side, points),
        st.builds(cmd.ChooseDealer, seat),
        st.builds(cmd.ClaimHeels, seat),
        st.builds(cmd.Penalise, side, points, side),
        st.builds(cmd.MoveAward, side),
        st.tuples(st.integers(0, 20), st.sampled_from(PACK)),
        st.builds(
            start, st.sampled_from(sorted(TABLES)), st.sampled_from(Scan), st.integers(0, 99)
        ),
    )


def start(table: str, scan: Scan, seed: int) -> cmd.StartMatch:
    return cmd.StartMatch(options_for(Random(seed), table, scan))


def correction(drawn: tuple[int, Any], acts: tuple[cmd.Command, ...]) -> cmd.CorrectCard:
    """One of the cards read in this deal was another; with none read, any card was."""
    place, right = drawn
    read = [act.card for act in acts if isinstance(act, cmd.ReadCard)]
    wrong = read[place % len(read)] if read else PACK[place]
    return cmd.CorrectCard(wrong, right, acts)


def acts_after(
    acts: tuple[cmd.Command, ...], command: cmd.Command, events: tuple[ev.Event, ...]
) -> tuple[cmd.Command, ...]:
    """What was done in the deal, as the Table keeps it for a correction."""
    if not events:
        return acts
    if of(ev.DealStarted, events):
        return ()
    if isinstance(command, cmd.CorrectCard):
        wrong, right = cmd.ReadCard(command.wrong), cmd.ReadCard(command.right)
        return tuple(right if act == wrong else act for act in acts)
    return (*acts, command)


def check_state(state: State) -> None:
    """What holds at any table, whatever was done at it."""
    target = state.options.target
    assert len(state.pegs) == len(state.card) == len(state.tally) == len(state.options.sides)
    for front, back in state.pegs:
        assert 0 <= back <= front <= target
    assert (target in state.scores) == state.is_over
    assert 0 <= state.count <= 31
    assert state.turn is None or state.turn in state.options.seats
    if isinstance(state.phase, CountedPlay):
        assert all(len(state.phase.hand(seat)) <= 4 for seat in state.options.seats)
    if isinstance(state.phase, Cutting):
        assert state.phase.waiting
    hash(state)


def outcome(state: State, command: cmd.Command) -> tuple[ev.Event, ...]:
    """What a command brings about; nothing where it is refused. The journal can keep it."""
    before = repr(state)
    try:
        events = decide(state, command)
    except Refused:
        return ()
    finally:
        assert repr(state) == before
    assert codec.load_command(codec.dump_command(command)) == command
    assert codec.load_events(codec.dump_events(events)) == events
    return events


def check_points(state: State, events: tuple[ev.Event, ...], after: State) -> None:
    """Points come and go in `scored` alone."""
    if of(ev.GameStarted, events):
        return
    for side in state.options.sides:
        points = [scored.points for scored in of(ev.Scored, events) if scored.side == side]
        assert after.scores[side] == state.scores[side] + sum(points)


@settings(deadline=None)
@given(
    table=st.sampled_from(sorted(TABLES)),
    scan=st.sampled_from(Scan),
    seed=st.sampled_from(FEW),
    how_far=st.floats(0, 1, exclude_max=True),
    number=st.integers(0, 20),
    data=st.data(),
)
def test_nonsense_is_refused_or_counts_and_the_players_can_go_on(
    table, scan, seed, how_far, number, data
):
    entries = play_once(table, scan, seed).entries
    acts: tuple[cmd.Command, ...] = ()
    far = 1 + int(how_far * (len(entries) - 1))
    for entry in entries[:far]:
        acts = acts_after(acts, entry.command, entry.events)
    state = reduce(evolve, entries[far - 1].events, entries[far - 1].before)
    for _ in range(number):
        options = state.options
        drawn = data.draw(anything(options.players, len(options.sides)))
        command = correction(drawn, acts) if isinstance(drawn, tuple) else drawn
        events = outcome(state, command)
        after = reduce(evolve, events, state)
        check_state(after)
        check_points(state, events, after)
        acts, state = acts_after(acts, command, events), after
    players = SelfPlay(Random(seed))
    steps = 0
    while not state.is_over:
        steps += 1
        assert steps < 2_000, "the game doesn't come to an end"
        state = reduce(evolve, decide(state, players.act(state)), state)
        check_state(state)
