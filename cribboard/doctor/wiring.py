"""What is on the header: who else holds a pin, and what the strip's driver can carry."""

from __future__ import annotations

from collections.abc import Iterator

from cribboard import bootfile
from cribboard.config import Config
from cribboard.devices.strip import driver_for, spi_bufsiz, too_long, transfer_bytes
from cribboard.pins import PWM, SHUTDOWN, SPI_COMPANIONS, SPI_DATA, owners

from .boot import boot_config
from .finding import Finding, not_checkable, ok, problem
from .machine import Machine

OVERLAYS = {
    "w1-gpio": ("gpiopin", 4),
    "gpio-ir": ("gpio_pin", 18),
    "gpio-fan": ("gpiopin", 12),
    "gpio-shutdown": ("gpio_pin", SHUTDOWN),
    "gpio-poweroff": ("gpiopin", 26),
}
"""Overlays that take one GPIO: the parameter that says which, and the one if it doesn't (the kernel's overlays/README)."""

BUSES = {
    "dtparam=i2c_arm=on": (2, 3),
    "dtparam=i2c=on": (2, 3),
    "dtparam=spi=on": (SPI_DATA, *SPI_COMPANIONS),
    "dtparam=i2s=on": (18, 19, 20, 21),
    "enable_uart=1": (14, 15),
    "dtparam=uart0=on": (14, 15),
}
"""Settings that take the GPIOs of a bus."""


def driver(machine: Machine, config: Config) -> Iterator[Finding]:
    """What drives the strip, and whether it carries so many pixels at once."""
    strip = config.strip
    name = driver_for(strip, machine.model, machine.module)
    yield ok("strip driver", f"{name} on GPIO {strip.pin}")
    if not config.wiring.uses_spi(machine.model):
        return
    pixels, room = strip.lead_pixels + strip.pixels, spi_bufsiz(machine.root)
    for why in too_long(name, pixels, room):
        yield problem("strip length", why, "add spidev.bufsiz=32768 to cmdline.txt, then reboot")
        return
    yield ok("strip length", f"{transfer_bytes(name, pixels)} bytes a frame, of {room}")


def overlays(machine: Machine, config: Config) -> Iterator[Finding]:
    """GPIOs that config.txt gives to something else than the settings do."""
    model, text = machine.model, boot_config(machine)
    if model is None or text is None:
        yield not_checkable("overlays", "there is no config.txt")
        return
    ours = owners(config.wiring, model)
    clashes = [
        (line, gpio, ", ".join(owner.key for owner in ours[gpio]))
        for line in bootfile.lines_for(text, model)
        for gpio in _taken(line)
        if gpio in ours and not _is_meant(line, ours[gpio][0].role)
    ]
    for line, gpio, who in clashes:
        yield problem(
            "overlays",
            f"{line} takes GPIO {gpio} from {who}",
            f"take {line} out of config.txt and reboot, or use another GPIO for {who}",
        )
    if not clashes:
        yield ok("overlays", "take none of our pins")


def jack(machine: Machine, config: Config) -> Iterator[Finding]:
    """The jack's sound and a strip by PWM use the same hardware."""
    if config.strip.pin not in PWM or config.wiring.driver_on(machine.model) != "rpi_ws281x":
        return
    if "snd_bcm2835" in (machine.text("proc/modules") or ""):
        yield problem(
            "sound and strip",
            f"snd_bcm2835 is loaded and the strip is on GPIO {config.strip.pin}, both by PWM: light flickers, sound is noise",
            f"wire the strip to GPIO {SPI_DATA}, or write dtparam=audio=off into config.txt",
        )


def _taken(line: str) -> tuple[int, ...]:
    """The GPIOs that a line of config.txt takes.

    >>> _taken("dtoverlay=w1-gpio"), _taken("dtoverlay=w1-gpio,gpiopin=17"), _taken("arm_64bit=1")
    ((4,), (17,), ())
    """
    name, *parameters = line.removeprefix("dtoverlay=").split(",")
    if name not in OVERLAYS:
        return BUSES.get(line, ())
    key, gpio = OVERLAYS[name]
    named = dict(parameter.partition("=")[::2] for parameter in parameters)
    given = named.get(key, "")
    return (int(given) if given.isdigit() else gpio,)


def _is_meant(line: str, role: str) -> bool:
    """Whether the line serves the very thing that the settings have on this pin."""
    served = {
        "dtparam=spi=on": ("SPI", "strip data"),
        "dtparam=i2s=on": ("I2S",),
        "enable_uart=1": ("UART",),
        "dtparam=uart0=on": ("UART",),
    }
    if line.startswith("dtoverlay=gpio-shutdown"):
        return role == "shutdown button"
    return role.startswith(served.get(line, ("nothing",)))
