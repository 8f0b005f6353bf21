"""The kinds of readers by the names that they have in the settings. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from . import Reader
from .framed import Framed
from .rdm6300 import Rdm6300
from .text import TextLines


class Profile(NamedTuple):
    """A kind of reader: its usual speed in baud, and how one is made for `gone` and `accept_bad_checksum`."""

    baud: int
    make: Callable[[float, bool], Reader]


PROFILES: dict[str, Profile] = {
    "cribboard": Profile(115_200, lambda *_: Framed()),  # it watches the cards itself
    "text": Profile(9_600, lambda gone, _: TextLines(gone)),
    "rdm6300": Profile(9_600, Rdm6300),
    "id12la": Profile(9_600, Rdm6300),
}
