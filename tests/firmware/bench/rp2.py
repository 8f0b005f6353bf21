"""In place of the button on a Pico: it is held while the environment says so."""

import os


def bootsel_button():
    return int(os.getenv("BOOTSEL") or "0")
