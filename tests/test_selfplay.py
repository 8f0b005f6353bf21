"""The simulated players: their deal and their cut are right (R5, R11-R16), and what they do is always allowed."""

from functools import reduce
from random import Random

import pytest

from cribboard.rules import PACK, Card, Options, Scan, decide, evolve
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.options import Counting, FourPlayer, HeelsClaim, Match
from cribboard.rules.state import CountedPlay, Hand, Showing, TappedPlay
from cribboard.selfplay import SelfPlay, choose_card, cut, deal_cards, lay_away, legal_cards

TABLES = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 4, "four_player": FourPlayer.INDIVIDUAL},
]
STOCK = PACK[12:]
"""What is left of the pack when two players have six cards each (R12)."""


def cards(text):
    return tuple(map(Card.parse, text.split()))


def start(**options):
    return reduce(evolve, decide(None, cmd.StartMatch(Options(**options))), None)


def go_on(players, state, until):
    """The players act until this holds; every act does something."""
    for _ in range(1_000):
        if until(state):
            return state
        events = decide(state, players.act(state))
        assert events
        state = reduce(evolve, events, state)
    raise AssertionError("they never get there")


# --- the deal ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", range(-1, 42))
def test_E07_depth_of_the_cut(depth):  # noqa: N802
    if 4 <= depth <= 36:
        assert cut(STOCK, depth) == STOCK[depth]
    else:
        with pytest.raises(ValueError, match=f"cut at {depth} of 40 cards: leave at least 4"):
            cut(STOCK, depth)


@pytest.mark.parametrize(
    ("players", "each", "to_crib", "stock"),
    [(2, 6, 0, 40), pytest.param(3, 5, 1, 36, id="E05"), pytest.param(4, 5, 0, 32, id="E06")],
)
@pytest.mark.parametrize("seed", range(10))
def test_what_everyone_is_dealt(players, each, to_crib, stock, seed):
    """R12-R14: one at a time, beginning on the dealer's left; then, of three, one to the crib; everyone keeps four."""
    hands, starter = deal_cards(Random(seed), order=range(players))
    pack = Random(seed).sample(PACK, 52)  # the same shuffle
    assert len(pack) - each * players - to_crib == stock
    crib = set(hands[Hand(players - 1, "crib")])
    assert len(crib) == 4
    for seat in range(players):
        dealt = set(pack[seat : each * players : players])
        kept = set(hands[Hand(seat, "hand")])
        assert (len(dealt), len(kept)) == (each, 4)
        assert dealt - kept <= crib
    assert set(pack[each * players : each * players + to_crib]) <= crib
    assert starter in pack[-stock:][4:-3]  # four cards at least in either part (R16)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_E08_the_starter_was_never_dealt(players):  # noqa: N802
    for seed in range(300):
        hands, starter = deal_cards(Random(seed), order=range(players))
        assert list(map(len, hands.values())) == [4] * (players + 1)
        dealt = [card for hand in hands.values() for card in hand]
        assert len({*dealt, starter}) == 4 * (players + 1) + 1


def test_every_card_may_be_the_starter():
    starters = {deal_cards(Random(seed), order=(0, 1)).starter for seed in range(700)}
    assert starters == set(PACK)


def test_the_crib_is_the_dealers():
    # R14
    assert list(deal_cards(Random(1), order=(1, 0)).hands) == [
        Hand(1, "hand"),
        Hand(0, "hand"),
        Hand(0, "crib"),
    ]


@pytest.mark.parametrize("owns_crib", [True, False])
@pytest.mark.parametrize("seed", range(20))
def test_two_of_six_are_laid_away(seed, owns_crib):
    # R14
    dealt = Random(seed).sample(PACK, 6)
    kept, laid_away = lay_away(Random(seed), dealt, owns_crib)
    assert (len(kept), len(laid_away)) == (4, 2)
    assert {*kept, *laid_away} == set(dealt)


def test_what_counts_is_kept():
    kept, _ = lay_away(Random(1), cards("5H 5D 5S JC KH 2D"), owns_crib=False)
    assert set(kept) >= set(cards("5H 5D 5S"))


def test_a_pair_is_laid_to_ones_own_crib_rather_than_to_the_others():
    six = cards("AC 3H 9S JD KH KD")
    kings = set(cards("KH KD"))
    assert [set(lay_away(Random(1), six, owns)[1]) == kings for owns in (True, False)] == [
        True,
        False,
    ]


@pytest.mark.parametrize("seed", range(20))
def test_E06_of_five_only_one_is_laid_away(seed):  # noqa: N802
    dealt = Random(seed).sample(PACK, 5)
    kept, laid_away = lay_away(Random(seed), dealt, owns_crib=False)
    assert (len(kept), len(laid_away)) == (4, 1)


# --- the play ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "count", "legal"),
    [
        ("KH 2D", 21, "KH 2D"),
        ("KH 2D", 22, "2D"),
        ("KH 2D", 29, "2D"),
        ("KH 2D", 30, ""),
        ("AS", 30, "AS"),
        ("AS", 31, ""),
        ("", 0, ""),
    ],
)
def test_what_keeps_the_count_within_31_is_legal(hand, count, legal):
    # R22
    assert legal_cards(cards(hand), count) == cards(legal)


def test_E43_who_can_play_must():  # noqa: N802
    hand, pile = cards("AC 5D 6S"), cards("KH TD 5S")
    assert legal_cards(hand, count=25) == hand
    assert choose_card(hand, pile) == Card.parse("6S")  # it makes 31


def test_who_cant_play_says_go():
    # R23
    assert choose_card(cards("7D 8S"), cards("KH TD 5S")) is None


@pytest.mark.parametrize(
    ("hand", "pile", "card"),
    [
        ("KH 8D 2S", "7C", "8D"),  # fifteen
        ("KH 8D 7S", "7C 7D", "7S"),  # a pair royal is more
        ("KH 9D 2S", "", "KH"),  # nothing to peg: the highest
        ("5H 4D", "", "4D"),  # a lead of five is answered by a ten
    ],
)
def test_the_card_that_pegs_most_is_laid(hand, pile, card):
    assert choose_card(cards(hand), cards(pile)) == Card.parse(card)


# --- at the table ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scan", Scan)
def test_a_seed_is_a_match(scan):
    def course(seed):
        players, state = SelfPlay(Random(seed)), start(scan=scan, match=Match("single", 1))
        return go_on(players, state, until=lambda state: state.is_over)

    assert course(5) == course(5) != course(6)


@pytest.mark.parametrize("scan", Scan)
@pytest.mark.parametrize("options", TABLES, ids=str)
def test_they_play_matches_to_the_end(scan, options):
    players = SelfPlay(Random(2))
    state = start(scan=scan, match=Match("best-of", 3), **options)
    state = go_on(players, state, until=lambda state: max(state.games) == 2)
    assert state.phase.name == "match_over"
    state = go_on(players, state, until=lambda state: not any(state.games))
    state = go_on(players, state, until=lambda state: state.dealer is not None)
    assert state.game == 1


@pytest.mark.parametrize("scan", Scan)
def test_where_some_are_tied_one_of_them_deals(scan):
    # R10
    state = start(scan=scan, players=3)
    state = reduce(evolve, [ev.GameStarted(2, cutting=(1, 2))], state)
    dealers = set()
    for seed in range(20):
        after = go_on(SelfPlay(Random(seed)), state, until=lambda state: state.deal is not None)
        dealers.add(after.dealer)
    assert dealers == {1, 2}


def test_both_sides_win_and_the_scores_are_like_peoples():
    scores = []
    for seed in range(30):
        players, state = SelfPlay(Random(seed)), start(match=Match("single", 1))
        scores.append(go_on(players, state, until=lambda state: state.is_over).scores)
    assert {scores_[0] == 121 for scores_ in scores} == {True, False}
    assert 85 < sum(map(min, scores)) / len(scores) < 115


def scored(options, games):
    """For what the simulated players peg in so many games."""
    reasons = set()
    for seed in range(games):
        players, state = SelfPlay(Random(seed)), start(match=Match("single", 1), **options)
        while not state.is_over:
            events = decide(state, players.act(state))
            reasons |= {event.reason for event in events if isinstance(event, ev.Scored)}
            state = reduce(evolve, events, state)
    return reasons


@pytest.mark.parametrize("scan", [Scan.SHOW, Scan.ALL])
def test_they_claim_and_call_rightly_or_not(scan):
    # R50, R64, R65
    options = {"scan": scan, "counting": Counting.MUGGINS, "players": 3}
    assert scored(options, games=6) >= {"hand", "crib", "muggins", "wrong_call", "overclaim"}


@pytest.mark.parametrize("scan", Scan)
def test_they_dont_forget_their_heels(scan):
    # R19
    assert "heels" in scored({"scan": scan, "heels_claim": HeelsClaim.CLAIM}, games=20)


def test_a_table_that_scans_nothing_hears_of_heels_and_goes():
    commands = []
    players, state = SelfPlay(Random(3)), start(scan=Scan.NONE)
    for _ in range(300):
        commands.append(players.act(state))
        state = reduce(evolve, decide(state, commands[-1]), state)
    assert {type(command) for command in commands} == {
        cmd.ChooseDealer,
        cmd.Award,
        cmd.ClaimHeels,
        cmd.NextStep,
    }
    gos = [c for c in commands if isinstance(c, cmd.Award) and c.go_by is not None]
    assert gos
    assert all(c.go_by != c.side and c.points == 1 for c in gos)


def test_each_deal_has_a_new_pack():
    players, state = SelfPlay(Random(4)), start()
    starters = []
    for _ in range(200):
        events = decide(state, players.act(state))
        state = reduce(evolve, events, state)
        starters += [event.card for event in events if isinstance(event, ev.Starter)]
    assert len(starters) > 5
    assert len(set(starters)) > len(starters) / 2


@pytest.mark.parametrize(
    ("scan", "phase"),
    [
        (Scan.ALL, CountedPlay),
        (Scan.ALL, Showing),
        (Scan.SHOW, TappedPlay),
        (Scan.SHOW, Showing),
        (Scan.NONE, TappedPlay),
    ],
)
@pytest.mark.parametrize("further", range(5))
def test_other_people_can_take_over(scan, phase, further):
    """With a pack of their own, in the middle of any deal; the cards on the table stay where they are."""
    state = go_on(
        SelfPlay(Random(1)), start(scan=scan), until=lambda state: isinstance(state.phase, phase)
    )
    first = SelfPlay(Random(8))
    for _ in range(further):
        state = reduce(evolve, decide(state, first.act(state)), state)
    go_on(SelfPlay(Random(9)), state, until=lambda state: state.is_over)


@pytest.mark.parametrize("scan", Scan)
def test_they_find_their_way_back_into_any_earlier_deal(scan):
    players, state = SelfPlay(Random(1)), start(scan=scan)
    states = [state]
    while not state.is_over:
        state = reduce(evolve, decide(state, players.act(state)), state)
        states.append(state)
    for state in reversed(states):
        assert decide(state, players.act(state))


def play_the_deal(players, state):
    """The commands of what is left of this deal."""
    commands, dealer = [], state.dealer
    while state.dealer == dealer:
        commands.append(players.act(state))
        state = reduce(evolve, decide(state, commands[-1]), state)
    return commands


def test_a_deal_that_is_dealt_again_is_played_from_the_start_with_other_cards():
    players, state = SelfPlay(Random(1)), start(scan=Scan.NONE)
    state = go_on(players, state, until=lambda state: sum(state.scores) > 3)
    left = play_the_deal(players, state)
    state = reduce(evolve, decide(state, cmd.DealAgain()), state)
    assert state.scores == (0, 0)
    again = play_the_deal(players, state)
    assert len(again) > len(left)
    assert again[-len(left) :] != left


def test_after_leaving_the_scanner_the_hands_are_scanned():
    players, state = SelfPlay(Random(1)), start()
    state = go_on(players, state, until=lambda state: state.count > 10)
    state = reduce(evolve, decide(state, cmd.LeaveScanning()), state)
    assert isinstance(state.phase, Showing)
    go_on(players, state, until=lambda state: state.is_over)
