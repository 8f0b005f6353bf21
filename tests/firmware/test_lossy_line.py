"""Both sides of CBS/1 on a line that loses, doubles, delays and damages: every card comes once, in order."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import count
from random import Random

import pytest

from cribboard.devices.readers import Answer, Read, Reply
from cribboard.devices.readers.framed import Framed

from .parts import part

link = part("link")

HARMS = ("lose", "double", "delay", "damage", "cut", "join")


class Line:
    """One direction. The same line is never harmed more than `in_a_row` times in a row; copies and what is delayed come up to 5 s later."""

    def __init__(self, random: Random, harm: float, in_a_row: float) -> None:
        self._random = random
        self._harm = harm
        self._in_a_row = in_a_row
        self._harmed: dict[bytes, int] = {}
        self._ways: list[tuple[int, int, bytes]] = []
        self._order = count()

    def send(self, line: bytes, now: int) -> None:
        """A line goes on its way."""
        harmed = self._harmed.pop(line, 0)
        if harmed >= self._in_a_row or self._random.random() > self._harm:
            self._arrives(line, now)
            return
        self._harmed[line] = harmed + 1
        match self._random.choice(HARMS):
            case "double":
                self._arrives(line, now)
                self._arrives(line, self._later(now))
            case "delay":
                self._arrives(line, self._later(now))
            case "damage":
                at = self._random.randrange(len(line))
                other = line[at] ^ self._random.randrange(1, 256)
                self._arrives(line[:at] + bytes([other]) + line[at + 1 :], now)
            case "cut":
                self._arrives(line[: self._random.randrange(len(line))], now)
            case "join":
                self._arrives(line[:-1], now)

    def _later(self, now: int) -> int:
        return now + self._random.randrange(5000)

    def _arrives(self, line: bytes, at: int) -> None:
        heapq.heappush(self._ways, (at, next(self._order), line))

    def arrived(self, now: int) -> Iterator[bytes]:
        """What has come by now."""
        while self._ways and self._ways[0][0] <= now:
            yield heapq.heappop(self._ways)[2]


class Exchange:
    """A scanner and a board at the two ends of a line, with a clock that only we move."""

    def __init__(self, seed: int, harm: float, in_a_row: float) -> None:
        self._random = Random(seed)
        self._up = Line(self._random, harm, in_a_row)
        self._down = Line(self._random, harm, in_a_row)
        self._now = 0
        self._framed = Framed()
        self.dropped = 0
        self.told: list[str] = []
        self.came: list[str] = []
        self.verdicts = 0
        self.start()

    def start(self) -> None:
        """The scanner's power comes back."""
        self._link = link.Link(f"{self._random.getrandbits(32):08X}", "fw=1.0.0")

    def open(self) -> None:
        """The board opens its port, once more."""
        self._down.send(self._framed.greeting(), self._now)

    def lay(self) -> None:
        """A card is laid; sometimes another before the first has come."""
        self.told.append(f"{len(self.told):08X}")
        self._link.tell(f"TAG {self.told[-1]} r=0", self._now)

    def until_quiet(self) -> None:
        """Time passes until the scanner has nothing left to say of cards."""
        while self._step() or self._link._events:
            pass
        self.dropped, self._link.dropped = self.dropped + self._link.dropped, 0

    def pause(self) -> None:
        """What is late comes now."""
        for _ in range(60):
            self._now += 100
            self._step()

    def _step(self) -> bool:
        """Whatever can happen now; else a tenth of a second passes."""
        if line := self._link.due(self._now):
            self._up.send(line, self._now)
        busy = bool(line)
        for line in self._up.arrived(self._now):
            busy = True
            for heard in self._framed.feed(line, self._now / 1000):
                if isinstance(heard, Reply):
                    self._down.send(heard.data, self._now)
                elif isinstance(heard, Read):
                    self.came.append(heard.code)
                    answer = self._framed.answer(heard, Answer("ok", heard.code))
                    self._down.send(answer, self._now)
        for line in self._down.arrived(self._now):
            busy = True
            self.verdicts += len(self._link.hear(line, self._now))
        self._now += 0 if busy else 100
        return busy


@pytest.mark.parametrize("cards", [5_000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_every_card_of_many_thousands_comes_once_and_in_order(cards: int):
    exchange = Exchange(seed=cards, harm=0.6, in_a_row=1)
    random = Random(cards)
    while len(exchange.told) < cards:
        match random.randrange(200):
            case 0:
                exchange.start()
            case 1:
                exchange.open()
            case 2:
                exchange.pause()
        for _ in range(random.choice((1, 1, 1, 2, 3))):
            exchange.lay()
        exchange.until_quiet()
    exchange.pause()
    assert exchange.came == exchange.told
    assert exchange.dropped == 0
    assert 0.5 * cards < exchange.verdicts < 1.5 * cards


@pytest.mark.parametrize("harm", [0.9, 1.0])
def test_on_a_hopeless_line_no_card_comes_twice_and_what_is_dropped_is_known(harm: float):
    exchange = Exchange(seed=7, harm=harm, in_a_row=float("inf"))
    for _ in range(1_000):
        exchange.lay()
        exchange.until_quiet()
    exchange.pause()
    assert exchange.came == sorted(set(exchange.came))
    assert set(exchange.came) < set(exchange.told)
    assert len(exchange.told) - len(exchange.came) <= exchange.dropped
