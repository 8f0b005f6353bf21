"""The history view, where hundreds of games were played, and while the board is away."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from .conftest import Visit
from .evening import spend_weeks
from .process import BoardProcess
from .visitor import Visitor, is_of_the_cut

GAMES = ".games .game"


@pytest.fixture(scope="module")
def weeks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoardProcess]:
    """Two and twenty games of Ann and Bob, and another one."""
    folder = tmp_path_factory.mktemp("weeks")
    spend_weeks(folder / "journal.db", 22)
    board = BoardProcess(folder)
    yield board
    board.close()


def look_back(page: Visitor) -> None:
    page.view("history")
    page.page.wait_for_selector(GAMES)


def test_the_latest_games_are_listed_and_all_on_demand(weeks: BoardProcess, visit: Visit) -> None:
    page = visit(weeks.link, size=(360, 740))
    look_back(page)
    games = page.page.locator(GAMES)
    assert games.count() == 20
    assert "Game 23" in games.first.inner_text()
    page.page.get_by_role("button", name="Show all 23").click()
    assert games.count() == 23
    assert "Game 1\n" in games.last.inner_text()
    assert not page.page.get_by_role("button", name="Show all").is_visible()


@pytest.mark.parametrize(
    "back", [".replay button:text-is('All games')", "#views [data-view=history]"]
)
def test_a_past_game_leads_back_to_where_one_was(
    weeks: BoardProcess, visit: Visit, back: str
) -> None:
    """With its button, and by the tab of the view, too."""
    page = visit(weeks.link, size=(360, 740))
    look_back(page)
    page.page.get_by_role("button", name="Show all").click()
    page.page.locator(f"{GAMES}:last-child button").click()
    page.page.wait_for_selector(".replay canvas")
    page.page.click(back)
    assert page.page.locator(GAMES).count() == 23
    assert page.page.evaluate("document.activeElement.closest('.game:last-child') !== null")
    assert page.page.evaluate("scrollY") > 740


def test_the_margins_say_whose_they_are(weeks: BoardProcess, visit: Visit) -> None:
    """Ann's wins go up in her colour, Bob's down in his."""
    page = visit(weeks.link)
    look_back(page)
    figure = page.page.locator(
        "figure:has(figcaption:text-is('Ann above, Bob below: their last 22 games'))"
    )
    up, down = figure.locator(".bar.a"), figure.locator(".bar.b")
    won = page.page.locator("tbody tr:has(th:text-is('Ann')) td:nth-child(3) span:last-child")
    assert up.count() == int(won.inner_text())
    assert up.count() + down.count() == 22
    tops = down.evaluate_all("bars => bars.map((bar) => Number(bar.getAttribute('y')))")
    assert set(tops) == {75}


def test_what_is_asked_for_while_the_board_is_away_comes_when_it_is_back(
    weeks: BoardProcess, visit: Visit
) -> None:
    page = visit(weeks.link)
    page.is_expected = is_of_the_cut
    weeks.kill()
    page.page.wait_for_selector("body.offline")
    page.view("history")
    assert page.page.locator(GAMES).count() == 0
    weeks.start()
    page.page.wait_for_selector(GAMES)


def test_times_are_written_as_the_device_writes_them(weeks: BoardProcess, visit: Visit) -> None:
    """In Britain the day comes before the month, in America after it."""
    for locale, pattern in (("en-GB", r"^\d+ \w+ \d{4}"), ("en-US", r"^\w+ \d+, \d{4}")):
        page = visit(weeks.link, locale=locale)
        look_back(page)
        assert re.match(pattern, page.page.locator(f"{GAMES} small").first.inner_text())
