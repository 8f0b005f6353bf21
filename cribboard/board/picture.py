"""The board in characters: lit, for a terminal, or plain, for a pipe. Both fit 80 columns and leave room for a log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from .drawing import svg
from .layers import (
    Scene,
    ahead,
    back_pegs,
    front_pegs,
    lamps,
    lines,
    match_holes,
    preview,
    trail,
)
from .palette import on_screen, pixels
from .track import GROUP, Hole, Track
from .view import View

__all__ = ["ansi", "plain", "svg"]

WIDTH = 79
Mark = tuple[int, Sequence[str]]
"""Something that stands in a line: at which place, and its characters, each with its control codes if any."""

STREETS = ("1st", "2nd", "3rd", "4th")
SIDES = "ABCD"

SYMBOLS = (
    (trail, "-", "passed"),
    (ahead, "+", "ahead"),
    (lines, "!", "skunk line"),
    (lamps, "*", "lamp"),
    (match_holes, "#", "match"),
    (back_pegs, "o", "back"),
    (front_pegs, "@", "front"),
    (preview, "?", "to come"),
)
"""How the plain picture shows a layer, from the bottom to the top, and what the legend calls it."""


def ansi(track: Track, frame: bytes) -> str:
    """The board as `frame` lights it, in 24-bit colours; every line ends in the terminal's own colours.

    `frame` is what the wire gets, three bytes a pixel in chain order.
    """

    colours = list(pixels(frame))

    def cell(hole: Hole) -> str:
        if not any(colours[hole.index]):
            return "\x1b[2m.\x1b[0m"
        red, green, blue = on_screen(colours[hole.index])
        return f"\x1b[48;2;{red};{green};{blue}m \x1b[0m"

    return "\n".join(_rows(track, cell))


def plain(track: Track, view: View) -> str:
    """The board and the scores of `view` in plain characters; what they mean stands under the picture."""
    scene = Scene.at_rest(track, view)
    symbols = {pixel: symbol for layer, symbol, _ in SYMBOLS for pixel, _ in layer(scene)}
    rows = _rows(track, lambda hole: symbols.get(hole.index, "."))
    legend = "  ".join(f"{symbol} {meaning}" for _, symbol, meaning in SYMBOLS)
    return "\n".join([*_scores(scene), *rows, legend])


def _scores(scene: Scene) -> Iterator[str]:
    """Each side's names, pegs, lap and part in the deal, in words."""
    state = scene.view.state
    for side, pegs in enumerate(scene.pegs):
        seats = [seat for seat in state.options.seats if state.options.side_of(seat) == side]
        names = " and ".join(state.options.names[seat] for seat in seats)
        facts = [f"back peg {pegs.back}", "second lap" if scene.lap_start(pegs) else "first lap"]
        if pegs.front >= scene.target:
            facts[-1] = "home"
        if state.dealer in seats:
            facts.append("dealer")
        if state.turn in seats:
            facts.append("to act")
        if pending := scene.view.pending[side]:
            facts.append(f"{pending.points} {'refused' if pending.refused else 'to come'}")
        yield f"{SIDES[side]} {names:<12} {pegs.front:>3}  ({', '.join(facts)})"


def _rows(track: Track, cell: Callable[[Hole], str]) -> Iterator[str]:
    """The rows of holes from top to bottom; a side's first street has its scale above, the others below."""
    columns = {x: column for column, x in enumerate(sorted({hole.x for hole in track.holes}))}
    begun: set[int] = set()
    for y in sorted({hole.y for hole in track.holes}):
        row = sorted((hole for hole in track.holes if hole.y == y), key=lambda hole: hole.x)
        side = row[0].side
        marks: list[Mark] = [(0, SIDES[side])]
        marks += [(_place(columns[hole.x]), [cell(hole)]) for hole in row]
        street = [hole for hole in row if hole.kind == "street"]
        if not street:
            marks.append((_place(columns[row[-1].x]) + 2, row[-1].kind))
            yield _line(marks)
            continue
        goes_right = street[0].number < street[-1].number
        first = (min(hole.number for hole in street) - 1) // len(street)
        names = " ".join(STREETS[first :: track.lap // len(street)])
        marks.append((_place(len(columns) - 1) + 2, f"{'>' if goes_right else '<'} {names}"))
        pair = _line(marks), _line(_scale(track, street, columns, goes_right))
        yield from pair if side in begun else reversed(pair)
        begun.add(side)


def _scale(
    track: Track, street: list[Hole], columns: dict[float, int], goes_right: bool
) -> Iterator[Mark]:
    """At every fifth hole the scores that it stands for, one for each lap."""
    for hole in street:
        if hole.number % GROUP == 0:
            scores = " ".join(map(str, track.scores(hole)))
            place = _place(columns[hole.x])
            yield place - len(scores) + 1 if goes_right else place, scores


def _place(column: int) -> int:
    """Where a column of holes stands in a line: two apart, and one more before each group of five (R71)."""
    return 2 + 2 * column + (column + GROUP - 1) // GROUP


def _line(marks: Iterable[Mark]) -> str:
    """A line with these marks at their places."""
    cells = [" "] * WIDTH
    for place, mark in marks:
        cells[place : place + len(mark)] = mark
    return "".join(cells).rstrip()
