"""Ten million damaged bytes through each kind of reader: nothing raises, and no card comes that wasn't laid down."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import reduce
from itertools import count
from operator import xor
from random import Random

import pytest

from cribboard.devices.readers import Read
from cribboard.devices.readers.profiles import PROFILES
from cribboard.devices.readers.text import LONGEST
from cribboard.signals import SEVERAL, UNREADABLE

from ..firmware.parts import part

CHUNK = 20_000
LINK = part("link")
HELLO = LINK.frame("!", "0 HELLO proto=1 boot=7F3A09C1")
TAGS = [Random(n).randbytes(7).hex().upper() for n in range(52)]
NUMBERS = [Random(n).randbytes(5).hex().upper() for n in range(52)]

Stream = Callable[[Random, int], bytes]
Told = Callable[[bytes], set[str]]


def lines(rng: Random, tag: int) -> bytes:
    return rng.choice(["{}\r", "{}\n", "CB1:{}\r\n"]).format(TAGS[tag]).encode()


def frames(rng: Random, tag: int) -> bytes:
    number = NUMBERS[tag]
    checksum = reduce(xor, bytes.fromhex(number))
    return (
        rng.choice(["\x02{}{:02X}\x03", "\x02{}{:02X}\r\n\x03"]).format(number, checksum).encode()
    )


def framed() -> Stream:
    numbers = count(1)

    def event(rng: Random, tag: int) -> bytes:
        told = f"{next(numbers)} TAG {TAGS[tag]} r={rng.randrange(4)} boot=7F3A09C1"
        line: bytes = LINK.frame("!", told)
        return rng.choice([line, line, line, HELLO])

    return event


def whole_lines(stream: bytes) -> set[str]:
    """Every line that stands in the stream, read by hand."""
    texts = (line.decode(errors="replace").strip(" \t") for line in re.split(rb"[\r\n]", stream))
    return {text for text in texts if len(text.encode()) <= LONGEST} | {UNREADABLE}


def whole_frames(stream: bytes) -> set[str]:
    """Every number with its right checksum that stands between 0x02 and 0x03."""
    found = set()
    for begun in re.split(rb"\x02", stream)[1:]:
        body, end, _ = begun.partition(b"\x03")
        body = body.removesuffix(b"\r\n")
        if end and re.fullmatch(rb"[0-9A-F]{12}", body):
            *number, checksum = bytes.fromhex(body.decode())
            if reduce(xor, number) == checksum:
                found.add(body[:10].decode())
    return found | {UNREADABLE}


def whole_tags(stream: bytes) -> set[str]:
    """Every tag in a line whose checksum, reckoned as the firmware does, is right."""
    found = set()
    for line in stream.split(b"\n"):
        last = line[line.rfind(b"!") + 1 :].strip()
        text, _, checksum = last.rpartition(b"*")
        words, whole = text.split(b" "), checksum == b"%04X" % LINK.crc16(text)
        if whole and len(words) > 2 and words[1] == b"TAG":
            found.add(words[2].decode(errors="replace"))
    return found | {SEVERAL}


KINDS: dict[str, tuple[Callable[[], Stream], Told]] = {
    "text": (lambda: lines, whole_lines),
    "rdm6300": (lambda: frames, whole_frames),
    "id12la": (lambda: frames, whole_frames),
    "cribboard": (framed, whole_tags),
}


def chunks(laid: Stream, rng: Random, size: int) -> Iterator[bytes]:
    """Noise, cards, damaged cards, and pieces of them, so many bytes in all; what comes stands by itself."""
    while size > 0:
        kind = rng.random()
        if kind < 0.3:
            chunk = rng.randbytes(CHUNK)
        else:
            parts = []
            while sum(map(len, parts)) < CHUNK:
                parts += [laid(rng, rng.randrange(26)) for _ in range(50)]
            chunk = b"".join(parts if kind < 0.5 else (damaged(part, rng) for part in parts))
        chunk = b"\n\x03" + chunk + b"\n\x03\n"
        size -= len(chunk)
        yield chunk


def damaged(card: bytes, rng: Random) -> bytes:
    """A bit falls over, bytes are lost, doubled or put in, or nothing happens."""
    at = rng.randrange(len(card))
    match rng.randrange(6):
        case 0:
            return card[:at] + bytes([card[at] ^ 1 << rng.randrange(8)]) + card[at + 1 :]
        case 1:
            return card[:at] + card[at + rng.randrange(1, 5) :]
        case 2:
            return card[:at] + card[at:] * 2
        case 3:
            return card[:at] + rng.randbytes(rng.randrange(1, 5)) + card[at:]
        case 4:
            return card[:at]
    return card


def cut(data: bytes, rng: Random) -> Iterator[bytes]:
    """The same bytes in pieces, as a port hands them over."""
    start = 0
    while start < len(data):
        end = start + rng.randrange(1, 400)
        yield data[start:end]
        start = end


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [100_000, pytest.param(10_000_000, marks=pytest.mark.soak)])
def test_only_what_was_laid_down_whole_is_a_card(kind: str, size: int):
    begin, told = KINDS[kind]
    laid = begin()
    rng, now, cards = Random(size), 0.0, 0
    reader = PROFILES[kind].make(0.0, False)
    reader.greeting()
    for chunk in chunks(laid, rng, size):
        heard = list(reader.feed(HELLO, now)) if kind == "cribboard" else []
        for piece in cut(chunk, rng):
            now += 0.1
            heard += reader.feed(piece, now)
        read = [each.code for each in heard if isinstance(each, Read)]
        assert set(read) <= told(chunk)
        assert not {*TAGS[26:], *NUMBERS[26:]} & set(read)  # these cards stayed in the box
        cards += len({*TAGS[:26], *NUMBERS[:26]} & set(read))
    assert cards > size / CHUNK
