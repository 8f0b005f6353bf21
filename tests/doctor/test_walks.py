"""The walks through the wiring: step by step with what a builder answers, and from the outside with piped input."""

from __future__ import annotations

import fcntl
import io
import os
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribboard import cli
from cribboard.board.track import Track
from cribboard.config import load
from cribboard.doctor import Finding
from cribboard.doctor.walks import Ask, Bytes, Heard, Listen, Reply, Say, Show, Typed, Walk
from cribboard.doctor.walks.buttons import QUIET, STUCK, buttons
from cribboard.doctor.walks.leds import leds
from cribboard.doctor.walks.scanner import Sorter, scanner
from cribboard.signals import Button, Edge

TRACK = Track.load("classic")
STRIP = load().strip


class Together:
    """A walk with what comes of its steps, one reply for each question and each time it listens."""

    def __init__(self, walk: Walk, replies: Iterable[Reply]) -> None:
        self.said: list[str] = []
        self.shown: list[bytes] = []
        self.waits: list[float | None] = []
        self.findings: list[Finding] = []
        left = iter(replies)
        reply: Reply = None
        try:
            while True:
                step = walk.send(reply)
                reply = None
                match step:
                    case Say(text):
                        self.said.append(text)
                    case Show(frame):
                        self.shown.append(frame)
                    case Ask(_, choices):
                        reply = next(left)
                        assert isinstance(reply, Typed)
                        assert reply.text in choices
                    case Listen(seconds):
                        self.waits.append(seconds)
                        reply = next(left)
        except StopIteration as ended:
            self.findings = ended.value
        assert list(left) == []


def look(*answers: str, order: str = "GRB") -> Together:
    return Together(leds(replace(STRIP, order=order), TRACK), map(Typed, answers))


RIGHT = ("red", "green", "blue")


def test_a_good_strip_is_walked_to_its_end():
    walked = look(*RIGHT, "yes", *["yes"] * 10, "yes")
    assert [finding.state for finding in walked.findings] == ["ok"] * 4
    assert walked.shown[0][:3] == bytes([60, 0, 0])
    assert walked.shown[-1] == bytes(3 * 138)
    assert "B hole 30 is white, the rest up to B hole 1 blue: pixels 93 to 122." in walked.said


def test_every_pixel_has_its_turn_in_the_chain():
    walked = look(*RIGHT, "yes", *["yes"] * 10, "yes")
    pieces = walked.shown[4:14]
    lit = [
        index for frame in pieces for index in range(138) if any(frame[3 * index : 3 * index + 3])
    ]
    assert lit == [*range(138)]


@pytest.mark.parametrize("real", ["GRB", "RGB", "RBG", "GBR", "BRG", "BGR"])
@pytest.mark.parametrize("configured", ["GRB", "RGB", "BRG"])
def test_the_order_of_the_colours_is_found(configured: str, real: str):
    """What is sent at a place of the wire shines as what the strip has there."""
    names = {"R": "red", "G": "green", "B": "blue"}
    shines = [names[real[configured.index(letter)]] for letter in "RGB"]
    if real == configured:
        assert shines == [*RIGHT]
        return
    (finding,) = look(*shines, order=configured).findings
    assert finding.do == f'set strip.order = "{real}"'


@pytest.mark.parametrize(
    ("answers", "topic", "do"),
    [
        (["dark"], "colours", "DIN end"),
        (["white"], "colours", "core clock"),
        (["red", "red", "blue"], "colours", "74AHCT125"),
        ([*RIGHT, "no", *["yes"] * 11], "first pixel", "strip.lead_pixels = 1"),
        (
            [*RIGHT, "yes", "yes", "yes", "no", "yes"],
            "chain",
            "the joint before pixel 31, and which way the strip runs there (cribboard draw leds lists the chain)",
        ),
        ([*RIGHT, *["yes"] * 11, "no"], "supply at the strip", "both ends"),
    ],
)
def test_what_is_wrong_with_a_strip_is_told(answers: list[str], topic: str, do: str):
    (wrong,) = [found for found in look(*answers).findings if found.state == "problem"]
    assert wrong.topic == topic
    assert do in wrong.do


ONE, TWO = Button("one", 0), Button("undo")
PINS = {ONE: 17, TWO: 5}


def edge(button: Button, down: bool, at: float) -> Heard:
    return Heard(Edge(button, down), at)


def pressed(button: Button, at: float = 0.0) -> list[Reply]:
    return [edge(button, True, at), edge(button, False, at + 0.1), None]


def test_each_button_is_pressed_in_turn():
    walked = Together(buttons(PINS, 0.02), [*pressed(ONE), *pressed(TWO)])
    assert [finding.state for finding in walked.findings] == ["ok", "ok"]
    assert "A.one: GPIO 17, pin 11 of the header" in walked.said
    assert walked.waits[:3] == [None, STUCK, QUIET]


@pytest.mark.parametrize(("debounce", "state"), [(0.02, "problem"), (0.05, "ok")])
def test_bounces_are_measured_against_the_debounce(debounce: float, state: str):
    """30 ms of bounce as it closes, 8 ms as it opens: the longer one counts."""
    times = [(True, 1.0), (False, 1.004), (True, 1.03), (False, 1.2), (True, 1.203), (False, 1.208)]
    replies = [edge(ONE, down, at) for down, at in times]
    (finding,) = Together(buttons({ONE: 17}, debounce), [*replies, None]).findings
    assert finding.state == state
    assert finding.seen == "pressed; 6 edges, bounced for 30.0 ms"
    if state == "problem":
        assert "controls.debounce = 0.045" in finding.do


def test_a_short_tap_is_no_bounce():
    replies = [edge(ONE, True, 1.0), edge(ONE, False, 1.03), None]
    (finding,) = Together(buttons({ONE: 17}, 0.02), replies).findings
    assert finding.seen == "pressed; 2 edges, bounced for 0.0 ms"


def test_a_button_that_stays_closed_is_stuck():
    (finding,) = Together(buttons({ONE: 17}, 0.02), [edge(ONE, True, 0.0), None]).findings
    assert "stays closed" in finding.seen
    assert "NO (normally open)" in finding.do


def test_swapped_buttons_are_told():
    replies = [edge(TWO, True, 0.0), edge(TWO, False, 0.1), Typed("")]
    walked = Together(buttons({ONE: 17}, 0.02), replies)
    (finding,) = walked.findings
    assert walked.said.count("  heard undo") == 1  # at once, so that nobody presses in vain
    assert finding.seen == "heard undo instead"
    assert "swap their wires" in finding.do


@pytest.mark.parametrize("first", [ONE, TWO])
def test_buttons_whose_wires_touch_are_told(first: Button):
    second = TWO if first == ONE else ONE
    down = [edge(first, True, 1.0), edge(second, True, 1.0)]
    up = [edge(first, False, 1.2), edge(second, False, 1.2)]
    (finding,) = Together(buttons({ONE: 17}, 0.02), [*down, *up, None]).findings
    assert finding.state == "problem"
    assert finding.seen.endswith("; undo with it")
    assert "wires touch those of undo" in finding.do


def test_a_button_pressed_before_its_turn_is_no_fault_of_the_next():
    early = [edge(TWO, True, 0.0), edge(TWO, False, 0.1)]
    walked = Together(buttons({ONE: 17, TWO: 5}, 0.02), [*early, *pressed(ONE), *pressed(TWO)])
    assert [finding.state for finding in walked.findings] == ["ok", "ok"]


def test_a_button_that_is_not_heard_is_passed_over_with_where_to_look():
    (finding,) = Together(buttons({ONE: 17}, 0.02), [Typed("")]).findings
    assert finding.seen == "no press was heard"
    assert "pin 11" in finding.do


@pytest.mark.parametrize(
    ("data", "meaning"),
    [
        (b"5H\r", "text: '5H'"),
        (b"\x02100086F44426\x03", "tag 100086F444, its checksum is right"),
        (b"\x02100086F44426\r\n\x03", "tag 100086F444, its checksum is right"),
        (b"\x02060075EA6DD6\x03", "tag 060075EA6D, its checksum is wrong: sent D6, should be F4"),
        (b"!123456789*29B1\n", "firmware: 123456789"),
        (b"!123456789*0000\n", "firmware: 123456789, with a wrong CRC"),
        (b"MicroPython v1.29 on Pico\r\n", "MicroPython's own words: b'MicroPython v1.29 on Pico'"),
        (b"\xf8\x80\x0d", "no text: b'\\xf8\\x80'"),
    ],
)
def test_bytes_are_named_whole_and_in_pieces(data: bytes, meaning: str):
    sorter = Sorter()
    assert [found.says for found in sorter.feed(data)] == [meaning]
    assert [found.says for byte in data for found in sorter.feed(bytes([byte]))][-1] == meaning


def test_after_half_a_tag_the_next_one_is_read():
    says = [found.says for found in Sorter().feed(b"\x0210008\x02100086F44426\x03")]
    assert says == ["half a tag: b'\\x0210008'", "tag 100086F444, its checksum is right"]


@given(chunks=st.lists(st.binary(max_size=40)))
def test_no_bytes_make_the_sorter_raise_or_hoard(chunks: list[bytes]):
    sorter = Sorter()
    for chunk in chunks:
        sorter.feed(chunk)
    assert len(sorter._rest) <= 200
    sorter.feed(b"\r\x03\r")
    assert [found.says for found in sorter.feed(b"5H\r")][-1] == "text: '5H'"


def test_a_port_that_gives_out_ends_the_walk_whatever_came_before():
    replies = [Bytes(b"5H\r", 0.0), Bytes(b"", 1.0)]
    (finding,) = Together(scanner("/dev/ttyUSB0", 9600, "text"), replies).findings
    assert finding.state == "problem"
    assert "/dev/ttyUSB0 gave out" in finding.seen


@pytest.mark.parametrize(
    ("profile", "came", "state", "told"),
    [
        ("text", b"5H\rTD\r", "ok", "2 from a reader that sends text"),
        ("cribboard", b"!123456789*29B1\n", "ok", "cribboard's own firmware"),
        ("id12la", b"\x02100086F44426\x03", "ok", "1 from an RDM6300"),
        ("cribboard", b"\x02100086F44426\x03", "problem", 'set scanner.profile = "rdm6300"'),
        ("rdm6300", b"5H\r", "problem", 'set scanner.profile = "text"'),
        ("cribboard", b"MicroPython v1.29\r\n>>> \r\n", "problem", "copy firmware/"),
        ("cribboard", b"\xf8\x80\x00\xff", "problem", "scanner.baud"),
        ("cribboard", b"", "problem", "GPIO15, pin 10"),
    ],
)
def test_what_came_is_judged(profile: str, came: bytes, state: str, told: str):
    replies: list[Reply] = [Bytes(came, 0.0)] if came else []
    walked = Together(scanner("/dev/x", 9600, profile), [*replies, Typed("")])
    (finding,) = walked.findings
    assert finding.state == state
    assert told in finding.seen + finding.do


def walk(name: str, typed: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> int:
    settings = tmp_path / "settings.toml"
    settings.write_text('scanner.profile = "text"', "utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    return cli.main(["doctor", name, "--config", str(settings)])


EIGHT = ["A.one", "A.five", "B.one", "B.five", "A.go", "B.go", "undo", "next"]


@pytest.mark.parametrize(
    ("name", "typed", "told"),
    [
        ("leds", "r\ng\nb\n" + "y\n" * 12, "138 pixels, each at its hole"),
        ("buttons", "\n".join(EIGHT) + "\n", "next: pressed; 2 edges"),
        ("scanner", "5H\nTD\n\n", "2 from a reader that sends text"),
    ],
)
def test_piped_input_walks_a_simulated_board_and_is_told_that_nothing_real_was_tested(
    name: str,
    typed: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    assert walk(name, typed, monkeypatch, tmp_path) == 0
    out = capsys.readouterr().out
    assert out.startswith("SIMULATED (this is no Raspberry Pi)")
    assert told in out
    assert "Nothing real was tested" in out


@pytest.mark.parametrize("name", ["leds", "buttons", "scanner"])
def test_input_that_ends_too_soon_proves_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    assert walk(name, "", monkeypatch, tmp_path) == 2
    assert capsys.readouterr().err == "the input ended before the walk did: nothing is proven\n"


def test_a_word_that_is_no_answer_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    assert walk("leds", "mauve\n\nd\n", monkeypatch, tmp_path) == 1
    assert "'mauve': takes red, green, blue, white, dark" in capsys.readouterr().out


def test_a_button_goes_by_its_players_name_too_and_a_name_that_is_none_passes_over_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    typed = ["Ann.one", "a.fvie", *EIGHT[1:4], "ann.go", *EIGHT[5:]]
    assert walk("buttons", "\n".join(typed) + "\n", monkeypatch, tmp_path) == 0
    out = capsys.readouterr().out
    assert "'a.fvie': takes A.one, A.five" in out
    assert "8 ok" in out


def test_a_simulated_reader_is_no_reason_to_change_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    settings = tmp_path / "settings.toml"
    settings.write_text('scanner.profile = "rdm6300"', "utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO("5H\n\n"))
    assert cli.main(["doctor", "scanner", "--config", str(settings)]) == 0
    assert "set scanner.profile" not in capsys.readouterr().out


def test_a_port_that_somebody_has_is_told_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    master, slave = os.openpty()
    fcntl.flock(slave, fcntl.LOCK_EX)
    settings = tmp_path / "settings.toml"
    settings.write_text(f'scanner.port = "{os.ttyname(slave)}"\nboard.simulate = "never"', "utf-8")
    assert cli.main(["doctor", "scanner", "--config", str(settings)]) == 2
    assert f"another program uses {os.ttyname(slave)}: close it" in capsys.readouterr().err
    os.close(slave)
    os.close(master)


def test_a_walk_is_not_for_other_programs(capsys: pytest.CaptureFixture[str]):
    assert cli.main(["doctor", "--json", "leds"]) == 2
    assert capsys.readouterr().err == "--json: not with leds, which is walked through by hand\n"


def test_a_board_that_runs_is_not_disturbed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    systemctl = tmp_path / "systemctl"
    systemctl.write_text("#!/bin/sh\necho active\n", "utf-8")
    systemctl.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert walk("leds", "", monkeypatch, tmp_path) == 2
    assert "sudo systemctl stop cribboard" in capsys.readouterr().err
