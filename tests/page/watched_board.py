"""`cribboard play` as it is, with an eye on its strip: every frame that goes over the wire is written down.

python -m tests.page.watched_board FRAMES [ARGUMENT ...]: what the command line takes.
"""

from __future__ import annotations

import sys

from cribboard.cli import main
from cribboard.devices.simulated import Wire


def watch(path: str) -> None:
    """Append each frame to this file, at once."""
    carry = Wire.carry
    book = open(path, "ab", buffering=0)

    def seen(wire: Wire, data: bytearray) -> None:
        carry(wire, data)
        book.write(data)

    Wire.carry = seen  # type: ignore[method-assign]


if __name__ == "__main__":
    watch(sys.argv[1])
    sys.exit(main(sys.argv[2:]))
