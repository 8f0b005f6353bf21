"""Facts about the game in tests/data, each taken from a public program or page (`source`) and checked by brute force."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parents[1] / "data"

Row = dict[str, Any]


def rows(name: str) -> list[Row]:
    """Every line of tests/data/{name}.jsonl."""
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text().splitlines()]


def _every(_: Row) -> bool:
    return True


def _nothing(_: Row) -> None:
    return None


def cases(
    name: str,
    wanted: Callable[[Row], bool] = _every,
    left_out: Callable[[Row], str | None] = _nothing,
) -> list[Any]:
    """The wanted rows as test cases; those left out are skipped, with the reason."""
    return [
        pytest.param(row, id=f"{name}-{number}", marks=_skip(left_out(row)))
        for number, row in enumerate(rows(name), start=1)
        if wanted(row)
    ]


def _skip(reason: str | None) -> tuple[pytest.MarkDecorator, ...]:
    return (pytest.mark.skip(reason=reason),) if reason else ()
