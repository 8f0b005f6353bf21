"""Before the play: who deals, the starter, his heels; and how the deal and the game pass on (R5-R20)."""

from __future__ import annotations

from collections.abc import Sequence

from . import events as ev
from .booking import cut_winners
from .cards import JACK, Card
from .options import HeelsClaim, NextDealer, Options, Scan
from .ruling import Refused, Ruling
from .state import CountedPlay, Cutting, Dealing, Phase, State, TappedPlay, TurningStarter

HEELS = 2


def start_match(options: Options, before: State | None) -> tuple[ev.Event, ...]:
    """A match begins, and its first game with the cut."""
    return _match_started(options, before), ev.GameStarted(1, tuple(options.seats))


def _match_started(options: Options, before: State | None) -> ev.MatchStarted:
    """The session's card goes on where the same players sit as before (R61)."""
    if before and (before.options.names, before.options.sides) == (options.names, options.sides):
        return ev.MatchStarted(options, before.card)
    return ev.MatchStarted(options)


def choose_dealer(ruling: Ruling, player: int) -> None:
    """A player deals first; until the starter is turned the deal can be given to another (R70m)."""
    phase = ruling.state.phase
    if isinstance(phase, Cutting):
        if player not in phase.players:
            raise Refused("not_cutting", player=player)
        ruling.book(ev.Dealer(player), ev.DealStarted(player))
    elif _deal_can_move(ruling) and player != ruling.state.dealer:
        if ruling.state.deal and ruling.state.deal.last_before is None:  # the game's first deal
            ruling.book(ev.Dealer(player))
        ruling.book(ev.DealStarted(player))
    else:
        raise Refused("dealer_known", dealer=ruling.state.dealer)


def _deal_can_move(ruling: Ruling) -> bool:
    """Before the starter; where the board knows of none, before anything is pegged in the deal."""
    state = ruling.state
    if isinstance(state.phase, TappedPlay) and ruling.options.scan is Scan.NONE:
        return state.deal is not None and state.pegs == state.deal.pegs_before
    return isinstance(state.phase, Dealing | TurningStarter)


def cut(ruling: Ruling, card: Card) -> None:
    """The next player's cut; the last one settles who deals (R5-R7)."""
    assert isinstance(ruling.state.phase, Cutting)
    ruling.book(ev.Cut(ruling.state.phase.waiting[0], card))
    cutting = ruling.state.phase
    if not cutting.waiting:
        (dealer,) = cut_winners(cutting.cuts, ruling.options)
        choose_dealer(ruling, dealer)


def turn_starter(ruling: Ruling, card: Card) -> None:
    """The starter is known; a jack is his heels, unless they were claimed before or must be (R16, R18, R19)."""
    ruling.book(ev.Starter(card))
    assert ruling.state.deal
    by_itself = ruling.options.heels_claim is HeelsClaim.AUTO
    pegged = ruling.state.deal.heels_pegged
    if card.rank == JACK and by_itself and not pegged and _heels_count(ruling):
        _peg_heels(ruling, (card,))


def claim_heels(ruling: Ruling, player: int) -> None:
    """The dealer says that he cut a jack: no reader saw it, or he must claim it before his own first card (R18, R19)."""
    ruling.check_running()
    state, deal, starter = ruling.state, ruling.state.deal, ruling.state.starter
    if deal is None:
        raise Refused("who_deals")
    if player != deal.dealer:
        raise Refused("not_the_dealer", player=player, dealer=deal.dealer)
    if deal.heels_pegged:
        raise Refused("heels_pegged")
    if starter and ruling.options.heels_claim is HeelsClaim.AUTO:
        raise Refused("starter_is_scanned")
    if starter and starter.rank != JACK:
        raise Refused("no_jack", card=starter)
    if not _heels_are_open(state.phase, player):
        raise Refused("no_heels_now")
    if not _heels_count(ruling):
        raise Refused("heels_cannot_win")
    if isinstance(state.phase, TurningStarter):
        if ruling.options.scan is Scan.ALL:
            raise Refused("scan_the_starter")
        ruling.book(ev.StepStarted("play"))
    _peg_heels(ruling, (starter,) if starter else ())


def _heels_are_open(phase: Phase, dealer: int) -> bool:
    """Until the dealer's own first card, as far as the board can see it."""
    if isinstance(phase, CountedPlay):
        return not phase.hand(dealer)
    return isinstance(phase, TurningStarter | TappedPlay)


def _heels_count(ruling: Ruling) -> bool:
    """By a house rule they score nothing where they would win the game (R18)."""
    assert ruling.state.deal
    score = ruling.state.scores[ruling.options.side_of(ruling.state.deal.dealer)]
    return ruling.options.heels_can_win or score + HEELS < ruling.options.target


def _peg_heels(ruling: Ruling, cards: Sequence[Card]) -> None:
    assert ruling.state.deal
    dealer = ruling.state.deal.dealer
    ruling.book(ev.Heels(dealer))
    ruling.peg(ruling.options.side_of(dealer), HEELS, "heels", dealer, cards)


def pass_the_deal(ruling: Ruling) -> None:
    """The deal passes to the left (R8)."""
    assert ruling.state.deal
    ruling.book(ev.DealStarted(ruling.options.left_of(ruling.state.deal.dealer)[0]))


def deal_again(ruling: Ruling) -> None:
    """The same dealer deals again, and this deal's points go back (R70c)."""
    ruling.check_running()
    deal = ruling.state.deal
    if deal is None:
        raise Refused("who_deals")
    ruling.book(ev.Redeal(deal.dealer))
    for side, pegs in enumerate(deal.pegs_before):
        ruling.move_pegs(side, pegs, "redeal")
    ruling.book(ev.DealStarted(deal.dealer))


def next_game(ruling: Ruling, winner: int) -> None:
    """The pegs go back, and whoever is to deal deals; where that isn't settled they cut (R9, R10)."""
    dealers = _next_dealers(ruling, winner)
    cutting = dealers if len(dealers) > 1 else ()
    if ruling.state.phase.name == "match_over":
        started = _match_started(ruling.options, ruling.state)
        ruling.book(started, ev.GameStarted(1, cutting))
    else:
        ruling.book(ev.GameStarted(ruling.state.game + 1, cutting))
    if not cutting:
        ruling.book(ev.Dealer(dealers[0]), ev.DealStarted(dealers[0]))


def _next_dealers(ruling: Ruling, winner: int) -> tuple[int, ...]:
    """Who deals first in the next game, or those who cut for it."""
    options, state = ruling.options, ruling.state
    first = 0 if state.first_dealer is None else state.first_dealer
    match options.next_game_dealer:
        case NextDealer.CUT:
            return tuple(options.seats)
        case NextDealer.ALTERNATE:
            return options.left_of(first)[:1]
        case NextDealer.WINNER:
            side = {winner}
        case NextDealer.LOSER:
            lowest = min(score for s, score in enumerate(state.scores) if s != winner)
            side = {s for s in options.sides if s != winner and state.scores[s] == lowest}
    if len(side) > 1:
        return tuple(seat for seat in options.seats if options.side_of(seat) in side)
    return next((seat,) for seat in options.left_of(first) if options.side_of(seat) in side)
