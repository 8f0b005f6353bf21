"""Measures every budget and prints it beside what was measured; the exit status is 1 if one is missed.

This machine may be busy with other things, so all is measured in several rounds, in turn, and the median counts.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import time
from random import Random

from . import frames, games, hands, processes, reaction
from .figures import Figure, Report

ROUNDS = {
    "From input to light": reaction.measure,
    "One frame": frames.measure,
    "Start": processes.measure_start,
    "Hands counted": hands.measure,
    "Rules and journal": games.measure,
}
ONCE = {
    "Nothing moving": reaction.measure_stillness,
    "cribboard play, after a deal": processes.measure_playing,
}


def main() -> int:
    """Run as asked."""
    parser = argparse.ArgumentParser(prog="bench", description="Measure every budget.")
    parser.add_argument("--rounds", type=int, default=5, help="how often (5)")
    parser.add_argument("--seed", type=int, default=121, help="of the cards (121)")
    parser.add_argument("--full", action="store_true", help="count all hands there are, too: minutes")
    options = parser.parse_args()
    rng, report = Random(options.seed), Report()
    for number in range(options.rounds):
        for heading, measure in ROUNDS.items():
            print(f"\r\033[Kround {number + 1}: {heading}", end="", file=sys.stderr, flush=True)
            report.add(heading, measure(rng))
    for heading, measure in ONCE.items():
        report.add(heading, measure(rng))
    if options.full:
        report.add("Hands counted", [_all_hands()])
    print("\r\033[K", end="", file=sys.stderr)
    print(
        f"cribboard on Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} CPUs, "
        f"load {os.getloadavg()[0]:.1f}; medians of {options.rounds} rounds\n\n{report}"
    )
    return int(report.missed > 0)


def _all_hands() -> Figure:
    """The test that counts every hand and crib against the known histogram."""
    begun = time.monotonic()
    test = [sys.executable, "-m", "pytest", "-q", "-m", "exhaustive", "tests/rules/test_scoring.py"]
    subprocess.run(test, cwd=processes.REPOSITORY, check=True, stdout=subprocess.DEVNULL)
    return Figure("all of them, checked in one test run", time.monotonic() - begun, "s")


if __name__ == "__main__":
    sys.exit(main())
