"""A PN532 as it is at the far end of its wires: bytes in, bytes out, with the states and the faults that it has.

It knows nothing of the firmware; that its answers are a PN532's own is a test against published frames.
"""

from __future__ import annotations

import re
from collections import deque

ACK = bytes.fromhex("0000FF00FF00")

_COMMAND = re.compile(rb"\x00\xff([\x02-\xfd])(.)", re.DOTALL)


def answer_frame(body: bytes) -> bytes:
    """What the module sends: a frame with its two checksums."""
    return bytes([0, 0, 0xFF, len(body), -len(body) & 0xFF, *body, -sum(body) & 0xFF, 0])


class Module:
    """A module on its wires. `stickers` lie on it; `faults` befall its next answers, one each, by name.

    `silent`: it sleeps through the command. `mute`: it confirms and never answers. `damaged`: a bit of its answer is
    wrong. `short`: its answer breaks off. `noisy`: bytes of nobody's come before its answer. `late`: its answer comes when the next
    command has come. `reset`: its power went, it sleeps and has forgotten what it was told.
    """

    def __init__(self, *stickers: str, faults: tuple[str, ...] = ()) -> None:
        self.stickers = list(stickers)
        self.faults = deque(faults)
        self.looks = 0
        self.wakes = 0
        self._input = b""
        self._late = b""
        self._sleep()

    def _sleep(self) -> None:
        self._awake = False
        self._gives_up = False

    def feed(self, data: bytes) -> bytes:
        """What it sends back at once."""
        self._input += data
        if not self._awake:
            start = self._input.find(b"\x55\x55" + bytes(3))
            if start < 0:
                self._input = self._input[-16:]
                return b""
            self._awake, self.wakes = True, self.wakes + 1
            self._input = self._input[start:]
        out = b""
        while command := self._next_command():
            out += self._obey(command)
        return out

    def _next_command(self) -> bytes:
        """The next whole command; ACK frames, which abort what it is at, and what is damaged are passed over."""
        for found in _COMMAND.finditer(self._input):
            size = found[1][0]
            body = self._input[found.end() : found.end() + size]
            end = found.end() + size + 1
            if (size + found[2][0]) & 0xFF:
                continue
            if len(self._input) < end:
                return b""
            checksum = self._input[end - 1]
            self._input = self._input[end:]
            return body[1:] if body[0] == 0xD4 and not (sum(body) + checksum) & 0xFF else b""
        return b""

    def _obey(self, command: bytes) -> bytes:
        before, self._late = self._late, b""
        fault = self.faults.popleft() if self.faults else ""
        if fault == "reset":
            self._sleep()
        if fault in ("reset", "silent"):
            return b""
        body = self._answer(command)
        if body is None or fault == "mute":
            return before + ACK
        answer = answer_frame(bytes([0xD5, command[0] + 1]) + body)
        match fault:
            case "damaged":
                answer = answer[:6] + bytes([answer[6] ^ 0x10]) + answer[7:]
            case "short":
                answer = answer[:-3]
            case "noisy":
                answer = b"\x00\xff\x05\xfb\x00\xff\x80" + answer
            case "late":
                self._late = answer
                return before + ACK
        return before + ACK + answer

    def _answer(self, command: bytes) -> bytes | None:
        match command[0]:
            case 0x02:
                return bytes.fromhex("32010607")
            case 0x14:
                return b""
            case 0x32:
                self._gives_up = command[1] == 5 and command[4] != 0xFF
                return b""
            case 0x4A:
                self.looks += 1
                seen = self.stickers[: command[1]]
                if not seen and not self._gives_up:
                    return None  # it looks for ever
                return bytes([len(seen)]) + b"".join(
                    bytes([place]) + _target(sticker) for place, sticker in enumerate(seen, 1)
                )
        raise AssertionError(f"no command of a card reader: {command.hex()}")


def _target(sticker: str) -> bytes:
    """ATQA, SAK and number: of an NTAG213 where that has seven bytes, of a banking card (with its ATS) where it ends in `+`."""
    uid = bytes.fromhex(sticker.rstrip("+"))
    if sticker.endswith("+"):
        return bytes([0x00, 0x04, 0x20, len(uid), *uid, 5, 0x78, 0x80, 0x70, 0x02])
    atqa, sak = (0x44, 0x00) if len(uid) == 7 else (0x04, 0x08)
    return bytes([0x00, atqa, sak, len(uid), *uid])
