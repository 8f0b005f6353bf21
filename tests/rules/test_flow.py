"""What other programs say about the course of a game: lines, wins, order, heels, deals, Go, pegs, muggins
(tests/data/flow.jsonl)."""

from dataclasses import replace
from random import Random

import pytest

from cribboard.rules import PACK, Options, Points, Scan
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.match import skunk
from cribboard.rules.options import Counting, Overclaim
from cribboard.rules.state import Hand
from cribboard.selfplay import deal_cards, legal_cards

from .at_table import (
    DEALER,
    PONE,
    asked,
    begin_play,
    begin_show,
    cards,
    mid_play,
    of,
    pegged,
    sit_down,
    tapped_play,
)
from .vectors import cases

ENDS = ("first_card_to", "last_card_to")

SCHEMES = {"acc": "acc", "four": "1/2/4", "CribbageTracker": "1/2/4"}
"""Each program's name for its match points, and how the options write them (R57)."""


def left_out(row):
    """Why a row isn't tested here."""
    setup = row["setup"]
    if "discards_so_far" in setup:
        return "the board never sees a discard, and the simulated players lay away all at once"
    if row["kind"] == "cut":
        return "the board doesn't see who lifts the packet"
    if setup.get("scheme") == "kr-matthews":
        return "RULES.md 1 offers no option to judge each loser and add (R59)"
    if "loop_of" in setup:
        return "pegs are scores here, not holes of a loop"
    return None


def check_skunk(row):
    # R56
    setup, expect = row["setup"], row["expect"]
    if "per_loser" in expect:
        # each alone; the game's skunk is the best loser's (R59)
        _, *losers = setup["scores"]
        assert [skunk(Options(players=3), score) for score in losers] == expect["per_loser"]
        assert won_game(target=121, losers=losers, players=3).skunk == "none"
    elif "teams" in setup:
        assert [list(Options(players=4).members(side)) for side in (0, 1)] == setup["teams"]
        won = won_game(target=121, losers=setup["team_scores"][1:], players=4)
        assert won.skunk == expect["skunk"]
    else:
        won = won_game(target=setup["target"], losers=[setup["loser"]])
        assert won.scores == (setup["winner"], setup["loser"])
        assert won.skunk == expect["skunk"]


def won_game(target, losers, **options):
    """Ann's side pegs its last hole."""
    table = tapped_play(scores=(target - 1, *losers), target=target, **options)
    (won,) = of(ev.GameWon, table.do(cmd.Award(PONE, 1)))
    return won


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
    if "hands" in setup:
        # three players: clockwise from the dealer's left
        assert expect["order"] == [0, 1, 2, f"crib({setup['dealer']})"]
        table = begin_show(setup["starter"], players=setup["players"])
        points = [pegged(table.read(" ".join(h))) for h in (*setup["hands"], setup["crib"])]
        sides = (0, 1, 2, setup["dealer"])
        whose = [*["hand"] * 3, "crib"]
        scored = zip(sides, expect["points"], whose, strict=True)
        assert points == [[award] for award in scored]
        return
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
    # R12-R14
    setup, expect = row["setup"], row["expect"]
    if "error" in expect:
        with pytest.raises(ValueError, match="players = 1: takes 2, 3 or 4"):
            Options().changed({"players": str(setup["players"])})
        return
    order = range(setup["players"])
    hands, _ = deal_cards(Random(1), order)
    pack = Random(1).sample(PACK, len(PACK))
    in_hands = expect["cards_each"] * len(order)
    for seat in order:
        dealt = set(pack[seat : in_hands : len(order)])
        assert len(dealt) == expect["cards_each"]
        assert set(hands[Hand(seat, "hand")]) < dealt
        assert len(hands[Hand(seat, "hand")]) == expect["hand_after"]
        assert len(dealt & set(hands[Hand(order[-1], "crib")])) == expect["discard_each"]
    to_crib = set(pack[in_hands : in_hands + expect["cards_dealt_to_crib"]])
    assert to_crib <= set(hands[Hand(order[-1], "crib")])
    assert len(hands[Hand(order[-1], "crib")]) == expect["crib"]


def check_deal_order(row):
    # R12: one at a time, beginning with the pone
    pack = Random(1).sample(PACK, len(PACK))
    hands, _ = deal_cards(Random(1), order=(PONE, DEALER))
    first, last = ({"pone": PONE, "dealer": DEALER}[row["expect"][end]] for end in ENDS)
    assert set(hands[Hand(first, "hand")]) < set(pack[0:12:2])
    assert set(hands[Hand(last, "hand")]) < set(pack[1:12:2])


def check_first_deal(row):
    # R6, R7
    cuts, expect = row["setup"]["cuts"], row["expect"]
    table = sit_down(players=len(cuts))
    table.read(" ".join(cuts))
    if "recut_between" in expect:
        assert list(table.state.phase.waiting) == expect["recut_between"]
    else:
        assert table.state.dealer == expect["dealer"]


def check_next_deal(row):
    # R8
    setup, expect = row["setup"], row["expect"]
    table = sit_down(scan=Scan.NONE, players=setup["players"])
    table.do(cmd.ChooseDealer(setup["dealer"]))
    for then in ("dealer", "then"):
        table.do(cmd.NextStep())
        assert table.state.dealer == expect.get(then, table.state.dealer)


def check_lead(row):
    # R21
    table = sit_down(players=row["setup"]["players"])
    table.do(cmd.ChooseDealer(row["setup"]["dealer"]), cmd.NextStep())
    table.read("QS")
    assert table.state.turn == row["expect"]["leads"]


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
    elif setup.get("then", "").startswith("0 says go"):
        # R23: at 20 everything fits; a lawful Go isn't asked for again: 1 plays on alone
        table = begin_play()
        table.play("P K, D Q")
        assert table.refusal(cmd.SayGo(PONE)) == "anything_fits"
        table.play("P 2, D A, P go, D 2")
        assert table.state.count == expect["count"]
        assert table.refusal(cmd.SayGo(PONE)) == "not_your_turn"
        assert not expect["zero_must_say_go_again"]
    elif "count" in setup:
        # at 21 a ten still fits
        table = begin_play()
        table.play("P A, D K, P K")
        assert (table.state.count, table.state.turn) == (setup["count"], expect["turn"])
    elif "player_made_31" in setup:
        # R28
        table = begin_play(players=setup["players"])
        table.play("A T, B 5, C 6, A T")
        assert (table.state.count, table.state.turn) == (0, "ABC".index(expect["lead"]))
    elif setup.get("players") == 3:
        # R25, R28: C is out of cards, so A leads
        table = mid_play(held=("TH 9H", "2C 5H", ""), pile="9C TD 8S", turn=1)
        assert table.play("B 2, A go, B go") == [0, 0, 1]
        assert table.state.scores == (0, expect["point_to"], 0)
        assert (table.state.count, table.state.turn) == (0, 0)
    else:
        # R25, R28: the point is the last player's, the other leads
        table = begin_play()
        table.play(FLOW_LINES[setup.get("then", "first go by human")])
        last = {"computer": DEALER}.get(expect["point_to"], expect["point_to"])
        lead = {"human": PONE}.get(expect["lead"], expect["lead"])
        assert table.state.scores[last] == 1
        assert table.state.turn == lead


def check_pegs(row):
    # R54, R49; a handicap is where both pegs start
    setup, expect = row["setup"], row["expect"]
    start = setup.get("start", setup.get("before", 0))
    pegs = sit_down(handicap=(start, 0)).state.pegs[PONE]
    path = []
    for points in setup.get("scores", (0,)):
        pegs = pegs.moved(points, target=121)
        path.append(list(pegs))
    if "front_back" in expect:
        assert path == expect["front_back"]
    else:
        assert pegs == (expect["front"], expect["back"])


EIGHT = "3H 2C TD 5S"
"""With a king turned up: 5-10, 5-K, 2-3-10 and 2-3-K are fifteen."""


def check_muggins(row):
    # R64, R65
    setup, expect = row["setup"], row["expect"]
    assert setup["hand_worth"] == 8
    if setup.get("muggins"):
        table = asked(EIGHT, counting=Counting.MUGGINS)
        table.do(cmd.Award(PONE, setup["claimed"]))
        table.do(cmd.Award(DEALER, expect["opponent"]), cmd.NextStep())
        assert table.state.scores == (expect["player"], expect["opponent"])
    else:
        table = asked(EIGHT)
        table.do(cmd.Award(PONE, setup["claimed"]))
        assert table.state.scores == (expect["player"], expect["opponent"])
        # the variant gives the caller the excess, which is an option; that the owner has nothing then is none
        table = asked(EIGHT, overclaim=Overclaim.EXCESS_TO_OPPONENT)
        table.do(cmd.Award(PONE, setup["claimed"]))
        assert table.state.scores == (expect["player"], expect["pegs_back"])


CHECKS = {
    "deal": check_deal,
    "deal_order": check_deal_order,
    "first_deal": check_first_deal,
    "go": check_go,
    "heels": check_heels,
    "lead": check_lead,
    "match_end": check_match_end,
    "match_points": check_match_points,
    "muggins": check_muggins,
    "next_deal": check_next_deal,
    "pegs": check_pegs,
    "show_order": check_show_order,
    "skunk": check_skunk,
    "win": check_win,
}


@pytest.mark.parametrize("row", cases("flow", left_out=left_out))
def test_flow(row):
    CHECKS[row["kind"]](row)
