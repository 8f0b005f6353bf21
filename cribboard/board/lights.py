"""The board's lights: what was seen goes in, frames come out. They keep what moves; the clock is the caller's."""

from __future__ import annotations

from collections.abc import Iterable

from cribboard.rules import Event, Notice, Pegs
from cribboard.rules import events as ev

from .choreography import SWEEP_SECONDS, effects, leap, sweep
from .effects import Effect, Priority
from .layers import Scene, ground, paint
from .motion import SETTLED, Motion, Pulse
from .palette import BACK, Colour
from .track import Track
from .view import View
from .walks import PAUSE_SECONDS, Walks


class Lights:
    """The frames of a board that watches the table.

    Times are seconds of any one clock that never goes back. With reduced `motion` nothing travels or pulses. `attract`
    is after how many seconds in which nothing happens a slow light goes once around the board, and again each time; 0
    for never.

    `calm`, False at first, may be changed at any time, as for the night: pegs walk, but nothing else moves, and what
    celebrates or asks for attention is no brighter than a back peg.

    >>> lights = Lights(Track.load("classic"))
    >>> lights.next_change(now=0.0) is None
    True
    """

    def __init__(
        self,
        track: Track,
        motion: Motion = Motion.FULL,
        attract: float = 0.0,
    ) -> None:
        self.track = track
        self.calm = False
        self._motion = motion
        self._attract = attract
        self._view: View | None = None
        self._since = 0.0
        self._painted: tuple[Scene, tuple[Colour, ...]] | None = None
        self._walks = Walks()
        self._effects: tuple[Effect, ...] = ()
        self._previews = (Pulse(),) * track.sides
        self._turn = Pulse()

    def watch(self, view: View, events: Iterable[Event | Notice], now: float) -> None:
        """See the table as it stands at `now`, and what has just happened; without the events nothing but motion is lost."""
        self._effects = tuple(effect for effect in self._effects if now < effect.end)
        free = now
        for event in events:
            free = max(free, self._animate(event, view, free, now))
        self._walks = self._walks.towards(view.state.pegs, now)
        self._renew_pulses(view, now)
        if not view.state.is_over:
            self._drop(Priority.CHEER)
        self._view, self._since = view, now

    def frame(self, now: float) -> bytes:
        """Red, green and blue of every pixel in chain order, as linear light, before brightness and the power limit."""
        if self._view is None:
            return bytes(3 * len(self.track.holes))
        scene = self._scene(self._view, now)
        return paint(scene, self._ground_of(scene))

    def next_change(self, now: float) -> float | None:
        """When the frame after the one of `now` is worth drawing.

        That is `now` while a light glides, a later moment when something will change by itself, None when all is still.
        """
        changes = [walk.next_change(now) for walk in self._walks.walks]
        changes += [pulse.next_change(now) for pulse in (*self._previews, self._turn)]
        changes += [effect.next_change(now) for effect in self._effects]
        if self._view and (coming := self._sweep(now, ahead=1)):
            current = self._sweep(now)
            changes.append(now if current and now < current.end else coming.start)
        return min((change for change in changes if change is not None), default=None)

    def _scene(self, view: View, now: float) -> Scene:
        """The view as it shows at this moment."""
        return Scene(
            self.track,
            view,
            self._walks.pegs(view.state.pegs, now),
            tuple(pulse.level(now) for pulse in self._previews),
            self._turn.level(now),
            tuple(self._walks.walkers(now)),
            self._walks.sides(now),
            self._lit(now),
        )

    def _ground_of(self, scene: Scene) -> tuple[Colour, ...]:
        """The scene's ground: most of what there is to paint, and the same from frame to frame unless a peg has moved."""
        if self._painted:
            last, painted = self._painted
            if last.view is scene.view and last.pegs == scene.pegs:
                return painted
        self._painted = scene, ground(scene)
        return self._painted[1]

    def _lit(self, now: float) -> dict[int, Colour]:
        """What the effects light, by pixel; where two want the same one, that of higher priority has it."""
        lit: dict[int, Colour] = {}
        if swept := self._sweep(now):
            lit.update(swept.dots(now))
        for effect in self._effects:
            lit.update(effect.dots(now))
        if self.calm:
            return {pixel: light.at_most(BACK) for pixel, light in lit.items()}
        return lit

    def _animate(self, event: Event | Notice, view: View, free: float, now: float) -> float:
        """Set in motion what shows an event, its walk not before `free`; returns when the next one may begin."""
        arrived = free
        match event:
            case ev.Scored() if self._motion is Motion.REDUCED:
                self._leap(event.side, event.pegs_before, event.pegs, view, now)
            case ev.Scored():
                before, after = event.pegs_before, event.pegs
                self._walks = self._walks.queued(event.side, before, after, free, now)
                arrived = self._walks.walks[-1].end
                free = arrived + PAUSE_SECONDS
            case ev.Undone():
                self._drop(Priority.ACCENT, Priority.CHEER)
                if self._motion is Motion.FULL:
                    self._walk_back(event, now)
                else:
                    for side, pegs in enumerate(event.pegs):
                        self._leap(side, event.pegs_before[side], pegs, view, now)
            case ev.GameStarted() | ev.MatchStarted():
                self._drop(Priority.ACCENT, Priority.CHEER)
        for effect in effects(event, view, self.track, arrived, now):
            self._add(effect, now)
        return free

    def _leap(self, side: int, before: Pegs, after: Pegs, view: View, now: float) -> None:
        """Pegs that don't walk leave their way to be seen, if they have moved."""
        if before.front != after.front:
            self._add(leap(side, before, after, view, self.track, now), now)

    def _walk_back(self, undone: ev.Undone, now: float) -> None:
        """Pegs that an undo moves start from where they are seen to be."""
        seen = undone.pegs_before
        if self._view:
            seen = self._walks.pegs(self._view.state.pegs, now)
        self._walks = self._walks.turned_back(seen, undone, now)

    def _add(self, effect: Effect, now: float) -> None:
        """One effect more; one that is to be seen already is not begun anew."""
        end = min(effect.end, now + SETTLED)
        if end <= effect.start:
            return
        effect = effect.until(end)
        if self.calm or self._motion is Motion.REDUCED:
            effect = effect.still()
        running = list(self._effects)
        for place, same in enumerate(running):
            if same.lasts_until(effect):
                running[place] = same.renewed(effect)
                break
        else:
            running.append(effect)
        self._effects = tuple(sorted(running, key=lambda effect: effect.priority))

    def _drop(self, *priorities: Priority) -> None:
        """What is celebrated no longer holds."""
        self._effects = tuple(each for each in self._effects if each.priority not in priorities)

    def _sweep(self, now: float, ahead: int = 0) -> Effect | None:
        """The sweep of a board where nobody plays that began last, or that begins so many later; None before the first."""
        if not self._attract or self.calm or self._motion is Motion.REDUCED:
            return None
        period = max(self._attract, 2 * SWEEP_SECONDS)
        number = max(int((now - self._since) / period), 0) + ahead
        return sweep(self.track, self._since + number * period) if number else None

    def _renew_pulses(self, view: View, now: float) -> None:
        """See which pulses begin, go on or end; further taps don't disturb a preview's pulse, only their refusal does."""
        if self.calm or self._motion is Motion.REDUCED:
            self._turn, self._previews = Pulse(), (Pulse(),) * self.track.sides
            return
        turn = self._view.state.turn if self._view else None
        pending = self._view.pending if self._view else tuple(None for _ in view.pending)
        self._turn = _renewed(self._turn, turn, view.state.turn, now)
        self._previews = tuple(
            _renewed(pulse, before and before.refused, after and after.refused, now)
            for pulse, before, after in zip(self._previews, pending, view.pending, strict=True)
        )


def _renewed(pulse: Pulse, before: object, after: object, now: float) -> Pulse:
    """The pulse goes on, or begins anew where what it stands for has changed, or rests where there is nothing."""
    if after is None:
        return Pulse()
    return pulse if before == after else Pulse(now)
