"""Table scripts: what a line says."""

from __future__ import annotations

import pytest

from cribboard import script
from cribboard.replay import Replay, transcript
from cribboard.rules import Card, Options
from cribboard.rules import commands as cmd
from cribboard.script import HELP, Script, ScriptError, parse_line
from cribboard.signals import Button

FIVE = Card.parse("5H")


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("", None),
        ("   # only a comment", None),
        ("scan 5H", script.Scan(FIVE)),
        ("5h   # just the card", script.Scan(FIVE)),
        ("10H", script.Scan(Card.parse("TH"))),
        ("press Ann.one 3", script.Press(Button("one", 0), 3)),
        ("press bob.five", script.Press(Button("five", 1))),
        ("Bob.go", script.Press(Button("go", 1))),
        ("press undo", script.Press(Button("undo"))),
        ("next", script.Press(Button("next"))),
        ("go", script.Press(Button("go"))),
        ("hold undo", script.Hold(Button("undo"))),
        ("hold Ann.go", script.Hold(Button("go", 0))),
        ("dealer Bob", script.Say(cmd.ChooseDealer(1))),
        ("wait 2.5", script.Wait(2.5)),
        ("unplug scanner", script.Unplug()),
        ("plug scanner", script.Plug()),
        ("restart", script.Restart()),
        ("set target=61 scan=show", script.Set((("target", "61"), ("scan", "show")))),
    ],
)
def test_what_a_line_says(line: str, read: script.Line | None) -> None:
    assert parse_line(line, Options()) == read


@pytest.mark.parametrize(
    "line",
    [
        "press bob.FIVE",
        "scan",
        "scan 5H 6H",
        "hold",
        "wait",
        "unplug",
        "Ann",
        "set",
        "set a",
        "5H 6H",
    ],
)
def test_what_says_nothing(line: str) -> None:
    with pytest.raises(ScriptError):
        parse_line(line, Options())


def test_help_names_every_verb() -> None:
    for verb in ("scan", "press", "hold", "next", "undo", "go", "dealer", "wait", "unplug", "plug", "restart"):  # fmt: skip
        assert verb in HELP


def test_every_script_option_can_be_set() -> None:
    text = (
        "set players=2 names=Eve,Dan target=61 scan=show match=first-to:5 points=1/2/4 first_deal_cut=high\n"
        "set heels_can_win=false skunk_lines=proportional triple_skunk_wins_match=true\n"
    )
    read = Script.parse(text, "options").options
    assert read.names == ("Eve", "Dan")
    assert str(read.match) == "first-to:5"
    assert not read.heels_can_win
    assert read.triple_skunk_wins_match


def test_a_name_may_have_hyphens_and_is_one_word() -> None:
    options = Script.parse("set names=Anne-Marie,Bob", "names").options
    assert parse_line("press anne-marie.one", options) == script.Press(Button("one", 0), 1)
    for wrong in ("-Ann,Bob", "Ann-,Bob", "A--B,Bob", "Ann.one,Bob", "Ann!,Bob"):
        with pytest.raises(ScriptError, match="letters and hyphens"):
            Script.parse(f"set names={wrong}", "names")


def test_four_may_change_their_minds_about_partnerships() -> None:
    text = "set players=4\nset four_player=individual\n"
    assert len(Script.parse(text, "four").options.sides) == 4
    text = "set players=4 four_player=individual\nset preset=pub-uk four_player=partners\n"
    assert len(Script.parse(text, "pub").options.sides) == 2


def test_the_end_of_the_file_commits_nothing() -> None:
    replay = Replay(Script.parse("set scan=none\ndealer Ann\npress Bob.five\n", "game"), [])
    replay.run("game")
    assert replay.table.view.state.scores == (0, 0)
    assert [p and p.points for p in replay.table.view.pending] == [None, 5]


def test_a_bare_go_is_by_whoever_is_to_play() -> None:
    said = transcript("dealer Bob\nnext\nscan 2C\nscan KD\nscan KS\ngo\n")
    assert said[-1] == "No go at twenty: any card fits"
    said = transcript("dealer Bob\nnext\nscan 2C\nscan KD\nscan KS\nscan 9H\ngo\n")
    assert said[-1] == "Bob: go"
