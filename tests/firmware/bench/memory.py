"""How much memory the scanner keeps, with four readers: prints bytes after the start and after an hour of cards, and the events of that hour."""

import gc

import pn532
import settings
from link import Link, frame
from scanner import Bus, Place, Scanner
from wiring import problems


class Answering:
    """Readers that have a card every other time, at once."""

    def __init__(self):
        self._next = b""
        self._looks = 0

    def write(self, data):
        command = data[data.rfind(b"\x00\xff") + 5]
        body = b"\xd5" + bytes([command + 1])
        if command == 0x4A:
            self._looks += 1
            card = b"\x01\x01\x00\x44\x00\x07\x04\xa1\xb2\xc3\xd4\xe5"
            body += card + bytes([self._looks & 0x80]) if self._looks & 0x40 else b"\x00"
        frame = (
            bytes([0, 0, 0xFF, len(body), -len(body) & 0xFF]) + body + bytes([-sum(body) & 0xFF, 0])
        )
        self._next = pn532.ABORT + frame
        return len(data)

    def read(self):
        data, self._next = self._next, b""
        return data


class Acknowledging:
    """A board that hears everything."""

    def __init__(self):
        self._next = b""
        self.events = 0

    def write(self, data):
        seq = data[1 : data.find(b" ")]
        if seq != b"0":
            self.events += 1
            self._next = frame("?", (b"ACK " + seq).decode())
        return len(data)

    def read(self):
        data, self._next = self._next, b""
        return data


def main():
    """Run an hour's worth of steps."""
    assert not problems(settings)
    places = [Place(number, pn532.Reader(), 400) for number in range(4)]
    board = Acknowledging()
    scanner = Scanner(Link("7F3A09C1", "fw=1.0.0"), board, [Bus(Answering(), places)], places)
    scanner.step(0)
    gc.collect()
    start = gc.mem_alloc()
    for now in range(0, 3_600_000, 50):
        scanner.step(now)
    gc.collect()
    print(start, gc.mem_alloc(), board.events)


main()
