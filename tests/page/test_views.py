"""Every view, on a phone, a tablet and a television: nothing sticks out, nothing complains, and everybody can read it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cribboard.config import WebConfig
from cribboard.language import languages
from cribboard.page.address import addresses

from .conftest import Visit
from .evening import spend_evening
from .process import BoardProcess
from .visitor import Visitor

SIZES = {"phone": (360, 740), "tablet": (820, 1180), "television": (1920, 1080)}
VIEWS = ("table", "play", "history", "replay", "more")
GRAVE = {"serious", "critical"}

LONG = "names=Wolfeschlegelstein,Wilhelmina,BartholomewFeatherstone,Bernadette"
TABLES = {
    "two": "",
    "two past 100": "handicap=110,103",
    "three": "players=3 names=Ann,Wolfeschlegelstein,Cyd handicap=100,109,103",
    "four": f"players=4 four_player=individual {LONG} handicap=100,109,103,112",
    "partners": f"players=4 {LONG} handicap=100,109",
}
"""Tables that need room: by how many sit there, how their names are written, and scores of three digits."""


def mostly_long(values: Iterable[str], *quick: str) -> list[Any]:
    """Each as a parameter, all but the `quick` ones of tests that take long."""
    return [pytest.param(one, marks=() if one in quick else pytest.mark.soak) for one in values]


STICKING_OUT = """() => [...document.querySelectorAll("body *")].filter((one) => {
  const box = one.getBoundingClientRect();
  if (!box.width || !box.height || one.closest("thead, #title, .plot") || getComputedStyle(one).clipPath !== "none") return false;
  return box.right > innerWidth + 1 || box.left < -1;
}).map((one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 30)}`)"""

OUT_OF_ITS_PANEL = """() => [...document.querySelectorAll(".side *, .panel *, #felt *")].filter((one) => {
  const panel = one.closest(".side, .panel, #felt").getBoundingClientRect();
  const box = one.getBoundingClientRect();
  if (!one.checkVisibility() || !box.width || !box.height || one.closest("thead, .plot") || getComputedStyle(one).clipPath !== "none") return false;
  return box.right > panel.right + 1 || box.left < panel.left - 1 || box.bottom > panel.bottom + 1 || box.top < panel.top - 1;
}).map((one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 30)}`)"""

CUT_OFF = """() => [...document.querySelectorAll("button, .numeral, .chip, .expects, h2, th, td, .game *, .key span")].filter(
  (one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1).map((one) => `${one.className} ${one.textContent}`)"""


Spend = Callable[[str], BoardProcess]


@pytest.fixture(scope="module")
def spend(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Spend]:
    """Boards at which four games were played at such a table, and a fifth goes on."""
    with ExitStack() as closing:

        @cache
        def spent(table: str) -> BoardProcess:
            folder = tmp_path_factory.mktemp("evening")
            settings = dict(setting.split("=") for setting in TABLES[table].split())
            spend_evening(folder / "journal.db", **settings)
            board = BoardProcess(folder)
            closing.callback(board.close)
            return board

        yield spent


@pytest.fixture
def evening(spend: Spend) -> BoardProcess:
    """Two play, and peg all their points."""
    return spend("two")


def turn_to(page: Visitor, view: str) -> None:
    """Look at a view; `replay` is a game of the history, half-way through."""
    page.view("history" if view == "replay" else view)
    if view in ("history", "replay"):
        page.page.wait_for_selector(".games .game")
    if view == "replay":
        page.page.click(".games .game:last-child button")
        page.page.fill(".replay input[type=range]", "60")


@pytest.mark.parametrize("language", mostly_long(languages(), "en"))
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("table", mostly_long(TABLES, "two past 100", "four"))
def test_nothing_sticks_out_or_is_cut_off(
    spend: Spend, visit: Visit, table: str, size: str, language: str
) -> None:
    page = visit(spend(table).link, size=SIZES[size], locale=language)
    page.page.wait_for_selector("#scores .numeral")
    assert page.page.get_attribute("html", "lang") == language
    for view in VIEWS:
        turn_to(page, view)
        assert page.page.evaluate("document.documentElement.scrollWidth") == SIZES[size][0], view
        assert page.page.evaluate(STICKING_OUT) == [], view
        assert page.page.evaluate(OUT_OF_ITS_PANEL) == [], view
        assert page.page.evaluate(CUT_OFF) == [], view
        assert "undefined" not in page.page.inner_text("body")


SAID = """() => {
  const said = document.querySelector("#said");
  const box = (one) => one.getBoundingClientRect();
  const shown = [...said.children].filter((one) => box(one).height > 1);
  return {
    last: shown.at(-1) === said.lastElementChild,
    whole: shown.every((one) => one.scrollWidth <= one.clientWidth + 1 && box(one).top >= box(said).top - 1 && box(one).bottom <= box(said).bottom + 1),
    apart: shown.every((one) => shown.every((other) => one === other || box(one).bottom <= box(other).top + 1 || box(other).bottom <= box(one).top + 1)),
    inView: box(said.lastElementChild).bottom <= document.querySelector("#views").getBoundingClientRect().top,
  };
}"""


@pytest.mark.parametrize("size", SIZES)
def test_what_was_said_last_is_there_as_a_whole(spend: Spend, visit: Visit, size: str) -> None:
    """However long the names are; on a television nobody scrolls for it."""
    board = spend("partners")
    page = visit(board.link, size=SIZES[size])
    board.type("why", "why", "why", "why")
    page.page.wait_for_selector("#said span:nth-child(4)", state="attached")
    for view in ("table", "play"):
        page.view(view)
        page.page.wait_for_function(f"({SAID})().last")
        told = page.page.evaluate(SAID)
        assert told["whole"], view
        assert told["apart"], view
        assert told["inView"] or size != "television", view


def test_the_table_fits_a_television(evening: BoardProcess, visit: Visit) -> None:
    """Nobody scrolls across a room, and the numerals are an eighth of the height at least."""
    page = visit(evening.address, size=SIZES["television"])
    assert page.page.evaluate("document.documentElement.scrollHeight") <= 1080
    height = page.page.evaluate(
        "parseFloat(getComputedStyle(document.querySelector('.numeral')).fontSize)"
    )
    assert height > 1080 / 6


@pytest.mark.parametrize("theme", mostly_long(["light", "dark", "contrast"], "light"))
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


def test_everybody_can_read_whose_button_is_due(board: BoardProcess, visit: Visit) -> None:
    """Before the first card: Ann's go stands out."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe is not installed"
    )
    page = visit(board.link, color_scheme="light", reduced_motion="reduce")
    page.view("play")
    page.page.wait_for_selector(".board-buttons .due")
    found = axe.Axe().run(page.page).response["violations"]
    assert [_told(rule) for rule in found if rule["impact"] in GRAVE] == []


def test_nothing_complains_at_the_board_s_address_on_its_network(
    start: Callable[..., BoardProcess], visit: Visit
) -> None:
    """Browsers trust 127.0.0.1 more than the address that phones open."""
    board = start('listen = "0.0.0.0"')
    _, _, *numbers = addresses(WebConfig(None, "0.0.0.0", board.port, "open"))
    if not numbers:
        pytest.skip("this machine is on no network")
    page = visit(numbers[0], locale="fr-FR")
    page.wait_for_scores(0, 0)
    assert page.page.get_attribute("html", "lang") == "en"  # the board speaks no French


def test_a_phone_held_sideways_shows_scores_board_and_count(
    evening: BoardProcess, visit: Visit
) -> None:
    page = visit(evening.address, size=(740, 360))
    bottom = page.page.locator("#views").bounding_box()
    assert bottom
    for what in ("#scores", "#board canvas", "#felt .count"):
        seen = page.page.locator(what).bounding_box()
        assert seen, what
        assert seen["y"] + seen["height"] <= bottom["y"], what
    assert page.page.evaluate("document.documentElement.scrollWidth") == 740


def test_a_larger_television_shows_it_larger(evening: BoardProcess, visit: Visit) -> None:
    sizes = []
    for size in ((1920, 1080), (3840, 2160)):
        page = visit(evening.address, size=size)
        box = page.page.locator("#felt .count output").bounding_box()
        assert box
        sizes.append(box["height"])
        assert page.page.evaluate("document.documentElement.scrollHeight") <= size[1]
    assert sizes[1] / sizes[0] == pytest.approx(2, abs=0.1)


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
