"""What players put right: points walked back, penalties, an award moved, a card that was read wrongly (R66-R70)."""

from __future__ import annotations

from collections.abc import Iterable

from . import commands as cmd
from . import events as ev
from .options import Scan
from .ruling import Refused, Ruling


def walk_back(ruling: Ruling, side: int, points: int) -> None:
    """A side mends its own mistake."""
    ruling.check_running()
    if not ruling.state.scores[side]:
        raise Refused("nothing_to_take_off", side=side)
    pegs = ruling.state.pegs[side].walked_back(points)
    ruling.move_pegs(side, pegs, "correction", ruling.only_player(side))


def penalise(ruling: Ruling, side: int, points: int, to: int) -> None:
    """A penalty is the opponent's, and may win him the game (R69)."""
    ruling.check_running()
    if side == to:
        raise Refused("own_penalty", side=side)
    ruling.peg(to, points, "penalty", ruling.only_player(to))


def move_award(ruling: Ruling, side: int) -> None:
    """What was tapped in last for one side belongs to another."""
    ruling.check_running()
    last = ruling.state.last
    tapped = {"award"} if ruling.options.scan is Scan.ALL else {"award", "go"}
    if last is None or last.reason not in tapped or last.side == side:
        raise Refused("no_award_to_move", side=side)
    ruling.move_pegs(last.side, last.pegs_before, "moved", last.player)
    ruling.peg(side, last.points, last.reason, ruling.only_player(side))


def corrected_acts(ruling: Ruling, correction: cmd.CorrectCard) -> tuple[cmd.Command, ...]:
    """The acts of this deal with the right card in the wrong one's place. Raises Refused if it was never read."""
    ruling.check_running()
    if correction.wrong == correction.right:
        raise Refused("same_card", card=correction.right)
    if ruling.state.deal is None or cmd.ReadCard(correction.wrong) not in correction.acts:
        raise Refused("card_not_read", card=correction.wrong)
    return tuple(swapped(correction.acts, correction))


def swapped(acts: Iterable[cmd.Command], correction: cmd.CorrectCard) -> Iterable[cmd.Command]:
    """Acts with the right card read where the wrong one was."""
    for act in acts:
        wrong = act == cmd.ReadCard(correction.wrong)
        yield cmd.ReadCard(correction.right) if wrong else act


def book_correction(
    ruling: Ruling,
    correction: cmd.CorrectCard,
    redone: tuple[ev.Event, ...],
    pegs: tuple[ev.Pegs, ...],
) -> None:
    """The deal is what it is with the right card, and every side's pegs are where it leads."""
    for side, after in enumerate(pegs):
        ruling.move_pegs(side, after, "correction")
    ruling.book(ev.CardCorrected(correction.wrong, correction.right, redone))
    for side, after in enumerate(pegs):
        if after.front == ruling.options.target:
            ruling.win(side)
