"""The card pad where there is no scanner, the other words, and the simulator's deck."""

from __future__ import annotations

from .conftest import Visit
from .process import BoardProcess
from .visitor import Visitor


def without_scanner(board: BoardProcess, visit: Visit) -> Visitor:
    page = visit(board.link, size=(360, 740))
    board.type("set names=Ann,Bob scan=none", "dealer Ann")
    page.view("play")
    page.page.wait_for_selector(".pad .lead:has-text('five touches')")
    return page


def test_a_hand_is_entered_and_pegged_with_five_touches(board: BoardProcess, visit: Visit) -> None:
    """5H 5D 5S JC with 5C is 29; touched again it is another's."""
    page = without_scanner(board, visit)
    for card in ("5H", "5D", "5S", "JC", "5C"):
        page.touch(card)
    total = page.page.locator(".pad .counted .total output")
    assert total.inner_text() == "29"
    page.page.get_by_role("button", name="Peg 29 for Bob").click()
    page.wait_for_scores(0, 29)
    assert page.page.locator(".pad .counted").count() == 0


def test_a_crib_s_flush_counts_only_with_the_starter(board: BoardProcess, visit: Visit) -> None:
    page = without_scanner(board, visit)
    for card in ("2H", "4H", "6H", "8H", "KS"):
        page.touch(card)
    total = page.page.locator(".pad .counted .total output")
    assert total.inner_text() == "4"
    page.page.get_by_label("Count it as a crib").check()
    page.page.wait_for_selector(".pad .total output:text-is('0')")
    assert page.page.get_by_role("button", name="Peg").count() == 0


def test_buttons_undo_and_words(board: BoardProcess, visit: Visit) -> None:
    page = without_scanner(board, visit)
    page.press("A.five")
    page.press("A.one", 2)
    page.page.wait_for_selector("#scores .a .chip.pending:text-is('+7')")
    page.press("A.go")
    page.wait_for_scores(7, 0)
    page.page.click(".sayings summary")
    page.page.get_by_role("button", name="It is Bob's").click()
    page.wait_for_scores(0, 7)
    page.press("undo")
    page.wait_for_scores(7, 0)
    page.press("undo")
    page.wait_for_scores(0, 0)


def test_while_a_hand_s_worth_is_said_the_cards_wait_and_the_page_says_for_whom(
    board: BoardProcess, visit: Visit
) -> None:
    """Bob claims two of his six, Ann calls two; a card would mean nothing until the hand is shown."""
    cards = ("5H", "KC", "JD", "TS", "2H")
    board.type("set names=Ann,Bob scan=show counting=muggins", "dealer Ann", "next")
    board.type("scan 5H", "next", *(f"scan {card}" for card in cards[1:]))
    page = visit(board.link)
    page.view("play")
    key, lead = page.page.locator('.pad .key[data-code="AS"]'), page.page.locator(".pad .lead")
    page.page.wait_for_selector("#felt .expects:text-is('Bob says what the hand is worth')")
    assert key.is_disabled()
    assert lead.inner_text() == "Bob says what the hand is worth"
    page.press("B.one", 2)
    page.press("B.go")
    page.page.wait_for_selector("#felt .expects:text('Bob claims 2. Was anything missed?')")
    page.press("A.one", 2)
    page.press("A.go")
    page.page.wait_for_selector("#felt .expects:text-is('Next shows the hand')")
    assert key.is_disabled()
    page.press("next")
    page.wait_for_scores(2, 2)
    page.page.wait_for_selector('#felt .expects:text-is("Scan Ann\'s hand")')
    assert key.is_enabled()


def test_a_button_is_pressed_by_keyboard_too(board: BoardProcess, visit: Visit) -> None:
    page = without_scanner(board, visit)
    page.page.focus('.board-buttons [data-button="B.five"]')
    page.page.keyboard.press("Enter")
    page.page.wait_for_selector("#scores .b .chip.pending:text-is('+5')")


def test_a_finger_that_leaves_with_its_browser_lets_go(board: BoardProcess, visit: Visit) -> None:
    """Else the button would be held for ever, and the next press of it be none."""
    page, other = without_scanner(board, visit), visit(board.link)
    other.view("play")
    page.page.hover('.board-buttons [data-button="A.five"]')
    page.page.mouse.down()
    other.page.wait_for_selector("#scores .a .chip.pending:text-is('+5')")
    page.page.goto("about:blank")
    other.press("A.go")
    other.wait_for_scores(5, 0)
    other.press("A.five")
    other.page.wait_for_selector("#scores .a .chip.pending:text-is('+5')")


def test_a_deal_from_the_simulator_s_deck(board: BoardProcess, visit: Visit) -> None:
    """Deal, lay away, cut, and play it with nothing but touches: the crib comes to be counted."""
    page = visit(board.link)
    board.type("dealer Ann")
    page.view("play")
    deck = page.page.locator(".simulator .deck")
    deck.get_by_role("button", name="Deal", exact=True).click()
    for seat in range(2):
        for _ in range(2):
            deck.locator(".dealt").nth(seat).locator(".card").first.click()
    deck.get_by_role("button", name="Cut the starter").click()
    page.wait_for_phase("play")
    for _ in range(40):
        if page.page.inner_text("#felt h2") != "The play":
            break
        _play_or_go(page)
    page.wait_for_phase("show")
    deck.get_by_role("button", name="Scan the crib").click()
    page.wait_for_phase("deal")
    board.wait_for("Ann's crib")


def _play_or_go(page: Visitor) -> None:
    """Whoever is to play lays a card that fits, or says go."""
    count = int(page.page.inner_text(".count output"))
    turn = page.page.locator(".board-buttons .due").get_attribute("data-button") or ""
    seat = "AB".index(turn[0])
    pile = page.page.locator(".simulator .dealt").nth(seat)
    cards = pile.locator(".card:enabled").evaluate_all(
        "cards => cards.map((card) => card.dataset.code)"
    )
    fits = [card for card in cards if count + min("A23456789TJQK".index(card[0]) + 1, 10) <= 31]
    before = page.page.inner_text("#said")
    if fits:
        pile.locator(f'[data-code="{fits[0]}"]').click()
    else:
        page.press(turn)
    page.page.wait_for_function(
        "said => document.querySelector('#said').innerText !== said", arg=before
    )
