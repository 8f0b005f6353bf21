"""Every animation of the lights, each at a moment of a game that shows it: for pictures, tests and measurements.

Each is a table script, carried out by the very same table: what leads up to the moment, and the act itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cribboard.board.lights import Lights
from cribboard.board.motion import Motion
from cribboard.board.moving import moving_svg
from cribboard.board.power import limit
from cribboard.board.track import Track
from cribboard.board.view import View
from cribboard.replay import Replay
from cribboard.rules import Event, Notice
from cribboard.script import Script, Wait

Letter = tuple[View, tuple[Event | Notice, ...], float]

LEAD_IN, FRAME = 0.5, 1 / 20
"""Seconds of a moving picture before anything happens, and between its frames."""

LIMIT_MA = 1500

SETTLED = 20.0
IDLE = 60.0


@dataclass(frozen=True, slots=True)
class Animation:
    """A moment at the table: its `name`, what it shows, the script `before` it and the `act`; seconds until all is seen.

    `poster` is the second at which a picture that stands still shows it best. With `idle` nothing is done at all.
    """

    name: str
    title: str
    before: str
    act: str
    seconds: float
    poster: float = 1.5
    motion: Motion = Motion.FULL
    calm: bool = False
    idle: bool = False

    def lights(self) -> Lights:
        """The lights on which it is seen, at full brightness."""
        attract = IDLE if self.idle else 0.0
        track = Track.for_options(self.script.options)
        lights = Lights(track, motion=self.motion, attract=attract)
        lights.calm = self.calm
        return lights

    @property
    def script(self) -> Script:
        """All that is done."""
        return Script.parse(f"{self.before}\n{self.act}", self.name)

    def letters(self) -> list[Letter]:
        """What the lights are told: first the table as it has come to rest before the act, at 0, then the act."""
        told: list[Letter] = []

        class Ear:
            def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
                told.append((view, events, now))

        replay, begins = Replay(self.script, [Ear()]), len(self.before.splitlines())
        for number, line in self.script.lines:
            if number > begins:
                break
            replay.do(line)
        replay.do(Wait(SETTLED))
        start, (view, *_), told[:] = replay.now, told[-1], []
        for number, line in self.script.lines:
            if number > begins:
                replay.do(line)
        replay.do(Wait(self.seconds))
        rest = 0.0 if self.idle else -SETTLED
        return [(view, (), rest), *((view, events, now - start) for view, events, now in told)]

    def frames(self, every: float = FRAME) -> Iterator[tuple[float, bytes]]:
        """Moments from the act's first on and the frames at them, before the power limit."""
        lights, letters = self.lights(), self.letters()
        begins = IDLE if self.idle else 0.0
        for number in range(round(self.seconds / every) + 1):
            now = number * every
            while letters and letters[0][2] <= now:
                lights.watch(*letters.pop(0))
            yield now, lights.frame(now + begins)


def animation_svg(animation: Animation) -> str:
    """The moving picture of an animation, after a moment in which the board stands as it was before."""
    lights, (before, *_) = animation.lights(), animation.letters()
    lights.watch(*before)
    still = lights.frame(before[2] + SETTLED)
    moving = [(LEAD_IN + now, frame) for now, frame in animation.frames()]
    shown = [(0.0, still), (LEAD_IN - FRAME, still), *moving]
    film = [(now, limit(frame, LIMIT_MA)) for now, frame in shown]
    return moving_svg(lights.track, film, animation.title, LEAD_IN + animation.poster)


def _taps(handicap: str, scan: str = "none", more: str = "") -> str:
    """A table whose players tap everything in, their pegs already on their way."""
    return f"set scan={scan} handicap={handicap} {more}\ndealer Ann"


def _pegs(name: str, points: int) -> str:
    """What a player presses to peg so many points."""
    fives, ones = divmod(points, 5)
    taps = [f"press {name}.five {fives}"] * bool(fives) + [f"press {name}.one {ones}"] * bool(ones)
    return "\n".join([*taps, f"press {name}.go"])


def _win(loser: int, more: str = "") -> str:
    """Ann is about to win; Bob stands there."""
    return "\n".join([_taps(f"108,{loser - 4}", more=more), _pegs("Bob", 4), _pegs("Ann", 7)])


_COUNTED = "set scan=all handicap=23,31\ndealer Bob\nnext\nscan 5H\n"
_MATCH = "\n".join(
    [
        "set scan=none handicap=115,110 match=first-to:7 points=1",
        "dealer Ann",
        *(f"{_pegs('Ann', 6)}\nnext" for _ in range(4)),
        *(f"{_pegs('Bob', 11)}\nnext" for _ in range(3)),
        *(f"{_pegs('Ann', 6)}\nnext" for _ in range(2)),
        _pegs("Bob", 4),
    ]
)
_SHOW = "set scan=show handicap=36,20\ndealer Ann\nnext\nscan TC\nnext\nscan 5H\nscan 5D\nscan 6S"

ANIMATIONS = (
    Animation("preview", "Points being tapped in", _taps("20,12"), "press Ann.five\npress Ann.one 3\nwait 1.5", 2.2),
    Animation("count-out", "Eight pegged, counted out", "\n".join([_taps("14,12"), _pegs("Ann", 6)]), _pegs("Ann", 8), 2.2, 0.5),
    Animation("turn", "Bob is to play", _COUNTED, "scan 9D", 8.5, 0.3),
    Animation("heels", "Two for his heels", "set scan=show handicap=23,31\ndealer Bob\nnext", "scan JH", 3.5, 0.8),
    Animation("go", "Go", _COUNTED + "scan TD\nscan KH\nscan 9S", "press Bob.go", 2.2, 0.7),
    Animation("thirty-one", "Thirty-one for two", _COUNTED + "scan TD\nscan KH\nscan 9S\nwait 1", "scan 2S", 2.5, 0.8),
    Animation("hand", "A hand counted", _SHOW, "scan 4S", 5.5, 2.5),
    Animation("undo", "An award taken back", "\n".join([_taps("14,12"), _pegs("Ann", 6), _pegs("Ann", 8)]), "undo", 1.6, 0.5),
    Animation("undo-step", "A step taken back", "set scan=show handicap=23,31\ndealer Bob\nnext\nscan 5H", "undo", 1.6, 0.5),
    Animation("refusal", "Refused", _COUNTED + "scan TD", "scan TD", 3.0, 1.0),
    Animation("refused-award", "Nineteen can't be", _taps("20,12"), "press Ann.five 4\nhold Ann.one\npress Ann.go", 6.0, 3.5),
    Animation("prompt", "Once more?", "\n".join([_taps("20,12"), _pegs("Ann", 6)]), "hold undo", 3.5, 1.4),
    Animation("scanner-lost", "The scanner is lost", _COUNTED, "unplug scanner", 4.0, 0.1),
    Animation("skunk-line", "Safe from the skunk", "\n".join([_taps("78,92"), _pegs("Ann", 7)]), _pegs("Ann", 9), 3.5, 1.5),
    Animation("stinkhole", "In the stinkhole", "\n".join([_taps("100,92"), _pegs("Ann", 12)]), _pegs("Ann", 8), 3.0, 1.5),
    Animation("win", "Game", _win(104), _pegs("Ann", 6), 9.5, 3.0),
    Animation("win-skunk", "Game, and a skunk", _win(84), _pegs("Ann", 6), 9.5, 3.0),
    Animation("win-double", "Game, and a double skunk", _win(52), _pegs("Ann", 6), 9.5, 3.0),
    Animation("win-triple", "Game, and a triple skunk", _win(24, "triple_skunk_wins_match=true"), _pegs("Ann", 6), 9.5, 3.0),
    Animation("match", "The match", _MATCH, _pegs("Ann", 6), 9.5, 3.0),
    Animation("attract", "Nobody plays", _taps("0,0"), "", 10.0, 4.0, idle=True),
    Animation("night", "Game, at night", _win(104), _pegs("Ann", 6), 9.5, 3.0, calm=True),
    Animation("reduced", "Eight pegged, without motion", "\n".join([_taps("14,12"), _pegs("Ann", 6)]), _pegs("Ann", 8), 3.0, 1.0, motion=Motion.REDUCED),
)  # fmt: skip
"""In the order of a game, and of the documentation."""
