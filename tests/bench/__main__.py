"""Measures every budget, and prints it beside what was measured; the exit status is 1 if one is missed.

The machine may be busy with other things: all is measured in several rounds, in turn, and the median counts.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from random import Random

from . import frames, games, hands, page, processes, reaction, speech
from .figures import Figure, Row, table

SUBJECTS = {
    "From input to light": reaction.measure,
    "One frame": frames.measure,
    "Start of `play`": processes.measure_start,
    "From event to speech": speech.measure,
    "Hands counted": hands.measure,
    "Rules and journal": games.measure,
}
ONCE = {"`play` after a deal": processes.measure_playing, "The page": page.measure}


def main() -> int:
    """Run as asked."""
    parser = argparse.ArgumentParser(prog="bench", description="Measure every budget.")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="how often (5)")
    parser.add_argument("--seed", type=int, default=121, metavar="N", help="of the cards (121)")
    options = parser.parse_args()
    print(
        f"cribboard, Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} CPUs, "
        f"load {os.getloadavg()[0]:.1f}: medians of {options.rounds} rounds"
    )
    rng = Random(options.seed)
    titles: dict[str, dict[str, list[Figure]]] = {title: {} for title in SUBJECTS | ONCE}
    for title, measure in [*SUBJECTS.items()] * options.rounds + [*ONCE.items()]:
        print(f"... {title}", file=sys.stderr)
        for figure in measure(rng):
            titles[title].setdefault(figure.what, []).append(figure)
    rows: list[Row] = []
    for title, figures in titles.items():
        rows += [Row(title), *map(Row.of, figures.values())]
    print(table(rows))
    return int(any(row.verdict == "MISSED" for row in rows))


if __name__ == "__main__":
    sys.exit(main())
