"""A whole game through stickers: PN532, firmware, USB, pyserial, the board and its strip, with no part left out.

People hold the cards and press the buttons; what the board books is what the rules alone make of the same game. The
board's clock is ours, so that nothing waits; the firmware has its own.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial, reduce
from pathlib import Path
from queue import Queue
from random import Random

import pytest

from cribboard.acts import acts
from cribboard.board.lights import Lights
from cribboard.board.track import Track
from cribboard.config import load
from cribboard.decks import Deck, Decks
from cribboard.devices import open_devices
from cribboard.devices.ports import open_serial
from cribboard.devices.readers.framed import Framed
from cribboard.devices.scanner import Scanner
from cribboard.hands import Hands, SimulatedWires
from cribboard.journal import Journal
from cribboard.places import Places, parse_places
from cribboard.rules import PACK, Card, Event, Options, State, decide, evolve
from cribboard.rules import commands as cmd
from cribboard.rules.state import Dealing
from cribboard.selfplay import SelfPlay
from cribboard.signals import Answer, CodeRead, Signal
from cribboard.table import Mailbox, Table
from cribboard.watchers import Letter, LightsWorker

from .interpreters import INTERPRETERS
from .pn532_module import Module
from .test_running import lamps
from .wires import PATIENCE, Firmware, Modules, Pins, Terminal

STICKERS = {card: f"04A1B2C3D4E5{number:02X}" for number, card in enumerate(PACK)}
DECK = Deck("ours", {sticker: card for card, sticker in STICKERS.items()})

ANN, BOB = (0, 70, 255), (255, 80, 0)
THREE_PLACES = """
SWITCHED = {"kind": "pn532", "uart": 1, "tx": 4, "rx": 5}
READERS = [
    dict(SWITCHED, select={10: 0, 11: 0}),
    dict(SWITCHED, select={10: 1, 11: 0}),
    dict(SWITCHED, select={10: 0, 11: 1}),
]
"""


class Board:
    """The board, its scanner with a reader at each of the `places`, and the people at it."""

    def __init__(self, closing: ExitStack, python: str, folder: Path, places: Places) -> None:
        self.now = 1000.0
        self.answers: Queue[Answer] = Queue()
        pins = Pins(folder / "pins")
        modules = [Module() for _ in places or [0]]
        self.modules = Modules(modules, lambda: pins.level("10") + 2 * pins.level("11"))
        closing.callback(self.modules.close)
        usb = Terminal(path_is_ours=True)
        settings = f"{THREE_PLACES if places else ''}GONE_AFTER = 1\n"
        uarts = {1: self.modules.terminal.path}
        self.firmware = Firmware(python, folder, settings, uarts, usb)
        closing.callback(self.firmware.close)
        config = load()
        self.mailbox = Mailbox()
        devices = open_devices(config, clock=self.clock)
        closing.callback(devices.close)
        assert devices.drive
        self.wire = devices.drive.wire
        self.drawn = drawn = threading.Event()

        class Watched(LightsWorker):
            def _serve(self, letters: Sequence[Letter]) -> float | None:
                try:
                    return super()._serve(letters)
                finally:
                    drawn.set()

        self.lights = Watched(
            Lights(Track.load("classic")), devices.strip, config.strip.limit_ma, self.clock
        )
        self.lights.start()
        closing.callback(self.lights.close)
        self.hands = Hands(
            SimulatedWires(devices.drive), self.mailbox, config.timing, self.clock, self.pass_time
        )
        self.journal = Journal()
        self.table = Table(
            Options().changed({"match": "single"}),
            self.journal,
            [self.hands, self.lights],
            config.timing,
            now=self.now,
            decks=Decks.of([DECK]),
            places=places,
        )
        loop = threading.Thread(target=self.mailbox.serve, args=(self.table, self.clock))
        loop.start()
        closing.callback(loop.join)
        closing.callback(self.mailbox.close)
        devices.start_inputs(self.mailbox.post, scans=False)
        open_port = partial(open_serial, baud=115200, timeout=Framed.silence)
        scanner = Scanner(Framed(), lambda: [usb.path], open_port, self.post, self.clock)
        closing.callback(scanner.close)

    def clock(self) -> float:
        return self.now

    def pass_time(self, seconds: float) -> None:
        self.now += seconds

    def post(self, signal: Signal, at: float) -> None:
        """To the Table, and what it answers to us as well as to the scanner."""
        if isinstance(signal, CodeRead):
            signal = CodeRead(signal.code, partial(self.answered, signal), signal.antenna)
        self.mailbox.post(signal, at)

    def answered(self, read: CodeRead, answer: Answer) -> None:
        read.answer(answer)
        self.answers.put(answer)

    def lay(self, card: Card, at: int = 0) -> Answer:
        """A card is laid on a reader until the board has answered, and lifted until the reader has seen that."""
        self.modules.lay(STICKERS[card], on=at)
        answer = self.answers.get(timeout=PATIENCE)
        self.modules.lay(on=at)
        looks = self.modules.modules[at].looks
        self.modules.wait_for(lambda module: module.looks > looks + 2, at)
        assert answer.code == STICKERS[card]
        return answer

    @property
    def place(self) -> int:
        """The reader at which the next card is to be laid."""
        turn = self.state.turn
        return 0 if len(self.modules.modules) == 1 else 2 if turn is None else turn

    @property
    def state(self) -> State:
        return self.table.view.state

    def events(self) -> list[Event]:
        return [event for entry in self.journal.load() for event in entry.events]

    def settle(self) -> None:
        """The lights come to rest."""
        for _ in range(2):  # a frame may have been begun before
            self.pass_time(15)
            self.drawn.clear()
            self.lights.watch(self.table.view, (), self.now)
            assert self.drawn.wait(PATIENCE)

    def pixel(self, place: int) -> tuple[int, int, int]:
        """What a pixel was last sent."""
        green, red, blue = self.wire.last[3 * place : 3 * place + 3]
        return red, green, blue


@pytest.fixture
def closing() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def the_same_game_by_rules_alone(seed: int, options: Options) -> list[Event]:
    """What comes of the same cards and the same players where nothing is between them and the rules."""
    players, events, state = SelfPlay(Random(seed)), [], None
    commands: cmd.Command = cmd.StartMatch(options)
    while True:
        happened = decide(state, commands)
        events += happened
        state = reduce(evolve, happened, state)
        assert state
        if state.is_over:
            return events
        commands = players.act(state)


def hole_of(side: int, score: int) -> int:
    """The pixel of a score: Ann's hole 1 is pixel 1, Bob's is 122, and 61 is hole 1 again; 121 is at 61 and 62."""
    if score >= 121:
        return (61, 62)[side]
    hole = (score - 1) % 60 + 1
    return (hole, 123 - hole)[side]


def play(board: Board, seed: int, clumsy: Random | None = None) -> list[str]:
    """Play a game to its end; why cards were refused, which `clumsy` players lay at wrong places first now and then."""
    players, refused = SelfPlay(Random(seed)), []
    while not board.state.is_over:
        if isinstance(board.state.phase, Dealing):
            assert board.lay(Random(seed).choice(PACK)).verdict == "ignored", "a pack may pass over"
        match players.act(board.state):
            case cmd.ReadCard(card):
                place, state = board.place, board.state
                if clumsy and clumsy.random() < 0.3:
                    answer = board.lay(card, at=1 - place if place < 2 else 0)
                    assert (answer.verdict, board.state) == ("refused", state)
                    refused.append(answer.reason)
                assert board.lay(card, place).verdict == "ok"
            case other:
                for line in acts(other, board.state.options):
                    board.hands.do(line)
    return refused


@pytest.mark.parametrize("python", INTERPRETERS)
def test_a_whole_game_on_one_reader(closing: ExitStack, python: str, tmp_path: Path):
    board = Board(closing, python, tmp_path, ())
    play(board, seed=1)
    assert board.events() == the_same_game_by_rules_alone(1, board.state.options)
    assert "OK" in lamps(board.firmware.pins)
    board.settle()
    for side, colour in enumerate((ANN, BOB)):
        assert board.pixel(hole_of(side, board.state.scores[side])) == colour


@pytest.mark.parametrize("python", INTERPRETERS)
def test_a_whole_game_with_a_reader_for_each_player_and_the_starter(
    closing: ExitStack, python: str, tmp_path: Path
):
    board = Board(closing, python, tmp_path, parse_places("A,B,starter"))
    refused = play(board, seed=2, clumsy=Random(2))
    assert set(refused) == {"not_your_turn", "not_your_hand", "not_the_starter"}
    assert board.events() == the_same_game_by_rules_alone(2, board.state.options)
