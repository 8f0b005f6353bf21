"""What runs under MicroPython is no test module of this Python's."""

collect_ignore = ["bench"]
