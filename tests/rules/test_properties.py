"""Random games and random nonsense: what is always true (R21-R34, R40, R51-R54)."""

from __future__ import annotations

from functools import cache, reduce
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribboard.rules import PACK, Options, Refused, Scan, State, decide, evolve
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.state import CountedPlay
from cribboard.selfplay import SelfPlay

from .at_table import of
from .games import INVARIANTS, Game, play_game

FEW = range(70)
MANY = [range(first, first + 250) for first in range(1_000, 3_000, 250)]


@cache
def play_once(scan: Scan, seed: int) -> Game:
    return play_game(seed, scan)


def a_few_games(scan: Scan) -> list[Game]:
    return [play_once(scan, seed) for seed in FEW]


@pytest.mark.parametrize("invariant", INVARIANTS, ids=lambda invariant: invariant.__name__)
@pytest.mark.parametrize("scan", Scan)
def test_in_every_game(scan, invariant):
    for game in a_few_games(scan):
        invariant(game)


@pytest.mark.soak
@pytest.mark.parametrize("seeds", MANY, ids=lambda seeds: f"{seeds.start}-{seeds.stop - 1}")
@pytest.mark.parametrize("scan", Scan)
def test_in_thousands_of_games(scan, seeds):
    for seed in seeds:
        game = play_game(seed, scan)
        for invariant in INVARIANTS:
            invariant(game)


def test_the_sample_holds_what_the_invariants_are_about():
    games = a_few_games(Scan.ALL)
    reasons = {scored.reason for game in games for scored in of(ev.Scored, game.events)}
    assert reasons == {"heels", "play", "go", "last", "hand", "crib"}
    assert sum(len(game.counts()) for game in games) > 500
    assert {type(game.end.phase).__name__ for game in games} == {"GameOver", "MatchOver"}


# --- nonsense ----------------------------------------------------------------------------------------------------------

seats = st.integers(0, 1)
anything = st.one_of(
    st.sampled_from(
        [
            cmd.NextStep(),
            cmd.NextStep(),
            cmd.LeaveScanning(),
            cmd.DealAgain(),
            cmd.NewGame(),
            cmd.StartMatch(Options()),
        ]
    ),
    st.builds(cmd.ReadCard, st.sampled_from(PACK)),
    st.builds(cmd.SayGo, seats),
    st.builds(cmd.Award, seats, st.integers(-2, 31), st.none() | seats),
    st.builds(cmd.WalkBack, seats, st.integers(1, 40)),
    st.builds(cmd.ChooseDealer, seats),
    st.builds(cmd.ClaimHeels, seats),
)


def check_state(state: State) -> None:
    """What holds at any table, whatever was done at it."""
    target = state.options.target
    for front, back in state.pegs:
        assert 0 <= back <= front <= target
    assert (target in state.scores) == state.is_over
    assert 0 <= state.count <= 31
    assert state.turn in (None, 0, 1)
    if isinstance(state.phase, CountedPlay):
        assert all(len(state.phase.hand(seat)) <= 4 for seat in state.options.seats)
    hash(state)


def outcome(state: State, command: cmd.Command) -> tuple[ev.Event, ...]:
    """What a command brings about; nothing where it is refused."""
    before = repr(state)
    try:
        return decide(state, command)
    except Refused:
        return ()
    finally:
        assert repr(state) == before


@settings(deadline=None)
@given(
    scan=st.sampled_from(Scan),
    seed=st.sampled_from(FEW),
    how_far=st.floats(0, 1, exclude_max=True),
    commands=st.lists(anything, max_size=20),
)
def test_nonsense_is_refused_or_counts_and_the_players_can_go_on(scan, seed, how_far, commands):
    entries = play_once(scan, seed).entries[1:]
    state = entries[int(how_far * len(entries))].before
    for command in commands:
        events = outcome(state, command)
        after = reduce(evolve, events, state)
        check_state(after)
        if not of(ev.GameStarted, events):
            for side in state.options.sides:
                points = [s.points for s in of(ev.Scored, events) if s.side == side]
                assert after.scores[side] == state.scores[side] + sum(points)
        state = after
    players = SelfPlay(Random(seed))
    acts = 0
    while not state.is_over:
        acts += 1
        assert acts < 500, "the game doesn't come to an end"
        state = reduce(evolve, decide(state, players.act(state)), state)
        check_state(state)
