"""Real browsers at a running board; where there is no Chromium these tests say so and are skipped."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from .process import BoardProcess
from .visitor import Visitor

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Debian's Chromium, driven by Playwright, whose event loop other modules' tests wouldn't bear beside theirs."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if not CHROMIUM:
        pytest.skip("there is no Chromium: apt install chromium")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., BoardProcess]]:
    """Starts boards, which end with the test."""
    with ExitStack() as closing:

        def started(web: str = "", name: str = "board") -> BoardProcess:
            folder = tmp_path / name
            folder.mkdir()
            board = BoardProcess(folder, web)
            closing.callback(board.close)
            return board

        yield started


@pytest.fixture
def board(start: Callable[..., BoardProcess]) -> BoardProcess:
    """A simulated board that was just switched on, with everybody welcome to watch."""
    return start()


@pytest.fixture
def visit(chromium: Any) -> Iterator[Visit]:
    """Opens a page as somebody else each time; at the end, none may have complained."""
    visitors: list[Visitor] = []

    def visited(address: str, **options: Any) -> Visitor:
        visitor = Visitor(chromium, address, **options)
        visitors.append(visitor)
        return visitor

    yield visited
    problems = [problem for visitor in visitors for problem in visitor.problems]
    for visitor in visitors:
        visitor.leave()
    assert problems == []
