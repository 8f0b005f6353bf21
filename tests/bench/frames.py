"""One frame: from the state to the bytes for the wire, over whole self-played games and all that moves in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from random import Random
from statistics import median
from time import perf_counter

from cribboard.acts import acts
from cribboard.animations import ANIMATIONS, IDLE, Animation
from cribboard.board.flashes import Steady
from cribboard.board.lights import Lights
from cribboard.board.power import dim, limit
from cribboard.board.track import Track
from cribboard.board.view import View
from cribboard.devices.simulated import simulated_strip
from cribboard.replay import Replay
from cribboard.rules import Event, Notice, Options, Scan
from cribboard.script import Script, Wait
from cribboard.selfplay import SelfPlay
from cribboard.watchers import FRAME, Letter

from .figures import Figure, p99

Times = tuple[float, ...]
PARTS = "Lights.frame", "no flashes", "power limit", "Strip.show"


class Letters(list[Letter]):
    """All that the lights would be told."""

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        self.append((view, events, now))


def measure(rng: Random) -> Iterator[Figure]:
    """Whole frames of a game, and where their time goes; then those of every animation, and of the one that costs most."""
    lights = Lights(Track.load("classic"))
    letters = _game(rng, rng.choice(list(Scan)))
    whole, *parts = _columns(_times(lights, letters))
    yield Figure("state to bytes, 138 pixels, median", median(whole), "ms", "< 0.3")
    yield Figure("state to bytes, p99", p99(whole), "ms")
    for what, part in zip(PARTS, parts, strict=True):
        yield Figure(f"  of it {what}, median", median(part), "ms")
    animated = {animation.name: _columns(_animated(animation))[0] for animation in ANIMATIONS}
    every = [time for times in animated.values() for time in times]
    dearest = max(map(median, animated.values()))
    yield Figure("a frame of an animation, median", median(every), "ms", "< 0.3")
    yield Figure("of the dearest animation, median", dearest, "ms", "< 0.3")
    yield Figure("a frame of an animation, p99", p99(every), "ms")


def _animated(animation: Animation) -> Iterator[Times]:
    """The frames from the act on; where nobody acts, those of the sweep."""
    lights, letters = animation.lights(), animation.letters()
    view, _, last = letters[-1]
    end = last + animation.seconds + (IDLE if animation.idle else 0.0)
    return _times(lights, [*letters, (view, (), end)])


def _times(lights: Lights, letters: Sequence[Letter]) -> Iterator[Times]:
    """The seconds that each frame of these takes: all of it, and its parts."""
    strip, _ = simulated_strip("GRB", 138)
    steady = Steady()
    for now in _moments(lights, letters):
        begun = perf_counter()
        frame = lights.frame(now)
        painted = perf_counter()
        frame = steady.let(frame, now)
        steadied = perf_counter()
        frame = limit(dim(frame, 1.0), 1500)
        limited = perf_counter()
        strip.show(frame)
        sent = perf_counter()
        yield sent - begun, painted - begun, steadied - painted, limited - steadied, sent - limited


def _columns(times: Iterable[Times]) -> list[list[float]]:
    """In milliseconds, part by part."""
    return [[seconds * 1e3 for seconds in part] for part in zip(*times, strict=True)]


def _game(rng: Random, scan: Scan) -> Letters:
    """A self-played game, button by button and card by card."""
    letters, players = Letters(), SelfPlay(rng)
    replay = Replay(Script(Options(scan=scan), ()), [letters])
    while not (state := replay.table.view.state).is_over:
        for line in acts(players.act(state), state.options):
            replay.do(line)
        replay.do(Wait(rng.uniform(0, 2)))
    return letters


def _moments(lights: Lights, letters: Sequence[Letter]) -> Iterator[float]:
    """When the lights' worker would draw."""
    for letter, (_, _, until) in pairwise(letters):
        lights.watch(*letter)
        now: float | None = letter[2]
        while now is not None and now < until:
            yield now
            change = lights.next_change(now)
            now = None if change is None else max(change, now + FRAME)
