"""What is exported: every award, every event, and scripts that lead to the state that the journal leads to."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from functools import reduce
from itertools import count
from pathlib import Path
from random import Random

import pytest

from cribboard import script
from cribboard.acts import acts_in
from cribboard.cli import main
from cribboard.codec import dump_command, dump_events, load_command, state_values
from cribboard.export import ExportError, as_csv, as_json, as_script
from cribboard.journal import Entry, Journal
from cribboard.replay import Replay
from cribboard.rules import PACK, Card, Options, State, decide, evolve
from cribboard.rules import commands as cmd
from cribboard.rules.events import MatchStarted
from cribboard.rules.options import SETTINGS, FourPlayer, NextDealer, SkunkLines
from cribboard.script import Press, Say, Script, Set, parse_line, settings, write_line
from cribboard.selfplay import SelfPlay
from cribboard.signals import Button
from cribboard.store import Row

EXAMPLES = Path(__file__).parent / "games"


def rows_of(entries: list[Entry], began: float = 1_700_000_000.0) -> list[Row]:
    """Entries as the journal keeps them, one every second."""
    rows: list[Row] = []
    match, state = 0, None
    for number, entry in enumerate(entries, 1):
        begins = any(isinstance(event, MatchStarted) for event in entry.events)
        match += begins
        state = reduce(evolve, entry.events, state)
        rows.append(
            Row(
                number=number,
                after=0 if begins else number - 1,
                match=match,
                game=state.game,
                time=began + number,
                command=dump_command(entry.command),
                events=dump_events(entry.events),
                undone=0,
            )
        )
    return rows


def entries_of(commands: list[cmd.Command]) -> list[Entry]:
    entries, state = [], None
    for command in commands:
        events = decide(state, command)
        assert events
        entries.append(Entry(command, events))
        state = reduce(evolve, events, state)
    return entries


def told(text: str) -> Replay:
    replay = Replay(Script.parse(text, "test"), ())
    replay.run("test")
    return replay


def seen(state: State) -> dict[str, object]:
    return state_values(state) | {"card": None}


def states_of(entries: list[Entry]) -> list[State]:
    states, state = [], None
    for entry in entries:
        state = reduce(evolve, entry.events, state)
        states.append(state)
    return states


# --- lines, written ----------------------------------------------------------------------------------------------------

NAMED = Options(players=4, names=("Ann", "Ünal", "Cyd", "D2"))


def lines() -> Iterator[script.Line]:
    for seat in range(4):
        yield Press(Button("go", seat))
        yield script.Hold(Button("go", seat))
        yield Say(cmd.ChooseDealer(seat))
    for side in range(2):
        yield from (Press(Button(kind, side), n) for kind in ("one", "five") for n in (1, 2, 100))
        yield script.Hold(Button("one", side))
        yield Say(cmd.MoveAward(side))
        yield Say(cmd.Penalise(side, 30, 1 - side))
    for kind in ("undo", "next"):
        yield from (Press(Button(kind)), Press(Button(kind), 2), script.Hold(Button(kind)))
    yield from (script.Scan(card) for card in PACK)
    yield Say(cmd.CorrectCard(PACK[3], PACK[9]))
    yield from (script.Wait(seconds) for seconds in (0, 3, 0.25, 1e-05, 86400.0))
    yield from (Press(Button("go")), script.Ask(), script.Restart(), script.Unplug(), script.Plug())
    yield Set((("target", "61"), ("names", "Ann,Bob")))


@pytest.mark.parametrize("line", list(lines()), ids=str)
def test_a_line_written_is_read_as_it_was(line: script.Line) -> None:
    assert parse_line(write_line(line, NAMED), NAMED) == line


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("**/*.txt")), ids=lambda path: path.name)
def test_every_line_of_the_example_scripts_can_be_written(example: Path) -> None:
    text = example.read_text("utf-8")
    read = Script.parse(text, example.name)
    for _, line in read.lines:
        assert parse_line(write_line(line, read.options), read.options) == line


@pytest.mark.parametrize("line", [Say(cmd.NextStep()), Press(Button("go"), 2)], ids=str)
def test_what_has_no_words_cant_be_written(line: script.Line) -> None:
    with pytest.raises(ValueError, match="has no words"):
        write_line(line, NAMED)


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        NAMED,
        Options(players=4, four_player=FourPlayer.INDIVIDUAL, handicap=(0, 5, 10, 0)),
        Options(players=3, target=61, skunk_lines=SkunkLines.PROPORTIONAL),
        Options().changed({"preset": "acc"}),
        Options().changed({"preset": "pub-uk", "triple_skunk_wins_match": "true"}),
        Options().changed({"match": "best-of:5", "points": "1/2", "heels_can_win": "false"}),
    ],
    ids=str,
)
def test_settings_make_the_options_of_any_others(options: Options) -> None:
    assert len(settings(options)) == len(SETTINGS) - 1  # all but the presets
    for others in (Options(), NAMED, Options(players=3, target=61, handicap=(1, 2, 3))):
        assert Set(settings(options)).change(others) == options


# --- a script ----------------------------------------------------------------------------------------------------------


def test_a_script_says_what_was_done() -> None:
    commands: list[cmd.Command] = [
        cmd.StartMatch(Options().changed({"scan": "none"})),
        cmd.ChooseDealer(1),
        cmd.Award(0, 12),
        cmd.Award(1, 3, go_by=0),
        cmd.WalkBack(0, 2),
        cmd.Penalise(0, 2, 1),
        cmd.NextStep(),
        cmd.DealAgain(),
        cmd.NewGame(),
    ]
    text = as_script(rows_of(entries_of(commands)[:-1]))
    spoken = [line for line in text.splitlines() if not line.startswith(("#", "set"))]
    assert spoken == [
        "Bob.go",
        "press Ann.five 2",
        "press Ann.one 2",
        "Ann.go",
        "Ann.go",
        "press Bob.one 2",
        "Bob.go",
        "hold Ann.one",
        "hold Ann.one",
        "next",
        "penalty Ann 2 Bob",
        "next",
        "hold undo",
        "hold undo",
    ]
    # Ann 12, less 2; Bob 3 and the penalty of 2.
    assert told(text).table.view.state.scores == (10, 5)
    whole = as_script(rows_of(entries_of(commands)), number=2)
    assert whole.splitlines()[-2:] == ["hold next", "hold next"]
    assert "# game 2" in whole
    assert told(whole).table.view.state.scores == (0, 0)


def won_matches() -> list[cmd.Command]:
    """Two matches of one game each, of 29 points a time: Bob wins the first, so that Ann deals in the second."""
    options = Options().changed({"scan": "none", "target": "31", "match": "single"})
    return [
        cmd.StartMatch(options),
        cmd.ChooseDealer(0),
        cmd.Award(1, 29),
        cmd.Award(1, 2),
        cmd.NextStep(),
        cmd.Award(0, 5),
    ]


def test_a_match_begins_with_who_deals_where_the_one_before_settled_it() -> None:
    text = as_script(rows_of(entries_of(won_matches())))
    spoken = [line for line in text.splitlines() if not line.startswith(("#", "set"))]
    assert spoken == ["dealer Ann", "press Ann.five", "Ann.go"]
    state = told(text).table.view.state
    assert (state.scores, state.dealer, state.tally) == ((5, 0), 0, (0, 0))


def test_a_game_of_a_number_ends_where_it_ended() -> None:
    rows = rows_of(entries_of(won_matches()))
    state = told(as_script(rows, number=1)).table.view.state
    assert (state.phase.name, state.scores, state.games) == ("match_over", (0, 31), (0, 1))
    assert as_script(rows, number=2) == as_script(rows)


@pytest.mark.parametrize("number", [0, 3, -1])
def test_a_game_that_isnt_there(number: int) -> None:
    rows = rows_of(entries_of(won_matches()))
    for export in (as_script, as_csv, as_json):
        with pytest.raises(ExportError, match=f"no game {number}"):
            export(rows, number)


def test_a_journal_with_a_gap_isnt_told_as_a_script() -> None:
    rows = rows_of(entries_of(won_matches()))
    del rows[2]
    with pytest.raises(ExportError, match="damaged"):
        as_script(rows, number=1)
    as_script(rows, number=2)


def test_a_game_by_other_rules_isnt_told_as_a_script() -> None:
    rows = rows_of(entries_of(won_matches()))
    rows[2] = rows[2]._replace(events=rows[2].events.replace("29", "28"))
    with pytest.raises(ExportError, match=r"today's rules|can't be told"):
        as_script(rows[:3])


# --- any match at all --------------------------------------------------------------------------------------------------

ODD = 0.08
"""How often somebody does something out of turn."""


def odd_act(rng: Random, state: State) -> cmd.Command | None:
    """Something that is allowed now and then; None is undo."""
    sides, seats = list(state.options.sides), list(state.options.seats)
    side, other = rng.sample(sides, 2)
    on_table = state.cards_on_table
    right = rng.choice([card for card in PACK if card not in on_table])
    return rng.choice(
        [
            None,
            None,
            cmd.Award(side, rng.randint(1, 29)),
            cmd.Award(side, rng.randint(1, 3), go_by=other) if len(seats) == 2 else None,
            cmd.WalkBack(side, rng.randint(1, 9)),
            cmd.WalkBack(side, 200),
            cmd.SayGo(rng.choice(seats)),
            cmd.ClaimHeels(rng.choice(seats)),
            cmd.Penalise(side, rng.randint(1, 5), other),
            cmd.MoveAward(side),
            cmd.CorrectCard(rng.choice(on_table), right) if on_table else None,
            cmd.ChooseDealer(rng.choice(seats)),
            cmd.LeaveScanning(),
            cmd.NextStep(),
            cmd.DealAgain(),
            cmd.NewGame() if rng.random() < 0.2 else None,
        ]
    )


def entries_of_an_evening(options: Options, seed: int, acts: int) -> list[Entry]:
    """What a table writes down when people play, change their minds and make mistakes."""
    rng = Random(seed)
    replay = Replay(Script(options, ()), ())
    players = SelfPlay(Random(seed))
    for _ in range(acts):
        state = replay.table.view.state
        command = odd_act(rng, state) if rng.random() < ODD else players.act(state)
        replay.do(Say(command) if command else Press(Button("undo")))
    return replay.journal.load()


TABLES = [
    {"players": players, "four_player": four, "scan": scan, "counting": counting}
    for players, four in (
        ("2", "partners"),
        ("3", "partners"),
        ("4", "partners"),
        ("4", "individual"),
    )
    for scan in ("none", "show", "all")
    for counting in ("auto", "claim", "muggins")
    if scan != "none" or counting == "auto"
]

SPICES = [
    {"next_game_dealer": "cut", "match": "best-of:3"},
    {"next_game_dealer": "winner", "heels_claim": "claim"},
    {"match": "single", "overclaim": "two_points", "false_game_claim": "lose_game"},
    {"match": "first-to:2", "false_game_claim": "acc", "go_point_in_stinkhole": "false"},
    {"next_game_dealer": "alternate", "heels_can_win": "false", "match": "single"},
]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: "-".join(table.values()))
def test_a_script_leads_where_the_journal_leads(table: dict[str, str]) -> None:
    """After every line that ends an entry, and from the file as it is exported: at any prefix of the journal."""
    for seed, spice in enumerate(SPICES):
        options = Options().changed({**table, **spice, "target": "61" if seed % 2 else "31"})
        check_an_evening(entries_of_an_evening(options, seed, acts=250), Random(seed))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(30))
def test_any_script_leads_where_the_journal_leads(seed: int) -> None:
    rng = Random(seed)
    settings = rng.choice(TABLES) | rng.choice(SPICES) | {"target": rng.choice(("31", "61", "121"))}
    check_an_evening(entries_of_an_evening(Options().changed(settings), seed, acts=1500), rng)


def check_an_evening(entries: list[Entry], rng: Random) -> None:
    rows, states = rows_of(entries), states_of(entries)
    # One match and all that follow it without being started anew, entry by entry.
    replay = Replay(Script(states[0].options, ()), ())
    for state, row, after in zip(states, rows[1:], states[1:], strict=False):
        for line in acts_in(state, load_command(row.command)):
            line = parse_line(write_line(line, state.options), state.options)
            assert line
            replay.do(line)
        assert replay.table.view.state == after
    assert [entry.events for entry in replay.journal.load()] == [e.events for e in entries]
    for length in {1, 2, len(rows), *(rng.randint(1, len(rows)) for _ in range(4))}:
        state = told(as_script(rows[:length])).table.view.state
        assert seen(state) == seen(states[length - 1])
        assert state.pegs == states[length - 1].pegs


def test_where_those_tied_cut_the_script_begins_a_match_earlier() -> None:
    """Of three, two lost alike: they alone cut for the deal in the next match (R10)."""
    options = Options(players=3, next_game_dealer=NextDealer.LOSER).changed(
        {"scan": "show", "target": "31", "match": "single"}
    )
    commands = [
        cmd.StartMatch(options),
        cmd.ChooseDealer(0),
        cmd.Award(1, 29),
        cmd.Award(1, 2),
        cmd.NextStep(),
        cmd.ReadCard(Card.parse("5H")),
    ]
    entries = entries_of(commands)
    text = as_script(rows_of(entries))
    state = told(text).table.view.state
    assert "# game 1" in text
    assert state.turn == 2
    assert seen(state) == seen(states_of(entries)[-1])


# --- CSV and JSON ------------------------------------------------------------------------------------------------------


def test_every_award_is_a_row() -> None:
    rows = rows_of(entries_of(won_matches()), began=0.0)
    read = list(csv.DictReader(io.StringIO(as_csv(rows))))
    assert [
        (r["game"], r["side"], r["player"], r["points"], r["reason"], r["score"], r["back"])
        for r in read
    ] == [
        ("1", "Bob", "Bob", "29", "award", "29", "0"),
        ("1", "Bob", "Bob", "2", "award", "31", "29"),
        ("2", "Ann", "Ann", "5", "award", "5", "0"),
    ]
    assert as_csv(rows, number=2).splitlines() == [as_csv(rows).splitlines()[i] for i in (0, 3)]


def test_the_awards_of_a_game_add_up_to_its_score() -> None:
    for seed in range(4):
        options = Options(players=4).changed({"target": "61"})
        entries = entries_of_an_evening(options, seed, 600)
        rows = rows_of(entries)
        games = json.loads(as_json(rows))["games"]
        assert len(games) > 1
        read = list(csv.DictReader(io.StringIO(as_csv(rows))))
        for game in games:
            for side, names in enumerate(game["sides"]):
                points = [
                    int(row["points"])
                    for row in read
                    if (row["game"], row["side"]) == (str(game["game"]), "+".join(names))
                ]
                assert sum(points) == game["scores"][side]


def test_json_has_every_event_with_its_time() -> None:
    entries = entries_of(won_matches())
    (first, second) = json.loads(as_json(rows_of(entries)))["games"]
    assert [event["event"] for event in first["events"]] == [
        *("match_started", "game_started", "dealer", "deal_started"),
        *("scored", "scored", "game_won", "match_points", "match_won"),
    ]
    assert (first["winner"], first["scores"], first["skunk"]) == (1, [0, 31], "none")
    assert (second["ended"], second["options"]["target"]) == ("running", 31)
    assert second["events"][-1]["time"] > second["events"][0]["time"] > first["began"]


# --- the command -------------------------------------------------------------------------------------------------------


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path, seconds = tmp_path / "journal.db", count(1_700_000_000)
    written = Journal(path, wall_clock=lambda: float(next(seconds)))
    for entry in entries_of(won_matches()):
        written.append(entry, game=1)
    written.close()
    return path


@pytest.mark.parametrize("format_", ["csv", "json", "script"])
def test_export_to_a_file_or_to_standard_output(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], format_: str
) -> None:
    output = tmp_path / "exported"
    asked = ["export", f"--{format_}", "--journal", str(journal), "--game", "1"]
    assert main(asked) == 0
    printed = capsys.readouterr().out
    assert main([*asked, "-o", str(output)]) == 0
    assert output.read_text("utf-8") == printed
    assert printed.endswith("\n")


def test_replay_takes_the_script(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = str(tmp_path / "game.txt")
    assert main(["export", "--script", "--journal", str(journal), "-o", output]) == 0
    assert main(["replay", output, "--json"]) == 0
    state = json.loads(capsys.readouterr().out.splitlines()[-1])["state"]
    assert (state["scores"], state["dealer"], state["phase"]) == ([5, 0], 0, "play")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--csv", "--game", "9"], "there is no game 9; see cribboard history"),
        (["--csv", "--journal", "none"], "no journal is kept; name one with --journal FILE"),
        (["--csv", "--journal", "/nowhere/j.db"], "/nowhere/j.db: there is no journal yet"),
        (["--csv", "-o", "/nowhere/x"], "/nowhere/x: can't be written: No such file or directory"),
    ],
)
def test_what_cant_be_exported(
    journal: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], line: str
) -> None:
    assert main(["export", "--journal", str(journal), *arguments]) == 2
    assert capsys.readouterr().err == f"{line}\n"
