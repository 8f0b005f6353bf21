"""What is on the header: who else holds a pin, and what the strip's driver can carry."""

from __future__ import annotations

from collections.abc import Iterator

from cribboard import bootfile
from cribboard.config import Config
from cribboard.devices.strip import driver_for, length_problems, spi_bufsiz, transfer_bytes
from cribboard.pins import PWM, SPI_DATA, owners

from .boot import boot_config
from .finding import Finding, not_checkable, ok, problem
from .machine import Machine


def driver(machine: Machine, config: Config) -> Iterator[Finding]:
    """What drives the strip, and whether it carries so many pixels at once."""
    strip = config.strip
    name = driver_for(strip, machine.model, machine.module)
    yield ok("strip driver", f"{name} on GPIO {strip.pin}")
    if not config.wiring.uses_spi(machine.model):
        return
    pixels, room = strip.lead_pixels + strip.pixels, spi_bufsiz(machine.root)
    for why in length_problems(strip, machine.model, room, machine.module):
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
    clashes: dict[tuple[str, str], list[str]] = {}
    for line in bootfile.lines_for(text, model):
        for gpio in bootfile.gpios(line):
            if gpio in ours and not _is_meant(line, ours[gpio][0].role):
                who = ", ".join(owner.key for owner in ours[gpio])
                clashes.setdefault((line, who), []).append(str(gpio))
    for (line, who), taken in clashes.items():
        elsewhere = f", or use another GPIO for {who}" if who.startswith("buttons.") else ""
        yield problem(
            "overlays",
            f"{line} takes GPIO {', '.join(taken)} from {who}",
            f"take {line} out of config.txt and reboot{elsewhere}",
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


def _is_meant(line: str, role: str) -> bool:
    """Whether the line serves the very thing that the settings have on this pin."""
    served = {
        "dtparam=spi=on": ("SPI", "strip data"),
        "dtparam=i2s=on": ("I2S",),
        "enable_uart=1": ("UART",),
        "dtparam=uart0=on": ("UART",),
        "dtoverlay=gpio-shutdown": ("shutdown button",),
        "dtoverlay=max98357a": ("I2S", "amplifier SD"),
    }
    return role.startswith(served.get(line.partition(",")[0], ("nothing",)))
