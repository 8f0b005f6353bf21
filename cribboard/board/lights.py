"""The board's lights: what was seen goes in, frames come out. They keep what moves; the clock is the caller's."""

from __future__ import annotations

from collections.abc import Iterable

from cribboard.rules import Event, Notice, Pegs
from cribboard.rules import events as ev

from .layers import Scene, paint
from .motion import (
    ALERT_SECONDS,
    CHEER_SECONDS,
    PAUSE_SECONDS,
    WALKS_SECONDS,
    Alert,
    Cheer,
    Pulse,
    Walk,
)
from .palette import AMBER, RED, SIDES, WHITE, Colour
from .track import Track
from .view import View


class Lights:
    """The frames of a board that watches the table.

    Times are seconds of any one clock that never goes back. `brightness`, above 0 and up to 1, dims all pixels alike.

    >>> lights = Lights(Track.load("classic"))
    >>> lights.next_change(now=0.0) is None
    True
    """

    def __init__(self, track: Track, brightness: float = 1.0) -> None:
        if not 0 < brightness <= 1:
            raise ValueError(f"brightness {brightness}: takes more than 0, up to 1")
        self.track = track
        self._dimmed = bytes(Colour(value, 0, 0).at(brightness).red for value in range(256))
        self._view: View | None = None
        self._walks: tuple[Walk, ...] = ()
        self._previews = (Pulse(),) * track.sides
        self._turn = Pulse()
        self._cheer: Cheer | None = None
        self._alert: Alert | None = None

    def watch(self, view: View, events: Iterable[Event | Notice], now: float) -> None:
        """See the table as it stands at `now`, and what has just happened; without the events nothing but motion is lost."""
        free = now
        for event in events:
            free = max(free, self._animate(event, free, now))
        self._keep_walks_to(view.state.pegs, now)
        self._renew_pulses(view, now)
        if not view.state.is_over:
            self._cheer = None
        self._view = view

    def frame(self, now: float) -> bytes:
        """Red, green and blue of every pixel in chain order, as linear light, before the power limit."""
        if self._view is None:
            return bytes(3 * len(self.track.holes))
        return paint(self._scene(self._view, now)).translate(self._dimmed)

    def next_change(self, now: float) -> float | None:
        """When the frame after the one of `now` is worth drawing.

        That is `now` while a light glides, a later moment when something will change by itself, None when all is still.
        """
        motions = (*self._walks, *self._previews, self._turn, self._cheer, self._alert)
        changes = (motion.next_change(now) for motion in motions if motion)
        return min((change for change in changes if change is not None), default=None)

    def _scene(self, view: View, now: float) -> Scene:
        """The view as it shows at this moment."""
        cheer = self._cheer
        alert = self._alert
        return Scene(
            self.track,
            view,
            self._pegs(view, now),
            tuple(pulse.level(now) for pulse in self._previews),
            self._turn.level(now),
            tuple((walk.side, score) for walk in self._walks for score in walk.walkers(now)),
            tuple(cheer.dots(self.track.street(cheer.side), now)) if cheer else (),
            alert.colour if alert and now < alert.until else None,
        )

    def _pegs(self, view: View, now: float) -> tuple[Pegs, ...]:
        """Where each side's pegs are: on the first walk that isn't over, else where the view has them."""
        pegs = list(view.state.pegs)
        for walk in reversed(self._walks):
            if now < walk.end:
                pegs[walk.side] = walk.pegs(now)
        return tuple(pegs)

    def _animate(self, event: Event | Notice, free: float, now: float) -> float:
        """Set in motion what shows an event, its walk not before `free`; returns when the next one may walk."""
        match event:
            case ev.Scored():
                return self._queue_walk(event, free, now)
            case ev.Undone():
                return self._walk_back(event, now)
            case ev.GameWon(side=side):
                self._cheer = Cheer(side, SIDES[side], free, now + CHEER_SECONDS)
            case ev.MatchWon(side=side):
                colour = SIDES[side].mixed_with(WHITE)
                self._cheer = Cheer(side, colour, free, now + CHEER_SECONDS)
            case ev.Refusal():
                self._alert = Alert(RED, now + ALERT_SECONDS)
            case ev.Prompted():
                self._alert = Alert(WHITE, now + ALERT_SECONDS)
            case ev.DeviceChanged(change="lost"):
                self._alert = Alert(AMBER, now + ALERT_SECONDS)
        return free

    def _queue_walk(self, scored: ev.Scored, free: float, now: float) -> float:
        """The pegs of one award walk when those before them in the batch, and of this side, have arrived."""
        own = [walk.end + PAUSE_SECONDS for walk in self._walks if walk.side == scored.side]
        start = max([free, *own])
        latest = now + WALKS_SECONDS
        walk = Walk.between(scored.side, scored.pegs_before, scored.pegs, start, latest)
        self._walks += (walk,)
        return walk.end + PAUSE_SECONDS

    def _walk_back(self, undone: ev.Undone, now: float) -> float:
        """All pegs that an undo moves walk at once, from where they are seen to be."""
        seen = self._pegs(self._view, now) if self._view else undone.pegs_before
        latest = now + WALKS_SECONDS
        walks = [
            Walk.between(side, seen[side], pegs, now, latest)
            for side, pegs in enumerate(undone.pegs)
            if pegs != undone.pegs_before[side]
        ]
        moved = {walk.side for walk in walks}
        self._walks = (*(walk for walk in self._walks if walk.side not in moved), *walks)
        return max([now, *(walk.end for walk in walks)])

    def _keep_walks_to(self, pegs: tuple[Pegs, ...], now: float) -> None:
        """Drop walks that are over, and those of a side whose last one doesn't lead where its pegs are."""
        arrivals = {walk.side: walk.pegs(walk.end) for walk in self._walks}
        self._walks = tuple(
            walk
            for walk in self._walks
            if now < walk.end and arrivals[walk.side] == pegs[walk.side]
        )

    def _renew_pulses(self, view: View, now: float) -> None:
        """See which pulses begin, go on or end; further taps don't disturb a preview's pulse, only their refusal does."""
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
