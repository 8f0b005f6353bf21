"""Every animation: what the eye may be shown, what the supply can give, and that the game can be read all the while."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, cycle
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribboard.animations import ANIMATIONS, Animation, animation_svg
from cribboard.board import Lights, Pending, Track, View, limit, milliamps
from cribboard.board.motion import Motion
from cribboard.board.palette import BACK, SIDES, WHITE, pixels
from cribboard.cli import main
from cribboard.controls import Timing
from cribboard.replay import Replay
from cribboard.rules import events as ev
from cribboard.script import Script, Wait, parse_line
from cribboard.signals import Button, Edge
from cribboard.watchers import Letter, LightsWorker

from .board.sight import flashes, luminance, swings

RATE = 60
"""Frames a second that are looked at: twice as many as are ever drawn."""

LIMIT_MA, LEAST_LIMIT_MA = 1500, 300
"""The default setting, and the lowest."""

NAMES = {animation.name: animation for animation in ANIMATIONS}

each = pytest.mark.parametrize("animation", ANIMATIONS, ids=lambda animation: animation.name)


def seen(animation: Animation) -> list[bytes]:
    return [frame for _, frame in animation.frames(1 / RATE)]


def flashing(frames: Sequence[bytes], whole: bool = True) -> int:
    """The most flashes of any pixel, and of the board as a `whole`, within a second.

    A flash is a rise and a fall of relative luminance, each by a tenth of the brightest that the pixel ever is, which is
    stricter than WCAG's tenth of the screen's white.
    """
    samples = [[luminance(colour) for colour in pixels(frame)] for frame in frames]
    series = [list(levels) for levels in zip(*samples, strict=True) if any(levels)]
    if whole:
        series.append([sum(sample) for sample in samples])
    return max(flashes(swings(levels, 0.1 * max(levels)), RATE) for levels in series)


def test_a_strobe_is_seen():
    frames = [bytes([255 * (place // 7 % 2)] * 3) for place in range(RATE)]
    assert flashing(frames) > 3


@each
def test_nothing_flashes_more_than_three_times_a_second(animation):
    assert flashing(seen(animation)) <= 3


@each
def test_no_frame_takes_more_than_the_supply_gives(animation):
    """Nor does any reach the limit: pegs are never dimmed so that something can be celebrated."""
    for frame in seen(animation):
        assert milliamps(frame) < LIMIT_MA
        assert milliamps(limit(frame, LEAST_LIMIT_MA)) <= LEAST_LIMIT_MA


@each
def test_the_game_can_be_read_in_every_frame(animation):
    """Where the score is there is a peg, or that hole glows until there is; two pegs are seen, or one walks over the other.

    Lamps, and match holes that are won, stay lit.
    """
    lights, letters = animation.lights(), animation.letters()
    began = 60.0 if animation.idle else 0.0
    for number in range(round(animation.seconds * RATE)):
        now = number / RATE
        while letters and letters[0][2] <= now:
            view, events, at = letters.pop(0)
            lights.watch(view, events, at)
        frame = list(pixels(lights.frame(now + began)))
        rest = Lights(lights.track, motion=Motion.REDUCED)
        rest.watch(view, (), 0.0)
        still = list(pixels(rest.frame(100.0)))
        for side, pegs in enumerate(view.state.pegs):
            options, colour = view.state.options, SIDES[side]
            front = lights.track.hole(side, pegs.front, options.target)
            back = lights.track.hole(side, pegs.back, options.target)
            course = {front, back, lights.track.start(side), *lights.track.street(side)}
            seen_pegs = [hole for hole in course if frame[hole] in (colour, colour.at(BACK))]
            if frame[front] != still[front]:
                goal = colour.mixed_with(WHITE).shade(0.25)
                assert frame[front] in (goal, colour, colour.at(BACK)), "a peg is there already"
            elif frame[back] != still[back]:
                assert len(seen_pegs) >= 2 or seen_pegs == [front]
            assert any(frame[lights.track.finish(side)]) >= any(still[lights.track.finish(side)])
            for pixel in lights.track.match_holes(side):
                assert sum(frame[pixel]) >= sum(still[pixel])


@each
def test_all_is_still_ten_seconds_later_at_what_the_view_alone_would_show(animation):
    if animation.idle:
        return
    lights, letters = animation.lights(), animation.letters()
    for letter in letters:
        lights.watch(*letter)
    view, _, last = letters[-1]
    assert lights.next_change(last + 10.0) is None
    rest = Lights(lights.track)
    rest.watch(view, (), last)
    assert lights.frame(last + 10.0) == rest.frame(last + 100.0)


# --- without colour --------------------------------------------------------------------------------------------------


def pattern(frames: Sequence[bytes], rest: bytes) -> tuple[frozenset[int], ...]:
    """The holes that are brighter than at rest, moment by moment, as an eye without colour sees them."""
    still = [luminance(colour) for colour in pixels(rest)]
    return tuple(
        frozenset(
            pixel
            for pixel, colour in enumerate(pixels(frame))
            if luminance(colour) > 1.5 * still[pixel] + 0.01
        )
        for frame in frames
    )


TOLD_APART = {
    "refusal": (ev.Refusal("game_over", {}),),
    "prompt": (ev.Prompted("redeal", {}),),
    "lost": (ev.DeviceChanged("scanner", "lost"),),
    "go": (ev.Go(0),),
    "other go": (ev.Go(1),),
    "undone": (ev.Undone((), (), ()),),
}
WINS = {size: (ev.GameWon(0, (121, 90), size),) for size in ("none", "skunk", "double", "triple")}
WINS["match"] = (*WINS["none"], ev.MatchWon(0))


@pytest.mark.parametrize("motion", Motion)
@pytest.mark.parametrize("told", [TOLD_APART, WINS], ids=["notices", "wins"])
def test_what_happens_is_told_apart_by_where_it_is_lit_and_not_by_colour(told, motion):
    name = "win" if told is WINS else "refusal"
    _, *_, (view, _, _) = NAMES[name].letters()
    patterns = {}
    for what, events in told.items():
        lights = Lights(Track.load("classic"), motion=motion)
        lights.watch(view, (), -20.0)
        lights.watch(view, events, 0.0)
        frames = [lights.frame(place / 20) for place in range(60)]
        patterns[what] = pattern(frames, lights.frame(100.0))
        assert any(patterns[what]), what
    for (one, first), (other, second) in combinations(patterns.items(), 2):
        apart = sum(len(a ^ b) >= 2 for a, b in zip(first, second, strict=True))
        assert apart >= 5, f"{one} and {other} look alike"


def lamps(frame: bytes) -> list[float]:
    return [luminance(colour) for colour in list(pixels(frame))[61:63]]


def test_the_lamps_are_told_apart_by_how_bright_they_are():
    """Nobody's, the dealer's, who is to act and both at once, and a dealer's in trouble: each half as bright again as another."""
    _, *_, (view, _, _) = NAMES["turn"].letters()
    levels = []
    for shown in (view, View(view.state, view.pending, scanner="lost")):
        lights = Lights(Track.load("classic"))
        lights.watch(shown, (), 0.0)
        levels.append(lamps(lights.frame(100.0)))
    (_, acting_dealer), (_, in_trouble) = levels
    assert acting_dealer > 1.2 * in_trouble


# --- hands that are faster than the lights ---------------------------------------------------------------------------


class Strip:
    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def show(self, frame: bytes) -> None:
        self.frames.append(frame)


class Wall:
    """A strip that is looked at sixty times a second, and the worker that draws on it by our clock."""

    def __init__(self, lights: Lights, limit_ma: float) -> None:
        self.now = 0.0
        self.strip = Strip()
        calm = lights.calm
        self.worker = LightsWorker(
            lights, self.strip, limit_ma, clock=lambda: self.now, calm=lambda: calm
        )
        self.wait: float | None = None
        self.due = 0.0
        self.samples: list[bytes] = []

    def watch(self, view: View, events: tuple[ev.Event | ev.Notice, ...], now: float) -> None:
        self.until(now)
        self.now = now
        self.serve([(view, events, now)])

    def serve(self, letters: Sequence[Letter]) -> None:
        wait = self.worker._serve(letters)
        self.due = float("inf") if wait is None else self.now + wait

    def until(self, now: float) -> None:
        """Time passes: the worker draws when it wants to, and the board is looked at, after what is drawn at that moment."""
        while (sample := len(self.samples) / RATE) < now:
            while self.due <= sample:
                self.now = self.due
                self.serve(())
            self.samples.append(self.worker.frame)


def hasty(before: str, buttons: Iterator[Button], number: int, limit_ma: float) -> Wall:
    """A table that comes to rest after `before`, and then has so many buttons pressed, ten times a second."""
    script = Script.parse(before, "hasty")
    wall = Wall(Lights(Track.load("classic")), limit_ma)
    replay = Replay(script, [wall], Timing(commit_after=0.5))
    for _, line in script.lines:
        replay.do(line)
    begins = replay.now + 20.0
    for place in range(number):
        button, at = next(buttons), begins + place / 10
        replay.table.handle(Edge(button, down=True), at)
        replay.table.handle(Edge(button, down=False), at + 0.04)
    wall.until(at + 2.0)
    return wall


def presses(story: str) -> Iterator[Button]:
    """What is pressed, over and over: ten times a second."""
    one, five, go = (Button(kind, 0) for kind in ("one", "five", "go"))
    undo, next_ = Button("undo"), Button("next")
    stories = {
        "refusals": [Button("go", 1)],
        "a tap and its undo": [one, undo],
        "an award and its undo": [one, go, undo],
        "both at once": [one, Button("one", 1), undo],
        "everything": [one, five, go, next_, undo, Button("five", 1), Button("go", 1), undo],
        "a win and its undo": [five, five, go, undo],
    }
    while True:
        yield from stories[story]


@pytest.mark.parametrize(
    "story",
    [
        "refusals",
        "a tap and its undo",
        "an award and its undo",
        "both at once",
        "everything",
        "a win and its undo",
    ],
)
def test_hands_of_ten_presses_a_second_can_not_make_it_flash(story):
    """Pixel by pixel: lights of two sides that go on and off in turn are no flash, though the board's sum may waver."""
    before = "set scan=none handicap=115,20\ndealer Ann"
    wall = hasty(before, presses(story), 80, LEAST_LIMIT_MA)
    wall.until(wall.now + 15.0)
    assert len(wall.strip.frames) > 3
    assert flashing(wall.samples, whole=False) <= 3
    assert all(milliamps(frame) <= LEAST_LIMIT_MA for frame in wall.strip.frames)
    assert wall.due == float("inf"), "it has come to rest"


BUTTONS = [Button(kind, seat) for kind in ("one", "five", "go") for seat in (0, 1)]
BUTTONS += [Button("undo"), Button("next")]


@settings(deadline=None, max_examples=15)
@given(
    st.lists(st.sampled_from(BUTTONS), min_size=2, max_size=8),
    st.sampled_from(["115,20", "50,85"]),
    st.sampled_from([LEAST_LIMIT_MA, LIMIT_MA]),
)
def test_no_buttons_pressed_over_and_over_can_make_it_flash(buttons, handicap, limit_ma):
    wall = hasty(f"set scan=none handicap={handicap}\ndealer Ann", cycle(buttons), 60, limit_ma)
    assert flashing(wall.samples, whole=False) <= 3


@each
@pytest.mark.parametrize("part", [0.05, 0.3, 0.6, 0.9])
def test_a_press_at_the_table_in_the_midst_of_it_is_lit_before_anything_else(animation, part):
    """Through Table and worker: the first frame after the press shows the hole that is tapped, or the refusal."""
    if animation.idle:
        animation = replace(animation, act="wait 60", seconds=10.0)
    wall, told = Wall(animation.lights(), LIMIT_MA), list[tuple[View, bytes]]()

    class Eye:
        def watch(self, view: View, events: tuple[ev.Event | ev.Notice, ...], now: float) -> None:
            wall.watch(view, events, now)
            told.append((view, wall.worker.frame))

    replay = Replay(animation.script, [Eye()])
    replay.run(animation.name)
    replay.do(Wait(part * animation.seconds))
    wall.until(replay.now)
    told.clear()
    replay.do(parse_line("press Bob.one", animation.script.options))
    view, frame = told[0]
    track, shown = Track.load("classic"), list(pixels(frame))
    if pending := view.pending[1]:
        landing = view.state.pegs[1].front + pending.points
        assert max(shown[track.hole(1, landing, view.state.options.target)]) >= 50
    else:
        bar = [shown[pixel] for pixel in track.before_home(1)[:3]]
        assert any(colour.red > 80 and colour.green == 0 for colour in bar)


@each
def test_a_press_while_it_runs_is_seen_in_the_very_next_frame(animation):
    lights, letters = animation.lights(), animation.letters()
    wall = Wall(lights, LIMIT_MA)
    while letters and letters[0][2] <= animation.poster:
        wall.serve(letters[:1])
        view = letters.pop(0)[0]
    wall.now = animation.poster
    wall.serve(())
    state = view.state
    target, front = state.options.target, state.pegs[1].front
    wall.serve([(View(state, (None, Pending(3))), (), wall.now)])
    pixel = lights.track.hole(1, front + 3, target)
    shown = list(pixels(wall.worker.frame))[pixel]
    level = 1.0 if animation.motion is Motion.FULL and not animation.calm else 0.6
    assert shown == SIDES[1].mixed_with(WHITE).at(level)


# --- pictures --------------------------------------------------------------------------------------------------------

DOCS = Path(__file__).parents[1] / "docs"


@each
def test_its_picture_in_the_docs_is_fresh_and_small(animation):
    """`make draw` makes it."""
    drawing = animation_svg(animation)
    picture = DOCS / "animations" / f"{animation.name}.svg"
    assert picture.read_text("ascii") == drawing
    assert picture.stat().st_size < 60_000
    ElementTree.fromstring(drawing)
    assert "prefers-reduced-motion" in drawing


def test_the_docs_show_every_animation_and_no_other():
    drawn = {picture.stem for picture in (DOCS / "animations").glob("*")}
    told = (DOCS / "lights.md").read_text("utf-8")
    assert drawn == set(NAMES)
    assert all(f"(animations/{name}.svg)" in told for name in NAMES)


@pytest.mark.soak
def test_draw_one_and_all(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["draw", "animation", "go"]) == 0
    drawn = capsys.readouterr().out
    folder = tmp_path / "new" / "folder"
    assert main(["draw", "animation", "all", "-o", str(folder)]) == 0
    assert {picture.stem for picture in folder.iterdir()} == set(NAMES)
    assert (folder / "go.svg").read_text("ascii") == drawn
    assert main(["draw", "animation", "fence"]) == 2
    assert "fence: no such animation; there are preview, " in capsys.readouterr().err
    assert main(["draw", "animation", "all", "-o", str(folder / "go.svg")]) == 2
    assert "can't be made" in capsys.readouterr().err
    assert main(["draw", "animation", "all"]) == 2
    assert "name a folder: -o animations/" in capsys.readouterr().err
    assert main(["draw", "animation", "go", "-o", "one/"]) == 0
    assert Path("one/go.svg").read_text("ascii") == drawn
    assert {path.name for path in tmp_path.iterdir()} == {"new", "one"}
