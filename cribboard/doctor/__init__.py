"""What is wrong with this board, and the one thing to do about each.

Every probe is a function of a `Machine` (files below a root, and commands that can be asked) and the settings; it
yields findings and never raises. The interactive walks through the wiring are in `walks`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from cribboard.config import Config, ConfigError

from . import (
    boot,
    clock,
    computer,
    decks,
    gpio,
    packages,
    reader,
    rights,
    sound,
    storage,
    web,
    wiring,
)
from .finding import Finding, not_checkable, ok, problem
from .machine import Machine, this_machine

__all__ = ["SECTIONS", "Finding", "Machine", "Section", "examine", "settings", "this_machine"]

Probe = Callable[[Machine, Config], Iterable[Finding]]


class Section(NamedTuple):
    """Probes of one matter; `on_pi`: they tell nothing elsewhere."""

    title: str
    probes: tuple[Probe, ...]
    on_pi: bool = True


SECTIONS = (
    Section("computer", (computer.model, computer.kernel, computer.system), on_pi=False),
    Section("packages", (packages.python, packages.packages, packages.pin_factory), on_pi=False),
    Section("groups", (rights.groups,)),
    Section("devices", (rights.nodes,)),
    Section("boot", (boot.config_lines, boot.console)),
    Section("pins", (wiring.driver, wiring.overlays, wiring.jack)),
    Section("clock and supply", (clock.core_clock, clock.supply)),
    Section(
        "buttons",
        (gpio.chip, gpio.busy_lines, gpio.stuck_buttons, gpio.debounce, gpio.temporary_folder),
    ),
    Section(
        "scanner",
        (
            reader.port,
            reader.debug_plug,
            reader.stolen_bytes,
            reader.modem_manager,
            reader.firmware,
        ),
    ),
    Section("decks", (decks.decks,), on_pi=False),
    Section("sound", (sound.card, sound.espeak)),
    Section("games", (storage.file_system, storage.games_survive, storage.sync_time), on_pi=False),
    Section("page", (web.page,), on_pi=False),
)
"""In the order in which one thing rests on another."""


def examine(machine: Machine, config: Config) -> Iterator[tuple[str, Finding]]:
    """All that the probes find, each with its section's title."""
    on_a_pi = machine.model is not None
    for section in SECTIONS:
        if section.on_pi and not on_a_pi:
            yield section.title, not_checkable(section.title, "this is no Raspberry Pi")
            continue
        for probe in section.probes:
            for finding in probe(machine, config):
                yield section.title, finding


def settings(error: ConfigError | None, file: Path | None = None) -> Iterator[tuple[str, Finding]]:
    """What reading the settings file told: pins used twice or not fit for their job, and mistakes in it."""
    if error is None:
        yield "settings", ok("settings", f"{file or 'the defaults'}: right for this model")
    for trouble in error.problems if error else ():
        yield (
            "settings",
            problem(
                "settings",
                trouble,
                "mend it; until then the rest is judged by the defaults (cribboard check tells when all is well)",
            ),
        )
