"""Pairing a phone with what the board says and lights, and revoking it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable

import pytest

from cribboard.board.track import Track

from .conftest import Visit
from .process import REPOSITORY, BoardProcess
from .visitor import Visitor, is_of_the_cut


def code_said(board: BoardProcess) -> str:
    """The code, as somebody at the board hears it."""
    said = board.wait_for(r"A phone asks to be paired\. Its code is (\d \d \d \d);")
    return said.replace(" ", "")


def code_lit(frame: bytes) -> str:
    """The code, as somebody at the board counts it: lit holes of each long row, white, then amber, and no others."""
    digits = []
    lit_at_all = sum(any(frame[at : at + 3]) for at in range(0, len(frame), 3))
    for row in Track.load("classic").rows:
        lights = [frame[3 * pixel : 3 * pixel + 3] for pixel in row]
        lit = [light for light in lights if light != b"\0\0\0"]
        digits.append(len(lit))
        if (
            lights[: len(lit)] != lit
            or len(set(lit[:5])) > 1
            or not set(lit[5:]).isdisjoint(lit[:5])
        ):
            return ""
    return "".join(map(str, digits)) if sum(digits) == lit_at_all else ""


def ask_for_code(page: Visitor) -> None:
    page.view("more")
    page.page.click(".pairing .act")
    page.page.wait_for_selector(".pairing .code")


def command(board: BoardProcess, *arguments: str) -> str:
    """What `cribboard page` prints."""
    run = [sys.executable, "-m", "cribboard", "page", *arguments, "--journal", str(board.journal)]
    return subprocess.run(run, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout


def test_a_phone_is_paired_by_what_the_board_says_and_lights(
    board: BoardProcess, visit: Visit
) -> None:
    phone, other = visit(board.address, size=(360, 740)), visit(board.address)
    ask_for_code(phone)
    code = code_said(board)
    board.wait_until_still()
    assert code_lit(board.frames[-1]) == code
    lit = {frame for frame in board.frames if code_lit(frame) == code}
    assert lit
    for watcher in (phone, other):  # whoever only watches learns neither
        assert lit.isdisjoint(watcher.frames)
        assert not any("paired" in message for message in watcher.told)
    phone.pair(code)
    phone.page.wait_for_selector(".pairing p:text('Paired as Ann\\'s phone')")
    phone.view("play")
    phone.press("A.five")
    phone.page.wait_for_selector("#scores .a .chip.pending:text-is('+5')")
    phone.press("A.go")
    phone.wait_for_scores(5, 0)
    other.wait_for_scores(5, 0)


def test_a_paired_phone_stays_paired_until_it_is_revoked(board: BoardProcess, visit: Visit) -> None:
    phone = visit(board.address, size=(360, 740))
    ask_for_code(phone)
    phone.pair(code_said(board), "Ann's phone")
    phone.page.wait_for_selector("body.paired")
    phone.is_expected = is_of_the_cut
    board.kill()
    board.start()
    phone.open(board.address)
    phone.page.wait_for_selector("body.paired")
    assert re.search(r"Ann's phone$", command(board, "list"), re.M)
    assert command(board, "revoke", "Ann's phone") == "Ann's phone is paired no more\n"
    phone.view("play")
    phone.press("A.five")
    phone.page.wait_for_selector("#problem:has-text('Pair this device first')")
    phone.page.wait_for_selector("body:not(.paired)")
    assert command(board, "list") == "no phone is paired\n"


def test_wrong_codes_are_slowed_down_and_void_the_right_one(
    board: BoardProcess, visit: Visit
) -> None:
    phone = visit(board.address)
    ask_for_code(phone)
    right = code_said(board)
    wrong = "1111" if right != "1111" else "2222"
    phone.pair(wrong)
    phone.page.wait_for_selector(".pairing .note:text('That is not the code')")
    phone.pair(right)  # at once: even the right one has to wait
    phone.page.wait_for_selector(".pairing .note:text('Too many tries. Try again in')")
    assert phone.page.locator("body.paired").count() == 0


@pytest.mark.soak
def test_a_void_code_is_told_and_when_a_new_one_may_be_asked_for(
    board: BoardProcess, visit: Visit
) -> None:
    """The third wrong one voids it; after the first, the next may be tried in 2 seconds, then in 4."""
    phone, other = visit(board.address), visit(board.address)
    ask_for_code(phone)
    ask_for_code(other)
    wrong = "1111" if code_said(board) != "1111" else "2222"
    for _ in range(2):
        phone.pair(wrong)
        phone.page.wait_for_selector(".pairing .note:text('Try again in')")
        phone.page.wait_for_selector(".pairing .note:text('Now you may try again')")
    phone.pair(wrong)
    phone.page.wait_for_selector(".pairing .note:text('That was not the code. Ask for a new one')")
    other.page.wait_for_selector(".pairing .note:text('That code was used, or ran out')")
    for page in (phone, other):
        assert page.page.locator(".pairing form").count() == 0


def test_a_code_serves_one_phone_and_another_is_told_that_it_is_over(
    board: BoardProcess, visit: Visit
) -> None:
    first, second = visit(board.address), visit(board.address, locale="ja")
    ask_for_code(first)
    ask_for_code(second)
    code = code_said(board)
    first.pair(code)
    first.page.wait_for_selector("body.paired")
    second.page.wait_for_selector(".pairing .note:text('使われたか')")
    assert second.page.locator(".pairing form").count() == 0
    assert not first.page.locator(".pairing .note").is_visible()
    second.page.click(".pairing .act")
    second.page.wait_for_selector(".pairing .code")
    second.pair(code_said(board), "二")
    second.page.wait_for_selector("body.paired")


def test_this_computer_is_called_so_in_its_own_language(board: BoardProcess, visit: Visit) -> None:
    page = visit(board.link, locale="ja")
    page.view("more")
    page.page.wait_for_selector(".pairing p:text('このコンピューター')")


def test_where_watching_needs_a_code_nothing_is_told_without(
    start: Callable[..., BoardProcess], visit: Visit
) -> None:
    board = start('watch = "code"')
    board.type("press Ann.five", "press Ann.go")
    phone = visit(board.address)
    phone.page.wait_for_selector("body.locked")
    assert (
        phone.page.locator(".pairing .warn").inner_text() == "Here only paired devices may watch."
    )
    assert not phone.page.locator("#scores").is_visible()
    assert not phone.page.locator("#views").is_visible()  # there is nothing to turn to
    assert phone.frames == []
    assert all('"table"' not in message and '"said"' not in message for message in phone.told)
    phone.page.click(".pairing .act")
    phone.page.wait_for_selector(".pairing .code")
    phone.pair(code_said(board))
    phone.page.wait_for_selector("body.paired:not(.locked)")
    phone.view("table")
    phone.wait_for_scores(5, 0)
    command(board, "revoke", "all")
    board.type("press Ann.one", "press Ann.go")
    phone.page.wait_for_selector("body.locked")
    assert not any('"score": 6' in message for message in phone.told)
