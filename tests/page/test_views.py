"""Every view, on a phone, a tablet and a television: nothing sticks out, nothing complains, and everybody can read it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cribboard.language import languages

from .conftest import Visit
from .evening import spend_evening
from .process import BoardProcess
from .visitor import Visitor

SIZES = {"phone": (360, 740), "tablet": (820, 1180), "television": (1920, 1080)}
VIEWS = ("table", "play", "history", "replay", "more")
GRAVE = {"serious", "critical"}

STICKING_OUT = """() => [...document.querySelectorAll("body *")].filter((one) => {
  const box = one.getBoundingClientRect();
  if (!box.width || !box.height || one.closest("thead, #title, .plot") || getComputedStyle(one).clipPath !== "none") return false;
  return box.right > innerWidth + 1 || box.left < -1;
}).map((one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 30)}`)"""

CUT_OFF = """() => [...document.querySelectorAll("button, .numeral, .chip, .expects, h2, .key span")].filter(
  (one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1).map((one) => `${one.className} ${one.textContent}`)"""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoardProcess]:
    """A board at which four games were played, and a fifth goes on."""
    folder = tmp_path_factory.mktemp("evening")
    spend_evening(folder / "journal.db")
    board = BoardProcess(folder)
    yield board
    board.close()


def turn_to(page: Visitor, view: str) -> None:
    """Look at a view; `replay` is a game of the history, half-way through."""
    page.view("history" if view == "replay" else view)
    if view in ("history", "replay"):
        page.page.wait_for_selector(".games .game")
    if view == "replay":
        page.page.click(".games .game:last-child button")
        page.page.fill(".replay input[type=range]", "60")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", SIZES)
def test_nothing_sticks_out_or_is_cut_off(
    evening: BoardProcess, visit: Visit, size: str, language: str
) -> None:
    page = visit(evening.link, size=SIZES[size], locale=language)
    assert page.page.get_attribute("html", "lang") == language
    for view in VIEWS:
        turn_to(page, view)
        assert page.page.evaluate("document.documentElement.scrollWidth") == SIZES[size][0], view
        assert page.page.evaluate(STICKING_OUT) == [], view
        assert page.page.evaluate(CUT_OFF) == [], view
        assert "undefined" not in page.page.inner_text("body")


def test_the_table_fits_a_television(evening: BoardProcess, visit: Visit) -> None:
    """Nobody scrolls across a room, and the numerals are an eighth of the height at least."""
    page = visit(evening.link, size=SIZES["television"])
    assert page.page.evaluate("document.documentElement.scrollHeight") <= 1080
    height = page.page.evaluate(
        "parseFloat(getComputedStyle(document.querySelector('.numeral')).fontSize)"
    )
    assert height > 1080 / 6


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("view", VIEWS)
def test_everybody_can_read_and_use_it(
    evening: BoardProcess, visit: Visit, view: str, theme: str
) -> None:
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe is not installed"
    )
    page = visit(evening.link, size=SIZES["phone"], reduced_motion="reduce")
    page.view("more")
    page.page.locator(".settings select").nth(1).select_option(theme)
    turn_to(page, view)
    found = axe.Axe().run(page.page).response["violations"]
    assert [_told(rule) for rule in found if rule["impact"] in GRAVE] == []


def _told(rule: dict[str, Any]) -> str:
    nodes = [node["html"][:90] for node in rule["nodes"]]
    return f"{rule['id']}: {rule['help']}: {nodes}"


def test_nothing_moves_for_whoever_minds(evening: BoardProcess, visit: Visit) -> None:
    page = visit(evening.link, reduced_motion="reduce")
    assert page.page.evaluate("document.getAnimations().length") == 0


DRAWN = """() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(
    () => drawn([...document.querySelector('.replay canvas').frame]))))"""
"""The frame once the browser has drawn it."""


def test_a_past_game_is_stepped_through_award_by_award(evening: BoardProcess, visit: Visit) -> None:
    page = visit(evening.link)
    turn_to(page, "history")
    assert page.page.locator(".games .game").count() == 5
    page.page.click(".games .game:last-child button")
    scores = page.page.locator(".replay-scores b")
    frames, told = set(), []
    for _ in range(6):
        page.page.get_by_role("button", name="Next award").click()
        told.append([int(text) for text in scores.all_inner_texts()])
        frames.add(bytes(page.page.evaluate(DRAWN)))
    assert all(sum(after) > sum(before) for before, after in pairwise(told))
    assert len(frames) == 6
    page.page.get_by_role("button", name="Last").click()
    assert max(int(text) for text in scores.all_inner_texts()) == 121
    page.page.get_by_role("button", name="First", exact=True).click()
    assert [int(text) for text in scores.all_inner_texts()] == [0, 0]


def test_no_other_host_is_ever_called(evening: BoardProcess, visit: Visit) -> None:
    page = visit(evening.link)
    asked: list[str] = []
    page.page.on("request", lambda request: asked.append(request.url))
    page.open(evening.link)
    for view in VIEWS:
        turn_to(page, view)
    assert asked
    assert [url for url in asked if not url.startswith(evening.address)] == []
    assert page.context.cookies() == []


def test_the_worker_keeps_every_file() -> None:
    """One that it forgot would be missing when the board can't be reached."""
    static = Path(__file__).parents[2] / "cribboard/page/static"
    worker = (static / "worker.js").read_text("utf-8")
    kept = {file.name for file in static.iterdir()} - {"index.html", "worker.js"}
    kept |= {f"words/{language}.json" for language in languages()}
    assert [name for name in kept if f'"{name}"' not in worker] == []
