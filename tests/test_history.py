"""What the journal tells of the games: results, tallies, and averages of what was scanned, worked out by hand."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import reduce
from itertools import count
from pathlib import Path
from random import Random

import pytest

from cribboard import history as told
from cribboard import reports, store
from cribboard.cli import main
from cribboard.journal import Entry, Journal
from cribboard.rules import Card, Options, decide, evolve
from cribboard.rules import commands as cmd
from cribboard.selfplay import SelfPlay
from cribboard.store import Row, Store, StoreError
from tests.test_export import entries_of, entries_of_an_evening, rows_of, states_of


def start(**settings: str) -> cmd.StartMatch:
    return cmd.StartMatch(Options().changed(settings))


def scan(cards: str) -> list[cmd.Command]:
    return [cmd.ReadCard(Card.parse(card)) for card in cards.split()]


def history(commands: Sequence[cmd.Command]) -> told.History:
    return told.history(rows_of(entries_of(list(commands))))


def player(history: told.History, name: str) -> told.Player:
    return next(player for player in history.players if player.name == name)


TAPPED = {"scan": "none", "target": "61"}


def tapped_game(*scores: int, winner: int, target: int = 61) -> list[cmd.Command]:
    """The losers' scores by taps, then the winner's."""
    points = [(side, score) for side, score in enumerate(scores)] + [(winner, target)]
    awards: list[cmd.Command] = []
    for side, score in points:
        awards += [cmd.Award(side, 24)] * (score // 24)
        awards += [cmd.Award(side, score % 24)] if score % 24 else []
    return awards


# A deal of two, Bob's crib. Starter 5H. Ann's JH 6C 7D 8S: fifteens J-5, 7-8 (4), run 5-6-7-8 (4), nobs (1): 9.
# Bob's TC TD 4S 4H: fifteens T-5 twice (4), pairs (4): 8. Crib KC 2D 3H 9C: fifteens K-5, K-2-3 (4): 4.
DEAL = [
    cmd.NextStep(),
    *scan("5H"),
    *scan("6C TC 7D 4S"),  # 6 16 23 27
    cmd.SayGo(0),
    *scan("4H"),  # 31 and a pair for Bob: 4
    *scan("JH TD 8S"),  # 10 20 28, last card: 1 for Ann
    *scan("KC 2D 3H 9C"),
]


def test_a_deal_by_hand() -> None:
    commands = [start(), cmd.ChooseDealer(1), *DEAL]
    state = states_of(entries_of(commands))[-1]
    assert state.scores == (9 + 1, 8 + 4 + 4)
    ann, bob = history(commands).players
    assert (ann.hands, ann.cribs.mean) == (told.Average(1, 9), None)
    assert (bob.hands, bob.cribs) == (told.Average(1, 8), told.Average(1, 4))
    assert ann.best == told.Counted(9, ("6C", "7D", "JH", "8S"), "5H")
    assert (ann.games, ann.pegging.mean) == (0, None)  # the game isn't over


def test_pegging_is_what_the_play_gave_in_games_that_were_won() -> None:
    to_win = [cmd.Award(0, 21), cmd.Award(0, 29)]  # 10 and these are more than 31
    commands = [start(target="31"), cmd.ChooseDealer(1), *DEAL, to_win[0]]
    (game,) = history(commands).games
    assert (game.ended, game.winner, game.scores, game.skunk) == ("won", 0, (31, 16), "none")
    ann, bob = history(commands).players
    assert (ann.pegging, bob.pegging) == (told.Average(1, 1), told.Average(1, 4))


def test_a_deal_that_is_dealt_again_was_never_counted() -> None:
    half = DEAL[:-4]  # the crib isn't counted yet, so that the deal runs
    commands = [start(), cmd.ChooseDealer(1), *half, cmd.DealAgain(), *DEAL]
    assert history(commands) == history([start(), cmd.ChooseDealer(1), *DEAL])


def test_a_corrected_card_counts_as_what_it_was() -> None:
    """With 9S for the 8S Ann's hand is J-5 (2), 6-9 (2), run 5-6-7 (3), nobs (1): 8; and J-T-9 was a run in the play."""
    done = DEAL[:-4]
    entries = entries_of([start(), cmd.ChooseDealer(1), *done])
    state = states_of(entries)[-1]
    wrong, right = Card.parse("8S"), Card.parse("9S")
    correction = cmd.CorrectCard(wrong, right, tuple(done))
    entries.append(Entry(correction, decide(state, correction)))
    read = told.history(rows_of(entries))
    assert player(read, "Ann").hands == told.Average(1, 8)
    assert player(read, "Bob").hands == told.Average(1, 8)
    assert read.games[0].scores == (8 + 1 + 3, 8 + 4)


def test_skunks_matches_and_points() -> None:
    """To 61 the line is 31: below it is a skunk, worth 2."""
    commands = [
        start(**TAPPED, match="first-to:3"),
        cmd.ChooseDealer(0),
        *tapped_game(0, 30, winner=0),
        cmd.NextStep(),
        *tapped_game(31, 0, winner=1),
        cmd.NextStep(),
        *tapped_game(0, 40, winner=0),
        cmd.NextStep(),
        cmd.Award(1, 5),
    ]
    read = history(commands)
    assert [(g.number, g.match, g.ended, g.winner, g.skunk, g.points) for g in read.games] == [
        (1, 1, "won", 0, "skunk", 2),
        (2, 1, "won", 1, "none", 1),
        (3, 1, "won", 0, "none", 1),
        (4, 2, "running", None, "none", 0),
    ]
    assert [(m.games, m.points, m.winner) for m in read.matches] == [
        ([2, 1], [3, 1], 0),
        ([0, 0], [0, 0], None),
    ]
    ann, bob = read.players
    assert (ann.games, ann.wins, ann.skunks, ann.skunked) == (3, 2, 1, 0)
    assert (bob.games, bob.wins, bob.skunks, bob.skunked) == (3, 1, 0, 1)
    assert ann.hands.mean is ann.pegging.mean is ann.best is None  # nothing was scanned


def test_partners_win_together_and_players_are_known_by_name() -> None:
    commands = [
        start(**TAPPED, players="4", match="single"),
        cmd.ChooseDealer(0),
        *tapped_game(0, 40, winner=0),
        start(**TAPPED, names="Dan,Ann"),
        cmd.ChooseDealer(0),
        *tapped_game(0, 10, winner=0),
    ]
    read = history(commands)
    assert read.games[0].sides == (("Ann", "Cyd"), ("Bob", "Dan"))
    assert {p.name: (p.games, p.wins, p.skunks, p.skunked) for p in read.players} == {
        "Ann": (2, 1, 0, 1),
        "Bob": (1, 0, 0, 0),
        "Cyd": (1, 1, 0, 0),
        "Dan": (2, 1, 1, 0),
    }


def test_a_game_given_up_is_told_and_one_that_never_began_isnt() -> None:
    commands = [
        start(**TAPPED),
        cmd.ChooseDealer(0),
        cmd.NewGame(),  # nothing was scored: it was no game
        cmd.ChooseDealer(1),
        cmd.Award(0, 12),
        cmd.NewGame(),
        cmd.ChooseDealer(1),
    ]
    read = history(commands)
    assert [(g.number, g.ended, g.scores) for g in read.games] == [
        (1, "abandoned", (12, 0)),
        (2, "running", (0, 0)),
    ]
    assert [p.games for p in read.players] == [0, 0]


def test_what_is_read_is_enough() -> None:
    """Rows that hold none of the telling events change nothing."""
    for seed in range(3):
        rows = rows_of(entries_of_an_evening(Options().changed({"target": "61"}), seed, 400))
        telling = [row for row in rows if any(text in row.events for text in told.TELLING)]
        assert len(telling) < len(rows)
        assert told.history(telling) == told.history(rows)


def test_pegging_hands_and_cribs_are_all_the_points_of_a_scanned_game() -> None:
    players, commands = SelfPlay(Random(3)), [start(match="single"), cmd.ChooseDealer(0)]
    state = states_of(entries_of(commands))[-1]
    entries = entries_of(commands)
    while not state.is_over:
        command = players.act(state)
        entries.append(Entry(command, decide(state, command)))
        state = reduce(evolve, entries[-1].events, state)
    heels = [0, 0]
    counted_too_far = 0  # what the winner's last hand was worth beyond the game hole
    for entry in entries:
        for event in entry.events:
            if event.name == "scored" and event.reason == "heels":
                heels[event.side] += event.points
            if event.name == "scored" and event.items and event.reason != "play":
                counted_too_far += sum(item.points for item in event.items) - event.points
    read = told.history(rows_of(entries))
    points = [p.hands.total + p.cribs.total + p.pegging.total for p in read.players]
    assert sum(points) + sum(heels) - counted_too_far == sum(state.scores)


# --- the file ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def write(path: Path, entries: list[Entry], undone: int = 0) -> None:
    seconds = count(1_700_000_000)
    journal = Journal(path, wall_clock=lambda: float(next(seconds)))
    for entry in entries:
        journal.append(entry, game=1)
    for _ in range(undone):
        journal.undo()
    journal.close()


def test_undone_entries_dont_count(path: Path) -> None:
    entries = entries_of([start(), cmd.ChooseDealer(1), *DEAL])
    write(path, entries, undone=1)
    read = told.history(store.read(path, told.TELLING))
    assert player(read, "Bob").cribs.mean is None
    assert player(read, "Bob").hands.mean == 8


def test_a_damaged_row_is_left_out_and_a_running_game_is_no_hindrance(path: Path) -> None:
    write(path, entries_of([start(**TAPPED), cmd.ChooseDealer(1), cmd.Award(0, 5)]))
    running = Journal(path)
    assert told.history(store.read(path)).games[0].scores == (5, 0)
    running.close()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("update entry set events = '[]' where number = 3")
    assert told.history(store.read(path)).games[0].scores == (0, 0)


def test_the_tables(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(path, entries_of([start(target="31"), cmd.ChooseDealer(1), *DEAL, cmd.Award(0, 21)]))
    assert main(["history", "--journal", str(path)]) == 0
    began = reports.when(1_700_000_000)
    assert capsys.readouterr().out.splitlines() == [
        "game  began             match  scores          result",
        f"   1  {began}      1  Ann 31, Bob 16  Ann won",
        "",
        "match  games         points        won by",
        "    1  Ann 1, Bob 0  Ann 1, Bob 0  -",
        "",
        "player  games  wins  skunks  skunked  hand  crib  pegging  best hand",
        "Ann         1     1       0        0  9.00     -      1.0  9: 6C 7D JH 8S with 5H",
        "Bob         1     0       0        0  8.00  4.00      4.0  8: TC 4S 4H TD with 5H",
    ]


def test_json_has_the_same(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(path, entries_of([start(target="31"), cmd.ChooseDealer(1), *DEAL, cmd.Award(0, 21)]))
    assert main(["history", "--json", "--journal", str(path)]) == 0
    read = json.loads(capsys.readouterr().out)
    assert read["games"][0]["scores"] == [31, 16]
    ann = read["players"][0]
    assert (ann["average_hand"], ann["average_crib"], ann["average_pegging"]) == (9, None, 1)
    assert ann["best_hand"] == {"total": 9, "cards": ["6C", "7D", "JH", "8S"], "starter": "5H"}


def test_wide_letters_keep_the_columns_straight() -> None:
    read = history([start(**TAPPED, names="太郎,Bo"), cmd.ChooseDealer(0)])
    taro, bo = reports.tables(read).splitlines()[-2:]
    assert taro == f"太郎{bo.removeprefix('Bo  ')}"


@pytest.mark.parametrize("command", [["history"], ["export", "--csv"]])
def test_what_is_no_journal(
    command: list[str], path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = [*command, "--journal", str(path)]

    def complaint() -> str:
        assert main(asked) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        return err.removeprefix(f"{path}: ").rstrip()

    assert complaint() == "there is no journal yet"
    path.write_text("nonsense " * 200)
    assert complaint() == "is no journal of cribboard, or is damaged"
    path.unlink()
    with closing(sqlite3.connect(path)) as database:
        database.execute("create table other (x)")
    assert complaint() == "is no journal of cribboard; name another file"
    path.unlink()
    write(path, entries_of([start()]))
    with closing(sqlite3.connect(path)) as database:
        database.execute("pragma user_version = 99")
    assert complaint().startswith("was written by a later release (schema 99, this one knows 1)")


def test_the_configured_journal_is_read(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["history"]) == 2
    assert "no journal yet" in capsys.readouterr().err
    write(home / ".local/share/cribboard/journal.db", entries_of([start(), cmd.ChooseDealer(1)]))
    assert main(["history"]) == 0
    assert "running" in capsys.readouterr().out


# --- a thousand games --------------------------------------------------------------------------------------------------


def thousand_games(path: Path) -> None:
    """One match over and over, as a store of a few years."""
    entries = entries_of([start(match="best-of:5")])
    state, players = states_of(entries)[-1], SelfPlay(Random(11))
    while state.phase.name != "match_over":
        command = players.act(state)
        entries.append(Entry(command, decide(state, command)))
        state = reduce(evolve, entries[-1].events, state)
    rows: list[Row] = rows_of(entries)
    with closing(Store(path)) as written:
        for number in range(-(-1000 // sum(state.games))):
            written.write(*(row.moved(number * len(rows), number) for row in rows))


@pytest.mark.soak
def test_a_thousand_games_take_little_more_than_to_decode_them(path: Path) -> None:
    """Both in the processor's time, in the same run: seconds are for the bench, where nothing else runs."""
    thousand_games(path)
    rows = list(store.read(path))

    def read() -> None:
        games = told.history(store.read(path, told.TELLING)).games
        assert len(games) >= 1000
        assert all(game.ended == "won" for game in games)

    def decode() -> None:
        for row in rows:
            json.loads(row.events)

    assert seconds(read) < 3 * seconds(decode)


def seconds(act: Callable[[], None]) -> float:
    """The best of three."""

    def once() -> float:
        began = time.process_time()
        act()
        return time.process_time() - began

    return min(once() for _ in range(3))


def test_no_journal_at_all() -> None:
    with pytest.raises(StoreError, match="no journal yet"):
        list(store.read(Path("/nowhere/journal.db")))
    assert told.history([]) == told.History((), (), ())
