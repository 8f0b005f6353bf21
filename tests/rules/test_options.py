"""What a table may agree on, as scripts and the configuration write it."""

import pytest

from cribboard.rules import Match, Options, Points, Scan
from cribboard.rules.options import SETTINGS, Cut, SkunkLines


def test_the_house_rules():
    # RULES: the defaults of each clause
    options = Options()
    assert (options.players, options.target, options.scan) == (2, 121, Scan.ALL)  # R1, R2
    assert options.first_deal_cut is Cut.LOW  # R6
    assert options.heels_can_win  # R18
    assert options.skunk_lines is SkunkLines.STANDARD  # R56
    assert str(options.points) == "1/2/4"  # R57
    assert not options.triple_skunk_wins_match  # R58
    assert str(options.match) == "first-to:7"  # R60


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("names", "Eve,Bob", ("Eve", "Bob")),
        ("names", "Eve, Bob", ("Eve", "Bob")),
        ("players", "2", 2),
        ("target", "61", 61),
        ("scan", "none", Scan.NONE),
        ("scan", "show", Scan.SHOW),
        ("first_deal_cut", "high", Cut.HIGH),
        ("heels_can_win", "false", False),
        ("match", "single", Match("single", 1)),
        ("match", "best-of:3", Match("best-of", 3)),
        ("match", "first-to:5", Match("first-to", 5)),
        ("points", "1", Points(1, 1, 1)),
        ("points", "2/3/3", Points(2, 3, 3)),
        ("skunk_lines", "proportional", SkunkLines.PROPORTIONAL),
        ("triple_skunk_wins_match", "true", True),
    ],
)
def test_a_setting_is_read(key, text, value):
    assert getattr(Options().changed({key: text}), key) == value


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("names", "Ann"),
        ("names", "Ann,ann"),
        ("names", "Ann,Bob,Eve"),
        ("names", "Ann,the other"),
        ("names", "Ann,"),
        ("players", "1"),
        ("players", "two"),
        ("target", "62"),
        ("target", ""),
        ("scan", "some"),
        ("first_deal_cut", "low card"),
        ("heels_can_win", "no"),
        ("match", "best-of:4"),
        ("match", "best-of:0"),
        ("match", "first-to:0"),
        ("match", "first-to"),
        ("match", "single:1"),
        ("points", "0"),
        ("points", "1/2/3/4"),
        ("points", "1//2"),
        ("skunk_lines", ""),
        ("triple_skunk_wins_match", "1"),
    ],
)
def test_a_bad_setting_is_quoted_with_what_is_allowed(key, text):
    with pytest.raises(ValueError, match="takes") as error:
        Options().changed({key: text})
    assert str(error.value) == f"{key} = {text}: takes {SETTINGS[key][1]}"


def test_an_unknown_setting_is_a_key_error():
    with pytest.raises(KeyError):
        Options().changed({"traget": "61"})


@pytest.mark.parametrize("text", ["single", "best-of:1", "best-of:7", "first-to:5"])
def test_a_match_is_written_as_it_is_read(text):
    assert str(Match.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "needed"), [("single", 1), ("best-of:1", 1), ("best-of:5", 3), ("first-to:5", 5)]
)
def test_what_wins_a_match(text, needed):
    # R60: the first to (N + 1) / 2 games, or to N points
    assert Match.parse(text).needed == needed


def test_the_seat_on_the_left_comes_first_and_the_seat_itself_last():
    assert Options().left_of(0) == (1, 0)
    assert Options().left_of(1) == (0, 1)
