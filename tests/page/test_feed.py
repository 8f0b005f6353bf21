"""What a page is told of the table, in JSON values, held against the rules and the board."""

from __future__ import annotations

import json
from random import Random

import pytest

from cribboard.announcer import Announcer
from cribboard.board.track import Track
from cribboard.board.view import View
from cribboard.language import languages
from cribboard.page import feed, words
from cribboard.replay import Replay
from cribboard.rules import Card, Event, Notice, Options
from cribboard.script import Say, Script
from cribboard.selfplay import SelfPlay


class Reader:
    """A watcher that is told what pages are told."""

    def __init__(self) -> None:
        self.hands = feed.Hands()
        self.view: View | None = None

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        self.hands = self.hands.after(events, view.state)
        self.view = view

    @property
    def told(self) -> dict[str, object]:
        assert self.view
        return feed.table(self.view, self.hands, Announcer())


def play(script: str) -> Reader:
    reader = Reader()
    Replay(Script.parse(script, "test"), (reader,)).run("test")
    return reader


DEAL = """
set names=Ann,Bob scan=all
dealer Bob
next
scan 5H
scan JH
scan TC
scan 6C
press Bob.go
press Ann.go
"""


def test_the_running_count_the_turn_and_the_cards_that_lie() -> None:
    """J, T and 6 make 26; none says it can't go on with a go here, as both still hold cards."""
    told = play(DEAL.replace("press Bob.go\npress Ann.go\n", "")).told
    assert told["count"] == 26
    assert told["turn"] == 1
    assert told["starter"] == "5H"
    assert [(laid["card"], laid["player"]) for laid in told["pile"]] == [
        ("JH", 0),
        ("TC", 1),
        ("6C", 0),
    ]  # type: ignore[attr-defined]
    assert told["phase"] == "play"
    assert not told["deaf"]


def test_what_is_awaited_in_a_claimed_show() -> None:
    """Bob's K, J and T each make fifteen with the starter: six; he says two, and Ann calls two of the four missed (R64)."""
    script = "set names=Ann,Bob scan=show counting=muggins\ndealer Ann\nnext\nscan 5H\nnext\nscan KC\nscan JD\nscan TS\nscan 2H"

    def awaited(more: str) -> tuple[object, ...]:
        told = play(script + more).told
        return told["asked"], told["claimed"], told["called"]

    claim = "\npress Bob.one 2\npress Bob.go"
    call = "\npress Ann.one 2\npress Ann.go"
    assert awaited("") == (1, None, False)
    assert awaited(claim) == (1, 2, False)
    assert awaited(claim + call) == (1, 2, True)
    assert awaited(claim + call + "\nnext") == (None, None, False)


def test_an_award_is_told_with_its_reason_and_what_is_needed() -> None:
    told = play(
        "set names=Ann,Bob scan=none\ndealer Ann\npress Bob.five 2\npress Bob.one 2\nBob.go"
    ).told
    ann, bob = told["sides"]  # type: ignore[misc]
    assert (ann["score"], ann["needs"], bob["score"], bob["needs"], bob["back"]) == (
        0,
        121,
        12,
        109,
        0,
    )
    last = told["last"]
    assert (last["side"], last["points"]) == (1, 12)  # type: ignore[index]
    assert "Bob" in told["last"]["text"]  # type: ignore[index]


def test_a_pending_award_is_told_before_it_counts() -> None:
    told = play("set names=Ann,Bob scan=none\ndealer Ann\npress Bob.five").told
    assert told["sides"][1]["pending"]["points"] == 5  # type: ignore[index]
    assert told["sides"][1]["score"] == 0  # type: ignore[index]


def test_skunk_lines_tell_who_is_safe() -> None:
    taps = "\n".join("press Bob.five 4\nBob.go" for _ in range(5))
    told = play(f"set names=Ann,Bob scan=none\ndealer Ann\n{taps}").told
    lines = {line["kind"]: (line["hole"], line["safe"]) for line in told["lines"]}  # type: ignore[attr-defined]
    assert lines == {"skunk": (91, [False, True]), "double": (61, [False, True])}


@pytest.mark.parametrize(
    ("cards", "crib", "total", "kinds"),
    [
        ("5H 5D 5S JC 5C", False, 29, {"fifteen", "double_pair_royal", "nobs"}),
        ("4S 5S 6S 5D 5H", False, 23, {"fifteen", "pair_royal", "run"}),
        ("2H 4H 6H 8H KS", False, 4, {"flush"}),
        ("2H 4H 6H 8H KS", True, 0, set()),
    ],
)
def test_a_hand_of_the_pad_is_counted(cards: str, crib: bool, total: int, kinds: set[str]) -> None:
    """29 is the best hand there is; 4 5 6 with two more fives is 23; a crib's flush needs the starter."""
    counted = feed.count([Card.parse(card) for card in cards.split()], crib, Announcer())
    assert counted["total"] == total == sum(item["points"] for item in counted["items"])
    assert {item["kind"] for item in counted["items"]} == kinds


@pytest.mark.parametrize("cards", ["5H 5H 5D 5S JC", "5H 5D 5S JC"])
def test_only_five_different_cards_are_counted(cards: str) -> None:
    with pytest.raises(ValueError, match="different"):
        feed.count([Card.parse(card) for card in cards.split()], False, Announcer())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_lights_are_where_the_track_has_them(players: int) -> None:
    track = Track.for_options(Options(players=players))
    told = feed.board(Options(players=players))
    assert told["holes"] == [[hole.x, hole.y] for hole in track.holes]
    left, top, width, height = told["box"]
    assert all(left < x < left + width and top < y < top + height for x, y in told["holes"])


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({}, "classic-2-121-91-61"),
        ({"target": "61"}, "classic-2-61-31"),
        ({"points": "lurch", "players": "4"}, "classic-2-121-61"),
        ({"players": "3"}, "singles-3-121-91-61"),
    ],
)
def test_the_wood_is_that_of_the_game(changes: dict[str, str], name: str) -> None:
    assert feed.board(Options().changed(changes))["picture"] == f"board/{name}.svg"


@pytest.mark.parametrize("scan", ["all", "show"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("language", languages())
def test_any_table_can_be_told(language: str, players: int, scan: str) -> None:
    """And what is told of it uses no word that the page lacks."""
    options = Options().changed({"players": str(players), "scan": scan, "target": "61"})
    reader, players_there = Reader(), SelfPlay(Random(players))
    replay = Replay(Script(options, ()), (reader,))
    page, hands = words.page(language), 0
    for _ in range(120):
        state = replay.table.view.state
        if state.is_over:
            break
        replay.do(Say(players_there.act(state)))
        assert reader.view
        told = feed.table(reader.view, reader.hands, Announcer(language))
        json.dumps(told)
        assert told["phase"] in page["phases"]
        hands += len(told["hands"])
        kinds = {item["kind"] for hand in told["hands"] for item in hand["items"]}
        assert kinds <= set(page["kinds"])
    assert hands > 10
