"""A browser's connection, as Microdot reads from it and writes to it, with bounds: on a request, and on what follows."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

LONGEST_REQUEST = 16384
"""Bytes of a request with all its headers."""

LONGEST_FRAME = 1024
"""Bytes of what a page sends at once."""

FRAME_HEAD = 14
BURST, RATE = 40, 20
"""Frames that a browser may send at once, and a second from then on."""


class Flood(Exception):
    """A browser sends more than people do."""


class Allowance:
    """How many frames may still come: a bucket that fills again."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left = float(BURST)
        self._at = clock()

    def take(self) -> None:
        """One more. Raises Flood."""
        now = self._clock()
        self._left = min(BURST, self._left + (now - self._at) * RATE)
        self._at = now
        if self._left < 1:
            raise Flood
        self._left -= 1


class Incoming:
    """What a browser sends. Every method raises Flood where that is too much, and EOFError where it breaks off."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader
        self._left = LONGEST_REQUEST
        self._frames = Allowance()

    async def readline(self) -> bytes:
        """A line of the request."""
        line = await self._reader.readline()
        self._take(len(line))
        return line

    async def readexactly(self, size: int) -> bytes:
        """So many bytes of the request, or of a frame."""
        self._take(size)
        return await self._reader.readexactly(size)

    async def read(self, size: int) -> bytes:
        """The first bytes of a frame, pings and empty ones included: only there Microdot calls this."""
        self._frames.take()
        self._left = LONGEST_FRAME + FRAME_HEAD
        return await self._reader.readexactly(size)

    def _take(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise Flood


class Outgoing:
    """What a browser is sent; `patience` is how long its request may still take."""

    def __init__(self, writer: asyncio.StreamWriter, patience: asyncio.Timeout) -> None:
        self._writer = writer
        self.patience = patience
        self.transport = writer.transport
        self.get_extra_info = writer.get_extra_info

    async def awrite(self, data: bytes) -> None:
        """Send this, and wait until it is on its way."""
        self._writer.write(data)
        await self._writer.drain()

    async def aclose(self) -> None:
        """Nothing more is sent."""
        self._writer.close()
        await self._writer.wait_closed()
