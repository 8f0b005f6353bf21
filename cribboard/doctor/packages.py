"""Python, and the packages that the board needs on this model."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata

from packaging.requirements import Requirement

from cribboard.config import Config

from .finding import Finding, ok, problem
from .machine import Machine

APT = {
    "lgpio": "python3-lgpio",
    "rpi_ws281x": "gcc python3-dev",
    "Adafruit-Blinka-Raspberry-Pi5-Neopixel": "g++ python3-dev",
}
"""What may have to be installed by apt first."""


def python(machine: Machine, _: Config) -> Iterator[Finding]:
    """The Python that runs this; pip sees to it that it is new enough."""
    yield ok("python", machine.python)


def packages(machine: Machine, config: Config) -> Iterator[Finding]:
    """Each package that cribboard asks for on this model: there, and of the right version."""
    extra = _extra(machine, config)
    for needed in required(extra):
        version = machine.version(needed.name)
        add = f"pip install 'cribboard{f'[{extra}]' if extra else ''}'"
        if needed.name in APT:
            add = f"sudo apt install {APT[needed.name]}; then {add}"
        if version is None:
            yield problem(needed.name, f"isn't installed{_no_substitute(needed.name, machine)}", add)
        elif version and not needed.specifier.contains(version, prereleases=True):
            yield problem(needed.name, f"{version}; takes {needed.specifier}", f"{add} --upgrade")
        else:
            yield ok(needed.name, version or "of the system")


def pin_factory(machine: Machine, _: Config) -> Iterator[Finding]:
    """What gpiozero is told to use for the pins."""
    name = machine.environment.get("GPIOZERO_PIN_FACTORY", "")
    if name not in ("", "lgpio"):
        yield problem(
            "pin factory",
            f"GPIOZERO_PIN_FACTORY={name}: sees no edges on today's kernels ('Failed to add edge detection')",
            "unset GPIOZERO_PIN_FACTORY, or set it to lgpio",
        )
    else:
        yield ok("pin factory", "lgpio")


def required(extra: str = "") -> list[Requirement]:
    """What the package itself says that it needs, with this extra or without."""
    stated = map(Requirement, metadata.requires("cribboard") or ())
    return [
        needed
        for needed in stated
        if needed.marker is None or (extra and needed.marker.evaluate({"extra": extra}))
    ]


def _extra(machine: Machine, config: Config) -> str:
    """The extra of pyproject.toml that this model needs."""
    if machine.model is None:
        return ""
    return "pi5" if config.wiring.driver_on(machine.model) == "pio" else "pi"


def _no_substitute(package: str, machine: Machine) -> str:
    if package == "lgpio" and machine.version("RPi.GPIO") is not None:
        return "; RPi.GPIO, which is, sees no edges since kernel 6.6 ('Failed to add edge detection')"
    return ""
