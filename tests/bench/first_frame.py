"""Runs cribboard, and says on stderr, as JSON, what had happened until the first lit frame.

`python -m tests.bench.first_frame STARTED ARGUMENTS`; STARTED is the monotonic time at which the caller started it.
"""

from __future__ import annotations

import builtins
import json
import sys
import time
from typing import Any

OURS = {"cribboard", "tests", *sys.stdlib_module_names}


class Libraries:
    """Seconds spent on imports that are neither ours nor Python's own, with all that these import in turn."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._import = builtins.__import__
        self._inside = False

    def __call__(
        self,
        name: str,
        globals: Any = None,
        locals: Any = None,
        fromlist: Any = (),
        level: int = 0,
    ) -> Any:
        how = name, globals, locals, fromlist, level
        if self._inside or level or name.partition(".")[0] in OURS:
            return self._import(*how)
        self._inside, begun = True, time.perf_counter()
        try:
            return self._import(*how)
        finally:
            self._inside = False
            self.seconds += time.perf_counter() - begun


def main(started: float, arguments: list[str]) -> None:
    """Run with these arguments."""
    libraries = Libraries()
    builtins.__import__ = libraries  # type: ignore[assignment]
    from cribboard import cli
    from cribboard.devices import simulated

    lit: dict[str, Any] = {}

    class Wire(simulated.Wire):
        def carry(self, data: bytearray) -> None:
            super().carry(data)
            if any(data) and not lit:
                lit["own"] = time.monotonic() - started - libraries.seconds
                lit["libraries"] = libraries.seconds
                lit["early"] = [name for name in ("gpiozero", "serial") if name in sys.modules]

    simulated.Wire = Wire  # type: ignore[misc]
    cli.main(arguments)
    print(json.dumps(lit), file=sys.stderr)


if __name__ == "__main__":
    main(float(sys.argv[1]), sys.argv[2:])
