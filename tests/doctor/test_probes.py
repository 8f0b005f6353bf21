"""Every probe on good Raspberry Pis, and on none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribboard.doctor.finding import ok

from .trees import GOOD, Tree, not_ok


@pytest.mark.parametrize("name", GOOD)
def test_a_good_pi_has_no_problem_and_nothing_unknown(name: str, tmp_path: Path):
    found = Tree.load(name).found(tmp_path)
    assert not_ok(found) == []
    assert len(found) > 20


def test_only_root_sees_that_nobody_else_reads_the_port(tmp_path: Path):
    tree = Tree.load("zero2-good")
    for name, state in (("pi", "not checkable here"), ("root", "ok")):
        at = tmp_path / name
        at.mkdir()
        found = tree.patched({"commands": {"id -un": f"{name}\n"}}).found(at)
        told = {finding.topic: finding for _, finding in found}
        assert told["port to ourselves"].state == state


def test_what_the_firmware_tells_the_service_not_is_for_root_to_ask(tmp_path: Path):
    refused = "Can't open device file: /dev/vcio\n"
    asked = {"vcgencmd measure_clock core": refused, "vcgencmd get_throttled": refused}
    tree = Tree.load("zero2-good").patched({"commands": asked})
    for groups, told in (("gpio spi dialout audio", True), ("pi video", False)):
        at = tmp_path / groups
        at.mkdir()
        found = tree.patched({"commands": {"id -nG": f"{groups}\n"}}).found(at)
        told_of = {finding.topic: finding for _, finding in found}
        for topic in ("core clock", "supply"):
            assert told_of[topic].state == "not checkable here"
            assert told_of[topic].seen.endswith("alone: sudo cribboard doctor") == told


def test_a_port_that_cannot_be_opened_is_no_matter_of_wires(tmp_path: Path):
    found = replace(Tree.load("zero2-good"), heard=None).found(tmp_path)
    (firmware,) = not_ok(found)
    assert firmware.state == "problem"
    assert "/dev/serial0 can't be opened" in firmware.seen
    assert firmware.do.startswith("end that program")


def test_off_a_pi_what_needs_one_is_not_checkable(tmp_path: Path):
    tree = Tree.load("zero2-good").patched({"without": ["proc/device-tree/model"]})
    states = {title: finding.state for title, finding in tree.found(tmp_path)}
    assert states["clock and supply"] == states["buttons"] == "not checkable here"
    assert states["packages"] == states["games"] == "ok"
    assert "problem" not in states.values()


def test_where_no_command_answers_nothing_is_called_a_problem(tmp_path: Path):
    tree = Tree.load("pi4-good")
    found = replace(tree, commands={}).found(tmp_path)
    topics = {finding.topic for _, finding in found if finding.state == "not checkable here"}
    assert {"core clock", "supply", "GPIO chip", "busy pins", "groups", "sound card"} <= topics
    assert not [finding for _, finding in found if finding.state == "problem"]


GARBAGE = st.text(alphabet=st.sampled_from('0123456789=:x[]|" \n\t-,./abcgpio'), max_size=60)


@given(data=st.data(), name=st.sampled_from(GOOD))
@settings(max_examples=25, deadline=None)
def test_no_output_makes_a_probe_raise(
    data: st.DataObject, name: str, tmp_path_factory: pytest.TempPathFactory
):
    tree = Tree.load(name)
    readable = [path for path in tree.files if path != "proc/device-tree/model"]
    spoilt = {path: data.draw(GARBAGE) for path in data.draw(st.sets(st.sampled_from(readable)))}
    commands = {command: data.draw(GARBAGE) for command in tree.commands}
    spoilt = {path: text for path, text in spoilt.items() if not text.startswith("-> ")}
    found = tree.patched({"files": spoilt, "commands": commands}).found(
        tmp_path_factory.mktemp("pi")
    )
    assert all(finding.do for _, finding in found if finding.state == "problem")


def test_lines_held_by_the_running_board_are_its_own(tmp_path: Path):
    held = '\tline  17:\t"GPIO17"\tinput consumer="lg"\n'
    commands = {
        "gpioinfo -c gpiochip0": held,
        "fuser /dev/serial0": " 812",
        "systemctl is-active cribboard": "active\n",
    }
    found = Tree.load("zero2-good").patched({"commands": commands}).found(tmp_path)
    told = {finding.topic: finding for _, finding in found}
    assert told["busy pins"].state == told["port to ourselves"].state == "ok"
    assert "the board is running" in told["busy pins"].seen


def test_all_mistakes_of_the_settings_are_told_and_the_rest_is_looked_at(tmp_path: Path):
    tree = Tree.load("zero2-good").patched({"settings": "strip.pin = 99\nbuttons.undo = 17"})
    found = tree.found(tmp_path)
    mistakes = [finding.seen for title, finding in found if title == "settings"]
    assert len(mistakes) == 2
    assert "strip.pin = 99" in mistakes[0]
    assert "GPIO 17 is used more than once" in mistakes[1]
    assert "core clock" in {finding.topic for _, finding in found}


def test_the_fall_back_without_a_compiler_is_told(tmp_path: Path):
    found = Tree.load("pi3-good").patched({"without": ["rpi_ws281x"]}).found(tmp_path)
    told = {finding.topic: finding for _, finding in found}
    assert told["strip driver"] == ok("strip driver", "spi on GPIO 10")
    assert told["strip length"] == ok("strip length", "3792 bytes a frame, of 4096")
    assert not_ok(found) == []


def test_root_is_told_that_groups_say_nothing_of_the_service(tmp_path: Path):
    found = Tree.load("zero2-good").patched({"commands": {"id -un": "root\n"}}).found(tmp_path)
    told = {finding.topic: finding for _, finding in found}
    assert "ask again as the one who runs the board" in told["groups"].seen


def test_a_console_on_the_header_is_no_matter_to_a_reader_on_usb(tmp_path: Path):
    files = {
        "proc/cmdline": "console=serial0,115200 console=tty1\n",
        "dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_e66-if00": "",
    }
    found = Tree.load("zero2-good").patched({"files": files}).found(tmp_path)
    assert "serial console" not in {finding.topic for _, finding in found}


def test_a_board_that_is_never_simulated_needs_a_pi(tmp_path: Path):
    tree = Tree.load("zero2-good").patched(
        {"without": ["proc/device-tree/model"], "settings": 'board.simulate = "never"'}
    )
    (model,) = [finding for _, finding in tree.found(tmp_path) if finding.topic == "model"]
    assert model.state == "problem"
    assert model.do.startswith('set board.simulate = "auto"')
