"""On the Pico: the pins, the ports, the clock and the watchdog. It begins when the Pico does.

Hold the button while the light is lit after the start, and it leaves you at MicroPython's prompt.
"""

import os
import select
import sys
import time
from binascii import hexlify

import machine
import micropython
import settings
from link import Link
from scanner import Bus, Place, Scanner
from wiring import problems

VERSION = "1.0.0"
BUTTON_FOR = 1500
"""Milliseconds in which the button may be pressed."""

WATCHDOG = 8000
"""Milliseconds without a step after which the Pico starts anew; the longest that its watchdog can wait is 8388."""


class Clock:
    """Milliseconds since the start; unlike the Pico's own, they never begin anew."""

    def __init__(self) -> None:
        self._last = time.ticks_ms()
        self._now = 0

    def now(self) -> int:
        """How many there are."""
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._last)
        self._last = ticks
        return self._now


class Usb:
    """The port to the board where that is USB. A byte is written where there is room for one, so it never waits."""

    def __init__(self) -> None:
        micropython.kbd_intr(-1)  # a damaged byte must not stop the program
        self._readable, self._writable = select.poll(), select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable.register(sys.stdout, select.POLLOUT)

    def read(self) -> bytes:
        """The bytes that are there."""
        data = b""
        while self._readable.poll(0) and len(data) < 64:
            byte = sys.stdin.buffer.read(1)
            if not byte:
                break
            data += byte
        return data

    def write(self, data: bytes) -> int:
        """Send what there is room for; returns how many bytes that were."""
        sent = 0
        while sent < len(data) and self._writable.poll(0):
            sent += sys.stdout.buffer.write(data[sent : sent + 1])
        return sent


class Uart:
    """A serial port on pins, with room for several lines in both directions."""

    def __init__(self, wires: dict, baud: int) -> None:
        tx, rx = machine.Pin(wires["tx"]), machine.Pin(wires["rx"])
        self._uart = machine.UART(wires["uart"], baudrate=baud, tx=tx, rx=rx, txbuf=512, rxbuf=512)

    def read(self) -> bytes:
        """The bytes that are there."""
        count = self._uart.any()
        return self._uart.read(count) or b"" if count else b""

    def write(self, data: bytes) -> int:
        """Send; returns how many bytes there was room for."""
        return self._uart.write(data) or 0


class Panel:
    """The lights and the beeper."""

    def __init__(self) -> None:
        wired = (("l", settings.LIGHT), ("g", settings.GREEN), ("r", settings.RED))
        self._lights = [
            (name, machine.Pin(pin, machine.Pin.OUT)) for name, pin in wired if pin is not None
        ]
        self._beeper = None
        if settings.BEEPER is not None:
            self._beeper = machine.PWM(machine.Pin(settings.BEEPER))
            self._beeper.freq(1000)  # before it has one it may take no duty, not even 0
        self._shown = None

    def show(self, lights: str, tone: int) -> None:
        """Light these lights, and sound this tone (Hz)."""
        if (lights, tone) == self._shown:
            return
        self._shown = lights, tone
        for name, pin in self._lights:
            pin.value(name in lights)
        if self._beeper:
            if tone:
                self._beeper.freq(tone)
            self._beeper.duty_u16(32768 if tone else 0)


def selector(pins: dict) -> object:
    """What sets the pins so that the switch leads to a reader; None where there is no switch."""
    outputs = [(machine.Pin(pin, machine.Pin.OUT), level) for pin, level in pins.items()]

    def select() -> None:
        for pin, level in outputs:
            pin.value(level)

    return select if outputs else None


def built() -> Scanner:
    """The scanner, as the settings have it."""
    ports, shared, places = {}, {}, []
    for number, wires in enumerate(settings.READERS):
        kind = __import__(wires["kind"])
        place = Place(number, kind.Reader(), settings.GONE_AFTER, selector(wires.get("select", {})))
        places.append(place)
        if wires["uart"] not in ports:
            ports[wires["uart"]] = Uart(wires, kind.BAUD)
        shared.setdefault(wires["uart"], []).append(place)
    buses = [Bus(ports[uart], those) for uart, those in shared.items()]
    board = Usb() if settings.LINK == "usb" else Uart(settings.LINK, 115200)
    about = f"fw={VERSION} reader={settings.READERS[0]['kind']} n={len(places)} uid={in_hex(machine.unique_id())}"
    return Scanner(Link(in_hex(os.urandom(4)), about), board, buses, places)


def in_hex(data: bytes) -> str:
    """Capital hex digits."""
    return hexlify(data).decode().upper()


def button_is_down() -> bool:
    """Whether somebody holds the button."""
    if settings.BUTTON == "BOOTSEL":
        import rp2

        return bool(rp2.bootsel_button())
    return not machine.Pin(settings.BUTTON, machine.Pin.IN, machine.Pin.PULL_UP).value()


def stays_at_prompt(panel: Panel, clock: Clock) -> bool:
    """Light the light, and wait whether the button is pressed."""
    if settings.BUTTON is None:
        return False
    panel.show("l", 0)
    while clock.now() < BUTTON_FOR:
        if button_is_down():
            panel.show("", 0)
            return True
        time.sleep_ms(20)
    return False


def main() -> None:
    """Scan, until the power goes; or say what hinders it, or why not, and leave it to the prompt."""
    wrong = problems(settings)
    if wrong:
        print("settings.py can't be used:", *wrong, sep="\n  ")
        return
    clock, panel = Clock(), Panel()
    if stays_at_prompt(panel, clock):
        print("The button was pressed: the scanner waits at the prompt until the next start.")
        return
    scanner = built()
    watchdog = machine.WDT(timeout=WATCHDOG)
    while True:
        panel.show(*scanner.step(clock.now()))
        watchdog.feed()
        time.sleep_ms(1)


if __name__ == "__main__":
    main()
