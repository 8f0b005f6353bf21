"""The show where the players count: claims right, short and over, and muggins (R50, R64-R67)."""

import pytest

from cribboard.rules import Card, Pegs
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.options import Counting, FalseGame, Overclaim
from cribboard.rules.state import Claiming, Dealing, GameOver, Mugging, Showing

from .at_table import DEALER, PARTNERS, PONE, asked, begin_play, cards, of, pegged

MUGGINS = {"counting": Counting.MUGGINS}
EIGHT = "3H 2C TD 5S"
"""With a king turned up: 5-10, 5-K, 2-3-10 and 2-3-K are fifteen."""
NOTHING = "QH 2D 4C 8S"


# --- the question (R50) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("counting", [Counting.CLAIM, Counting.MUGGINS])
def test_four_cards_score_nothing_and_their_owner_is_asked(counting):
    table = asked(EIGHT, counting=counting)
    assert isinstance(table.state.phase, Claiming)
    assert (table.state.turn, table.state.scores) == (PONE, (0, 0))
    assert cards(EIGHT)[0] in table.state.cards_on_table
    assert table.refusal(cmd.ReadCard(Card.parse("9C"))) == "claim_first"
    assert table.refusal(cmd.ReadCard(Card.parse("5S"))) == "card_on_table"


def test_the_board_answers_a_right_claim():
    table = asked(EIGHT)
    events = table.do(cmd.Award(PONE, 8))
    assert events[0] == ev.HandClaimed(PONE, "hand", 8)
    (counted,) = of(ev.HandCounted, events)
    assert (counted.total, counted.claimed) == (8, 8)
    assert pegged(events) == [(PONE, 8, "hand")]
    assert table.state.turn == DEALER


def test_a_short_claim_pegs_what_was_claimed():
    # R64: without muggins what was missed is lost
    table = asked(EIGHT)
    events = table.do(cmd.Award(PONE, 6))
    assert [(c.total, c.claimed) for c in of(ev.HandCounted, events)] == [(8, 6)]
    assert pegged(events) == [(PONE, 6, "hand")]


def test_go_with_nothing_tapped_claims_nothing():
    table = asked(NOTHING)
    events = table.do(cmd.SayGo(PONE))
    assert events[0] == ev.HandClaimed(PONE, "hand", 0)
    assert pegged(events) == []
    assert table.state.turn == DEALER


@pytest.mark.parametrize("points", [0, 19, 25, 26, 27, 30])
def test_a_claim_that_cant_be_is_refused(points):
    # R47
    assert asked(EIGHT).refusal(cmd.Award(PONE, points)) == "impossible_award"


def test_only_the_owner_claims():
    table = asked(EIGHT)
    assert table.refusal(cmd.SayGo(DEALER)) == "claim_first"
    # what the other taps is an award like any other, and the question stands
    assert pegged(table.do(cmd.Award(DEALER, 2))) == [(DEALER, 2, "award")]
    assert isinstance(table.state.phase, Claiming)


def test_a_hand_that_waits_for_its_claim_can_be_passed_over():
    table = asked(EIGHT)
    assert table.do(cmd.NextStep()) == (ev.HandPassed(PONE, "hand"),)
    assert table.refusal(cmd.ReadCard(Card.parse("3H"))) == "card_on_table"


def test_hands_and_crib_are_claimed_in_order_and_the_deal_passes():
    # R40
    table = asked(EIGHT)
    table.do(cmd.Award(PONE, 8))
    table.read("4H 7D 9C QC")
    assert table.state.turn == DEALER
    assert pegged(table.do(cmd.SayGo(DEALER))) == []
    table.read("5H 5D 5C JS")
    # three fives: 6 and 5-5-5, each with J and with K; one for his nobs in spades
    events = table.do(cmd.Award(DEALER, 21))
    assert [(c.which, c.total) for c in of(ev.HandCounted, events)] == [("crib", 21)]
    assert events[-1] == ev.DealStarted(PONE)
    assert isinstance(table.state.phase, Dealing)


@pytest.mark.parametrize("counting", [Counting.CLAIM, Counting.MUGGINS])
def test_hands_known_from_the_play_are_claimed_too(counting):
    table = begin_play("QS", counting=counting)
    table.play("P J, D 8, P 6, D 7, P 5, D 3, P 4S")
    events = table.read("2H")
    # Ann's hand: 5-J, 5-Q, 4-5-6 and its run; Bob's: 7-8 and 2-3-Q
    assert of(ev.HandCounted, events) == []
    assert of(ev.HandComplete, events) == [ev.HandComplete(PONE, "hand", cards("JC 6C 5C 4S"))]
    events = table.do(cmd.Award(PONE, 9), *[cmd.NextStep()] * (counting is Counting.MUGGINS))
    assert pegged(events) == [(PONE, 9, "hand")]
    assert of(ev.HandComplete, events)[0].player == DEALER


def test_partners_claim_for_their_side():
    table = asked(EIGHT, **PARTNERS)
    assert pegged(table.do(cmd.Award(0, 8))) == [(0, 8, "hand")]


def test_a_claim_that_is_true_wins():
    table = asked(EIGHT, scores=(113, 60))
    table.do(cmd.Award(PONE, 8))
    assert table.state.phase == GameOver(PONE)


# --- too much (R65) ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counting", "overclaim", "opponent", "reason"),
    [
        (Counting.CLAIM, Overclaim.AUTO, 0, None),
        (Counting.CLAIM, Overclaim.CORRECT_ONLY, 0, None),
        (Counting.CLAIM, Overclaim.EXCESS_TO_OPPONENT, 4, "overclaim"),
        (Counting.CLAIM, Overclaim.TWO_POINTS, 2, "overclaim"),
        (Counting.MUGGINS, Overclaim.AUTO, 4, "overclaim"),
        (Counting.MUGGINS, Overclaim.CORRECT_ONLY, 0, None),
        (Counting.MUGGINS, Overclaim.EXCESS_TO_OPPONENT, 4, "overclaim"),
        (Counting.MUGGINS, Overclaim.TWO_POINTS, 2, "overclaim"),
    ],
)
def test_twelve_claimed_for_eight(counting, overclaim, opponent, reason):
    table = asked(EIGHT, counting=counting, overclaim=overclaim)
    events = table.do(cmd.Award(PONE, 12))
    if counting is Counting.MUGGINS:
        events += table.do(cmd.NextStep())
    awards = [(PONE, 8, "hand"), *[(DEALER, opponent, reason)] * bool(reason)]
    assert pegged(events) == awards
    assert table.state.turn == DEALER


def test_of_three_the_owners_left_has_the_excess():
    # RULES.md names one opponent; the nearest to the left is its rule for calls (R64)
    table = asked(EIGHT, players=3, overclaim=Overclaim.EXCESS_TO_OPPONENT)
    table.do(cmd.Award(0, 10))
    assert table.state.scores == (8, 2, 0)


def test_an_overclaim_of_nothing_at_all():
    table = asked(NOTHING, overclaim=Overclaim.EXCESS_TO_OPPONENT)
    assert pegged(table.do(cmd.Award(PONE, 2))) == [(DEALER, 2, "overclaim")]


def test_the_excess_may_win():
    table = asked(EIGHT, scores=(0, 119), overclaim=Overclaim.EXCESS_TO_OPPONENT)
    table.do(cmd.Award(PONE, 12))
    assert table.state.phase == GameOver(DEALER)
    assert table.state.scores == (8, 121)


# --- the game claimed falsely (R66) ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "scores"),
    [
        # from 110 with 8: back to 118
        (FalseGame.CORRECT_ONLY, (118, 50)),
        # the opponent scores 11 - 8 of the 12, as far as the game hole; then 118 - 15
        (FalseGame.ACC, (103, 53)),
        (FalseGame.LOSE_GAME, (118, 121)),
    ],
)
def test_twelve_claimed_for_eight_where_eleven_are_home(option, scores):
    table = asked(EIGHT, scores=(110, 50), false_game_claim=option)
    events = table.do(cmd.Award(PONE, 12))
    assert table.state.scores == scores
    assert table.state.is_over == (option is FalseGame.LOSE_GAME)
    if option is FalseGame.ACC:
        assert pegged(events) == [
            (PONE, 8, "hand"),
            (DEALER, 3, "false_game"),
            (PONE, -15, "false_game"),
        ]
        assert table.state.pegs[PONE] == Pegs(103, 103)
        assert isinstance(table.state.phase, Showing)


def test_the_acc_penalty_stops_at_the_start():
    # target 31: from 20 with none claims 12; 20 - 15 = 5; from 14 less than nothing
    for start, left in ((20, 5), (14, 0)):
        table = asked(NOTHING, scores=(start, 0), target=31, false_game_claim=FalseGame.ACC)
        table.do(cmd.Award(PONE, 31 - start))
        assert table.state.scores == (left, 31 - start)


def test_the_excess_of_a_false_game_may_win_and_then_nothing_goes_back():
    # R51
    table = asked(EIGHT, scores=(110, 118), false_game_claim=FalseGame.ACC)
    table.do(cmd.Award(PONE, 12))
    assert table.state.scores == (118, 121)


def test_a_claim_short_of_home_is_no_false_game():
    table = asked(EIGHT, scores=(100, 50), false_game_claim=FalseGame.LOSE_GAME)
    table.do(cmd.Award(PONE, 20))
    assert table.state.scores == (108, 50)


def test_a_game_that_is_won_is_no_false_game_whatever_was_claimed():
    # the hand alone takes him home
    table = asked(EIGHT, scores=(115, 50), false_game_claim=FalseGame.ACC)
    table.do(cmd.Award(PONE, 12))
    assert table.state.phase == GameOver(PONE)
    assert table.state.scores == (121, 50)


@pytest.mark.parametrize("overclaim", Overclaim)
def test_a_false_game_isnt_an_overclaim_besides(overclaim):
    # R65 is about claims that don't reach the game hole
    table = asked(EIGHT, scores=(110, 50), overclaim=overclaim)
    table.do(cmd.Award(PONE, 12))
    assert table.state.scores == (118, 50)


# --- muggins (R64) -----------------------------------------------------------------------------------------------------


def called(claimed, call, hand=EIGHT, scores=(0, 0), **options):
    """Ann claims, Bob calls, all look; what was pegged."""
    table = asked(hand, scores=scores, **MUGGINS, **options)
    table.do(cmd.Award(PONE, claimed) if claimed else cmd.SayGo(PONE))
    table.do(cmd.Award(DEALER, call))
    return pegged(table.do(cmd.NextStep()))


def test_nothing_is_told_until_all_have_called():
    table = asked(EIGHT, **MUGGINS)
    events = table.do(cmd.Award(PONE, 6))
    assert events == (ev.HandClaimed(PONE, "hand", 6),)
    assert isinstance(table.state.phase, Mugging)
    assert table.state.scores == (0, 0)
    assert table.refusal(cmd.ReadCard(Card.parse("9C"))) == "reveal_first"
    assert table.do(cmd.Award(DEALER, 2)) == (ev.MugginsCalled(DEALER, 2),)
    assert pegged(table.do(cmd.NextStep())) == [(PONE, 6, "hand"), (DEALER, 2, "muggins")]


@pytest.mark.parametrize(
    ("claimed", "call", "taken"),
    [
        (6, 2, 2),
        (4, 2, 2),  # at most what he names
        (6, 4, 2),  # at most what was missed
        (0, 8, 8),
        (0, 12, 8),
    ],
)
def test_the_caller_gets_what_he_names_and_what_was_missed_at_most(claimed, call, taken):
    own = [(PONE, claimed, "hand")] if claimed else []
    assert called(claimed, call) == [*own, (DEALER, taken, "muggins")]


@pytest.mark.parametrize(("start", "taken"), [(112, 3), (113, 3), (114, 2), (115, 1)])
def test_the_caller_gets_no_more_than_the_owner_could_still_have_pegged(start, taken):
    # of 8 he claims 5 and misses 3; after his 5 there are 4, 3, 2 or 1 holes to home
    assert called(5, 3, scores=(start, 0))[-1] == (DEALER, taken, "muggins")


def test_a_wrong_call_goes_to_the_owner():
    assert called(8, 2) == [(PONE, 8, "hand"), (PONE, 2, "wrong_call")]
    assert called(8, 2, scores=(112, 0))[-1] == (PONE, 1, "wrong_call")  # and may win


def test_a_call_on_an_overclaim_is_wrong_too_and_the_caller_has_the_excess():
    assert called(10, 1) == [
        (PONE, 8, "hand"),
        (DEALER, 2, "overclaim"),
        (PONE, 1, "wrong_call"),
    ]


def test_without_a_call_what_was_missed_is_lost():
    table = asked(EIGHT, **MUGGINS)
    table.do(cmd.Award(PONE, 6), cmd.NextStep())
    assert table.state.scores == (6, 0)


def test_of_two_a_go_reveals():
    table = asked(EIGHT, **MUGGINS)
    table.do(cmd.Award(PONE, 6), cmd.SayGo(DEALER))
    assert table.state.scores == (6, 0)


def test_of_three_the_first_call_stands_and_next_reveals():
    table = asked(EIGHT, players=3, **MUGGINS)
    table.do(cmd.Award(0, 6), cmd.Award(2, 2))
    assert table.refusal(cmd.Award(1, 2)) == "muggins_called"
    assert table.refusal(cmd.SayGo(1)) == "reveal_first"
    table.do(cmd.NextStep())
    assert table.state.scores == (6, 0, 2)


def test_of_three_the_excess_is_the_callers():
    table = asked(EIGHT, players=3, **MUGGINS)
    table.do(cmd.Award(0, 10), cmd.Award(2, 2), cmd.NextStep())
    # 2 too many go to who called; that nothing was missed costs him his 2
    assert table.state.scores == (10, 0, 2)


def test_partners_dont_call_muggins_on_each_other():
    table = asked(EIGHT, **PARTNERS, **MUGGINS)
    table.do(cmd.Award(0, 6))
    assert table.refusal(cmd.Award(0, 2)) == "claimed_already"
    assert table.refusal(cmd.SayGo(2)) == "claimed_already"
    table.do(cmd.Award(1, 2), cmd.SayGo(3))
    assert table.state.scores == (6, 2)


def test_the_owner_is_home_before_muggins_counts():
    table = asked(EIGHT, scores=(115, 119), **MUGGINS)
    table.do(cmd.Award(PONE, 6), cmd.Award(DEALER, 2), cmd.NextStep())
    assert table.state.phase == GameOver(PONE)
    assert table.state.scores == (121, 119)


def test_the_crib_can_be_called_too():
    # E95's other half: the pone calls what the dealer missed
    table = asked(EIGHT, **MUGGINS)
    table.do(cmd.Award(PONE, 8), *[cmd.NextStep()] * 2)
    table.read(NOTHING.replace("2D", "5D"))
    assert table.state.turn == DEALER
    table.do(cmd.SayGo(DEALER), cmd.Award(PONE, 4))
    # 5-Q and 5-K
    assert pegged(table.do(cmd.NextStep())) == [(PONE, 4, "muggins")]
    assert isinstance(table.state.phase, Dealing)
