"""What can't be wired is said before anything is switched on."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from .interpreters import FIRMWARE
from .parts import part

problems = part("wiring").problems
GIVEN = vars(part("settings"))
ONE = {"kind": "pn532", "uart": 1, "tx": 4, "rx": 5}


@pytest.fixture(autouse=True)
def kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kinds of readers are files beside it, as on the Pico."""
    monkeypatch.syspath_prepend(FIRMWARE)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)


def found(**changed: Any) -> list[str]:
    settings = {name: GIVEN[name] for name in GIVEN if name.isupper()}
    return list(problems(SimpleNamespace(**{**settings, **changed})))


def test_the_settings_that_come_with_it_will_do():
    assert found() == []


def test_the_other_ways_that_the_instructions_show_will_do():
    assert found(LINK={"uart": 0, "tx": 0, "rx": 1}) == []
    assert found(READERS=[{**ONE, "uart": 0, "tx": 12, "rx": 13}, ONE]) == []
    four = [{**ONE, "select": {10: number & 1, 11: number >> 1}} for number in range(4)]
    assert found(READERS=four, LINK={"uart": 0, "tx": 0, "rx": 1}, BUTTON=22) == []
    assert found(LIGHT=None, GREEN=None, RED=None, BEEPER=None, BUTTON=None) == []


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"READERS": []}, "0 of them; 1 to 4"),
        ({"READERS": [{**ONE, "select": {10: n}} for n in range(5)]}, "5 of them; 1 to 4"),
        ({"READERS": ["pn532"]}, "READERS[0] = 'pn532': such as"),
        ({"READERS": [{**ONE, "tx": 5, "rx": 4}]}, "uart 1 can't have tx 5 and rx 4"),
        ({"READERS": [{"kind": "pn532"}]}, "uart None can't have tx None"),
        ({"READERS": [ONE, ONE]}, "READERS[1]: UART1 is READERS[0]'s already"),
        (
            {"READERS": [{**ONE, "select": {10: 0}}] * 2},
            "READERS[1]: another reader is selected by the same levels",
        ),
        ({"READERS": [ONE, {**ONE, "select": {10: 0}}]}, "UART1 is READERS[0]'s already"),
        ({"READERS": [{**ONE, "select": {24: 0}}]}, "no GP24 on its edge"),
        ({"LINK": "USB"}, "LINK = 'USB': \"usb\", or such as"),
        ({"LINK": {"uart": 1, "tx": 4, "rx": 5}}, "READERS[0]: UART1 is LINK's already"),
        ({"GREEN": 5}, "GREEN: GP5 is READERS[0]'s already"),
        ({"RED": 18}, "RED: GP18 is GREEN's already"),
        ({"BEEPER": 23}, "BEEPER: a Pico has no GP23 on its edge"),
        ({"GONE_AFTER": 0}, "GONE_AFTER = 0: milliseconds"),
        ({"GONE_AFTER": True}, "GONE_AFTER = True: milliseconds"),
        ({"GONE_AFTER": 0.4}, "GONE_AFTER = 0.4: milliseconds"),
        ({"READERS": None}, "READERS = None: a list of readers, each such as"),
        ({"READERS": ONE}, "a list of readers"),
        ({"READERS": [{**ONE, "kind": "rc522"}]}, "READERS[0]: there is no kind of reader 'rc522'"),
        ({"READERS": [{**ONE, "kind": "lamp"}]}, "there is no kind of reader 'lamp'"),
        ({"READERS": [{**ONE, "kind": ""}]}, "there is no kind of reader ''"),
        ({"READERS": [{**ONE, "kind": None}]}, "there is no kind of reader None"),
        ({"READERS": [{**ONE, "uart": "1"}]}, "uart 1 can't have"),
        ({"READERS": [{**ONE, "uart": [1]}]}, "uart [1] can't have"),
        ({"READERS": [{**ONE, "tx": [4]}]}, "uart 1 can't have tx [4]"),
        ({"READERS": [{**ONE, "baud": 9600}]}, "READERS[0] = "),
        ({"READERS": [{**ONE, "select": [10, 11]}]}, "select = [10, 11]: pins with 0 or 1 each"),
        ({"READERS": [{**ONE, "select": {10: 7}}]}, "select = {10: 7}: pins with 0 or 1 each"),
        ({"READERS": [{**ONE, "select": {10: True}}]}, "pins with 0 or 1 each"),
        ({"READERS": [{**ONE, "select": {"10": 1}}]}, "READERS[0] = '10': the number of a pin"),
        (
            {"READERS": [{**ONE, "select": {10: 0}}, {**ONE, "tx": 8, "rx": 9, "select": {10: 1}}]},
            "READERS[1]: readers on one UART have one tx and one rx",
        ),
        (
            {"READERS": [{**ONE, "select": {10: 0}}, {**ONE, "select": {11: 0}}]},
            "READERS[1]: readers behind one switch are selected by the same pins",
        ),
        (
            {
                "READERS": [
                    {**ONE, "select": {10: 0}},
                    {**ONE, "uart": 0, "tx": 0, "rx": 1, "select": {10: 1}},
                ]
            },
            "READERS[1]: GP10 is READERS[0]'s already",
        ),
        ({"LINK": None}, 'LINK = None: "usb", or such as'),
        ({"BUTTON": "LED"}, "BUTTON = 'LED': the number of a pin, \"BOOTSEL\" or None"),
        ({"LIGHT": "BOOTSEL"}, "LIGHT = 'BOOTSEL': the number of a pin, \"LED\" or None"),
        ({"BEEPER": "LED"}, "BEEPER = 'LED': the number of a pin or None"),
        ({"GREEN": "LED"}, "GREEN: LED is LIGHT's already"),
        ({"RED": True}, "RED = True: the number of a pin"),
        ({"RED": [1]}, "RED = [1]: the number of a pin"),
        ({"RED": 18.0}, "RED = 18.0: the number of a pin"),
        ({"RED": -1}, "RED: a Pico has no GP-1 on its edge"),
    ],
    ids=lambda value: str(value)[:50],
)
def test_what_can_not_be_is_said(changed: dict[str, Any], said: str):
    assert any(said in problem for problem in found(**changed)), found(**changed)


def test_all_that_is_wrong_is_said_at_once():
    assert len(found(RED=18, BEEPER=23, GONE_AFTER=-1)) == 3


@pytest.mark.parametrize("name", [name for name in GIVEN if name.isupper()])
@pytest.mark.parametrize("value", [None, True, -1, 7.5, "x", [], [1], [None], {}, {"uart": {}}, ()])
def test_no_setting_makes_it_break(name: str, value: Any):
    assert all(isinstance(problem, str) for problem in found(**{name: value}))


@pytest.mark.parametrize("name", [name for name in GIVEN if name.isupper()])
def test_a_setting_that_is_not_there_is_named(name: str):
    settings = {each: GIVEN[each] for each in GIVEN if each.isupper() and each != name}
    assert problems(SimpleNamespace(**settings)) == [f"{name}: isn't there"]
