"""The header, the models, and who owns which pin."""

from __future__ import annotations

import pytest

from cribboard.pins import (
    EEPROM,
    HEADER,
    I2S,
    MODELS,
    PCM,
    PWM,
    SPI_COMPANIONS,
    UART,
    Model,
    Wiring,
    boot_lines,
    model_of,
    owners,
    pin_of,
    problems,
)

REFERENCE = Wiring(strip=10, port="/dev/serial0", output="i2s", shutdown=True)
BEFORE_5 = [model for model in MODELS.values() if model.short != "5"]


def told(wiring: Wiring, model: Model | None, root: bool = False) -> str:
    return "\n".join(problems(wiring, model, root))


def test_the_header_has_every_gpio_once_and_the_usual_places():
    gpios = [pin.gpio for pin in HEADER if pin.gpio is not None]
    assert sorted(gpios) == list(range(28))
    assert [pin.number for pin in HEADER] == list(range(1, 41))
    names = [pin.name for pin in HEADER if pin.gpio is None]
    assert (names.count("3V3"), names.count("5V"), names.count("GND")) == (2, 2, 8)
    # as printed on every pinout: SDA, TXD, the strip, the I2S clock and its data, the EEPROM
    for gpio, number in {2: 3, 14: 8, 10: 19, 18: 12, 21: 40, 0: 27, 1: 28, 26: 37}.items():
        assert pin_of(gpio).number == number


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("Raspberry Pi Zero W Rev 1.1\0", "zero"),
        ("Raspberry Pi Zero 2 W Rev 1.0\0", "zero2"),
        ("Raspberry Pi Model B Plus Rev 1.2", "1"),
        ("Raspberry Pi Compute Module Rev 1.0", "1"),
        ("Raspberry Pi 2 Model B Rev 1.1", "2"),
        ("Raspberry Pi 3 Model A Plus Rev 1.0", "3"),
        ("Raspberry Pi Compute Module 3 Plus Rev 1.0", "3"),
        ("Raspberry Pi 4 Model B Rev 1.5", "4"),
        ("Raspberry Pi 400 Rev 1.0", "4"),
        ("Raspberry Pi Compute Module 4S Rev 1.0", "4"),
        ("Raspberry Pi 5 Model B Rev 1.0", "5"),
        ("Raspberry Pi 500 Rev 1.0", "5"),
        ("Raspberry Pi Compute Module 5 Rev 1.0", "5"),
        ("Raspberry Pi 6 Model B", "5"),
        ("zero2", "zero2"),
    ],
)
def test_the_model_is_known_by_what_the_device_tree_says(text: str, short: str):
    model = model_of(text)
    assert model
    assert model.short == short


@pytest.mark.parametrize("text", ["", "Radxa ROCK 5B", "LENOVO", "6"])
def test_what_is_no_raspberry_pi_has_no_model(text: str):
    assert model_of(text) is None


@pytest.mark.parametrize("model", BEFORE_5, ids=str)
def test_before_the_pi_5_the_strip_takes_the_whole_spi_bus(model: Model):
    owned = owners(REFERENCE, model)
    assert owned.keys() == {*EEPROM, 3, 10, *SPI_COMPANIONS, *UART, *I2S}
    assert problems(REFERENCE, model) == []


def test_on_a_pi_5_the_strip_takes_its_own_pin_alone_unless_spi_drives_it():
    assert owners(REFERENCE, MODELS["5"]).keys() == {*EEPROM, 3, 10, *UART, *I2S}
    by_spi = Wiring(strip=10, driver="spi")
    assert owners(by_spi, MODELS["5"]).keys() == {*EEPROM, 10, *SPI_COMPANIONS}


def test_what_depends_on_the_model_is_not_told_without_one():
    wiring = Wiring(strip=17, buttons={"undo": 9})
    assert problems(wiring) == []
    assert "strip.pin = 17: takes 10, or as root 12, 13, 18, 19, 21" in told(wiring, MODELS["4"])


@pytest.mark.parametrize(
    ("port", "on_the_header"),
    [
        ("/dev/serial0", True),
        ("/dev/ttyAMA0", True),
        ("/dev/ttyS0", True),
        ("/dev/ttyAMA10", False),
        ("/dev/ttyACM0", False),
        ("/dev/serial/by-id/usb-MicroPython_Board-if00", False),
        ("auto", True),
    ],
)
def test_only_a_port_on_the_header_takes_the_header_pins(port: str, on_the_header: bool):
    assert (14 in owners(Wiring(port=port))) is on_the_header
    clash = told(Wiring(port=port, buttons={"undo": 14}), None)
    assert clash == (
        "GPIO 14 is used more than once: buttons.undo, scanner.port (UART TXD)"
        if on_the_header
        else ""
    )


def test_every_clash_is_told_with_the_settings_that_make_it():
    wiring = Wiring(
        strip=10,
        buttons={"A.one": 20, "A.go": 3, "B.go": 4, "undo": 20},
        output="i2s-sdmode",
        shutdown=True,
    )
    assert problems(wiring, MODELS["zero2"]) == [
        "GPIO 3 is used more than once: buttons.A.go, board.shutdown_button (shutdown button)",
        "GPIO 4 is used more than once: buttons.B.go, voice.output (amplifier SD)",
        "GPIO 20 is used more than once: buttons.A.one, buttons.undo, voice.output (I2S data in)",
    ]
    assert "GPIO 4 " not in told(Wiring(buttons={"B.go": 4}, output="i2s"), None)


@pytest.mark.parametrize("model", BEFORE_5, ids=str)
@pytest.mark.parametrize("pin", [*PWM, *PCM])
def test_a_strip_by_pwm_or_pcm_needs_root_and_is_told_why(model: Model, pin: int):
    """rpi_ws281x maps /dev/mem for these; by SPI, on GPIO 10, it doesn't."""
    said = told(Wiring(strip=pin), model)
    assert said.startswith(
        f"strip.pin = {pin}: drives the strip by {'PCM' if pin == 21 else 'PWM'}"
    )
    assert "must run as root" in said
    assert "GPIO 10 needs no root" in said
    assert told(Wiring(strip=pin), model, root=True) == ""
    assert told(Wiring(strip=10), model) == ""


@pytest.mark.parametrize("pin", I2S)
def test_a_strip_on_the_amplifiers_pins_clashes_with_it(pin: int):
    assert f"GPIO {pin} is used more than once" in told(
        Wiring(strip=pin, output="i2s"), MODELS["4"], root=True
    )


@pytest.mark.parametrize("pin", PWM)
def test_a_strip_by_pwm_clashes_with_the_jack(pin: int):
    wiring = Wiring(strip=pin, output="jack")
    assert "the jack's sound needs" in told(wiring, MODELS["3"], root=True)
    assert told(Wiring(strip=21, output="jack"), MODELS["3"], root=True) == ""


@pytest.mark.parametrize("short", ["zero", "zero2", "5"])
def test_there_is_no_jack_where_there_is_none(short: str):
    assert "has none" in told(Wiring(output="jack"), MODELS[short])


def test_a_driver_of_another_model_is_refused():
    assert "doesn't work on a Raspberry Pi 5; takes auto, pio or spi" in told(
        Wiring(strip=10, driver="rpi_ws281x"), MODELS["5"]
    )
    assert "takes auto, rpi_ws281x or spi" in told(Wiring(strip=10, driver="pio"), MODELS["zero2"])
    assert "GPIO 10 alone" in told(Wiring(strip=18, driver="spi"), MODELS["5"])
    assert told(Wiring(strip=18), MODELS["5"]) == ""


def test_config_txt_follows_from_the_wiring():
    assert boot_lines(REFERENCE, MODELS["zero2"]) == (
        "dtparam=spi=on",
        "core_freq=250",
        "enable_uart=1",
        "dtoverlay=disable-bt",
        "dtparam=audio=off",
        "dtoverlay=max98357a,no-sdmode",
        "dtoverlay=gpio-shutdown",
    )
    assert boot_lines(REFERENCE, MODELS["5"]) == (
        "dtparam=uart0=on",
        "dtparam=audio=off",
        "dtoverlay=max98357a,no-sdmode",
        "dtoverlay=gpio-shutdown",
    )
    assert boot_lines(Wiring(strip=18), MODELS["2"]) == ()
