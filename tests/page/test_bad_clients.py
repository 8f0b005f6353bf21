"""Clients that flood, dally, lie or talk nonsense: they are shown the door, and the board plays on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cribboard.page.server import MOST_CLIENTS

from .process import BoardProcess
from .wire import BINARY, PING, Wire


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Of a board at which nobody plays."""
    board = BoardProcess(tmp_path_factory.mktemp("board"))
    yield board.port
    board.close()


def welcomed(closing: ExitStack, port: int) -> Wire | None:
    """A page, if the board has room for it: it needs a moment to see that others have left."""
    page = closing.enter_context(Wire(port))
    if (status := page.upgrade()) != 101:
        assert status == 503
        return None
    page.say({"hello": {"language": "en", "token": "", "key": ""}})
    return page


@pytest.fixture(autouse=True)
def unharmed(port: int) -> Iterator[None]:
    """Whatever was done to it, the next honest page sees the table as it was."""
    yield
    with ExitStack() as closing:
        page = next(filter(None, (welcomed(closing, port) for _ in range(1000))))
        table = page.hear_about("table")
        assert [side["score"] for side in table["sides"]] == [0, 0]
        assert table["phase"] == "cut"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8121", "", "a b", "127.0.0.1@evil"])
def test_a_strange_name_for_this_machine_is_refused(port: int, host: str) -> None:
    """Somebody's name server may call this machine by it, for a page of his."""
    with Wire(port) as wire:
        assert wire.request("/", Host=host) == 421


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": ""}, {"Origin": "http://127.0.0.1:1"}]
)  # fmt: skip
def test_only_our_own_page_gets_the_websocket(port: int, headers: dict[str, str]) -> None:
    with Wire(port) as wire:
        assert wire.upgrade(**headers) == 403


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [
        ("/../config.py", "GET", 404), ("/..%2fdesk.py", "GET", 404), ("/phones.json", "GET", 404),
        ("/words/../en.json", "GET", 404), ("/words/en.xml.json/x", "GET", 404), ("/board/classic-9-121.svg", "GET", 404),
        ("/board/classic-2.svg", "GET", 404), ("/board/classic-2-242.svg", "GET", 404),
        ("/board/classic-2-99999999999.svg", "GET", 404), ("/board/classic-2-121-x.svg", "GET", 404),
        ("/board/../../etc-2.svg", "GET", 404), ("/", "POST", 405), ("/live", "GET", 403),
    ],
)  # fmt: skip
def test_there_is_nothing_else_to_be_had(port: int, path: str, method: str, status: int) -> None:
    with Wire(port) as wire:
        assert wire.request(path, method) == status


@pytest.mark.parametrize("name", ["classic-2-121-91-61", "classic-2-241", "singles-3-61-31"])
def test_there_is_the_wood_of_every_game(port: int, name: str) -> None:
    with Wire(port) as wire:
        assert wire.request(f"/board/{name}.svg") == 200


@pytest.mark.parametrize(
    "path",
    ["/", "/app.js", "/look.css", "/words/zh.json", "/board/classic-2-121-91-61.svg", "/nothing"],
)
def test_every_answer_forbids_other_hosts(port: int, path: str) -> None:
    with Wire(port) as wire:
        wire.request(path)
        policy = wire.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe-eval" not in policy
        assert path.endswith(".svg") or "unsafe-inline" not in policy
        assert "*" not in policy
        assert wire.headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in wire.headers
        assert "set-cookie" not in wire.headers


NONSENSE: list[Any] = [
    b"{", b"[]", b"17", b"null", b'"hello"', b"\xff\xfe", b"[" * 1000, {"hello": 1}, {"hello": {"language": "en"}},
    {"count": ["5H"] * 5, "crib": False}, {"count": ["XX"] * 5, "crib": False}, {"count": [1, 2, 3, 4, 5], "crib": True},
    {"past": "1"}, {"past": None}, {"fetch": "phones.json"}, {}, b'{"past": 1e999}', b'{"language": ' + b"9" * 900 + b"}",
]  # fmt: skip


@pytest.mark.parametrize("message", NONSENSE, ids=lambda message: str(message)[:24])
def test_nonsense_is_hung_up_on(port: int, message: Any) -> None:
    with Wire(port) as wire:
        wire.greet()
        wire.say(message)
        assert wire.is_hung_up()


@pytest.mark.parametrize(
    "act",
    [
        lambda wire: wire.frame(b"x" * 1025),
        lambda wire: wire.frame(b"{}", BINARY),
        lambda wire: wire.frame(b'{"history"', last=False),
        lambda wire: wire.send(bytes([129, 255]) + (2**62).to_bytes(8, "big")),
        lambda wire: [wire.say({"language": "en"}) for _ in range(500)],
        lambda wire: [wire.frame(b"", PING) for _ in range(500)],
        lambda wire: [wire.frame(b"") for _ in range(500)],
    ],
    ids=["long", "binary", "in parts", "endless", "flood", "flood of pings", "flood of nothing"],
)
def test_bad_frames_are_hung_up_on(port: int, act: Callable[[Wire], Any]) -> None:
    with Wire(port) as wire:
        wire.greet()
        act(wire)
        assert wire.is_hung_up()


def test_random_bytes_are_hung_up_on(port: int) -> None:
    rng = Random(121)
    for _ in range(40):
        with Wire(port) as wire:
            if rng.random() < 0.5:
                wire.greet()
            wire.send(rng.randbytes(rng.randrange(1, 4000)) + b"\r\n\r\n" * 2000)
            assert wire.is_hung_up()


@pytest.mark.parametrize(
    "start", [b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 4000, b"GET /" + b"x" * 70000, b"\r\n\r\n", b"\0" * 100 + b"\n"]
)  # fmt: skip
def test_a_request_without_end_is_hung_up_on(port: int, start: bytes) -> None:
    with Wire(port) as wire:
        wire.send(start)
        assert wire.status() in (0, 400)


@pytest.mark.parametrize(
    "asked",
    [
        {"press": "A.one", "down": True}, {"line": "press Ann.one 29"}, {"line": "restart"}, {"award": 29, "side": 0},
        {"line": "scan 5H"}, {"press": "next", "down": True}, {"press": None}, {"line": {}},
    ],
)  # fmt: skip
def test_who_is_not_paired_only_watches(port: int, asked: dict[str, Any]) -> None:
    with Wire(port) as wire:
        wire.greet(token="guessed")
        wire.say(asked)
        assert wire.hear_about("problem") == "Pair this device first: then it may act at the table"


def test_a_room_holds_so_many_pages_and_no_more(port: int) -> None:
    with ExitStack() as pages:
        for _ in range(MOST_CLIENTS):
            pages.enter_context(Wire(port)).greet()
        with Wire(port) as one_more:
            assert one_more.upgrade() == 503


def test_who_never_listens_is_not_waited_for(port: int) -> None:
    """He asks and asks for what the board is slow to tell, and takes none of it."""
    with Wire(port) as deaf:
        deaf.greet()
        for _ in range(30):
            deaf.say({"history": True})
        with Wire(port) as page:
            page.greet()
            assert page.hear_about("table")


def test_a_paired_phone_asks_in_vain_for_what_no_page_offers(tmp_path: Path) -> None:
    board = BoardProcess(tmp_path)
    try:
        with Wire(board.port) as wire:
            assert wire.upgrade() == 101
            wire.say(
                {"hello": {"language": "en", "token": "", "key": board.link.partition("#")[2]}}
            )
            assert wire.hear_about("token")
            for line in (
                "wait 600",
                "press Ann.one 11",
                "scan 5X",
                "set target=1",
                "hold Zed.go",
                "x" * 119,
            ):
                wire.say({"line": line})
                assert wire.hear_about("problem")
            for award in (
                {"award": 30, "side": 0},
                {"award": 5, "side": 2},
                {"award": -1, "side": 0},
            ):
                wire.say(award)
                assert wire.hear_about("problem") == "there is no such award"
            wire.say({"press": "D.go", "down": True})
            assert "there is no button" in wire.hear_about("problem")
            wire.say({"count": ["5H", "5D", "5S", "JC", "5C"], "crib": False})
            assert wire.hear_about("counted")["total"] == 29
            wire.say(json.dumps({"press": "A.one", "down": "yes"}).encode())
            assert wire.is_hung_up()
    finally:
        board.close()
