"""The strip by SPI in plain Python, which works on every Pi with no compiler."""

from __future__ import annotations

from typing import Any


def chain_by_spi(bus: Any, pixels: int, order: str, latch: float) -> Any:
    """Adafruit's NeoPixel_SPI on a bus of Blinka's, with each byte's pulses looked up.

    A bit of a colour is a byte on the bus. The library looks at every bit of every frame, which takes a Zero 2 W 12 ms.
    `latch` is the silence before and after a frame, in seconds. Raises RuntimeError or OSError.
    """
    from neopixel_spi import NeoPixel_SPI

    class Chain(NeoPixel_SPI):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(bus, pixels, pixel_order=order, auto_write=False, reset_time=latch)
            self._pulses = [self._pulses_of(byte) for byte in range(256)]

        def deinit(self) -> None:
            super().deinit()
            bus.deinit()

        def _pulses_of(self, byte: int) -> bytes:
            return bytes(self._bit1 if byte >> bit & 1 else self._bit0 for bit in range(7, -1, -1))

        def _transmogrify(self, buffer: bytearray) -> None:
            self._spibuf = b"".join(map(self._pulses.__getitem__, buffer))

    return Chain()
