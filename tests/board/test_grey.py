"""Without colours: all that the board tells is told by where a light is and how bright."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import pytest

from cribboard.board import Pending, Track, View
from cribboard.board.layers import Scene, paint
from cribboard.board.palette import SIDES, WHITE, Colour, pixels
from cribboard.rules import Options, Pegs, State
from cribboard.rules.options import FourPlayer
from cribboard.rules.state import CountedPlay, Deal, TappedPlay

from .sight import luminance

LEAST = 1.5
"""So many times as bright is another light; half as much again is seen at a glance where two are side by side."""


def view(*pegs: Pegs, dealer: int | None = None, turn: int | None = None, **more: object) -> View:
    """A table of these pegs."""
    individual = len(pegs) > 2
    options = Options(players=len(pegs), four_player=FourPlayer.INDIVIDUAL if individual else FourPlayer.PARTNERS)  # fmt: skip
    changes: dict[str, object] = {"pegs": pegs}
    if dealer is not None:
        changes["deal"] = Deal(dealer=dealer, pegs_before=pegs)
    state = State.new(options)
    fields = {name: getattr(state, name) for name in type(state).__dataclass_fields__} | changes
    if dealer is not None or turn is not None:
        fields["phase"] = TappedPlay() if turn is None else CountedPlay(turn=turn)
    pending = more.pop("pending", (None,) * len(pegs))
    return View(type(state)(**fields), pending=pending, **more)


def grey(seen: View) -> list[float]:
    track = Track.for_options(seen.state.options)
    return [luminance(colour) for colour in pixels(paint(Scene.at_rest(track, seen)))]


def differ(one: list[float], other: list[float]) -> bool:
    """Whether some hole is lit in one picture and not in the other, or clearly brighter."""
    return any(max(a, b) >= LEAST * min(a, b) + 0.005 for a, b in zip(one, other, strict=True))


START = Pegs(0, 0)


GAPS = 1, 2, 5, 8, 12, 24, 29
"""Of the back peg behind the front peg: the holes of an award."""


@pytest.mark.parametrize(
    ("players", "side", "gaps"),
    [(2, 0, range(1, 30)), (2, 1, GAPS), (3, 2, GAPS), (4, 3, GAPS)],
)
def test_wherever_the_pegs_of_a_side_are_no_two_places_look_alike(players, side, gaps):
    seen: dict[tuple[int, ...], Pegs] = {}
    for front in range(1, 121):
        for back in {max(front - gap, 0) for gap in gaps}:
            pegs = [START] * players
            pegs[side] = Pegs(front, back)
            looks = classes(view(*pegs), side)
            assert looks not in seen, (pegs[side], seen.get(looks))
            seen[looks] = pegs[side]


def classes(seen: View, side: int) -> tuple[int, ...]:
    """Each hole dark, faint, a third or full, beside a side's front peg; such a factor apart that nobody mistakes them."""
    frame = paint(Scene.at_rest(track_for(len(seen.state.pegs)), seen))
    return tuple(_class(colour, side) for colour in pixels(frame))


@cache
def track_for(players: int) -> Track:
    return Track.load("classic") if players == 2 else Track.load("singles", players)


@cache
def _class(colour: Colour, side: int) -> int:
    level = luminance(colour) / luminance(SIDES[side])
    return sum(level >= bound for bound in (0.001, 0.15, 0.6))


def test_the_classes_are_as_far_apart_as_that():
    for side in SIDES:
        full, third, faint = (luminance(side.at(level)) for level in (1, 1 / 3, 1 / 16))
        assert full > 2.8 * third > 2.8 * 4 * faint > 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_deals_and_who_is_to_act(players):
    """All that can be in a deal: a dealer, and someone to act, or nobody."""
    pegs = [Pegs(9, 4)] * players
    told = [
        (dealer, turn, grey(view(*pegs, dealer=dealer, turn=turn)))
        for dealer, turn in product(range(players), [None, *range(players)])
    ]
    for (*one, looks), (*other, looks_other) in combinations(told, 2):
        assert differ(looks, looks_other), (one, other)


def test_points_to_come_and_points_that_cannot_be():
    coming = [
        grey(view(Pegs(9, 4), Pegs(7, 2), pending=(Pending(19, refused=refused), None)))
        for refused in (False, True)
    ]
    assert differ(*coming)
    alone = grey(view(Pegs(9, 4), Pegs(7, 2)))
    assert differ(alone, coming[0])
    lit = [sum(level > 0 for level in looks) for looks in (alone, *coming)]
    assert lit == [lit[0], lit[0] + 1, lit[0] + 4], "the refused one has its bar of three as well"


@pytest.mark.parametrize("trouble", [{"scanner": "lost"}, {"kept": False}])
@pytest.mark.parametrize("turn", [None, 0, 1])
def test_trouble_shows_without_its_amber(trouble, turn):
    fine, lame = (grey(view(Pegs(9, 4), Pegs(7, 2), dealer=0, turn=turn, **more)) for more in ({}, trouble))  # fmt: skip
    more = [pixel for pixel in range(138) if lame[pixel] > 0 and not fine[pixel]]
    assert more == [58, 60, 63, 65]


def test_a_skunk_line_is_not_taken_for_a_peg():
    """The line lies ahead of the front peg; where it is lit, the back peg is behind, or on the lap before."""
    pictures = {}
    for front in range(2, 91):
        for back in {max(front - gap, 0) for gap in GAPS}:
            looks = classes(view(Pegs(front, back), Pegs(95, 92)), 0)
            assert looks not in pictures, (front, back, pictures.get(looks))
            pictures[looks] = front, back


def test_match_points_tell_their_rounds_apart():
    """A third, full, and white."""
    for side in SIDES:
        levels = [luminance(colour) for colour in (side.at(1 / 3), side, WHITE)]
        assert levels[1] > 1.3 * levels[0]
        assert levels[2] > 1.3 * levels[1]
