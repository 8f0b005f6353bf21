"""What the pixels show, layer on layer: the top one wins, and where it is silent the next one shows.

A layer is a function of a Scene that yields (pixel, colour). Motion comes in by the Scene alone, so a scene at rest is
what the view means, and any layer can be drawn by other means than light.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from cribboard.rules import Pegs
from cribboard.rules.match import skunk, skunk_lines

from .motion import REST
from .palette import AMBER, BACK, DARK, FAINT, RED, SIDES, WHITE, Colour
from .track import GROUP, Track
from .view import View

Dots = Iterator[tuple[int, Colour]]

LINE, LAMP = WHITE.at(0.1), 0.3
"""The light of a skunk line, and the level of the dealer's lamp."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that one frame depends on: the view, the pegs as they stand or walk, and how bright each pulse is just now.

    `pegs` and `preview_levels` are by side; `walkers` are (side, score), `cheer` (pixel, colour).
    """

    track: Track
    view: View
    pegs: tuple[Pegs, ...]
    preview_levels: tuple[float, ...]
    turn_level: float = REST
    walkers: tuple[tuple[int, int], ...] = ()
    cheer: tuple[tuple[int, Colour], ...] = ()
    alert: Colour | None = None

    @classmethod
    def at_rest(cls, track: Track, view: View) -> Scene:
        """The scene once all motion is over: everything stands where the view says."""
        return cls(track, view, view.state.pegs, tuple(REST for _ in view.state.pegs))

    @property
    def target(self) -> int:
        """The score of the game hole."""
        return self.view.state.options.target

    def hole(self, side: int, score: int) -> int:
        """The pixel of a side's score."""
        return self.track.hole(side, score, self.target)

    def lap_start(self, pegs: Pegs) -> int:
        """The score at which the front peg's lap began: 0 on the first lap."""
        return self.track.lap_start(pegs.front, self.target)


def trail(scene: Scene) -> Dots:
    """Where the back peg has come from on the front peg's lap, faint; from the second lap on every fifth hole is dark."""
    for side, pegs in enumerate(scene.pegs):
        lap_start = scene.lap_start(pegs)
        passed = scene.track.street(side)[: max(pegs.back - 1 - lap_start, 0)]
        colour = SIDES[side].at(FAINT)
        for number, pixel in enumerate(passed, start=1):
            if not lap_start or number % GROUP:
                yield pixel, colour


def cheer(scene: Scene) -> Dots:
    """The winner's wave."""
    yield from scene.cheer


def ahead(scene: Scene) -> Dots:
    """From the second lap on, every fifth hole still to come, faint, so that no two laps look alike (R75)."""
    for side, pegs in enumerate(scene.pegs):
        lap_start = scene.lap_start(pegs)
        if lap_start:
            colour = SIDES[side].at(FAINT)
            for number in range(pegs.front - lap_start + 1, scene.target - lap_start):
                if number % GROUP == 0:
                    yield scene.track.street(side)[number - 1], colour


def lines(scene: Scene) -> Dots:
    """The first safe hole of a skunk that threatens: from the leader's passing it until the other side has (R56, R76).

    A line that would change nothing, as 31 where a triple skunk isn't played, is not shown.
    """
    options = scene.view.state.options
    leader = max(pegs.front for pegs in scene.pegs)
    for line in skunk_lines(options):
        if line <= leader and skunk(options, line - 1) != skunk(options, line):
            for side, pegs in enumerate(scene.pegs):
                if pegs.front < line:
                    yield scene.hole(side, line), LINE


def lamps(scene: Scene) -> Dots:
    """Until the game is won, each finish pixel: white for the dealer, the side's colour, pulsing, for who is to act.

    Both at once is half of each, pulsing. While the scanner is lost the dealer's white is amber.
    """
    state = scene.view.state
    if state.is_over:
        return
    dealer = None if state.dealer is None else state.options.side_of(state.dealer)
    turn = None if state.turn is None else state.options.side_of(state.turn)
    white = AMBER if scene.view.scanner == "lost" else WHITE
    for side in state.options.sides:
        if side == turn:
            colour = SIDES[side].mixed_with(white) if side == dealer else SIDES[side]
            yield scene.track.finish(side), colour.at(scene.turn_level)
        elif side == dealer:
            yield scene.track.finish(side), white.at(LAMP)


def match_holes(scene: Scene) -> Dots:
    """Each side's match points, which are games where games are counted (R60, R78).

    The holes are filled at a third of the colour; when they are all used up, they are filled again from the first in the
    full colour, and at last in white: 9 points in 7 holes are two full ones and five at a third.
    """
    for side, count in enumerate(scene.view.state.tally):
        holes = scene.track.match_holes(side)
        rounds = SIDES[side].at(BACK), SIDES[side], WHITE
        for place, pixel in enumerate(holes):
            times = -(-(count - place) // len(holes))
            if times > 0:
                yield pixel, rounds[min(times, len(rounds)) - 1]


def back_pegs(scene: Scene) -> Dots:
    """The back pegs, at a third (R54)."""
    for side, pegs in enumerate(scene.pegs):
        yield scene.hole(side, pegs.back), SIDES[side].at(BACK)


def front_pegs(scene: Scene) -> Dots:
    """The front pegs; half white in the stinkhole, one short of home (R75)."""
    for side, pegs in enumerate(scene.pegs):
        stinks = pegs.front == scene.target - 1
        yield scene.hole(side, pegs.front), SIDES[side].mixed_with(WHITE) if stinks else SIDES[side]


def walkers(scene: Scene) -> Dots:
    """The pegs that are just being moved."""
    for side, score in scene.walkers:
        yield scene.hole(side, score), SIDES[side]


def preview(scene: Scene) -> Dots:
    """Where the front peg would go by the points that a side is tapping in; red if they can't be."""
    for side, pending in enumerate(scene.view.pending):
        if pending and pending.points:
            front = scene.view.state.pegs[side].front
            colour = RED if pending.refused else SIDES[side].mixed_with(WHITE)
            yield scene.hole(side, front + pending.points), colour.at(scene.preview_levels[side])


def alert(scene: Scene) -> Dots:
    """What must be seen at once lights all the lamps."""
    if scene.alert:
        for side in scene.view.state.options.sides:
            yield scene.track.finish(side), scene.alert


LAYERS = (
    trail,
    cheer,
    ahead,
    lines,
    lamps,
    match_holes,
    back_pegs,
    front_pegs,
    walkers,
    preview,
    alert,
)
"""From the bottom to the top."""


def paint(scene: Scene) -> bytes:
    """The frame of a scene: red, green and blue of every pixel in chain order."""
    pixels = [DARK] * len(scene.track.holes)
    for layer in LAYERS:
        for pixel, colour in layer(scene):
            pixels[pixel] = colour
    return bytes(chain.from_iterable(pixels))
