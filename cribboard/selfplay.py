"""Simulated players with a pack of their own, for `play --demo` and for the tests. Pure, given its randomness.

Only here does the software own the cards; at the table people do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import combinations, islice
from random import Random
from typing import NamedTuple

from cribboard.rules import (
    PACK,
    Card,
    Scan,
    State,
    decide,
    evolve,
    is_possible_total,
    score_hand,
    score_play,
)
from cribboard.rules import commands as cmd
from cribboard.rules import events as ev
from cribboard.rules.cards import JACK
from cribboard.rules.dealing import HEELS
from cribboard.rules.options import Counting, HeelsClaim
from cribboard.rules.pegging import LIMIT, count_of
from cribboard.rules.state import (
    HAND_SIZE,
    Claiming,
    CountedPlay,
    Cutting,
    Dealing,
    Hand,
    Mugging,
    Showing,
    TappedPlay,
    TurningStarter,
)

DEALT = {2: 6, 3: 5, 4: 5}  # cards to each of so many players (R12)
PACKET = 4  # cards that a cut leaves in either part, at least (R5, R16)
TRIED = 4  # starters that a player imagines before he lays away


def cut(pack: Sequence[Card], depth: int) -> Card:
    """Lift `depth` cards off and turn up the next: the top of the lower part (R16).

    Raises ValueError unless at least four cards stay in each part (R5).

    >>> cut(PACK, 4)
    Card.parse('5C')
    >>> cut(PACK, 49)
    Traceback (most recent call last):
        ...
    ValueError: cut at 49 of 52 cards: leave at least 4 in each part
    """
    if not PACKET <= depth <= len(pack) - PACKET:
        raise ValueError(f"cut at {depth} of {len(pack)} cards: leave at least 4 in each part")
    return pack[depth]


def legal_cards(hand: Sequence[Card], count: int) -> tuple[Card, ...]:
    """The cards that may be laid: any that fits (R22). With none the player must say Go, with one he mustn't (R23).

    >>> legal_cards([Card.parse("KH"), Card.parse("2D")], count=22)
    (Card.parse('2D'),)
    """
    return tuple(card for card in hand if count + card.value <= LIMIT)


class Dealt(NamedTuple):
    """A deal after the discards: what each hand and the crib hold, and the starter under the cut."""

    hands: dict[Hand, tuple[Card, ...]]
    starter: Card


def deal_cards(rng: Random, order: Sequence[int]) -> Dealt:
    """Shuffle, deal, lay away and cut (R11-R16). `order` is the seats from the dealer's left, the dealer last.

    Of three, nobody lays away the crib's fourth card: it is dealt to it after the last hand card (R13).
    """
    pack = _shuffled(rng, PACK)
    in_hands = DEALT[len(order)] * len(order)
    to_crib = len(order) % 2
    stock = pack[in_hands + to_crib :]
    hands: dict[Hand, tuple[Card, ...]] = {}
    crib = tuple(pack[in_hands : in_hands + to_crib])
    for place, player in enumerate(order):
        dealt = pack[place : in_hands : len(order)]
        kept, laid_away = lay_away(rng, dealt, owns_crib=player == order[-1])
        hands[Hand(player, "hand")] = kept
        crib += laid_away
    hands[Hand(order[-1], "crib")] = crib
    return Dealt(hands, cut(stock, rng.randint(PACKET, len(stock) - PACKET)))


def lay_away(
    rng: Random, dealt: Sequence[Card], owns_crib: bool
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """What a player keeps of what he was dealt, and what he lays away to the crib (R14).

    He keeps what counts most with a few starters that he imagines, and minds what a pair is worth to the crib.
    """
    starters = rng.sample([card for card in PACK if card not in dealt], TRIED)

    def worth(kept: tuple[Card, ...]) -> int:
        held = sum(score_hand(kept, starter).total for starter in starters)
        given = TRIED * points_for(_without(dealt, kept))
        return held + given if owns_crib else held - given

    kept = max(combinations(dealt, HAND_SIZE), key=worth)
    return kept, _without(dealt, kept)


def choose_card(hand: Sequence[Card], pile: Sequence[Card]) -> Card | None:
    """The card to lay: the one that pegs most, and of equals the highest that leaves neither 5 nor 21; None is a Go."""

    def worth(card: Card) -> tuple[int, bool, int]:
        count = count_of(pile) + card.value
        return points_for((*pile, card)), count not in (5, 21), card.value

    return max(legal_cards(hand, count_of(pile)), key=worth, default=None)


def points_for(pile: Sequence[Card]) -> int:
    """What the last card of a pile pegs."""
    return sum(item.points for item in score_play(pile))


Chooser = Callable[[Sequence[Card], Sequence[Card]], Card | None]


class SelfPlay:
    """The people at a table, whatever it scans: `act` is what they do next.

    They hold the cards, so ask the same SelfPlay from act to act. Where the table shows that its cards are not these
    (an undo into an earlier deal, a match that the journal brought back), they go on with other ones that fit.
    `choose` names the card to lay from a hand on a pile, or None to say Go.
    """

    def __init__(self, rng: Random, choose: Chooser = choose_card) -> None:
        self._rng = rng
        self._choose = choose
        self._dealt: Dealt | None = None
        self._taps: Iterator[cmd.Command] | None = None

    def act(self, state: State) -> cmd.Command:
        """What the players do now; always something that the rules allow."""
        match state.phase:
            case Cutting() as cutting if state.options.scan is Scan.NONE:
                return cmd.ChooseDealer(self._rng.choice(cutting.players))
            case Cutting():
                return cmd.ReadCard(self._rng.choice(_without(PACK, state.cards_on_table)))
            case Dealing():
                self._dealt = self._taps = None
                return cmd.NextStep()
            case CountedPlay() | TappedPlay() if _heels_are_due(state):
                assert state.dealer is not None
                return cmd.ClaimHeels(state.dealer)
            case CountedPlay(turn=player, pile=pile):
                card = self._choose(self._left_in(Hand(player, "hand"), state), pile)
                return cmd.ReadCard(card) if card else cmd.SayGo(player)
            case TappedPlay():
                return self._tap(state)
            case Showing(waiting=(hand, *_)) if state.starter:
                return cmd.ReadCard(self._left_in(hand, state)[0])
            case Claiming(showing=Showing(waiting=(hand, *_)), cards=cards):
                return self._claim(hand, cards, state)
            case Mugging() as mugging:
                return self._mug(mugging, state)
            case TurningStarter() | Showing():
                return cmd.ReadCard(self._cards(state).starter)
            case _:  # a game is over
                return cmd.NextStep()

    def _claim(self, hand: Hand, cards: tuple[Card, ...], state: State) -> cmd.Command:
        """What the owner says: mostly what it is worth, now and then something else."""
        assert state.starter
        total = score_hand(cards, state.starter, crib=hand.which == "crib").total
        claimed = max(total + self._rng.choice((0, 0, 0, 0, -2, -1, 1, 2)), 0)
        if claimed == 0 or not is_possible_total(claimed):
            return cmd.SayGo(hand.player)
        return cmd.Award(state.options.side_of(hand.player), claimed)

    def _mug(self, mugging: Mugging, state: State) -> cmd.Command:
        """Now and then an opponent calls muggins, rightly or not; then all look."""
        owner = state.options.side_of(mugging.showing.waiting[0].player)
        others = [side for side in state.options.sides if side != owner]
        if mugging.call or self._rng.random() < 0.7:
            return cmd.NextStep()
        return cmd.Award(self._rng.choice(others), self._rng.randint(1, 3))

    def _cards(self, state: State) -> Dealt:
        """The cards of this deal."""
        if self._dealt is None or not _fits(self._dealt, state):
            self._dealt = self._deal(state)
        return self._dealt

    def _left_in(self, hand: Hand, state: State) -> tuple[Card, ...]:
        """What of a hand isn't yet on the table."""
        return _without(self._cards(state).hands[hand], state.cards_on_table)

    def _deal(self, state: State) -> Dealt:
        """A new deal; or, where some of its cards are on the table already, one around them."""
        assert state.deal
        on_table = state.cards_on_table
        if not on_table:
            return deal_cards(self._rng, state.options.left_of(state.deal.dealer))
        unseen = iter(_shuffled(self._rng, _without(PACK, on_table)))
        hands = {
            hand: (*seen, *islice(unseen, HAND_SIZE - len(seen)))
            for hand, seen in _seen(state).items()
        }
        return Dealt(hands, state.starter or next(unseen))

    def _tap(self, state: State) -> cmd.Command:
        """The next award of this deal; a deal in which nothing is pegged yet begins anew."""
        assert state.deal
        if self._taps is None or state.pegs == state.deal.pegs_before:
            if state.options.scan is Scan.NONE:
                self._dealt = None
            self._taps = self._tapped_deal(state)
        return next(self._taps, cmd.NextStep())

    def _tapped_deal(self, state: State) -> Iterator[cmd.Command]:
        """The deal is played on a table that sees every card; what it pegs there is tapped in here.

        Ends where the players go on by `next`: after the crib or, where hands are scanned, after the play.
        """
        scan = state.options.scan
        end = Dealing if scan is Scan.NONE else Showing
        table = _seeing_all(state)
        while not (table.is_over or isinstance(table.phase, end)):
            events = decide(table, self.act(table))
            gone = table.phase.gone if isinstance(table.phase, CountedPlay) else frozenset()
            gone |= {event.player for event in events if isinstance(event, ev.Go)}
            for event in events:
                if isinstance(event, ev.Scored) and (event.reason, scan) != ("heels", Scan.ALL):
                    yield _tapped(event, gone if state.options.players == 2 else frozenset())
            table = reduce(evolve, events, table)


def _tapped(scored: ev.Scored, gone: frozenset[int]) -> cmd.Command:
    """How the players tell a board that sees no cards what they scored."""
    if scored.reason == "heels":
        assert scored.player is not None
        return cmd.ClaimHeels(scored.player)
    points = sum(item.points for item in scored.items) or scored.points
    said_go = next((player for player in gone if player != scored.player), None)
    return cmd.Award(scored.side, points, said_go if scored.reason == "go" else None)


def _seeing_all(state: State) -> State:
    """The same deal at a table that sees every card, before the first is laid."""
    assert state.deal
    pone = state.options.left_of(state.deal.dealer)[0]
    phase = CountedPlay(pone) if state.starter else TurningStarter()
    options = replace(
        state.options, scan=Scan.ALL, counting=Counting.AUTO, heels_claim=HeelsClaim.AUTO
    )
    return replace(state, options=options, phase=phase)


def _heels_are_due(state: State) -> bool:
    """Whether the starter is a jack that the dealer must claim, and still can (R19)."""
    deal, options = state.deal, state.options
    if deal is None or deal.starter is None or deal.starter.rank != JACK or deal.heels_pegged:
        return False
    if options.heels_claim is HeelsClaim.AUTO:
        return False
    score = state.scores[options.side_of(deal.dealer)]
    laid = isinstance(state.phase, CountedPlay) and state.phase.hand(deal.dealer)
    return not laid and (options.heels_can_win or score + HEELS < options.target)


def _seen(state: State) -> dict[Hand, tuple[Card, ...]]:
    """Every hand that is still to be played or counted, and which of its cards are on the table."""
    assert state.deal
    match state.phase:
        case Showing(waiting=(hand, *later), scanned=scanned):
            return {hand: scanned} | dict.fromkeys(later, ())
        case CountedPlay() as play:
            hands = {Hand(seat, "hand"): play.hand(seat) for seat in state.options.seats}
        case _:
            hands = {Hand(seat, "hand"): () for seat in state.options.seats}
    return hands | {Hand(state.deal.dealer, "crib"): ()}


def _fits(dealt: Dealt, state: State) -> bool:
    """Whether what is on the table may have come from these hands."""
    on_table = set(state.cards_on_table)
    return state.starter in (None, dealt.starter) and all(
        hand in dealt.hands and on_table.intersection(dealt.hands[hand]) == set(seen)
        for hand, seen in _seen(state).items()
    )


def _without(cards: Sequence[Card], gone: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card not in gone)


def _shuffled(rng: Random, cards: Sequence[Card]) -> list[Card]:
    return rng.sample(cards, len(cards))
