"""Every byte at a port, with no reader to it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from queue import Queue

import pytest

from cribboard.devices.simulated import PtyCable
from cribboard.devices.tap import Tap, listen


@pytest.fixture
def cable() -> Iterator[PtyCable]:
    cable = PtyCable()
    cable.plug()
    yield cable
    cable.close()


def test_all_that_comes_is_taken_as_it_is(cable: PtyCable):
    taken: Queue[bytes] = Queue()
    tap = Tap(cable.open_port(cable.path), lambda data, _: taken.put(data))
    sent = bytes(range(256)) * 4
    cable.send(sent)
    came = b""
    while len(came) < len(sent):
        came += taken.get(timeout=60)
    tap.close()
    assert came == sent


def test_a_tap_on_a_cable_that_is_pulled_says_so_and_can_be_closed(cable: PtyCable):
    taken: Queue[bytes] = Queue()
    tap = Tap(cable.open_port(cable.path), lambda data, _: taken.put(data))
    cable.unplug()
    assert taken.get(timeout=60) == b""
    tap.close()
    assert taken.empty()


def test_listening_ends_with_the_silence():
    master, slave = os.openpty()
    assert listen(os.ttyname(slave), 9600, 0.01) == b""
    os.close(master)
    os.close(slave)


def test_a_port_that_is_not_there_cannot_be_listened_to():
    with pytest.raises(OSError, match="No such file"):
        listen("/dev/no-such-port", 9600, 0.01)
