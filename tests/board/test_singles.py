"""Three or four single players, a row each: the board at rest and in motion, worked out by hand from the plan.

Hole n of a row is pixel n for A, 61 - n for B, 62 + n for C and 123 - n for D; the ends are 0, 61, 62 and 123.
"""

from __future__ import annotations

import pytest

from cribboard.board import Lights, Pending, Track, View
from cribboard.board.palette import AMBER, RED, SIDES, WHITE, Colour, pixels
from cribboard.rules import Card, Match, Points, Scan
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.options import FourPlayer, SkunkLines

from .conftest import Table

AZURE, ORANGE, GREEN, MAUVE = SIDES
ENDS = (0, 61, 62, 123)
DEALER = WHITE.at(0.08)
TO_ACT, THIRD, FAINT = 0.6, 1 / 3, 1 / 16
STEP = 0.06
GOAL = 0.25


def sit_down(players: int = 3, **options: object) -> Table:
    """Ann deals."""
    table = Table(players=players, four_player=FourPlayer.INDIVIDUAL, **options)
    table.do(cmd.ChooseDealer(0))
    return table


def lights_for(table: Table) -> Lights:
    return Lights(Track.for_options(table.state.options))


def shown(lights: Lights, now: float) -> dict[int, Colour]:
    return {at: colour for at, colour in enumerate(pixels(lights.frame(now))) if any(colour)}


def lit(view: View) -> dict[int, Colour]:
    """The lit pixels of a view once all motion is over."""
    lights = Lights(Track.for_options(view.state.options))
    lights.watch(view, (), now=0.0)
    return shown(lights, now=100.0)


def row(seen: dict[int, Colour], side: int) -> dict[int, Colour]:
    """The lit holes of a side's row, by number."""
    pixel = (lambda n: n, lambda n: 61 - n, lambda n: 62 + n, lambda n: 123 - n)[side]
    return {n: seen[pixel(n)] for n in range(1, 31) if pixel(n) in seen}


# --- pegs ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4])
def test_each_side_has_its_row(players):
    table = sit_down(players)
    for side in range(players):
        table.peg(side, 5, 4)
    seen = lit(table.view())
    for side in range(players):
        colour = SIDES[side]
        trail = dict.fromkeys([1, 2, 3, 4], colour.at(FAINT))
        assert row(seen, side) == {**trail, 5: colour.at(THIRD), 9: colour}
    assert set(seen) - {*range(1, 61), *range(63, 123)} == {0}


def test_three_leave_the_fourth_row_dark():
    assert not {pixel for pixel in lit(sit_down().view()) if pixel > 62}


@pytest.mark.parametrize(
    ("awards", "holes"),
    [
        ([10, 5], {*range(1, 11), 15}),
        ([24, 16, 5], {1, 2, 3, 4, 6, 7, 8, 9, 10, 15, 20, 25, 30}),
        ([24, 24, 22, 5], {1, 2, 5, 6, 7, 10, 15, 18, 19, 23, 24, 28, 29}),
        ([24, 24, 24, 28, 5], {4, 5, 9, 10, 15, 16, 17, 18, 21, 22, 23, 26, 27, 28}),
    ],
)
def test_15_and_45_and_75_and_105_differ_by_pattern(awards, holes):
    table = sit_down(4)
    for side in range(4):
        seen = row(lit(table.peg(side, *awards).view()), side)
        assert set(seen) == holes
        assert (seen[10], seen[15]) == (SIDES[side].at(THIRD), SIDES[side])


def test_the_front_peg_may_be_a_lap_ahead_of_the_back_one():
    """52 is hole 22 of the second lap, 28 of the first."""
    seen = row(lit(sit_down().peg(2, 28, 24).view()), 2)
    assert seen == {22: GREEN, 25: GREEN.at(FAINT), 28: GREEN.at(THIRD), 30: GREEN.at(FAINT)}


def test_a_handicap_has_both_pegs_in_one_hole_which_shows_the_front_one():
    table = sit_down(handicap=(0, 20, 35))
    seen = lit(table.view())
    assert row(seen, 1) == {**dict.fromkeys(range(1, 20), ORANGE.at(FAINT)), 20: ORANGE}
    assert set(row(seen, 2)) == {1, 2, 3, 4, 5, 10, 15, 20, 25, 30}
    assert row(seen, 2)[5] == GREEN
    assert set(seen) & set(ENDS) == {0}

    seen = row(lit(table.peg(1, 4).view()), 1)
    assert (seen[20], seen[24]) == (ORANGE.at(THIRD), ORANGE)


@pytest.mark.parametrize(("target", "hole"), [(31, 30), (61, 30), (100, 9), (121, 30)])
def test_stinkhole_is_one_short_of_home(target, hole):
    table = sit_down(target=target)
    while (left := target - 1 - table.state.scores[2]) > 0:
        table.peg(2, min(left, 24))
    assert row(lit(table.view()), 2)[hole] == GREEN.mixed_with(WHITE)


# --- the end of a row: start, lamp and home in one -------------------------------------------------------------------


def test_a_new_game_shows_pegs_that_wait_faintly_and_the_dealer():
    assert lit(sit_down().view()) == {0: DEALER, 61: ORANGE.at(FAINT), 62: GREEN.at(FAINT)}


def test_a_back_peg_that_waits_is_faint_and_gives_way_to_the_lamp():
    seen = lit(sit_down().peg(0, 4).peg(1, 4).view())
    assert seen == {0: DEALER, 4: AZURE, 61: ORANGE.at(FAINT), 57: ORANGE, 62: GREEN.at(FAINT)}


def test_both_pegs_away_leave_the_end_dark():
    assert 61 not in lit(sit_down().peg(1, 4, 2).view())


def test_lamps_say_who_deals_and_who_is_to_act():
    table = sit_down(scan=Scan.ALL)
    table.do(cmd.NextStep())
    table.do(cmd.ReadCard(Card.parse("5H")))
    seen = lit(table.view())
    assert seen == {0: DEALER, 61: ORANGE.at(TO_ACT), 62: GREEN.at(FAINT)}
    table.do(cmd.ReadCard(Card.parse("9C")))
    seen = lit(table.view())
    assert seen == {0: DEALER, 61: ORANGE.at(FAINT), 62: GREEN.at(TO_ACT)}
    table.do(cmd.ReadCard(Card.parse("2C")))
    mixed = AZURE.mixed_with(WHITE).at(TO_ACT)
    assert lit(table.view()) == {0: mixed, 61: ORANGE.at(FAINT), 62: GREEN.at(FAINT)}


def test_while_the_scanner_is_lost_the_dealer_is_amber():
    assert lit(sit_down().view(scanner="lost"))[0] == AMBER.at(0.08)


def test_only_who_is_home_shines_at_the_end_of_a_won_game():
    table = sit_down(target=61).peg(1, 24, 24, 10, 3)
    assert table.state.is_over
    seen = lit(table.view())
    assert {end: seen[end] for end in ENDS if end in seen} == {
        0: AZURE.at(FAINT),
        61: ORANGE,
        62: GREEN.at(FAINT),
    }
    assert row(seen, 1)[28] == ORANGE.at(THIRD)


# --- previews, lines, match holes ------------------------------------------------------------------------------------


def test_a_pending_award_shows_its_landing_hole_in_its_own_row():
    table = sit_down(4).peg(3, 20)
    before = lit(table.view())
    after = lit(table.view(None, Pending(3), None, Pending(12)))
    assert set(after) - set(before) == {61 - 3, 123 - 2}
    assert after[123 - 2] == MAUVE.mixed_with(WHITE).at(TO_ACT)
    assert lit(table.view(None, None, Pending(19, refused=True), None))[62 + 19] == RED.at(TO_ACT)


def test_an_award_beyond_home_and_points_back_to_the_start_show_at_the_end():
    table = sit_down(target=61).peg(2, 24, 24, 8).peg(1, 4)
    seen = lit(table.view(None, Pending(-6), Pending(12)))
    assert seen[61] == ORANGE.mixed_with(WHITE).at(TO_ACT)
    assert seen[62] == GREEN.mixed_with(WHITE).at(TO_ACT)


def test_lines_glow_for_each_side_that_is_not_past_them():
    """Home at 61, the lines at 46 and 31: the holes 16 and 1 of the second lap."""
    table = sit_down(target=61, skunk_lines=SkunkLines.PROPORTIONAL)
    table.peg(0, 24, 21).peg(1, 24, 10)
    white = WHITE.at(0.1)
    seen = lit(table.view())
    assert row(seen, 2) == {1: white}
    assert white not in {**row(seen, 0), **row(seen, 1)}.values()

    seen = lit(table.peg(0, 1).view())
    assert row(seen, 2) == {1: white, 16: white}
    assert [n for n, colour in row(seen, 1).items() if colour == white] == [16]
    assert white not in row(seen, 0).values()


def test_all_lines_of_a_long_game_are_at_the_first_hole():
    table = sit_down().peg(0, 24, 24, 12)
    assert row(lit(table.view()), 1) == {}
    assert row(lit(table.peg(0, 1).view()), 1) == {1: WHITE.at(0.1)}
    table.peg(0, 24, 6).peg(1, 24, 24, 12, 2)
    assert table.state.scores == (91, 62, 0)
    assert row(lit(table.view()), 1)[1] == WHITE.at(0.1)
    assert 1 not in row(lit(table.peg(1, 28, 2).view()), 1), "a mark of the fourth lap, and passed"


@pytest.mark.parametrize(
    ("players", "points", "levels"),
    [
        (3, 3, [THIRD, THIRD, THIRD, None]),
        (3, 5, [1, THIRD, THIRD, THIRD]),
        (3, 9, [WHITE, 1, 1, 1]),
        (4, 2, [THIRD, THIRD, None]),
        (4, 3, [THIRD, THIRD, THIRD]),
        (4, 7, [WHITE, 1, 1]),
    ],
)
def test_match_points_fill_the_holes_that_a_side_has(players, points, levels):
    worth = Points(points, points, points)
    table = sit_down(players, match=Match.parse("first-to:99"), points=worth)
    while not table.state.is_over:
        table.peg(2, 24)
    seen = lit(table.view())
    holes = (128, 129, 135, 136) if players == 3 else (131, 132, 133)
    expected = {
        hole: level if level == WHITE else GREEN.at(level)
        for hole, level in zip(holes, levels, strict=True)
        if level
    }
    assert {pixel: colour for pixel, colour in seen.items() if pixel >= 124} == expected


# --- motion ----------------------------------------------------------------------------------------------------------


def test_the_back_peg_walks_over_the_front_peg_and_on_from_lap_to_lap():
    """C from (29, 26), four more: 26, 27, 28, over 29, 30, 1, 2, to 3, which is 33."""
    table = sit_down().peg(2, 24, 2, 3)
    lights = lights_for(table)
    lights.watch(table.view(), (), now=0.0)
    lights.watch(table.peg(2, 4).view(), table.events, now=20.0)

    def full(now: float) -> set[int]:
        return {n for n, colour in row(shown(lights, now), 2).items() if colour == GREEN}

    walk = [full(20.0 + (steps + 0.5) * STEP) for steps in range(8)]
    assert walk == [{26, 29}, {27, 29}, {28, 29}, {29}, {30}, {1}, {2}, {3}]
    assert row(shown(lights, 21.0), 2)[29] == GREEN.at(THIRD)


def test_a_peg_walks_from_the_end_and_home_to_it():
    table = sit_down(target=31)
    lights = lights_for(table)
    lights.watch(table.view(), (), now=0.0)
    lights.watch(table.peg(1, 2).view(), table.events, now=20.0)
    assert shown(lights, 20.0 + 0.5 * STEP)[61] == ORANGE
    assert shown(lights, 20.0 + 1.5 * STEP)[61] == ORANGE.at(FAINT)
    lights.watch(table.peg(1, 24).view(), table.events, now=30.0)
    lights.watch(table.peg(1, 5).view(), table.events, now=40.0)
    assert shown(lights, 40.0 + 20 * STEP)[61] == ORANGE.mixed_with(WHITE).at(GOAL), "not yet home"
    assert shown(lights, 45.0)[61] == ORANGE
    assert shown(lights, 100.0)[61] == ORANGE


@pytest.mark.parametrize("players", [3, 4])
def test_a_refusal_is_a_bar_beside_every_end_for_two_seconds(players):
    table = sit_down(players)
    lights = lights_for(table)
    lights.watch(table.view(), (), now=0.0)
    before = lights.frame(5.0)
    lights.watch(table.view(), (ev.Refusal("impossible_award", {"points": 19}),), now=5.0)
    for side in range(players):
        assert row(shown(lights, 6.0), side) == dict.fromkeys([1, 2, 3], RED)
    assert [shown(lights, 6.0).get(end) for end in ENDS] == [
        shown(lights, 0.0).get(end) for end in ENDS
    ]
    assert lights.frame(7.0) == before


def test_the_winner_is_cheered_in_the_own_row():
    table = sit_down(4, target=61).peg(3, 24, 24, 8)
    lights = lights_for(table)
    lights.watch(table.view(), (), now=0.0)
    lights.watch(table.peg(3, 5).view(), table.events, now=20.0)
    waving = {n for t in range(22, 29) for n in row(shown(lights, t), 3)}
    assert len(waving) > 25
    for side in range(3):
        assert set(row(shown(lights, 23.0), side)) == {1}, "the line at 31, and no light more"
    assert shown(lights, 23.0)[123] == MAUVE


def test_an_undo_walks_every_side_back():
    table = sit_down().peg(0, 3).peg(2, 6)
    lights = lights_for(table)
    before = lit(table.view())
    lights.watch(table.peg(1, 5).view(), (), now=0.0)
    lights.watch(table.view(), (table.undo(),), now=20.0)
    lights.watch(table.view(), (), now=20.0)
    assert shown(lights, 100.0) == before


# --- partners --------------------------------------------------------------------------------------------------------


def test_partners_are_two_sides_on_the_classic_tracks():
    table = Table(players=4, scan=Scan.ALL)
    table.do(cmd.ChooseDealer(2))
    table.do(cmd.NextStep())
    table.do(cmd.ReadCard(Card.parse("5H")))
    table.peg(0, 24, 24, 22, 5).peg(1, 9)
    seen = lit(table.view())
    assert seen[61] == DEALER
    assert seen[62] == ORANGE.at(TO_ACT)
    assert (seen[15], seen[10]) == (AZURE, AZURE.at(THIRD))
    assert seen[123 - 9] == ORANGE
