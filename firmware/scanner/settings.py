"""The scanner's settings: which wires go where. Change what differs on your Pico; main.py tells what can't be.

Numbers are GP numbers. UART0 can have TX/RX on 0/1, 12/13 or 16/17, UART1 on 4/5 or 8/9.
"""

# To the board: "usb", or a UART (to the Raspberry Pi: tx to GPIO15, rx to GPIO14).
LINK = "usb"
# LINK = {"uart": 0, "tx": 0, "rx": 1}

# The readers, four at most; the first one is reader 0. Those that share a UART through a switch (74HC4052) say which
# pins select them: {"kind": "pn532", "uart": 1, "tx": 4, "rx": 5, "select": {10: 0, 11: 1}}.
READERS = [
    {"kind": "pn532", "uart": 1, "tx": 4, "rx": 5},
]

# Milliseconds for which a card must be away before it can be laid again.
GONE_AFTER = 400

# Held while the light is lit for a second and a half after the start, it leaves you at MicroPython's prompt:
# "BOOTSEL", which is on the Pico, or the pin of a button to ground; None: nobody is waited for.
BUTTON = "BOOTSEL"

# None where there is none. The beeper is a passive one; lights go through 330 ohms to ground.
LIGHT = "LED"
GREEN = 18
RED = 19
BEEPER = 15
