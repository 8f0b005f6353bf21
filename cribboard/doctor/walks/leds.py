"""The strip: order of its colours, its first pixel, its chain hole by hole, and its supply."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from itertools import groupby

from cribboard.board.track import LETTERS, Hole, Track
from cribboard.config import StripConfig
from cribboard.doctor.finding import Finding, ok, problem

from . import NO, YES, Reply, Say, Show, Step, Walk, ask

COLOURS = {"red": (255, 0, 0), "green": (0, 255, 0), "blue": (0, 0, 255)}
WHITE = (255, 255, 255)
LEVEL = 60
"""Of 255: bright enough to see and easy on any supply."""

Colour = tuple[int, int, int]

DATA = "see to the data line: 74AHCT125 from 5 V, 300-500 ohm at the strip, common ground; or strip.lead_pixels = 1"
WIRE = "see to 5 V and ground at the strip, and that the data goes into its DIN end; then cribboard doctor"
CLOCK = "the core clock isn't fixed: cribboard doctor tells under 'core clock'"
FEED = "feed 5 V into both ends of the strip, by thick leads straight from the supply"


def leds(strip: StripConfig, track: Track) -> Walk:
    """Look at the strip together. Wrong colours end the walk: what comes after names them."""
    findings = [(yield from _colour_order(strip, track))]
    if findings[-1].state == "problem":
        return findings
    findings.append((yield from _first_pixel(track)))
    findings += yield from _chain(track)
    findings.append((yield from _supply(track)))
    yield Show(bytes(3 * len(track.holes)))
    return findings


def _colour_order(strip: StripConfig, track: Track) -> Generator[Step, Reply, Finding]:
    yield Say("The first ten pixels light up three times; say which colour you see.")
    seen = {}
    for name, colour in COLOURS.items():
        yield Show(_frame(track, range(10), colour))
        seen[name] = yield from ask("Which colour is it?", *COLOURS, "white", "dark")
        if seen[name] == "dark":
            return problem("colours", "nothing lights up", WIRE)
        if seen[name] == "white":
            return problem("colours", f"{name} looks white", CLOCK)
    order = real_order(strip.order, seen)
    if order is None:
        return problem("colours", f"{', '.join(seen.values())} for {', '.join(seen)}", DATA)
    if order != strip.order:
        return problem(
            "colours", f"the strip takes them as {order}", f'set strip.order = "{order}"'
        )
    return ok("colours", f"as {order}")


def real_order(configured: str, seen: dict[str, str]) -> str | None:
    """The order in which the strip takes its colours, from what was seen for each; None where that is no order.

    >>> real_order("GRB", {"red": "green", "green": "red", "blue": "blue"})
    'RGB'
    """
    letters = {name[0].upper(): shown[0].upper() for name, shown in seen.items()}
    order = "".join(letters[letter] for letter in configured)
    return order if len(set(order)) == 3 else None


def _first_pixel(track: Track) -> Generator[Step, Reply, Finding]:
    yield Show(_frame(track, [0], COLOURS["red"]))
    yield Say(f"Now {_name(track.holes[0])} alone is red: the first pixel of the chain.")
    if (yield from ask("Is it, steadily, and nothing else?")) == YES:
        return ok("first pixel", "steady")
    return problem("first pixel", "flickers, is wrong or isn't alone", DATA)


def _chain(track: Track) -> Generator[Step, Reply, list[Finding]]:
    """Each piece of the chain, its first pixel white; the first one that is wrong tells where to look."""
    for piece in pieces(track):
        first, last = piece[0], piece[-1]
        frame = _frame(track, [hole.index for hole in piece], COLOURS["blue"])
        yield Show(_with(frame, first.index, WHITE))
        blue = f", the rest up to {_name(last)} blue" if len(piece) > 1 else ""
        yield Say(f"{_name(first)} is white{blue}: {_pixels(first, last)}.")
        if (yield from ask("Is that so?")) == NO:
            return [
                problem(
                    "chain",
                    f"{_name(first)} to {_name(last)} isn't {_pixels(first, last)}",
                    f"see to the joint before pixel {first.index}, and which way the strip runs there "
                    "(cribboard draw leds lists the chain)",
                )
            ]
    return [ok("chain", f"{len(track.holes)} pixels, each at its hole")]


def _supply(track: Track) -> Generator[Step, Reply, Finding]:
    yield Show(bytes([255] * 3 * len(track.holes)))
    yield Say("Now all is white, as bright as strip.limit_ma allows.")
    if (yield from ask("Is it steady, and equally white at both ends?")) == YES:
        return ok("supply at the strip", "holds at the limit")
    return problem("supply at the strip", "fades or flickers at the limit", FEED)


def pieces(track: Track) -> list[list[Hole]]:
    """The chain in pieces that run straight: holes of one kind and side, in one row.

    >>> [len(piece) for piece in pieces(Track.load("classic"))]
    [1, 30, 30, 1, 1, 30, 30, 1, 7, 7]
    """
    return [
        list(piece)
        for _, piece in groupby(track.holes, key=lambda hole: (hole.kind, hole.side, hole.y))
    ]


def _name(hole: Hole) -> str:
    """A hole in the builder's words."""
    if hole.side is None:
        return "a spare hole"
    kind = {"street": "hole", "match": "match hole", "end": "start"}.get(hole.kind, hole.kind)
    number = f" {hole.number}" if hole.kind in ("street", "match") else ""
    return f"{LETTERS[hole.side]} {kind}{number}"


def _pixels(first: Hole, last: Hole) -> str:
    if first == last:
        return f"pixel {first.index}"
    return f"pixels {first.index} to {last.index}"


def _frame(track: Track, lit: Iterable[int], colour: Colour) -> bytes:
    frame = bytes(3 * len(track.holes))
    for index in lit:
        frame = _with(frame, index, colour)
    return frame


def _with(frame: bytes, index: int, colour: Colour) -> bytes:
    light = bytes(value * LEVEL // 255 for value in colour)
    return frame[: 3 * index] + light + frame[3 * index + 3 :]
