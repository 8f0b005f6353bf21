"""Python, and the packages that the board needs on this model."""

from __future__ import annotations

from collections.abc import Iterator

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from cribboard.config import Config
from cribboard.devices.strip import DRIVERS, driver_for
from cribboard.installing import pip_install

from .finding import Finding, ok, problem
from .machine import Machine

MODULES = {
    "lgpio": "lgpio",
    "adafruit-lgpio": "lgpio",
    "gpiod": "gpiod",
    "rpi-ws281x": "rpi_ws281x",
}
"""Modules that the system, or a package of the module's own name, may bring instead of the package that is asked for."""

FIRST = {
    "rpi-ws281x": "sudo apt install gcc python3-dev; then ",
    "adafruit-blinka-raspberry-pi5-neopixel": "sudo apt install g++ python3-dev; then ",
}
"""What has to be installed by apt before."""


def python(machine: Machine, _: Config) -> Iterator[Finding]:
    """The Python that runs this; pip sees to it that it is new enough."""
    yield ok("python", machine.python)


def packages(machine: Machine, config: Config) -> Iterator[Finding]:
    """Each package that cribboard asks for on this model: there, and of the right version."""
    extra = _extra(machine, config)
    for needed in required(machine, extra):
        yield _look_at(needed, machine, extra)


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


def required(machine: Machine, extra: str) -> list[Requirement]:
    """What cribboard says that it needs with this Python, and with this extra besides."""
    here = {"extra": extra, "python_version": ".".join(machine.python.split(".")[:2])}
    needs = []
    for needed in map(Requirement, machine.requires):
        if needed.marker and not needed.marker.evaluate(here):
            continue
        if needed.name != "cribboard":
            needs.append(needed)
        elif extra:
            needs += [more for more in required(machine, *needed.extras) if more.marker]
    return needs


def _look_at(needed: Requirement, machine: Machine, extra: str) -> Finding:
    name = canonicalize_name(needed.name)
    module = MODULES.get(name, "")
    version = machine.version(name) or machine.version(module)
    add = f"{FIRST.get(name, '')}{pip_install(f'cribboard[{extra}]' if extra else 'cribboard')}"
    if version is None and module and machine.module(module):
        return ok(name, "from the system")
    if version is None:
        return problem(name, f"isn't installed{_no_substitute(module, machine)}", add)
    if not needed.specifier.contains(version, prereleases=True):
        return problem(name, f"{version}; takes {needed.specifier}", f"{add} --upgrade")
    return ok(name, version)


def _extra(machine: Machine, config: Config) -> str:
    """The extra of pyproject.toml that this model's strip driver needs."""
    if machine.model is None:
        return ""
    return DRIVERS[driver_for(config.strip, machine.model, machine.module)].extra


def _no_substitute(module: str, machine: Machine) -> str:
    if module == "lgpio" and machine.version("rpi-gpio") is not None:
        return (
            "; RPi.GPIO, which is, sees no edges since kernel 6.6 ('Failed to add edge detection')"
        )
    return ""
