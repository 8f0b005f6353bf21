"""The board in a terminal: a picture, what the board says, and a line to type what happens at the table."""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, TextIO

from cribboard.board import picture
from cribboard.board.track import Track
from cribboard.board.view import View
from cribboard.rules import Event, Notice

LOG = 200
"""Lines of what was said that are kept."""

Frame = Callable[[], bytes]


def status(view: View) -> str:
    """The table in a line: scores and laps, crib, phase, count and turn."""
    state = view.state
    names = state.options.names
    sides = [
        " & ".join(names[seat] for seat in state.options.members(side))
        for side in state.options.sides
    ]
    scores = zip(sides, state.scores, strict=True)
    parts = [" - ".join(f"{name} {score}" for name, score in scores)]
    if state.dealer is not None:
        parts.append(f"{names[state.dealer]}'s crib")
    parts.append(state.phase.name.replace("_", " "))
    if state.count:
        parts.append(f"count {state.count}")
    if state.turn is not None:
        parts.append(f"{names[state.turn]} to act")
    for name, pending in zip(sides, view.pending, strict=True):
        if pending:
            parts.append(f"{name} taps {pending.points:+d}")
    if view.scanner == "lost":
        parts.append("scanner lost")
    if view.simulated:
        parts.append("simulated")
    return " | ".join(parts)


def let_go(stream: TextIO) -> None:
    """Nobody takes what is still to be written, so nothing needs to try."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class Plain:
    """For pipes and files: what the board says, a line each, and its picture at the end. No control codes in a pipe.

    `status` is the exit status: 2 once a line could not be carried out.
    """

    status = 0

    def __init__(self, headline: str, out: TextIO | None = None) -> None:
        self._headline = headline
        self._out = out or sys.stdout
        self._view: View | None = None
        self.frame: Frame = bytes
        self.on_quit: Callable[[], None] = lambda: None

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        """Remember the table for the last picture."""
        self._view = view

    def say(self, phrase: str) -> None:
        """Print a phrase; when nobody reads any more the board closes."""
        try:
            print(phrase, file=self._out, flush=True)
        except OSError:
            let_go(self._out)
            self.on_quit()

    def complain(self, problem: str) -> None:
        """Tell what couldn't be done, on standard error."""
        self.status = 2
        print(problem, file=sys.stderr, flush=True)

    def start(self) -> None:
        """Say what this is."""
        self.say(self._headline)

    def welcome(self, hint: str) -> None:
        """Whoever pipes words in knows them."""

    def refresh(self) -> None:
        """The picture is drawn at the end only."""

    def lines(self) -> Iterator[str]:
        """What comes in, line by line."""
        return iter(sys.stdin)

    def close(self) -> None:
        """Print the board as it stands."""
        assert self._view
        options = self._view.state.options
        track, frame = Track.for_options(options), self.frame()
        colour = self._out.isatty()
        self.say(
            picture.ansi(track, frame, options.target)
            if colour
            else picture.plain(track, self._view)
        )
        self.say(status(self._view))


class Screen:
    """For a terminal: the lit board above, what the board says below it, and a line to type in.

    The application runs on a thread of its own; `lines` gives what was typed, and ends when the player quits. A word
    that was mistyped there is no failure: the exit `status` is always 0.
    """

    status = 0

    def __init__(self, headline: str, typing: bool = True) -> None:
        from prompt_toolkit.application import Application
        from prompt_toolkit.completion import WordCompleter
        from prompt_toolkit.formatted_text import ANSI
        from prompt_toolkit.key_binding import KeyBindings
        from prompt_toolkit.layout import FormattedTextControl, HSplit, Layout, Window
        from prompt_toolkit.widgets import TextArea

        self._said: deque[str] = deque(maxlen=LOG)
        self._log_lines = [""]
        self._typed: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._view: View | None = None
        self.frame: Frame = bytes
        self.on_quit: Callable[[], None] = lambda: None

        keys = KeyBindings()
        for key in ("c-c", "c-d"):
            keys.add(key)(lambda _: self.on_quit())
        picture_window = Window(
            FormattedTextControl(lambda: ANSI(self._picture())), dont_extend_height=True
        )
        log = Window(
            FormattedTextControl(
                self._log,
                show_cursor=False,
                get_cursor_position=self._end_of_log,
            ),
            wrap_lines=True,
        )
        entry = TextArea(
            height=1,
            prompt="> ",
            multiline=False,
            completer=WordCompleter(WORDS),
            accept_handler=self._accept,
        )
        status_line = Window(FormattedTextControl(self._status), height=1, style="reverse")
        headline_line = Window(FormattedTextControl(headline), height=1, style="bold")
        rows = [headline_line, picture_window, status_line, log]
        self._app: Application[None] = Application(
            layout=Layout(HSplit([*rows, entry] if typing else rows)),
            key_bindings=keys,
            full_screen=True,
            terminal_size_polling_interval=None,  # SIGWINCH tells: nothing wakes up by itself
        )
        self._thread = threading.Thread(target=self._run, name="terminal", daemon=True)

    def start(self) -> None:
        """Take over the terminal."""
        self._thread.start()

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        """Show the table as it is."""
        self._view = view
        self.refresh()

    def say(self, phrase: str) -> None:
        """Add a phrase to what was said."""
        self._said.append(phrase)
        self.refresh()

    complain = welcome = say

    def refresh(self) -> None:
        """Draw anew, soon; from any thread."""
        self._app.invalidate()

    def lines(self) -> Iterator[str]:
        """What is typed, until the player quits."""
        return iter(self._typed.get, None)

    def close(self) -> None:
        """Give the terminal back, and leave the board's last picture on it."""
        if self._app.is_running and self._app.loop:
            self._app.loop.call_soon_threadsafe(self._app.exit)
        self._thread.join()
        print(self._picture(), *list(self._said)[-3:], self._status(), sep="\n")

    def _run(self) -> None:
        self._app.run(handle_sigint=False)
        self._typed.put(None)

    def _accept(self, buffer: Any) -> bool:
        self._said.append(f"> {buffer.text}")
        self._typed.put(buffer.text)
        return False

    def _picture(self) -> str:
        frame = self.frame()
        if not (frame and self._view):
            return ""
        options = self._view.state.options
        return picture.ansi(Track.for_options(options), frame, options.target)

    def _status(self) -> str:
        return status(self._view) if self._view else ""

    def _log(self) -> str:
        """What was said; kept until the cursor's place in it is asked for, since more may be said meanwhile."""
        self._log_lines = "\n".join(list(self._said)).split("\n")
        return "\n".join(self._log_lines)

    def _end_of_log(self) -> Any:
        """Where the window must scroll to for the last phrase to be seen."""
        from prompt_toolkit.data_structures import Point

        return Point(x=len(self._log_lines[-1]), y=len(self._log_lines) - 1)


WORDS = (
    "scan", "press", "hold", "next", "undo", "go", "dealer", "wait", "unplug scanner", "plug scanner", "restart",
    "help", "quit",
)  # fmt: skip
"""What can be typed, for completion."""
