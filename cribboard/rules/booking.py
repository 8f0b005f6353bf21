"""`evolve`: books an event that was decided. It knows no rules and cannot refuse."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from . import events as ev
from .cards import Card
from .options import Cut, Options, Scan
from .state import (
    CountedPlay,
    Cutting,
    Deal,
    Dealing,
    GameOver,
    Hand,
    Laid,
    MatchOver,
    Phase,
    Showing,
    State,
    TappedPlay,
    TurningStarter,
    start_pegs,
)

T = TypeVar("T")

TAPPED = {"award", "correction"}
"""Reasons of points that players tapped in."""


def evolve(state: State | None, event: ev.Event) -> State:
    """The State after `event`. A match starts from nothing; every other event needs the State before it."""
    if isinstance(event, ev.MatchStarted):
        return State.new(event.options)
    if state is None:
        raise TypeError(f"a match begins with match_started, not with {event.name}")
    phase: Phase
    match event:
        case ev.GameStarted():
            return replace(
                state,
                phase=Cutting(tuple(state.options.seats)),
                pegs=start_pegs(state.options),
                game=event.number,
                deal=None,
            )
        case ev.DealStarted():
            phase = TappedPlay() if state.options.scan is Scan.NONE else Dealing()
            return replace(state, phase=phase, deal=Deal(event.dealer, state.pegs))
        case ev.Scored():
            phase = _no_longer_late(state.phase) if event.reason in TAPPED else state.phase
            return replace(state, phase=phase, pegs=_with(state.pegs, event.side, event.pegs))
        case ev.GameWon():
            games = _with(state.games, event.side, state.games[event.side] + 1)
            return replace(state, phase=GameOver(event.side), games=games)
        case ev.MatchPoints():
            tally = _with(state.tally, event.side, state.tally[event.side] + event.points)
            return replace(state, tally=tally)
        case ev.MatchWon():
            return replace(state, phase=MatchOver(event.side))
        case ev.Dealer() | ev.Redeal() | ev.GameAbandoned():
            return state
        case ev.Cut():
            assert isinstance(state.phase, Cutting)
            return replace(state, phase=_cut(state.phase, event, state.options))
        case _:
            return _evolve_deal(state, event)


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
            said = replace(phase, gone=phase.gone | {player}, before=None)
            return replace(state, phase=_next_to_play(said, player, state.options))
        case ev.LateGo(), CountedPlay(before=(play, _)):
            return replace(state, phase=play)
        case ev.CountClosed(), CountedPlay():
            closed = replace(phase, began=len(phase.laid), gone=frozenset())
            return replace(state, phase=_next_to_play(closed, phase.laid[-1].player, state.options))
        case ev.CardShown(card=card), Showing():
            return replace(state, phase=replace(phase, scanned=(*phase.scanned, card)))
        case ((ev.HandCounted() | ev.HandPassed()), Showing()):
            counted = event.cards if isinstance(event, ev.HandCounted) else phase.scanned
            return replace(
                state,
                phase=replace(
                    phase, waiting=phase.waiting[1:], scanned=(), shown=phase.shown + counted
                ),
            )
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
