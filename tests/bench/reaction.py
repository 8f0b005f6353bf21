"""From the last byte of a card's line, or a button's edge, until the frame that shows it is on the wire; and stillness."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median

from cribboard.demo import acts
from cribboard.script import Scan
from cribboard.selfplay import SelfPlay

from .figures import Budget, Figure, p99
from .live import Live, Sample
from .processes import switches

SAMPLES = 120
SETTLED = 12.0
IDLE = 3.0


def measure(rng: Random) -> Iterator[Figure]:
    """Cards of a self-played game and taps between them, at any phase of the lights' motion and at rest."""
    with Live() as live:
        cards, taps = _samples(live, rng)
        yield from _figures("card line", cards)
        yield from _figures("button edge", taps)
        commits = [sample.commit for sample in cards if sample.commit]
        yield Figure("journal commit of a card, median", median(commits) * 1e3, "ms")


def _samples(live: Live, rng: Random) -> tuple[list[Sample], list[Sample]]:
    players = SelfPlay(rng)
    cards: list[Sample] = []
    taps: list[Sample] = []

    def pause() -> None:
        live.clock.skip(rng.uniform(0, SETTLED))
        time.sleep(rng.uniform(0, 0.035))

    while len(cards) < SAMPLES:
        for line in acts(players.act(live.state), live.state.options):
            pause()
            if not isinstance(line, Scan):
                live.hands.do(line)
            elif sample := live.scan(line.card):
                cards.append(sample)
        if not live.state.is_over and len(taps) < SAMPLES:
            pause()
            if sample := live.tap_five(rng.choice(live.state.options.sides)):
                taps.append(sample)
    return cards, taps


def _figures(what: str, samples: Sequence[Sample]) -> Iterator[Figure]:
    latencies = [sample.latency * 1e3 for sample in samples]
    yield Figure(f"{what} to frame, median", median(latencies), "ms", Budget("<", 1))
    yield Figure(f"{what} to frame, p99", p99(latencies), "ms", Budget("<", 4.3))


def measure_stillness(rng: Random) -> Iterator[Figure]:
    """What still happens on a board on which everything has settled."""
    with Live() as live:
        _samples(live, rng)
        live.clock.skip(SETTLED)
        time.sleep(0.5)
        before = live.drive.wire.frames, live.clock.calls, switches("self")
        time.sleep(IDLE)
        after = live.drive.wire.frames, live.clock.calls, switches("self")
    frames, calls, woken = (late - early for late, early in zip(after, before, strict=True))
    nothing = Budget("<=", 0)
    yield Figure("frames", frames / IDLE, "/s", nothing)
    yield Figure("wake-ups of the Table's and the workers' loops", calls / IDLE, "/s", nothing)
    yield Figure("wake-ups of all threads but the bench's own", (woken - 1) / IDLE, "/s", nothing)
