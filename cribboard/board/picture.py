"""The board in characters: lit, for a terminal, or plain, for a pipe. Both fit 80 columns and leave room for a log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil

from .drawing import svg
from .laps import GROUP
from .layers import (
    LAYERS,
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
from .track import LETTERS, LONG_GAME, Hole, Track
from .view import View

__all__ = ["ansi", "plain", "svg"]

WIDTH = 79
Mark = tuple[int, Sequence[str]]
"""Something that stands in a line: at which place, and its characters, each with its control codes if any."""

STREETS = ("1st", "2nd", "3rd", "4th")
LAPS = ("first lap", "second lap", "third lap", "fourth lap")

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
"""How the plain picture shows a layer, and what the legend calls it, in its order."""


def ansi(track: Track, frame: bytes, target: int = LONG_GAME) -> str:
    """The board as `frame` lights it, in 24-bit colours; every line ends in the terminal's own colours.

    `frame` is what the wire gets, three bytes a pixel in chain order.
    """

    colours = list(pixels(frame))

    def cell(hole: Hole) -> str:
        if not any(colours[hole.index]):
            return "\x1b[2m.\x1b[0m"
        red, green, blue = on_screen(colours[hole.index])
        return f"\x1b[48;2;{red};{green};{blue}m \x1b[0m"

    return "\n".join(_rows(track, cell, target))


def plain(track: Track, view: View) -> str:
    """The board and the scores of `view` in plain characters; what they mean stands under the picture."""
    scene = Scene.at_rest(track, view)
    marks = {layer: symbol for layer, symbol, _ in SYMBOLS}
    shown = [layer for layer in LAYERS if layer in marks]
    symbols = {pixel: marks[layer] for layer in shown for pixel, _ in layer(scene)}
    target = view.state.options.target
    rows = _rows(track, lambda hole: symbols.get(hole.index, "."), target)
    legend = "  ".join(f"{symbol} {meaning}" for _, symbol, meaning in SYMBOLS)
    return "\n".join([*_scores(scene), *rows, legend])


def _scores(scene: Scene) -> Iterator[str]:
    """Each side's names, pegs, lap and part in the deal, in words."""
    state = scene.view.state
    for side, pegs in enumerate(scene.pegs):
        seats = state.options.members(side)
        names = " and ".join(state.options.names[seat] for seat in seats)
        facts = [f"back peg {pegs.back}", LAPS[scene.lap(pegs).number]]
        if pegs.front >= scene.target:
            facts[-1] = "home"
        if state.dealer in seats:
            facts.append("dealer")
        if state.turn in seats:
            facts.append("to act")
        if pending := scene.view.pending[side]:
            facts.append(f"{pending.points} {'refused' if pending.refused else 'to come'}")
        yield f"{LETTERS[side]} {names:<12} {pegs.front:>3}  ({', '.join(facts)})"


def _rows(track: Track, cell: Callable[[Hole], str], target: int) -> Iterator[str]:
    """The rows of holes from top to bottom; a side's first street has its scale above, the others below.

    A row that nobody has is left out; one of match holes that is shared says at its end whose they are.
    """
    columns = {x: column for column, x in enumerate(sorted({hole.x for hole in track.holes}))}
    begun: set[str] = set()
    for y in sorted({hole.y for hole in track.holes}):
        row = sorted((hole for hole in track.holes if hole.y == y), key=lambda hole: hole.x)
        owners = "".join("." if hole.side is None else LETTERS[hole.side] for hole in row)
        sides = set(owners) - {"."}
        if not sides:
            continue
        marks: list[Mark] = [(_place(columns[hole.x]), [cell(hole)]) for hole in row]
        side = sides.pop() if len(sides) == 1 else ""
        marks.append((0, side))
        street = [hole for hole in row if hole.kind == "street"]
        if not street:
            said = "match" if side else f"match {owners}"
            yield _line([*marks, (_place(columns[row[-1].x]) + 2, said)])
            continue
        goes_right = street[0].number < street[-1].number
        marks.append((_place(len(columns) - 1) + 2, _course(track, street, goes_right, target)))
        pair = _line(marks), _line(_scale(track, street, columns, goes_right, target))
        yield from pair if side in begun else reversed(pair)
        begun.add(side)


def _course(track: Track, street: list[Hole], goes_right: bool, target: int) -> str:
    """Which way a row goes, and its streets: the first and the third, or from the first to the last (R75)."""
    first = (min(hole.number for hole in street) - 1) // len(street)
    names = STREETS[first : ceil((target - 1) / len(street)) : track.lap // len(street)]
    said = " ".join(names) if len(names) <= 2 else f"{names[0]}-{names[-1]}"
    return f"{'>' if goes_right else '<'} {said}".rstrip()


def _scale(
    track: Track, street: list[Hole], columns: dict[float, int], goes_right: bool, target: int
) -> Iterator[Mark]:
    """The scores that a hole stands for, one for each lap, at every fifth hole, or as often as there is room for them."""
    scores = {hole: " ".join(map(str, track.scores(hole, target))) for hole in street}
    room = _place(2 * GROUP) - _place(GROUP)
    every = GROUP * -(-(max(map(len, scores.values())) + 1) // room)
    for hole, said in scores.items():
        if hole.number % every == 0:
            place = _place(columns[hole.x])
            yield place - len(said) + 1 if goes_right else place, said


def _place(column: int) -> int:
    """Where a column of holes stands in a line: two apart, and one more before each group of five (R71)."""
    return 2 + 2 * column + (column + GROUP - 1) // GROUP


def _line(marks: Iterable[Mark]) -> str:
    """A line with these marks at their places."""
    cells = [" "] * WIDTH
    for place, mark in marks:
        cells[place : place + len(mark)] = mark
    return "".join(cells).rstrip()
