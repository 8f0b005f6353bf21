"""What is true of every game, whoever sits at the table and whatever was agreed."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import pairwise

from cribboard import codec
from cribboard.rules import Scan, decide, evolve
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.cards import JACK
from cribboard.rules.options import Counting, HeelsClaim, NextDealer
from cribboard.rules.scoring import is_possible_total
from cribboard.rules.state import HAND_SIZE, Cutting

from .at_table import of, pegged
from .games import Game

REASONS = {"award", "heels", "play", "go", "last", "hand", "crib"}
AT_A_CLAIM = {"muggins", "overclaim", "wrong_call", "false_game"}


def every_act_does_something(game: Game) -> None:
    assert all(entry.events for entry in game.entries)


def only_a_false_claim_of_the_game_takes_points_back(game: Game) -> None:
    # R66
    for scored in of(ev.Scored, game.events):
        assert scored.points > 0 or (scored.reason == "false_game" and scored.points >= -15)
        assert scored.score == scored.pegs_before.front + scored.points
        auto = game.options.counting is Counting.AUTO
        assert scored.reason in (REASONS if auto else REASONS | AT_A_CLAIM)


def pegs_leapfrog(game: Game) -> None:
    """R54: the back peg jumps to where the front peg goes; the front one never passes the game hole (R53)."""
    for scored in of(ev.Scored, game.events):
        if scored.points > 0:
            assert scored.pegs.back == scored.pegs_before.front < scored.pegs.front
        assert 0 <= scored.pegs.back <= scored.pegs.front <= game.options.target
    for entry in game.entries[1:]:
        assert all(pegs.back <= pegs.front for pegs in entry.before.pegs)


def every_point_is_in_one_scored(game: Game) -> None:
    for side in game.options.sides:
        points = [scored.points for scored in of(ev.Scored, game.events) if scored.side == side]
        start = game.options.handicap[side]
        assert start + sum(points) == game.end.scores[side] == game.end.pegs[side].front
    last = game.options.handicap
    for event, scores in game.scored():
        assert isinstance(event, ev.Scored) or scores == last
        last = scores


def each_count_has_one_end_award(game: Game) -> None:
    """R25: 31 among the items of its last card, or else one for the go or the last card, and never both.

    By a house rule the one isn't pegged from the stinkhole.
    """
    for count in game.counts():
        events = [event for event, _ in count]
        cards = of(ev.CardPlayed, events)
        ends = [award for award in pegged(events) if award[2] in ("go", "last")]
        thirty_ones = [
            item
            for scored in of(ev.Scored, events)
            for item in scored.items
            if item.kind == "thirty_one"
        ]
        side = game.options.side_of(cards[-1].player)
        if cards[-1].count == 31:
            assert (ends, len(thirty_ones)) == ([], 1)
        elif not ends:
            assert thirty_ones == []
            assert not game.options.go_point_in_stinkhole
            assert count[-1][1][side] == game.options.target - 1
        else:
            assert thirty_ones == []
            assert [end[:2] for end in ends] == [(side, 1)]


def counts_add_up_to_at_most_31(game: Game) -> None:
    """R22, and R28: each begins at 0."""
    for count in game.counts():
        total = 0
        for played in of(ev.CardPlayed, [event for event, _ in count]):
            total += played.card.value
            assert played.count == total <= 31


def players_take_turns(game: Game) -> None:
    """R21, R24, R28: clockwise, over whoever said Go or has no cards; after a count the left of its last player leads."""
    for deal in game.deals():
        laid = dict.fromkeys(game.options.seats, 0)
        gone: set[int] = set()
        last = before = deal[0].dealer
        for event in deal:
            if isinstance(event, ev.CardPlayed | ev.Go) and game.options.scan is Scan.ALL:
                left = game.options.left_of(before)
                can = [seat for seat in left if seat not in gone and laid[seat] < HAND_SIZE]
                assert event.player == can[0]
                before = event.player
                if isinstance(event, ev.Go):
                    gone.add(event.player)
                else:
                    laid[event.player] += 1
                    last = event.player
            elif isinstance(event, ev.CountClosed):
                gone, before = set(), last


def nobody_says_go_who_can_play(game: Game) -> None:
    """R23; so the board finds no false Go (R70g)."""
    assert of(ev.RenegeFound, game.events) == []
    if game.options.scan is not Scan.ALL:
        return
    for deal in game.deals():
        if ev.StepStarted("show") not in deal:
            continue  # the game ended first: nobody knows what else was held
        count = 0
        for place, event in enumerate(deal):
            match event:
                case ev.CardPlayed():
                    count = event.count
                case ev.CountClosed():
                    count = 0
                case ev.Go(player=player):
                    held = [c for c in of(ev.CardPlayed, deal[place:]) if c.player == player]
                    assert held
                    assert all(count + later.card.value > 31 for later in held)


def the_dealer_pegs_in_every_finished_play(game: Game) -> None:
    """E50, R34: at least one, of two players; a table that scans nothing can't tell when the play is over."""
    options = game.options
    if options.scan is Scan.NONE or options.players > 2 or not options.go_point_in_stinkhole:
        return
    for deal in game.deals():
        shows = [n for n, event in enumerate(deal) if event == ev.StepStarted("show")]
        if shows:
            play = pegged(deal[: shows[0]])
            dealer = deal[0].dealer
            assert any(side == dealer and reason != "heels" for side, _, reason in play)


def heels_are_pegged_once_and_only_for_a_jack(game: Game) -> None:
    """R18, R19"""
    options = game.options
    for deal in game.deals():
        starters, heels = of(ev.Starter, deal), of(ev.Heels, deal)
        assert len(heels) <= 1
        assert all(event.player == deal[0].dealer for event in heels)
        if starters and heels and options.scan is not Scan.NONE:
            assert starters[0].card.rank == JACK
        if starters and starters[0].card.rank == JACK and options.heels_can_win:
            auto = options.heels_claim is HeelsClaim.AUTO
            assert heels or not auto


def the_deal_passes(game: Game) -> None:
    """R8"""
    dealers = [deal[0].dealer for deal in game.deals()]
    for before, after in pairwise(dealers):
        assert after == game.options.left_of(before)[0]


def hands_are_counted_in_order(game: Game) -> None:
    """R40: clockwise from the dealer's left, then the crib; and no total is impossible (R47)."""
    for deal in game.deals():
        dealer = deal[0].dealer
        order = [(seat, "hand") for seat in game.options.left_of(dealer)] + [(dealer, "crib")]
        counted = of(ev.HandCounted, deal)
        assert [(hand.player, hand.which) for hand in counted] == order[: len(counted)]
        assert all(is_possible_total(hand.total) for hand in counted)
        seen = [starter.card for starter in of(ev.Starter, deal)]
        seen += [card for hand in counted for card in hand.cards]
        assert len(set(seen)) == len(seen)


def a_claim_pegs_what_is_true_of_it(game: Game) -> None:
    """R50, R64, R65: the owner at most his claim and the truth, a caller at most what was missed and named."""
    for entry in game.entries:
        for counted in of(ev.HandCounted, entry.events):
            if counted.claimed is None:
                assert game.options.counting is Counting.AUTO
                continue
            owner = game.options.side_of(counted.player)
            room = game.options.target - entry.before.scores[owner]
            due = min(counted.claimed, counted.total)
            own = [points for _, points, reason in pegged(entry.events) if reason == counted.which]
            assert sum(own) == min(due, room)
            named = getattr(entry.before.phase, "call", None)
            for side, points, reason in pegged(entry.events):
                if reason == "muggins":
                    assert (side, game.options.counting) == (named[0], Counting.MUGGINS)
                    assert points <= min(named[1], counted.total - counted.claimed, room - due)
                elif reason == "overclaim":
                    assert side != owner
                    assert counted.claimed > counted.total
                    assert points <= max(2, counted.claimed - counted.total)
                elif reason == "wrong_call":
                    assert side == owner
                    assert counted.claimed >= counted.total
                elif reason == "false_game":
                    assert counted.claimed >= room > counted.total


def the_game_ends_at_the_award_that_reaches_the_target(game: Game) -> None:
    """R51: nothing is scored, counted or laid after it."""
    target = game.options.target
    home = [n for n, event in enumerate(game.events) if getattr(event, "score", 0) == target]
    after = game.events[home[0] + 1 :]
    assert len(home) == 1
    assert [event.name for event in after] in (
        ["game_won", "match_points"],
        ["game_won", "match_points", "match_won"],
    )
    assert sum(score == target for score in game.end.scores) == 1
    assert game.end.scores[game.end.phase.winner] == target


def the_worth_of_the_game_is_as_agreed(game: Game) -> None:
    """R57, R60, R61"""
    options = game.options
    (won,), (worth,) = of(ev.GameWon, game.events), of(ev.MatchPoints, game.events)
    assert won.scores == game.end.scores
    size = ("none", "skunk", "double", "triple").index(won.skunk)
    assert worth.points == (1 if options.match.counts_games else options.points[min(size, 2)])
    assert sum(game.end.games) == sum(record.wins for record in game.end.card) == 1
    if len(options.sides) == 2:
        assert sum(record.spread for record in game.end.card) == 0


def the_next_game_begins(game: Game) -> None:
    """R9, R10: whoever is to deal deals, and else some cut for it; nobody has more than his handicap."""
    after = reduce(evolve, decide(game.end, cmd.NextStep()), game.end)
    assert after.scores == game.options.handicap
    if isinstance(after.phase, Cutting):
        assert len(after.phase.players) > 1
        assert game.options.next_game_dealer in (NextDealer.LOSER, NextDealer.CUT)
    else:
        assert after.dealer == after.first_dealer
        winner = game.options.side_of(after.dealer) == game.end.phase.winner
        rule = game.options.next_game_dealer
        assert rule is NextDealer.ALTERNATE or winner == (rule is NextDealer.WINNER)


def replaying_the_events_gives_the_same_state(game: Game) -> None:
    state = None
    for entry in game.entries:
        assert state == entry.before
        state = reduce(evolve, entry.events, state)
    assert state == game.end


def the_same_commands_give_the_same_events(game: Game) -> None:
    """So after an undo of any number of entries the same commands lead to the same State."""
    state = None
    for entry in game.entries:
        events = decide(state, entry.command)
        assert events == entry.events
        state = reduce(evolve, events, state)
    assert state == game.end


def entries_are_written_and_read_back(game: Game) -> None:
    """As the journal keeps them."""
    for entry in game.entries:
        assert codec.load_command(codec.dump_command(entry.command)) == entry.command
        assert codec.load_events(codec.dump_events(entry.events)) == entry.events


INVARIANTS: list[Callable[[Game], None]] = [
    every_act_does_something,
    only_a_false_claim_of_the_game_takes_points_back,
    pegs_leapfrog,
    every_point_is_in_one_scored,
    each_count_has_one_end_award,
    counts_add_up_to_at_most_31,
    players_take_turns,
    nobody_says_go_who_can_play,
    the_dealer_pegs_in_every_finished_play,
    heels_are_pegged_once_and_only_for_a_jack,
    the_deal_passes,
    hands_are_counted_in_order,
    a_claim_pegs_what_is_true_of_it,
    the_game_ends_at_the_award_that_reaches_the_target,
    the_worth_of_the_game_is_as_agreed,
    the_next_game_begins,
    replaying_the_events_gives_the_same_state,
    the_same_commands_give_the_same_events,
    entries_are_written_and_read_back,
]
