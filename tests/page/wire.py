"""A browser that does what no browser does: a bare connection to the page's server."""

from __future__ import annotations

import json
import os
import socket
from typing import Any

PATIENCE = 30.0
TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9


class Wire:
    """A connection. `received` are the JSON messages and frames that came so far."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._file = self._socket.makefile("rb")
        self.port = port

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        self._socket.close()

    def send(self, data: bytes) -> None:
        """Send bytes; as many as the server takes."""
        try:
            self._socket.sendall(data)
        except OSError:
            return

    def request(self, path: str = "/", method: str = "GET", **headers: str) -> int:
        """Ask for something; returns the status, 0 if the server hangs up."""
        named = {"Host": f"127.0.0.1:{self.port}"} | headers
        lines = [f"{name.replace('_', '-')}: {value}" for name, value in named.items()]
        self.send("\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode())
        return self.status()

    def status(self) -> int:
        """The answer's status, 0 if the server hangs up; its headers are in `headers`."""
        first = self._line().split()
        self.headers: dict[str, str] = {}
        while line := self._line().strip():
            name, _, value = line.partition(":")
            self.headers[name.lower()] = value.strip()
        return int(first[1]) if first else 0

    def body(self) -> bytes:
        """What follows the headers, to the end."""
        return self._file.read()

    def upgrade(self, **headers: str) -> int:
        """Ask for the websocket, as our own page does; `headers` change that."""
        asked = {
            "Origin": f"http://127.0.0.1:{self.port}",
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==",
            "Sec_WebSocket_Version": "13",
        }
        return self.request("/live", **(asked | headers))

    def greet(self, token: str = "") -> None:
        """Become a page."""
        assert self.upgrade() == 101
        self.say({"hello": {"language": "en", "token": token, "key": ""}})

    def say(self, message: Any) -> None:
        """Send a message, of JSON values or as it is."""
        text = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.frame(text)

    def frame(self, data: bytes, opcode: int = TEXT, last: bool = True) -> None:
        """Send a frame, masked as a browser must."""
        mask = os.urandom(4)
        size = len(data)
        length = bytes([128 | size]) if size < 126 else bytes([254]) + size.to_bytes(2, "big")
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))
        self.send(bytes([(128 if last else 0) | opcode]) + length + mask + masked)

    def hear(self) -> Any:
        """The next message, as JSON values or bytes; None if the server hangs up."""
        try:
            head = self._file.read(2)
            if len(head) < 2:
                return None
            size = head[1]
            if size >= 126:
                size = int.from_bytes(self._file.read(2 if size == 126 else 8), "big")
            data = self._file.read(size)
        except OSError:
            return None
        return json.loads(data) if head[0] & 15 == TEXT else data

    def hear_about(self, name: str) -> Any:
        """The next message of this name."""
        while (message := self.hear()) is not None:
            if isinstance(message, dict) and name in message:
                return message[name]
        raise AssertionError(f"hung up, and never told of {name}")

    def is_hung_up(self) -> bool:
        """Wait until the server hangs up."""
        while (message := self.hear()) is not None:
            if isinstance(message, dict) and "beat" in message:
                return False  # for ten seconds it had nothing to say, and yet is there
        return True

    def _line(self) -> str:
        try:
            return self._file.readline().decode("latin-1")
        except OSError:
            return ""
