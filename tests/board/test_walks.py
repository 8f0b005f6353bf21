"""Pegs on their way: which holes, when, and who waits for whom."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribboard.board.walks import (
    PAUSE_SECONDS,
    STEP_SECONDS,
    WALK_SECONDS,
    WALKS_SECONDS,
    Walk,
    Walks,
)
from cribboard.rules import Pegs
from cribboard.rules.events import Undone

STANDING = (Pegs(0, 0), Pegs(0, 0))


def walk(before: Pegs, after: Pegs, start: float = 0.0, latest: float = 100.0) -> Walk:
    return Walk.between(0, before, after, start, latest)


def test_the_back_peg_walks_and_the_front_peg_stands():
    assert walk(Pegs(9, 5), Pegs(12, 9)).ways == ((9, 9), (5, 12))


def test_taken_back_it_returns_the_same_way():
    assert walk(Pegs(12, 9), Pegs(9, 5)).ways == ((12, 5), (9, 9))


def test_in_any_other_change_each_peg_walks_for_itself():
    assert walk(Pegs(9, 5), Pegs(3, 3)).ways == ((9, 3), (5, 3))


@pytest.mark.parametrize(
    ("points", "seconds"),
    [(1, STEP_SECONDS), (8, 8 * STEP_SECONDS), (25, WALK_SECONDS), (60, WALK_SECONDS)],
)
def test_its_time_is_a_step_a_hole_and_capped(points, seconds):
    assert walk(Pegs(0, 0), Pegs(points, 0)).end == pytest.approx(seconds)


scores = st.integers(0, 121)


@st.composite
def pegs(draw: st.DrawFn) -> Pegs:
    front = draw(scores)
    return Pegs(front, draw(st.integers(max(front - 29, 0), front)))


@given(pegs(), pegs(), st.floats(0, 50), st.floats(0, 60))
def test_every_walk_goes_hole_by_hole_from_where_the_pegs_are_to_where_they_go(
    before, after, start, latest
):
    if before == after:
        return
    one = walk(before, after, start, latest)
    assert one.start <= one.end <= max(latest, 0)
    assert one.pegs(one.start - 1) == before or one.start == one.end
    assert one.pegs(one.end) == after
    now, seen = one.start, one.pegs(one.start)
    for _ in range(200):
        change = one.next_change(now)
        if change is None:
            break
        assert change > now
        now, last, seen = change, seen, one.pegs(change)
        assert all(abs(a - b) <= 1 for a, b in zip(seen, last, strict=True)), "no hole is skipped"
    assert seen == after


def test_walks_of_one_side_wait_for_each_other():
    first = Walks().queued(0, Pegs(0, 0), Pegs(10, 0), free=0.0, now=0.0)
    both = first.queued(0, Pegs(10, 0), Pegs(12, 10), free=0.0, now=0.1)
    assert both.walks[1].start == pytest.approx(10 * STEP_SECONDS + PAUSE_SECONDS)
    assert both.pegs(STANDING, now=0.31)[0] == Pegs(5, 0)
    assert both.sides(now=0.5) == {0}


def test_the_other_side_need_not_wait():
    both = (
        Walks()
        .queued(0, Pegs(0, 0), Pegs(10, 0), free=0.0, now=0.0)
        .queued(1, Pegs(0, 0), Pegs(3, 0), free=0.0, now=0.1)
    )
    assert both.walks[1].start == 0.0


def test_no_queue_is_longer_than_seven_seconds():
    walks = Walks()
    for deal in range(20):
        walks = walks.queued(0, Pegs(5 * deal, 0), Pegs(5 * deal + 24, 5 * deal), 0.0, now=1.0)
    assert max(each.end for each in walks.walks) == 1.0 + WALKS_SECONDS


def test_an_undo_turns_them_round_where_they_are_seen():
    walks = Walks().queued(0, Pegs(0, 0), Pegs(10, 0), free=0.0, now=0.0)
    seen = walks.pegs((Pegs(10, 0), Pegs(0, 0)), now=0.31)
    undone = Undone((), (Pegs(10, 0), Pegs(0, 0)), STANDING)
    back = walks.turned_back(seen, undone, now=0.31)
    assert len(back.walks) == 1
    assert back.pegs(STANDING, now=0.31)[0] == Pegs(5, 0)
    assert back.pegs(STANDING, now=0.31 + 5.1 * STEP_SECONDS)[0] == Pegs(0, 0)


def test_walks_that_do_not_lead_to_where_the_pegs_are_are_dropped():
    walks = Walks().queued(0, Pegs(0, 0), Pegs(10, 0), free=0.0, now=0.0)
    assert walks.towards((Pegs(10, 0), Pegs(0, 0)), now=0.1) == walks
    assert walks.towards((Pegs(14, 10), Pegs(0, 0)), now=0.1) == Walks()
    assert walks.towards((Pegs(10, 0), Pegs(0, 0)), now=5.0) == Walks()
