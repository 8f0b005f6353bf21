"""What can't be wired is said before anything is switched on."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from .parts import part

problems = part("wiring").problems
GIVEN = vars(part("settings"))
ONE = {"kind": "pn532", "uart": 1, "tx": 4, "rx": 5}


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
            "READERS[1]: another reader is selected by the same pins",
        ),
        ({"READERS": [ONE, {**ONE, "select": {10: 0}}]}, "UART1 is READERS[0]'s already"),
        ({"READERS": [{**ONE, "select": {24: 0}}]}, "no GP24 on its edge"),
        ({"LINK": "USB"}, "LINK = 'USB': \"usb\", or such as"),
        ({"LINK": {"uart": 1, "tx": 4, "rx": 5}}, "READERS[0]: UART1 is LINK's already"),
        ({"GREEN": 5}, "GREEN: GP5 is READERS[0]'s already"),
        ({"RED": 18}, "RED: GP18 is GREEN's already"),
        ({"BEEPER": 23}, "BEEPER: a Pico has no GP23 on its edge"),
        ({"GONE_AFTER": 0}, "GONE_AFTER = 0: milliseconds"),
    ],
    ids=lambda value: str(value)[:50],
)
def test_what_can_not_be_is_said(changed: dict[str, Any], said: str):
    assert any(said in problem for problem in found(**changed)), found(**changed)


def test_all_that_is_wrong_is_said_at_once():
    assert len(found(RED=18, BEEPER=23, GONE_AFTER=-1)) == 3
