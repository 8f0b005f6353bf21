"""The PN532 on a serial line (HSU): its frames, and how it is asked which stickers lie on it.

Bytes and milliseconds only: no port, no clock, no pins. Another kind of reader is another file with a class that has
`begin`, `hear`, `busy`, `down` and `errors`. Frames: NXP UM0701.
"""

from binascii import hexlify

BAUD = 115200

WAKE = b"\x55\x55" + bytes(15)
ABORT = b"\x00\x00\xff\x00\xff\x00"
"""An ACK frame: it confirms when the module sends it, and makes the module drop what it is at when we do."""

AWAKE = b"\x14\x01\x14\x01"
"""SAMConfiguration: normal mode. The first command after the wake-up."""

TRIES = b"\x32\x05\xff\x01\x02"
"""RFConfiguration: look three times and then say that nothing is there; by default it looks for ever."""

LOOK = b"\x4a\x02\x00"
"""InListPassiveTarget: up to two stickers of type A."""

ACK_WITHIN = 30
"""Milliseconds until a command is confirmed, or the module sleeps."""

ANSWER_WITHIN = 250
"""Milliseconds until a command is answered."""

SLEEPS_AFTER = 2
"""Commands without an answer after which the module is woken and set up anew."""

DOWN_AFTER = 6
"""Commands without an answer after which it is told as not there."""

PAUSE = 200
"""Milliseconds between attempts to wake one that isn't there."""

LONGEST = 80
"""Bytes of the longest answer that is expected: two stickers, with what banking cards add."""

CONFIRMED = b""
DAMAGED = None


def frame(command: bytes) -> bytes:
    """A command as it is sent."""
    body = b"\xd4" + command
    size = len(body)
    return b"\x00\x00\xff" + bytes([size, -size & 0xFF]) + body + bytes([-sum(body) & 0xFF, 0])


class Frames:
    """Bytes into what the frames hold: an answer, CONFIRMED, or DAMAGED; whatever stands between frames is passed over."""

    def __init__(self) -> None:
        self._bytes = b""

    def feed(self, data: bytes) -> "list[bytes | None]":
        """What these bytes complete."""
        self._bytes += data
        found: list[bytes | None] = []
        while self._next(found):
            pass
        return found

    def _next(self, found: "list[bytes | None]") -> bool:
        """Take one frame off the bytes; False where none is complete."""
        start = self._bytes.find(b"\x00\xff")
        if start < 0:
            self._bytes = self._bytes[-1:]
            return False
        self._bytes = self._bytes[start:]
        if len(self._bytes) < 4:
            return False
        size, check = self._bytes[2], self._bytes[3]
        if size == 0 and check == 0xFF:
            found.append(CONFIRMED)
            self._bytes = self._bytes[4:]
        elif (size + check) & 0xFF or not 0 < size <= LONGEST:
            found.append(DAMAGED)
            self._bytes = self._bytes[2:]
        elif len(self._bytes) < size + 5:
            return False
        elif sum(self._bytes[4 : size + 5]) & 0xFF:
            found.append(DAMAGED)
            self._bytes = self._bytes[2:]
        else:
            found.append(self._bytes[4 : size + 4])
            self._bytes = self._bytes[size + 5 :]
        return True


def stickers(answer: bytes) -> "list[str]":
    """The numbers of the stickers in an answer to LOOK, after its command byte; ValueError where it isn't one.

    A phone, and many a banking card, makes up a number that begins with 08 each time that it is looked at: no sticker.
    """
    count, at = answer[:1], 1
    found: list[str] = []
    if count not in (b"\x00", b"\x01", b"\x02"):
        raise ValueError
    for _ in range(count[0]):
        head = answer[at : at + 5]  # its place, ATQA (2), SAK, and the size of its number
        if len(head) < 5 or head[4] not in (4, 7, 10):
            raise ValueError
        uid = answer[at + 5 : at + 5 + head[4]]
        if len(uid) < head[4]:
            raise ValueError
        at += 5 + head[4]
        if (
            head[3] & 0x20
        ):  # ISO 14443-4: the module has got its ATS too, which begins with its size
            if not 0 < len(answer) - at >= answer[at]:
                raise ValueError
            at += answer[at]
        if not (head[4] == 4 and uid[0] == 0x08):
            found.append(hexlify(uid).decode().upper())
    return found


class Reader:
    """One module, from asleep to asked for ever again. It gets out of any state by itself: it is asked anew, then woken.

    `down`: whether it hasn't answered for long. `errors`: damaged and missing answers.
    """

    def __init__(self) -> None:
        self.busy = False
        self.down = False
        self.errors = 0
        self._setup = [AWAKE, TRIES]
        self._missing = 0
        self._command = b""
        self._frames = Frames()
        self._confirmed = False
        self._until = 0

    def begin(self, now: int) -> bytes:
        """What to send it: the next command; or nothing yet. Whatever came before is stale."""
        if self.down and now < self._until:
            return b""
        self.busy, self._confirmed = True, False
        self._frames = Frames()
        self._until = now + ACK_WITHIN
        self._command = self._setup[0] if self._setup else LOOK
        if self._command is AWAKE:
            return WAKE + frame(AWAKE)
        return (ABORT if self._missing else b"") + frame(self._command)

    def hear(self, data: bytes, now: int) -> "list[str] | None":
        """The numbers of the stickers, when it has looked; until then, and when something else is over, None."""
        for body in self._frames.feed(data):
            if body == CONFIRMED and not self._confirmed:
                self._confirmed = True
                self._until = now + ANSWER_WITHIN
            elif not self._confirmed or body == CONFIRMED:
                continue  # of a command before
            elif body and body[:2] == bytes([0xD5, self._command[0] + 1]):
                return self._answered(body[2:], now)
            else:
                self._failed(now)
                return None
        if now >= self._until:
            self._failed(now)
        return None

    def _answered(self, answer: bytes, now: int) -> "list[str] | None":
        if self._setup:
            self._setup.pop(0)
            self.busy = False
            return None
        try:
            found = stickers(answer)
        except ValueError:
            self._failed(now)
            return None
        self.busy = self.down = False
        self._missing = 0
        return found

    def _failed(self, now: int) -> None:
        self.busy = False
        self.errors += not self.down
        self._missing += 1
        if self._missing >= SLEEPS_AFTER:
            self._setup = [AWAKE, TRIES]
        if self._missing >= DOWN_AFTER:
            self.down = True
            self._until = now + PAUSE
