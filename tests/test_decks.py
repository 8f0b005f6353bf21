"""Decks: their files, what codes mean, and what can't be."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribboard import deckfiles
from cribboard.decks import Deck, DeckError, Decks, Known, Trouble, printed
from cribboard.rules import PACK, Card

FIVE, SIX = Card.parse("5H"), Card.parse("6H")

codes = st.text(st.characters(codec="utf-8"), min_size=1).filter(
    lambda code: code.isprintable() and code == code.strip() and not printed(code)
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
        ('[cards]\n" a1" = "5H"', "' a1' is no code"),
        ('[cards]\n"a\\n1" = "5H"', "is no code"),
        ("a = " + "[" * 5000, "is not TOML"),
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


def test_of_two_decks_that_disagree_about_a_code_the_first_is_right_and_the_rest_is_known():
    decks = Decks.of([Deck("blue", {"a1": SIX}), Deck("red", {"a1": FIVE, "a2": FIVE})])
    assert decks.known("a1") == Known(SIX, "blue")
    assert decks.known("a2") == Known(FIVE, "red")
    why = "a1 is its 5H, but the 6H of deck blue, which holds"
    assert decks.troubles == (Trouble("red", why),)


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


@pytest.mark.parametrize(
    "name", ["", ".", "../red", "red/blue", "a b", "x" * 41, "red.toml", "-_", "-x", "_x"]
)
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


def broken(folder: Path, how: str) -> None:
    """A file red.toml that no deck can be read from."""
    file = folder / "red.toml"
    match how:
        case "no text":
            file.write_bytes(b"\xff\xfe\x00")
        case "half written":
            file.write_text('[cards]\n"a1" = "5', "utf-8")
        case "a folder":
            file.mkdir()
        case "dangling":
            file.symlink_to(folder / "nowhere")
        case "a pipe":
            os.mkfifo(file)


@pytest.mark.parametrize("how", ["no text", "half written", "a folder", "dangling", "a pipe"])
def test_a_broken_deck_takes_none_of_the_others_along_and_can_be_set_aside(
    how: str, tmp_path: Path
):
    deckfiles.save(tmp_path, Deck("blue", {"b1": SIX}))
    broken(tmp_path, how)
    decks = deckfiles.load_all(tmp_path)
    assert decks.card("b1") == SIX
    (trouble,) = decks.troubles
    assert trouble.deck == "red"
    assert "cribboard deck remove red" in trouble.advice
    with pytest.raises(DeckError):
        deckfiles.load(tmp_path, "red")
    deckfiles.remove(tmp_path, "red")
    assert deckfiles.load_all(tmp_path) == Decks.of([Deck("blue", {"b1": SIX})])


def test_a_folder_that_is_none_is_a_trouble(tmp_path: Path):
    file = tmp_path / "passwd"
    file.write_text("", "utf-8")
    (trouble,) = deckfiles.load_all(file).troubles
    assert str(trouble) == f"{file}: Not a directory"
    assert "board.decks" in trouble.advice


@pytest.mark.parametrize("name", ["e\x1b[31mvil", "two\nlines", "a b", "b\udcffd", "x" * 41, "-x"])
def test_a_file_that_no_deck_is_called_like_is_told_on_one_line_and_no_deck(
    name: str, tmp_path: Path
):
    deckfiles.save(tmp_path, Deck("blue", {"b1": SIX}))
    (tmp_path / "blue.toml").replace(tmp_path / f"{name}.toml")
    assert deckfiles.names(tmp_path) == []
    decks = deckfiles.load_all(tmp_path)
    assert decks.card("b1") is None
    (trouble,) = decks.troubles
    assert f"{trouble}; {trouble.advice}".isprintable()
    assert "a deck's name has letters" in str(trouble)
    with pytest.raises(DeckError) as error:
        deckfiles.remove(tmp_path, name)
    assert str(error.value).isprintable()


def test_a_hidden_file_is_none_of_ours(tmp_path: Path):
    (tmp_path / "._red.toml").write_bytes(b"\0\5\26\7")
    assert deckfiles.load_all(tmp_path) == Decks()


def test_what_is_forgotten_twice_is_kept_twice(tmp_path: Path):
    kept = []
    for code in ("a1", "a2", "a3"):
        deckfiles.save(tmp_path, Deck("red", {code: FIVE}))
        kept.append(deckfiles.remove(tmp_path, "red"))
    read = [Deck.parse(file.read_text("utf-8"), "red").cards for file in kept]
    assert read == [{"a1": FIVE}, {"a2": FIVE}, {"a3": FIVE}]


def test_one_at_a_time_changes_decks(tmp_path: Path):
    with (
        deckfiles.changing(tmp_path / "decks"),
        pytest.raises(DeckError, match="another cribboard deck learn is at work"),
        deckfiles.changing(tmp_path / "decks"),
    ):
        pass
    with deckfiles.changing(tmp_path / "decks"):
        assert deckfiles.names(tmp_path / "decks") == []
