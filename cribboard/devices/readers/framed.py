"""The board's own scanner (firmware/), whose lines have a number and a checksum: CBS/1, as PROTOCOL.md has it. Pure."""

from __future__ import annotations

import re
from binascii import crc_hqx
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from cribboard.signals import SEVERAL

from . import Answer, Fault, Heard, Mismatch, Read, Receipt, Reply, Verdict

PROTO = "1"
"""The major version that is spoken here; minor ones only add what can be ignored."""

LONGEST = 96
"""Bytes of the longest line, its end included."""

REMEMBERED = 8
"""Starts of the scanner whose events are known again."""

WORDS: Mapping[Verdict, str] = {
    "ok": "OK",
    "duplicate": "DUP",
    "unknown": "UNKNOWN",
    "refused": "REFUSED",
    "ignored": "IGNORED",
}
"""What the scanner is told of a card, so that it can show and sound it."""

PUZZLING = 3
"""Lines of text, with none of the scanner's among them, after which something else must be on the port."""

SILENCE = 3.0
"""Seconds without a whole line of the scanner's, which says every second that it is there."""

STOPPED = 3.0
"""Seconds without a look at the port after which what waited there is old: the scanner drops an event only after 3.3 s."""

_FRAME = re.compile(r"!([0-9]{1,9}) +([A-Z][A-Z0-9_]*)((?: +[^ !]+)*) *\*([0-9A-F]{4})")
_UID = re.compile(r"(?:[0-9A-F]{2}){4,10}")


class Line(NamedTuple):
    """A line of the scanner's that came through whole. `seq` is 0 where none is awaited."""

    seq: int
    kind: str
    words: tuple[str, ...]
    named: Mapping[str, str]


def frame(mark: str, text: str) -> bytes:
    """A line, with its checksum.

    >>> frame("?", "HELLO proto=1")
    b'?HELLO proto=1*6807\\n'
    """
    return f"{mark}{text}*{crc_hqx(text.encode(), 0xFFFF):04X}\n".encode()


def parse(text: str) -> Line | None:
    """What a line says, from its last mark on; None where it isn't whole.

    >>> parse("noise!7 TAG 04A1B2C3D4E580 r=0 boot=7F3A09C1*C62B")
    Line(seq=7, kind='TAG', words=('04A1B2C3D4E580',), named={'r': '0', 'boot': '7F3A09C1'})
    """
    line = text[max(text.rfind("!"), 0) :]
    whole = _FRAME.fullmatch(line)
    if not whole or crc_hqx(line[1:-5].encode(), 0xFFFF) != int(whole[4], 16):
        return None
    words = whole[3].split()
    named = dict(word.split("=", 1) for word in words if "=" in word)
    return Line(int(whole[1]), whole[2], tuple(word for word in words if "=" not in word), named)


class Framed:
    """The board's side of CBS/1: each presented card is told once, however often its line comes.

    After a time in which the board stood still the scanner must answer first: what had waited in the port by then may
    be of a card that it has long given up. What it hasn't, it says again.

    It is kept from one opening of the port to the next: else a card whose acknowledgement was lost with the cable
    would be told twice.
    """

    silence: float | None = SILENCE

    def __init__(self) -> None:
        self._last: dict[str, int] = {}
        self._fed: float | None = None
        self._sample = ""  # one for all times, or each attempt would be news
        self.greeting()

    def greeting(self) -> bytes:
        """Ask who is there. What was half read is forgotten, and the version is to be told anew."""
        self._rest = b""
        self._boot: str | None = None
        self.met = False
        self._down = ""
        self._puzzling = 0
        self._whole_at: float | None = None
        self._fed = None
        self._stood_still = False
        return _hello()

    def feed(self, data: bytes, now: float) -> Sequence[Heard]:
        """What these bytes complete: cards, and what must be said at once."""
        heard: list[Heard] = []
        if self._fed is not None and now - self._fed > STOPPED:
            heard.append(Reply(self.greeting()))
            self._stood_still = True
        self._fed = now
        *lines, rest = (self._rest + data).split(b"\n")
        self._rest = rest[-LONGEST:]
        texts = [line.decode("latin-1").strip() for line in lines]
        heard += [each for text in texts for each in self._hear(text)]
        if self._whole_at is None or any(map(parse, texts)):
            self._whole_at = now
        elif self.met and now - self._whole_at >= SILENCE:
            heard.append(
                Mismatch(
                    "nothing that it sends is whole any more: see to its wires, and start it anew"
                )
            )
        return heard

    def answer(self, read: Read, answer: Answer) -> bytes:
        """What the scanner is to show and sound for this card."""
        if read.receipt is None or read.receipt.start != self._boot:
            return b""
        why = re.sub(r"[^a-z0-9_]", "", answer.reason)[:30]
        words = (WORDS[answer.verdict], str(read.receipt.number), why, f"boot={self._boot}")
        return frame("?", " ".join(filter(None, words)))

    def _hear(self, text: str) -> Iterator[Heard]:
        line = parse(text)
        if line is None:
            yield from self._puzzle(text)
        elif line.kind == "HELLO":
            yield from self._meet(line)
        elif self._boot is None or line.named.get("boot", self._boot) != self._boot:
            yield Reply(_hello())
        elif self.met and line.seq:
            yield from self._event(line)
        elif self.met and line.kind == "HB":
            yield from self._health(line)

    def _meet(self, line: Line) -> Iterator[Heard]:
        boot, proto = line.named.get("boot", ""), line.named.get("proto", "?")
        if self._stood_still and boot not in self._last:
            self._last[boot] = 0  # it may have begun, and have greeted, while the board stood still
            yield Reply(_hello())
            return
        self._stood_still = False
        known, self._boot = boot == self._boot, boot
        self.met = proto.partition(".")[0] == PROTO
        if self.met:
            self._last[boot] = self._last.pop(boot, 0)
            self._last = dict(list(self._last.items())[-REMEMBERED:])
        elif not known:
            yield Mismatch(
                f"the scanner speaks version {proto} of its protocol, the board version {PROTO}: "
                "put the firmware that came with the board's program on it"
            )

    def _event(self, line: Line) -> Iterator[Heard]:
        """Whatever is numbered is acknowledged, whether it is new or not, and known or not."""
        assert self._boot is not None
        yield Reply(frame("?", f"ACK {line.seq} boot={self._boot}"))
        if line.seq <= self._last[self._boot]:
            return
        self._last[self._boot] = line.seq
        receipt = Receipt(self._boot, line.seq)
        antenna = int(r) if (r := line.named.get("r", "")).isdecimal() else None
        if line.kind == "TAG" and line.words and _UID.fullmatch(line.words[0]):
            yield Read(line.words[0], antenna, receipt)
        elif line.kind == "MULTI":
            yield Read(SEVERAL, antenna, receipt)

    def _health(self, line: Line) -> Iterator[Heard]:
        """Which antennas don't work, told when it changes."""
        down = line.named.get("down", "")
        if down != self._down:
            self._down = down
            yield Fault(
                f"the scanner's reader {down} doesn't answer: see to its wires" if down else ""
            )

    def _puzzle(self, text: str) -> Iterator[Heard]:
        """Where there is only ever text, this is no scanner of ours, or one without its firmware."""
        is_text = text.isascii() and text.isprintable() and text
        if self._boot is None and is_text and "!" not in text:
            self._puzzling += 1
            if self._puzzling == PUZZLING:
                self._sample = self._sample or text[:30]
                yield Mismatch(
                    f"this is no scanner with the board's firmware: it sent {self._sample!r}. "
                    "Name what it is in the settings, or put the firmware on it"
                )


def _hello() -> bytes:
    return frame("?", f"HELLO proto={PROTO}")
