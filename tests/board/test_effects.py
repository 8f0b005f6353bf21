"""Effects: where their light is, that it never hides what the game stands at, and that nothing is begun twice."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribboard.board import Lights, Pending, Track
from cribboard.board.effects import Alternation, Glow, Priority, Ripple, Swell
from cribboard.board.layers import STATE, Scene, paint
from cribboard.board.motion import Motion
from cribboard.board.palette import SIDES, WHITE, Colour, pixels
from cribboard.rules import Card, Options, Pegs, Scan, State
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev

from .conftest import Table

AZURE, ORANGE = SIDES[:2]
COURSE = tuple((number,) for number in range(60))


def lit(effect, now: float) -> dict[int, Colour]:
    return dict(effect.dots(now))


def accent(kind, **values):
    return kind(priority=Priority.ACCENT, start=0.0, **values)


RIPPLE = accent(Ripple, end=1.0, groups=COURSE[:9], colour=WHITE)
SWELL = accent(Swell, end=8.0, groups=COURSE, colour=WHITE, crests=3, seconds=6.0, reach=7.0)
GLOW = accent(Glow, end=2.0, lit=((1, WHITE), (2, AZURE)), rise=0.5, fade=1.0)
ALTERNATION = accent(Alternation, end=3.0, groups=((1,), (2,)), colour=WHITE, seconds=1.0)
ALL = [RIPPLE, SWELL, GLOW, ALTERNATION]


@pytest.mark.parametrize("effect", ALL, ids=lambda effect: type(effect).__name__)
def test_an_effect_is_dark_before_and_after(effect):
    effect = replace(effect, start=5.0, end=7.0)
    assert not lit(effect, 4.99)
    assert lit(effect, 6.0)
    assert not lit(effect, 7.0)
    assert effect.next_change(1.0) == 5.0
    assert effect.next_change(7.0) is None


def test_a_glow_comes_and_goes_and_sleeps_in_between():
    assert [lit(GLOW, now)[1].red for now in (0.25, 0.5, 0.9, 1.5)] == [128, 255, 255, 128]
    assert [GLOW.next_change(now) for now in (0.2, 0.6, 1.2)] == [0.2, 1.0, 1.2]


def test_a_ripple_runs_from_the_first_group_to_the_last():
    crests = [max(lit(RIPPLE, now / 10), key=lit(RIPPLE, now / 10).get) for now in range(2, 9)]
    assert crests == sorted(crests)
    assert (crests[0], crests[-1]) == (0, 8)
    assert max(map(len, (lit(RIPPLE, now / 10) for now in range(2, 9)))) <= 4


def crests(light: dict[int, Colour]) -> int:
    """How many separate stretches of a round course are lit."""
    return sum(pixel in light and (pixel - 1) % 60 not in light for pixel in range(60))


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_swell_has_so_many_crests_and_keeps_them_as_it_goes_round(number):
    swell = replace(SWELL, crests=number)
    for now in (0.6, 1.7, 2.9, 4.4, 5.3):
        assert crests(lit(swell, now)) == number
    assert crests(lit(swell.still(), 4.0)) == number
    assert lit(swell, 1.0) != lit(swell, 2.0)


def test_an_alternation_goes_from_group_to_group():
    assert [lit(ALTERNATION, now) for now in (0.0, 0.5, 1.0)] == [
        {1: WHITE},
        {2: WHITE},
        {1: WHITE},
    ]


@pytest.mark.parametrize("effect", ALL, ids=lambda effect: type(effect).__name__)
def test_what_stands_for_it_without_motion_is_in_the_same_holes_and_stands(effect):
    still = effect.still()
    ever = {pixel for step in range(100) for pixel in lit(effect, step * effect.end / 100)}
    middle = still.start + still.rise, still.end - still.fade
    assert lit(still, middle[0]) == lit(still, sum(middle) / 2) == lit(still, middle[1])
    assert set(lit(still, middle[0])) <= ever
    assert (still.start, still.end, still.priority) == (effect.start, effect.end, effect.priority)


# --- on the board ----------------------------------------------------------------------------------------------------

pegs = st.tuples(st.integers(0, 121), st.integers(0, 121)).map(lambda two: Pegs(max(two), min(two)))


@given(
    st.lists(pegs, min_size=2, max_size=2),
    st.dictionaries(st.integers(0, 137), st.builds(Colour, *[st.integers(0, 255)] * 3)),
    st.sampled_from([None, 0, 1]),
)
def test_effects_only_brighten_and_leave_pegs_lamps_and_previews_alone(both, effects, tapping):
    track = Track.load("classic")
    state = replace(State.new(Options()), pegs=tuple(both), tally=(2, 9))
    pending = tuple(Pending(3) if side == tapping else None for side in (0, 1))
    still = Scene.at_rest(track, Table().view().__class__(state, pending))
    before, after = (
        list(pixels(paint(scene))) for scene in (still, replace(still, effects=effects))
    )
    for pixel, (was, now) in enumerate(zip(before, after, strict=True)):
        assert now == was or (now == effects[pixel] and sum(now) > sum(was))
    for layer in STATE:
        for pixel, _ in layer(still):
            assert after[pixel] == before[pixel]


def at(lights: Lights, pixel: int, now: float) -> Colour:
    return list(pixels(lights.frame(now)))[pixel]


def test_while_a_peg_is_on_its_way_its_goal_glows(table, classic):
    """From 0, eight: hole 8 glows half white at a quarter as soon as the award counts, until the peg stands there."""
    lights = Lights(classic)
    lights.watch(table.view(), (), now=0.0)
    lights.watch(table.peg(0, 8).view(), table.events, now=20.0)
    assert at(lights, 8, 20.0) == AZURE.mixed_with(WHITE).at(64 / 255)
    assert at(lights, 8, 20.5) == AZURE


def test_a_hand_shows_what_was_counted_in_it(classic):
    """5 5 6 4 and a ten: 2, 4, 6, 8, a pair is 10, a run 13, and 16. Bob's pegs go from 0 to 16."""
    table = Table(scan=Scan.SHOW)
    table.do(cmd.ChooseDealer(0))
    table.do(cmd.NextStep())
    table.do(cmd.ReadCard(Card.parse("TC")))
    table.do(cmd.NextStep())
    lights = Lights(classic)
    for code in ("5H", "5D", "6S", "4S"):
        table.do(cmd.ReadCard(Card.parse(code)))
        lights.watch(table.view(), table.events, now=20.0)
    assert table.state.pegs[1] == (16, 0)
    glowing = {number: at(lights, 123 - number, 22.0) for number in range(1, 16)}
    ends = {2, 4, 6, 8, 10, 13}
    colour = ORANGE.mixed_with(WHITE)
    assert glowing == {
        number: colour.at(3 / 16 if number in ends else 1 / 16) for number in glowing
    }


def test_what_is_refused_again_lasts_and_a_second_ripple_waits_its_turn(table, classic):
    """Two for his heels are two rings, one after the other, however alike they look."""
    lights = Lights(classic)
    heels = ev.Scored(0, 0, 2, "heels", (), (), 12, Pegs(10, 5), Pegs(12, 10))
    state = replace(table.state, pegs=(Pegs(12, 10), Pegs(0, 0)))
    lights.watch(table.view().__class__(state, (None, None)), (heels,), now=0.0)
    arrived = 7 * 0.06
    rings = [at(lights, 14, arrived + moment) != (0, 0, 0) for moment in (0.5, 1.2, 1.7, 2.5)]
    assert rings == [True, False, True, False]


def test_reduced_motion_is_stills_and_leaps(table, classic):
    """From the first frame the pegs stand where they belong; the way between them glows, and nothing else changes."""
    lights = Lights(classic, motion=Motion.REDUCED)
    table.peg(0, 5)
    lights.watch(table.view(), (), now=0.0)
    lights.watch(table.peg(0, 4).view(), table.events, now=20.0)
    for now in (20.0, 20.7, 21.6):
        assert (at(lights, 9, now), at(lights, 5, now)) == (AZURE, AZURE.at(1 / 3))
    assert [at(lights, number, 21.0) for number in (6, 7, 8)] == [
        AZURE.mixed_with(WHITE).at(1 / 16)
    ] * 3
    assert lights.next_change(20.5) == pytest.approx(21.7)
    assert lights.next_change(22.0) is None
    undone = table.undo()
    lights.watch(table.view(), (undone,), now=30.0)
    assert (at(lights, 5, 30.0), at(lights, 9, 30.0)) == (AZURE, (0, 0, 0))
    assert at(lights, 7, 31.0) == AZURE.mixed_with(WHITE).at(1 / 16), "the way back glows as well"
    assert lights.next_change(32.0) is None


def test_reduced_motion_has_no_pulse(classic, table):
    lights = Lights(classic, motion=Motion.REDUCED)
    lights.watch(table.view(Pending(3), None), (), now=0.0)
    assert at(lights, 3, 0.0) == at(lights, 3, 0.4) == at(lights, 3, 60.0)
    assert lights.next_change(0.0) is None


def test_calm_is_dim_but_pegs_walk_and_it_may_begin_at_any_time(table, classic):
    """At night a refusal is a third as bright; the back peg still counts the award out."""
    refusal = ev.Refusal("game_over", {})
    lights = Lights(classic)
    lights.watch(table.view(), (refusal,), now=0.0)
    assert at(lights, 60, 1.0) == (255, 0, 20)
    lights.calm = True
    assert at(lights, 60, 1.0) == (85, 0, 7)
    lights.watch(table.peg(0, 5).view(), table.events, now=20.0)
    assert at(lights, 3, 20.0 + 3.5 * 0.06) == AZURE


def test_nothing_attracts_unless_it_is_asked_for(table, classic):
    lights = Lights(classic)
    lights.watch(table.view(), (), now=0.0)
    assert lights.next_change(1.0) is None


def test_where_nobody_plays_a_light_goes_round_now_and_then_and_the_board_sleeps_in_between(
    table, classic
):
    lights = Lights(classic, attract=600.0)
    lights.watch(table.view(), (), now=5.0)
    still = lights.frame(6.0)
    assert lights.next_change(6.0) == 605.0
    assert lights.frame(604.9) == still
    assert lights.next_change(606.0) == 606.0
    assert lights.frame(609.5) != still
    assert lights.next_change(614.0) == 1205.0
    assert lights.frame(614.0) == still
    lights.watch(table.peg(0, 3).view(), table.events, now=609.5)
    assert lights.next_change(620.0) == 1209.5
