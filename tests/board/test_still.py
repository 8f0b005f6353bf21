"""The board at rest, pixel by pixel, worked out by hand from the plan of the board.

A's hole n is pixel n, its start 0 and lamp 61; B's hole n is pixel 123 - n, its start 123 and lamp 62.
"""

from __future__ import annotations

import pytest

from cribboard.board import Lights, Pending
from cribboard.board.palette import AMBER, RED, SIDES, WHITE, Colour, pixels
from cribboard.rules import Card, Match, Points, Scan
from cribboard.rules import commands as cmd

AZURE, ORANGE = SIDES[:2]
A_LAMP, B_LAMP = 61, 62
A_HOLES, B_HOLES = range(1, 61), range(63, 123)
FULL, THIRD = 255, 85
LONG_AFTER = 100.0


@pytest.fixture
def lit(classic):
    """The lit pixels of a view once all motion is over."""

    def settle(view) -> dict[int, Colour]:
        lights = Lights(classic)
        lights.watch(view, (), now=0.0)
        assert lights.next_change(LONG_AFTER) is None
        frame = lights.frame(LONG_AFTER)
        assert len(frame) == 3 * 138
        return {index: colour for index, colour in enumerate(pixels(frame)) if any(colour)}

    return settle


def on(lit: dict[int, Colour], side: int) -> set[int]:
    """The lit holes of a side's street, by number."""
    if side == 0:
        return {pixel for pixel in lit if pixel in A_HOLES}
    return {123 - pixel for pixel in lit if pixel in B_HOLES}


def is_white(colour: Colour) -> bool:
    return len(set(colour)) == 1


def test_before_anything_was_seen_it_is_dark(classic):
    assert Lights(classic).frame(0.0) == bytes(3 * 138)


def test_a_new_game_shows_two_pegs_at_the_start_and_the_dealer(table, lit):
    seen = lit(table.view())
    assert set(seen) == {0, 123, A_LAMP}
    assert (seen[0], seen[123]) == (AZURE, ORANGE)
    assert is_white(seen[A_LAMP])


def test_the_first_award_leaves_the_back_peg_at_the_start(table, lit):
    seen = lit(table.peg(0, 4).view())
    assert set(seen) == {0, 4, 123, A_LAMP}
    assert max(seen[4]) == FULL
    assert max(seen[0]) == THIRD


def test_trail_up_to_the_back_peg_and_dark_between_the_pegs(table, lit):
    seen = lit(table.peg(1, 5, 4).view())
    assert on(seen, 1) == {1, 2, 3, 4, 5, 9}
    assert seen[123 - 9] == ORANGE
    assert max(seen[123 - 5]) == THIRD
    trail = {seen[123 - number] for number in (1, 2, 3, 4)}
    assert len(trail) == 1
    assert 1 <= max(trail.pop()) < THIRD / 2
    assert 123 not in seen


def test_e86_15_and_75_differ_by_pattern(new_table, lit):
    early, late = new_table(), new_table()
    for table in early, late:
        table.do(cmd.ChooseDealer(0))
    seen = lit(early.peg(0, 10, 5).view())
    again = lit(late.peg(0, 24, 24, 22, 5).view())
    assert late.state.pegs[0] == (75, 70)
    assert on(seen, 0) == {*range(1, 11), 15}
    passed = {1, 2, 3, 4, 6, 7, 8, 9}
    assert on(again, 0) == passed | {10, 15} | {20, 25, 30, 35, 40, 45, 50, 55, 60}


def test_60_and_120_differ_by_pattern(new_table, lit):
    early, late = new_table(), new_table()
    for table in early, late:
        table.do(cmd.ChooseDealer(0))
    seen = lit(early.peg(0, 24, 20, 6, 10).view())
    again = lit(late.peg(0, 24, 24, 24, 24, 14, 10).view())
    assert (early.state.pegs[0], late.state.pegs[0]) == ((60, 50), (120, 110))
    assert on(seen, 0) == {*range(1, 51), 60}
    assert on(again, 0) == {n for n in range(1, 50) if n % 5} | {50, 60}


def test_no_score_looks_like_the_same_hole_of_the_other_lap(new_table, lit):
    table = new_table()
    table.do(cmd.ChooseDealer(1))
    patterns = {}
    for score in range(2, 121, 2):
        patterns[score] = on(lit(table.peg(0, 2).view()), 0)
        assert table.state.scores[0] == score
    for score in range(2, 61, 2):
        assert patterns[score] != patterns[score + 60]


def test_front_peg_on_the_second_lap_and_back_peg_on_the_first(table, lit):
    seen = lit(table.peg(0, 24, 24, 10, 5).view())
    assert table.state.pegs[0] == (63, 58)
    fifths = {number for number in range(1, 61) if number % 5 == 0}
    assert on(seen, 0) == {3, 58} | fifths
    assert max(seen[3]) == FULL
    assert max(seen[58]) == THIRD


def test_a_game_of_61_has_one_lap(new_table, lit):
    table = new_table(target=61)
    table.do(cmd.ChooseDealer(0))
    seen = lit(table.peg(0, 24, 24, 10).view())
    assert on(seen, 0) == {*range(1, 49), 58}


def test_lines_glow_for_who_is_behind_once_the_leader_is_past_them(table, lit):
    table.peg(0, 24, 24, 24, 18)
    assert table.state.scores[0] == 90
    line_61, line_91 = 123 - 1, 123 - 31
    seen = lit(table.view())
    assert is_white(seen[line_61])
    assert line_91 not in seen

    seen = lit(table.peg(0, 1).view())
    assert is_white(seen[line_61])
    assert is_white(seen[line_91])
    assert not any(is_white(seen[pixel]) for pixel in seen if pixel in A_HOLES)

    seen = lit(table.peg(1, 24, 24, 12, 1).view())
    assert table.state.scores[1] == 61
    assert seen[line_61] == ORANGE
    assert is_white(seen[line_91])

    seen = lit(table.peg(1, 28, 1).view())
    assert table.state.scores[1] == 90
    assert is_white(seen[line_91])
    seen = lit(table.peg(1, 1, 2).view())
    assert table.state.scores[1] == 93
    assert not any(is_white(seen[pixel]) for pixel in seen if pixel in B_HOLES)


def test_line_31_glows_only_where_a_triple_skunk_counts(new_table, lit):
    line_31 = 123 - 31
    for triple in (False, True):
        table = new_table(triple_skunk_wins_match=triple)
        table.do(cmd.ChooseDealer(0))
        seen = lit(table.peg(0, 24, 10).view())
        assert (line_31 in seen) is triple


def test_line_of_a_game_of_61(new_table, lit):
    table = new_table(target=61)
    table.do(cmd.ChooseDealer(0))
    assert is_white(lit(table.peg(1, 24, 7).view())[31])


def test_stinkhole(table, lit):
    seen = lit(table.peg(0, 24, 24, 24, 24, 23).view())
    assert table.state.scores[0] == 119
    assert seen[59] == AZURE
    seen = lit(table.peg(0, 1).view())
    assert seen[60] not in (AZURE, WHITE)
    assert all(mixed >= pure for mixed, pure in zip(seen[60], AZURE, strict=True))


def test_a_won_game_has_no_lamps_and_the_winner_at_home(table, lit):
    seen = lit(table.peg(0, 24, 24, 24, 24, 20, 5).view())
    assert table.state.is_over
    assert seen[A_LAMP] == AZURE
    assert B_LAMP not in seen
    assert on(seen, 0) == {number for number in range(1, 56) if number % 5} | {56}
    assert max(seen[56]) == THIRD


def test_lamps_say_who_deals_and_who_is_to_act(new_table, lit):
    table = new_table(scan=Scan.ALL)
    seen = lit(table.view())
    assert seen[A_LAMP][2] > seen[A_LAMP][0]
    assert B_LAMP not in seen

    table.do(cmd.ChooseDealer(0))
    table.do(cmd.NextStep())
    table.do(cmd.ReadCard(Card.parse("5H")))
    seen = lit(table.view())
    assert is_white(seen[A_LAMP])
    assert seen[B_LAMP][0] > seen[B_LAMP][1] > seen[B_LAMP][2] == 0

    table.do(cmd.ReadCard(Card.parse("9C")))
    seen = lit(table.view())
    assert seen[A_LAMP] == AZURE.mixed_with(WHITE).at(0.6)
    assert B_LAMP not in seen


def test_while_the_scanner_is_lost_the_dealer_is_amber(table, lit):
    assert lit(table.view(scanner="lost"))[A_LAMP] == AMBER.at(0.08)
    assert is_white(lit(table.view(scanner="ok"))[A_LAMP])


def win(table, side: int) -> None:
    """A skunk: the other side never pegs."""
    while not table.state.is_over:
        table.peg(side, 24)


def test_match_holes_show_points(new_table, lit):
    table = new_table(points=Points(1, 2, 3))
    table.do(cmd.ChooseDealer(0))
    win(table, 1)
    seen = lit(table.view())
    assert table.state.tally == (0, 3)
    assert {pixel for pixel in seen if pixel >= 124} == {131, 132, 133}
    assert max(seen[131]) == THIRD


def test_match_holes_show_games_where_games_count(new_table, lit):
    table = new_table(match=Match.parse("best-of:5"))
    table.do(cmd.ChooseDealer(0))
    for _ in range(2):
        win(table, 0)
        table.do(cmd.NextStep())
    assert {pixel for pixel in lit(table.view()) if pixel >= 124} == {124, 125}


@pytest.mark.parametrize(
    ("points", "levels"),
    [
        (7, [THIRD] * 7),
        (8, [FULL] + [THIRD] * 6),
        (14, [FULL] * 7),
        (16, [WHITE, WHITE] + [FULL] * 5),
        (30, [WHITE] * 7),
    ],
)
def test_match_points_beyond_seven_fill_the_holes_again(new_table, lit, points, levels):
    table = new_table(match=Match.parse("first-to:99"), points=Points(points, points, points))
    table.do(cmd.ChooseDealer(0))
    win(table, 0)
    seen = lit(table.view())
    holes = [seen[pixel] for pixel in range(124, 131)]
    assert [hole if hole == WHITE else max(hole) for hole in holes] == levels


def test_a_pending_award_shows_its_landing_hole(table, lit):
    table.peg(1, 10)
    seen = lit(table.view(None, Pending(6)))
    assert {10, 16} <= on(seen, 1)
    assert seen[123 - 16] not in (ORANGE, ORANGE.at(1 / 3), RED)
    assert set(seen) - set(lit(table.view())) == {123 - 16}


def test_points_to_be_taken_back_show_where_the_front_peg_would_go(table, lit):
    table.peg(0, 10, 5)
    assert 12 in on(lit(table.view(Pending(-3), None)), 0)
    assert 0 in lit(table.view(Pending(-20), None))


def test_an_award_beyond_home_shows_at_home(table, lit):
    table.peg(0, 24, 24, 24, 24, 20)
    pending = lit(table.view(Pending(12), None))
    assert pending[A_LAMP] == AZURE.mixed_with(WHITE).at(0.6)


def test_an_impossible_award_is_red(table, lit):
    red = lit(table.view(Pending(19, refused=True), None))[19]
    assert red[0] > 100
    assert red[0] > 10 * max(red[1:])
