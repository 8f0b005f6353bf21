"""`decide`: judges what the players mean by the rules of cribbage, and says what happens."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from . import commands as cmd
from . import events as ev
from .booking import cut_winners, evolve
from .cards import JACK, Card
from .match import game_worth, match_is_won, skunk
from .options import Options, Scan
from .pegging import ALWAYS_FITS, LIMIT, score_play
from .scoring import Item, is_possible_total, score_hand
from .state import (
    HAND_SIZE,
    CountedPlay,
    Cutting,
    Dealing,
    GameOver,
    MatchOver,
    Showing,
    State,
    TappedPlay,
    TurningStarter,
)

HEELS = 2


class Refused(Exception):
    """An act against the rules; nothing has changed. `reason` is a code, `values` are what its phrase speaks of."""

    def __init__(self, reason: str, **values: Any) -> None:
        super().__init__(reason, values)
        self.reason = reason
        self.values = values


def decide(state: State | None, command: cmd.Command) -> tuple[ev.Event, ...]:
    """What `command` brings about at this table; nothing where it has no meaning just now.

    Raises Refused, with a code and what it speaks of, for what the rules do not allow.
    """
    if isinstance(command, cmd.StartMatch):
        return _match_start(command.options)
    if state is None:
        raise TypeError("no match has been started")
    ruling = _Ruling(state)
    with suppress(_GameIsWon):
        ruling.judge(command)
    return tuple(ruling.events)


class _GameIsWon(Exception):
    """Ends a ruling at the very award that reaches the target: nothing later counts (R51)."""


class _Ruling:
    """The events of one command, booked as they are found, so that each sees the State that the last one left."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[ev.Event] = []

    def book(self, *events: ev.Event) -> None:
        for event in events:
            self.events.append(event)
            self.state = evolve(self.state, event)

    def judge(self, command: cmd.Command) -> None:
        match command:
            case cmd.ReadCard(card):
                self.read_card(card)
            case cmd.Award():
                self.award(command)
            case cmd.WalkBack(side, points):
                self.walk_back(side, points)
            case cmd.SayGo(player):
                self.say_go(player)
            case cmd.ChooseDealer(player):
                self.choose_dealer(player)
            case cmd.ClaimHeels(player):
                self.claim_heels(player)
            case cmd.NextStep():
                self.next_step()
            case cmd.LeaveScanning():
                self.leave_scanning()
            case cmd.DealAgain():
                self.deal_again()
            case cmd.NewGame():
                self.new_game()

    # --- pegging ---------------------------------------------------------------------------------------------------

    def peg(
        self,
        side: int,
        points: int,
        reason: str,
        player: int | None,
        cards: Sequence[Card] = (),
        items: tuple[Item, ...] = (),
    ) -> None:
        """Move a side's pegs; the game ends here if that brings it home (R51, R53, R54)."""
        pegs = self.state.pegs[side].moved(points, self.state.options.target)
        self.move_pegs(side, pegs, reason, player, cards, items)
        if pegs.front == self.state.options.target:
            self.win(side)

    def move_pegs(
        self,
        side: int,
        pegs: ev.Pegs,
        reason: str,
        player: int | None,
        cards: Sequence[Card] = (),
        items: tuple[Item, ...] = (),
    ) -> None:
        before = self.state.pegs[side]
        if pegs != before:
            points = pegs.front - before.front
            self.book(
                ev.Scored(
                    player, side, points, reason, tuple(cards), items, pegs.front, before, pegs
                )
            )

    def win(self, side: int) -> None:
        """The game, what it is worth, and the match if that decides it (R56-R60)."""
        options, scores = self.state.options, self.state.scores
        size = skunk(options, max(score for s, score in enumerate(scores) if s != side))
        self.book(ev.GameWon(side, scores, size))
        self.book(ev.MatchPoints(side, game_worth(options, size)))
        if match_is_won(options, self.state.tally[side], size):
            self.book(ev.MatchWon(side))
        raise _GameIsWon

    def award(self, award: cmd.Award) -> None:
        """Points that a side tapped in."""
        self.check_running()
        if not is_possible_total(award.points) or award.points == 0:
            raise Refused("impossible_award", points=award.points)
        if award.go_by is not None:
            if not isinstance(self.state.phase, TappedPlay):
                raise Refused("no_go_now")
            self.book(ev.Go(award.go_by))
        reason = "award" if award.go_by is None else "go"
        self.peg(award.side, award.points, reason, self.only_player(award.side))

    def walk_back(self, side: int, points: int) -> None:
        """A side mends its own mistake."""
        self.check_running()
        if not self.state.scores[side]:
            raise Refused("nothing_to_take_off", side=side)
        pegs = self.state.pegs[side].walked_back(points)
        self.move_pegs(side, pegs, "correction", self.only_player(side))

    def only_player(self, side: int) -> int | None:
        """The player of a side of one; None for partners."""
        options = self.state.options
        players = [seat for seat in options.seats if options.side_of(seat) == side]
        return players[0] if len(players) == 1 else None

    def check_running(self) -> None:
        if self.state.is_over:
            raise Refused(self.state.phase.name)

    # --- cut and starter -------------------------------------------------------------------------------------------

    def choose_dealer(self, player: int) -> None:
        if not isinstance(self.state.phase, Cutting):
            raise Refused("dealer_known", dealer=self.state.dealer)
        self.book(ev.Dealer(player), ev.DealStarted(player))

    def cut(self, card: Card) -> None:
        """The next player's cut; the last one settles who deals (R5-R7)."""
        assert isinstance(self.state.phase, Cutting)
        self.book(ev.Cut(self.state.phase.waiting[0], card))
        cutting = self.state.phase
        if not cutting.waiting:
            (dealer,) = cut_winners(cutting.cuts, self.state.options)
            self.choose_dealer(dealer)

    def turn_starter(self, card: Card) -> None:
        """The starter is known; a jack is his heels, unless they were claimed before (R16, R18)."""
        self.book(ev.Starter(card))
        assert self.state.deal
        if card.rank == JACK and not self.state.deal.heels_pegged and self.heels_count():
            self.peg_heels((card,))

    def claim_heels(self, player: int) -> None:
        """The dealer says that he cut a jack which no reader saw (R18, R19)."""
        self.check_running()
        state = self.state
        if state.deal is None:
            raise Refused("who_deals")
        if state.starter:
            raise Refused("starter_is_scanned")
        if isinstance(state.phase, TurningStarter) and state.options.scan is Scan.ALL:
            raise Refused("scan_the_starter")
        if player != state.dealer:
            raise Refused("not_the_dealer", player=player, dealer=state.dealer)
        if state.deal.heels_pegged:
            raise Refused("heels_pegged")
        if isinstance(state.phase, Dealing | Showing):
            raise Refused("no_heels_now")
        if not self.heels_count():
            raise Refused("heels_cannot_win")
        if isinstance(state.phase, TurningStarter):
            self.book(ev.StepStarted("play"))
        self.peg_heels(())

    def heels_count(self) -> bool:
        """By a house rule they score nothing where they would win the game (R18)."""
        assert self.state.deal
        score = self.state.scores[self.state.options.side_of(self.state.deal.dealer)]
        return self.state.options.heels_can_win or score + HEELS < self.state.options.target

    def peg_heels(self, cards: Sequence[Card]) -> None:
        assert self.state.deal
        dealer = self.state.deal.dealer
        self.book(ev.Heels(dealer))
        self.peg(self.state.options.side_of(dealer), HEELS, "heels", dealer, cards)

    # --- cards -----------------------------------------------------------------------------------------------------

    def read_card(self, card: Card) -> None:
        """A card on the reader: what it is depends on the phase; between deals and games it is nothing."""
        if self.state.reader_is_deaf:
            return
        if self.state.options.scan is Scan.NONE:
            raise Refused("not_scanning")
        if card in self.state.cards_on_table:
            raise Refused("card_on_table", card=card)
        match self.state.phase:
            case Cutting():
                self.cut(card)
            case TurningStarter():
                self.turn_starter(card)
            case CountedPlay(turn=player):
                self.play_card(player, card)
            case TappedPlay():
                self.book(ev.StepStarted("show"))
                self.show_card(card)
            case Showing():
                self.show_card(card)

    def show_card(self, card: Card) -> None:
        """A card of the hand that is to be counted next, which the fourth card completes."""
        if self.state.starter is None:
            self.turn_starter(card)
            return
        assert isinstance(self.state.phase, Showing)
        hand = self.state.phase.waiting[0]
        self.book(ev.CardShown(hand.player, hand.which, card))
        if len(self.state.phase.scanned) == HAND_SIZE:
            self.count_hand(self.state.phase.scanned)
            self.go_on_showing()

    def go_on_showing(self) -> None:
        """Count every next hand that the play told; when the crib is done the deal passes on (R8, R40)."""
        assert isinstance(self.state.phase, Showing)
        while self.state.phase.waiting:
            cards = self.state.phase.cards_of(self.state.phase.waiting[0])
            if not cards:
                return
            self.count_hand(cards)
        self.pass_the_deal()

    def count_hand(self, cards: tuple[Card, ...]) -> None:
        assert isinstance(self.state.phase, Showing)
        assert self.state.starter
        player, which = self.state.phase.waiting[0]
        score = score_hand(cards, self.state.starter, crib=which == "crib")
        self.book(ev.HandCounted(player, which, cards, score.total, score.items))
        side = self.state.options.side_of(player)
        self.peg(side, score.total, which, player, cards, score.items)

    # --- the play --------------------------------------------------------------------------------------------------

    def play_card(self, player: int, card: Card) -> None:
        """A card is laid: it scores by what it makes, and may close the count (R21-R33)."""
        play = self.state.phase
        assert isinstance(play, CountedPlay)
        if play.count + card.value > LIMIT:
            raise Refused("over_31", card=card, count=play.count, player=player)
        self.book(ev.CardPlayed(player, card, play.count + card.value))
        items = score_play((*play.pile, card))
        points = sum(item.points for item in items)
        self.peg(self.state.options.side_of(player), points, "play", player, (card,), items)
        self.close_count_if_over()

    def close_count_if_over(self) -> None:
        """At 31, or when nobody who holds cards can go on, the last player's count is over (R25-R28)."""
        play = self.state.phase
        assert isinstance(play, CountedPlay)
        seats = self.state.options.seats
        if play.count < LIMIT and any(map(play.can_be_asked, seats)):
            return
        is_last = not any(map(play.holds_cards, seats))
        if play.count < LIMIT:
            player = play.laid[-1].player
            side = self.state.options.side_of(player)
            self.peg(side, 1, "last" if is_last else "go", player)
        self.book(ev.CountClosed())
        if is_last:
            self.book(ev.StepStarted("show"))
            self.go_on_showing()

    def say_go(self, player: int) -> None:
        """A player can't go on (R23); said late, it gives the last card to whoever laid it."""
        self.check_running()
        play = self.state.phase
        if not isinstance(play, CountedPlay):
            raise Refused("no_go_now")
        if player != play.turn:
            self.late_go(player, play)
        elif play.count <= ALWAYS_FITS:
            raise Refused("anything_fits", count=play.count)
        else:
            self.book(ev.Go(player))
            self.close_count_if_over()

    def late_go(self, player: int, play: CountedPlay) -> None:
        """The card just booked to `player` was laid by the next one who could: it and its points pass over."""
        booked = play.before is not None and play.laid[-1].player == player
        if not (booked and play.before and play.before[0].count > ALWAYS_FITS):
            code = "not_your_turn" if play.holds_cards(player) else "no_cards_left"
            raise Refused(code, player=player, turn=play.turn)
        earlier, pegs = play.before
        card = play.laid[-1].card
        others = self.state.options.left_of(player)[:-1]
        if not any(map(earlier.holds_cards, others)):
            raise Refused("fifth_card", card=card, player=others[0])
        if not any(map(earlier.can_be_asked, others)):
            raise Refused("not_your_turn", player=player, turn=play.turn)
        side = self.state.options.side_of(player)
        self.book(ev.LateGo(player, card))
        self.move_pegs(side, pegs[side], "late_go", player, (card,))
        self.book(ev.Go(player))
        assert isinstance(self.state.phase, CountedPlay)
        self.play_card(self.state.phase.turn, card)

    # --- steps -----------------------------------------------------------------------------------------------------

    def next_step(self) -> None:
        match self.state.phase:
            case Cutting():
                raise Refused("who_deals")
            case Dealing():
                self.book(ev.StepStarted("starter"))
            case TurningStarter():
                if self.state.options.scan is Scan.ALL:
                    raise Refused("scan_the_starter")
                self.book(ev.StepStarted("play"))
            case TappedPlay():
                if self.state.options.scan is Scan.NONE:
                    self.pass_the_deal()
                else:
                    self.book(ev.StepStarted("show"))
            case CountedPlay(turn=turn):
                raise Refused("play_goes_on", player=turn)
            case Showing(waiting=(hand, *_)):
                self.book(ev.HandPassed(hand.player, hand.which))
                self.go_on_showing()
            case GameOver(winner):
                self.book(ev.GameStarted(self.state.game + 1))
                self.choose_dealer(self.loser(winner))
            case MatchOver(winner):
                self.book(*_match_start(self.state.options))
                self.choose_dealer(self.loser(winner))

    def loser(self, winner: int) -> int:
        """Who deals first in the next game (R9)."""
        return self.state.options.left_of(winner)[0]

    def pass_the_deal(self) -> None:
        """The deal passes to the left (R8)."""
        assert self.state.deal
        self.book(ev.DealStarted(self.state.options.left_of(self.state.deal.dealer)[0]))

    def leave_scanning(self) -> None:
        """A dead sticker, a lost reader: the players peg the rest of the play by taps, and scan at the show."""
        match self.state.phase:
            case TurningStarter():
                self.book(ev.StepStarted("play"))
            case CountedPlay():
                self.book(ev.StepStarted("show"))
            case _:
                raise Refused("not_scanning")

    def deal_again(self) -> None:
        """The same dealer deals again, and this deal's points go back (R70c)."""
        self.check_running()
        if self.state.deal is None:
            raise Refused("who_deals")
        deal = self.state.deal
        self.book(ev.Redeal(deal.dealer))
        for side, pegs in enumerate(deal.pegs_before):
            self.move_pegs(side, pegs, "redeal", None)
        self.book(ev.DealStarted(deal.dealer))

    def new_game(self) -> None:
        """Give the running game up; where none is running, begin the match afresh."""
        state = self.state
        if state.is_over or isinstance(state.phase, Cutting):
            self.book(*_match_start(state.options))
        else:
            self.book(ev.GameAbandoned(state.scores), ev.GameStarted(state.game))


def _match_start(options: Options) -> tuple[ev.Event, ...]:
    return ev.MatchStarted(options), ev.GameStarted(1)
