"""The page with nothing but a keyboard: the focus is never thrown away."""

from __future__ import annotations

from typing import Any

from .conftest import Visit
from .process import BoardProcess
from .visitor import Visitor

FOCUSED = "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent"


def focused(page: Visitor) -> str:
    return str(page.page.evaluate(FOCUSED))


def wait_until_focused(page: Visitor, name: str) -> None:
    page.page.wait_for_function(f"name => ({FOCUSED}) === name", arg=name)


def key_of(page: Visitor, code: str) -> Any:
    return page.page.locator(f'.pad .key[data-code="{code}"]')


def test_a_touched_card_hands_the_focus_on(board: BoardProcess, visit: Visit) -> None:
    """When both have cut, all cards are out of the way until the deal is over: then another thing of the pad has it."""
    page = visit(board.link)
    page.view("play")
    key_of(page, "AS").focus()
    page.page.keyboard.press("Enter")
    wait_until_focused(page, "two of spades")
    page.page.keyboard.press("Space")
    page.page.wait_for_selector('.pad .key[data-code="KC"]:disabled')
    assert page.page.evaluate("document.activeElement.matches('.pad :is(button, input):enabled')")


def test_counting_a_hand_goes_on_from_card_to_card(board: BoardProcess, visit: Visit) -> None:
    page = visit(board.address)
    page.view("play")
    page.page.get_by_label("Only count a hand").check()
    key_of(page, "5H").focus()
    for _ in range(5):
        page.page.keyboard.press("Enter")
        assert page.page.evaluate("document.activeElement.matches('.pad .key:enabled')")
    page.page.wait_for_selector(".pad .counted")
    assert focused(page) == "ten of hearts"
    page.page.locator(".pad").get_by_role("button", name="Clear").focus()
    page.page.keyboard.press("Enter")
    page.page.wait_for_selector(".pad .counted", state="detached")
    assert page.page.evaluate("document.activeElement.matches('.pad button')")


def test_a_key_that_is_held_down_acts_once(board: BoardProcess, visit: Visit) -> None:
    page = visit(board.address)
    page.view("play")
    page.page.get_by_label("Only count a hand").check()
    key_of(page, "5H").focus()
    for _ in range(3):
        page.page.keyboard.down("Enter")
    page.page.keyboard.up("Enter")
    assert page.page.locator(".pad .slots .card:not(.gap)").count() == 1


def test_dealing_and_laying_away(board: BoardProcess, visit: Visit) -> None:
    """Deal keeps the focus; of the cards the next one has it, and at the end something of the deck."""
    page = visit(board.link)
    page.view("play")
    page.page.locator(".simulator").get_by_role("button", name="Deal", exact=True).focus()
    page.page.keyboard.press("Enter")
    assert focused(page) == "Deal"
    hand = page.page.locator(".dealt").first.locator("button")
    second = hand.nth(1).get_attribute("aria-label")
    hand.first.focus()
    page.page.keyboard.press("Enter")
    assert focused(page) == second
    page.page.keyboard.press("Enter")
    assert hand.count() == 4
    assert page.page.evaluate("document.activeElement.matches('.simulator button')")


def test_the_dealt_hands_outlast_a_reload(board: BoardProcess, visit: Visit) -> None:
    page = visit(board.link)
    page.view("play")
    page.page.locator(".simulator").get_by_role("button", name="Deal", exact=True).click()
    page.page.locator(".dealt button").first.click()
    hands = page.page.locator(".dealt").all_inner_texts()
    page.page.reload()
    page.page.wait_for_selector(".dealt", state="attached")
    assert page.page.locator(".dealt").all_text_contents() != []
    page.view("play")
    assert page.page.locator(".dealt").all_inner_texts() == hands


def test_other_players_are_dealt_anew(board: BoardProcess, visit: Visit) -> None:
    page = visit(board.link)
    page.view("play")
    page.page.locator(".simulator").get_by_role("button", name="Deal", exact=True).click()
    board.type("set names=Ada,Ben")
    page.page.wait_for_selector("#scores .who:text-is('Ada')")
    assert page.page.locator(".dealt").count() == 0


def test_stepping_through_a_past_game_and_back(board: BoardProcess, visit: Visit) -> None:
    board.type("set scan=none", "press Ann.five", "press Ann.go")
    page = visit(board.link)
    page.wait_for_scores(5, 0)
    page.view("history")
    page.page.locator(".games button").first.focus()
    page.page.keyboard.press("Enter")
    wait_until_focused(page, "All games")
    page.page.keyboard.press("Enter")
    page.page.wait_for_selector(".games")
    assert page.page.evaluate("document.activeElement.matches('#history button')")
