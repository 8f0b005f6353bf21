"""What was measured, beside its budget."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isnan
from statistics import median
from time import perf_counter
from typing import NamedTuple

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">=": operator.ge,
}


class Budget(NamedTuple):
    """What a figure must be: `<`, `<=` or `>=` a limit in the figure's unit."""

    sign: str
    limit: float

    def holds(self, value: float) -> bool:
        return _COMPARE[self.sign](value, self.limit)


class Figure(NamedTuple):
    """One measurement; a value that is not a number says that it could not be had."""

    what: str
    value: float
    unit: str
    budget: Budget | None = None


def p99(values: Iterable[float]) -> float:
    """The value that one in a hundred exceeds."""
    ordered = sorted(values)
    return ordered[int(0.99 * len(ordered))]


def timed(act: Callable[[], object]) -> float:
    """Seconds that it takes."""
    begun = perf_counter()
    act()
    return perf_counter() - begun


class Report:
    """Figures of several rounds under their headings, in the order of the first round."""

    def __init__(self) -> None:
        self._figures: dict[str, dict[str, list[Figure]]] = {}

    def add(self, heading: str, figures: Iterable[Figure]) -> None:
        """Take in what one round measured."""
        section = self._figures.setdefault(heading, {})
        for figure in figures:
            section.setdefault(figure.what, []).append(figure)

    @property
    def missed(self) -> int:
        """How many budgets are missed."""
        return sum(not _holds(rounds) for rounds in self._all())

    def __str__(self) -> str:
        rows = [("", "measured", "of rounds", "budget", "")]
        for heading, section in self._figures.items():
            rows += [(heading, "", "", "", ""), *map(_row, section.values())]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join(_line(row, widths) for row in rows)

    def _all(self) -> Iterator[list[Figure]]:
        for section in self._figures.values():
            yield from section.values()


def _median(rounds: Sequence[Figure]) -> float:
    return median(figure.value for figure in rounds)


def _holds(rounds: Sequence[Figure]) -> bool:
    budget, value = rounds[0].budget, _median(rounds)
    return budget is None or isnan(value) or budget.holds(value)


def _row(rounds: Sequence[Figure]) -> tuple[str, str, str, str, str]:
    what, _, unit, budget = rounds[0]
    value = _median(rounds)
    if isnan(value):
        return f"  {what}", "not installed", "", "", ""
    least, most = (_text(pick(figure.value for figure in rounds)) for pick in (min, max))
    return (
        f"  {what}",
        f"{_text(value)} {unit}",
        f"{least} - {most}" if len(rounds) > 1 else "",
        f"{budget.sign} {_text(budget.limit)} {unit}" if budget else "",
        ("ok" if _holds(rounds) else "MISSED") if budget else "",
    )


def _text(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *rest = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
    return "  ".join([first, *rest]).rstrip()
