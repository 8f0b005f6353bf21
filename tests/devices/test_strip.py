"""The same strip, real and simulated; and the bytes on the simulated one's wire."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cribboard.devices.errors import DeviceError
from cribboard.devices.simulated import Wire, simulated_strip
from cribboard.devices.strip import Strip, open_strip

from .conftest import strip_of

DARK = bytes(6)
RED_AND_BLUE = bytes([255, 16, 2, 0, 0, 255])
GREEN = bytes([0, 9, 0, 0, 9, 0])


@pytest.fixture
def strip(kind: str) -> Iterator[Strip]:
    strip = simulated_strip("GRB", 2)[0] if kind == "simulated" else open_strip(strip_of(2))
    yield strip
    strip.close()


@pytest.fixture
def wired(simulated: None) -> Iterator[tuple[Strip, Wire]]:
    strip, wire = simulated_strip("GRB", 2)
    yield strip, wire
    strip.close()


def test_it_is_dark_when_opened(strip: Strip):
    assert strip.last_sent == DARK


def test_it_shows_the_newest_frame(strip: Strip):
    for frame in (RED_AND_BLUE, GREEN, GREEN, RED_AND_BLUE):
        strip.show(frame)
        assert strip.last_sent == frame


def test_it_refuses_a_frame_of_another_length(strip: Strip):
    with pytest.raises(ValueError, match="a frame of 5 bytes for 2 pixels"):
        strip.show(bytes(5))


def test_it_is_dark_and_stays_dark_when_closed(strip: Strip):
    strip.show(GREEN)
    strip.close()
    strip.close()
    with pytest.raises(DeviceError, match="closed"):
        strip.show(RED_AND_BLUE)
    assert strip.last_sent == DARK


def test_green_goes_first_over_the_wire(wired: tuple[Strip, Wire]):
    """WS2812B: green, red, blue of each pixel."""
    strip, wire = wired
    strip.show(RED_AND_BLUE)
    assert wire.last == bytes.fromhex("10 ff 02  00 00 ff")


@pytest.mark.usefixtures("simulated")
@pytest.mark.parametrize(
    ("order", "sent"),
    [
        ("RGB", "01 02 03"),
        ("RBG", "01 03 02"),
        ("GRB", "02 01 03"),
        ("GBR", "02 03 01"),
        ("BRG", "03 01 02"),
        ("BGR", "03 02 01"),
    ],
)
def test_other_strips_want_other_orders(order: str, sent: str):
    strip, wire = simulated_strip(order, 1)
    strip.show(bytes([1, 2, 3]))
    assert wire.last == bytes.fromhex(sent)


def test_each_new_frame_goes_over_the_wire_once(wired: tuple[Strip, Wire]):
    strip, wire = wired
    opened = wire.frames
    for frame in (DARK, GREEN, GREEN, RED_AND_BLUE, RED_AND_BLUE, GREEN):
        strip.show(frame)
    assert wire.frames - opened == 3


def test_a_pixel_keeps_its_light_until_it_changes(wired: tuple[Strip, Wire]):
    strip, wire = wired
    strip.show(bytes([1, 2, 3, 4, 5, 6]))
    strip.show(bytes([1, 2, 3, 7, 5, 6]))
    assert wire.last == bytes([2, 1, 3, 5, 7, 6])
    strip.show(bytes([0, 0, 0, 7, 5, 6]))
    assert wire.last == bytes([0, 0, 0, 5, 7, 6])


def test_closing_blanks_the_pixels_in_one_frame(wired: tuple[Strip, Wire]):
    strip, wire = wired
    strip.show(RED_AND_BLUE)
    shown = wire.frames
    strip.close()
    strip.close()
    assert (wire.last, wire.frames) == (DARK, shown + 1)


@pytest.mark.usefixtures("simulated")
def test_two_strips_have_a_wire_each():
    (one, its_wire), (other, other_wire) = simulated_strip("RGB", 1), simulated_strip("RGB", 1)
    one.show(b"\1\1\1")
    other.show(b"\2\2\2")
    assert (its_wire.last, other_wire.last) == (b"\1\1\1", b"\2\2\2")


class BrokenPixels(list):
    """Two pixels whose next frames fail."""

    def __init__(self) -> None:
        super().__init__([(0, 0, 0)] * 2)
        self.shown: list[list[tuple[int, int, int]]] = []
        self.fail = False

    def show(self) -> None:
        if self.fail:
            raise RuntimeError("ws2811_render failed with code -13")
        self.shown.append(list(self))

    deinit = show


def test_a_frame_that_failed_is_sent_again():
    pixels = BrokenPixels()
    strip = Strip(pixels)
    pixels.fail = True
    with pytest.raises(DeviceError, match="code -13; GPIO10 needs dtparam=spi=on"):
        strip.show(GREEN)
    assert strip.last_sent == DARK
    pixels.fail = False
    strip.show(GREEN)
    assert pixels.shown[-1] == [(0, 9, 0)] * 2


def test_a_frame_that_failed_leaves_nothing_in_the_next_one():
    pixels = BrokenPixels()
    strip = Strip(pixels)
    strip.show(RED_AND_BLUE)
    pixels.fail = True
    with pytest.raises(DeviceError):
        strip.show(GREEN)
    pixels.fail = False
    strip.show(bytes([255, 16, 2, 0, 9, 0]))
    assert pixels.shown[-1] == [(255, 16, 2), (0, 9, 0)]


def test_after_a_frame_that_failed_even_the_one_before_it_is_sent_again():
    pixels = BrokenPixels()
    strip = Strip(pixels)
    strip.show(GREEN)
    pixels.fail = True
    with pytest.raises(DeviceError):
        strip.show(RED_AND_BLUE)
    pixels.fail = False
    strip.show(GREEN)
    strip.show(GREEN)
    assert pixels.shown[1:] == [[(0, 9, 0)] * 2] * 2


def test_what_a_frame_does_not_reach_to_is_dark(wired: tuple[Strip, Wire]):
    """A strip may have more pixels than the board has holes."""
    strip, wire = wired
    strip.show(RED_AND_BLUE)
    strip.show(bytes([1, 2, 3]))
    assert wire.last == bytes([2, 1, 3, 0, 0, 0])
    with pytest.raises(ValueError, match="a frame of 9 bytes for 2 pixels"):
        strip.show(bytes(9))


def test_it_says_what_to_do_when_it_cannot_be_opened():
    pixels = BrokenPixels()
    pixels.fail = True
    with pytest.raises(DeviceError, match=r"the strip can't be lit: .*-13; GPIO10 needs"):
        Strip(pixels)
