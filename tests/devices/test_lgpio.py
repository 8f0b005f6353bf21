"""lgpio's own traps, with its own library in a process of its own; beneath it are no pins but the levels of a test."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent

import pytest

from .conftest import run

pytestmark = pytest.mark.skipif(not find_spec("lgpio"), reason="lgpio is not installed")

OPEN = """
import os, queue, sys, threading
from cribboard.devices.buttons import Buttons
from cribboard.devices.errors import DeviceError
from cribboard.devices.lg import open_pins
from cribboard.signals import Button, Edge
from tests.devices.zero2w import become_pi_with_pins

GO, UNDO = Button("go", 0), Button("undo")
heard = queue.Queue()
post = lambda signal, when: heard.put(signal)
told = lambda: print(heard.get(timeout=20))

def why(opens):
    try:
        opens()
    except DeviceError as error:
        print(error)
"""


def buttons(program: str, cwd: Path) -> list[str]:
    return run(OPEN + dedent(program), cwd)


PRESSED = "Edge(button=Button(kind='go', who=0), down=True)"
RELEASED = "Edge(button=Button(kind='go', who=0), down=False)"


@pytest.mark.parametrize("folder", ["", "elsewhere"])
def test_nothing_is_left_behind_and_the_process_stays_where_it_is(tmp_path: Path, folder: str):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    program = f"""
        if "{folder}":
            os.environ["LG_WD"] = "{elsewhere}"
        become_pi_with_pins()
        open_pins()
        print(os.getcwd() == "{tmp_path}", os.environ.get("LG_WD", "") == "{folder and elsewhere}")
    """
    assert buttons(program, tmp_path) == ["True True"]
    assert list(tmp_path.iterdir()) == [elsewhere]
    assert list(elsewhere.iterdir()) == []


def test_a_working_directory_that_cannot_be_written_to_does_no_harm(tmp_path: Path):
    program = """
        os.chdir("/proc")
        chip = become_pi_with_pins()
        Buttons({GO: 22}, open_pins(), post)
        chip.set(22, 0)
        told()
        print(os.getcwd())
    """
    assert buttons(program, tmp_path) == [PRESSED, "/proc"]


def test_edges_come_through_the_library_own_thread(tmp_path: Path):
    program = """
        import gc

        chip = become_pi_with_pins()
        opened = Buttons({GO: 22, UNDO: 5}, open_pins(), post)
        gc.collect()  # gpiozero's devices fall silent when nobody holds them
        chip.set(22, 0)
        told()
        chip.set(22, 1)
        told()
        opened.close()
        chip.set(22, 0)
        print(heard.empty())
    """
    assert buttons(program, tmp_path) == [PRESSED, RELEASED, "True"]


@pytest.mark.parametrize("revision", [0x902120, 0xD04170], ids=["Zero 2", "5"])
def test_no_other_library_is_taken_and_the_chip_is_found(tmp_path: Path, revision: int):
    """RPi.GPIO, gpiozero's second choice, can't detect edges since Linux 6.6; there the Pi 5's chip became the first."""
    program = f"""
        os.environ["GPIOZERO_PIN_FACTORY"] = "rpigpio"
        chip = become_pi_with_pins(revision={revision})
        print(type(open_pins().factory).__name__, chip.opened)
    """
    assert buttons(program, tmp_path) == ["LGPIOFactory [0]"]


def test_a_table_that_stumbles_leaves_the_thread_alive(tmp_path: Path):
    program = """
        import lgpio

        def stumbles(signal, when):
            post(signal, when)
            raise RuntimeError("the table stumbled")

        chip = become_pi_with_pins()
        opened = Buttons({GO: 22}, open_pins(), stumbles)
        for level in (0, 1, 0):
            chip.set(22, level)
            told()
        print(lgpio._notify_thread.is_alive())
    """
    assert buttons(program, tmp_path) == [PRESSED, RELEASED, PRESSED, "True"]


def test_a_thread_that_dies_is_told_and_replaced_and_no_press_is_lost(tmp_path: Path):
    """What somebody else's callback does to lgpio's one thread; the release of a button is lost with it."""
    program = """
        import lgpio

        chip = become_pi_with_pins()
        opened = Buttons({GO: 22}, open_pins(), post)
        chip.set(22, 0)
        told()
        lgpio.callback(0, 9, lgpio.BOTH_EDGES, lambda *_: 1 / 0)
        chip.set(22, 1, told=False)
        chip.set(9, 0)
        for _ in range(3):
            told()
        print(lgpio._notify_thread.is_alive())
        chip.set(22, 0)
        told()
        chip.set(9, 1)
        for _ in range(2):
            told()
        chip.set(22, 1)
        told()
    """
    lost, found = "DeviceLost(device='buttons')", "DeviceFound(device='buttons')"
    assert buttons(program, tmp_path) == [
        *(PRESSED, lost, found, RELEASED, "False"),
        *(PRESSED, lost, found, RELEASED),
    ]


def test_closed_buttons_are_not_brought_back(tmp_path: Path):
    program = """
        import lgpio

        chip = become_pi_with_pins()
        opened = Buttons({GO: 22}, open_pins(), post)
        watch = next(thread for thread in threading.enumerate() if thread.name == "buttons' watch")
        opened.close()
        lgpio.callback(0, 9, lgpio.BOTH_EDGES, lambda *_: 1 / 0)
        chip.set(9, 0)
        watch.join(20)
        print(watch.is_alive(), heard.empty())
    """
    assert buttons(program, tmp_path) == ["False True"]


def test_a_pin_that_somebody_else_has_is_named(tmp_path: Path):
    program = """
        become_pi_with_pins(busy=5)
        why(lambda: Buttons({GO: 22, UNDO: 5}, open_pins(), post))
    """
    assert buttons(program, tmp_path) == [
        "the button undo can't use GPIO 5: 'GPIO busy'; another program or overlay may hold it"
    ]


def test_without_the_library_or_with_an_ancient_one_it_says_so(tmp_path: Path):
    program = """
        sys.modules["lgpio"] = None
        why(open_pins)
        sys.modules["lgpio"] = type(sys)("lgpio")
        why(open_pins)
    """
    missing, ancient = buttons(program, tmp_path)
    assert missing.startswith("the buttons' library is missing: ")
    assert missing.endswith("bin/pip install 'cribboard[pi-spi]'")
    assert ancient.startswith("the buttons' library is too old: ")
    assert ancient.endswith("bin/pip install 'lgpio>=0.2.2'")


def test_where_there_are_no_pins_it_says_what_they_need(tmp_path: Path):
    (said,) = buttons("why(open_pins)", tmp_path)
    assert said.startswith("the buttons' pins can't be opened: ")
    assert "the group gpio" in said
    assert list(tmp_path.iterdir()) == []
