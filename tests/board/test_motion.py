"""The board in motion: pegs that walk, lamps that pulse, notices; and that all of it comes to rest."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribboard.board import Lights, Pending, Track, View, limit, milliamps
from cribboard.board.palette import AMBER, RED, SIDES, WHITE, Colour, pixels
from cribboard.rules import Card, Scan
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.options import FourPlayer

from .conftest import Table
from .sight import flashes, luminance, swings

REFUSAL = ev.Refusal("impossible_award", {"points": 19})
AZURE, ORANGE = SIDES[:2]
A_LAMP, B_LAMP = 61, 62
STEP, PAUSE = 0.06, 0.3
REST = 10.0


def at(lights: Lights, pixel: int, now: float) -> Colour:
    return list(pixels(lights.frame(now)))[pixel]


def front_and_back(lights: Lights, side: int, now: float) -> tuple[set[int], set[int]]:
    """The holes that show a full light of the side's colour, and those at a third."""
    street = {n: at(lights, n if side == 0 else 123 - n, now) for n in range(1, 61)}
    full = {n for n, colour in street.items() if colour == SIDES[side]}
    return full, {n for n, colour in street.items() if colour == SIDES[side].at(1 / 3)}


def play_out(lights: Lights, now: float) -> tuple[list[float], bytes]:
    """The moments at which a thread draws until `next_change` sends it to sleep, and its last frame."""
    drawn = []
    while True:
        drawn.append(now)
        frame = lights.frame(now)
        change = lights.next_change(now)
        if change is None:
            return drawn, frame
        assert change >= now
        now = max(change, now + 1 / 30)


@pytest.fixture
def lights(classic) -> Lights:
    return Lights(classic)


# --- the count-out ---------------------------------------------------------------------------------------------------


def test_the_back_peg_walks_over_the_front_peg(table, lights):
    """From (5, 2), four more: 2, 3, 4, over 5, 6, 7, 8, to 9; the peg on 5 never goes out."""
    table.peg(0, 2, 3)
    lights.watch(table.view(), (), now=0.0)
    lights.watch(table.peg(0, 4).view(), table.events, now=20.0)
    for steps, walker in enumerate([2, 3, 4]):
        assert front_and_back(lights, 0, 20.0 + (steps + 0.5) * STEP) == ({walker, 5}, set())
    for steps, walker in enumerate([6, 7, 8], start=4):
        assert front_and_back(lights, 0, 20.0 + (steps + 0.5) * STEP) == ({walker}, {5})
    assert front_and_back(lights, 0, 20.0 + 7.5 * STEP) == ({9}, {5})


def test_each_step_is_announced_in_time(table, lights):
    lights.watch(table.view(), (), now=0.0)
    lights.watch(table.peg(0, 4).view(), table.events, now=20.0)
    drawn, _ = play_out(lights, 20.0)
    assert drawn == pytest.approx([20.0, 20.06, 20.12, 20.18, 20.24])
    assert [front_and_back(lights, 0, moment)[0] for moment in drawn] == [set(), {1}, {2}, {3}, {4}]


def test_a_long_walk_takes_a_second_and_a_half(table, lights):
    table.peg(1, 24, 24)
    lights.watch(table.view(), (), now=0.0)
    lights.watch(table.peg(1, 29).view(), table.events, now=20.0)
    assert front_and_back(lights, 1, 21.49)[0] != {17}
    assert front_and_back(lights, 1, 21.51) == ({77 - 60}, {48})


def test_awards_of_one_card_walk_one_after_another(table, lights):
    lights.watch(table.view(), (), now=0.0)
    batch = [*table.peg(0, 2).events, *table.peg(1, 3).events, *table.peg(0, 1).events]
    lights.watch(table.view(), batch, now=20.0)
    assert front_and_back(lights, 0, 20.09) == ({1}, set())
    assert front_and_back(lights, 0, 20.13) == ({2}, set())
    second = 20.12 + PAUSE
    assert front_and_back(lights, 1, second - 0.03) == (set(), set())
    assert front_and_back(lights, 1, second + 0.09) == ({1}, set())
    third = second + 0.18 + PAUSE
    assert front_and_back(lights, 1, third - 0.03) == ({3}, set())
    assert front_and_back(lights, 0, third - 0.03) == ({2}, set())
    assert front_and_back(lights, 0, third + 0.09) == ({1, 2}, set())
    assert front_and_back(lights, 0, third + 0.19) == ({3}, {2})


def test_an_award_waits_for_the_same_side_and_not_for_the_other(table, lights):
    lights.watch(table.view(), (), now=0.0)
    lights.watch(table.peg(0, 20).view(), table.events, now=20.0)
    lights.watch(table.peg(1, 2).view(), table.events, now=20.1)
    lights.watch(table.peg(0, 1).view(), table.events, now=20.2)
    assert front_and_back(lights, 1, 20.23) == ({2}, set())
    assert front_and_back(lights, 0, 21.19) == ({19}, set())
    second = 20.0 + 20 * STEP + PAUSE
    assert front_and_back(lights, 0, second - 0.03) == ({20}, set())
    assert front_and_back(lights, 0, second + 1.5 * STEP) == ({20, 1}, set())


def test_however_many_awards_come_at_once_all_have_arrived_after_seven_seconds(table, lights):
    lights.watch(table.view(), (), now=0.0)
    batch = [event for _ in range(5) for side in (0, 1) for event in table.peg(side, 23).events]
    lights.watch(table.view(), batch, now=20.0)
    assert front_and_back(lights, 1, 26.5) != front_and_back(lights, 1, 30.0)
    assert front_and_back(lights, 0, 27.1) == front_and_back(lights, 1, 27.1) == ({55}, {32})


def test_a_mistake_taken_off_walks_back(table, lights):
    """From (9, 5), six off: both pegs end on 3 (the front peg takes the back one with it)."""
    table.peg(0, 5, 4)
    lights.watch(table.view(), (), now=0.0)
    table.do(cmd.WalkBack(0, 6))
    lights.watch(table.view(), table.events, now=20.0)
    assert front_and_back(lights, 0, 20.09) == ({8, 4}, set())
    assert front_and_back(lights, 0, 20.5) == ({3}, set())


def test_an_undo_walks_the_pegs_back_over_each_other(table, lights):
    """(9, 5) was (5, 2): the peg on 9 goes back over 5 to 2."""
    table.peg(0, 2, 3, 4)
    lights.watch(table.view(), (), now=0.0)
    undone = table.undo()
    lights.watch(table.view(), (undone,), now=20.0)
    assert front_and_back(lights, 0, 20.09) == ({8}, {5})
    assert front_and_back(lights, 0, 20.0 + 5.5 * STEP) == ({5, 4}, set())
    assert front_and_back(lights, 0, 20.5) == ({5}, {2})
    assert lights.next_change(20.5) is None


def test_an_undo_in_the_middle_of_a_walk_turns_the_peg_round(table, lights):
    table.peg(0, 2, 3)
    lights.watch(table.view(), (), now=0.0)
    lights.watch(table.peg(0, 4).view(), table.events, now=20.0)
    assert front_and_back(lights, 0, 20.27)[0] == {6}
    undone = table.undo()
    lights.watch(table.view(), (undone,), now=20.27)
    assert front_and_back(lights, 0, 20.27 + 0.5 * STEP) == ({6}, {5})
    assert front_and_back(lights, 0, 20.27 + 2.5 * STEP) == ({4, 5}, set())
    assert front_and_back(lights, 0, 21.0) == ({5}, {2})


def test_a_new_game_does_not_wait_for_a_walk(table, lights):
    lights.watch(table.peg(0, 24).view(), table.events, now=0.0)
    table.do(cmd.NewGame())
    lights.watch(table.view(), table.events, now=0.1)
    assert lights.next_change(0.1) is None
    assert (at(lights, 0, 0.1), front_and_back(lights, 0, 0.1)) == (AZURE, (set(), set()))


def test_missed_events_cost_only_the_walk(table, lights):
    lights.watch(table.view(), (), now=0.0)
    lights.watch(table.peg(0, 6).view(), table.events, now=1.0)
    table.peg(0, 5)
    lights.watch(table.peg(0, 4).view(), (), now=1.1)
    assert front_and_back(lights, 0, 1.1) == ({15}, {11})


# --- lamps, previews, notices ----------------------------------------------------------------------------------------


def test_the_lamp_of_who_is_to_act_pulses_once_a_second_and_comes_to_rest(classic, lights):
    table = Table(scan=Scan.ALL)
    table.do(cmd.ChooseDealer(0))
    table.do(cmd.NextStep())
    table.do(cmd.ReadCard(Card.parse("5H")))
    lights.watch(table.view(), (), now=50.0)
    assert lights.next_change(50.0) == 50.0
    assert at(lights, B_LAMP, 50.0) == ORANGE
    assert at(lights, B_LAMP, 50.5)[0] < at(lights, B_LAMP, 51.0)[0] > at(lights, B_LAMP, 51.5)[0]
    assert lights.next_change(50.0 + REST) is None
    assert 0 < at(lights, B_LAMP, 50.0 + REST)[0] < 255


def test_a_pulse_goes_on_when_something_else_happens(table, lights):
    lights.watch(table.view(Pending(3), None), (), now=0.0)
    lights.watch(table.view(Pending(3), Pending(1)), (), now=5.5)
    assert at(lights, 122, 5.5) > at(lights, 3, 5.5)[::-1]
    assert at(lights, 3, 5.5)[2] < 150
    assert lights.next_change(9.0) == 9.0
    lights.watch(table.view(Pending(3), None), (), now=9.0)
    assert lights.next_change(9.0) is None


def test_a_tap_moves_the_pulse_on_and_a_refusal_starts_it_anew(table, lights):
    lights.watch(table.view(Pending(5), None), (), now=0.0)
    assert max(at(lights, 5, 0.0)) == 255
    dim = max(at(lights, 5, 0.5))
    lights.watch(table.view(Pending(19), None), (), now=0.5)
    assert at(lights, 5, 0.5) == (0, 0, 0)
    assert max(at(lights, 19, 0.5)) == dim < 120
    lights.watch(table.view(Pending(19, refused=True), None), (), now=0.5)
    assert at(lights, 19, 0.5) == RED


def test_a_refusal_is_a_red_bar_before_every_home_at_once_for_two_seconds(table, lights):
    """Holes 60, 59 and 58; the lamps beside them go on saying who deals."""
    lights.watch(table.view(), (), now=0.0)
    before = lights.frame(5.0)
    lights.watch(table.view(), (REFUSAL,), now=5.0)
    for now in (5.0, 6.0, 6.6):
        assert {at(lights, pixel, now) for pixel in (60, 59, 58, 63, 64, 65)} == {RED}
        assert at(lights, 57, now) == (0, 0, 0)
        assert at(lights, A_LAMP, now) == WHITE.at(0.08)
    assert lights.next_change(5.0) == 6.7
    assert lights.frame(7.0) == before
    assert lights.next_change(7.0) is None


def test_further_refusals_keep_the_bar_and_do_not_blink(table, lights):
    lights.watch(table.view(), (), now=0.0)
    for press in range(20):
        lights.watch(table.view(), (REFUSAL,), now=5.0 + press / 8)
        assert at(lights, 60, 5.0 + press / 8) == RED
    last = 5.0 + 19 / 8
    assert at(lights, 60, last + 1.6) == RED
    assert lights.next_change(last + 2.0) is None


def test_a_lost_scanner_is_two_lights_with_a_gap_in_turn_from_side_to_side(table, lights):
    lights.watch(table.view(), (), now=0.0)
    lights.watch(table.view(), (ev.DeviceChanged("scanner", "lost"),), now=5.0)
    assert [at(lights, pixel, 5.0) for pixel in (60, 59, 58)] == [AMBER, (0, 0, 0), AMBER]
    assert [at(lights, pixel, 5.0) for pixel in (63, 64, 65)] == [(0, 0, 0)] * 3
    assert [at(lights, pixel, 5.5) for pixel in (63, 64, 65)] == [AMBER, (0, 0, 0), AMBER]
    assert [at(lights, pixel, 5.5) for pixel in (60, 59, 58)] == [(0, 0, 0)] * 3
    assert lights.next_change(8.0) is None


def brightest(lights: Lights, pixels_: Iterable[int], now: float) -> int:
    return max(pixels_, key=lambda pixel: sum(at(lights, pixel, now)))


def test_a_prompt_runs_home_twice(table, lights):
    lights.watch(table.view(), (), now=0.0)
    lights.watch(table.view(), (ev.Prompted("redeal", {"points": ""}),), now=5.0)
    for begins in (5.0, 6.0):
        seen = [brightest(lights, range(55, 61), begins + part) for part in (0.3, 0.5, 0.7)]
        assert seen == sorted(seen)
        assert seen[0] < seen[-1]
    assert lights.next_change(7.0) is None


def test_a_step_taken_back_runs_from_home_and_only_where_no_peg_walks(table, lights):
    table.peg(0, 4)
    lights.watch(table.view(), (), now=0.0)
    table.do(cmd.NextStep())
    lights.watch(table.view(), (table.undo(),), now=20.0)
    seen = [brightest(lights, range(55, 61), 20.0 + part) for part in (0.3, 0.5, 0.7)]
    assert seen == sorted(seen, reverse=True)
    assert seen[0] > seen[-1]
    lights.watch(table.view(), (table.undo(),), now=30.0)
    assert not any(any(at(lights, pixel, 30.5)) for pixel in range(55, 61))


def test_a_device_that_is_back_needs_no_light(table, lights):
    lights.watch(table.view(), (), now=0.0)
    lights.watch(table.view(), (ev.DeviceChanged("scanner", "back"),), now=5.0)
    assert lights.next_change(5.0) is None


def test_the_winner_is_cheered_and_an_undo_ends_it(table, lights):
    table.peg(1, 24, 24, 24, 24, 20)
    lights.watch(table.view(), (), now=0.0)
    quiet = lights.frame(0.0)
    lights.watch(table.peg(1, 5).view(), table.events, now=20.0)
    moments = [22 + step / 2 for step in range(14)]
    lit = {pixel for pixel in range(63, 123) for t in moments if at(lights, pixel, t)[0] > 20}
    assert len(lit) > 50
    loser = {pixel for pixel in range(1, 61) if any(at(lights, pixel, 23.0))}
    assert loser == {1, 31}, "the skunk lines, and no light more"
    assert at(lights, B_LAMP, 23.0) == ORANGE
    assert lights.next_change(27.9) == 27.9
    assert lights.next_change(30.0) is None

    undone = table.undo()
    lights.watch(table.view(), (undone,), now=24.0)
    drawn, frame = play_out(lights, 24.0)
    assert frame == quiet
    assert drawn[-1] < 26.0


# --- what holds at all times -----------------------------------------------------------------------------------------

acts = st.one_of(
    st.tuples(st.just("peg"), st.integers(0, 3), st.sampled_from([1, 2, 8, 17, 24, 29])),
    st.tuples(st.just("peg"), st.integers(0, 3), st.sampled_from([24, 29])),
    st.tuples(st.just("back"), st.integers(0, 3), st.integers(1, 12)),
    st.tuples(st.just("tap"), st.integers(0, 3), st.integers(-5, 29)),
    st.tuples(st.just("undo"), st.just(0), st.just(0)),
    st.tuples(st.just("refuse"), st.just(0), st.just(0)),
    st.tuples(st.just("next"), st.just(0), st.just(0)),
    st.tuples(st.just("redeal"), st.just(0), st.just(0)),
)
waits = st.sampled_from([0.0, 0.05, 0.3, 1.0, 4.0])
tables = st.fixed_dictionaries(
    {
        "players": st.integers(2, 4),
        "four_player": st.sampled_from(FourPlayer),
        "target": st.sampled_from([61, 100, 121]),
    }
)


def act(table: Table, what: str, side: int, points: int) -> tuple[View, tuple[object, ...]]:
    """One act at the table: the view after it, and what the watchers are told."""
    running, sides = not table.state.is_over, table.state.options.sides
    side %= len(sides)
    pending: tuple[Pending | None, ...] = ()
    events: tuple[object, ...] = ()
    match what:
        case "peg" if running:
            events = table.do(cmd.Award(side, points))
        case "back" if running:
            events = table.do(cmd.WalkBack(side, points)) if table.state.scores[side] else ()
        case "redeal" if running:
            events = table.do(cmd.DealAgain())
        case "next":
            events = table.do(cmd.NextStep())
        case "undo" if len(table.past) > 2:
            events = (table.undo(),)
        case "tap" if running and points:
            pending = tuple(Pending(points) if own == side else None for own in sides)
        case _:
            events = (ev.Refusal("game_over", {}),)
    return table.view(*pending), events


def assert_every_score_can_be_read(lights: Lights, view: View, now: float) -> None:
    """Whatever moves, the hole of each score is lit, and by no less than a walking peg's goal, unless the peg waits at the start."""
    frame, target = list(pixels(lights.frame(now))), view.state.options.target
    for side, pegs in enumerate(view.state.pegs):
        seen = frame[lights.track.hole(side, pegs.front, target)]
        waits = pegs.front <= 0 and lights.track.start(side) == lights.track.finish(side)
        assert any(seen)
        assert waits or max(seen) >= 35, "the goal of mauve, the dimmest, is a quarter of 197"


@settings(deadline=None)
@given(st.lists(st.tuples(acts, waits), min_size=1, max_size=25), tables)
def test_all_motion_rests_within_ten_seconds_at_what_the_view_alone_would_show(script, options):
    table, now = Table(**options), 0.0
    track = Track.for_options(table.state.options)
    lights = Lights(track)
    table.do(cmd.ChooseDealer(0))
    for (what, side, points), wait in script:
        view, events = act(table, what, side, points)
        lights.watch(view, events, now)
        for moment in (now, now + wait / 3, now + wait):
            assert_every_score_can_be_read(lights, view, moment)
        last, now = now, now + wait
    drawn, frame = play_out(lights, last)
    assert drawn[-1] <= last + REST

    fresh = Lights(track)
    fresh.watch(view, (), last)
    assert frame == play_out(fresh, last)[1]
    assert frame == fresh.frame(last + 1e6)
    assert milliamps(limit(frame, 300)) <= 300


def scenes(story: str) -> list[tuple[float, View, tuple[object, ...]]]:
    """What a board sees in a lively moment: when, what, and what has happened."""
    table = Table(scan=Scan.ALL if story == "cards" else Scan.NONE)
    table.do(cmd.ChooseDealer(0))
    begin = (0.0, table.view(), ())
    match story:
        case "taps":
            views = [table.view(Pending(points), None) for points in range(1, 15)]
            return [begin, *((1 + 0.2 * i, view, ()) for i, view in enumerate(views))]
        case "cards":
            table.do(cmd.NextStep())
            cards = map(Card.parse, ["5H", "6C", "9D", "6H", "6S", "AS"])
            told = [(table.do(cmd.ReadCard(card)), table.view()) for card in cards]
            return [begin, *((1 + 0.5 * i, view, events) for i, (events, view) in enumerate(told))]
        case "win":
            table.peg(0, 24, 24, 24, 24, 20)
            return [begin, (1.0, table.peg(0, 5).view(), table.events)]
        case "refusals":
            told = [(0.4 * i, table.view(), (ev.Refusal("no_go_now", {}),)) for i in range(8)]
            return [begin, *told]
        case "ones":
            batch = tuple(event for _ in range(12) for event in table.peg(0, 1).events)
            return [begin, (1.0, table.view(), batch)]
    raise ValueError(story)


@pytest.mark.parametrize("story", ["taps", "cards", "win", "refusals", "ones"])
def test_nothing_flashes_faster_than_three_times_a_second(lights, story):
    """Neither the whole board's light nor any pixel's rises and falls by a tenth more than thrice in a second."""
    coming, samples = scenes(story), []
    for place in range(60 * 14):
        while coming and coming[0][0] <= place / 60:
            now, view, events = coming.pop(0)
            lights.watch(view, events, now)
        samples.append([luminance(colour) for colour in pixels(lights.frame(place / 60))])
    whole = [sum(frame) for frame in samples]
    turned = 0
    for series in (whole, *map(list, zip(*samples, strict=True))):
        turns = swings(series, 0.1 * max(series) if max(series) else 1.0)
        assert flashes(turns, per=60) <= 3
        turned += len(turns)
    assert turned > 2, "the story moved something"
