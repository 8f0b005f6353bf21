"""The course of a game: cut, deal, starter, taps, show, and the steps between them."""

from dataclasses import replace
from functools import partial

import pytest

from cribboard.rules import Card, Options, Pegs, Scan, State, decide, evolve
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.match import Record
from cribboard.rules.options import Cut, Match
from cribboard.rules.state import (
    CountedPlay,
    Cutting,
    Dealing,
    GameOver,
    MatchOver,
    Showing,
    TappedPlay,
    TurningStarter,
)

from .at_table import (
    DEALER,
    PONE,
    begin_play,
    begin_show,
    cards,
    deal,
    of,
    pegged,
    sit_down,
    tapped_play,
)

SCANNING = [Scan.SHOW, Scan.ALL]
PHASES = {
    "cut": sit_down,
    "deal": partial(deal, scan=Scan.ALL),
    "tapped play": tapped_play,
    "scanned play": begin_play,
    "show": partial(begin_show, "5H"),
}
SINGLE = Match("single", 1)

# --- sitting down ------------------------------------------------------------------------------------------------------


def test_a_match_begins_with_empty_pegs_and_a_cut():
    table = sit_down()
    state = table.state
    nothing = (0, 0)
    assert state == State(
        Options(), Cutting((0, 1)), (Pegs(0, 0),) * 2, nothing, nothing, (Record(),) * 2, game=1
    )
    assert (state.scores, state.dealer, state.starter, state.count) == ((0, 0), None, None, 0)


def test_nothing_happens_before_a_match():
    with pytest.raises(TypeError, match="no match has been started"):
        decide(None, cmd.NextStep())
    with pytest.raises(TypeError, match="begins with match_started, not with count_closed"):
        evolve(None, ev.CountClosed())


# --- cut (R5-R7) -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first_deal_cut", "cuts", "dealer"),
    [
        (Cut.LOW, "AS KS", 0),
        (Cut.LOW, "KS AS", 1),
        (Cut.LOW, "TD JD", 0),  # by rank: ten-cards differ
        (Cut.HIGH, "AS KS", 1),
        (Cut.HIGH, "QC JC", 0),
        (Cut.LOW, "7C 7D 9H 2S", 1),  # suits never break a tie
        (Cut.HIGH, "7C 7D 9H 2S", 0),
        (Cut.LOW, "7C 7D 7C 7D 3H 2H", 1),  # cut cards go back into the pack
    ],
)
def test_the_cut_settles_who_deals(first_deal_cut, cuts, dealer):
    table = sit_down(first_deal_cut=first_deal_cut)
    events = table.read(cuts)
    assert table.state.dealer == dealer
    assert [(cut.player, cut.card) for cut in of(ev.Cut, events)] == list(
        zip([0, 1] * 3, cards(cuts), strict=False)
    )
    assert events[-2:] == (ev.Dealer(dealer), ev.DealStarted(dealer))


def test_players_cut_in_turn():
    table = sit_down()
    assert table.state.turn == 0
    table.read("7C")
    assert table.state.turn == 1
    assert table.refusal(cmd.ReadCard(Card.parse("7C"))) == "card_on_table"


@pytest.mark.parametrize("scan", Scan)
def test_the_dealer_may_be_chosen_instead(scan):
    table = sit_down(scan=scan)
    table.do(cmd.ChooseDealer(1))
    assert table.state.dealer == 1
    assert table.refusal(cmd.ChooseDealer(1)) == "dealer_known"


def test_without_a_dealer_there_is_no_next_step():
    table = sit_down()
    assert table.refusal(cmd.NextStep()) == "who_deals"
    assert table.refusal(cmd.DealAgain()) == "who_deals"
    assert table.refusal(cmd.ClaimHeels(0)) == "who_deals"


# --- deal and starter (R15-R19) ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("scan", SCANNING)
def test_the_reader_is_deaf_while_cards_are_dealt(scan):
    table = deal(scan=scan)
    assert isinstance(table.state.phase, Dealing)
    assert table.state.reader_is_deaf
    assert table.read("AS 2S 3S JS") == ()
    table.do(cmd.NextStep())
    assert isinstance(table.state.phase, TurningStarter)


@pytest.mark.parametrize(("scan", "play"), [(Scan.SHOW, TappedPlay), (Scan.ALL, CountedPlay)])
def test_the_play_follows_the_starter(scan, play):
    table = deal(scan=scan)
    table.do(cmd.NextStep())
    assert pegged(table.read("5H")) == []
    assert isinstance(table.state.phase, play)
    assert table.state.starter == Card.parse("5H")


@pytest.mark.parametrize("scan", SCANNING)
def test_a_jack_is_two_for_his_heels(scan):
    # R18
    table = deal(scan=scan)
    table.do(cmd.NextStep())
    events = table.read("JH")
    assert of(ev.Heels, events) == [ev.Heels(DEALER)]
    assert pegged(events) == [(DEALER, 2, "heels")]


def test_the_starter_must_be_scanned_where_the_play_is():
    table = deal(scan=Scan.ALL)
    table.do(cmd.NextStep())
    assert table.refusal(cmd.NextStep()) == "scan_the_starter"


def test_his_heels_are_claimed_where_nobody_scans():
    # R19
    table = tapped_play()
    assert pegged(table.do(cmd.ClaimHeels(DEALER))) == [(DEALER, 2, "heels")]
    assert table.refusal(cmd.ClaimHeels(DEALER)) == "heels_pegged"


def test_only_the_dealer_has_his_heels():
    table = tapped_play()
    assert table.refusal(cmd.ClaimHeels(PONE)) == "not_the_dealer"


@pytest.mark.parametrize("scan", SCANNING)
def test_his_heels_arent_claimed_of_a_scanned_starter(scan):
    table = deal(scan=scan)
    table.do(cmd.NextStep())
    table.read("5H")
    assert table.refusal(cmd.ClaimHeels(DEALER)) == "starter_is_scanned"


def test_a_claim_may_stand_for_the_starter_and_isnt_paid_again_at_the_show():
    table = deal(scan=Scan.SHOW)
    assert table.refusal(cmd.ClaimHeels(DEALER)) == "no_heels_now"
    table.do(cmd.NextStep(), cmd.ClaimHeels(DEALER))
    assert isinstance(table.state.phase, TappedPlay)
    table.read("JH")
    assert isinstance(table.state.phase, Showing)
    assert table.state.scores == (0, 2)


# --- taps --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("points", [1, 15, 18, 20, 24, 28, 29])
def test_an_award_moves_the_pegs_and_not_the_game(points):
    table = tapped_play()
    assert pegged(table.do(cmd.Award(PONE, points))) == [(PONE, points, "award")]
    assert table.state.pegs == (Pegs(points, 0), Pegs(0, 0))
    assert isinstance(table.state.phase, TappedPlay)


@pytest.mark.parametrize("points", [-1, 0, 19, 25, 26, 27, 30, 121])
def test_an_award_that_cant_be_is_refused(points):
    # R47, R50
    assert tapped_play().refusal(cmd.Award(PONE, points)) == "impossible_award"


def test_a_go_in_a_tapped_play_gives_the_other_the_point():
    events = tapped_play().do(cmd.Award(DEALER, 1, go_by=PONE))
    assert events[0] == ev.Go(PONE)
    assert pegged(events) == [(DEALER, 1, "go")]


@pytest.mark.parametrize("phase", sorted(PHASES.keys() - {"tapped play"}))
def test_a_go_by_tap_belongs_to_the_tapped_play(phase):
    # R23: elsewhere nobody lays cards, or the board itself keeps the count
    assert PHASES[phase]().refusal(cmd.Award(DEALER, 1, go_by=PONE)) == "no_go_now"


@pytest.mark.parametrize("phase", PHASES)
def test_awards_are_taken_in_every_phase_of_a_running_game(phase):
    table = PHASES[phase]()
    before = table.state.phase
    table.do(cmd.Award(PONE, 5))
    assert (table.state.scores, table.state.phase) == ((5, 0), before)


@pytest.mark.parametrize("phase", sorted(PHASES.keys() - {"scanned play"}))
def test_go_is_said_only_in_a_scanned_play(phase):
    assert PHASES[phase]().refusal(cmd.SayGo(PONE)) == "no_go_now"


@pytest.mark.parametrize(
    ("awards", "back", "pegs"),
    [
        ([6, 4], 2, Pegs(8, 6)),
        ([6, 4], 4, Pegs(6, 6)),
        ([6, 4], 7, Pegs(3, 3)),  # the back peg comes along
        ([6], 20, Pegs(0, 0)),  # not behind the start
    ],
)
def test_a_mistake_is_walked_back(awards, back, pegs):
    table = tapped_play()
    table.do(*(cmd.Award(PONE, points) for points in awards))
    (scored,) = of(ev.Scored, table.do(cmd.WalkBack(PONE, back)))
    assert (scored.reason, scored.points) == ("correction", pegs.front - sum(awards))
    assert table.state.pegs[PONE] == pegs


# --- steps -------------------------------------------------------------------------------------------------------------


def test_the_deal_passes_even_when_nothing_was_pegged():
    # R8
    table = tapped_play()
    assert table.do(cmd.NextStep()) == (ev.DealStarted(PONE),)


def test_the_counted_play_cant_be_passed_over():
    assert begin_play().refusal(cmd.NextStep()) == "play_goes_on"


def test_nobody_scans_where_nothing_is_scanned():
    table = tapped_play()
    assert table.refusal(cmd.ReadCard(Card.parse("5H"))) == "not_scanning"
    assert table.refusal(cmd.LeaveScanning()) == "not_scanning"


def test_leaving_the_play_keeps_its_points_and_scans_the_hands():
    table = begin_play("QS")
    table.play("P 7, D 8")
    table.do(cmd.LeaveScanning())
    assert isinstance(table.state.phase, Showing)
    assert table.state.scores == (0, 2)
    assert pegged(table.read("7C 8D 9C KC")) == [(PONE, 5, "hand")]


def test_leaving_before_the_starter_is_a_tapped_play():
    table = deal(scan=Scan.ALL)
    table.do(cmd.NextStep(), cmd.LeaveScanning())
    assert isinstance(table.state.phase, TappedPlay)
    table.do(cmd.Award(PONE, 2), cmd.NextStep())
    assert pegged(table.read("JS")) == [(DEALER, 2, "heels")]
    assert pegged(table.read("5H 5D 5C JH"))[0][0] == PONE


@pytest.mark.parametrize("scan", Scan)
def test_a_deal_is_dealt_again_without_its_points(scan):
    # R70c: the same dealer; both pegs go back
    table = deal(scores=(7, 9), scan=scan)
    before = table.state.pegs
    table.do(cmd.Award(PONE, 2), cmd.Award(DEALER, 3), cmd.Award(PONE, 4))
    events = table.do(cmd.DealAgain())
    assert pegged(events) == [(PONE, -6, "redeal"), (DEALER, -3, "redeal")]
    assert (table.state.pegs, table.state.dealer) == (before, DEALER)


# --- the end (R51, R9) -------------------------------------------------------------------------------------------------

WON = cmd.Award(PONE, 1)


@pytest.mark.parametrize(
    "command",
    [
        cmd.Award(DEALER, 2),
        cmd.WalkBack(PONE, 2),
        cmd.SayGo(PONE),
        cmd.ClaimHeels(DEALER),
        cmd.DealAgain(),
    ],
    ids=repr,
)
@pytest.mark.parametrize(
    ("match", "phase"), [(Options().match, "game_over"), (SINGLE, "match_over")]
)
def test_nothing_is_scored_after_the_game(match, phase, command):
    table = tapped_play(scores=(120, 100), match=match)
    table.do(WON)
    assert table.refusal(command) == phase


def test_cards_mean_nothing_after_the_game():
    table = begin_show("5S", scores=(120, 0))
    table.do(WON)
    assert table.read("5H 5D") == ()


def test_the_loser_deals_the_next_game():
    # R9, whoever dealt last
    for winner, loser in ((PONE, DEALER), (DEALER, PONE)):
        table = tapped_play(scores=(120, 120))
        table.do(cmd.Award(winner, 1))
        assert table.state.phase == GameOver(winner)
        table.do(cmd.NextStep())
        state = table.state
        assert (state.game, state.dealer, state.scores) == (2, loser, (0, 0))
        assert state.games == ((1, 0) if winner == PONE else (0, 1))


def test_the_loser_deals_the_next_match_and_everything_is_counted_anew():
    table = tapped_play(scores=(120, 100), match=SINGLE)
    table.do(WON)
    assert table.state.phase == MatchOver(PONE)
    table.do(cmd.NextStep())
    state = table.state
    assert (state.game, state.dealer, state.tally, state.games) == (1, DEALER, (0, 0), (0, 0))


def test_a_game_can_be_given_up():
    table = tapped_play(scores=(50, 60))
    assert table.do(cmd.NewGame()) == (
        ev.GameAbandoned((50, 60)),
        ev.GameStarted(1, (0, 1)),
    )
    assert table.state == sit_down(scan=Scan.NONE).state


@pytest.mark.parametrize("before", [[], [cmd.ChooseDealer(PONE), *[cmd.Award(PONE, 29)] * 5]])
def test_where_no_game_runs_the_match_begins_afresh(before):
    table = sit_down(scan=Scan.NONE)
    table.do(*before)
    card = table.state.card  # R61: the session's, which goes on
    assert table.do(cmd.NewGame()) == (
        ev.MatchStarted(table.state.options, card),
        ev.GameStarted(1, (0, 1)),
    )
    assert table.state == replace(sit_down(scan=Scan.NONE).state, card=card)


def test_points_are_taken_off_only_where_there_are_some():
    assert begin_play().refusal(cmd.WalkBack(PONE, 1)) == "nothing_to_take_off"


def test_a_claim_of_heels_that_may_not_win_is_refused():
    # E14, at a table whose starter no reader saw
    table = PHASES["tapped play"](heels_can_win=False)
    table.do(*[cmd.Award(DEALER, 28)] * 4, cmd.Award(DEALER, 7))
    assert table.state.scores[DEALER] == 119
    assert table.refusal(cmd.ClaimHeels(DEALER)) == "heels_cannot_win"
