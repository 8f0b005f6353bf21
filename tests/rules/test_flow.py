"""What other programs say about the course of a game: lines, wins, order, heels, deals, Go, pegs (tests/data/flow.jsonl)."""

from dataclasses import replace
from random import Random

import pytest

from cribboard.rules import PACK, Options, Pegs, Points, Scan
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.state import Hand
from cribboard.selfplay import deal_cards, legal_cards

from .at_table import (
    DEALER,
    PONE,
    begin_play,
    begin_show,
    cards,
    mid_play,
    of,
    sit_down,
    tapped_play,
)
from .vectors import cases

ENDS = ("first_card_to", "last_card_to")

SCHEMES = {"acc": "2/3/3", "four": "1/2/4", "CribbageTracker": "1/2/4"}
"""Each program's name for its match points, and how the options write them (R57)."""


def left_out(row):
    """Why a row isn't tested here."""
    setup = row["setup"]
    if setup.get("players", 2) > 2 or len(setup.get("cuts", ())) > 2:
        return "three and four players come with a later release"
    if "variant" in row:
        return "a house rule is an option or nothing, not the default"
    if row["kind"] == "muggins":
        return "the board counts by itself, so nothing can be missed"
    if "loop_of" in setup:
        return "pegs are scores here, not holes of a loop"
    if row["kind"] == "pegs" and "scores" not in setup and "before" not in setup:
        return "nobody starts ahead: there are no handicaps"
    if setup.get("then", "").startswith("0 says go"):
        return "nobody can say Go at a count of 20 (R23)"
    return None


def check_skunk(row):
    # R56
    setup = row["setup"]
    target = setup["target"]
    table = tapped_play(scores=(target - 1, setup["loser"]), target=target)
    (won,) = of(ev.GameWon, table.do(cmd.Award(PONE, 1)))
    assert won.scores == (setup["winner"], setup["loser"])
    assert won.skunk == row["expect"]["skunk"]


def check_match_points(row):
    # R57
    points = Points.parse(SCHEMES[row["setup"]["scheme"]])
    for loser, size in ((100, "win"), (90, "skunk"), (60, "double_skunk")):
        table = tapped_play(scores=(120, loser), points=points)
        (worth,) = of(ev.MatchPoints, table.do(cmd.Award(PONE, 1)))
        assert (worth.side, worth.points) == (PONE, row["expect"][size])


def check_match_end(row):
    # R60: the match is over at the target, not beyond it
    setup = row["setup"]
    match = Options().changed({"match": f"first-to:{setup['match_target']}"}).match
    table = tapped_play(scores=(120, 100), match=match)
    table.state = replace(table.state, tally=(setup["match_points"] - 1, 0))
    won = of(ev.MatchWon, table.do(cmd.Award(PONE, 1)))
    assert bool(won) == row["expect"]["match_over"]


def peg_for(what, before):
    """Ann stands at `before` and pegs for this."""
    match what:
        case "31 for 2":
            table = mid_play(held=("TH", "4D"), pile="5S TC 6D", scores=(before, 0))
            table.read("TH")
        case "count 13, play a 2 for 15":
            table = mid_play(held=("2H", "4D"), pile="7S 6D", scores=(before, 0))
            table.read("2H")
        case "score 1":
            table = tapped_play(scores=(before, 0))
            table.do(cmd.Award(PONE, 1))
    return table


def check_win(row):
    # R51, R53: the recorded score stops at the target, whatever a program keeps
    setup, expect = row["setup"], row["expect"]
    if "event" in setup:
        table = peg_for(setup["event"], setup["before"])
        assert table.state.is_over == expect["game_over"]
        assert table.state.scores[PONE] == expect.get("board_hole", expect.get("score", 121))
    else:
        table = begin_play(setup["starter"], scores=(setup["pone"], setup["dealer"]))
        won = expect["winner"] is not None
        assert table.state.is_over == won
        if won:
            assert (table.state.phase.winner, table.state.scores[DEALER]) == (DEALER, 121)
        else:
            assert table.state.scores == (expect["scores"]["pone"], expect["scores"]["dealer"])


def check_show_order(row):
    # R40: pone's hand, dealer's hand, crib
    setup, expect = row["setup"], row["expect"]
    table = begin_show(setup["starter"])
    heels = table.state.scores[DEALER]
    for hand in ("pone_hand", "dealer_hand", "crib"):
        table.read(" ".join(setup.get(hand, ())))
    assert table.state.scores[PONE] == expect["pone"]
    assert table.state.scores[DEALER] - heels == expect.get("dealer_hand_plus_crib", 0)


def check_heels(row):
    # R18; R46: and nobody has nobs
    table = begin_play(row["setup"]["starter"])
    assert table.state.scores == (0, row["expect"]["dealer"])


def check_deal(row):
    # R12, R14
    setup, expect = row["setup"], row["expect"]
    if "error" in expect:
        with pytest.raises(ValueError, match="players = 1: takes"):
            Options().changed({"players": str(setup["players"])})
        return
    hands, _ = deal_cards(Random(1), order=(PONE, DEALER))
    assert expect["cards_each"] - expect["discard_each"] == expect["hand_after"]
    assert [len(hands[Hand(seat, "hand")]) for seat in (PONE, DEALER)] == [4, 4]
    assert len(hands[Hand(DEALER, "crib")]) == expect["crib"]


def check_deal_order(row):
    # R12: one at a time, beginning with the pone
    pack = Random(1).sample(PACK, len(PACK))
    hands, _ = deal_cards(Random(1), order=(PONE, DEALER))
    first, last = ({"pone": PONE, "dealer": DEALER}[row["expect"][end]] for end in ENDS)
    assert set(hands[Hand(first, "hand")]) < set(pack[0:12:2])
    assert set(hands[Hand(last, "hand")]) < set(pack[1:12:2])


def check_first_deal(row):
    # R6
    table = sit_down()
    table.read(" ".join(row["setup"]["cuts"]))
    assert table.state.dealer == row["expect"]["dealer"]


def check_next_deal(row):
    # R8
    table = sit_down(scan=Scan.NONE)
    table.do(cmd.ChooseDealer(row["setup"]["dealer"]))
    for dealer in (row["expect"]["dealer"], row["expect"]["then"]):
        table.do(cmd.NextStep())
        assert table.state.dealer == dealer


FLOW_LINES = {
    "0 cannot, 1 cannot": "P T, D K, P 5, D 4, P go, D go",
    "first go by human": "P T, D K, P 4, D 3, P go, D go",
}
"""What a row tells in words, as a line of play; the human is the pone."""


def check_go(row):
    setup, expect = row["setup"], row["expect"]
    if "playable" in expect:
        # R22
        legal = legal_cards(cards(" ".join(setup["hand"])), setup["count"])
        assert [str(card) for card in legal] == expect["playable"]
    elif "A_holds" in setup:
        # R27: Ann blocks herself at 29, gets the point, and leads again
        table = mid_play(held=("5H JH", ""), pile="9C KD 5S")
        assert table.play("P 5H, P go") == [2, expect["A"]]
        assert (table.state.count, table.state.turn) == (0, PONE)
    elif "count" in setup:
        # at 21 a ten still fits
        table = begin_play()
        table.play("P A, D K, P K")
        assert (table.state.count, table.state.turn) == (setup["count"], expect["turn"])
    else:
        # R25, R28: the point is the last player's, the other leads
        table = begin_play()
        table.play(FLOW_LINES[setup.get("then", "first go by human")])
        last = {"computer": DEALER}.get(expect["point_to"], expect["point_to"])
        lead = {"human": PONE}.get(expect["lead"], expect["lead"])
        assert table.state.scores[last] == 1
        assert table.state.turn == lead


def check_pegs(row):
    # R54, R49
    setup, expect = row["setup"], row["expect"]
    pegs, path = Pegs(0, 0), []
    for points in setup["scores"]:
        pegs = pegs.moved(points, target=121)
        path.append(list(pegs))
    if "front_back" in expect:
        assert path == expect["front_back"]
    else:
        assert pegs == (expect["front"], expect["back"])


CHECKS = {
    "deal": check_deal,
    "deal_order": check_deal_order,
    "first_deal": check_first_deal,
    "go": check_go,
    "heels": check_heels,
    "match_end": check_match_end,
    "match_points": check_match_points,
    "next_deal": check_next_deal,
    "pegs": check_pegs,
    "show_order": check_show_order,
    "skunk": check_skunk,
    "win": check_win,
}


@pytest.mark.parametrize("row", cases("flow", left_out=left_out))
def test_flow(row):
    CHECKS[row["kind"]](row)
