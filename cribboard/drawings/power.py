"""The power budget: what the strip, the computer and the rest draw, the fuse that guards them, and the wires that carry it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from cribboard.board.lights import Lights
from cribboard.board.power import dim, limit, milliamps
from cribboard.config import Config
from cribboard.draw import SETTLED, showpiece
from cribboard.pins import MODELS

from .checks import Unbuildable
from .layout import Layout
from .readers import attached
from .stamp import stamp

DATASHEET = 60.0
"""What a white pixel may draw by its data sheet, in mA."""

FUSES = (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.5, 10.0)
FUSE_FACTOR = 2.0
"""The fuse carries twice what the limiter lets through, so that it never ages, and blows long before what a stuck strip draws."""

ALLOWED_DROP = 0.15
"""What a wire may lose there and back, in V."""


class Gauge(NamedTuple):
    """A copper wire: AWG, its area in mm2, ohms a metre, and the amps that it carries in a closed box."""

    awg: int
    area: float
    ohms: float
    amps: float


GAUGES = (
    Gauge(24, 0.20, 0.0842, 1.5),
    Gauge(22, 0.33, 0.0530, 2.5),
    Gauge(20, 0.52, 0.0333, 3.5),
    Gauge(18, 0.82, 0.0210, 6.0),
    Gauge(16, 1.31, 0.0132, 10.0),
    Gauge(14, 2.08, 0.0083, 15.0),
)
"""From the thinnest up."""


class Load(NamedTuple):
    """What draws from the supply, in mA: doing nothing, in a game, and at worst."""

    name: str
    idle: float
    typical: float
    worst: float


@dataclass(frozen=True)
class Budget:
    """The loads, the strip's worst without a limiter, the fuse in A, and the wires to and behind it."""

    loads: tuple[Load, ...]
    ceiling: float
    unlimited: float
    datasheet: float
    supply: float
    fuse: float
    trunk: Gauge
    feed: Gauge
    longest_feed: float

    @property
    def total(self) -> Load:
        """All loads together."""
        return Load(
            "together",
            *(sum(values) for values in zip(*(load[1:] for load in self.loads), strict=True)),
        )


def budget(layout: Layout, config: Config) -> Budget:
    """The budget of this board with these settings. Raises Unbuildable where the supply isn't enough."""
    pixels = config.strip.pixels + config.strip.lead_pixels
    dark, white = bytes(3 * pixels), bytes([255]) * (3 * pixels)
    ceiling = milliamps(limit(white, config.strip.limit_ma))
    played = milliamps(_played(layout, config)) + pixels - len(layout.track.holes)
    model = MODELS[layout.build.model]
    loads = [
        Load(f"strip, {pixels} pixels", milliamps(dark), played, ceiling),
        Load(model.name, model.own_ma * 0.4, model.own_ma * 0.6, model.own_ma),
    ]
    if config.voice.output.startswith("i2s"):
        loads.append(Load("amplifier and speaker", 5, 100, 650))
    if scanner := attached(config):
        loads.append(Load(str(scanner), *scanner.draws))
    supply, worst = config.strip.supply_ma, sum(load.worst for load in loads)
    fuse = next((fuse for fuse in FUSES if fuse * 1000 >= FUSE_FACTOR * ceiling), None)
    reasons = []
    if worst > supply:
        reasons.append(
            f"strip.supply_ma = {supply:g}: all together draw up to {worst:.0f} mA; lower strip.limit_ma"
            f" ({config.strip.limit_ma:g}), or take a supply of {worst:.0f} mA or more"
        )
    limited = f"strip.limit_ma = {config.strip.limit_ma:g}"
    if fuse is None:
        most = FUSES[-1] * 1000 / FUSE_FACTOR
        reasons.append(f"{limited}: takes up to {most:g}, for a fuse of {FUSES[-1]:g} A")
    elif fuse * 1000 > supply:
        reasons.append(
            f"{limited}: takes a fuse of {fuse:g} A, which a supply of {supply:g} mA doesn't blow;"
            " lower it, or take a bigger supply"
        )
    longest = max(feed_lengths(layout))
    trunk = _gauge(supply / 1000, 0.3)
    feed = _gauge(fuse or 0, longest / 1000)
    if trunk is None or feed is None:
        reasons.append(
            f"strip.supply_ma = {supply:g}: no wire up to AWG {GAUGES[-1].awg} carries it"
        )
    if reasons or fuse is None or trunk is None or feed is None:
        raise Unbuildable(reasons)
    full = milliamps(white)
    return Budget(
        tuple(loads), ceiling, full, DATASHEET * pixels, supply, fuse, trunk, feed, longest
    )


def feed_lengths(layout: Layout) -> list[float]:
    """How long the wires from the fuse to each piece of strip are, in mm: along the edges, up through the deck."""
    supply = next(placed for placed in layout.in_bay if placed.part.name == "supply")
    return [
        abs(supply.x - run.ends[0]) + abs(supply.y - run.y) + layout.build.bay + 40
        for run in layout.runs
    ]


def _gauge(amps: float, metres: float) -> Gauge | None:
    """The thinnest wire that carries so much so far and loses little, there and back."""
    fitting = (
        gauge
        for gauge in GAUGES
        if gauge.amps >= amps and 2 * metres * gauge.ohms * amps <= ALLOWED_DROP
    )
    return next(fitting, None)


def _played(layout: Layout, config: Config) -> bytes:
    """A frame in the middle of a game, limited."""
    lights = Lights(layout.track)
    lights.watch(showpiece(config.options), (), 0.0)
    return limit(dim(lights.frame(SETTLED), config.strip.brightness), config.strip.limit_ma)


def budget_table(layout: Layout, config: Config) -> str:
    """The budget as Markdown."""
    found = budget(layout, config)
    rows = [
        f"| {load.name} | {load.idle:.0f} | {load.typical:.0f} | {load.worst:.0f} |"
        for load in (*found.loads, found.total)
    ]
    total = found.total
    drop = 2 * found.longest_feed / 1000 * found.feed.ohms * found.ceiling / 1000
    return "\n".join(
        [
            "# Power budget",
            "",
            "In mA at 5 V.",
            "",
            "| what | idle | in a game | at worst |",
            "|---|---|---|---|",
            *rows,
            f"| supply (`strip.supply_ma`) | | | {found.supply:g} |",
            f"| left over | {found.supply - total.idle:.0f} | {found.supply - total.typical:.0f} | {found.supply - total.worst:.0f} |",
            "",
            f"- **Limiter** (`strip.limit_ma = {config.strip.limit_ma:g}`): the strip never draws more than {found.ceiling:.0f} mA. All white without it: {found.unlimited:.0f} mA as measured on WS2812B,",
            f"  {found.datasheet:.0f} mA by the data sheet. It is software: a strip whose data line has gone wrong doesn't obey it, and that is what the fuse is for.",
            f"- **Fuse**: {found.fuse:g} A, slow, between the supply and the strip, as near to the supply as can be.",
            f"- **Wire from the supply** to the terminal block: AWG {found.trunk.awg} ({found.trunk.area:g} mm2) or thicker.",
            f"- **Wire from the fuse to each of the {len(layout.runs)} strips**, 5 V and ground: AWG {found.feed.awg} ({found.feed.area:g} mm2) or thicker; each carries what the fuse lets through.",
            f"  The longest is {found.longest_feed:.0f} mm; if all light were at its end it would lose {drop:.2f} V.",
            f"- **Capacitor**: 1000 uF, 6.3 V or more, across 5 V and ground where they enter strip {layout.runs[0].number}.",
            "",
            f"{stamp(layout)}",
            "",
        ]
    )
