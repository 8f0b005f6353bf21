"""The card readers that the settings name, as they are wired: to a Pico with the board's firmware, or to the Pi itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from cribboard.config import Config
from cribboard.places import STARTER
from cribboard.rules import Scan
from cribboard.signals import LETTERS

PICO_LINK, PICO_READER = {"TX": 0, "RX": 1}, {"TX": 4, "RX": 5}
"""The GP numbers of the Pico's line to the Pi and of that to the reader, as its firmware has them."""

PICO_SELECT = {"A": 10, "B": 11}
"""The GP numbers that set the switch, where more readers share the line than the Pico has UARTs for."""

PICO_LEGS = {
    0: 1, 1: 2, 4: 6, 5: 7, 10: 14, 11: 15, "VSYS": 39, "GND": 38, "3V3": 36,
}  # fmt: skip
"""The legs of a Pico that are used."""

SWITCH = {"INH": 6, "VEE": 7, "GND": 8, "B": 9, "A": 10, "X": 13, "VCC": 16, "Y": 3}
"""The legs of a 74HC4052, the switch; X and Y are led to one of the four pairs beneath."""

SWITCH_X, SWITCH_Y = (12, 14, 15, 11), (1, 5, 2, 4)
"""Its legs X0 to X3, to which the readers listen, and Y0 to Y3, on which they speak."""

FED_BY_PICO = 2
"""Readers that a Pico's 3V3 can feed."""


class Draws(NamedTuple):
    """What something draws in mA: doing nothing, in a game, and at worst."""

    idle: float
    typical: float
    worst: float


class Engine(NamedTuple):
    """A reader that speaks to the Pi itself: its name, its names in bom.toml with those of what it reads, what it draws."""

    name: str
    item: str
    codes: str
    draws: Draws


ENGINES = {
    "rdm6300": Engine("RDM6300", "reader-rdm6300", "tags", Draws(40, 50, 60)),
    "id12la": Engine("ID-12LA", "reader-id12la", "tags", Draws(30, 35, 45)),
    "text": Engine("barcode engine", "reader-barcode", "labels", Draws(30, 120, 300)),
}
"""By the profile in the settings. All run on 5 V and speak at up to 5 V."""

PICO_DRAWS, PN532_DRAWS = Draws(30, 40, 50), Draws(30, 60, 150)


@dataclass(frozen=True)
class Attached:
    """What reads this table's cards: an engine, or else so many readers at a Pico, each with its name."""

    by_uart: bool
    engine: Engine | None = None
    readers: tuple[str, ...] = ()

    @property
    def switched(self) -> bool:
        """Whether the readers share one UART: the Pico has two, and the board may be at one of them."""
        return len(self.readers) > (1 if self.by_uart else 2)

    @property
    def regulated(self) -> bool:
        """Whether they need a regulator of their own."""
        return len(self.readers) > FED_BY_PICO

    @property
    def divided(self) -> bool:
        """Whether 5 V would come to a pin of the Pi."""
        return self.engine is not None and self.by_uart

    @property
    def draws(self) -> Draws:
        """What all of it draws."""
        if self.engine:
            return self.engine.draws
        each = [PICO_DRAWS, *[PN532_DRAWS] * len(self.readers)]
        return Draws(*(sum(values) for values in zip(*each, strict=True)))

    def net(self, way: str, number: int) -> str:
        """The net of a reader's own line, by its number from 0: what it hears is TX, as seen from the Pico.

        >>> Attached(True, readers=("PN532",)).net("TX", 0), Attached(True, readers=("one", "other")).net("TX", 1)
        ('READER TX', 'READER 1 TX')
        """
        return f"READER {way}" if len(self.readers) == 1 else f"READER {number} {way}"

    def __str__(self) -> str:
        if self.engine:
            return self.engine.name
        count = len(self.readers)
        return "Pico and reader" if count == 1 else f"Pico and {count} readers"


def attached(config: Config) -> Attached | None:
    """What these settings read cards with; None where no card is read."""
    if config.options.scan is Scan.NONE:
        return None
    by_uart = config.wiring.uses_uart
    if engine := ENGINES.get(config.scanner.profile):
        return Attached(by_uart, engine)
    places = config.scanner.antennas
    if len(places) < 2:
        return Attached(by_uart, readers=("PN532",))
    names = (f"the {STARTER}" if seat is None else LETTERS[seat] for seat in places)
    return Attached(by_uart, readers=tuple(f"PN532 of {name}" for name in names))


def leg(name: int | str) -> str:
    """A leg of the Pico for who counts them.

    >>> leg(0), leg("VSYS")
    ('Pico leg 1 (GP0)', 'Pico leg 39 (VSYS)')
    """
    return f"Pico leg {PICO_LEGS[name]} ({f'GP{name}' if isinstance(name, int) else name})"


def switch_leg(name: str) -> str:
    """A leg of the switch for who counts them.

    >>> switch_leg("A"), switch_leg("X1")
    ('74HC4052 leg 10 (A)', '74HC4052 leg 14 (X1)')
    """
    pairs = {f"{row}{n}": at for row, all_ in (("X", SWITCH_X), ("Y", SWITCH_Y)) for n, at in enumerate(all_)}  # fmt: skip
    return f"74HC4052 leg {(SWITCH | pairs)[name]} ({name})"
