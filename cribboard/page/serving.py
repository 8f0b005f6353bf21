"""The page put together, and where it is reached."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from cribboard.board.view import View
from cribboard.config import Config
from cribboard.devices import Post
from cribboard.hands import Hands, Wires
from cribboard.rules import Event, Notice

from .actor import Actor
from .address import addresses
from .desk import Desk
from .phones import Phones
from .server import PageServer


class Page:
    """The page of a running board. Raises OSError where its address can't be had."""

    def __init__(
        self,
        config: Config,
        hands: Hands,
        wires: Wires,
        post: Post,
        frame: Callable[[], bytes],
        simulated: bool,
    ) -> None:
        self._simulated = simulated
        self._actor = Actor(hands, wires, simulated)
        self._desk = Desk(
            config.web.watch == "open",
            Phones.beside(config.journal),
            self._actor,
            frame,
            post,
            config.journal,
            config.strip.budget,
        )
        self._server = PageServer(config.web, self._desk)
        self._asked_port = config.web.port
        self._web = replace(config.web, port=self._server.port)
        self.refresh = self._server.refresh

    @property
    def links(self) -> tuple[str, ...]:
        """The addresses to open. On a simulated board, whoever has this computer's one is paired by it."""
        key = f"#{self._desk.own_key}" if self._simulated else ""
        here, *others = addresses(self._web)
        return (here + key, *others)

    @property
    def moved_from(self) -> int | None:
        """The usual port, where it was taken and another serves; None where the page is where it is expected."""
        return None if self._asked_port in (0, self._web.port) else self._asked_port

    def start(self) -> None:
        """Begin to serve."""
        self._actor.start()
        self._server.start()

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        """Leave word of what happened; never blocks."""
        self._server.watch(view, events, now)

    def close(self) -> None:
        """End."""
        self._actor.close()
        self._server.close()


def open_in_browser(link: str) -> None:
    """Show the page, where there is a desktop to show it on."""
    if sys.platform == "darwin" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        with suppress(webbrowser.Error):
            webbrowser.open(link)
