"""How the operating system tells a program to end, which then must close the board: pixels keep their last colours."""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextlib import ExitStack

ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT)
"""Whatever ends a program by a word; SIGKILL can't be heard."""


def on_signals(closing: ExitStack, act: Callable[[int], None], *numbers: signal.Signals) -> None:
    """Until all is closed, these signals mean this."""
    for number in numbers:
        before = signal.signal(number, lambda number, _: act(number))
        closing.callback(signal.signal, number, before)
