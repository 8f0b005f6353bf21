"""Trouble with hardware: told to people, and kept away from the devices' own threads."""

from __future__ import annotations

import logging
from collections.abc import Callable

from cribboard.signals import Signal

logger = logging.getLogger(__name__)

Post = Callable[[Signal, float], None]
"""Takes a signal, and the monotonic time in seconds at which it happened; never blocks."""


class DeviceError(Exception):
    """A device can't be used; the text says which, why, and what to do about it."""


def guarded(post: Post) -> Post:
    """`post` for a device's thread, which must outlive whatever `post` raises: it is logged, the signal lost.

    One exception in a callback ends lgpio's only thread, and with it every button, without a word.
    """

    def never_raises(signal: Signal, when: float) -> None:
        try:
            post(signal, when)
        except Exception:
            logger.exception("%r was lost", signal)

    return never_raises
