"""The page put together, and where it is reached."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address

from cribboard.board.view import View
from cribboard.config import Config, WebConfig
from cribboard.devices import Post
from cribboard.hands import Hands, Wires
from cribboard.rules import Event, Notice

from .actor import Actor
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
        self._web = config.web
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
        self.refresh = self._server.refresh

    @property
    def links(self) -> tuple[str, ...]:
        """The addresses to open. On a simulated board, whoever has this computer's one is paired by it."""
        key = f"#{self._desk.own_key}" if self._simulated else ""
        here, *others = addresses(self._web)
        return (here + key, *others)

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


def addresses(web: WebConfig) -> tuple[str, ...]:
    """Where the page is reached: first from this machine, then from others, if it is to be.

    >>> addresses(WebConfig(None, "127.0.0.1", 8121, "open"))
    ('http://127.0.0.1:8121/',)
    """
    listen = ip_address(web.listen)
    if listen.is_loopback or not listen.is_unspecified:
        return (_address(web.listen, web.port),)
    here = "127.0.0.1" if listen.version == 4 else "::1"
    others = [f"{socket.gethostname().partition('.')[0]}.local", *_own_addresses()]
    return tuple(_address(name, web.port) for name in (here, *others))


def _own_addresses() -> list[str]:
    """This machine's address on its network, as far as it has one; nothing is sent to find it."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return [probe.getsockname()[0]]
    return []


def _address(name: str, port: int) -> str:
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def open_in_browser(link: str) -> None:
    """Show the page, where there is a desktop to show it on."""
    if sys.platform == "darwin" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        with suppress(webbrowser.Error):
            webbrowser.open(link)
