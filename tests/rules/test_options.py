"""What a table may agree on, as scripts and the configuration write it."""

import pytest

from cribboard.rules import Match, Options, Points, Scan
from cribboard.rules.options import (
    PRESETS,
    SETTINGS,
    Counting,
    Cut,
    FalseGame,
    FourPlayer,
    HeelsClaim,
    NextDealer,
    Overclaim,
    SkunkLines,
)


def test_the_house_rules():
    # RULES 1: the defaults
    options = Options()
    assert (options.players, options.target, options.scan) == (2, 121, Scan.ALL)  # R1, R2
    assert options.four_player is FourPlayer.PARTNERS  # R1
    assert options.first_deal_cut is Cut.LOW  # R6
    assert options.next_game_dealer is NextDealer.LOSER  # R9
    assert options.heels_claim is HeelsClaim.AUTO  # R19
    assert options.heels_can_win  # R18
    assert options.go_point_in_stinkhole  # R25
    assert options.counting is Counting.AUTO  # R50
    assert options.overclaim is Overclaim.AUTO  # R65
    assert options.false_game_claim is FalseGame.CORRECT_ONLY  # R66
    assert options.skunk_lines is SkunkLines.STANDARD  # R56
    assert str(options.points) == "1/2/4"  # R57
    assert not options.triple_skunk_wins_match  # R58
    assert str(options.match) == "first-to:7"  # R60
    assert options.handicap == (0, 0)


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("names", "Eve,Bob", ("Eve", "Bob")),
        ("names", "Eve, Bob", ("Eve", "Bob")),
        ("players", "2", 2),
        ("players", "3", 3),
        ("players", "4", 4),
        ("four_player", "individual", FourPlayer.INDIVIDUAL),
        ("target", "61", 61),
        ("target", "31", 31),
        ("target", "181", 181),
        ("handicap", "0,10", (0, 10)),
        ("scan", "none", Scan.NONE),
        ("scan", "show", Scan.SHOW),
        ("first_deal_cut", "high", Cut.HIGH),
        ("next_game_dealer", "alternate", NextDealer.ALTERNATE),
        ("next_game_dealer", "cut", NextDealer.CUT),
        ("next_game_dealer", "winner", NextDealer.WINNER),
        ("heels_claim", "claim", HeelsClaim.CLAIM),
        ("heels_can_win", "false", False),
        ("go_point_in_stinkhole", "false", False),
        ("counting", "claim", Counting.CLAIM),
        ("counting", "muggins", Counting.MUGGINS),
        ("overclaim", "correct_only", Overclaim.CORRECT_ONLY),
        ("overclaim", "excess_to_opponent", Overclaim.EXCESS_TO_OPPONENT),
        ("overclaim", "two_points", Overclaim.TWO_POINTS),
        ("false_game_claim", "acc", FalseGame.ACC),
        ("false_game_claim", "lose_game", FalseGame.LOSE_GAME),
        ("match", "single", Match("single", 1)),
        ("match", "best-of:3", Match("best-of", 3)),
        ("match", "first-to:5", Match("first-to", 5)),
        ("points", "1", Points(1, 1, 1)),
        ("points", "2/3/3", Points(2, 3, 3)),
        ("points", "lurch", Points(1, 2, 2, lurch=True)),
        ("points", "acc", Points(2, 3, 3)),
        ("points", "long", Points(3, 4, 4)),
        ("skunk_lines", "proportional", SkunkLines.PROPORTIONAL),
        ("triple_skunk_wins_match", "true", True),
    ],
)
def test_a_setting_is_read(key, text, value):
    assert getattr(Options().changed({key: text}), key) == value


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("preset", "home"),
        ("names", "Ann,ann"),
        ("names", "Ann,the other"),
        ("names", "Ann,"),
        ("names", "undo,next"),
        ("names", "Ann,Go"),
        ("players", "1"),
        ("players", "5"),
        ("players", "two"),
        ("four_player", "pairs"),
        ("target", "30"),
        ("target", ""),
        ("handicap", "-1,0"),
        ("handicap", "ten"),
        ("scan", "some"),
        ("first_deal_cut", "low card"),
        ("next_game_dealer", "me"),
        ("heels_claim", "true"),
        ("heels_can_win", "no"),
        ("counting", "by hand"),
        ("overclaim", "none"),
        ("false_game_claim", "excess_to_opponent"),
        ("match", "best-of:4"),
        ("match", "best-of:0"),
        ("match", "first-to:0"),
        ("match", "first-to"),
        ("match", "single:1"),
        ("points", "0"),
        ("points", "2/1"),
        ("points", "1/2/3/4"),
        ("points", "1//2"),
        ("points", "skunk"),
        ("skunk_lines", ""),
        ("triple_skunk_wins_match", "1"),
    ],
)
def test_a_bad_setting_is_quoted_with_what_is_allowed(key, text):
    with pytest.raises(ValueError, match="takes") as error:
        Options().changed({key: text})
    told, _, hint = str(error.value).partition("; did you mean ")
    assert told == f"{key} = {text}: takes {SETTINGS[key][1]}"
    assert hint == {"home": "house?", "pairs": "partners?"}.get(text, "")


def test_an_unknown_setting_is_a_key_error():
    with pytest.raises(KeyError):
        Options().changed({"traget": "61"})


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"names": "Ann"}, "names = Ann: takes one for each of 2 players"),
        ({"names": "Ann,Bob,Eve"}, "names = Ann,Bob,Eve: takes one for each of 2 players"),
        (
            {"players": "3", "names": "Ann,Bob"},
            "names = Ann,Bob: takes one for each of 3 players",
        ),
        # partners are one side with one handicap
        (
            {"players": "4", "handicap": "0,5,0,5"},
            "handicap = 0,5,0,5: takes a hole below 121 for each of 2 sides",
        ),
        (
            {"players": "4", "four_player": "individual", "handicap": "0,5"},
            "handicap = 0,5: takes a hole below 121 for each of 4 sides",
        ),
        ({"handicap": "121,0"}, "handicap = 121,0: takes a hole below 121 for each of 2 sides"),
        (
            {"target": "61", "handicap": "0,61"},
            "handicap = 0,61: takes a hole below 61 for each of 2 sides",
        ),
    ],
)
def test_options_that_dont_go_together_are_refused(settings, message):
    with pytest.raises(ValueError, match="takes") as error:
        Options().changed(settings)
    assert str(error.value) == message


def test_another_number_of_players_finds_its_own_names_and_handicaps():
    options = Options().changed({"players": "3"})
    assert (options.names, options.handicap) == (("Ann", "Bob", "Cyd"), (0, 0, 0))
    assert options.changed({"players": "2"}).names == ("Ann", "Bob")


# --- presets (RULES 1) -------------------------------------------------------------------------------------------------


def test_the_house_preset_is_the_defaults():
    assert Options().changed({"preset": "house"}) == Options()


def test_the_acc_preset():
    # two players, 121, heels and counting by claim, points 2/3/3, ACC's false claim of the game
    options = Options().changed({"preset": "acc"})
    assert (options.players, options.target) == (2, 121)
    assert options.heels_claim is HeelsClaim.CLAIM
    assert options.counting is Counting.CLAIM
    assert options.points == (2, 3, 3, False)
    assert options.false_game_claim is FalseGame.ACC


def test_the_pub_preset():
    # four partners, 121, a lurch at the half
    options = Options().changed({"preset": "pub-uk"})
    assert (options.players, list(options.sides), options.target) == (4, [0, 1], 121)
    assert str(options.points) == "lurch"


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_set_beside_a_preset_wins(preset):
    settings = {"points": "1", "preset": preset, "target": "61", "counting": "auto"}
    options = Options().changed(settings)
    assert (str(options.points), options.target, options.counting) == ("1/1/1", 61, "auto")


# --- matches, seats and sides ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["single", "best-of:1", "best-of:7", "first-to:5"])
def test_a_match_is_written_as_it_is_read(text):
    assert str(Match.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "needed"), [("single", 1), ("best-of:1", 1), ("best-of:5", 3), ("first-to:5", 5)]
)
def test_what_wins_a_match(text, needed):
    # R60: the first to (N + 1) / 2 games, or to N points
    assert Match.parse(text).needed == needed


@pytest.mark.parametrize(
    ("players", "seat", "order"),
    [
        (2, 0, (1, 0)),
        (2, 1, (0, 1)),
        (3, 2, (0, 1, 2)),
        (4, 1, (2, 3, 0, 1)),
    ],
)
def test_the_seat_on_the_left_comes_first_and_the_seat_itself_last(players, seat, order):
    assert Options(players=players).left_of(seat) == order


@pytest.mark.parametrize(
    ("options", "sides"),
    [
        ({"players": 2}, [(0,), (1,)]),
        ({"players": 2, "four_player": FourPlayer.INDIVIDUAL}, [(0,), (1,)]),
        ({"players": 3}, [(0,), (1,), (2,)]),
        # R1: partners sit opposite each other
        ({"players": 4}, [(0, 2), (1, 3)]),
        (
            {"players": 4, "four_player": FourPlayer.INDIVIDUAL},
            [(0,), (1,), (2,), (3,)],
        ),
    ],
)
def test_who_shares_a_score(options, sides):
    table = Options(**options)
    assert [table.members(side) for side in table.sides] == sides
    assert all(table.side_of(seat) == side for side in table.sides for seat in sides[side])
