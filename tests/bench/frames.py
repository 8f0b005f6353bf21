"""One frame: from the state to the bytes for the wire, over whole self-played games and all that moves in them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from statistics import median
from time import perf_counter

from cribboard.acts import acts
from cribboard.board.lights import Lights
from cribboard.board.power import limit
from cribboard.board.track import Track
from cribboard.board.view import View
from cribboard.devices.simulated import simulated_strip
from cribboard.replay import Replay
from cribboard.rules import Event, Notice, Options, Scan
from cribboard.script import Script, Wait
from cribboard.selfplay import SelfPlay
from cribboard.watchers import FRAME, Letter

from .figures import Figure, p99


class Letters(list[Letter]):
    """All that the lights would be told."""

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        self.append((view, events, now))


def measure(rng: Random) -> Iterator[Figure]:
    """Whole frames, and where their time goes."""
    lights, (strip, _) = Lights(Track.load("classic")), simulated_strip("GRB", 138)
    times = []
    for now in _moments(lights, game(rng, rng.choice(list(Scan)))):
        begun = perf_counter()
        frame = lights.frame(now)
        painted = perf_counter()
        frame = limit(frame, 1500)
        limited = perf_counter()
        strip.show(frame)
        sent = perf_counter()
        times.append((sent - begun, painted - begun, limited - painted, sent - limited))
    whole, *parts = ([seconds * 1e3 for seconds in part] for part in zip(*times, strict=True))
    yield Figure("state to bytes, 138 pixels, median", median(whole), "ms", "< 0.3")
    yield Figure("state to bytes, p99", p99(whole), "ms")
    for what, part in zip(("Lights.frame", "power limit", "Strip.show"), parts, strict=True):
        yield Figure(f"  of it {what}, median", median(part), "ms")


def game(rng: Random, scan: Scan) -> Letters:
    """A self-played game, button by button and card by card."""
    letters, players = Letters(), SelfPlay(rng)
    replay = Replay(Script(Options(scan=scan), ()), [letters])
    while not (state := replay.table.view.state).is_over:
        for line in acts(players.act(state), state.options):
            replay.do(line)
        replay.do(Wait(rng.uniform(0, 2)))
    return letters


def _moments(lights: Lights, letters: Letters) -> Iterator[float]:
    """When the lights' worker would draw."""
    for letter, (_, _, until) in pairwise(letters):
        lights.watch(*letter)
        now: float | None = letter[2]
        while now is not None and now < until:
            yield now
            change = lights.next_change(now)
            now = None if change is None else max(change, now + FRAME)
