"""A page whose board goes away says so, and is back by itself when the board is."""

from __future__ import annotations

import pytest

from .conftest import Visit
from .process import BoardProcess
from .visitor import is_of_the_cut


def test_the_page_is_back_when_the_board_is(board: BoardProcess, visit: Visit) -> None:
    page = visit(board.link)
    page.is_expected = is_of_the_cut
    board.type("press Ann.five", "press Ann.go")
    page.wait_for_scores(5, 0)
    board.kill()
    page.page.wait_for_selector("body.offline")
    assert "Not live" in page.page.inner_text("#standing")
    assert page.scores == [5, 0]  # what it saw last stays to be read
    board.start()
    page.page.wait_for_selector("body.paired:not(.offline)")
    board.type("press Bob.one", "press Bob.go")
    page.wait_for_scores(5, 1)
    board.wait_until_still()
    page.wait_until_shown(board.frames[-1])


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_the_installed_page_opens_without_its_board_and_says_so(
    board: BoardProcess, visit: Visit, locale: str
) -> None:
    """In English, too, to whoever speaks what the board doesn't."""
    page = visit(board.link, locale=locale)
    page.is_expected = is_of_the_cut
    page.page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    board.stop()
    page.page.wait_for_selector("body.offline")
    page.page.reload()
    page.page.wait_for_selector("#standing.lost:has-text('Looking for the board')")
    board.start()
    page.page.wait_for_selector("#standing.live")
    page.wait_for_scores(0, 0)


def test_power_cut_and_plug_at_the_simulator(board: BoardProcess, visit: Visit) -> None:
    page = visit(board.link)
    board.type("press Ann.five", "press Ann.go")
    page.wait_for_scores(5, 0)
    page.view("play")
    simulator = page.page.locator(".simulator")
    simulator.get_by_role("button", name="Pull the scanner's plug").click()
    page.page.wait_for_selector("#about .warn:text('The scanner is lost')")
    simulator.get_by_role("button", name="Plug the scanner in").click()
    page.page.wait_for_selector("#about:not(:has(.warn))")
    simulator.get_by_role("button", name="Cut the power").click()
    board.wait_for("The game goes on|resumed|Welcome back")
    page.wait_for_scores(5, 0)
