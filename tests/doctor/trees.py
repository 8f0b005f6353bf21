"""Raspberry Pis from tests/data/pi: a tree of files, and what commands print there."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from cribboard.config import Config, ConfigError, load
from cribboard.doctor import Finding, Machine, examine, settings
from cribboard.doctor.finding import not_checkable

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests/data/pi"
MODULES = {
    "lgpio": "lgpio",
    "gpiod": "gpiod",
    "rpi_ws281x": "rpi_ws281x",
    "neopixel_spi": "adafruit-circuitpython-neopixel-spi",
}
"""The packages that these modules come from."""


@cache
def requirements() -> list[str]:
    """What pyproject.toml says that cribboard needs, in the form in which an installed package says it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    for_a_pi = [
        f"{package}; extra == '{extra}'{f' and {marker}' if marker else ''}"
        for extra in ("pi", "pi5", "pi-spi")
        for package, _, marker in (needed.partition(";") for needed in extras[extra])
    ]
    return [*project["dependencies"], *for_a_pi]


def ordinary() -> dict[str, str]:
    """The packages that cribboard needs everywhere, each in the oldest version that will do."""
    needs = [needed for needed in map(Requirement, requirements()) if not needed.marker]
    return {
        needed.name: next(
            part.version for part in needed.specifier if part.operator in (">=", "==")
        )
        for needed in needs
    }


@dataclass(frozen=True)
class Tree:
    """A Raspberry Pi, good or broken; `settings` is the text of its settings file."""

    files: dict[str, str]
    commands: dict[str, str]
    packages: dict[str, str]
    settings: str = ""
    environment: dict[str, str] | None = None
    folder: str = ""
    sync: float = 0.002
    python: str = "3.13.5"
    heard: str | None = "!123456789*29B1\n"

    @classmethod
    def load(cls, name: str) -> Tree:
        data = tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))
        if "like" in data:
            return cls.load(data.pop("like")).patched(data)
        return cls(data["files"], data["commands"], {**ordinary(), **data["packages"]})

    def patched(self, patch: dict[str, Any]) -> Tree:
        """Other files, commands, packages and settings over these, and without what `without` names."""
        without = patch.get("without", ())
        changed = {
            part: {
                key: text
                for key, text in {**getattr(self, part), **patch.get(part, {})}.items()
                if key not in without
            }
            for part in ("files", "commands", "packages")
        }
        rest = {
            key: patch[key]
            for key in ("settings", "environment", "folder", "sync", "python", "heard")
            if key in patch
        }
        return replace(self, **changed, **rest)

    def machine(self, at: Path) -> Machine:
        """The machine, whose files are written below `at`."""
        for path, text in self.files.items():
            file = at / path
            file.parent.mkdir(parents=True, exist_ok=True)
            if text.startswith("-> "):
                file.symlink_to(text.removeprefix("-> "))
            else:
                file.write_text(text, "utf-8")
        ticks = count()
        return Machine(
            at,
            self.commands.get,
            {canonicalize_name(name): version for name, version in self.packages.items()}.get,
            module=lambda name: MODULES.get(name, name) in self.packages,
            requires=requirements(),
            python=self.python,
            environment=self.environment or {},
            folder=at / self.folder,
            listen=lambda *_: None if self.heard is None else self.heard.encode(),
            clock=lambda: next(ticks) * self.sync,
        )

    def found(self, at: Path) -> list[tuple[str, Finding]]:
        """All that doctor finds there."""
        machine = self.machine(at)
        config, error = self._config(at, machine)
        return [*settings(error), *examine(machine, config)]

    def _config(self, at: Path, machine: Machine) -> tuple[Config, ConfigError | None]:
        file, nothing = at / "settings.toml", at / "nothing.toml"
        file.write_text(
            'board.journal = "/var/lib/cribboard/journal.db"\n' + self.settings, "utf-8"
        )
        nothing.write_text("", "utf-8")
        try:
            return load(file, machine.model), None
        except ConfigError as error:
            return load(nothing, machine.model), error


GOOD = ("zero2-good", "pi3-good", "pi4-good", "pi5-good")


def not_ok(found: list[tuple[str, Finding]]) -> list[Finding]:
    """What isn't ok, but for what only root can see."""
    only_root = not_checkable("port to ourselves", "root alone sees who: sudo cribboard doctor")
    return [finding for _, finding in found if finding.state != "ok" and finding != only_root]
