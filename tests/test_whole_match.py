"""A whole match through bytes on the scanner's pty and levels on the buttons' pins; what the strip was sent, byte by byte.

Everything is the real thing: pyserial's port, gpiozero's buttons, the threads, the NeoPixel class. Only the clock is
ours, so that nothing waits: `settle` lets the lights come to rest.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack

import pytest

from cribboard.board.lights import Lights
from cribboard.board.track import Track
from cribboard.config import Config, load
from cribboard.devices import open_devices
from cribboard.hands import Hands, SimulatedWires
from cribboard.journal import Journal
from cribboard.rules import Options
from cribboard.script import parse_line
from cribboard.table import Mailbox, Table
from cribboard.watchers import Letter, LightsWorker

Pixels = dict[int, tuple[int, int, int]]

ANN, ANN_BACK, ANN_FAINT = (0, 70, 255), (0, 23, 85), (0, 4, 16)
BOB, BOB_BACK, BOB_FAINT = (255, 80, 0), (85, 27, 0), (16, 5, 0)
ANN_TO_ACT, BOB_TO_ACT = (0, 42, 153), (153, 48, 0)  # 60 %, where a pulse comes to rest
BOB_DEALS_AND_ACTS = (153, 100, 76)  # half white
DEALER, LINE, RED, RED_DIM = (20, 20, 20), (26, 26, 26), (153, 0, 12), (42, 0, 3)
ANN_STINKS = (127, 162, 255)  # half white
ANN_START, ANN_FINISH, BOB_FINISH, BOB_START = 0, 61, 62, 123


def ann(*holes: int) -> list[int]:
    """Ann's holes 1-60 are pixels 1-60."""
    return list(holes)


def bob(*holes: int) -> list[int]:
    """Bob's hole 60 is pixel 63, his hole 1 is pixel 122."""
    return [123 - hole for hole in holes]


def lit(colour: tuple[int, int, int], pixels: Sequence[int]) -> Pixels:
    return dict.fromkeys(pixels, colour)


class Board:
    """The board under test, and the hands at it."""

    def __init__(self, closing: ExitStack) -> None:
        self.now = 1000.0
        self.served = threading.Event()
        config, mailbox = load(), Mailbox()
        self.devices = open_devices(config, clock=self.clock)
        closing.callback(self.devices.close)
        board = self

        class Watched(LightsWorker):
            def _serve(self, letters: Sequence[Letter]) -> float | None:
                try:
                    return super()._serve(letters)
                finally:
                    board.served.set()

        self.lights = Watched(
            Lights(Track.load("classic")), self.devices.strip, config.strip.limit_ma, self.clock
        )
        self.lights.start()
        closing.callback(self.lights.close)
        drive = self.devices.drive
        assert drive
        self.wire = drive.wire
        self.hands = Hands(SimulatedWires(drive), mailbox, config.timing, self.clock, self.sleep)
        self.mailbox = mailbox
        seated = threading.Event()
        loop = threading.Thread(target=self.serve, args=(config, seated))
        loop.start()
        closing.callback(loop.join)
        closing.callback(mailbox.close)
        assert seated.wait(5)
        self.devices.start_inputs(mailbox.post)

    def serve(self, config: Config, seated: threading.Event) -> None:
        """The Table's thread."""
        options = Options().changed({"match": "first-to:2"})
        watchers = [self.hands, self.lights]
        self.table = Table(options, Journal(), watchers, config.timing, now=self.now)
        seated.set()
        self.mailbox.serve(self.table, self.clock)

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def do(self, *lines: str) -> None:
        for line in lines:
            act = parse_line(line, self.table.view.state.options)
            assert act
            self.hands.do(act)

    def award(self, name: str, points: int) -> None:
        if points // 5:
            self.do(f"press {name}.five {points // 5}")
        if points % 5:
            self.do(f"press {name}.one {points % 5}")
        self.do(f"{name}.go")

    def settled(self) -> Pixels:
        """The lit pixels once all is at rest, from the bytes on the wire (green, red, blue)."""
        self.now += 15
        self.served.clear()
        self.lights.watch(self.table.view, (), self.now)
        assert self.served.wait(5)
        wire = self.wire.last
        assert len(wire) == 3 * 138
        pixels = {
            place: (wire[3 * place + 1], wire[3 * place], wire[3 * place + 2])
            for place in range(138)
        }
        return {place: colour for place, colour in pixels.items() if any(colour)}


@pytest.fixture
def board() -> Iterator[Board]:
    with ExitStack() as closing:
        yield Board(closing)


def test_a_whole_match(board: Board) -> None:
    # 1. Ann is to cut for the deal; all pegs are in their start holes.
    assert board.settled() == (
        lit(ANN, [ANN_START]) | lit(BOB, [BOB_START]) | lit(ANN_TO_ACT, [ANN_FINISH])
    )

    # 2. She cuts low and deals; the reader is deaf to the pack.
    board.do("scan 4D", "scan 9C", "scan KD")
    starts = lit(ANN, [ANN_START]) | lit(BOB, [BOB_START])
    assert board.settled() == starts | lit(DEALER, [ANN_FINISH])

    # 3. His heels: two holes; the back peg is still in the start hole. Bob is to play.
    board.do("next", "scan JH")
    lamps = lit(DEALER, [ANN_FINISH]) | lit(BOB_TO_ACT, [BOB_FINISH])
    assert board.settled() == (
        lit(ANN_BACK, [ANN_START]) | lit(ANN, ann(2)) | lit(BOB, [BOB_START]) | lamps
    )

    # 4. Five, five for two: the pegs leapfrog, and hole 1 is the trail behind them.
    board.do("scan 5D", "scan 5S")
    pegs = lit(ANN_FAINT, ann(1)) | lit(ANN_BACK, ann(2)) | lit(ANN, ann(4))
    assert board.settled() == pegs | lit(BOB, [BOB_START]) | lamps

    # 5. Nineteen can't be: it stays, red, and so does a dim red bar before home.
    board.do("press Bob.five 4", "hold Bob.one", "Bob.go")
    refused = lit(RED, bob(19)) | lit(RED_DIM, bob(58, 59, 60))
    assert board.settled() == pegs | lit(BOB, [BOB_START]) | refused | lamps

    # 6. One more tap makes it twenty.
    board.do("press Bob.one", "Bob.go")
    assert board.settled() == pegs | lit(BOB_BACK, [BOB_START]) | lit(BOB, bob(20)) | lamps

    # 7. Ann is round once: 4 + 24 + 24 + 23 = 75, her back peg on 52. On the second lap every fifth hole ahead glows, and
    #    61, the first safe hole of the double skunk, waits for Bob.
    for points in (24, 24, 23):
        board.award("Ann", points)
    assert board.settled() == (
        lit(ANN, ann(15))
        | lit(ANN_BACK, ann(52))
        | lit(ANN_FAINT, ann(20, 25, 30, 35, 40, 45, 50, 55, 60))
        | lit(BOB_BACK, [BOB_START])
        | lit(BOB, bob(20))
        | lit(LINE, bob(1))
        | lamps
    )

    # 8. The stinkhole: 75 + 24 + 21 = 120, back peg on 99. The trail of the second lap is dashed: no fifth hole. Bob, on
    #    40, is short of both lines.
    board.award("Bob", 20)
    for points in (24, 21):
        board.award("Ann", points)
    trail = [hole for hole in range(1, 39) if hole % 5]
    bob_on_40 = lit(BOB_FAINT, bob(*range(1, 20))) | lit(BOB_BACK, bob(20)) | lit(BOB, bob(40))
    assert board.settled() == (
        lit(ANN_FAINT, ann(*trail))
        | lit(ANN_BACK, ann(39))
        | lit(ANN_STINKS, ann(60))
        | bob_on_40
        | lit(LINE, bob(1, 31))
        | lamps
    )

    # 9. Bob gets past 91: 40 + 29 + 24 = 93. Ann wins by a plain game: one match hole, her peg is home, no lamps.
    board.award("Bob", 29)
    board.award("Bob", 24)
    board.award("Ann", 3)
    dashes = [hole for hole in range(1, 60) if hole % 5]
    bob_on_93 = lit(BOB, bob(33)) | lit(BOB_BACK, bob(9))
    bob_on_93 |= lit(BOB_FAINT, bob(*[hole for hole in range(1, 9) if hole % 5]))
    bob_on_93 |= lit(BOB_FAINT, bob(35, 40, 45, 50, 55, 60))
    assert board.settled() == (
        lit(ANN_FAINT, ann(*dashes))
        | lit(ANN_BACK, ann(60))
        | lit(ANN, [ANN_FINISH])
        | bob_on_93
        | lit(ANN_BACK, [124])
    )

    # 10. The loser deals, and wins: 29 * 4 = 116, then 5. Ann, on none, never passed the lines: a double skunk, worth 4,
    #     and the match.
    board.do("next")
    assert board.table.view.state.dealer == 1
    for points in (29, 29, 29, 29, 5):
        board.award("Bob", points)
    assert board.table.view.state.phase.name == "match_over"
    dashes = [hole for hole in range(1, 56) if hole % 5]
    assert board.settled() == (
        lit(ANN, [ANN_START])
        | lit(LINE, ann(1, 31))
        | lit(ANN_BACK, [124])
        | lit(BOB_FAINT, bob(*dashes))
        | lit(BOB_BACK, bob(56))
        | lit(BOB, [BOB_FINISH])
        | lit(BOB_BACK, [131, 132, 133, 134])
    )

    board.devices.close()
    assert not any(board.wire.last)
