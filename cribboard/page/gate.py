"""Who may talk to the page's server, and what a browser may do with the page. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit

PLAIN = re.compile(r"[\w.:\[\]-]{1,100}", re.ASCII)
"""How a host and its port are written."""

SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-cache",
}


def is_ours(host: str) -> bool:
    """Whether a browser may have come to us by this name: an address, or a name that only the local network gives.

    Any other name may be a stranger's who has pointed it at this machine.

    >>> [is_ours(host) for host in ("192.168.1.7:8121", "[::1]:8121", "board.local", "evil.example")]
    [True, True, True, False]
    """
    if not PLAIN.fullmatch(host):
        return False
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if "." not in name and ":" not in name:
        return bool(name)
    if name.endswith((".local", ".lan", ".home.arpa")):
        return True
    try:
        return bool(ip_address(name))
    except ValueError:
        return False


def may_open(sent: Mapping[str, str]) -> bool:
    """Whether a websocket is asked for by our own page, as the browser's headers tell.

    >>> may_open({"Host": "10.0.0.5:8121", "Origin": "http://10.0.0.5:8121"})
    True
    >>> may_open({"Host": "10.0.0.5:8121", "Origin": "http://10.0.0.6"}), may_open({"Host": "10.0.0.5:8121"})
    (False, False)
    """
    origin = sent.get("Origin", "")
    scheme, _, at = origin.partition("://")
    return scheme in ("http", "https") and bool(at) and at == sent.get("Host")


def headers(host: str, picture: bool = False) -> dict[str, str]:
    """What goes with every answer: nothing but our own files, and no other host. A `picture` has its style in it."""
    if picture:
        policy = "default-src 'none'; style-src 'unsafe-inline'"
    else:
        live = f" ws://{host} wss://{host}" if is_ours(host) else ""
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            f"connect-src 'self'{live}; manifest-src 'self'; worker-src 'self'; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
    return {**SAFE, "Content-Security-Policy": policy}
