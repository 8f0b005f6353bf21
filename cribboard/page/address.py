"""Where the page is reached."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address

from cribboard.config import WebConfig


def addresses(web: WebConfig) -> tuple[str, ...]:
    """Where the page is reached: first from this machine, then from others, if it is to be.

    >>> addresses(WebConfig(None, "127.0.0.1", 8121, "open"))
    ('http://127.0.0.1:8121/',)
    """
    listen = ip_address(web.listen)
    if not listen.is_unspecified:
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
