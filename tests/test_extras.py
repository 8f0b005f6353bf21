"""What is installed for whom: the words that tell of a missing library lead to one that brings it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from cribboard.devices.strip import DRIVERS

PROJECT = tomllib.loads(Path(__file__).parents[1].joinpath("pyproject.toml").read_text("utf-8"))[
    "project"
]
MODULES = {
    "rpi_ws281x": "rpi_ws281x",
    "adafruit_raspberry_pi5_neopixel_write": "Adafruit-Blinka-Raspberry-Pi5-Neopixel",
    "neopixel_spi": "adafruit-circuitpython-neopixel-spi",
}
"""The distribution that brings each module."""

NEED_A_COMPILER = {"rpi_ws281x", "Adafruit-Blinka-Raspberry-Pi5-Neopixel"}


def distributions(extra: str) -> set[str]:
    """The names of all that an extra installs."""
    found: set[str] = set()
    for requirement in PROJECT["optional-dependencies"][extra]:
        if own := re.fullmatch(r"cribboard\[(.+)\]", requirement):
            found |= distributions(own[1])
        else:
            found.add(re.match(r"[\w-]+", requirement)[0])
    return found


@pytest.mark.parametrize("driver", DRIVERS)
def test_each_driver_comes_with_its_extra_and_the_pins_with_it(driver: str):
    module, extra, _ = DRIVERS[driver]
    assert {MODULES[module], "gpiod", "lgpio", "adafruit-lgpio"} <= distributions(extra)


def test_only_the_c_drivers_need_a_compiler():
    base = {re.match(r"[\w-]+", requirement)[0] for requirement in PROJECT["dependencies"]}
    assert not NEED_A_COMPILER & base
    assert not NEED_A_COMPILER & distributions("pi-spi")


def test_a_gpiozero_that_finds_the_pi_5_chip_and_an_lgpio_that_it_can_use():
    required = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["pi-spi"]]
    assert any(requirement.startswith("gpiozero>=2.0.1.post3") for requirement in required)
    assert any(requirement.startswith("lgpio>=0.2.2") for requirement in required)
