"""What each thing that happens looks like, besides the pegs' own walks: events in, effects out.

What a light means is told by where it is, how it moves and how many there are, and only then by its colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from cribboard.rules import Event, Notice, Options, Pegs
from cribboard.rules import events as ev
from cribboard.rules.match import SKUNKS, skunk, skunk_lines

from .effects import SOFT, Alternation, Effect, Glow, Holes, Priority, Ripple, Swell
from .layers import BAR
from .palette import AMBER, BACK, FAINT, RED, SIDES, WARM, WHITE, Colour
from .track import Track
from .view import View

NOTICE_SECONDS, LOST_SECONDS = 2.0, 3.0
RUN_SECONDS, RIPPLE_SECONDS = 1.0, 1.2
GO_SECONDS, HAND_SECONDS, POINTS_SECONDS = 1.4, 3.5, 5.0
CHEER_SECONDS, ROUND_SECONDS = 8.0, 6.0
SWEEP_SECONDS = 9.0

RUN, NEAR, FAR = 6, 4, 8
"""Holes: a run to or from home, a ripple, a wide ripple."""

CREST, CREST_PART, SWEEP_REACH = 7.0, 0.35, 9.0
"""Holes that a crest reaches to either side, and at most which part of the way to the next one, so that they can be counted."""

RIPPLE, WHITE_RIPPLE = 0.25, 0.15
CHEER, SWEEP = 0.11, 0.1
"""Levels: what is brief stays well below a front peg, what lasts for seconds below a back peg, even to an eye without colour."""


def effects(
    event: Event | Notice, view: View, track: Track, at: float, now: float
) -> Iterator[Effect]:
    """What an event brings about. `view` is the table after it; its pegs, if any walk, have arrived `at`; `now` it happened."""
    stage = Stage(track, view)
    match event:
        case ev.Scored():
            yield from stage.scored(event, at)
        case ev.Go(player):
            yield stage.go(stage.options.side_of(player), at)
        case ev.GameWon(side, _, skunk):
            yield stage.game_won(side, skunk, at)
        case ev.MatchPoints(side, points):
            yield stage.match_points(side, points, at)
        case ev.MatchWon(side):
            yield from stage.match_won(side, at)
        case ev.Undone() if event.pegs == event.pegs_before:
            yield stage.undone(now)
        case ev.Refusal():
            yield stage.refusal(now)
        case ev.Prompted():
            yield from stage.prompt(now)
        case ev.DeviceChanged(change="lost"):
            yield stage.lost(now)


def leap(side: int, before: Pegs, after: Pegs, view: View, track: Track, now: float) -> Glow:
    """The way that a front peg has come where pegs don't walk: its holes glow for a while."""
    stage = Stage(track, view)
    ends = sorted((before.front, after.front))
    holes = (stage.hole(side, score) for score in range(ends[0] + 1, ends[1]))
    colour = SIDES[side].mixed_with(WHITE).shade(FAINT)
    lit = tuple((pixel, colour) for pixel in holes)
    end = now + NOTICE_SECONDS
    return Glow(priority=Priority.ACCENT, start=now, end=end, lit=lit, rise=SOFT)


def sweep(track: Track, start: float) -> Ripple:
    """A warm light that goes once around all streets, for a board where nobody plays."""
    streets = zip(*(track.street(side) for side in range(track.sides)), strict=True)
    return Ripple(
        priority=Priority.ATTRACT,
        start=start,
        end=start + SWEEP_SECONDS,
        groups=tuple(streets),
        colour=WARM.at(SWEEP),
        reach=SWEEP_REACH,
    )


class Stage:
    """The board as the place where effects are seen."""

    def __init__(self, track: Track, view: View) -> None:
        self.track = track
        self.view = view

    @property
    def options(self) -> Options:
        """What is played."""
        return self.view.state.options

    def hole(self, side: int, score: int) -> int:
        """The pixel of a score."""
        return self.track.hole(side, score, self.options.target)

    def scored(self, scored: ev.Scored, at: float) -> Iterator[Effect]:
        """What an award was made of, and what came of it."""
        front, side = scored.pegs.front, scored.side
        bright = SIDES[side].mixed_with(WHITE).at(RIPPLE)
        if scored.points <= 0 or front == scored.pegs_before.front:
            return
        if scored.reason in ("hand", "crib"):
            yield self.hand(scored, at)
        if scored.reason == "heels":
            for beat in (0.0, RIPPLE_SECONDS):
                yield self.ripple(side, front, bright, at + beat, NEAR)
        if any(item.kind == "thirty_one" for item in scored.items):
            yield self.ripple(side, front, bright, at, FAR)
        if front == self.options.target - 1:
            yield self.ripple(side, front, bright, at, NEAR, inward=True)
        for line in skunk_lines(self.options):
            if scored.pegs_before.front < line <= front and self.matters(line):
                yield self.ripple(side, line, WHITE.at(WHITE_RIPPLE), at, FAR)

    def hand(self, scored: ev.Scored, at: float) -> Glow:
        """A hand's holes glow, and brighter the last one of each thing that was counted in it."""
        before, side = scored.pegs_before.front, scored.side
        ends = {before + so_far for so_far in accumulate(item.points for item in scored.items)}
        levels = (
            (score, 3 * FAINT if score in ends else FAINT)
            for score in range(before + 1, scored.pegs.front)
        )
        colour = SIDES[side].mixed_with(WHITE)
        lit = tuple((self.hole(side, score), colour.at(level)) for score, level in levels)
        return Glow(
            priority=Priority.ACCENT,
            start=at,
            end=at + HAND_SECONDS,
            lit=lit,
            rise=SOFT,
            fade=1.0,
        )

    def matters(self, line: int) -> bool:
        """Whether it changes anything to be beyond this line."""
        return skunk(self.options, line - 1) != skunk(self.options, line)

    def ripple(
        self, side: int, score: int, colour: Colour, start: float, holes: int, inward: bool = False
    ) -> Ripple:
        """A ring that runs along a street from a hole, or closes in on it."""
        last = self.options.target - 1
        rings = [
            tuple(
                self.hole(side, place)
                for place in (score - distance, score + distance)
                if 1 <= place <= last
            )
            for distance in range(1, holes + 1)
        ]
        return Ripple(
            priority=Priority.ACCENT,
            start=start,
            end=start + RIPPLE_SECONDS,
            groups=tuple(reversed(rings) if inward else rings),
            colour=colour,
        )

    def go(self, side: int, at: float) -> Glow:
        """The bar before home of who can't play swells once, gently."""
        colour = SIDES[side].at(BACK)
        lit = tuple((pixel, colour) for pixel in self.track.before_home(side)[:BAR])
        half = GO_SECONDS / 2
        return Glow(
            priority=Priority.ACCENT, start=at, end=at + GO_SECONDS, lit=lit, rise=half, fade=half
        )

    def swell(self, side: int, crests: int, at: float) -> Swell:
        """So many swells go round a side's street."""
        return Swell(
            priority=Priority.CHEER,
            start=at,
            end=at + CHEER_SECONDS,
            groups=tuple((pixel,) for pixel in self.track.street(side)),
            colour=SIDES[side].mixed_with(WHITE).at(CHEER),
            crests=crests,
            seconds=ROUND_SECONDS,
            reach=min(CREST, CREST_PART * self.track.lap / crests),
        )

    def game_won(self, side: int, skunk: str, at: float) -> Swell:
        """Swells for the winner: one for a win, two for a skunk, three for a double, four for a triple."""
        return self.swell(side, 1 + SKUNKS.index(skunk), at)

    def match_won(self, side: int, at: float) -> Iterator[Swell]:
        """A swell round every other street as well; the match holes may be lit too brightly for more to be seen there."""
        return (self.swell(other, 1, at) for other in self.options.sides if other != side)

    def match_points(self, side: int, points: int, at: float) -> Glow:
        """The match holes that were won are white at first, and ebb to what they will be."""
        holes, tally = self.track.match_holes(side), self.view.state.tally[side]
        won = {holes[place % len(holes)] for place in range(tally - points, tally)}
        lit = tuple((pixel, WHITE) for pixel in sorted(won))
        return Glow(
            priority=Priority.ACCENT,
            start=at,
            end=at + POINTS_SECONDS,
            lit=lit,
            rise=SOFT,
            fade=POINTS_SECONDS / 2,
        )

    def undone(self, now: float) -> Ripple:
        """A light runs away from home: the last act is taken back, and no peg had moved by it."""
        return self._run(now, WHITE.at(WHITE_RIPPLE), self._runway())

    def prompt(self, now: float) -> Iterator[Ripple]:
        """A light runs home, and again: the same once more, please."""
        for beat in range(2):
            start, way = now + beat * RUN_SECONDS, self._runway()[::-1]
            yield self._run(start, WHITE.at(0.5), way)

    def refusal(self, now: float) -> Glow:
        """A bar before every home, red, at once."""
        pixels = (
            pixel for side in self.options.sides for pixel in self.track.before_home(side)[:BAR]
        )
        lit = tuple((pixel, RED) for pixel in pixels)
        return Glow(priority=Priority.NOTICE, start=now, end=now + NOTICE_SECONDS, lit=lit)

    def lost(self, now: float) -> Alternation:
        """Two lights before each home, with a gap, in turn from side to side."""
        groups = tuple(self.track.before_home(side)[:BAR:2] for side in self.options.sides)
        end = now + LOST_SECONDS
        return Alternation(
            priority=Priority.NOTICE, start=now, end=end, groups=groups, colour=AMBER, seconds=1.0
        )

    def _runway(self) -> tuple[Holes, ...]:
        """The holes before every home, step by step away from it."""
        rows = [self.track.before_home(side)[:RUN] for side in self.options.sides]
        return tuple(zip(*rows, strict=True))

    @staticmethod
    def _run(start: float, colour: Colour, way: tuple[Holes, ...]) -> Ripple:
        end = start + RUN_SECONDS
        return Ripple(priority=Priority.NOTICE, start=start, end=end, groups=way, colour=colour)
