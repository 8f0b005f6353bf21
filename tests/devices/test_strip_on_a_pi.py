"""The strip over Blinka's real driver for the Zero to the 4; only the C library beneath it records."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from .conftest import run

OPEN = """
from cribboard.devices.errors import DeviceError
from cribboard.devices.strip import open_strip
from tests.devices.zero2w import become_zero_2_w
"""


def test_the_library_is_started_once_and_given_green_first(tmp_path: Path):
    program = """
        library = become_zero_2_w()
        strip = open_strip(10, "GRB", 2)
        strip.show(bytes([255, 16, 2, 0, 0, 255]))
        print([f"{colour:06x}" for colour in library.colours.values()])
        strip.close()
        print(library.colours)
        print([library.calls.count(f"ws2811_{name}") for name in ("init", "render")])
    """
    assert run(OPEN + dedent(program), tmp_path) == [
        "['10ff02', '0000ff']",
        "{0: 0, 1: 0}",
        "[1, 3]",
    ]


@pytest.mark.parametrize(
    ("code", "reason"),
    [(-3, "Hardware revision is not supported"), (-5, "requires running with sudo")],
)
def test_what_the_library_says_comes_with_what_to_do(code: int, reason: str, tmp_path: Path):
    program = f"""
        become_zero_2_w({code})
        try:
            open_strip(10, "GRB", 2)
        except DeviceError as error:
            print(error)
    """
    (said,) = run(OPEN + dedent(program), tmp_path)
    assert reason in said
    assert "GPIO10 needs dtparam=spi=on" in said


def test_a_pin_that_the_board_has_not_is_refused(tmp_path: Path):
    program = """
        become_zero_2_w()
        try:
            open_strip(99, "GRB", 2)
        except DeviceError as error:
            print(error)
    """
    (said,) = run(OPEN + dedent(program), tmp_path)
    assert said.startswith("the strip's pin D99 is not on this board")
