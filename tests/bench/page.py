"""From a press on the page to what is seen of it there; the board's memory with a page open; and stillness."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from math import nan
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from .figures import Figure, p99
from .processes import memory, switches

PRESSES = 60
IDLE = 20.0

WATCH = """() => {
  window.times = [];
  let pressed = 0;
  const seen = () => requestAnimationFrame(() => {
    if (pressed) window.times.push(performance.now() - pressed);
    pressed = 0;
  });
  document.querySelector('[data-button="A.five"]').addEventListener("pointerdown", () => { pressed = performance.now(); }, true);
  new MutationObserver(seen).observe(document.querySelector("#scores"), { childList: true, subtree: true });
}"""


def measure(rng: Random) -> Iterator[Figure]:
    """With one real browser; without Chromium nothing is known. +5 acts when it goes down, for it can't be held."""
    from tests.page.conftest import CHROMIUM

    if not CHROMIUM or not find_spec("playwright"):
        print(
            "    there is no Chromium, or no Playwright: the page isn't measured", file=sys.stderr
        )
        yield Figure("press to visible change, median", nan, "ms", "< 50")
        return
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield from _measured(browser, Path(folder), rng)
        browser.close()


def _measured(browser: object, folder: Path, rng: Random) -> Iterator[Figure]:
    from tests.page.process import BoardProcess
    from tests.page.visitor import Visitor

    board = BoardProcess(folder)
    try:
        page = Visitor(browser, board.link)
        page.view("play")
        page.page.evaluate(WATCH)
        for _ in range(PRESSES):
            page.press("A.five")
            time.sleep(rng.uniform(0.02, 0.06))
            page.press("undo")
            time.sleep(rng.uniform(0.02, 0.06))
        times = [float(each) for each in page.page.evaluate("window.times")]
        yield Figure("press to visible change, median", median(times), "ms", "< 50")
        yield Figure("press to visible change, p99", p99(times), "ms")
        page.view("history")
        page.page.wait_for_selector(".past .panel")
        page.view("table")
        board.wait_until_still()
        frames, told, before = len(page.frames), len(page.told), switches(board.process.pid)
        page.page.wait_for_timeout(IDLE * 1e3)
        woken = switches(board.process.pid) - before
        yield Figure("nothing moving: frames sent", len(page.frames) - frames, "", "= 0")
        yield Figure("  messages, one in 10 s", (len(page.told) - told) / IDLE, "/s", "< 0.13")
        yield Figure("  wake-ups of the board's process", woken / IDLE, "/s", "< 2")
        yield Figure("memory at most, with a page", memory(board.process.pid), "MB", "< 95")
    finally:
        board.close()
