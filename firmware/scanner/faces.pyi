"""What the scanner's parts ask of each other. For mypy alone: a Pico needs no types, and this file isn't copied to it."""

from typing import Any, Protocol

class Port(Protocol):
    """Neither waits: `read` gives the bytes that are there, `write` takes what fits and returns how many those were."""

    def read(self) -> bytes: ...
    def write(self, data: bytes, /) -> int | None: ...

class Reader(Protocol):
    """A kind of reader; see pn532.py."""

    busy: bool
    down: bool
    errors: int

    def begin(self, now: int) -> bytes: ...
    def hear(self, data: bytes, now: int) -> list[str] | None: ...

class Select(Protocol):
    """Readies the wires for one of the readers that share a port."""

    def __call__(self) -> None: ...

class Settings(Protocol):
    """What stands in settings.py."""

    LINK: Any
    READERS: Any
    GONE_AFTER: int
    BUTTON: Any
    LIGHT: Any
    GREEN: Any
    RED: Any
    BEEPER: Any
