"""The page's server: static files and one websocket, on a thread of its own.

It is a watcher that the Table never waits for. Every bound is here or in `client`: how many browsers, how much they
send, how long they may dally.
"""

from __future__ import annotations

import asyncio
import errno
import json
import socket
import threading
from collections import deque
from contextlib import suppress
from importlib import resources
from typing import Any, cast

from microdot import Microdot, Request, Response
from microdot.websocket import WebSocket, WebSocketError, websocket_upgrade

from cribboard.board import drawing
from cribboard.board.engraving import Goal
from cribboard.board.track import Track
from cribboard.board.view import View
from cribboard.config import WebConfig
from cribboard.rules import Event, Notice

from . import words
from .client import Client
from .desk import Desk
from .gate import headers, is_ours, may_open
from .stream import LONGEST_FRAME, Flood, Incoming, Outgoing

MOST_CLIENTS = 16
MOST_CONNECTIONS = 48

PATIENCE = 10.0
"""Seconds in which a browser has sent its request, and taken its answer."""

INBOX = 256

KINDS = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}

WebSocket.max_message_length = LONGEST_FRAME
Letter = tuple[View, tuple[Event | Notice, ...]]


class PageServer:
    """Serves the page until it is closed. Its address is taken when it is made: raises OSError if that can't be had.

    Where nobody asked for the page, another port does as well if the usual one is taken, by another board perhaps.
    """

    def __init__(self, web: WebConfig, desk: Desk) -> None:
        self._socket = _listen(web)
        self._desk = desk
        desk.on_code_end = self._end_code
        self._inbox: deque[Letter] = deque(maxlen=INBOX)
        self._clients: set[Client] = set()
        self._loop = asyncio.new_event_loop()
        self._end = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._socket.getsockname()[1])

    def start(self) -> None:
        """Begin to serve."""
        self._thread.start()

    def watch(self, view: View, events: tuple[Event | Notice, ...], now: float) -> None:
        """Leave word of what happened; never blocks."""
        self._inbox.append((view, events))
        self._soon(self._see)

    def refresh(self) -> None:
        """The strip was sent another frame; from any thread."""
        if self._clients:
            self._soon(self._show)

    def close(self) -> None:
        """Let all browsers go, and end."""
        self._soon(self._end.set)
        if self._thread.is_alive():
            self._thread.join()
        self._socket.close()

    def _soon(self, act: Any) -> None:
        with suppress(RuntimeError):  # it is closed
            self._loop.call_soon_threadsafe(act)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._desk.close()
            self._loop.close()

    async def _serve(self) -> None:
        serving = await asyncio.start_server(
            _App(self._desk, self._clients).serve, sock=self._socket
        )
        await self._end.wait()
        serving.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    # --- what is new -------------------------------------------------------------------------------------------------

    def _see(self) -> None:
        """Take in what came, and let every browser know."""
        while self._inbox:
            view, events = self._inbox.popleft()
            anew = self._desk.see(view, events)
            said: dict[str, tuple[str, ...]] = {}
            for client in self._clients:
                client.refresh(table=True, board=anew)
                if events and client.language not in said:
                    said[client.language] = tuple(self._desk.said_now(client.language, events))
                client.hear(said.get(client.language, ()))
            if view.code and (ends := self._desk.code_ends):
                self._loop.call_at(self._loop.time() + ends - self._desk.now(), self._desk.end_code)

    def _end_code(self) -> None:
        for client in self._clients:
            client.end_code()

    def _show(self) -> None:
        for client in self._clients:
            client.refresh()


def _listen(web: WebConfig) -> socket.socket:
    family = socket.AF_INET6 if ":" in web.listen else socket.AF_INET
    try:
        return socket.create_server((web.listen, web.port), family=family)
    except OSError as error:
        if error.errno != errno.EADDRINUSE or web.enabled is not None:
            raise
        return socket.create_server((web.listen, 0), family=family)


class _App(Microdot):
    """The routes."""

    def __init__(self, desk: Desk, clients: set[Client]) -> None:
        super().__init__()
        self._desk = desk
        self._clients = clients
        self._connections = 0
        self._static = {
            file.name: file
            for file in (resources.files("cribboard.page") / "static").iterdir()
            if file.name.rpartition(".")[2] in KINDS
        }
        self.get("/")(self._index)
        self.get("/live")(self._live)
        self.get("/words/<name>")(self._words)
        self.get("/board/<name>")(self._board)
        self.get("/<name>")(self._file)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection. Whatever comes in, it ends quietly."""
        if self._connections >= MOST_CONNECTIONS:
            writer.transport.abort()
            return
        self._connections += 1
        try:
            async with asyncio.timeout(PATIENCE) as patience:
                await self._converse(Incoming(reader), Outgoing(writer, patience))
        except (OSError, ValueError, EOFError, AttributeError, WebSocketError, Flood, TimeoutError):
            writer.transport.abort()
        finally:
            self._connections -= 1
            writer.close()

    async def _converse(self, reader: Incoming, writer: Outgoing) -> None:
        address = writer.get_extra_info("peername")
        request = await Request.create(self, cast(Any, reader), cast(Any, writer), address)
        if request is None:
            return
        if not is_ours(request.headers.get("Host", "")):
            response: Any = Response("not this host", 421, headers(""))
        else:
            response = await self.dispatch_request(request)
        if response is not Response.already_handled:
            await response.write(writer)
            await writer.aclose()

    async def _index(self, request: Request) -> Response:
        return await self._file(request, "index.html")

    async def _file(self, request: Request, name: str) -> Response:
        if name not in self._static:
            return Response("not found", 404, headers(""))
        return self._response(request, self._static[name].read_bytes(), name)

    async def _words(self, request: Request, name: str) -> Response:
        """In English, where the board doesn't speak what a browser asks for."""
        language = self._desk.spoken(name.removesuffix(".json"))
        told = {"language": language, "words": words.page(language), "languages": words.names()}
        kind = {"Content-Type": "application/json; charset=utf-8"}
        body = json.dumps(told, ensure_ascii=False)
        return Response(body, 200, headers(request.headers["Host"]) | kind)

    async def _board(self, request: Request, name: str) -> Response:
        """The wood, with nothing lit; which, says its name (see feed.board)."""
        track_name, *numbers = name.removesuffix(".svg").split("-")
        try:
            if track_name not in ("classic", "singles"):
                raise ValueError(track_name)
            sides, target, *safe = map(int, numbers)
            track = Track.load(track_name, sides)
            if target > track.longest:
                raise ValueError(target)
            dark = bytes(3 * len(track.holes))
            wood = drawing.svg(track, dark, "cribboard", Goal(target, tuple(safe)))
        except ValueError:
            return Response("not found", 404, headers(""))
        return self._response(request, wood.encode(), "board.svg")

    def _response(self, request: Request, body: bytes, name: str) -> Response:
        ending = name.rpartition(".")[2]
        kind = {"Content-Type": f"{KINDS[ending]}; charset=utf-8"}
        return Response(body, 200, headers(request.headers["Host"], ending == "svg") | kind)

    async def _live(self, request: Request) -> Any:
        """The websocket."""
        if not may_open(request.headers):
            return Response("not from this page", 403, headers(""))
        if len(self._clients) >= MOST_CLIENTS:
            return Response("too many pages", 503, headers(""))
        connection = await websocket_upgrade(request)
        writer = cast(Outgoing, request.sock[1])
        writer.patience.reschedule(None)
        client = Client(connection, self._desk)
        self._clients.add(client)
        try:
            await client.serve()
        finally:
            self._clients.discard(client)
        writer.transport.abort()
        return Response.already_handled
