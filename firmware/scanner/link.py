"""The scanner's side of CBS/1 (PROTOCOL.md): lines out, lines in. Bytes and milliseconds only: no port, no clock.

An event is repeated until the board acknowledges it, and the next one waits behind it: the board gets the cards in
the order in which they were laid. Runs under MicroPython and CPython alike.
"""

PROTO = "1"

REPEAT = 300
"""Milliseconds between the repetitions of an event."""

PATIENCE = 3300
"""Milliseconds, ten repetitions, after which the board must be gone: the event and all that wait behind it are dropped."""

HEARTBEAT = 1000
"""Milliseconds between signs of life."""

WAITING = 16
"""Events that can wait."""

LONGEST = 96
"""Bytes of the longest line, its end included."""

VERDICTS = (b"OK", b"DUP", b"UNKNOWN", b"REFUSED", b"IGNORED")


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE, by which b"123456789" has 0x29B1."""
    crc = 0xFFFF
    for byte in data:
        x = (crc >> 8) ^ byte
        x ^= x >> 4
        crc = ((crc << 8) ^ (x << 12) ^ (x << 5) ^ x) & 0xFFFF
    return crc


def frame(mark: str, text: str) -> bytes:
    """A line with its checksum."""
    return f"{mark}{text}*{crc16(text.encode()):04X}\n".encode()


def unframe(line: bytes) -> "list[bytes]":
    """The words of a line of the board's, from its last mark on; none where it isn't whole.

    A `?HELLO` needs no checksum, so that it can be typed.
    """
    line = line[line.rfind(b"?") :].rstrip()
    if line == b"?HELLO":
        return [b"HELLO"]
    end = len(line) - 5
    if line[:1] != b"?" or end < 1 or line[end:] != b"*%04X" % crc16(line[1:end]):
        return []
    return line[1:end].split(b" ")


class Link:
    """What the board is told, and what it answers.

    `lost`: whether it hasn't been heard yet, or not since it was told something in vain. `dropped`: the cards of which
    it never heard. `errors`: damaged lines; `faults` and `down`: damaged answers of readers, and which don't answer.
    """

    def __init__(self, boot: str, about: str) -> None:
        self._boot = boot
        self._about = about
        self._events: list[tuple[int, str]] = []  # (seq, text), in order
        self._seq = 0
        self._said = 0  # the last event of which a line was made
        self._again = 0
        self._until = 0
        self._beat = 0
        self._greet = True
        self._rest = b""
        self.lost = True
        self.dropped = 0
        self.errors = 0
        self.faults = 0
        self.down = ""

    def tell(self, text: str, now: int) -> None:
        """Let the board know an event, unless too many wait already."""
        self._seq += 1
        if len(self._events) == WAITING:
            self._drop([(self._seq, text)])
            return
        self._events.append((self._seq, text))
        if len(self._events) == 1:
            self._start(now)

    def hear(self, data: bytes, now: int) -> "list[str]":
        """What the board thinks of cards, of all that these bytes say."""
        *lines, rest = (self._rest + data).split(b"\n")
        self._rest = rest[-LONGEST:]
        verdicts: list[str] = []
        for line in lines:
            words = unframe(line)
            if words:
                self._obey(words, verdicts, now)
            elif line.strip():
                self.errors += 1
        return verdicts

    def due(self, now: int, room: bool = True) -> bytes:
        """The line that is to be sent now, if any. Without `room` for one, time passes all the same."""
        if self._events and now >= self._until:
            self._drop(self._events)
            self._events = []
            self.lost = True
        if not room:
            return b""
        if self._greet:
            self._greet = False
            self._beat = now + HEARTBEAT
            return self._line(0, f"HELLO proto={PROTO} {self._about}")
        if self._events and now >= self._again:
            self._again = now + REPEAT
            self._said = self._events[0][0]
            return self._line(*self._events[0])
        if now >= self._beat:
            self._beat = now + HEARTBEAT
            down = f" down={self.down}" if self.down else ""
            return self._line(0, f"HB up={now // 1000} err={self.errors + self.faults}{down}")
        return b""

    def _line(self, seq: int, text: str) -> bytes:
        return frame("!", f"{seq} {text} boot={self._boot}")

    def _drop(self, events: "list[tuple[int, str]]") -> None:
        """Nobody hears of these. That a card has gone needn't be told again, as one that was laid must."""
        self.dropped += sum(not text.startswith("GONE") for _, text in events)

    def _start(self, now: int) -> None:
        """It is the first waiting event's turn."""
        self._again = now
        self._until = now + PATIENCE

    def _obey(self, words: "list[bytes]", verdicts: "list[str]", now: int) -> None:
        self.lost = False
        if words[0] == b"HELLO":
            self._greet = True
        elif len(words) > 1 and self._is_ours(words):
            if words[0] == b"ACK":
                if self._events and words[1] == b"%d" % self._events[0][0]:
                    self._events.pop(0)
                    self._start(now)
            elif words[0] in VERDICTS and self._was_said(words[1]):
                verdicts.append(words[0].decode())

    def _was_said(self, seq: bytes) -> bool:
        """Whether this is the number of an event that the board can have heard, also of one that was dropped since."""
        return seq.isdigit() and 0 < int(seq) <= self._said

    def _is_ours(self, words: "list[bytes]") -> bool:
        """Whether a line is meant for this start of the scanner and not for an earlier one."""
        boots = [word for word in words if word.startswith(b"boot=")]
        return not boots or boots[0] == b"boot=" + self._boot.encode()
