"""Cards, and how they are written (R3)."""

import pytest

from cribboard.rules import PACK, Card


def test_the_pack_is_52_different_cards_of_13_ranks_and_4_suits():
    assert len(set(PACK)) == 52
    assert {card.rank for card in PACK} == set(range(1, 14))
    assert {card.suit for card in PACK} == set("CDHS")


@pytest.mark.parametrize("card", PACK, ids=str)
def test_a_card_reads_back_as_it_is_written(card):
    assert Card.parse(str(card)) == card
    assert eval(repr(card)) == card


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("5H", Card(5, "H")),
        ("5h", Card(5, "H")),
        (" ac ", Card(1, "C")),
        ("10d", Card(10, "D")),
        ("TD", Card(10, "D")),
        ("J♠", Card(11, "S")),
        ("Q♥\ufe0f", Card(12, "H")),
        ("k♢", Card(13, "D")),
    ],
)
def test_cards_are_read_as_people_write_them(text, card):
    assert Card.parse(text) == card


@pytest.mark.parametrize(
    "text", ["", "5", "H", "1H", "0C", "11S", "H5", "5X", "55H", "10", "JH JH", "🂡", "ß"]
)
def test_nonsense_is_quoted_back_with_what_was_expected(text):
    with pytest.raises(ValueError, match="is no card: expected a rank") as error:
        Card.parse(text)
    assert repr(text) in str(error.value)


@pytest.mark.parametrize(
    ("code", "value"),
    [("AS", 1), ("2S", 2), ("9S", 9), ("TS", 10), ("JS", 10), ("QS", 10), ("KS", 10)],
)
def test_court_cards_count_ten_and_the_ace_one(code, value):
    assert Card.parse(code).value == value


def test_the_ace_is_low():
    assert sorted(map(Card.parse, ("KS", "AS", "2S"))) == [
        Card.parse("AS"),
        Card.parse("2S"),
        Card.parse("KS"),
    ]
