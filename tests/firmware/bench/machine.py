"""In place of a Pico's pins and ports: what stands at the far ends of the wires is the test's.

A UART is the terminal that the environment names (UART0, UART1). What happens at pins is written to the file PINS, a
line each: the light's pin is called LED.
"""

import os
import select

_pins = open(os.getenv("PINS"), "ab", buffering=0)  # MicroPython's flush would wait for the disk


def _write(what):
    _pins.write(what.encode() + b"\n")


def unique_id():
    return b"\xe6\x61\x4c\x31\x1b\x7a\x5a\x2f"


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number, mode=None, pull=None):
        self.number = number

    def value(self, level=None):
        if level is None:
            return 1
        return _write(f"{self.number} {int(level)}")


class PWM:
    def __init__(self, pin):
        self._pin = pin
        self._tone = 0

    def freq(self, tone):
        self._tone = tone

    def duty_u16(self, duty):
        _write(f"{self._pin.number} {self._tone if duty else 0}")


class UART:
    def __init__(self, number, baudrate, tx, rx, txbuf, rxbuf):
        self._file = open(os.getenv(f"UART{number}"), "r+b", buffering=0)
        self._poll = select.poll()
        self._poll.register(self._file, select.POLLIN)

    def any(self):
        return 1 if self._poll.poll(0) else 0

    def read(self, count):
        data = b""
        while len(data) < 256 and self._poll.poll(0):
            data += self._file.read(1)
        return data

    def write(self, data):
        return self._file.write(data)


class WDT:
    """Tells in PINS when it was started; it can't start this computer anew."""

    def __init__(self, timeout):
        _write(f"watchdog {timeout}")

    def feed(self):
        pass
