"""What was measured, beside its budget."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from math import isnan
from statistics import median
from time import perf_counter
from typing import NamedTuple

COMPARE = {"<": operator.lt, "=": operator.eq, ">": operator.gt}


class Figure(NamedTuple):
    """One measurement, not a number if it couldn't be had. Its budget is `<`, `=` or `>`, and a limit in the same unit."""

    what: str
    value: float
    unit: str
    budget: str = ""


class Row(NamedTuple):
    """A line of the table: a figure's median and range over the rounds, and whether the budget holds."""

    what: str
    measured: str = ""
    rounds: str = ""
    budget: str = ""
    verdict: str = ""

    @classmethod
    def of(cls, rounds: Sequence[Figure]) -> Row:
        """What several rounds make of a figure."""
        what, _, unit, budget = rounds[0]
        values = [figure.value for figure in rounds]
        verdict = ""
        if budget:
            sign, limit = budget.split()
            verdict = "ok" if COMPARE[sign](median(values), float(limit)) else "MISSED"
        spread = f"{_text(min(values))} - {_text(max(values))}"
        return cls(f"  {what}", f"{_text(median(values))} {unit}", spread, budget, verdict)


def table(rows: Sequence[Row]) -> str:
    """Rows below their titles, in columns."""
    rows = [Row("", "measured", "rounds", "budget"), *rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def p99(values: Sequence[float]) -> float:
    """The value that one in a hundred exceeds."""
    return sorted(values)[int(0.99 * len(values))]


def timed(act: Callable[[], object]) -> float:
    """Seconds that it takes."""
    begun = perf_counter()
    act()
    return perf_counter() - begun


def _text(value: float) -> str:
    if isnan(value):
        return "-"
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"
