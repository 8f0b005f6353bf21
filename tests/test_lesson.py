"""Teaching a deck: in the order of the pack or any other, taken back, broken off, and nothing twice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribboard.decks import Deck, Decks, Known
from cribboard.lesson import Asked, Learnt, Lesson, Outcome, Refused, TakenBack, verdict
from cribboard.rules import PACK, Card
from cribboard.signals import SEVERAL, UNREADABLE

AC, C2, FIVE = Card.parse("AC"), Card.parse("2C"), Card.parse("5H")
OTHERS = Decks.of([Deck("blue", {"b1": FIVE})])


def lesson(**cards: str) -> Lesson:
    return Lesson(Deck("red", {code: Card.parse(card) for code, card in cards.items()}), OTHERS)


def taught(lesson: Lesson, *acts: str) -> tuple[Lesson, list[Outcome]]:
    """`undo`, a card's name after `name `, or else a code."""
    outcomes = []
    for act in acts:
        if act == "undo":
            lesson, outcome = lesson.undo()
        elif act.startswith("name "):
            lesson, outcome = lesson.name(Card.parse(act[5:]))
        else:
            lesson, outcome = lesson.read(act)
        outcomes.append(outcome)
    return lesson, outcomes


def test_all_52_in_the_order_of_the_pack():
    after, outcomes = taught(lesson(), *(f"tag{n}" for n in range(52)))
    assert outcomes == [Learnt(card, f"tag{n}") for n, card in enumerate(PACK)]
    assert after.wanted is None
    assert after.deck.missing == ()
    assert after.read("tag52")[1] == Refused("tag52", "not_asked")


def test_any_order_by_name():
    after, outcomes = taught(lesson(), "name 5H", "t1", "t2", "name KS", "name QS", "t3")
    assert outcomes[1:3] == [Learnt(FIVE, "t1"), Learnt(AC, "t2")]
    assert outcomes[-1] == Learnt(Card.parse("QS"), "t3")
    assert after.wanted == C2


@pytest.mark.parametrize(
    ("code", "refused"),
    [
        ("r1", Refused("r1", "known", Known(AC, "red"))),
        ("b1", Refused("b1", "known", Known(FIVE, "blue"))),
        ("5H", Refused("5H", "known", Known(FIVE))),
        ("CB1:5H", Refused("CB1:5H", "known", Known(FIVE))),
        (UNREADABLE, Refused(UNREADABLE, "unreadable")),
        (SEVERAL, Refused(SEVERAL, "several")),
    ],
)
def test_what_is_known_or_no_code_is_refused_with_what_it_is(code: str, refused: Refused):
    before = lesson(r1="AC")
    assert before.read(code) == (before, refused)


def test_undo_takes_cards_back_in_turn_and_asks_for_them_again():
    after, outcomes = taught(lesson(), "t1", "t2", "undo", "undo", "undo")
    assert outcomes[2:] == [TakenBack(C2), TakenBack(AC), TakenBack(None)]
    assert after.wanted == AC
    assert after.deck.cards == {}


def test_undo_reaches_back_to_an_earlier_day():
    """Of a deck that was broken off and is gone on with, the file has the order."""
    after, outcomes = taught(lesson(r1="AC", r2="5H"), "undo", "r3")
    assert outcomes == [TakenBack(FIVE), Learnt(FIVE, "r3")]
    assert dict(after.deck.cards) == {"r1": AC, "r3": FIVE}


def test_a_sticker_that_is_dead_gets_a_successor():
    before = lesson(r1="AC", r2="2C")
    after, outcomes = taught(before, "name AC", "r3")
    assert outcomes == [Asked(AC, again=True), Learnt(AC, "r3")]
    assert dict(after.deck.cards) == {"r2": C2, "r3": AC}
    assert after.undo()[0].deck == before.deck


def test_the_reader_is_told():
    _, outcomes = taught(lesson(r1="AC"), "r2", "r1", UNREADABLE)
    assert [verdict(outcome) for outcome in outcomes] == ["ok", "duplicate", "refused"]


acts = st.one_of(
    st.sampled_from(["undo", "b1", UNREADABLE, "5H"]),
    st.sampled_from(PACK).map(lambda card: f"name {card}"),
    st.integers(0, 30).map(lambda n: f"t{n}"),
)


@given(st.lists(acts, max_size=60))
def test_whatever_is_done_no_card_has_two_codes_and_no_code_is_anybody_elses(done: list[str]):
    after, outcomes = taught(lesson(), *done)
    cards = list(after.deck.cards.values())
    assert len(set(cards)) == len(cards)
    assert not {"b1", "5H", UNREADABLE} & after.deck.cards.keys()
    learnt = sum(isinstance(outcome, Learnt) for outcome in outcomes)
    assert len(cards) <= learnt


@given(st.text(max_size=8))
def test_whatever_is_learnt_can_be_read_from_its_file(code: str):
    deck = Lesson(Deck("red")).read(code)[0].deck
    assert Deck.parse(deck.as_toml(), "red") == deck
