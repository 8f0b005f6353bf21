"""Pairing codes by themselves: how long they hold, and how guessing is slowed down."""

from __future__ import annotations

import pytest

from cribboard.page.pairing import (
    CODE_SECONDS,
    LONGEST_WAIT,
    TRIES,
    Pairing,
    TooSoon,
    WrongCode,
)


def asked(now: float = 0.0, code: str = "4711", before: Pairing | None = None) -> Pairing:
    return (before or Pairing()).begun(now, lambda: code)


def failed(pairing: Pairing, now: float) -> Pairing:
    with pytest.raises(WrongCode) as error:
        pairing.entered("9999", now)
    return error.value.pairing


def test_the_right_code_pairs_and_is_used_up() -> None:
    after = asked().entered("4711", 10.0)
    with pytest.raises(WrongCode):
        after.entered("4711", 11.0)


def test_a_second_phone_that_asks_gets_the_same_code() -> None:
    """Else anybody could keep the code on the board from being of use."""
    assert asked(5.0, "1234", before=asked()) == asked()


def test_a_code_holds_for_a_while_only() -> None:
    with pytest.raises(TooSoon):  # that nobody gave it counts as a failure
        asked().entered("4711", CODE_SECONDS)
    with pytest.raises(WrongCode):
        asked().lapsed(CODE_SECONDS).entered("4711", CODE_SECONDS + 2)
    assert asked().entered("4711", CODE_SECONDS - 0.1).code is None


def test_no_code_is_right_where_none_was_asked_for() -> None:
    for code in ("", "4711", "None"):
        with pytest.raises(WrongCode):
            Pairing().entered(code, 0.0)


def test_after_a_wrong_code_even_the_right_one_waits() -> None:
    pairing = failed(asked(), 0.0)
    with pytest.raises(TooSoon) as error:
        pairing.entered("4711", 1.0)
    assert error.value.wait == 1.0
    assert pairing.entered("4711", 2.0).code is None


def test_a_code_is_void_after_three_tries() -> None:
    pairing, now = asked(), 0.0
    for _ in range(TRIES):
        assert pairing.code
        pairing = failed(pairing, now)
        now = pairing.not_before
    assert pairing.code is None


def test_guessing_takes_years() -> None:
    """There are 6561 codes. The waits reach their longest with the ninth failure, so a day has room for few tries."""
    pairing, now, tries = Pairing(), 0.0, 0
    while now < 24 * 3600:
        try:
            pairing = pairing.begun(now, lambda: "1111").entered("9999", now)
        except WrongCode as error:
            pairing, tries = error.pairing, tries + 1
        except TooSoon as error:
            pairing, now = pairing.lapsed(now), now + error.wait
    assert 20 < tries < 24 * 3600 / LONGEST_WAIT + 9


def test_who_only_asks_is_slowed_down_too() -> None:
    pairing = asked(0.0).lapsed(CODE_SECONDS)
    with pytest.raises(TooSoon):
        pairing.begun(CODE_SECONDS, lambda: "1234")


def test_waits_double_up_to_the_longest_and_end_with_the_right_code() -> None:
    pairing, now, waits = Pairing(), 0.0, []
    for _ in range(10):
        pairing = failed(pairing, now)
        waits.append(pairing.not_before - now)
        now = pairing.not_before
    assert waits == [2, 4, 8, 16, 32, 64, 128, 256, LONGEST_WAIT, LONGEST_WAIT]
    assert asked(now, before=pairing).entered("4711", now) == Pairing()
