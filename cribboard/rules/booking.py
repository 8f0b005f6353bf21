"""`evolve`: books an event that was decided. It knows no rules and cannot refuse."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import TypeVar

from . import events as ev
from .cards import Card
from .match import card_after
from .options import Cut, Options, Scan
from .state import (
    Claiming,
    CountedPlay,
    Cutting,
    Deal,
    Dealing,
    GameOver,
    Hand,
    Laid,
    MatchOver,
    Mugging,
    Phase,
    SaidGo,
    Showing,
    State,
    TappedPlay,
    TurningStarter,
    start_pegs,
)

T = TypeVar("T")

BY_HAND = {"award", "correction", "penalty", "moved", "heels"}
"""Reasons of points that players set by hand."""


def evolve(state: State | None, event: ev.Event) -> State:
    """The State after `event`. A match starts from nothing; every other event needs the State before it."""
    if isinstance(event, ev.MatchStarted):
        return State.new(event.options, event.card)
    if state is None:
        raise TypeError(f"a match begins with match_started, not with {event.name}")
    phase: Phase
    match event:
        case ev.GameStarted():
            return replace(
                state,
                phase=Cutting(event.cutting),
                pegs=start_pegs(state.options),
                game=event.number,
                first_dealer=None,
                deal=None,
                last=None,
            )
        case ev.Dealer():
            return replace(state, first_dealer=event.player)
        case ev.DealStarted():
            phase = TappedPlay() if state.options.scan is Scan.NONE else Dealing()
            return replace(state, phase=phase, deal=Deal(event.dealer, state.pegs, state.last))
        case ev.Scored():
            phase = _no_longer_late(state.phase) if event.reason in BY_HAND else state.phase
            pegs = _with(state.pegs, event.side, event.pegs)
            return replace(state, phase=phase, pegs=pegs, last=event)
        case ev.GameWon():
            games = _with(state.games, event.side, state.games[event.side] + 1)
            card = card_after(state.card, event.side, event.scores)
            return replace(state, phase=GameOver(event.side), games=games, card=card)
        case ev.MatchPoints():
            tally = _with(state.tally, event.side, state.tally[event.side] + event.points)
            return replace(state, tally=tally)
        case ev.MatchWon():
            return replace(state, phase=MatchOver(event.side))
        case ev.CardCorrected():
            redone = reduce(evolve, event.redone, deal_begins(state))
            return replace(state, phase=redone.phase, deal=redone.deal, last=redone.last)
        case ev.Redeal() | ev.GameAbandoned() | ev.RenegeFound():
            return state
        case ev.Cut():
            assert isinstance(state.phase, Cutting)
            return replace(state, phase=_cut(state.phase, event, state.options))
        case _:
            return _evolve_deal(state, event)


def deal_begins(state: State) -> State:
    """The State as this deal began."""
    assert state.deal
    before = replace(state, pegs=state.deal.pegs_before, last=state.deal.last_before)
    return evolve(before, ev.DealStarted(state.deal.dealer))


def _evolve_deal(state: State, event: ev.Event) -> State:
    """What happens between the deal and the count of the crib."""
    phase = state.phase
    assert state.deal
    match event, phase:
        case ev.StepStarted(phase=step), _:
            return replace(state, phase=_step(state, step))
        case ev.Starter(card=card), _:
            turned = replace(state, deal=replace(state.deal, starter=card))
            if isinstance(phase, TurningStarter):
                return replace(turned, phase=_step(turned, "play"))
            return turned
        case ev.Heels(), _:
            return replace(state, deal=replace(state.deal, heels_pegged=True))
        case ev.CardPlayed(player=player, card=card), CountedPlay():
            laid = replace(
                phase,
                laid=(*phase.laid, Laid(player, card)),
                before=(replace(phase, before=None), state.pegs),
            )
            return replace(state, phase=_next_to_play(laid, player, state.options))
        case ev.Go(player=player), CountedPlay():
            said = replace(
                phase,
                gone=phase.gone | {player},
                goes=(*phase.goes, SaidGo(player, phase.count, len(phase.laid))),
                before=None,
            )
            return replace(state, phase=_next_to_play(said, player, state.options))
        case ev.LateGo(), CountedPlay(before=(play, _)):
            return replace(state, phase=play)
        case ev.CountClosed(), CountedPlay():
            closed = replace(phase, began=len(phase.laid), gone=frozenset())
            return replace(state, phase=_next_to_play(closed, phase.laid[-1].player, state.options))
        case ev.CardShown(card=card), Showing():
            return replace(state, phase=replace(phase, scanned=(*phase.scanned, card)))
        case ev.HandComplete(cards=cards), Showing():
            return replace(state, phase=Claiming(replace(phase, scanned=()), cards))
        case ev.HandClaimed(points=points), Claiming(showing, cards):
            return replace(state, phase=Mugging(showing, cards, points))
        case ev.MugginsCalled(side, points), Mugging():
            return replace(state, phase=replace(phase, call=(side, points)))
        case ((ev.HandCounted() | ev.HandPassed()), Showing()):
            cards = event.cards if isinstance(event, ev.HandCounted) else phase.scanned
            return replace(state, phase=phase.after(cards))
        case (
            (ev.HandCounted() | ev.HandPassed()),
            Claiming(showing, cards) | Mugging(showing, cards),
        ):
            return replace(state, phase=showing.after(cards))
    return state


def _step(state: State, step: str) -> Phase:
    """The phase that `step` begins."""
    assert state.deal
    order = state.options.left_of(state.deal.dealer)
    if step == "starter":
        return TurningStarter()
    if step == "play":
        scanned = state.options.scan is Scan.ALL and state.starter
        return CountedPlay(order[0]) if scanned else TappedPlay()
    known: tuple[tuple[Card, ...], ...] = ()
    if isinstance(state.phase, CountedPlay) and not any(map(state.phase.holds_cards, order)):
        known = tuple(map(state.phase.hand, state.options.seats))
    hands = tuple(Hand(player, "hand") for player in order)
    return Showing((*hands, Hand(state.deal.dealer, "crib")), known)


def _next_to_play(play: CountedPlay, after: int, options: Options) -> CountedPlay:
    """The turn passes clockwise to whoever may still be asked; with nobody left it rests (R23, R24, R28)."""
    asked = filter(play.can_be_asked, options.left_of(after))
    return replace(play, turn=next(asked, play.turn))


def _no_longer_late(phase: Phase) -> Phase:
    """A go is late only right after the card; what is tapped in between would be lost with it."""
    return replace(phase, before=None) if isinstance(phase, CountedPlay) else phase


def _cut(cutting: Cutting, cut: ev.Cut, options: Options) -> Cutting:
    """One more cut; when all have cut, those tied for the deal cut again (R6, R7)."""
    waiting, cuts = cutting.waiting[1:], (*cutting.cuts, (cut.player, cut.card))
    winners = () if waiting else cut_winners(cuts, options)
    return Cutting(winners) if len(winners) > 1 else Cutting(waiting, cuts)


def cut_winners(cuts: tuple[tuple[int, Card], ...], options: Options) -> tuple[int, ...]:
    """Who cut the lowest rank (or the highest, by option); suits never break a tie (R6)."""
    best = min if options.first_deal_cut is Cut.LOW else max
    rank = best(card.rank for _, card in cuts)
    return tuple(player for player, card in cuts if card.rank == rank)


def _with(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])
