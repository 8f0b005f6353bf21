"""His heels, pegged or claimed, and the house rules that bar points near the end (R18, R19, R25)."""

import pytest

from cribboard.rules import Card, Scan
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.options import Counting, HeelsClaim
from cribboard.rules.state import GameOver, TappedPlay

from .at_table import (
    DEALER,
    PARTNERS,
    PONE,
    begin_play,
    begin_show,
    deal,
    mid_play,
    of,
    pegged,
    tapped_play,
)

CLAIM = {"heels_claim": HeelsClaim.CLAIM}
TWO = [(DEALER, 2, "heels")]

# --- by claim (R19) ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scan", [Scan.SHOW, Scan.ALL])
def test_a_jack_alone_pegs_nothing(scan):
    table = deal(scan=scan, **CLAIM)
    table.do(cmd.NextStep())
    assert pegged(table.read("JH")) == []
    (heels, scored) = table.do(cmd.ClaimHeels(DEALER))
    assert heels == ev.Heels(DEALER)
    assert scored.cards == (Card.parse("JH"),)
    assert pegged([scored]) == TWO
    assert table.refusal(cmd.ClaimHeels(DEALER)) == "heels_pegged"


def test_the_pones_lead_doesnt_close_the_right():
    table = begin_play("JH", **CLAIM)
    table.play("P 4")
    assert pegged(table.do(cmd.ClaimHeels(DEALER))) == TWO


def test_the_dealers_own_first_card_does():
    table = begin_play("JH", **CLAIM)
    table.play("P 4, D 9")
    assert table.refusal(cmd.ClaimHeels(DEALER)) == "no_heels_now"
    assert table.state.scores == (0, 0)


def test_of_three_the_others_cards_dont():
    table = begin_play("JH", players=3, **CLAIM)
    table.play("A 4, B 9")
    assert pegged(table.do(cmd.ClaimHeels(2))) == [(2, 2, "heels")]
    table.play("C 8")
    assert table.refusal(cmd.ClaimHeels(2)) == "heels_pegged"


def test_a_go_is_no_card():
    table = begin_play("JH", **PARTNERS, **CLAIM)
    table.play("0 T, 1 9, 2 3, 3 go")
    assert pegged(table.do(cmd.ClaimHeels(3))) == TWO


def test_a_claim_is_kept_when_a_go_comes_late():
    # Bob's 3 was booked to him, his partner claims; the card is Bob's now, and so are the heels
    table = begin_play("JH", **PARTNERS, **CLAIM)
    table.play("0 T, 1 T, 2 2, 3 go, 0 go, 1 3")
    scores = table.state.scores
    table.do(cmd.ClaimHeels(3))
    assert table.refusal(cmd.SayGo(1)) == "not_your_turn"
    assert table.state.scores == (scores[0], scores[1] + 2)


@pytest.mark.parametrize(("player", "code"), [(PONE, "not_the_dealer"), (DEALER, "no_jack")])
def test_no_claim_without_a_jack_or_by_another(player, code):
    table = begin_play("TH", **CLAIM)
    assert table.refusal(cmd.ClaimHeels(player)) == code


def test_no_claim_at_the_show():
    # R19: lost
    table = begin_show("JH", **CLAIM)
    assert table.refusal(cmd.ClaimHeels(DEALER)) == "no_heels_now"
    assert table.state.scores == (0, 0)


def test_a_jack_first_seen_at_the_show_is_lost_too():
    table = deal(scan=Scan.SHOW, **CLAIM)
    table.do(cmd.NextStep(), cmd.NextStep(), cmd.NextStep())
    assert pegged(table.read("JH")) == []


def test_muggins_doesnt_apply_to_heels():
    # R64: what the pone taps is an award like any other, and the claim stays the dealer's
    table = begin_play("JH", counting=Counting.MUGGINS, **CLAIM)
    table.play("P 4")
    assert pegged(table.do(cmd.Award(PONE, 2))) == [(PONE, 2, "award")]
    assert pegged(table.do(cmd.ClaimHeels(DEALER))) == TWO


def test_a_claim_wins():
    # E12
    table = begin_play("JH", scores=(100, 119), **CLAIM)
    assert not table.state.is_over
    table.do(cmd.ClaimHeels(DEALER))
    assert table.state.phase == GameOver(DEALER)


@pytest.mark.parametrize(("score", "refused"), [(118, False), (119, True), (120, True)])
def test_a_claim_that_may_not_win(score, refused):
    # R18
    table = begin_play("JH", scores=(100, score), heels_can_win=False, **CLAIM)
    if refused:
        assert table.refusal(cmd.ClaimHeels(DEALER)) == "heels_cannot_win"
    else:
        table.do(cmd.ClaimHeels(DEALER))
        assert table.state.scores == (100, 120)


def test_where_nothing_is_scanned_the_option_changes_nothing():
    table = tapped_play(**CLAIM)
    table.do(cmd.Award(PONE, 2))
    assert pegged(table.do(cmd.ClaimHeels(DEALER))) == TWO
    assert isinstance(table.state.phase, TappedPlay)


# --- the stinkhole (R25) -----------------------------------------------------------------------------------------------

NO_GO = {"go_point_in_stinkhole": False}


@pytest.mark.parametrize(
    ("score", "options", "after"),
    [
        (120, {}, 121),
        (120, NO_GO, 120),
        (119, NO_GO, 120),
        (118, NO_GO, 119),
    ],
)
def test_one_for_the_go(score, options, after):
    table = begin_play(scores=(0, score), **options)
    table.play("P T, D K, P 4, D 3, P go")
    events = table.do(cmd.SayGo(DEALER))
    assert table.state.scores[DEALER] == after
    if after < 121:
        assert of(ev.CountClosed, events)
        assert table.state.turn == PONE


def ends_of_play(table, text):
    """What the last cards of the play peg at its end; the show follows by itself."""
    awards = pegged(table.read(text))
    return [award for award in awards if award[2] == "last"]


@pytest.mark.parametrize(("options", "pegs"), [({}, 1), (NO_GO, 0)])
def test_one_for_the_last_card(options, pegs):
    table = mid_play(held=("2H", "3D"), pile="9C", scores=(0, 120), **options)
    assert ends_of_play(table, "2H 3D") == [(DEALER, 1, "last")] * pegs


def test_everything_else_is_pegged_from_the_stinkhole():
    # 31 is two, and fifteen, and a pair
    table = mid_play(held=("TH", "4D"), pile="5S TC 6D", scores=(120, 0), **NO_GO)
    table.read("TH")
    assert table.state.phase == GameOver(PONE)


@pytest.mark.parametrize("score", [119, 120])
def test_one_for_the_go_by_tap(score):
    table = tapped_play(scores=(0, score), **NO_GO)
    go = cmd.Award(DEALER, 1, go_by=PONE)
    if score == 120:
        assert table.refusal(go) == "no_go_point"
        table.do(cmd.Award(DEALER, 2, go_by=PONE))  # he made it 31
    else:
        table.do(go)
    assert table.state.scores == (0, score + 1)


def test_the_stinkhole_is_the_last_hole_before_any_target():
    # R75
    table = mid_play(held=("2H", "3D"), pile="9C", scores=(0, 60), target=61, **NO_GO)
    assert ends_of_play(table, "2H 3D") == []
