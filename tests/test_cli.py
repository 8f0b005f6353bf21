"""The command line from the outside: what is typed, what comes out, and the exit status."""

from __future__ import annotations

import errno
import io
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cribboard import cli

GAMES = Path(__file__).with_name("games")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        status = cli.main(arguments)
    except SystemExit as ended:
        status = int(ended.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


def cribboard(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cribboard", *arguments]
    return subprocess.run(
        command, input=stdin, capture_output=True, text=True, timeout=60, check=False
    )


def test_score_as_a_player_says_it(capsys: pytest.CaptureFixture[str]) -> None:
    """E69: 8 7 7 6 and a 2 are 8 in fifteens (8 7 and 7 6 2, each with either seven), a pair, and two runs."""
    status, out, _ = run(capsys, "score", "8H", "7d", "7♠", "6C", "--starter", "2H")
    assert status == 0
    assert out == (
        "16: fifteen two, fifteen four, fifteen six, fifteen eight, a pair is ten, "
        "a run of three is thirteen, and a run of three is sixteen\n"
    )


def test_score_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "score", "10H", "JH", "2H", "8H", "--starter", "KH", "--json")
    value = json.loads(out)
    assert status == 0
    assert value["total"] == 6
    assert value["items"] == [
        {"kind": "flush", "cards": ["TH", "JH", "2H", "8H", "KH"], "points": 5},
        {"kind": "nobs", "cards": ["JH"], "points": 1},
    ]


def test_a_crib_needs_five_for_a_flush(capsys: pytest.CaptureFixture[str]) -> None:
    """E63."""
    hand = ("2H", "4H", "6H", "8H", "--starter", "KS")
    assert run(capsys, "score", *hand)[1].startswith("4:")
    assert run(capsys, "score", *hand, "--crib")[1].startswith("0: nineteen")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["score", "5H", "5D", "5S", "--starter", "5C"], "four cards"),
        (["score", "5H", "5D", "5S", "JC", "6D", "--starter", "5C"], "four cards"),
        (["score", "5H", "5D", "5S", "5H", "--starter", "5C"], "5H is there twice"),
        (["score", "5H", "5D", "5S", "JC", "--starter", "JC"], "JC is there twice"),
        (["score", "5H", "5D", "5S", "JX", "--starter", "5C"], "'JX' is no card"),
        (["score", "5H", "5D", "5S", "JC"], "--starter"),
        (["score", "5H", "5D", "5S", "JC", "--starter", ""], "'' is no card"),
        (["replay", "no-such-file.txt"], "no-such-file.txt"),
        (["replay", "."], ".: can't be read"),
        (["play", "--config", "no-such-file.toml"], "no-such-file.toml"),
        (["play", "--pace", "fast"], "fast"),
        (["play", "--pace", "-1"], "-1"),
        (["replay", str(GAMES / "undo.txt"), "--frames"], "--frames goes with --json"),
        (["draw", "fence"], "fence"),
        (["draw", "board", "-o", "/no/such/folder/board.svg"], "can't be written"),
        (["dance"], "dance"),
        ([], "COMMAND"),
    ],
)
def test_bad_input_is_one_clear_line_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    status, out, err = run(capsys, *arguments)
    assert status == 2
    assert out == ""
    assert told in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", [[], ["play"], ["replay"], ["score"], ["draw"]])
def test_help_has_an_example(capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    status, out, _ = run(capsys, *command, "--help")
    assert status == 0
    assert "cribboard" in out
    assert "example: cribboard" in out


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.txt")), ids=lambda path: path.stem)
def test_replay_json(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    """An event a line, the state last; every point in exactly one `scored`, so that they add up to the scores."""
    status, out, _ = run(capsys, "replay", str(path), "--json", "--frames")
    *events, last = map(json.loads, out.splitlines())
    assert status == 0
    assert set(last) == {"state", "frame"}
    assert len(last["frame"]) == 138
    assert all(len(pixel) == 7 and pixel[0] == "#" for pixel in last["frame"])
    assert all(event["event"] for event in events)
    scores: list[int] = []
    handicap: list[int] = []
    for event in events:
        if event["event"] == "scored":
            scores[event["side"]] += event["points"]
        elif event["event"] == "undone":
            scores = [pegs[0] for pegs in event["pegs"]]
        elif event["event"] == "match_started":
            handicap = event["options"]["handicap"]
            scores = list(handicap)
        elif event["event"] == "game_started":
            scores = list(handicap)
    assert last["state"]["scores"] == scores
    assert last["state"]["pegs"][0][0] == scores[0]


def test_replay_reads_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("dealer Bob\n"))
    status, out, _ = run(capsys, "replay", "-")
    assert status == 0
    assert "Bob deals first" in out
    assert "\x1b" not in out


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("dealer Ann\nscan 5X\n", ":2: '5X' is no card"),
        ("dealer Zoe\n", ":1: nobody is called 'Zoe': expected Ann or Bob"),
        ("set target=30\n", ":1: target = 30: takes a number of holes, 31 or more"),
        ("set targets=61\n", ":1: 'targets' can't be set; did you mean target?"),
        ("set players=5\n", ":1: players = 5: takes 2, 3 or 4"),
        ("set names=Ann\n", ":1: names = Ann: takes one for each of 2 players"),
        ("dealer Ann\nset target=61\n", ":2: a set line comes before the first act"),
        ("press Ann.six\n", ":1: 'Ann.six' is no button"),
        ("press Ann.one 0\n", ":1: '0': expected a whole number from 1 to 100"),
        ("wait soon\n", ":1: 'soon': expected a number"),
        ("wait nan\n", ":1: 'nan': expected a number"),
        ("unplug scanner\nscan 5H\n", ":2: the scanner is unplugged"),
        ("dealer Ann\ngo\n", ":2: whose go? Say Ann.go or Bob.go"),
        ("skan 5H\n", "did you mean scan?"),
        ("press\n", "can't be read"),
    ],
)
def test_a_script_that_cannot_be_read_names_file_and_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, script: str, told: str
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(script)
    status, _, err = run(capsys, "replay", str(path))
    assert status == 2
    assert err.startswith(f"{path}:")
    assert told in err
    assert err.count("\n") == 1


def test_a_script_may_begin_with_a_byte_order_mark(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    path.write_text("dealer Bob\n", "utf-8-sig")
    assert run(capsys, "replay", str(path))[0] == 0


def test_an_error_quotes_no_more_than_can_be_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    path.write_text("x" * 1_000_000)
    status, _, err = run(capsys, "replay", str(path))
    assert status == 2
    assert len(err) < 400


SHELL = "exec {python} -m cribboard {arguments}"


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        ("replay - <&-", 0, ""),
        ("play <&-", 0, ""),
        ("play </dev/null >&-", 0, ""),
        ("score 5H 5D 5S JC --starter 5C >&-", 0, ""),
        ("score 5H 5D 5S JC --starter 5C >/dev/full", 1, "No space left"),
        ("draw board >/dev/full", 1, "No space left"),
        ("replay {game} >/dev/full", 1, "No space left"),
        ("play </dev/null >/dev/full", 0, ""),
        ("replay {game} | head -1", 0, ""),
        ("draw board | head -1", 0, ""),
        ("draw board | cat", 0, ""),
    ],
)
def test_streams_that_are_closed_full_or_left(arguments: str, status: int, told: str) -> None:
    game = GAMES / "every_card_scanned.txt"
    command = SHELL.format(python=sys.executable, arguments=arguments.format(game=game))
    done = subprocess.run(
        ["bash", "-c", command.replace("exec ", "", 1) if "|" in command else command],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    assert done.returncode == status
    assert told in done.stderr
    assert done.stderr.count("\n") <= 1


def test_a_file_that_nobody_thought_of_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO), "/proc/cpuinfo")

    monkeypatch.setattr("cribboard.cli.check.load", fails)
    assert cli.main(["check"]) == 1
    assert capsys.readouterr().err == "cribboard: /proc/cpuinfo: Input/output error\n"


def test_a_flood_of_words_to_a_reader_who_has_gone_ends_quietly() -> None:
    command = f"yes 5H | head -500 | {sys.executable} -m cribboard play | head -1"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False
    )
    assert "Exception" not in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout.startswith("SIMULATED")


def test_draw_board(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    drawn = tmp_path / "board.svg"
    assert run(capsys, "draw", "board", "-o", str(drawn)) == (0, "", "")
    assert run(capsys, "draw", "board")[1] == drawn.read_text("utf-8")
    script = tmp_path / "game.txt"
    script.write_text("dealer Bob\n")
    assert run(capsys, "draw", "board", "--script", str(script))[1] != drawn.read_text("utf-8")


@pytest.mark.parametrize(
    ("rules", "shown"),
    [
        ('players = 3\nscan = "none"', [">C<", ">5 &#183; 35 &#183; 65 &#183; 95<"]),
        ('players = 4\nfour_player = "individual"', [">D<"]),
        ("target = 61", [">START<", ">S<", ">15<", ">60<"]),
        ("target = 241", [">15 &#183; 75 &#183; 135 &#183; 195<"]),
    ],
)
def test_draw_board_is_of_the_table_in_the_settings(capsys, tmp_path, rules, shown) -> None:
    settings = tmp_path / "mine.toml"
    settings.write_text(f"[rules]\n{rules}\n")
    status, drawn, err = run(capsys, "draw", "board", "--config", str(settings))
    assert (status, err) == (0, "")
    assert [text for text in shown if text not in drawn] == []
    assert drawn.count("shine-") > 2 * 3, "pegs are lit"


def test_the_picture_in_the_docs_is_fresh(capsys: pytest.CaptureFixture[str]) -> None:
    """`make draw` makes it."""
    docs = Path(__file__).parents[1] / "docs/board.svg"
    assert run(capsys, "draw", "board")[1] == docs.read_text("utf-8")


# --- play, as a process ------------------------------------------------------------------------------------------------


def test_play_takes_piped_words_and_ends_with_them(tmp_path: Path) -> None:
    words = "set names=Eve,Dan\nEve.go\nnext\nscan JC\n5H\nscan 5d\npress Dan.one 3\nnext\nundo\nundo\nhelp\n"
    played = cribboard("play", stdin=words)
    assert played.returncode == 0, played.stderr
    assert played.stdout.startswith("SIMULATED")
    assert "\x1b" not in played.stdout
    assert "Two for his heels: Eve has 2" in played.stdout
    assert "ten, pair for two" in played.stdout
    assert "Dan pegs three: 3" in played.stdout
    assert "Undone: five of diamonds, Eve -2" in played.stdout
    assert "scan 5H" in played.stdout  # help
    last = played.stdout.splitlines()[-1]
    assert "Eve 2 - Dan 0" in last
    assert "simulated" in last


def test_play_tells_of_lines_that_it_cannot_read_and_goes_on() -> None:
    played = cribboard("play", stdin="Ann.go\njump\nscan 99\nnext\nscan JC\n")
    assert played.returncode == 2
    assert "line 2: 'jump' can't be read" in played.stderr
    assert "line 3:" in played.stderr
    assert "Traceback" not in played.stderr
    assert "Two for his heels" in played.stdout


def test_closing_ends_every_thread_and_leaves_no_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("Ann.go\nnext\n5H\nBob.five\n"))
    handlers = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)]
    before = set(threading.enumerate())
    assert run(capsys, "play")[0] == 0
    left = [thread for thread in threading.enumerate() if thread not in before]
    for thread in left:
        thread.join(5)
    assert not any(thread.is_alive() for thread in left)
    assert list(tmp_path.iterdir()) == []
    assert handlers == [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_closes_the_board_in_good_order(number: signal.Signals) -> None:
    command = [sys.executable, "-m", "cribboard", "play"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as board:
        assert board.stdin
        assert board.stdout
        board.stdin.write("Ann.go\n")
        board.stdin.flush()
        assert any("Ann deals first" in line for line in board.stdout)
        board.send_signal(number)
        rest = board.stdout.read()
        assert board.wait(10) == 0
    assert "Ann 0 - Bob 0" in rest


def test_play_survives_plugs_and_power() -> None:
    words = "Ann.go\nnext\nscan JC\nunplug scanner\nscan 5H\nplug scanner\nscan 5D\nrestart\nscan 5S\nundo\nundo\n"
    played = cribboard("play", stdin=words)
    assert "line 5:" in played.stderr
    assert "The scanner is lost" in played.stdout
    assert "The scanner is back" in played.stdout
    assert "Ann 2 - Bob 0" in played.stdout.splitlines()[-1]


def test_the_demo_plays_a_game_to_its_end() -> None:
    played = cribboard("play", "--demo", "--pace", "0", "--seed", "3")
    assert played.returncode == 0, played.stderr
    assert "Game" in played.stdout
    assert "wins, 121-" in played.stdout
    assert "\x1b" not in played.stdout


def test_check_says_ok_and_what_is_changed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        '[board]\nnight = "22:00-07:00"\n[strip]\npin = 10\n[match]\nnames = ["Eve", "Dan"]\n'
    )
    status, out, err = run(capsys, "check", "--config", str(path), "--model", "zero2")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        f"ok: {path}; for a Raspberry Pi Zero 2",
        "board.night = 22:00-07:00, not none",
        "match.names = Eve,Dan, not empty",
    ]


def test_check_tells_all_that_is_wrong_on_the_pi_it_is_asked_about(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[buttons]\nundo = 9\n[strip]\npixels = 60\n")
    status, out, err = run(capsys, "check", "--config", str(path), "--model", "zero2")
    assert (status, out) == (2, "")
    assert err.splitlines() == [
        f"{path}: GPIO 9 is used more than once: strip.pin (SPI MISO), buttons.undo",
        f"{path}: strip.pixels = 60: takes 138 or more, one for each hole of the board",
    ]
    *_, err = run(
        capsys, "check", "--config", str(path), "--model", "Raspberry Pi 5 Model B Rev 1.0"
    )
    assert "GPIO 9" not in err


def test_check_as_root_tells_what_only_root_can(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "pwm.toml"
    path.write_text('strip.pin = 12\nvoice.output = "none"\n')
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    status, out, _ = run(capsys, "check", "--config", str(path), "--model", "3")
    assert status == 0
    assert "as root only: strip.pin = 12: drives the strip by PWM" in out
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert run(capsys, "check", "--config", str(path), "--model", "3")[0] == 2


@pytest.mark.parametrize("model", ["6", "", "Radxa ROCK 5B"])
def test_check_knows_the_models(capsys: pytest.CaptureFixture[str], model: str) -> None:
    status, _, err = run(capsys, "check", "--model", model)
    assert status == 2
    assert "takes zero, zero2, 1, 2, 3, 4, 5" in err
    assert err.count("\n") == 1


def test_blank_does_not_darken_a_board_that_plays(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would stay dark, for what shines already isn't sent again."""
    monkeypatch.setattr("cribboard.service.steps.run", lambda _: None)
    status, _, err = run(capsys, "blank")
    assert status == 2
    assert "sudo systemctl stop cribboard" in err


def test_doctor_says_whose_settings_it_goes_by(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("", "utf-8")
    assert (
        f"settings: {path}: right for this model" in run(capsys, "doctor", "--config", str(path))[1]
    )
    path.write_text("strip.pixels = 1", "utf-8")
    assert "the rest is judged by the defaults" in run(capsys, "doctor", "--config", str(path))[1]


def test_blank_has_nothing_to_darken_where_nothing_is_lit(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[board]\nsimulate = "always"\n')
    status, out, err = run(capsys, "blank", "--config", str(path))
    assert (status, out, err) == (0, "nothing to darken: the settings ask for it\n", "")
