"""One frame: from the state to the bytes for the wire, over whole self-played games, and over every animation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import inf
from random import Random
from statistics import median
from time import perf_counter

from cribboard.acts import acts
from cribboard.animations import ANIMATIONS, IDLE
from cribboard.board.flashes import Steady
from cribboard.board.lights import Lights
from cribboard.board.power import Supply
from cribboard.board.track import Track
from cribboard.board.view import View
from cribboard.devices.simulated import simulated_strip
from cribboard.replay import Replay
from cribboard.rules import Event, Notice, Options, Scan
from cribboard.script import Script, Wait
from cribboard.selfplay import SelfPlay
from cribboard.watchers import FRAME, Letter

from .figures import Figure, p99

STEPS = "Lights.frame", "no flashes", "power limit", "Strip.show"


class Letters(list[Letter]):
    """All that the lights would be told."""

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        self.append((view, events, now))


def measure(rng: Random) -> Iterator[Figure]:
    """Whole frames, and where their time goes."""
    lights, letters = Lights(Track.load("classic")), game(rng, rng.choice(list(Scan)))
    whole, *parts = _times(lights, _moments(lights, letters))
    yield Figure("state to bytes, 138 pixels, median", median(whole), "ms", "< 0.3")
    yield Figure("state to bytes, p99", p99(whole), "ms")
    for what, part in zip(STEPS, parts, strict=True):
        yield Figure(f"  of it {what}, median", median(part), "ms")
    medians = {}
    for animation in ANIMATIONS:
        lights, letters = animation.lights(), Letters(animation.letters())
        begins = IDLE if animation.idle else 0.0
        end = letters[-1][0], (), begins + animation.seconds
        whole, *_ = _times(lights, _moments(lights, Letters([*letters, end]), begins))
        medians[animation.name] = median(whole)
    yield Figure("the dearest animation's frame, median", max(medians.values()), "ms", "< 0.3")


def _times(lights: Lights, moments: Iterable[float]) -> tuple[list[float], ...]:
    """Milliseconds for each frame, and of it for each step."""
    strip, _ = simulated_strip("GRB", 138)
    supply, steady = Supply(1500), Steady(1500)
    times = []
    for now in moments:
        begun = perf_counter()
        frame = lights.frame(now)
        painted = perf_counter()
        frame = supply.let(frame, now)
        limited = perf_counter()
        frame = steady.let(frame, now)
        steadied = perf_counter()
        strip.show(frame)
        marks = begun, painted, limited, steadied, perf_counter()
        times.append((marks[-1] - begun, *(after - before for before, after in pairwise(marks))))
    return tuple([seconds * 1e3 for seconds in step] for step in zip(*times, strict=True))


def game(rng: Random, scan: Scan) -> Letters:
    """A self-played game, button by button and card by card."""
    letters, players = Letters(), SelfPlay(rng)
    replay = Replay(Script(Options(scan=scan), ()), [letters])
    while not (state := replay.table.view.state).is_over:
        for line in acts(players.act(state), state.options):
            replay.do(line)
        replay.do(Wait(rng.uniform(0, 2)))
    return letters


def _moments(lights: Lights, letters: Letters, begins: float = -inf) -> Iterator[float]:
    """When the lights' worker would draw, from the moment on that it `begins`."""
    for letter, (_, _, until) in pairwise(letters):
        lights.watch(*letter)
        now: float | None = max(letter[2], begins)
        while now is not None and now < until:
            yield now
            change = lights.next_change(now)
            now = None if change is None else max(change, now + FRAME)
