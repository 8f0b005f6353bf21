"""Decks: their files, what codes mean, and what can't be."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribboard import deckfiles
from cribboard.decks import Deck, DeckError, Decks, Known, printed
from cribboard.rules import PACK, Card

FIVE, SIX = Card.parse("5H"), Card.parse("6H")

codes = st.text(st.characters(codec="utf-8"), min_size=1).filter(
    lambda code: code.isprintable() and not printed(code)
)


@given(st.dictionaries(codes, st.sampled_from(PACK)))
def test_a_file_reads_back_as_the_deck_that_was_written(cards: dict[str, Card]):
    again = Deck.parse(Deck("red", cards).as_toml(), "red")
    assert list(again.cards.items()) == list(cards.items())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[cards", "is not TOML"),
        ("", "expected one table"),
        ("cards = 3", "expected one table"),
        ("[cards]\n[more]", "expected one table"),
        ('[cards]\n04A1 = "11H"', "04A1: '11H' is no card"),
        ("[cards]\n04A1 = 5", "04A1: '5' is no card"),
        ('[cards]\n5H = "5H"', "'5H' is no code that a card could have"),
        ('[cards]\n"" = "5H"', "'' is no code"),
        ('[cards]\na = "5H"\na = "6H"', "is not TOML"),
    ],
)
def test_a_file_that_is_no_deck_says_why(text: str, told: str):
    with pytest.raises(DeckError, match=told) as error:
        Deck.parse(text, "red")
    assert str(error.value).startswith("deck red")


@pytest.mark.parametrize(
    ("code", "card"),
    [
        ("5H", FIVE),
        ("5♥", FIVE),
        ("CB1:5H", FIVE),
        ("cb1:5h", FIVE),
        ("CB2:5H", None),
        ("CB1:", None),
    ],
)
def test_a_printed_card_needs_no_deck(code: str, card: Card | None):
    assert printed(code) == card
    assert Decks().card(code) == card


def test_several_decks_are_known_at_once():
    decks = Decks.of([Deck("red", {"a1": FIVE}), Deck("blue", {"b1": FIVE, "b2": SIX})])
    assert [decks.known(code) for code in ("a1", "b1", "b2", "A1", "5H")] == [
        Known(FIVE, "red"),
        Known(FIVE, "blue"),
        Known(SIX, "blue"),
        None,
        Known(FIVE),
    ]


def test_two_decks_cannot_take_a_code_for_different_cards():
    with pytest.raises(DeckError, match="deck blue: a1 is the 6H, but in deck red the 5H"):
        Decks.of([Deck("red", {"a1": FIVE}), Deck("blue", {"a1": SIX})])


def test_what_is_missing_is_in_the_order_of_the_pack():
    deck = Deck("red", dict(zip("ab", (PACK[0], PACK[2]), strict=True)))
    assert deck.missing[:2] == (PACK[1], PACK[3])
    assert len(deck.missing) == 50


# --- the folder -----------------------------------------------------------------------------------------------------


def test_a_deck_is_kept_and_another_day_it_is_there(tmp_path: Path):
    folder = tmp_path / "new" / "decks"
    assert deckfiles.names(folder) == []
    deckfiles.save(folder, Deck("red", {"a1": FIVE}))
    deckfiles.save(folder, Deck("blue", {"b1": SIX}))
    deckfiles.save(folder, Deck("red", {"a1": FIVE, "a2": SIX}))
    assert deckfiles.names(folder) == ["blue", "red"]
    assert deckfiles.load(folder, "red") == Deck("red", {"a1": FIVE, "a2": SIX})
    assert deckfiles.load_all(folder).card("b1") == SIX
    assert deckfiles.load_all(folder, but="blue").card("b1") is None
    assert sorted(path.name for path in folder.iterdir()) == ["blue.toml", "red.toml"]


def test_a_deck_that_cannot_be_written_leaves_the_one_before(tmp_path: Path):
    deckfiles.save(tmp_path, Deck("red", {"a1": FIVE}))
    (tmp_path / "red.new").mkdir()
    with pytest.raises(DeckError, match=r"red\.toml: Is a directory"):
        deckfiles.save(tmp_path, Deck("red", {"a1": SIX}))
    assert deckfiles.load(tmp_path, "red").cards == {"a1": FIVE}


def test_a_forgotten_deck_can_be_had_back(tmp_path: Path):
    deckfiles.save(tmp_path, Deck("red", {"a1": FIVE}))
    aside = deckfiles.remove(tmp_path, "red")
    assert deckfiles.names(tmp_path) == []
    assert Deck.parse(aside.read_text("utf-8"), "red").cards == {"a1": FIVE}


@pytest.mark.parametrize("name", ["", ".", "../red", "red/blue", "a b", "x" * 41, "red.toml", "-_"])
def test_a_name_that_could_be_elsewhere_is_none(name: str, tmp_path: Path):
    with pytest.raises(DeckError, match="a deck's name has letters, digits"):
        deckfiles.save(tmp_path, Deck(name))
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_deck_comes_with_those_that_are_known(tmp_path: Path):
    with pytest.raises(DeckError, match="there is no deck red; no deck is known"):
        deckfiles.load(tmp_path, "red")
    deckfiles.save(tmp_path, Deck("blue"))
    with pytest.raises(DeckError, match="there is no deck red; there is blue"):
        deckfiles.load(tmp_path, "red")


def test_a_deck_that_is_no_text_says_so(tmp_path: Path):
    (tmp_path / "red.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DeckError, match=r"red\.toml: is no text file"):
        deckfiles.load_all(tmp_path)
