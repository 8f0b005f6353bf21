"""What the pixels show, layer on layer: the top one wins, and where it is silent the next one shows.

A layer is a function of a Scene that yields (pixel, colour). Motion comes in by the Scene alone, so a scene at rest is
what the view means, and any layer can be drawn by other means than light.

Between the layers that mark the way and those that say how the game stands are the effects. They only ever brighten:
whatever moves, no light that means something goes out for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import chain

from cribboard.rules import Pegs
from cribboard.rules.match import skunk, skunk_lines

from .effects import Dot
from .laps import GROUP, Lap
from .motion import REST
from .palette import AMBER, BACK, DARK, FAINT, FRONT, RED, SIDES, WHITE, Colour
from .track import Track
from .view import View

Dots = Iterator[Dot]

LINE, LAMP, GOAL = WHITE.at(0.1), 0.08, 0.25
"""The light of a skunk line, the levels of the dealer's lamp and of where a peg is walking to.

The dealer's white is half as bright as any colour at rest: who is to act is brighter, even to an eye without colour.
"""

BAR, TROUBLE = 3, 1 / 6
"""The holes of a bar before home, and its level while something isn't as it should be."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that one frame depends on: the view, the pegs as they stand or walk, and how bright each pulse is just now.

    `pegs` and `preview_levels` are by side; `walkers` are (side, score), `walking` the sides whose pegs are on their
    way, and `effects` what comes and goes, by pixel.
    """

    track: Track
    view: View
    pegs: tuple[Pegs, ...]
    preview_levels: tuple[float, ...]
    turn_level: float = REST
    walkers: tuple[tuple[int, int], ...] = ()
    walking: Collection[int] = ()
    effects: dict[int, Colour] = field(default_factory=dict)

    @classmethod
    def at_rest(cls, track: Track, view: View) -> Scene:
        """The scene once all motion is over: everything stands where the view says."""
        return cls(track, view, view.state.pegs, tuple(REST for _ in view.state.pegs))

    @property
    def target(self) -> int:
        """The score of the game hole."""
        return self.view.state.options.target

    @property
    def is_lame(self) -> bool:
        """Whether the scanner is lost, or the journal isn't kept."""
        return self.view.scanner == "lost" or not self.view.kept

    def hole(self, side: int, score: int) -> int:
        """The pixel of a side's score."""
        return self.track.hole(side, score, self.target)

    def lap(self, pegs: Pegs) -> Lap:
        """The front peg's lap."""
        return self.track.lap_at(pegs.front, self.target)

    def peg(self, side: int, score: int, level: float) -> tuple[int, Colour]:
        """A peg's light; where a start hole is home as well, a peg that waits there is faint, for a bright one is home."""
        pixel = self.hole(side, score)
        waits = score <= 0 and pixel == self.track.finish(side)
        return pixel, SIDES[side].at(FAINT if waits else level)


def trail(scene: Scene) -> Dots:
    """Where the back peg has come from on the front peg's lap, faint, with the lap's marks left dark."""
    for side, pegs in enumerate(scene.pegs):
        street, colour = scene.track.street(side), SIDES[side].at(FAINT)
        for number in scene.lap(pegs).trail(pegs):
            yield street[number - 1], colour


def ahead(scene: Scene) -> Dots:
    """The marks of the lap, faint, ahead of the front peg, so that no two laps look alike (R75)."""
    for side, pegs in enumerate(scene.pegs):
        street, colour = scene.track.street(side), SIDES[side].at(FAINT)
        for number in scene.lap(pegs).marks(pegs):
            yield street[number - 1], colour


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


def troubles(scene: Scene) -> Dots:
    """What isn't as it should be stays, dimly, as its notice was: a bar before the home of whose award is refused.

    While the scanner is lost, or the journal isn't kept, there are two lights with a gap before every home.
    """
    for side, pending in enumerate(scene.view.pending):
        if pending and pending.refused:
            bar = scene.track.before_home(side)[:BAR]
            yield from ((pixel, RED.at(TROUBLE)) for pixel in bar)
        elif scene.is_lame:
            bar = scene.track.before_home(side)[:BAR:2]
            yield from ((pixel, AMBER.at(TROUBLE)) for pixel in bar)


def lamps(scene: Scene) -> Dots:
    """Until the game is won, each finish pixel: white for the dealer, the side's colour, pulsing, for who is to act.

    Both at once is half of each, pulsing. While the scanner is lost, or the journal isn't kept, the dealer's white is
    amber. Where the finish is the start as well, the lamp goes over the pegs that wait there: a peg that stands nowhere
    in its row is at the start.
    """
    state = scene.view.state
    if state.is_over:
        return
    dealer = None if state.dealer is None else state.options.side_of(state.dealer)
    turn = None if state.turn is None else state.options.side_of(state.turn)
    white = AMBER if scene.is_lame else WHITE
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
        yield scene.peg(side, pegs.back, BACK)


def front_pegs(scene: Scene) -> Dots:
    """The front pegs; half white in the stinkhole, one short of home (R75)."""
    for side, pegs in enumerate(scene.pegs):
        pixel, colour = scene.peg(side, pegs.front, FRONT)
        yield pixel, colour.mixed_with(WHITE) if pegs.front == scene.target - 1 else colour


def goals(scene: Scene) -> Dots:
    """Where a front peg that is still on its way will stand, unless a peg is there: the score can be read off at once."""
    for side in scene.walking:
        pixel = scene.hole(side, scene.view.state.pegs[side].front)
        if pixel not in {scene.hole(side, score) for score in scene.pegs[side] if score > 0}:
            yield pixel, SIDES[side].mixed_with(WHITE).shade(GOAL)


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


def code(scene: Scene) -> Dots:
    """A pairing code: each digit is so many lit holes at the start of a row, five white ones and then amber ones.

    All else is dark, or a peg or a lamp at a row's end would be counted.
    """
    if scene.view.code is None:
        return
    for hole in scene.track.holes:
        yield hole.index, DARK
    for digit, row in zip(scene.view.code, scene.track.rows, strict=False):
        for place, pixel in enumerate(row[: int(digit)]):
            yield pixel, WHITE if place < GROUP else AMBER


GROUND = (trail, ahead, lines, match_holes, troubles)
"""What marks the way, from the bottom to the top."""

STATE = (back_pegs, front_pegs, goals, lamps, walkers, preview, code)
"""How the game stands, from the bottom to the top."""

LAYERS = GROUND + STATE


def ground(scene: Scene) -> tuple[Colour, ...]:
    """What marks the way, pixel by pixel; it depends on the view and the pegs alone."""
    pixels = [DARK] * len(scene.track.holes)
    for layer in GROUND:
        for pixel, colour in layer(scene):
            pixels[pixel] = colour
    return tuple(pixels)


def paint(scene: Scene, on: tuple[Colour, ...] | None = None) -> bytes:
    """The frame of a scene: red, green and blue of every pixel in chain order. `on` is its ground, where that is known."""
    pixels = list(on or ground(scene))
    for pixel, colour in scene.effects.items():
        if sum(colour) > sum(pixels[pixel]):
            pixels[pixel] = colour
    for layer in STATE:
        for pixel, colour in layer(scene):
            pixels[pixel] = colour
    return bytes(chain.from_iterable(pixels))
