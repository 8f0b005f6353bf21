"""What MicroPython has built in."""


def kbd_intr(_):
    pass
