"""What all browsers share: the table as it is, what was said, the pairing, and the way to the board."""

from __future__ import annotations

import json
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from cribboard.announcer import Announcer
from cribboard.board.view import View
from cribboard.config import buttons_of
from cribboard.devices import Post
from cribboard.language import languages
from cribboard.rules import Event, Notice
from cribboard.rules import events as ev
from cribboard.script import ScriptError
from cribboard.signals import Button, PairingCode

from . import feed, past, words
from .actor import Actor, Complain
from .pairing import DIGITS, LENGTH, Pairing, WrongCode
from .phones import Phone, Phones, PhonesError

REMEMBERED = 20
"""Things said that a browser is told when it comes."""

SECRET = {"pairing_code"}
"""What is asked at the board, and not told to those who only watch."""

Tell = Callable[..., None]


class Desk:
    """The table as browsers see it; used by the page's thread alone."""

    def __init__(
        self,
        open_to_all: bool,
        phones: Phones,
        actor: Actor,
        frame: Callable[[], bytes],
        post: Post,
        journal: Path | None,
        budget: Callable[[int], float],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.open_to_all = open_to_all
        self.frame = frame
        self._languages = languages()
        self._phones = phones
        self._actor = actor
        self._post = post
        self._journal = journal
        self._budget = budget
        self.now = clock
        self._announcers: dict[str, Announcer] = {}
        self._view: View | None = None
        self._hands = feed.Hands()
        self._said: deque[tuple[View, tuple[Event | Notice, ...]]] = deque(maxlen=REMEMBERED)
        self._tables: dict[str, str] = {}
        self._pairing = Pairing()
        self.on_code_end: Callable[[], None] = lambda: None
        self._own_key = secrets.token_urlsafe(16)
        self._readers = ThreadPoolExecutor(1, "page reader")

    def close(self) -> None:
        """No more is read."""
        self._readers.shutdown(cancel_futures=True)

    # --- the table ---------------------------------------------------------------------------------------------------

    def see(self, view: View, events: tuple[Event | Notice, ...]) -> bool:
        """Take in what happened; returns whether the board is laid out anew."""
        before, self._view = self._view, view
        self._hands = self._hands.after(events, view.state)
        if told := _for_all(events):
            self._said.append((view, told))
        self._tables.clear()
        return before is None or before.state.options != view.state.options

    def board(self) -> str:
        """Where the lights are."""
        assert self._view
        return json.dumps({"board": feed.board(self._view.state.options)})

    def table(self, language: str) -> str:
        """The table, in this language."""
        assert self._view
        if language not in self._tables:
            shown = feed.table(self._view, self._hands, self.announcer(language))
            self._tables[language] = json.dumps({"table": shown}, ensure_ascii=False)
        return self._tables[language]

    def said_lately(self, language: str) -> Iterable[str]:
        """What was said last, the newest last."""
        announcer = self.announcer(language)
        for view, events in tuple(self._said):
            yield from announcer.announce(view, events)

    def said_now(self, language: str, events: tuple[Event | Notice, ...]) -> Iterable[str]:
        """What is said to what just happened."""
        assert self._view
        return self.announcer(language).announce(self._view, _for_all(events))

    def announcer(self, language: str) -> Announcer:
        """Who says things in this language."""
        if language not in self._announcers:
            self._announcers[language] = Announcer(language)
        return self._announcers[language]

    def spoken(self, language: str) -> str:
        """This language, or English where the board doesn't speak it."""
        return language if language in self._languages else "en"

    def words(self, language: str) -> dict[str, Any]:
        """The page's own words."""
        return words.page(language)

    # --- pairing -----------------------------------------------------------------------------------------------------

    @property
    def own_key(self) -> str:
        """With this in its address, a browser is paired: for whoever sits at this computer."""
        return self._own_key

    def is_own_key(self, key: str) -> bool:
        """Whether a browser came by that address."""
        return secrets.compare_digest(key.encode(), self._own_key.encode())

    @property
    def shows_code(self) -> bool:
        """Whether the board lights a code that still holds."""
        return self._pairing.lapsed(self.now()).code is not None

    @property
    def code_ends(self) -> float | None:
        """When the code that the board shows is over, on the clock."""
        return self._pairing.until if self._pairing.code else None

    def begin_pairing(self) -> None:
        """Have the board say and light a code. Raises TooSoon."""
        before = self._pairing
        self._pairing = before.begun(self.now(), _draw)
        if self._pairing.code != before.code:
            self._post(PairingCode(self._pairing.code), self.now())

    def enter_code(self, code: str) -> None:
        """Check a code. Raises TooSoon and WrongCode."""
        before = self._pairing
        try:
            self._pairing = before.entered(code, self.now())
        except WrongCode as error:
            self._pairing = error.pairing
            raise
        finally:
            self._darken(before)

    def end_code(self) -> None:
        """Darken a code that is over."""
        before, self._pairing = self._pairing, self._pairing.lapsed(self.now())
        self._darken(before)

    def _darken(self, before: Pairing) -> None:
        """Where a code is over, the board lights it no more, and who waits for it is told."""
        if before.code and not self._pairing.code:
            self._post(PairingCode(None), self.now())
            self.on_code_end()

    def pair(self, name: str, in_any_case: bool = False) -> str:
        """Keep a phone as paired; returns its token. Raises PhonesError."""
        return self._phones.add(name, in_any_case)

    def whose(self, token: str) -> Phone | None:
        """The paired phone of this token; nobody's where the list can't be read."""
        try:
            return self._phones.whose(token) if token else None
        except PhonesError:
            return None

    # --- the way to the board ----------------------------------------------------------------------------------------

    def button(self, name: str) -> Button:
        """The button of this name, such as `A.one`. Raises ScriptError."""
        assert self._view
        for button in buttons_of(self._view.state.options):
            if str(button) == name:
                return button
        raise ScriptError(f"there is no button {name[:20]!r}")

    def press(self, button: Button, down: bool) -> None:
        """Close its contact, or open it. Raises DeviceError."""
        self._actor.press(button, down)

    def act(self, line: str, complain: Complain) -> None:
        """Carry out a line of the table script. Raises ScriptError and Busy."""
        assert self._view
        self._actor.line(line, self._view.state.options, complain)

    def award(self, side: int, points: int, complain: Complain) -> None:
        """Peg points for a side. Raises ScriptError and Busy."""
        assert self._view
        if side not in self._view.state.options.sides or not 0 < points < 30:
            raise ScriptError("there is no such award")
        self._actor.award(side, points, complain)

    # --- the past ----------------------------------------------------------------------------------------------------

    def tell_history(self, tell: Tell) -> None:
        """Read the journal, and tell of the games in it."""
        self._readers.submit(lambda: tell(history=past.history(self._journal)))

    def tell_game(self, number: int, language: str, tell: Tell) -> None:
        """Read one game, and tell it award by award."""
        self._readers.submit(
            lambda: tell(past=past.game(self._journal, number, Announcer(language), self._budget))
        )


def _for_all(events: tuple[Event | Notice, ...]) -> tuple[Event | Notice, ...]:
    """Without what those who only watch aren't told."""
    return tuple(e for e in events if not (isinstance(e, ev.Prompted) and e.reason in SECRET))


def _draw() -> str:
    return "".join(secrets.choice(DIGITS) for _ in range(LENGTH))
