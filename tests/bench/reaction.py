"""From the last byte of a card's line, or a button's edge, until the frame that shows it is on the wire; and stillness."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from random import Random
from statistics import median

from cribboard.acts import acts
from cribboard.script import Press, Scan
from cribboard.selfplay import SelfPlay
from cribboard.signals import Button

from .figures import Figure, p99
from .live import Live
from .processes import switches

SAMPLES = 120
SETTLED = 12.0
IDLE = 1.0


def measure(rng: Random) -> Iterator[Figure]:
    """Cards of self-played games and taps between them, in any state of the lights; then nothing."""
    cards, taps, stirs = (board := Live()).run(lambda: (*_play(board, rng), _rest(board)))
    for what, times in (("card line", cards), ("button edge", taps)):
        yield Figure(f"{what} to frame, median", median(times) * 1e3, "ms", "< 1")
        yield Figure(f"{what} to frame, p99", p99(times) * 1e3, "ms", "< 4.3")
    frames, loops, threads = stirs
    yield Figure("nothing moving: frames", frames / IDLE, "/s", "= 0")
    yield Figure("  wake-ups of the Table's and the lights' loops", loops / IDLE, "/s", "= 0")
    yield Figure("  wake-ups of any thread but the bench's", (threads - 1) / IDLE, "/s", "= 0")


def _play(board: Live, rng: Random) -> tuple[list[float], list[float]]:
    """Seconds from each card, and from each tap, to its frame."""
    players = SelfPlay(rng)
    cards: list[float] = []
    taps: list[float] = []
    while len(cards) < SAMPLES or len(taps) < SAMPLES:
        assert board.hands.view
        state = board.hands.view.state
        for line in acts(players.act(state), state.options):
            _pause(board, rng)
            if not isinstance(line, Scan):
                board.hands.do(line)
            elif seconds := _scan(board, str(line.card)):
                cards.append(seconds)
        if not board.hands.view.state.is_over:
            _pause(board, rng)
            if seconds := _tap(board, Button("five", rng.choice(state.options.sides))):
                taps.append(seconds)
    return cards, taps


def _pause(board: Live, rng: Random) -> None:
    """Pegs walk and come to rest, and the lights are at any point between two frames."""
    board.clock.skip(rng.uniform(0, SETTLED))
    time.sleep(rng.uniform(0, 0.035))


def _scan(board: Live, code: str) -> float | None:
    cable = board.drive.cable
    cable.send(code.encode())
    time.sleep(0.0005)
    seconds = board.until_seen(partial(cable.send, b"\r"))
    cable.received()
    return seconds


def _tap(board: Live, five: Button) -> float | None:
    """Tap, and drop what that adds."""
    seconds = board.until_seen(partial(board.drive.fingers.press, five))
    board.clock.skip(0.05)
    board.drive.fingers.release(five)
    board.clock.skip(0.05)
    board.hands.do(Press(Button("undo")))
    return seconds


def _rest(board: Live) -> tuple[int, ...]:
    """Frames, turns of the loops and wake-ups of threads, once all has settled."""

    def stirs() -> tuple[int, ...]:
        return board.drive.wire.frames, board.clock.calls, switches("self")

    board.clock.skip(SETTLED)
    time.sleep(0.5)
    before = stirs()
    time.sleep(IDLE)
    return tuple(map(int.__sub__, stirs(), before))
