"""The strip over Blinka's real drivers; only what is beneath them, a C library or the kernel, records."""

from __future__ import annotations

import json
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from textwrap import dedent

import pytest

from cribboard.devices.errors import DeviceError
from cribboard.devices.strip import driver_for, open_strip, too_long, transfer_bytes
from cribboard.pins import MODELS

from .conftest import run, strip_of

OPEN = """
import json
from cribboard.devices.errors import DeviceError
from cribboard.devices.strip import open_strip
from cribboard.pins import MODELS
from tests.devices.conftest import strip_of
from tests.devices.zero2w import become_pi_5, become_pi_with_spi, become_zero_2_w
"""


def opened(program: str, cwd: Path) -> list[str]:
    return run(OPEN + dedent(program), cwd)


def test_the_library_is_started_once_and_given_green_first(tmp_path: Path):
    program = """
        library = become_zero_2_w()
        strip = open_strip(strip_of(2, driver="rpi_ws281x"), MODELS["zero2"])
        strip.show(bytes([255, 16, 2, 0, 0, 255]))
        print([f"{colour:06x}" for colour in library.colours.values()])
        strip.close()
        print(library.colours)
        print([library.calls.count(f"ws2811_{name}") for name in ("init", "render")])
        print(library.dma)  # 5 is the SD card's on a Pi 3; by SPI none is used
    """
    assert opened(program, tmp_path) == ["['10ff02', '0000ff']", "{0: 0, 1: 0}", "[1, 3]", "10"]


def test_a_lead_pixel_stays_dark_and_shifts_the_others(tmp_path: Path):
    program = """
        library = become_zero_2_w()
        strip = open_strip(strip_of(2, driver="rpi_ws281x", lead_pixels=1), MODELS["zero2"])
        strip.show(bytes([255, 16, 2, 0, 0, 255]))
        print([f"{colour:06x}" for colour in library.colours.values()])
        strip.show(bytes([7, 7, 7]))
        print([f"{colour:06x}" for colour in library.colours.values()])
    """
    assert opened(program, tmp_path) == [
        "['000000', '10ff02', '0000ff']",
        "['000000', '070707', '000000']",
    ]


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (-3, r"Hardware revision is not supported"),
        (-5, "requires running with sudo"),
        (-9, "code -9"),
    ],
)
def test_what_the_library_says_comes_with_what_to_do(code: int, reason: str, tmp_path: Path):
    program = f"""
        become_zero_2_w({code})
        try:
            open_strip(strip_of(2, driver="rpi_ws281x"), MODELS["zero2"])
        except DeviceError as error:
            print(error)
    """
    (said,) = opened(program, tmp_path)
    assert reason in said
    assert "GPIO10 needs dtparam=spi=on" in said
    assert 'strip.driver = "spi"' in said


def test_a_pi_5_writes_by_its_pio(tmp_path: Path):
    program = """
        pio = become_pi_5()
        strip = open_strip(strip_of(2, pin=18), MODELS["5"])
        strip.show(bytes([255, 16, 2, 0, 0, 255]))
        strip.close()
        for gpio, frame in pio.frames:
            print(gpio, frame.hex(" "))
    """
    assert opened(program, tmp_path) == [
        "18 00 00 00 00 00 00",
        "18 10 ff 02 00 00 ff",
        "18 00 00 00 00 00 00",
    ]


def test_a_pi_5_with_old_firmware_says_what_to_update(tmp_path: Path):
    program = """
        become_pi_5("Failed to open PIO device (error -22)")
        try:
            open_strip(strip_of(2), MODELS["5"])
        except DeviceError as error:
            print(error)
    """
    (said,) = opened(program, tmp_path)
    for part in ("error -22", "rpi-eeprom-update", 'SUBSYSTEM=="*-pio", GROUP="gpio"'):
        assert part in said


FRAME = bytes([255, 16, 2, 0, 129, 255] + [85] * (3 * 136))
WIRE = bytes([16, 255, 2, 129, 0, 255] + [85] * (3 * 136))
ZERO_HIGH, ONE_HIGH, LOW = (220, 380), (580, 1000), (580, 1000)
RESET = 280_000
"""The WS2812B's limits in ns: how long a nought and a one are high, what is low after them, and what ends a frame."""


def test_pulses_by_spi_are_a_frame_in_the_pixels_own_limits(tmp_path: Path):
    if not find_spec("neopixel_spi"):
        pytest.skip("neopixel_spi is not installed")
    program = f"""
        bus = become_pi_with_spi()
        strip = open_strip(strip_of(138, driver="spi"), MODELS["zero2"])
        bus.transfers.clear()
        strip.show(bytes.fromhex("{FRAME.hex()}"))
        print(json.dumps([bus.hertz, [sent.hex() for sent in bus.transfers]]))
        strip.close()
        print(set(bus.transfers[-1][240:-240]))
    """
    sent, dark = opened(program, tmp_path)
    hertz, transfers = json.loads(sent)
    assert len(transfers) == 1  # a gap between two would end the frame
    assert len(transfers[0]) // 2 == transfer_bytes("spi", 138) <= 4096
    assert decoded(bytes.fromhex(transfers[0]), hertz) == WIRE
    assert dark == "{192}"  # 11000000: noughts alone
    for model in MODELS.values():
        if model.core_mhz:
            real = real_hertz(hertz, model.core_mhz * 10**6)
            assert decoded(bytes.fromhex(transfers[0]), real) == WIRE


@pytest.mark.parametrize(
    ("full", "idle", "high", "read"),
    [(400, 250, 512, "?"), (500, 200, 800, "1")],
    ids=["Zero 2 and 3", "4"],
)
def test_with_a_core_clock_that_idles_noughts_are_no_noughts(
    full: int, idle: int, high: int, read: str
):
    """Why config.txt must fix it: the bus is set up for the full clock, which then falls; a Pi 4's strip is stuck white."""
    hertz = real_hertz(6.4e6, full * 10**6) * idle / full
    (_, nought, _) = runs_of(bytes([0, 0b11000000, 0]), hertz)
    assert nought == pytest.approx(high)
    assert bit_of(nought) == read


def real_hertz(asked: float, core: int) -> float:
    """The clock that the kernel's spi-bcm2835 makes of the core's: divided by the next even number."""
    divider = -int(-core // asked)
    return core / (divider + divider % 2)


def runs_of(data: bytes, hertz: float) -> list[float]:
    """For how many ns MOSI is low, high, low and so on, the first bit of a byte first."""
    levels = "".join(f"{byte:08b}" for byte in data)
    return [len([*run]) * 1e9 / hertz for _, run in groupby(levels)]


def bit_of(high: float) -> str:
    """What a WS2812B may take a pulse for."""
    for bit, (shortest, longest) in {"0": ZERO_HIGH, "1": ONE_HIGH}.items():
        if shortest <= high <= longest:
            return bit
    return "?"


def decoded(data: bytes, hertz: float) -> bytes:
    """The bytes that a WS2812B takes from a transfer; fails where a pulse or a silence isn't within its limits."""
    before, *pulses, after = runs_of(data, hertz)
    assert min(before, after) >= RESET
    assert all(LOW[0] <= low <= LOW[1] for low in pulses[1::2])
    bits = "".join(map(bit_of, pulses[0::2]))
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


def test_a_strip_longer_than_a_transfer_is_refused():
    """From rpi_ws281x's README: 4096 bytes carry 339 pixels; by plain SPI 150 with a latch of 300 us."""
    assert [*too_long("rpi_ws281x", 339), *too_long("spi", 150)] == []
    (said,) = too_long("rpi_ws281x", 340)
    assert "340 pixels don't fit in one SPI transfer of 4096 bytes, at most 339 do" in said
    (said,) = too_long("spi", 151)
    assert "at most 150 do; spidev.bufsiz=32768 in /boot/firmware/cmdline.txt" in said
    assert [*too_long("spi", 151, 32768)] == []


def test_what_the_kernel_carries_is_asked(tmp_path: Path):
    with pytest.raises(DeviceError, match="at most 150 do"):
        open_strip(strip_of(144, driver="spi", lead_pixels=7), MODELS["3"], tmp_path)
    (tmp_path / "sys/module/spidev/parameters").mkdir(parents=True)
    (tmp_path / "sys/module/spidev/parameters/bufsiz").write_text("8192\n")
    with pytest.raises(DeviceError, match="at most 321 do"):
        open_strip(strip_of(400, driver="spi"), MODELS["3"], tmp_path)


def test_a_pin_that_needs_root_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(DeviceError, match="PWM, for which the program must run as root"):
        open_strip(strip_of(138, pin=18), MODELS["zero2"])
    with pytest.raises(DeviceError, match="takes 10, or as root"):
        open_strip(strip_of(138, pin=17), MODELS["3"])


@pytest.mark.parametrize(
    ("model", "driver", "there", "chosen"),
    [
        ("zero2", "auto", ["rpi_ws281x", "neopixel_spi"], "rpi_ws281x"),
        ("zero2", "auto", ["neopixel_spi"], "spi"),
        ("zero2", "auto", [], "rpi_ws281x"),
        ("zero2", "spi", ["rpi_ws281x"], "spi"),
        ("4", "rpi_ws281x", ["neopixel_spi"], "rpi_ws281x"),
        ("5", "auto", ["adafruit_raspberry_pi5_neopixel_write"], "pio"),
        ("5", "auto", ["neopixel_spi"], "pio"),
        ("5", "spi", [], "spi"),
    ],
)
def test_the_model_chooses_the_driver_unless_the_settings_do(
    model: str, driver: str, there: list[str], chosen: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(
        "cribboard.devices.strip.find_spec", lambda name: name if name in there else None
    )
    assert driver_for(strip_of(138, driver=driver), MODELS[model]) == chosen
