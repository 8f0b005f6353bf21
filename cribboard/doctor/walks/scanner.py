"""The card reader's port: every byte that comes, and what it looks like, whatever kind of reader sends it."""

from __future__ import annotations

import re
from binascii import crc_hqx
from collections import Counter
from collections.abc import Iterator
from typing import Literal, NamedTuple

from cribboard.doctor.finding import Finding, ok, problem

from . import Bytes, Listen, Say, Typed, Walk

Kind = Literal["firmware", "tag", "text", "prompt", "noise"]

SENDERS: dict[Kind, str] = {
    "firmware": "cribboard's own firmware",
    "tag": "an RDM6300 or ID-12LA",
    "text": "a reader that sends text, such as a barcode engine",
}
PROFILES: dict[Kind, tuple[str, ...]] = {
    "firmware": ("cribboard",),
    "tag": ("rdm6300", "id12la"),
    "text": ("text",),
}
"""What scanner.profile may be for what comes."""

LONGEST = 200
"""Bytes without an end after which they can't become a line."""

_TAG = re.compile(rb"\x02([0-9A-Fa-f]{10})([0-9A-Fa-f]{2})(?:\r\n)?\x03")
_TAG_END = re.compile(rb"[\x02\x03]")
_LINE_END = re.compile(rb"[\x02\r\n]")
_FRAME = re.compile(rb"!([^*]*)\*([0-9A-Fa-f]{4})$")


class Meaning(NamedTuple):
    """What some bytes are: of which kind, and in words."""

    kind: Kind
    says: str


class Sorter:
    r"""Bytes into what they look like, however they are cut.

    >>> sorter = Sorter()
    >>> [meaning.says for meaning in sorter.feed(b"5H\r\n")]
    ["text: '5H'"]
    >>> [meaning.says for meaning in sorter.feed(b"\x02100086F44426\x03")]
    ['tag 100086F444, its checksum is right']
    """

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[Meaning]:
        """What these bytes complete."""
        return list(self._complete(data))

    def _complete(self, data: bytes) -> Iterator[Meaning]:
        self._rest += data
        while rest := self._rest.lstrip(b"\r\n\x03"):
            if tag := _TAG.match(rest):
                yield _tag(tag)
                end = tag.end()
            elif found := (_TAG_END if rest[:1] == b"\x02" else _LINE_END).search(rest, 1):
                end = found.start() + (found[0] == b"\x03")
                yield _half(rest[:end]) if rest[:1] == b"\x02" else _line(rest[:end])
            elif len(rest) > LONGEST:
                yield Meaning("noise", f"{len(rest)} bytes without an end")
                end = len(rest)
            else:
                break
            self._rest = rest[end:]
        self._rest = rest


def _half(data: bytes) -> Meaning:
    return Meaning("noise", f"half a tag: {data!r}")


def _tag(found: re.Match[bytes]) -> Meaning:
    checksum = 0
    for byte in bytes.fromhex(found[1].decode()):
        checksum ^= byte
    right = checksum == int(found[2], 16)
    state = "right" if right else f"wrong: sent {found[2].decode()}, should be {checksum:02X}"
    return Meaning("tag", f"tag {found[1].decode()}, its checksum is {state}")


def _line(line: bytes) -> Meaning:
    if frame := _FRAME.match(line):
        text = frame[1].decode("ascii", "replace")
        if crc_hqx(frame[1], 0xFFFF) == int(frame[2], 16):
            return Meaning("firmware", f"firmware: {text}")
        return Meaning("noise", f"firmware: {text}, with a wrong CRC")
    if line.startswith((b">>>", b"MicroPython", b"Traceback")):
        return Meaning("prompt", f"MicroPython's own words: {line!r}")
    if line.isascii() and line.decode("ascii").isprintable():
        return Meaning("text", f"text: {line.decode('ascii')!r}")
    return Meaning("noise", f"no text: {line!r}")


def scanner(port: str, baud: int, profile: str) -> Walk:
    """Show what comes until an empty line is typed."""
    yield Say(
        f"Listening on {port} at {baud} baud. Lay cards on the reader; an empty line ends it."
    )
    sorter, kinds, came = Sorter(), Counter[Kind](), 0
    while True:
        match (yield Listen()):
            case Bytes(b""):
                return [_gave_out(port)]
            case Bytes(data):
                came += len(data)
                yield Say(f"  {data.hex(' ')}")
                for kind, says in sorter.feed(data):
                    kinds[kind] += 1
                    yield Say(f"  = {says}")
            case Typed():
                return [_judged(port, baud, profile, kinds, came)]


def _gave_out(port: str) -> Finding:
    return problem(
        "what came",
        f"{port} gave out: the reader was unplugged or lost its power, or another program reads it too",
        "see to its cable and its supply, and end what else reads it; then cribboard doctor scanner again",
    )


def _judged(port: str, baud: int, profile: str, kinds: Counter[Kind], came: int) -> Finding:
    sense = {kind: count for kind, count in kinds.items() if kind in SENDERS}
    if sense:
        told = ", ".join(f"{count} from {SENDERS[kind]}" for kind, count in sense.items())
        usual = PROFILES[max(sense, key=lambda kind: sense[kind])]
        if profile in usual:
            return ok("what came", told)
        return problem("what came", f"{told}, not {profile}", f'set scanner.profile = "{usual[0]}"')
    if kinds["prompt"]:
        return problem(
            "what came",
            "a Pico, but not cribboard's firmware",
            "copy firmware/ to it, or restart it without its button held",
        )
    if came:
        return problem(
            "what came",
            f"{came} bytes that make no sense at {baud} baud",
            "set scanner.baud to the reader's speed (115200 or 9600), and see to a common ground",
        )
    return problem(
        "what came",
        f"nothing, on {port}",
        "see to the reader's power and ground, and that its TX goes to the Pi's RX (GPIO15, pin 10)",
    )
