"""A reader at each player's own place: a card also tells whose it is."""

from __future__ import annotations

from functools import reduce
from pathlib import Path

import pytest

from cribboard.config import ConfigError, load
from cribboard.controls import Controls, Timing, step
from cribboard.places import parse_places
from cribboard.rules import Card, Options, Refused, State, decide, evolve
from cribboard.rules import commands as cmd
from cribboard.rules.events import Refusal
from cribboard.signals import CodeRead

ANN, BOB, STARTER = 0, 1, 2


class Table:
    """Two players, Ann dealing, and what comes of a card at a place."""

    def __init__(self, scan: str, places: str = "A,B,starter") -> None:
        options = Options().changed({"scan": scan})
        self._state: State | None = None
        self._controls = Controls.new(2, Timing(), places=parse_places(places))
        self.do(cmd.StartMatch(options))

    def do(self, *commands: cmd.Command) -> Table:
        for command in commands:
            self._state = reduce(evolve, decide(self._state, command), self._state)
        return self

    def lay(self, code: str, at: int | None) -> Refusal | None:
        """A card at a place; None where it counts."""
        assert self._state
        (act,) = step(self._controls, CodeRead(code, antenna=at), self._state, 0.0).acts
        if isinstance(act, Refusal):
            return act
        assert act == cmd.ReadCard(Card.parse(code))
        self.do(act)
        return None

    def play(self) -> Table:
        """Up to the first card of the play, Bob's."""
        return self.do(cmd.ChooseDealer(ANN), cmd.NextStep(), cmd.ReadCard(Card.parse("5H")))

    def show(self) -> Table:
        """Up to the first card of the show, where the play was tapped in."""
        return self.play().do(cmd.NextStep())


def refusal(code: str, player: int, turn: int) -> Refusal:
    return Refusal(code, {"player": player, "turn": turn})


def test_who_cuts_does_it_at_his_own_place():
    table = Table("all")
    assert table.lay("4D", at=BOB) == refusal("not_your_turn", BOB, turn=ANN)
    assert table.lay("4D", at=ANN) is None
    assert table.lay("9D", at=BOB) is None


def test_a_card_out_of_turn_is_refused_and_says_whose_turn_it_is():
    table = Table("all").play()
    assert table.lay("TC", at=ANN) == refusal("not_your_turn", ANN, turn=BOB)
    assert table.lay("TC", at=BOB) is None
    assert table.lay("9C", at=BOB) == refusal("not_your_turn", BOB, turn=ANN)
    assert table.lay("9C", at=ANN) is None


def test_a_card_that_lies_there_already_is_told_as_that():
    table = Table("all").play()
    assert table.lay("TC", at=BOB) is None
    with pytest.raises(Refused, match="card_on_table"):
        table.lay("TC", at=BOB)


def test_the_starter_comes_before_the_first_card():
    table = Table("all").do(cmd.ChooseDealer(ANN), cmd.NextStep())
    assert table.lay("TC", at=BOB) == Refusal("not_the_starter", {"player": BOB})
    assert table.lay("5H", at=STARTER) is None
    assert table.lay("TC", at=BOB) is None


def test_without_a_place_of_its_own_the_starter_may_come_anywhere():
    for place in (ANN, BOB):
        table = Table("all", "A,B").do(cmd.ChooseDealer(ANN), cmd.NextStep())
        assert table.lay("5H", at=place) is None


def test_at_the_show_each_hand_is_laid_at_its_owners_place_and_the_crib_at_the_dealers():
    table = Table("show").show()
    assert table.lay("6H", at=ANN) == refusal("not_your_hand", ANN, turn=BOB)
    assert [table.lay(code, at=BOB) for code in ("TC", "TD", "TH", "TS")] == [None] * 4
    assert table.lay("6H", at=BOB) == refusal("not_your_hand", BOB, turn=ANN)
    for hand in (("6H", "6D", "7H", "7D"), ("2H", "2D", "3H", "3D")):
        assert [table.lay(code, at=ANN) for code in hand] == [None] * 4


def test_the_first_card_that_begins_the_show_is_the_pones():
    table = Table("show").play()
    assert table.lay("6H", at=ANN) == refusal("not_your_hand", ANN, turn=BOB)
    assert table.lay("6H", at=BOB) is None


def test_a_starter_that_was_not_scanned_comes_first_at_the_show():
    table = Table("show").do(cmd.ChooseDealer(ANN), cmd.NextStep(), cmd.NextStep(), cmd.NextStep())
    assert table.lay("5H", at=BOB) == Refusal("not_the_starter", {"player": BOB})
    assert table.lay("5H", at=STARTER) is None
    assert table.lay("TC", at=BOB) is None


@pytest.mark.parametrize("at", [STARTER, 3, None], ids=["starter's", "unnamed", "one reader only"])
def test_what_is_nobodys_place_tells_nothing_of_whose_a_card_is(at: int | None):
    table = Table("all").play()
    assert table.lay("TC", at=at) is None
    assert table.lay("9C", at=at) is None


def test_a_place_of_somebody_who_does_not_play_tells_nothing():
    table = Table("all", "C,D").play()
    assert table.lay("TC", at=0) is None


@pytest.mark.parametrize("text", ["A,A", "E", "a", "A,,B", "A,B,C,D,starter"])
def test_places_that_can_not_be(text: str):
    with pytest.raises(ValueError, match=f"^{text}$"):
        parse_places(text)


def test_no_places_are_the_usual():
    assert parse_places("") == load().scanner.antennas == ()


def test_places_are_a_setting(tmp_path: Path):
    path = tmp_path / "config.toml"
    path.write_text('[scanner]\nantennas = ["B", "A", "starter"]\n')
    assert load(path).scanner.antennas == (BOB, ANN, None)
    path.write_text('[scanner]\nantennas = ["Ann"]\n')
    with pytest.raises(ConfigError, match="antennas = Ann: takes A to D or starter"):
        load(path)
