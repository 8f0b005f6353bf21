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
    "zero": ("pi0",),
    "zero2": ("pi02", "pi0", "pi0w"),
    "1": ("pi1",),
    "2": ("pi2",),
    "3": ("pi3",),
    "4": ("pi4",),
    "5": ("pi5",),
}
"""The conditional filters that hold on every Pi of a model; those of a keyboard, a compute module or a plus don't."""

END_OF_SCOPE = "dtoverlay="
"""After an overlay a dtparam is the overlay's own where that has one of this name; after this line it is the board's."""

_SCOPED = {"dtparam=audio": "vc4-"}
"""Parameters of the board that overlays, whose names begin so, have too."""

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
    of_model, of_more, overlay = True, True, ""
    for raw in text.splitlines():
        line = raw.partition("#")[0].strip()
        if section := re.fullmatch(r"\[(.*)\]", line):
            name = section[1].strip().lower()
            if re.match("all$|none$|pi|cm", name):
                of_model = name == "all" or name in _FILTERS[model.short]
            of_more = name == "all" or (of_more and bool(re.match("none$|pi|cm", name)))
        elif not (line and of_model and of_more):
            continue
        elif line.startswith("dtparam="):
            given = (f"dtparam={each}" for each in line.removeprefix("dtparam=").split(","))
            yield from (each for each in given if not _is_the_overlays(each, overlay))
        else:
            overlay = line.removeprefix("dtoverlay=") if line.startswith("dtoverlay=") else overlay
            yield line


def _is_the_overlays(parameter: str, overlay: str) -> bool:
    begins = _SCOPED.get(_setting(parameter))
    return begins is not None and overlay.startswith(begins)


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
    return [
        line
        for line in lines
        if last.get(_setting(line)) != line and not any(_serves(it, line) for it in there)
    ]


def in_the_way(text: str, lines: Iterable[str], model: Model) -> list[tuple[str, str]]:
    """The overlays that hold, outside of our block, but otherwise than one of these lines has them; and that line."""
    wanted = [line for line in missing(text, lines, model) if line.startswith("dtoverlay=")]
    there = lines_for(without_block(text), model)
    return [
        (it, line)
        for line in wanted
        for it in there
        if it.partition(",")[0] == line.partition(",")[0]
    ]


def _setting(line: str) -> str:
    """What a line sets: `core_freq`, `dtparam=audio`."""
    name, _, value = line.partition("=")
    return f"{name}={value.partition('=')[0]}" if name == "dtparam" else name


def _serves(there: str, line: str) -> bool:
    """Whether an overlay that is there is the one of this line; values of its own may be added, but no switches."""
    if not there.startswith("dtoverlay="):
        return False
    asked, given = set(line.split(",")), set(there.split(","))
    return asked <= given and all("=" in more for more in given - asked)


def with_block(text: str, lines: Iterable[str], model: Model) -> str:
    """The file with those of the lines that don't hold yet in our block at its end, where every filter is off.

    A block that is there already is replaced, so that writing again changes nothing. Raises ValueError for half a one,
    and for an overlay of somebody else's that would then be there twice.
    """
    rest, lines = without_block(text), tuple(lines)
    for there, line in in_the_way(rest, lines, model):
        raise ValueError(f"{there} is in the way of {line}: take it out of config.txt")
    wanted = missing(rest, lines, model)
    if not wanted:
        return rest
    ended = rest if not rest or rest.endswith("\n") else rest + "\n"
    return "\n".join([f"{ended}\n{BEGIN}", "[all]", END_OF_SCOPE, *wanted, END, ""])


def without_block(text: str) -> str:
    """The file without our block; everything else stays as it is. Raises ValueError for half a block, and for two."""
    rest, blocks = _BLOCK.subn("", text)
    if blocks > 1:
        raise ValueError("cribboard's block is there more than once; leave one of them")
    for mark in (BEGIN, END):
        if mark in rest:
            raise ValueError(f"half of cribboard's block is left there; take the rest out: {mark}")
    return rest
