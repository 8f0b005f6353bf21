"""The simulator's deck: a newcomer plays a deal with nothing but what it offers."""

from __future__ import annotations

from typing import Any

from .conftest import Visit
from .process import BoardProcess
from .visitor import Visitor


def lie(page: Visitor, *cards: str) -> None:
    """Until these are what lies in the play."""
    laid = "[...document.querySelectorAll('#felt .laid .card')].map((one) => one.dataset.code).join(' ')"
    page.page.wait_for_function(f"cards => {laid} === cards", arg=" ".join(cards))


def deal(page: Visitor, *hands: list[str]) -> None:
    """Have these hands on the page, as if they had been dealt and laid away."""
    page.page.evaluate(
        """hands => sessionStorage.setItem("cribboard.deal", JSON.stringify(
            {names: ["Ann", "Bob"], deal: {hands, crib: ["2C", "2D", "3C", "3D"], starter: "4S"}}))""",
        list(hands),
    )
    page.page.reload()
    page.page.wait_for_selector("#standing.live")
    page.view("play")


def deal_and_lay_away(deck: Any) -> None:
    """Six cards each, and two of them to the crib."""
    deck.get_by_role("button", name="Deal", exact=True).click()
    for hand in deck.locator(".dealt").all():
        for _ in range(2):
            hand.locator("button").first.click()


def test_what_would_pass_31_is_out_of_the_way_and_go_is_offered(
    board: BoardProcess, visit: Visit
) -> None:
    """Ann deals; ten, queen and king make thirty, and nobody has an ace: a go each way, and then Ann's other cards fit."""
    board.type("dealer Ann")
    page = visit(board.link, size=(360, 740))
    page.wait_for_phase("deal")
    deal(page, ["TS", "JS", "5H", "AD"], ["QH", "KH", "9C", "8C"])
    deck = page.page.locator(".deck")
    go = deck.get_by_role("button", name="Go ")
    deck.get_by_role("button", name="Cut the starter").click()
    page.wait_for_phase("play")
    laid: list[str] = []
    for code in ("QH", "TS", "KH"):
        assert go.count() == 0
        deck.locator(f'[data-code="{code}"]').click()
        laid.append(code)
        lie(page, *laid)
    for code, may in (("JS", False), ("5H", False), ("AD", True), ("9C", False)):
        assert deck.locator(f'[data-code="{code}"]').is_enabled() == may, code
    assert go.count() == 0
    deck.locator('[data-code="AD"]').click()
    page.page.wait_for_selector("#felt .count output:text-is('0')")
    for code in ("9C", "JS"):
        deck.locator(f'[data-code="{code}"]').click()
    deck.locator('[data-code="8C"]').click()
    page.page.wait_for_selector("#felt .count output:text-is('27')")
    assert deck.locator('[data-code="5H"]').is_disabled()
    go.click()
    page.page.wait_for_selector("#said span:last-child:text('go')")
    assert deck.locator(".heard").inner_text() == page.page.locator("#said span").last.inner_text()


def test_the_deal_is_cut_for_and_only_then_played(board: BoardProcess, visit: Visit) -> None:
    """The deck cuts a card for each; the dealt ones are no cuts, and wait until the reader listens."""
    page = visit(board.link)
    page.page.evaluate("Math.random = () => 0")  # no two cut the same
    page.view("play")
    deck = page.page.locator(".deck")
    deal_and_lay_away(deck)
    assert deck.locator(".dealt button:enabled").count() == 0
    deck.get_by_role("button", name="Cut for the deal").click()
    page.wait_for_phase("deal")
    assert deck.locator(".dealt button:enabled").count() == 0
    deck.get_by_role("button", name="Cut the starter").click()
    page.page.wait_for_selector(".dealt button:enabled")


def test_who_opens_the_page_at_the_board_s_computer_has_the_deck_before_him(
    board: BoardProcess, visit: Visit
) -> None:
    """Whoever only watches sees the table."""
    own, other = visit(board.link), visit(board.address)
    own.page.locator(".deck").get_by_role("button", name="Deal", exact=True).click()
    assert own.page.locator(".dealt").count() == 2
    other.wait_for_phase("cut")
    assert not other.page.locator(".deck").is_visible()


def test_names_for_a_new_match_are_set_apart_as_anywhere(board: BoardProcess, visit: Visit) -> None:
    page = visit(board.link)
    page.view("play")
    page.page.get_by_label("Names").fill("Ann，李、Cyd　王")
    page.page.get_by_role("button", name="Start").click()
    page.page.wait_for_selector("#scores .who:text-is('李 & 王')")


def test_how_many_names_are_wanted_is_said_in_the_page_s_language(
    board: BoardProcess, visit: Visit
) -> None:
    page = visit(board.link, locale="zh-CN")
    page.view("play")
    field = page.page.locator(".simulator input[type=text]")
    for names in ("", "安", "1 2 3 4 5"):
        field.fill(names)
        page.page.locator(".simulator .act").last.click()
        assert field.evaluate("field => field.validationMessage") == "请写两个、三个或四个名字"
    assert not page.page.locator("#problem span").is_visible()


def test_on_a_laptop_the_deck_is_at_hand(board: BoardProcess, visit: Visit) -> None:
    """Cards that are touched, the count and the scores are seen at once."""
    board.type("dealer Ann")
    page = visit(board.link, size=(1366, 768))
    deal(page, ["TS", "JS", "5H", "AD"], ["QH", "KH", "9C", "8C"])
    page.page.locator(".deck").get_by_role("button", name="Cut the starter").click()
    page.wait_for_phase("play")
    for what in ("#scores .numeral", "#felt .count", ".dealt button"):
        seen = page.page.locator(what).last.bounding_box()
        assert seen, what
        assert seen["y"] >= 0, what
        assert seen["y"] + seen["height"] < 768 - 58, what


def test_a_whole_deal_is_played_with_what_the_deck_offers(
    board: BoardProcess, visit: Visit
) -> None:
    """Whatever is dealt, there is always something to touch, and the board refuses none of it."""
    board.type("dealer Ann")
    page = visit(board.link)
    page.view("play")
    page.wait_for_phase("deal")
    deck = page.page.locator(".deck")
    deal_and_lay_away(deck)
    phase = page.page.locator("#felt h2")
    touched = set()
    while not (phase.inner_text() == "The deal" and "Scan the crib" in touched):
        what = deck.locator(".row button:not(:text-is('Deal')), .dealt button:enabled").first
        name = what.get_attribute("aria-label") or what.inner_text()
        touched.add(name)
        what.click()
        is_used = "name => ![...document.querySelectorAll('.deck button:enabled')].some((one) => (one.ariaLabel || one.textContent) === name)"
        page.page.wait_for_function(is_used, arg=name)
    assert len(touched) >= 10
    assert deck.locator(".row button").all_inner_texts() == ["Deal"]
    assert not page.page.locator("#problem span").is_visible()


def test_who_only_watches_is_offered_to_be_paired_where_things_are_touched(
    board: BoardProcess, visit: Visit
) -> None:
    page, own = visit(board.address, size=(360, 740)), visit(board.link)
    own.view("play")
    assert not own.page.locator("#input .unpaired").is_visible()
    page.view("play")
    page.page.locator("#input .unpaired button").click()
    page.page.wait_for_selector(".pairing .code")
