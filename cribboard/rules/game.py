"""`decide`: judges what the players mean by the rules of cribbage, and says what happens."""

from __future__ import annotations

from contextlib import suppress
from functools import reduce

from . import commands as cmd
from . import events as ev
from .booking import deal_begins, evolve
from .cards import Card
from .correcting import book_correction, corrected_acts, move_award, penalise, walk_back
from .dealing import (
    choose_dealer,
    claim_heels,
    cut,
    deal_again,
    next_game,
    pass_the_deal,
    start_match,
    turn_starter,
)
from .options import Scan
from .playing import go_pegs, play_card, say_go
from .ruling import GameIsWon, Refused, Ruling
from .scoring import is_possible_total
from .showing import call_muggins, claim, pass_hand, reveal, show_card
from .state import (
    Claiming,
    CountedPlay,
    Cutting,
    Dealing,
    GameOver,
    MatchOver,
    Mugging,
    Showing,
    State,
    TappedPlay,
    TurningStarter,
)


def decide(state: State | None, command: cmd.Command) -> tuple[ev.Event, ...]:
    """What `command` brings about at this table; nothing where it has no meaning just now.

    Raises Refused, with a code and what it speaks of, for what the rules do not allow.
    """
    if isinstance(command, cmd.StartMatch):
        return start_match(command.options, state)
    if state is None:
        raise TypeError("no match has been started")
    ruling = Ruling(state)
    with suppress(GameIsWon):
        _judge(ruling, command)
    return tuple(ruling.events)


def _judge(ruling: Ruling, command: cmd.Command) -> None:
    match command:
        case cmd.ReadCard(card):
            _read_card(ruling, card)
        case cmd.Award(side, points, go_by):
            _award(ruling, side, points, go_by)
        case cmd.WalkBack(side, points):
            walk_back(ruling, side, points)
        case cmd.SayGo(player):
            _go(ruling, player)
        case cmd.ChooseDealer(player):
            choose_dealer(ruling, player)
        case cmd.ClaimHeels(player):
            claim_heels(ruling, player)
        case cmd.Penalise(side, points, to):
            penalise(ruling, side, points, to)
        case cmd.MoveAward(side):
            move_award(ruling, side)
        case cmd.CorrectCard():
            _correct_card(ruling, command)
        case cmd.NextStep():
            _next_step(ruling)
        case cmd.LeaveScanning():
            _leave_scanning(ruling)
        case cmd.DealAgain():
            deal_again(ruling)
        case cmd.NewGame():
            _new_game(ruling)


def _correct_card(ruling: Ruling, correction: cmd.CorrectCard) -> None:
    """The deal is decided again with the right card; refused if a later act becomes illegal by it."""
    acts = corrected_acts(ruling, correction)
    state = deal_begins(ruling.state)
    redone: tuple[ev.Event, ...] = ()
    for act in acts:
        try:
            events = decide(state, act)
        except Refused as refused:
            raise Refused("correction_breaks", card=correction.right, why=refused.reason) from None
        state = reduce(evolve, events, state)
        redone += events
    book_correction(ruling, correction, redone, state.pegs)


def _read_card(ruling: Ruling, card: Card) -> None:
    """A card on the reader: what it is depends on the phase; between deals and games it is nothing."""
    if ruling.state.reader_is_deaf:
        return
    if ruling.options.scan is Scan.NONE:
        raise Refused("not_scanning")
    if card in ruling.state.cards_on_table:
        raise Refused("card_on_table", card=card)
    match ruling.state.phase:
        case Cutting():
            cut(ruling, card)
        case TurningStarter():
            turn_starter(ruling, card)
        case CountedPlay(turn=player):
            play_card(ruling, player, card)
        case TappedPlay():
            ruling.book(ev.StepStarted("show"))
            show_card(ruling, card)
        case Showing():
            show_card(ruling, card)
        case Claiming(showing=Showing(waiting=(hand, *_))):
            raise Refused("claim_first", player=hand.player)
        case Mugging():
            raise Refused("reveal_first")


def _award(ruling: Ruling, side: int, points: int, go_by: int | None) -> None:
    """Points that a side tapped in: its claim where it is asked for one, a call where something may have been missed."""
    ruling.check_running()
    if points == 0 or not is_possible_total(points):
        raise Refused("impossible_award", points=points)
    match ruling.state.phase:
        case Claiming(showing=Showing(waiting=(hand, *_))) if _owns(ruling, side, hand.player):
            claim(ruling, points)
        case Mugging(showing=Showing(waiting=(hand, *_))) if _owns(ruling, side, hand.player):
            raise Refused("claimed_already", side=side)
        case Mugging():
            call_muggins(ruling, side, points)
        case _:
            if go_by is not None:
                if not isinstance(ruling.state.phase, TappedPlay):
                    raise Refused("no_go_now")
                if points == 1 and not go_pegs(ruling, side):
                    raise Refused("no_go_point")
                ruling.book(ev.Go(go_by))
            reason = "award" if go_by is None else "go"
            ruling.peg(side, points, reason, ruling.only_player(side))


def _owns(ruling: Ruling, side: int, player: int) -> bool:
    return ruling.options.side_of(player) == side


def _go(ruling: Ruling, player: int) -> None:
    """A player's `go` with nothing tapped: he can't play on, or claims nothing for his hand."""
    ruling.check_running()
    match ruling.state.phase:
        case CountedPlay():
            say_go(ruling, player)
        case Claiming(showing=Showing(waiting=(hand, *_))) if hand.player == player:
            claim(ruling, 0)
        case Claiming(showing=Showing(waiting=(hand, *_))):
            raise Refused("claim_first", player=hand.player)
        case Mugging(showing=Showing(waiting=(hand, *_))):
            if _owns(ruling, ruling.options.side_of(player), hand.player):
                raise Refused("claimed_already", side=ruling.options.side_of(player))
            if len(ruling.options.sides) > 2:
                raise Refused("reveal_first")
            reveal(ruling)
        case _:
            raise Refused("no_go_now")


def _next_step(ruling: Ruling) -> None:
    match ruling.state.phase:
        case Cutting():
            raise Refused("who_deals")
        case Dealing():
            ruling.book(ev.StepStarted("starter"))
        case TurningStarter():
            if ruling.options.scan is Scan.ALL:
                raise Refused("scan_the_starter")
            ruling.book(ev.StepStarted("play"))
        case TappedPlay():
            if ruling.options.scan is Scan.NONE:
                pass_the_deal(ruling)
            else:
                ruling.book(ev.StepStarted("show"))
        case CountedPlay(turn=turn):
            raise Refused("play_goes_on", player=turn)
        case Showing() | Claiming():
            pass_hand(ruling)
        case Mugging():
            reveal(ruling)
        case GameOver(winner) | MatchOver(winner):
            next_game(ruling, winner)


def _leave_scanning(ruling: Ruling) -> None:
    """A dead sticker, a lost reader: the players peg the rest of the play by taps, and scan at the show."""
    match ruling.state.phase:
        case TurningStarter():
            ruling.book(ev.StepStarted("play"))
        case CountedPlay():
            ruling.book(ev.StepStarted("show"))
        case _:
            raise Refused("not_scanning")


def _new_game(ruling: Ruling) -> None:
    """Give the running game up; where none is running, begin the match afresh."""
    state = ruling.state
    if state.is_over or isinstance(state.phase, Cutting):
        ruling.book(*start_match(state.options, state))
    else:
        cutting = tuple(state.options.seats)
        ruling.book(ev.GameAbandoned(state.scores), ev.GameStarted(state.game, cutting))
