"""The same buttons, real and simulated; fingers press the simulated ones."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from cribboard.devices import is_raspberry_pi
from cribboard.devices.buttons import Buttons
from cribboard.devices.errors import DeviceError
from cribboard.devices.lg import Pins, open_pins
from cribboard.devices.simulated import Fingers
from cribboard.signals import Button, Edge

from .conftest import Ear

ONE, GO, UNDO = Button("one", 0), Button("go", 1), Button("undo")
PINS = {ONE: 17, GO: 25, UNDO: 5}


@pytest.fixture
def fingers() -> Fingers:
    return Fingers(PINS)


@pytest.fixture
def buttons(fingers: Fingers, ear: Ear) -> Iterator[Buttons]:
    buttons = Buttons(PINS, Pins(fingers.factory), ear, count(1.0).__next__)
    yield buttons
    buttons.close()


def test_pins_can_be_had_again_after_closing(kind: str, ear: Ear):
    for _ in range(2):
        pins = Pins(Fingers(PINS).factory) if kind == "simulated" else open_pins()
        Buttons(PINS, pins, ear).close()
    assert ear.silent


def test_a_pin_that_is_not_there_is_refused(kind: str, ear: Ear):
    pins = Pins(Fingers(PINS).factory) if kind == "simulated" else open_pins()
    with pytest.raises(DeviceError, match="the button next can't use GPIO 99"):
        Buttons({**PINS, Button("next"): 99}, pins, ear)


@pytest.mark.usefixtures("buttons")
def test_press_and_release_are_told_as_they_happen(fingers: Fingers, ear: Ear):
    fingers.press(ONE)
    fingers.press(GO)
    fingers.release(ONE)
    heard = [ear.next_stamped() for _ in range(3)]
    assert heard == [(Edge(ONE, True), 1.0), (Edge(GO, True), 2.0), (Edge(ONE, False), 3.0)]
    assert ear.silent


@pytest.mark.usefixtures("buttons")
def test_every_bounce_is_told(fingers: Fingers, ear: Ear):
    for _ in range(3):
        fingers.press(UNDO)
        fingers.release(UNDO)
    assert [ear.next() for _ in range(6)] == [Edge(UNDO, True), Edge(UNDO, False)] * 3
    assert fingers.factory.pin(PINS[UNDO]).bounce is None  # the mock keeps it and does nothing


@pytest.mark.usefixtures("buttons")
def test_a_button_held_down_is_told_once(fingers: Fingers, ear: Ear):
    fingers.press(UNDO)
    fingers.press(UNDO)
    assert ear.next() == Edge(UNDO, True)
    assert ear.silent


@pytest.mark.usefixtures("buttons")
def test_a_press_over_which_the_table_stumbles_silences_nothing(
    fingers: Fingers, ear: Ear, caplog: pytest.LogCaptureFixture
):
    ear.stumble_at = Edge(ONE, True)
    fingers.press(ONE)
    fingers.release(ONE)
    fingers.press(ONE)
    assert [ear.next(), ear.next()] == [Edge(ONE, False), Edge(ONE, True)]
    assert "the table stumbled" in caplog.text


def test_closed_buttons_are_silent(buttons: Buttons, fingers: Fingers, ear: Ear):
    buttons.close()
    buttons.close()
    fingers.press(ONE)
    assert ear.silent


def test_another_set_of_buttons_has_pins_of_its_own(buttons: Buttons, fingers: Fingers, ear: Ear):
    others = Fingers(PINS)
    second = Buttons(PINS, Pins(others.factory), ear, lambda: 7.0)
    others.press(GO)
    second.close()
    fingers.press(GO)
    assert [ear.next_stamped(), ear.next_stamped()] == [
        (Edge(GO, True), 7.0),
        (Edge(GO, True), 1.0),
    ]


def test_a_finger_finds_only_the_buttons_there_are(fingers: Fingers):
    with pytest.raises(DeviceError, match=r"no button B\.one; there are A\.one, B\.go, undo"):
        fingers.press(Button("one", 1))


def test_waiting_for_a_press_takes_no_thread(fingers: Fingers, ear: Ear):
    """gpiozero's Button would start one each, which wakes every 0.1 s."""
    before = set(threading.enumerate())
    buttons = Buttons(PINS, Pins(fingers.factory), ear)
    assert set(threading.enumerate()) == before
    buttons.close()


@pytest.mark.skipif(is_raspberry_pi(), reason="here the pins can be opened")
def test_without_a_pi_the_pins_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DeviceError, match=r"pip install 'cribboard\[pi-spi\]'|need a Raspberry Pi"):
        open_pins()
