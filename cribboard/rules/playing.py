"""The play with every card scanned: count, turn, Go, last card (R21-R34)."""

from __future__ import annotations

from . import events as ev
from .cards import Card
from .pegging import ALWAYS_FITS, LIMIT, score_play
from .ruling import Refused, Ruling
from .showing import go_on_showing
from .state import CountedPlay


def play_card(ruling: Ruling, player: int, card: Card) -> None:
    """A card is laid: it scores by what it makes, and may close the count."""
    play = _play(ruling)
    if play.count + card.value > LIMIT:
        raise Refused("over_31", card=card, count=play.count, player=player)
    ruling.book(ev.CardPlayed(player, card, play.count + card.value))
    items = score_play((*play.pile, card))
    points = sum(item.points for item in items)
    ruling.peg(ruling.options.side_of(player), points, "play", player, (card,), items)
    _close_count_if_over(ruling)


def say_go(ruling: Ruling, player: int) -> None:
    """A player can't go on (R23); said late, it gives the last card to whoever laid it."""
    play = _play(ruling)
    if player != play.turn:
        _late_go(ruling, player, play)
    elif play.count <= ALWAYS_FITS:
        raise Refused("anything_fits", count=play.count)
    else:
        ruling.book(ev.Go(player))
        _close_count_if_over(ruling)


def _late_go(ruling: Ruling, player: int, play: CountedPlay) -> None:
    """The card just booked to `player` was laid by the next one who could: it and its points pass over."""
    booked = play.before is not None and play.laid[-1].player == player
    if not (booked and play.before and play.before[0].count > ALWAYS_FITS):
        code = "not_your_turn" if play.holds_cards(player) else "no_cards_left"
        raise Refused(code, player=player, turn=play.turn)
    earlier, pegs = play.before
    card = play.laid[-1].card
    others = ruling.options.left_of(player)[:-1]
    if not any(map(earlier.holds_cards, others)):
        raise Refused("fifth_card", card=card, player=others[0])
    if not any(map(earlier.can_be_asked, others)):
        raise Refused("not_your_turn", player=player, turn=play.turn)
    side = ruling.options.side_of(player)
    ruling.book(ev.LateGo(player, card))
    ruling.move_pegs(side, pegs[side], "late_go", player, (card,))
    ruling.book(ev.Go(player))
    play_card(ruling, _play(ruling).turn, card)


def _close_count_if_over(ruling: Ruling) -> None:
    """At 31, or when nobody who holds cards can go on, the last player's count is over (R25-R28)."""
    play, seats = _play(ruling), ruling.options.seats
    if play.count < LIMIT and any(map(play.can_be_asked, seats)):
        return
    is_last = not any(map(play.holds_cards, seats))
    if is_last:
        ruling.book(*_reneges(play))
    if play.count < LIMIT:
        _peg_one(ruling, play.laid[-1].player, "last" if is_last else "go")
    ruling.book(ev.CountClosed())
    if is_last:
        ruling.book(ev.StepStarted("show"))
        go_on_showing(ruling)


def _peg_one(ruling: Ruling, player: int, reason: str) -> None:
    """One for the go, or for the last card."""
    side = ruling.options.side_of(player)
    if go_pegs(ruling, side):
        ruling.peg(side, 1, reason, player)


def go_pegs(ruling: Ruling, side: int) -> bool:
    """Whether a side pegs the one for a go or the last card; a house rule gives none in the stinkhole (R25)."""
    stinks = ruling.state.scores[side] == ruling.options.target - 1
    return ruling.options.go_point_in_stinkhole or not stinks


def _reneges(play: CountedPlay) -> tuple[ev.RenegeFound, ...]:
    """Every Go of the deal that was said with a card in hand that fitted (R70g)."""
    found = []
    for player, count, laid in play.goes:
        held = [later.card for later in play.laid[laid:] if later.player == player]
        fitting = tuple(card for card in held if count + card.value <= LIMIT)
        if fitting:
            found.append(ev.RenegeFound(player, count, fitting))
    return tuple(found)


def _play(ruling: Ruling) -> CountedPlay:
    assert isinstance(ruling.state.phase, CountedPlay)
    return ruling.state.phase
