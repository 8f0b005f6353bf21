"""The show: hands counted in order, by the board or by their owners, with muggins or without (R40-R52, R64-R66)."""

from __future__ import annotations

from . import events as ev
from .cards import Card
from .dealing import pass_the_deal, turn_starter
from .options import Counting, FalseGame, Options, Overclaim
from .ruling import Refused, Ruling
from .scoring import HandScore, score_hand
from .state import HAND_SIZE, Claiming, Hand, Mugging, Showing

ACC_FALSE_GAME = 15
"""Holes that a false claim of the game costs by the ACC's rule, besides what was claimed too much (R66)."""


def show_card(ruling: Ruling, card: Card) -> None:
    """A card of the hand that is to be counted next, which the fourth card completes."""
    if ruling.state.starter is None:
        turn_starter(ruling, card)
        return
    hand = _showing(ruling).waiting[0]
    ruling.book(ev.CardShown(hand.player, hand.which, card))
    cards = _showing(ruling).scanned
    if len(cards) == HAND_SIZE:
        _complete(ruling, hand, cards)


def go_on_showing(ruling: Ruling) -> None:
    """The next hand, if the play told it; when the crib is done the deal passes on (R8, R40)."""
    showing = _showing(ruling)
    if not showing.waiting:
        pass_the_deal(ruling)
    elif cards := showing.cards_of(showing.waiting[0]):
        _complete(ruling, showing.waiting[0], cards)


def pass_hand(ruling: Ruling) -> None:
    """The players counted this hand themselves."""
    phase = ruling.state.phase
    assert isinstance(phase, Showing | Claiming)
    hand = (phase if isinstance(phase, Showing) else phase.showing).waiting[0]
    ruling.book(ev.HandPassed(hand.player, hand.which))
    go_on_showing(ruling)


def _complete(ruling: Ruling, hand: Hand, cards: tuple[Card, ...]) -> None:
    """All four cards are known: the board counts them, or asks the owner to."""
    if ruling.options.counting is Counting.AUTO:
        score = _count(ruling, hand, cards)
        _peg_hand(ruling, hand, score, score.total)
        go_on_showing(ruling)
    else:
        ruling.book(ev.HandComplete(hand.player, hand.which, cards))


def claim(ruling: Ruling, points: int) -> None:
    """The owner says what his hand is worth; without muggins the board answers at once (R50)."""
    phase = ruling.state.phase
    assert isinstance(phase, Claiming)
    hand = phase.showing.waiting[0]
    ruling.book(ev.HandClaimed(hand.player, hand.which, points))
    if ruling.options.counting is Counting.CLAIM:
        reveal(ruling)


def call_muggins(ruling: Ruling, side: int, points: int) -> None:
    """An opponent says what was missed; the first one to say so has it (R64)."""
    phase = ruling.state.phase
    assert isinstance(phase, Mugging)
    if phase.call:
        raise Refused("muggins_called", side=phase.call[0])
    ruling.book(ev.MugginsCalled(side, points))


def reveal(ruling: Ruling) -> None:
    """What the hand is truly worth: the owner pegs his claim as far as it is true, and what was called is settled."""
    mugging = ruling.state.phase
    assert isinstance(mugging, Mugging)
    hand = mugging.showing.waiting[0]
    owner = ruling.options.side_of(hand.player)
    room = ruling.options.target - ruling.state.scores[owner]
    score = _count(ruling, hand, mugging.cards, mugging.claimed)
    _peg_hand(ruling, hand, score, min(mugging.claimed, score.total))
    if mugging.claimed > score.total:
        _settle_overclaim(ruling, owner, hand, mugging, score.total, room)
    if mugging.call:
        _settle_call(ruling, owner, *mugging.call, missed=max(score.total - mugging.claimed, 0))
    go_on_showing(ruling)


def _settle_call(ruling: Ruling, owner: int, caller: int, points: int, missed: int) -> None:
    """The caller pegs at most what he named, what was missed, and what the owner could have pegged; a call of nothing
    goes to the owner (R64)."""
    if missed:
        room = ruling.options.target - ruling.state.scores[owner]
        ruling.peg(caller, min(points, missed, room), "muggins", ruling.only_player(caller))
    else:
        ruling.peg(owner, points, "wrong_call", ruling.only_player(owner))


def _settle_overclaim(
    ruling: Ruling, owner: int, hand: Hand, mugging: Mugging, total: int, room: int
) -> None:
    """More was claimed than is true; with it the game, perhaps (R65, R66)."""
    caller = mugging.call[0] if mugging.call else None
    opponent = (
        caller
        if caller is not None
        else ruling.options.side_of(ruling.options.left_of(hand.player)[0])
    )
    other = ruling.only_player(opponent)
    excess = min(mugging.claimed, room) - total
    if mugging.claimed >= room:
        match ruling.options.false_game_claim:
            case FalseGame.ACC:
                ruling.peg(opponent, excess, "false_game", other)
                back = ruling.state.pegs[owner].walked_back(ACC_FALSE_GAME)
                ruling.move_pegs(owner, back, "false_game", hand.player)
            case FalseGame.LOSE_GAME:
                ruling.peg(opponent, ruling.options.target, "false_game", other)
        return
    match _overclaim_rule(ruling.options):
        case Overclaim.EXCESS_TO_OPPONENT:
            ruling.peg(opponent, excess, "overclaim", other)
        case Overclaim.TWO_POINTS:
            ruling.peg(opponent, 2, "overclaim", other)


def _overclaim_rule(options: Options) -> Overclaim:
    """What the table agreed on; left open, muggins gives the excess away, and else it is only put right (R65)."""
    if options.overclaim is not Overclaim.AUTO:
        return options.overclaim
    muggins = options.counting is Counting.MUGGINS
    return Overclaim.EXCESS_TO_OPPONENT if muggins else Overclaim.CORRECT_ONLY


def _count(
    ruling: Ruling, hand: Hand, cards: tuple[Card, ...], claimed: int | None = None
) -> HandScore:
    assert ruling.state.starter
    score = score_hand(cards, ruling.state.starter, crib=hand.which == "crib")
    ruling.book(ev.HandCounted(hand.player, hand.which, cards, score.total, score.items, claimed))
    return score


def _peg_hand(ruling: Ruling, hand: Hand, score: HandScore, points: int) -> None:
    side = ruling.options.side_of(hand.player)
    ruling.peg(side, points, hand.which, hand.player, score.hand, score.items)


def _showing(ruling: Ruling) -> Showing:
    assert isinstance(ruling.state.phase, Showing)
    return ruling.state.phase
