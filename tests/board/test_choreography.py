"""What each thing that happens looks like, hole by hole, worked out from the plan: A's hole n is pixel n, B's is 123 - n."""

from __future__ import annotations

import pytest

from cribboard.board.choreography import effects, sweep
from cribboard.board.effects import Alternation, Effect, Glow, Priority, Ripple, Swell
from cribboard.board.lights import Lights
from cribboard.board.motion import Motion
from cribboard.board.palette import AMBER, RED, SIDES, WHITE, Colour, pixels
from cribboard.board.track import Track
from cribboard.rules import Card, Match, Pegs, Points, Scan
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.options import FourPlayer
from cribboard.rules.scoring import Item

from .conftest import Table
from .sight import luminance

AZURE, ORANGE = SIDES[:2]
NOW, AT = 20.0, 21.0
A_HOME, B_HOME = (60, 59, 58), (63, 64, 65)


def of(table: Table, *events: object) -> list[Effect]:
    """The effects of these events, whose pegs arrive at 21.0, or of the table's last ones."""
    track = Track.for_options(table.state.options)
    happened = events or table.events
    return [one for event in happened for one in effects(event, table.view(), track, AT, NOW)]


def only(table: Table, *events: object) -> Effect:
    (effect,) = of(table, *events)
    return effect


def play(*cards: str, dealer: int = 0, **options: object) -> Table:
    """A deal in which every card is scanned, up to the last of these."""
    table = Table(scan=Scan.ALL, **options)
    table.do(cmd.ChooseDealer(dealer))
    table.do(cmd.NextStep())
    for card in cards:
        table.do(cmd.ReadCard(Card.parse(card)))
    return table


# --- the play --------------------------------------------------------------------------------------------------------


def test_an_award_like_any_other_is_only_walked(table):
    assert of(table.peg(0, 4)) == []
    fifteen = play("5H", "6C", "9D")
    assert fifteen.state.scores == (2, 0)
    assert of(fifteen) == []


def test_his_heels_ring_twice_from_the_new_hole():
    """Ann's hole 2: the rings are one to four holes before and behind it, where there are holes."""
    rings = of(play("JH"))
    assert all(isinstance(ring, Ripple) for ring in rings)
    assert [ring.groups for ring in rings] == [((1, 3), (4,), (5,), (6,))] * 2
    assert [(ring.start, ring.end) for ring in rings] == [(AT, AT + 1.2), (AT + 1.2, AT + 2.4)]


def test_thirty_one_rings_wide_and_once():
    ring = only(play("4H", "TC", "KD", "AS", "QD"))
    assert isinstance(ring, Ripple)
    assert ring.groups == ((1, 3), (4,), (5,), (6,), (7,), (8,), (9,), (10,))
    assert ring.start == AT


def test_go_swells_at_the_home_of_who_cannot_play(table):
    glow = only(table, ev.Go(1))
    assert isinstance(glow, Glow)
    assert tuple(pixel for pixel, _ in glow.lit) == B_HOME
    assert glow.rise + glow.fade == pytest.approx(glow.end - glow.start), "it comes, and goes"


def test_partners_have_one_home():
    table = Table(players=4)
    table.do(cmd.ChooseDealer(0))
    assert only(table, ev.Go(1)) == only(table, ev.Go(3))


# --- the show --------------------------------------------------------------------------------------------------------


def test_a_hand_shows_what_was_counted_in_it():
    """Bob's 5 5 6 4 with a ten, from 20: four fifteens, a pair and two runs end on 22 24 26 28 30 33 and 36, the peg."""
    table = Table(scan=Scan.SHOW, handicap=(36, 20))
    for command in (
        cmd.ChooseDealer(0),
        cmd.NextStep(),
        cmd.ReadCard(Card.parse("TC")),
        cmd.NextStep(),
    ):
        table.do(command)
    for card in ("5H", "5D", "6S", "4S"):
        table.do(cmd.ReadCard(Card.parse(card)))
    glow = only(table)
    levels = {123 - pixel: colour.red for pixel, colour in glow.lit}
    assert set(levels) == set(range(21, 36))
    faint = min(levels.values())
    assert {score for score, level in levels.items() if level > 2 * faint} == {
        22,
        24,
        26,
        28,
        30,
        33,
    }
    assert (glow.start, glow.end) == (AT, AT + 3.5)


# --- the way home ----------------------------------------------------------------------------------------------------


def test_the_first_safe_hole_rings_white_when_it_is_reached(table):
    """From 85 to 93 over 91, which is hole 31; the double skunk's line at 61 was behind."""
    table.peg(0, 24, 24, 24, 13)
    ring = only(table.peg(0, 8))
    assert isinstance(ring, Ripple)
    assert ring.groups[0] == (30, 32)
    assert len(set(ring.colour)) == 1


@pytest.mark.parametrize("front", [60, 61, 62])
def test_a_line_rings_once(table, front):
    """From 60 by two over 61; from 61 and 62 it is behind."""
    table.peg(0, 24, 24, front - 48)
    assert bool(of(table.peg(0, 2))) is (front == 60)
    assert not of(table.peg(0, 2))


def test_a_line_that_changes_nothing_does_not_ring(new_table):
    for triple in (False, True):
        table = new_table(triple_skunk_wins_match=triple)
        table.do(cmd.ChooseDealer(0))
        assert bool(of(table.peg(0, 24).peg(0, 8))) is triple


def test_a_ring_closes_in_on_the_stinkhole(table):
    table.peg(0, 24, 24, 24, 24, 16)
    ring = only(table.peg(0, 8))
    assert isinstance(ring, Ripple)
    assert ring.groups == ((56,), (57,), (58,), (59,))


def test_points_taken_back_celebrate_nothing(table):
    table.peg(0, 24, 24, 14)
    table.do(cmd.WalkBack(0, 3))
    assert of(table) == []


# --- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("loser", "crests"),
    [(104, 1), (84, 2), (52, 3), (24, 4)],
    ids=["game", "skunk", "double", "triple"],
)
def test_each_size_of_win_has_its_own_crests(new_table, loser, crests):
    table = new_table(handicap=(115, loser), triple_skunk_wins_match=True)
    table.do(cmd.ChooseDealer(0))
    table.peg(0, 6)
    swell = next(one for one in of(table) if isinstance(one, Swell))
    assert swell.crests == crests
    assert {pixel for group in swell.groups for pixel in group} == set(range(1, 61))


def test_match_points_are_white_at_first(new_table):
    table = new_table(handicap=(115, 84), points=Points(1, 2, 3))
    table.do(cmd.ChooseDealer(0))
    (glow,) = (one for one in of(table.peg(0, 6)) if isinstance(one, Glow))
    assert glow.lit == ((124, WHITE), (125, WHITE))
    assert glow.fade > 1


def test_match_points_beyond_the_holes_begin_again(new_table):
    """Seven holes, and two points three times: the fourth two are the first hole again, after the seventh."""
    table = new_table(handicap=(115, 84), points=Points(1, 2, 3), match=Match.parse("first-to:99"))
    table.do(cmd.ChooseDealer(0))
    for _ in range(3):
        table.peg(0, 6).do(cmd.NextStep())
    (glow,) = (one for one in of(table.peg(0, 6)) if isinstance(one, Glow))
    assert glow.lit == ((124, WHITE), (130, WHITE))


def test_a_match_goes_round_every_other_street_too():
    table = Table(players=4, four_player=SINGLES, handicap=(115,) * 4, match=Match.parse("single"))
    table.do(cmd.ChooseDealer(0))
    swells = [one for one in of(table.peg(2, 6)) if isinstance(one, Swell)]
    streets = [{pixel for group in swell.groups for pixel in group} for swell in swells]
    track = Track.load("singles", 4)
    assert streets == [set(track.street(side)) for side in (2, 0, 1, 3)]
    assert [swell.crests for swell in swells] == [1] * 4


# --- answers ---------------------------------------------------------------------------------------------------------


def test_a_refusal_is_three_at_every_home_at_once(table):
    glow = only(table, ev.Refusal("no_go_now", {}))
    assert glow.lit == tuple((pixel, RED) for pixel in (*A_HOME, *B_HOME))
    assert (glow.start, glow.rise) == (NOW, 0.0)


def test_a_scanner_that_is_lost_is_two_and_a_gap(table):
    lost = only(table, ev.DeviceChanged("scanner", "lost"))
    assert isinstance(lost, Alternation)
    assert lost.groups == ((60, 58), (63, 65))
    assert lost.colour == AMBER
    assert of(table, ev.DeviceChanged("scanner", "back")) == []


def test_taken_back_runs_from_home_and_once_more_runs_home_twice(table):
    undone = ev.Undone((), table.state.pegs, table.state.pegs)
    away, home = only(table, undone), of(table, ev.Prompted("new_game", {}))
    assert isinstance(away, Ripple)
    assert away.groups == ((60, 63), (59, 64), (58, 65), (57, 66), (56, 67), (55, 68))
    assert [run.groups for run in home] == [away.groups[::-1]] * 2
    assert home[0].end == home[1].start
    assert {run.priority for run in (away, *home)} == {Priority.NOTICE}


def test_an_undo_that_moves_pegs_is_walked(table):
    assert of(table.peg(0, 3), table.undo()) == []


# --- for as many as play ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4])
def test_single_players_have_their_lights_in_their_own_rows(players):
    table = Table(players=players, four_player=FourPlayer.INDIVIDUAL, target=61)
    table.do(cmd.ChooseDealer(0))
    track = Track.for_options(table.state.options)
    refusal = only(table, ev.Refusal("no_go_now", {}))
    assert len(refusal.lit) == 3 * players
    table.peg(2, 24, 24, 8)
    swell = next(one for one in of(table.peg(2, 5)) if isinstance(one, Swell))
    assert {pixel for group in swell.groups for pixel in group} == set(track.street(2))
    assert 2 * swell.reach * swell.crests < track.lap, "its crests are apart"
    assert all(len(group) == players for group in sweep(track, NOW).groups)


# --- how bright ------------------------------------------------------------------------------------------------------

SINGLES = FourPlayer.INDIVIDUAL


def brightest(effect: Effect, table: Table, side: int) -> float:
    """The most light that a hole of this side's street has of it at any moment, without colour."""
    street = Track.for_options(table.state.options).street(side)
    moments = [effect.start + n * (effect.end - effect.start) / 50 for n in range(50)]
    return max(
        (
            luminance(light)
            for now in moments
            for pixel, light in effect.dots(now)
            if pixel in street
        ),
        default=0.0,
    )


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize(
    ("handicap", "points"),
    [(0, 31), (20, 12), (85, 8), (112, 8), (115, 6)],
    ids=["thirty-one", "hand", "line", "stinkhole", "game"],
)
def test_what_is_not_asked_for_is_dimmer_than_a_peg_to_an_eye_without_colour(
    side, handicap, points
):
    """What is brief keeps well below the side's front peg, what lasts for seconds below its back peg."""
    table = Table(
        players=4, four_player=SINGLES, handicap=(handicap,) * 4, triple_skunk_wins_match=True
    )
    table.do(cmd.ChooseDealer(0))
    before, after = table.state.pegs[side], Pegs(handicap + points, handicap)
    items = (Item("thirty_one", (), 2), Item("pair", (), 2))
    for reason in ("play", "hand", "heels"):
        award = ev.Scored(side, side, points, reason, (), items, after.front, before, after)
        told = [award, ev.Go(side), ev.GameWon(side, (121,) * 4, "triple"), ev.MatchWon(side)]
        for effect in of(table, *told, ev.Undone((), table.state.pegs, table.state.pegs)):
            lasts = effect.priority in (Priority.CHEER, Priority.ATTRACT)
            most = (
                0.85 * luminance(SIDES[side].at(1 / 3)) if lasts else 0.75 * luminance(SIDES[side])
            )
            assert brightest(effect, table, side) < most, effect


def test_what_attracts_is_dimmer_than_any_back_peg(table):
    swept = sweep(Track.load("classic"), NOW)
    assert 0 < brightest(swept, table, 0) < 0.85 * luminance(AZURE.at(1 / 3))


# --- all together: what the lights make of it ------------------------------------------------------------------------


def lit(lights: Lights, now: float, *holes: int) -> list[int]:
    frame = list(pixels(lights.frame(now)))
    return [max(frame[hole]) for hole in holes]


def test_heels_are_seen_twice():
    """Hole 4, two beyond the peg, is crossed by the ring once in either of its 1.2 seconds."""
    table = play("JH")
    lights = Lights(Track.load("classic"))
    lights.watch(table.view(), table.events, now=0.0)
    levels = [lit(lights, 0.12 + n / 50, 5)[0] for n in range(120)]
    peaks = [
        n for n in range(1, 119) if levels[n - 1] < levels[n] >= levels[n + 1] and levels[n] > 30
    ]
    assert len(peaks) == 2
    assert (peaks[1] - peaks[0]) / 50 == pytest.approx(1.2, abs=0.1)


def test_refusals_on_and_on_are_one_steady_light(table):
    lights = Lights(Track.load("classic"))
    for n in range(50):
        lights.watch(table.view(), (ev.Refusal("no_go_now", {}),), now=n / 10)
        assert lit(lights, n / 10, *A_HOME) == [255] * 3
    assert lit(lights, 6.6, 60) == [255]
    assert lit(lights, 7.0, 60) == [0]


def test_undo_on_and_on_runs_without_stumbling(table):
    """The light that runs away from home runs through, and begins again only when it has."""
    lights, once = Lights(Track.load("classic")), Lights(Track.load("classic"))
    undone = ev.Undone((), table.state.pegs, table.state.pegs)
    once.watch(table.view(), (undone,), now=0.0)
    for n in range(9):
        lights.watch(table.view(), (undone,), now=n / 10)
        assert lights.frame(n / 10) == once.frame(n / 10)


def test_an_undo_ends_what_was_celebrated(new_table):
    table = new_table(handicap=(115, 84))
    table.do(cmd.ChooseDealer(0))
    lights = Lights(Track.load("classic"))
    lights.watch(table.view(), (), now=0.0)
    quiet = lights.frame(0.0)
    lights.watch(table.peg(0, 6).view(), table.events, now=1.0)
    assert lights.frame(4.0) != quiet
    undone = table.undo()
    lights.watch(table.view(), (undone,), now=4.0)
    assert lights.frame(6.0) == quiet


def test_a_refusal_goes_over_what_else_is_to_be_seen(table):
    """Bob says go, and what follows is refused: three red lights on the very holes of his bar."""
    lights = Lights(Track.load("classic"))
    lights.watch(table.view(), (ev.Go(1),), now=0.0)
    lights.watch(table.view(), (ev.Refusal("no_go_now", {}),), now=0.7)
    assert [list(pixels(lights.frame(0.7)))[pixel] for pixel in B_HOME] == [RED] * 3


def test_calm_comes_and_goes_while_something_is_to_be_seen(table):
    lights = Lights(Track.load("classic"))
    lights.watch(table.view(), (ev.Refusal("no_go_now", {}),), now=0.0)
    lights.calm = True
    assert lit(lights, 1.0, 60) == [85]
    lights.calm = False
    assert lit(lights, 1.0, 60) == [255]


def calm_lights() -> Lights:
    lights = Lights(Track.load("classic"))
    lights.calm = True
    return lights


def test_by_night_a_win_stands_still_and_is_dim(new_table):
    table = new_table(handicap=(115, 84))
    table.do(cmd.ChooseDealer(0))
    lights = calm_lights()
    lights.watch(table.peg(0, 6).view(), table.events, now=0.0)
    frames = {lights.frame(3.0 + n / 10) for n in range(20)}
    assert len(frames) < 20, "it doesn't go round"
    crest = [pixel for pixel in range(1, 61) if lit(lights, 3.0, pixel) > lit(lights, 9.95, pixel)]
    assert crest
    brightest = max(luminance(Colour(*list(pixels(lights.frame(3.0)))[pixel])) for pixel in crest)
    assert brightest < 0.85 * luminance(AZURE.at(1 / 3))


def test_with_reduced_motion_the_way_glows_and_taken_back_it_glows_again(table):
    lights = Lights(Track.load("classic"), motion=Motion.REDUCED)
    lights.watch(table.peg(0, 5).view(), (), now=0.0)
    lights.watch(table.peg(0, 8).view(), table.events, now=10.0)
    assert lit(lights, 10.0, 13, 5) == [255, 85], "it has leapt"
    assert all(0 < level < 85 for level in lit(lights, 10.5, *range(6, 13)))
    undone = table.undo()
    lights.watch(table.view(), (undone,), now=20.0)
    assert lit(lights, 20.0, 5) == [255]
    assert all(0 < level < 85 for level in lit(lights, 20.5, *range(6, 13)))
    assert lit(lights, 22.0, *range(6, 13)) == [0] * 7
