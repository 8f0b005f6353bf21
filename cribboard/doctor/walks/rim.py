"""Where a walk meets the world: the builder's terminal, the devices and the clock."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from cribboard.doctor.finding import Finding
from cribboard.signals import Signal

from . import Ask, Bytes, Heard, Listen, Reply, Say, Show, Step, Typed, Walk, chosen


class InputEnded(Exception):
    """Nobody answers any more."""


class Rim:
    """Carries out a walk's steps.

    `lines` is what the builder types. On a simulated board, where nothing happens by itself, `act` may take a line for
    something that happens, and does it. What the board reports comes before what is typed, and while a walk only waits
    for things to settle, what is typed waits too: lines may be piped in faster than they can be acted on.
    """

    def __init__(
        self,
        lines: Iterable[str],
        tell: Callable[[str], object],
        show: Callable[[bytes], object],
        act: Callable[[str], bool] | None = None,
    ) -> None:
        self._lines = lines
        self._tell = tell
        self._show = show
        self._act = act
        self._changed = threading.Condition()
        self._reported: deque[Reply] = deque()
        self._typed: deque[str | None] = deque()

    def start(self) -> None:
        """Begin to take lines."""
        threading.Thread(target=self._type, name="typed", daemon=True).start()

    def post(self, signal: Signal, at: float) -> None:
        """Take what a device reports."""
        self._leave(self._reported, Heard(signal, at))

    def post_bytes(self, data: bytes, at: float) -> None:
        """Take what came from the card reader's port."""
        self._leave(self._reported, Bytes(data, at))

    def walk(self, walk: Walk) -> list[Finding]:
        """Carry the walk out to its end. Raises InputEnded."""
        reply: Reply = None
        while True:
            try:
                step = walk.send(reply)
            except StopIteration as ended:
                return list(ended.value)
            reply = self._carry_out(step)

    def _carry_out(self, step: Step) -> Reply:
        match step:
            case Say(text):
                self._tell(text)
            case Show(frame):
                self._show(frame)
            case Ask(question, choices):
                return self._answer(question, choices)
            case Listen(None):
                return self._report(None) or Typed(self._line())
            case Listen(seconds):
                return self._report(0.0 if self._act else seconds)
        return None

    def _answer(self, question: str, choices: tuple[str, ...]) -> Typed:
        self._tell(f"{question} [{'/'.join(choices)}]")
        while not (choice := chosen(text := self._line(), choices)):
            self._tell(f"{text.strip()!r}: takes {', '.join(choices)}")
        return Typed(choice)

    def _report(self, seconds: float | None) -> Reply:
        """What the board reports next: within so many seconds, or else before a line that means something comes."""
        while True:
            with self._changed:
                self._changed.wait_for(
                    lambda: self._reported or (seconds is None and self._typed), seconds
                )
                if self._reported:
                    return self._reported.popleft()
                line = self._typed[0] if seconds is None else None
            if not (self._act and line and self._act(line)):
                return None
            self._typed.popleft()

    def _line(self) -> str:
        with self._changed:
            self._changed.wait_for(lambda: self._typed)
            if self._typed[0] is None:
                raise InputEnded
            return str(self._typed.popleft())

    def _type(self) -> None:
        for line in self._lines:
            self._leave(self._typed, line)
        self._leave(self._typed, None)

    def _leave(self, inbox: deque[Any], what: Any) -> None:
        with self._changed:
            inbox.append(what)
            self._changed.notify()
