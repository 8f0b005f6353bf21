"""config.txt, from which the firmware starts a Raspberry Pi: which lines hold on a model, and our own block of lines.

Pure: text in, text out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cribboard.pins import Model

BEGIN = "# cribboard begin: cribboard service install writes these lines, cribboard service uninstall takes them out"
END = "# cribboard end"

PLACES = ("boot/firmware/config.txt", "boot/config.txt")
"""Where the file may lie, below the root; the newer place first."""

_FILTERS = {
    "zero": ("pi0", "pi0w"),
    "zero2": ("pi02", "pi0", "pi0w", "pi3"),
    "1": ("pi1",),
    "2": ("pi2",),
    "3": ("pi3", "pi3+"),
    "4": ("pi4", "pi400", "cm4", "cm4s"),
    "5": ("pi5", "pi500", "cm5"),
}
"""The conditional filters that may hold on each model."""

_BLOCK = re.compile(rf"\n?^{re.escape(BEGIN)}$.*?^{re.escape(END)}$\n?", re.M | re.S)


def lines_for(text: str, model: Model) -> list[str]:
    r"""The lines that hold on this model, without comments, each parameter on a line of its own.

    A filter that depends on more than the model (a serial number, a monitor) counts as not holding.

    >>> from cribboard.pins import MODELS
    >>> lines_for("dtparam=spi=on # the strip\n[pi4]\ncore_freq=500\n[all]\nenable_uart=1", MODELS["3"])
    ['dtparam=spi=on', 'enable_uart=1']
    """
    return list(_lines_for(text, model))


def _lines_for(text: str, model: Model) -> Iterator[str]:
    holds = True
    for raw in text.splitlines():
        line = raw.partition("#")[0].strip()
        if section := re.fullmatch(r"\[(.*)\]", line):
            name = section[1].strip().lower()
            holds = name == "all" or name in _FILTERS[model.short]
        elif line.startswith("dtparam=") and holds:
            yield from (f"dtparam={given}" for given in line.removeprefix("dtparam=").split(","))
        elif line and holds:
            yield line


def missing(text: str, lines: Iterable[str], model: Model) -> list[str]:
    r"""Which of these lines don't hold. Of what is set twice the last one holds; overlays add up.

    >>> from cribboard.pins import MODELS
    >>> missing("dtparam=audio=off\ndtparam=audio=on", ["dtparam=audio=off"], MODELS["3"])
    ['dtparam=audio=off']
    >>> missing("dtoverlay=gpio-shutdown,debounce=50", ["dtoverlay=gpio-shutdown"], MODELS["3"])
    []
    """
    there = lines_for(text, model)
    last = {_setting(line): line for line in there}
    overlays = [_overlay(line) for line in there if line.startswith("dtoverlay=")]
    return [
        line
        for line in lines
        if last.get(_setting(line)) != line and not any(_overlay(line) <= it for it in overlays)
    ]


def _setting(line: str) -> str:
    """What a line sets: `core_freq`, `dtparam=audio`."""
    name, _, value = line.partition("=")
    return f"{name}={value.partition('=')[0]}" if name == "dtparam" else name


def _overlay(line: str) -> set[str]:
    """An overlay's name and its parameters."""
    return set(line.split(","))


def with_block(text: str, lines: Iterable[str], model: Model) -> str:
    """The file with those of the lines that don't hold yet in our block at its end, where every filter is off.

    A block that is there already is replaced, so that writing again changes nothing. Raises ValueError for half a one.
    """
    rest = without_block(text)
    wanted = missing(rest, lines, model)
    if not wanted:
        return rest
    ended = rest if not rest or rest.endswith("\n") else rest + "\n"
    return "\n".join([f"{ended}\n{BEGIN}", "[all]", *wanted, END, ""])


def without_block(text: str) -> str:
    """The file without our block; everything else stays as it is. Raises ValueError for half a block."""
    rest = _BLOCK.sub("", text)
    for mark in (BEGIN, END):
        if mark in rest:
            raise ValueError(f"half of cribboard's block is left there; take the rest out: {mark}")
    return rest
