"""One browser: what it is sent, and what it may ask for. No more than it takes: what is stale is never sent."""

from __future__ import annotations

import asyncio
import json
import math
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Protocol

from cribboard.devices import DeviceError
from cribboard.rules import Card
from cribboard.script import ScriptError
from cribboard.signals import Button

from . import feed
from .actor import Busy
from .desk import Desk
from .pairing import TooSoon, WrongCode
from .phones import Phone, PhonesError

BEAT = 10.0
"""Seconds of stillness after which a page is told that the board is there."""

STUCK = 15.0
"""Seconds that a browser may take for what it is sent."""

FRAMES = 1 / 30
"""Seconds between frames at least."""

ANSWERS = 32
"""That may wait for a browser to take them: more it can't have asked for in good faith, and they are dropped."""

SAYINGS = 6
"""Phrases that may wait, and that a browser is told when it comes: the newest ones."""


class Socket(Protocol):
    """What a client needs of a websocket."""

    async def receive(self) -> str | bytes: ...
    async def send(self, data: str | bytes) -> None: ...


class Client:
    """A browser that watches, and acts if it is paired."""

    def __init__(self, socket: Socket, desk: Desk) -> None:
        self._socket = socket
        self._desk = desk
        self._phone: Phone | None = None
        self._token = ""
        self._pressed: set[Button] = set()
        self._answers: deque[str] = deque()
        self._said: deque[str] = deque(maxlen=SAYINGS)
        self._reading = False
        self._table_due = self._board_due = False
        self._frame = b""
        self._wake = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._greeted = False
        self._asked = False
        self.language = "en"

    async def serve(self) -> None:
        """Until the browser leaves, or does what no page does."""
        sending = asyncio.create_task(self._send_all())
        receiving = asyncio.create_task(self._receive_all())
        try:
            await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, receiving):
                task.cancel()
            await asyncio.gather(sending, receiving, return_exceptions=True)
            self._let_go()

    # --- what it is sent ---------------------------------------------------------------------------------------------

    def refresh(self, table: bool = False, board: bool = False) -> None:
        """Something is new: the lights, and perhaps the table, or the whole board."""
        self._table_due |= table
        self._board_due |= board
        self._wake.set()

    def tell(self, **message: Any) -> None:
        """Send this, soon."""
        if len(self._answers) < ANSWERS:
            self._answers.append(json.dumps(message, ensure_ascii=False))
            self._wake.set()

    def hear(self, phrases: Iterable[str], again: bool = False) -> None:
        """Tell what the board says, or has said before this browser came."""
        for phrase in phrases if self.may_watch else ():
            self._said.append(json.dumps({"said": phrase, "again": again}, ensure_ascii=False))
            self._wake.set()

    @property
    def may_watch(self) -> bool:
        """Whether it is shown the table."""
        return self._greeted and (self._desk.open_to_all or self._phone is not None)

    async def _send_all(self) -> None:
        last_frame = 0.0
        while True:
            try:
                async with asyncio.timeout(BEAT):
                    await self._wake.wait()
            except TimeoutError:
                self._look_up()
                self.tell(beat=True)
            self._wake.clear()
            async with asyncio.timeout(STUCK):
                await self._send_news()
            if self.may_watch and self._new_frame() != self._frame:
                wait = last_frame + FRAMES - self._loop.time()
                if wait > 0:
                    self._loop.call_later(wait, self._wake.set)
                    continue
                last_frame = self._loop.time()
                self._frame = self._new_frame()
                async with asyncio.timeout(STUCK):
                    await self._socket.send(self._frame)

    async def _send_news(self) -> None:
        while self._answers:
            await self._socket.send(self._answers.popleft())
        if not self.may_watch:
            return
        if self._table_due:
            self._look_up()
        if self._board_due and self.may_watch:
            self._board_due = False
            await self._socket.send(self._desk.board())
        if self._table_due and self.may_watch:
            self._table_due = False
            await self._socket.send(self._desk.table(self.language))
        while self._said:
            await self._socket.send(self._said.popleft())

    def _new_frame(self) -> bytes:
        """The lights as they are, or as this one saw them last while they show a code that it may not know."""
        return self._desk.frame() if self._phone or not self._desk.shows_code else self._frame

    # --- what it asks for --------------------------------------------------------------------------------------------

    async def _receive_all(self) -> None:
        while True:
            message = await self._socket.receive()
            if not isinstance(message, str):
                raise ValueError("a page sends text")
            self._answer(json.loads(message))

    def _answer(self, message: Any) -> None:
        """Do what it asks. Raises ValueError, TypeError or KeyError for what no page sends."""
        match message:
            case {"hello": {"language": str(language), "token": str(token), "key": str(key)}}:
                self._greet(language, token[:100], key[:100])
            case {"language": str(language)}:
                self._speak(language)
            case {"pair": ""}:
                self._ask_for_code()
            case {"pair": str(code), "name": str(name)}:
                self._pair(code[:10], name[:100])
            case {"count": [*cards], "crib": bool(crib)} if len(cards) == 5 and self.may_watch:
                self._count(cards, crib)
            case {"history": True} if self.may_watch:
                self._read(lambda: self._desk.tell_history(self._tell_read))
            case {"past": int(number)} if self.may_watch:
                self._read(lambda: self._desk.tell_game(number, self.language, self._tell_read))
            case {"press": _} | {"line": _} | {"award": _}:
                self._act(message)
            case _:
                raise ValueError("no page sends this")

    def _read(self, ask: Callable[[], None]) -> None:
        """Have the journal read; one thing at a time."""
        if not self._reading:
            self._reading = True
            ask()

    def _tell_read(self, **message: Any) -> None:
        def told() -> None:
            self._reading = False
            self.tell(**message)

        self._soon(told)

    def _soon(self, act: Callable[[], None]) -> None:
        """Do this on the page's thread, from any other."""
        with suppress(RuntimeError):  # the page is closing
            self._loop.call_soon_threadsafe(act)

    def _greet(self, language: str, token: str, key: str) -> None:
        self._token = token
        self._look_up()
        if not self._phone and key and self._desk.is_own_key(key):
            name = self._desk.words(self._desk.spoken(language))["this_computer"]
            self._token = self._pair_as(name, in_any_case=True)
        self._greeted = True
        self._speak(language)
        self.refresh(table=True, board=True)

    def _speak(self, language: str) -> None:
        self.language = self._desk.spoken(language)
        self._tell_standing()
        self._said.clear()
        self.hear(self._desk.said_lately(self.language), again=True)
        self.refresh(table=True)

    def _tell_standing(self) -> None:
        self.tell(
            you={"name": self._phone.name if self._phone else None, "may_watch": self.may_watch}
        )

    def _look_up(self) -> None:
        """Whether it is (still) paired."""
        before = self._phone
        self._phone = self._desk.whose(self._token)
        if before and not self._phone:
            self._let_go()
            self._tell_standing()

    def _ask_for_code(self) -> None:
        try:
            self._desk.begin_pairing()
            self._asked = True
            self.tell(pairing="asked")
        except TooSoon as error:
            self._tell_wait("wait", error.wait)

    def _tell_wait(self, why: str, wait: float) -> None:
        """It may try again, but not at once."""
        self.tell(pairing=why, seconds=math.ceil(wait))

    def end_code(self) -> None:
        """The code is used, void or too old: who has asked for it need not go on looking for it."""
        if self._asked:
            self._asked = False
            self.tell(pairing="over")

    def _pair(self, code: str, name: str) -> None:
        asked, self._asked = self._asked, False  # its own try is answered by itself
        try:
            self._desk.enter_code(code)
            self._token = self._pair_as(name)
            self._tell_standing()
            self.refresh(table=True, board=True)
        except TooSoon as error:
            self._asked = asked
            self._tell_wait("wait", error.wait)
        except WrongCode as error:
            self._asked = asked and error.pairing.code is not None
            wait = error.pairing.not_before - self._desk.now()
            self._tell_wait("wrong" if error.pairing.code else "void", wait)
        except PhonesError as error:
            self.tell(problem=str(error))

    def _pair_as(self, name: str, in_any_case: bool = False) -> str:
        """Keep it as a paired phone, and give it what it proves itself with."""
        try:
            token = self._desk.pair(name, in_any_case)
        except PhonesError as error:
            self.tell(problem=str(error))
            return ""
        self._phone = self._desk.whose(token)
        self.tell(token=token)
        return token

    def _count(self, cards: list[Any], crib: bool) -> None:
        read = [Card.parse(str(card)) for card in cards]
        self.tell(counted=feed.count(read, crib, self._desk.announcer(self.language)))

    def _act(self, message: dict[str, Any]) -> None:
        """Only who is paired acts."""
        self._look_up()
        if not self._phone:
            self.tell(problem=self._desk.words(self.language)["not_paired"])
            return
        try:
            match message:
                case {"press": str(name), "down": bool(down)}:
                    self._press(self._desk.button(name), down)
                case {"line": str(line)}:
                    self._desk.act(line[:120], self._complain)
                case {"award": int(points), "side": int(side)}:
                    self._desk.award(side, points, self._complain)
                case _:
                    raise ValueError("no page sends this")
        except (ScriptError, DeviceError, Busy) as error:
            self.tell(problem=str(error))

    def _complain(self, problem: str) -> None:
        self._soon(lambda: self.tell(problem=problem))

    def _press(self, button: Button, down: bool) -> None:
        self._desk.press(button, down)
        (self._pressed.add if down else self._pressed.discard)(button)

    def _let_go(self) -> None:
        """A browser that is gone, or may no longer, holds nothing pressed."""
        for button in self._pressed:
            try:
                self._desk.press(button, down=False)
            except DeviceError:
                continue
        self._pressed.clear()
