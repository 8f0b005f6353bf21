"""Whole games of two simulated players, and what is true of every one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from random import Random

from cribboard.rules import Card, Event, Match, Options, Scan, State, decide, evolve
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.options import Cut, SkunkLines
from cribboard.rules.scoring import is_possible_total
from cribboard.selfplay import Chooser, SelfPlay, choose_card, legal_cards

from .at_table import of, pegged


@dataclass(frozen=True)
class Entry:
    """A command, the State that it met, and what came of it."""

    before: State | None
    command: cmd.Command
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Game:
    """A game from the cut to the win."""

    seed: int
    entries: tuple[Entry, ...]
    end: State

    @property
    def options(self) -> Options:
        return self.end.options

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for entry in self.entries for event in entry.events)

    def deals(self) -> list[list[Event]]:
        """The events of each deal, all but the last one finished."""
        deals: list[list[Event]] = [[]]
        for event in self.events:
            if isinstance(event, ev.DealStarted):
                deals.append([])
            deals[-1].append(event)
        return deals[1:]

    def counts(self) -> list[list[Event]]:
        """The events of each finished count of the play, the last of them what closed it."""
        counts: list[list[Event]] = []
        for deal in self.deals():
            count: list[Event] = []
            for event in deal:
                count = [] if isinstance(event, ev.StepStarted | ev.Starter) else [*count, event]
                if isinstance(event, ev.CountClosed):
                    counts.append(count)
                    count = []
        return counts


def options_for(rng: Random, scan: Scan) -> Options:
    """An agreement of any kind."""
    return Options(
        target=rng.choice((61, 121)),
        scan=scan,
        first_deal_cut=rng.choice(list(Cut)),
        heels_can_win=rng.random() < 0.5,
        match=rng.choice([Match("single", 1), Match("first-to", 2), Match("best-of", 3)]),
        skunk_lines=rng.choice(list(SkunkLines)),
        triple_skunk_wins_match=rng.random() < 0.5,
    )


def anything_legal(rng: Random) -> Chooser:
    """A player who lays any card that fits, and says Go only when none does (R23)."""

    def choose(hand: Sequence[Card], pile: Sequence[Card]) -> Card | None:
        legal = legal_cards(hand, sum(card.value for card in pile))
        return rng.choice(legal) if legal else None

    return choose


def play_game(seed: int, scan: Scan) -> Game:
    """The game of this seed; in every other one the cards are laid at random."""
    rng = Random(seed)
    players = SelfPlay(rng, choose=anything_legal(rng) if seed % 2 else choose_card)
    start = cmd.StartMatch(options_for(rng, scan))
    entries = [Entry(None, start, decide(None, start))]
    state = reduce(evolve, entries[0].events, None)
    while not state.is_over:
        command = players.act(state)
        entries.append(Entry(state, command, decide(state, command)))
        state = reduce(evolve, entries[-1].events, state)
    return Game(seed, tuple(entries), state)


# --- what is true of every game ----------------------------------------------------------------------------------------


def every_act_does_something(game: Game) -> None:
    assert all(entry.events for entry in game.entries)


def scores_only_grow(game: Game) -> None:
    for scored in of(ev.Scored, game.events):
        assert scored.points > 0
        assert scored.score == scored.pegs_before.front + scored.points
        assert scored.reason not in ("correction", "late_go", "redeal")


def pegs_leapfrog(game: Game) -> None:
    """R54: the back peg jumps to where the front peg goes; the front one never passes the game hole (R53)."""
    for scored in of(ev.Scored, game.events):
        assert scored.pegs.back == scored.pegs_before.front < scored.pegs.front
        assert scored.pegs.front <= game.options.target
    for entry in game.entries[1:]:
        assert all(pegs.back <= pegs.front for pegs in entry.before.pegs)


def every_point_is_in_one_scored(game: Game) -> None:
    for side in game.options.sides:
        points = [scored.points for scored in of(ev.Scored, game.events) if scored.side == side]
        assert sum(points) == game.end.scores[side] == game.end.pegs[side].front


def each_count_has_one_end_award(game: Game) -> None:
    """R25: 31 among the items of its last card, or else one for the go or the last card, and never both."""
    for count in game.counts():
        cards = of(ev.CardPlayed, count)
        ends = [award for award in pegged(count) if award[2] in ("go", "last")]
        thirty_ones = [
            item
            for scored in of(ev.Scored, count)
            for item in scored.items
            if item.kind == "thirty_one"
        ]
        if cards[-1].count == 31:
            assert (ends, len(thirty_ones)) == ([], 1)
        else:
            assert thirty_ones == []
            assert [end[:2] for end in ends] == [(cards[-1].player, 1)]


def counts_add_up_to_at_most_31(game: Game) -> None:
    """R22, and R28: each begins at 0."""
    for count in game.counts():
        total = 0
        for played in of(ev.CardPlayed, count):
            total += played.card.value
            assert played.count == total <= 31


def players_take_turns(game: Game) -> None:
    """R21, R24: twice in a row plays only who is left alone, by a Go or because the other has no more cards."""
    for deal in game.deals():
        laid = dict.fromkeys(game.options.seats, 0)
        last, gone = None, set()
        for event in deal:
            match event:
                case ev.CardPlayed(player=player):
                    other = 1 - player
                    assert player not in gone
                    assert last != player or other in gone or laid[other] == 4
                    laid[player] += 1
                    last = player
                case ev.Go(player=player):
                    assert laid[player] < 4
                    gone.add(player)
                case ev.CountClosed():
                    gone = set()
        assert all(number <= 4 for number in laid.values())


def the_left_of_the_last_player_leads(game: Game) -> None:
    """R21, R28: first the pone; then the other, unless he has no cards left."""
    for deal in game.deals():
        leader = game.options.left_of(deal[0].dealer)[0]
        laid = []
        new_count = True
        for event in deal:
            if isinstance(event, ev.CardPlayed):
                if new_count:
                    assert event.player == leader or laid.count(leader) == 4
                laid.append(event.player)
                new_count = False
            elif isinstance(event, ev.CountClosed):
                leader, new_count = 1 - laid[-1], True


def the_dealer_pegs_in_every_finished_play(game: Game) -> None:
    """E50, R34: at least one; a table that scans nothing can't tell when the play is over."""
    if game.options.scan is Scan.NONE:
        return
    for deal in game.deals():
        shows = [n for n, event in enumerate(deal) if event == ev.StepStarted("show")]
        if shows:
            play = pegged(deal[: shows[0]])
            dealer = deal[0].dealer
            assert any(side == dealer and reason != "heels" for side, _, reason in play)


def the_deal_passes(game: Game) -> None:
    """R8"""
    dealers = [deal[0].dealer for deal in game.deals()]
    assert all(after == 1 - before for before, after in pairwise(dealers))


def hands_are_counted_in_order(game: Game) -> None:
    """R40: the pone's, the dealer's, the crib; and no total is impossible (R47)."""
    for deal in game.deals():
        dealer = deal[0].dealer
        order = [(1 - dealer, "hand"), (dealer, "hand"), (dealer, "crib")]
        counted = of(ev.HandCounted, deal)
        assert [(hand.player, hand.which) for hand in counted] == order[: len(counted)]
        assert all(is_possible_total(hand.total) for hand in counted)
        seen = [starter.card for starter in of(ev.Starter, deal)]
        seen += [card for hand in counted for card in hand.cards]
        assert len(set(seen)) == len(seen)


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
    assert sorted(score == target for score in game.end.scores) == [False, True]


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


INVARIANTS: list[Callable[[Game], None]] = [
    every_act_does_something,
    scores_only_grow,
    pegs_leapfrog,
    every_point_is_in_one_scored,
    each_count_has_one_end_award,
    counts_add_up_to_at_most_31,
    players_take_turns,
    the_left_of_the_last_player_leads,
    the_dealer_pegs_in_every_finished_play,
    the_deal_passes,
    hands_are_counted_in_order,
    the_game_ends_at_the_award_that_reaches_the_target,
    replaying_the_events_gives_the_same_state,
    the_same_commands_give_the_same_events,
]
