"""Runs cribboard, and prints as JSON on stderr what happened until the first lit frame.

`python -m tests.bench.first_frame STARTED ARGUMENTS`, with the monotonic time at which the caller started it.
"""

from __future__ import annotations

import builtins
import json
import sys
import time
from typing import Any

LATER = ("gpiozero", "serial")
"""What is to be imported only after the pegs are lit."""


class Libraries:
    """Takes the time of imports that aren't ours nor Python's own, with all that they import in turn."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._inside = False
        self._import = builtins.__import__
        builtins.__import__ = self

    def __call__(self, name: str, *args: Any, **options: Any) -> Any:
        top = name.partition(".")[0]
        level = options.get("level", args[3] if len(args) > 3 else 0)
        own = level or top in ("cribboard", "tests") or top in sys.stdlib_module_names
        if own or self._inside:
            return self._import(name, *args, **options)
        self._inside, begun = True, time.perf_counter()
        try:
            return self._import(name, *args, **options)
        finally:
            self._inside = False
            self.seconds += time.perf_counter() - begun


def main(started: float, arguments: list[str]) -> int:
    """Play, and say when the pegs were lit."""
    libraries = Libraries()
    from cribboard import cli
    from cribboard.devices import simulated

    lit: dict[str, Any] = {}

    class Wire(simulated.Wire):
        def carry(self, data: bytearray) -> None:
            super().carry(data)
            if any(data) and not lit:
                lit["seconds"] = time.monotonic() - started
                lit["libraries"] = libraries.seconds
                lit["too_early"] = [name for name in LATER if name in sys.modules]

    simulated.Wire = Wire  # type: ignore[misc]
    status = cli.main(arguments)
    print(json.dumps(lit), file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), sys.argv[2:]))
