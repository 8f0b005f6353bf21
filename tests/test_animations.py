"""Every animation, from the act at the table to its last frame: no flashes, no lost press, the state always to be read."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from cribboard.animations import ANIMATIONS, Animation, animation_svg, files
from cribboard.board.lights import Lights
from cribboard.board.motion import SETTLED, Motion
from cribboard.board.palette import BACK, SIDES, WHITE, Colour, luminance, pixels
from cribboard.board.power import milliamps
from cribboard.board.track import Track
from cribboard.board.view import View
from cribboard.replay import Replay
from cribboard.rules import Event, Notice
from cribboard.rules.events import Refusal
from cribboard.script import Script, Wait, parse_line
from cribboard.watchers import Letter, LightsWorker

from .flicker import ALLOWED, most_turns

DOCS = Path(__file__).parents[1] / "docs"
RATE = 30
LIMIT_MA = 1500
NAMES = [animation.name for animation in ANIMATIONS]
each = pytest.mark.parametrize("animation", ANIMATIONS, ids=NAMES)


def named(name: str) -> Animation:
    return ANIMATIONS[NAMES.index(name)]


@cache
def filmed(animation: Animation) -> tuple[bytes, ...]:
    """Its frames, 30 a second, as the lights draw them: nothing held back, nothing dimmed."""
    return tuple(frame for _, frame in animation.frames(1 / RATE))


class Wire:
    """The strip, the clock and the inbox of lights that are served on the spot: each frame with its moment."""

    def __init__(self, lights: Lights, limit_ma: float = LIMIT_MA) -> None:
        self.now = 0.0
        self.frames: list[tuple[float, bytes]] = []
        self.worker = LightsWorker(lights, self, limit_ma, clock=lambda: self.now)

    def show(self, frame: bytes) -> None:
        self.frames.append((self.now, frame))

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        """What the table tells is drawn at once, after all that was due before."""
        self.run(now)
        self._serve([(view, events, now)])

    def run(self, until: float) -> None:
        """Draw whenever the worker's thread would wake up."""
        while self._due is not None and self._due < until:
            self.now = self._due
            self._serve([])
        self.now = until

    _due: float | None = None

    def _serve(self, letters: list[Letter]) -> None:
        wait = self.worker._serve(letters)
        self._due = None if wait is None else self.now + wait


def perform(animation: Animation, wire: Wire, seconds: float) -> None:
    """The animation on this wire, for so many seconds from the act on."""
    for view, events, now in animation.letters():
        if now <= seconds:
            wire.now = max(wire.now, now)
            wire.watch(view, events, now)
    wire.run(seconds)


# --- nothing flashes -------------------------------------------------------------------------------------------------


@each
def test_no_animation_flashes_more_than_three_times_a_second(animation):
    assert most_turns(animation.frames(1 / RATE)) <= ALLOWED


@pytest.mark.parametrize("calm", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("motion", Motion)
def test_none_flashes_by_night_or_with_reduced_motion(motion, calm):
    for name in ("heels", "win-double", "match", "prompt", "scanner-lost", "refused-award"):
        animation = replace(named(name), motion=motion, calm=calm)
        assert most_turns(animation.frames(1 / RATE)) <= ALLOWED, name


@each
def test_something_is_to_be_seen_of_each_that_at_rest_is_not(animation):
    frames = filmed(animation)
    assert len(set(frames)) > 1


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("turn", "attract")])
def test_with_reduced_motion_at_night_each_still_comes_and_goes(name):
    """But for the lamp of who is to act, which then is steady, and what attracts, which isn't there."""
    assert len(set(filmed(replace(named(name), calm=True, motion=Motion.REDUCED)))) > 1


HOLES = 1.0
"""Where hands are faster than any animation, the board's light as a whole counts where it changes by a white hole's.

No hole flashes then either. WCAG 2 takes a tenth of all that can be lit, which is 14 holes.
"""

HASTE = {
    "taps dropped": ("dealer Ann", ["press Ann.one", "press undo"]),
    "two in a hurry": ("dealer Ann", ["press Ann.one", "press Bob.one", "press undo"]),
    "refusals": ("dealer Ann", ["scan 5H"]),
    "refusals of taps": ("set handicap=120,0\ndealer Ann\npress Ann.one\npress Ann.go", ["press Ann.one"]),
    "steps and undo": ("set scan=show\ndealer Bob\nnext", ["scan JH", "press undo"]),
    "awards and undo": ("dealer Ann", ["press Ann.five", "press Ann.go", "press undo"]),
    "a game won and not": (
        "set scan=none handicap=115,40\ndealer Ann\npress Ann.five\npress Ann.one",
        ["press Ann.go", "press undo", "press Ann.five", "press Ann.one"],
    ),
    "a plug that is loose": ("set scan=all\ndealer Bob\nnext\nscan 5H", ["unplug scanner", "plug scanner"]),
    "prompts": ("dealer Ann\npress Ann.five\npress Ann.go", ["hold undo", "press undo"]),
}  # fmt: skip


def haste(before: str, acts: list[str], between: float, seconds: float) -> Wire:
    """The acts again and again, with so many seconds between them, over as many seconds."""
    script = Script.parse(before, "haste")
    wire = Wire(Lights(Track.for_options(script.options)))
    replay = Replay(script, [wire])
    replay.run("haste")
    replay.do(Wait(15))
    wire.run(replay.now)
    begun, number = replay.now, 0
    while replay.now < begun + seconds:
        replay.do(parse_line(acts[number % len(acts)], script.options))
        replay.do(Wait(between))
        number += 1
    wire.run(replay.now)
    return wire


@pytest.mark.parametrize("between", [0.0, 0.03, 0.12])
@pytest.mark.parametrize("what", HASTE)
def test_nothing_flashes_however_fast_they_are(what, between):
    """A press takes 50 ms, and the next follows after 100 ms and `between`; a card and a plug only take `between`."""
    before, acts = HASTE[what]
    wire = haste(before, acts, between or (0.0 if "press" in acts[0] else 0.05), seconds=6)
    assert len(wire.frames) > 1
    assert most_turns(wire.frames, together=HOLES) <= ALLOWED


def test_what_was_held_back_is_shown_in_the_end():
    wire = haste(*HASTE["taps dropped"], between=0.0, seconds=3)
    fresh = Lights(Track.load("classic"))
    wire.run(wire.now + SETTLED)
    fresh.watch(wire.worker._lights._view, (), 0.0)
    assert wire.frames[-1][1] == fresh.frame(100.0)


# --- the current -----------------------------------------------------------------------------------------------------


@each
@pytest.mark.parametrize("limit_ma", [LIMIT_MA, 300])
def test_no_frame_draws_more_than_the_limit_at_full_brightness(animation, limit_ma):
    wire = Wire(animation.lights(), limit_ma)
    perform(animation, wire, animation.seconds + (60.0 if animation.idle else 0.0))
    assert len(wire.frames) > 2
    assert max(milliamps(frame) for _, frame in wire.frames) <= limit_ma


# --- the state is always to be read ----------------------------------------------------------------------------------


@each
def test_the_pegs_are_true_in_every_frame(animation):
    """A peg that stands is as bright as at rest, whatever moves; where one is on its way, the hole where it goes is lit."""
    track = Track.for_options(animation.script.options)
    lights, letters = animation.lights(), animation.letters()
    begins, target = 60.0 if animation.idle else 0.0, animation.script.options.target
    for number in range(round(animation.seconds * RATE)):
        now = number / RATE
        while letters and letters[0][2] <= now:
            view = letters[0][0]
            lights.watch(*letters.pop(0))
        seen = list(pixels(lights.frame(begins + now)))
        walking = lights._walks.sides(begins + now)
        for side, pegs in enumerate(view.state.pegs):
            colour, white = SIDES[side], SIDES[side].mixed_with(WHITE)
            front = seen[track.hole(side, pegs.front, target)]
            back = seen[track.hole(side, pegs.back, target)]
            if side in walking:
                assert front in (colour, white, white.shade(0.25), colour.at(BACK)), now
            else:
                assert front == (white if pegs.front == target - 1 else colour), now
                assert pegs.front == pegs.back or back == colour.at(BACK), now


QUIET = [name for name in NAMES if name not in ("refusal", "refused-award", "prompt", "scanner-lost")]  # fmt: skip


@pytest.mark.parametrize("name", QUIET)
def test_nothing_outshines_a_front_peg_in_its_street(name):
    """But for what asks for attention, and points to come, a street's brightest lights are pegs, whoever sees no colours."""
    if name == "preview":
        pytest.skip("the hole that is tapped in is as bright as a peg, and pulses")
    animation = named(name)
    track = Track.for_options(animation.script.options)
    for frame in filmed(animation):
        seen = list(pixels(frame))
        for side in (0, 1):
            ends = track.start(side), track.finish(side)
            front = luminance(SIDES[side])
            for pixel in track.street(side):
                light = luminance(seen[pixel])
                pegs = (SIDES[side], SIDES[side].mixed_with(WHITE))
                to_come = SIDES[side].mixed_with(WHITE)
                if seen[pixel] not in pegs and pixel not in ends and not _tapped(seen[pixel], to_come):  # fmt: skip
                    assert light < 0.75 * front, (name, pixel, seen[pixel])


def _tapped(colour: Colour, to_come: Colour) -> bool:
    """Whether this is a preview, at whatever level of its pulse."""
    level = max(colour) / max(to_come)
    return level > 0.3 and all(
        abs(a - level * b) <= 1 for a, b in zip(colour, to_come, strict=True)
    )


def test_what_celebrates_is_dimmer_than_a_back_peg():
    for name in ("win", "win-skunk", "win-double", "win-triple", "match"):
        track = Track.load("classic")
        late = filmed(named(name))[3 * RATE :]
        back = luminance(SIDES[0].at(BACK))
        for frame in late:
            seen = list(pixels(frame))
            lit = [luminance(seen[pixel]) for pixel in track.street(0)]
            assert sorted(lit)[-2] < 0.8 * back, "but one, the back peg"


# --- a press is drawn at once ----------------------------------------------------------------------------------------


@each
@pytest.mark.parametrize("part", [0.05, 0.3, 0.6, 0.9])
def test_a_press_in_the_midst_of_it_is_drawn_at_once(animation, part):
    """The very frame that follows on the press shows the hole that it taps, or that it is refused."""
    if animation.idle:
        animation = replace(animation, act="wait 60", seconds=10.0)
    wire = Wire(animation.lights())
    replay = Replay(animation.script, [wire])
    replay.run(animation.name)
    replay.do(Wait(part * animation.seconds))
    told: list[Letter] = []
    watch = wire.watch

    def listen(view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        watch(view, events, now)
        told.append((view, events, wire.now))

    wire.watch = listen  # type: ignore[method-assign]
    before = wire.frames[-1][1]
    replay.do(parse_line("press Bob.one", animation.script.options))
    (view, events, drawn), *_ = told
    track, frame = (
        wire.worker._lights.track,
        next(frame for at, frame in wire.frames if at == drawn),
    )
    assert frame != before
    pending = view.pending[1]
    if pending and pending.points:
        landing = view.state.pegs[1].front + pending.points
        shown = list(pixels(frame))[track.hole(1, landing, view.state.options.target)]
        assert max(shown) >= 50
    else:
        assert any(isinstance(event, Refusal) for event in events)
        bar = [list(pixels(frame))[pixel] for pixel in track.beside_home(1)[:3]]
        assert any(colour.red > 200 and colour.green == 0 for colour in bar)


# --- each has its own look, in grey as well --------------------------------------------------------------------------


def story(name: str) -> tuple[tuple[bool, ...], ...]:
    """Which holes are brighter than before, five times a second: what is left without colours."""
    frames = filmed(named(name))
    first = [luminance(colour) for colour in pixels(frames[0])]
    return tuple(
        tuple(luminance(c) > was + 0.02 for c, was in zip(pixels(frame), first, strict=True))
        for frame in frames[:: RATE // 5]
    )


WINS = ("win", "win-skunk", "win-double", "win-triple")


def test_each_size_of_win_has_so_many_crests():
    track = Track.load("classic")
    for crests, name in enumerate(WINS, 1):
        lights = named(name).lights()
        for letter in named(name).letters():
            lights.watch(*letter)
        frame = list(pixels(lights.frame(4.0)))
        lit = [frame[pixel].blue > SIDES[0].at(0.1).blue for pixel in track.street(0)]
        pegs = named(name).letters()[-1][0].state.pegs[0]
        lit[pegs.back - 61] = lit[pegs.back - 60]
        around = zip(lit, [*lit[1:], lit[0]], strict=True)
        rises = sum(not before and after for before, after in around)
        assert rises == crests, name


@pytest.mark.parametrize(("one", "other"), list(combinations(NAMES, 2)))
def test_no_two_look_alike_without_colours(one, other):
    assert story(one) != story(other)


def test_a_light_beside_home_says_by_its_shape_what_it_is():
    """Refused: three. Lost: two and a gap. Go: three, at one home only. Taken back and once more: they run."""
    track = Track.load("classic")

    def shape(name: str, second: float) -> list[list[bool]]:
        frame = list(pixels(filmed(named(name))[round(second * RATE)]))
        return [[luminance(frame[pixel]) > 0.02 for pixel in track.beside_home(side)[:4]] for side in (0, 1)]  # fmt: skip

    assert shape("refusal", 1.0) == [[True, True, True, False]] * 2
    assert shape("scanner-lost", 3.9) == [[True, False, True, False]] * 2
    assert shape("go", 0.75) == [[False] * 4, [True, True, True, False]]
    assert shape("undo-step", 0.15)[0][0] > shape("undo-step", 0.15)[0][3]
    assert shape("undo-step", 0.85)[0][0] < shape("undo-step", 0.7)[0][3]


# --- night, reduced motion, rest -------------------------------------------------------------------------------------


@each
def test_all_is_still_ten_seconds_after_the_last_act(animation):
    if animation.idle:
        pytest.skip("nobody acts")
    lights, letters = animation.lights(), animation.letters()
    for letter in letters:
        lights.watch(*letter)
    last = letters[-1][2]
    assert lights.next_change(last + SETTLED) is None
    fresh = animation.lights()
    fresh.watch(letters[-1][0], (), last)
    assert lights.frame(last + SETTLED) == fresh.frame(last + SETTLED)


@each
def test_with_reduced_motion_no_light_travels(animation):
    """A frame is lit where the first one after the act was, or fades: nothing appears later, but where an act follows."""
    if animation.idle:
        pytest.skip("it has none")
    lights = replace(animation, motion=Motion.REDUCED).lights()
    for letter in animation.letters():
        lights.watch(*letter)
        now = letter[2]
        lit = [place for place, value in enumerate(lights.frame(now + 0.6)) if value]
        later = [lights.frame(now + tenth / 10) for tenth in range(7, 100)]
        assert all({p for p, value in enumerate(frame) if value} <= set(lit) for frame in later)


def test_the_night_is_dim_and_does_not_travel():
    day, night = named("hand"), named("night")
    assert (day.before, day.act) == (night.before, night.act)
    extra = [
        sum(luminance(c) for c in pixels(filmed(each)[round(2.5 * RATE)]))
        - sum(luminance(c) for c in pixels(filmed(each)[-1]))
        for each in (day, night)
    ]
    assert 0 < extra[1] < extra[0]


def test_nobody_plays_and_nothing_attracts_unless_it_is_asked_for():
    lights = Lights(Track.load("classic"))
    for letter in named("attract").letters():
        lights.watch(*letter)
    assert lights.next_change(SETTLED) is None
    assert lights.frame(SETTLED) == lights.frame(1e6)


def test_the_sweep_comes_again_and_goes_at_the_first_touch():
    lights = named("attract").lights()
    (view, events, now), *_ = named("attract").letters()
    lights.watch(view, events, now)
    rest = lights.frame(30.0)
    assert lights.next_change(30.0) == 60.0
    assert lights.frame(64.0) != rest
    assert lights.frame(69.5) == rest
    assert lights.frame(124.0) == lights.frame(64.0)
    lights.watch(view, (), 125.0)
    assert lights.frame(125.0) == rest


# --- pictures --------------------------------------------------------------------------------------------------------


def test_the_pictures_are_fresh_and_nothing_stale_lies_beside_them():
    """`make draw` makes them."""
    made = files()
    assert {path.name for path in (DOCS / "animations").iterdir()} == set(made)
    for name, make in made.items():
        assert make() == (DOCS / "animations" / name).read_text("utf-8"), f"{name}: run make draw"


def test_each_is_shown_in_the_documentation():
    told = (DOCS / "lights.md").read_text("utf-8")
    for name in files():
        assert f"(animations/{name})" in told


def test_a_picture_is_the_same_each_time():
    assert animation_svg(named("heels")) == animation_svg(named("heels"))
