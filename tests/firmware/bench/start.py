"""Start the scanner as a Pico does. Where this is CPython, it gets what only MicroPython has."""

import sys
import time

if sys.implementation.name == "cpython":

    class Unbuffered:
        """A standard stream of which `buffer` keeps nothing back."""

        def __init__(self, stream, mode):
            self.buffer = open(stream.fileno(), mode, buffering=0)
            self.fileno = stream.fileno
            self.flush = stream.flush

        def write(self, text):
            self.buffer.write(text.encode())

    time.ticks_ms = lambda: time.monotonic_ns() // 1_000_000
    time.ticks_diff = lambda new, old: new - old
    time.sleep_ms = lambda ms: time.sleep(ms / 1000)
    sys.stdin, sys.stdout = Unbuffered(sys.stdin, "rb"), Unbuffered(sys.stdout, "wb")

import main

main.main()
