"""What a browser may send: so much, and so often."""

from __future__ import annotations

import asyncio

import pytest

from cribboard.page.stream import (
    BURST,
    LONGEST_FRAME,
    LONGEST_REQUEST,
    RATE,
    Allowance,
    Flood,
    Incoming,
)


def test_a_burst_is_allowed_and_then_a_steady_rate() -> None:
    now = 0.0
    allowance = Allowance(lambda: now)
    for _ in range(BURST):
        allowance.take()
    with pytest.raises(Flood):
        allowance.take()
    now = 1.0
    for _ in range(RATE):
        allowance.take()
    with pytest.raises(Flood):
        allowance.take()


def test_a_long_rest_allows_no_more_than_a_burst() -> None:
    now = 0.0
    allowance = Allowance(lambda: now)
    now = 3600.0
    for _ in range(BURST):
        allowance.take()
    with pytest.raises(Flood):
        allowance.take()


def test_a_request_ends_or_is_a_flood() -> None:
    async def read() -> None:
        stream = asyncio.StreamReader()
        stream.feed_data(b"a: b\r\n" * LONGEST_REQUEST)
        incoming = Incoming(stream)
        while True:
            await incoming.readline()

    with pytest.raises(Flood):
        asyncio.run(read())


def test_each_frame_has_room_of_its_own() -> None:
    async def read(size: int) -> None:
        stream = asyncio.StreamReader()
        stream.feed_data(bytes(100_000))
        incoming = Incoming(stream)
        for _ in range(10):
            await incoming.read(2)
            await incoming.readexactly(size)

    asyncio.run(read(LONGEST_FRAME))
    with pytest.raises(Flood):
        asyncio.run(read(LONGEST_FRAME + 100))


def test_a_frame_that_breaks_off_is_no_frame() -> None:
    async def read() -> None:
        stream = asyncio.StreamReader()
        stream.feed_data(b"\x81")
        stream.feed_eof()
        await Incoming(stream).read(2)

    with pytest.raises(EOFError):
        asyncio.run(read())
