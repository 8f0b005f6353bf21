"""`cribboard doctor` from the outside."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cribboard import cli, doctor
from cribboard.doctor import Finding, report

from .trees import Tree


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This computer is a Zero 2 with a wrong clock."""
    clock = {"commands": {"vcgencmd measure_clock core": "frequency(1)=400000000\n"}}
    machine = Tree.load("zero2-good").patched(clock).machine(tmp_path / "pi")
    monkeypatch.setattr(doctor, "this_machine", lambda: machine)


@pytest.mark.usefixtures("broken")
def test_a_problem_is_told_with_what_to_do_and_status_1(capsys: pytest.CaptureFixture[str]):
    assert cli.main(["doctor"]) == 1
    out = capsys.readouterr().out
    assert "\n  PROBLEM  core clock: runs at 400 MHz, not 250" in out
    assert "\n           -> core_freq=250 in config.txt" in out
    assert "\n1 problem, " in out


@pytest.mark.usefixtures("broken")
def test_json(capsys: pytest.CaptureFixture[str]):
    assert cli.main(["doctor", "--json"]) == 1
    (clock,) = [row for row in json.loads(capsys.readouterr().out) if row["topic"] == "core clock"]
    assert set(clock) == {"section", "topic", "state", "seen", "do"}
    assert clock["state"] == "problem"


def test_this_computer_has_no_problem(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    """On a PC, where games can be kept and nothing of a Pi can be looked at."""
    status = cli.main(["doctor", "--json"])
    rows = json.loads(capsys.readouterr().out)
    problems = [row for row in rows if row["state"] == "problem"]
    assert status == bool(problems)
    assert {row["state"] for row in rows if row["topic"] == "time to save"} == {"ok"}


def test_wrong_settings_are_a_problem_and_no_reason_to_stop(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    file = tmp_path / "mine.toml"
    file.write_text("strip.pni = 10", "utf-8")
    assert cli.main(["doctor", "--config", str(file)]) == 1
    assert "strip.pni: no such setting; did you mean strip.pin?" in capsys.readouterr().out


def test_what_others_are_called_does_nothing_to_the_terminal():
    found = [("scanner", Finding("port", "problem", "\x1b[2J reads it\ntoo", "end \u202e"))]
    assert r"port: \x1b[2J reads it\ntoo" in report.as_text(found)
    assert r"-> end \u202e" in report.as_text(found)
