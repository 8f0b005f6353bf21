"""One frame: from the state to the bytes for the wire, over whole self-played games and all that moves in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from random import Random
from statistics import median
from time import perf_counter

from cribboard.board.lights import Lights
from cribboard.board.power import limit
from cribboard.board.track import Track
from cribboard.board.view import View
from cribboard.config import load
from cribboard.demo import acts
from cribboard.devices.simulated import simulated_strip
from cribboard.replay import Replay
from cribboard.rules import Event, Notice, Options, Scan
from cribboard.script import Script, Wait
from cribboard.selfplay import SelfPlay
from cribboard.watchers import FRAME, Letter

from .figures import Budget, Figure, p99
from .live import CONFIG


class Letters:
    """A watcher that keeps what the lights would be told."""

    def __init__(self) -> None:
        self.kept: list[Letter] = []

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        self.kept.append((view, events, now))


def game(rng: Random, scan: Scan) -> Sequence[Letter]:
    """All that is seen of a self-played game, button by button and card by card."""
    letters, players = Letters(), SelfPlay(rng)
    replay = Replay(Script(Options(scan=scan), ()), [letters])
    while not (state := replay.table.view.state).is_over:
        for line in acts(players.act(state), state.options):
            replay.do(line)
        replay.do(Wait(rng.uniform(0.1, 2.0)))
    replay.do(Wait(10.0))
    return letters.kept


def measure(rng: Random) -> Iterator[Figure]:
    """Whole frames, and where their time goes."""
    config = load(CONFIG)
    strip, _ = simulated_strip(config.strip.order, config.strip.pixels)
    paint, dim, send = [], [], []
    for scan in (Scan.ALL, Scan.NONE):
        lights = Lights(Track.load("classic"))
        for now in _moments(lights, game(rng, scan)):
            begun = perf_counter()
            frame = lights.frame(now)
            painted = perf_counter()
            frame = limit(frame, config.strip.limit_ma)
            dimmed = perf_counter()
            strip.show(frame)
            paint.append(painted - begun)
            dim.append(dimmed - painted)
            send.append(perf_counter() - dimmed)
    whole = [sum(parts) * 1e3 for parts in zip(paint, dim, send, strict=True)]
    yield Figure("state to bytes, 138 pixels, median", median(whole), "ms", Budget("<", 0.3))
    yield Figure("  p99", p99(whole), "ms")
    for what, part in (("Lights.frame", paint), ("power limit", dim), ("Strip.show", send)):
        yield Figure(f"  of it {what}", median(part) * 1e3, "ms")


def _moments(lights: Lights, letters: Iterable[Letter]) -> Iterator[float]:
    """When the lights' worker would draw."""
    for letter, (_, _, until) in pairwise(letters):
        lights.watch(*letter)
        now: float | None = letter[2]
        while now is not None and now < until:
            yield now
            change = lights.next_change(now)
            now = None if change is None else max(change, now + FRAME)
