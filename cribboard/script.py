"""Table scripts: what people do at the table, one thing a line. Read here, carried out elsewhere.

The same words are typed at the terminal of `cribboard play`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass

from cribboard.board.track import Track
from cribboard.rules import Card, Match, Options, Points
from cribboard.rules import commands as cmd
from cribboard.rules.options import SETTINGS, quoted
from cribboard.signals import Button

HELP = """\
scan 5H (or just 5H)   a card is read: rank A 2-9 T J Q K, then suit C D H S
press NAME.one 3       three times: NAME.one, NAME.five, NAME.go, undo, next
hold undo              a button is held
next, undo, go         short for press; go is by whoever is to play
dealer NAME            who deals first; before the starter, who deals after all
penalty NAME 2 [NAME]  an opponent pegs two; of several opponents, the one named
move NAME              the award that was tapped in last is this side's
correct 5H 6H, why     a card was read wrongly; how the last score came about
wait 3, restart, unplug scanner, plug scanner
set KEY=VALUE, quit    an option, before the first act; the end"""


class ScriptError(Exception):
    """A line can't be read or carried out; says what was read and what was expected."""


@dataclass(frozen=True, slots=True)
class Set:
    """Options for the match; only before the first act."""

    settings: tuple[tuple[str, str], ...]

    def change(self, options: Options) -> Options:
        """The options with these settings. Raises ScriptError for one that can't be."""
        try:
            changed = options.changed(dict(self.settings))
            if problem := Track.for_options(changed).problem(changed):
                raise ScriptError(problem)
            return changed
        except KeyError as error:
            key = error.args[0]
            close = difflib.get_close_matches(key, SETTINGS, 1)
            hint = f"; did you mean {close[0]}?" if close else ""
            raise ScriptError(f"{key!r} can't be set{hint}") from None
        except ValueError as error:
            raise ScriptError(str(error)) from None


@dataclass(frozen=True, slots=True)
class Say:
    """Somebody says what he means: who deals, a penalty, a correction."""

    command: cmd.Command


@dataclass(frozen=True, slots=True)
class Ask:
    """Somebody asks why."""


@dataclass(frozen=True, slots=True)
class Scan:
    """A card is presented to the reader."""

    card: Card


@dataclass(frozen=True, slots=True)
class Press:
    """A button is pressed so many times. `Button("go")` of nobody is meant for whoever is to play."""

    button: Button
    times: int = 1


@dataclass(frozen=True, slots=True)
class Hold:
    """A button is held."""

    button: Button


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing happens for so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Unplug:
    """The scanner's plug is pulled."""


@dataclass(frozen=True, slots=True)
class Plug:
    """The scanner is plugged in again."""


@dataclass(frozen=True, slots=True)
class Restart:
    """The power goes, and comes back."""


Line = Set | Say | Ask | Scan | Press | Hold | Wait | Unplug | Plug | Restart


@dataclass(frozen=True, slots=True)
class Script:
    """A whole script: the options that it sets, and its lines with their numbers."""

    options: Options
    lines: tuple[tuple[int, Line], ...]

    @classmethod
    def parse(cls, text: str, source: str, options: Options | None = None) -> Script:
        """Read a script; raises ScriptError, `source:number: ...`, for the first line that can't be read.

        >>> Script.parse("set names=Ann,Bob\\nscan 4D", "demo").lines
        ((2, Scan(card=Card.parse('4D'))),)
        """
        options = options or Options()
        lines: list[tuple[int, Line]] = []
        for number, line in enumerate(text.splitlines(), 1):
            try:
                read = parse_line(line, options)
                if isinstance(read, Set):
                    if lines:
                        raise ScriptError("a set line comes before the first act")
                    options = read.change(options)
                elif read:
                    lines.append((number, read))
            except ScriptError as error:
                raise ScriptError(f"{source}:{number}: {error}") from None
        return cls(options, tuple(lines))


def parse_line(line: str, options: Options) -> Line | None:
    """What a line says, None for an empty one or a comment. Raises ScriptError.

    >>> parse_line("press Bob.one 3   # three taps", Options())
    Press(button=Button(kind='one', who=1), times=3)
    >>> parse_line("5H", Options())
    Scan(card=Card.parse('5H'))
    """
    words = line.partition("#")[0].split()
    match words:
        case []:
            return None
        case ["set", _, *_]:
            return Set(tuple(_settings(words[1:])))
        case ["dealer", name]:
            return Say(cmd.ChooseDealer(_seat(name, options)))
        case ["penalty", name, points, *to] if len(to) < 2:
            return Say(_penalty(name, points, to, options))
        case ["move", name]:
            return Say(cmd.MoveAward(options.side_of(_seat(name, options))))
        case ["correct", wrong, right]:
            return Say(cmd.CorrectCard(_card(wrong), _card(right)))
        case ["why"]:
            return Ask()
        case ["scan", code]:
            return Scan(_card(code))
        case ["press", name]:
            return Press(_button(name, options))
        case ["press", name, times]:
            return Press(_button(name, options), int(_number(times, 1, 100, whole=True)))
        case ["hold", name]:
            return Hold(_button(name, options))
        case ["wait", seconds]:
            return Wait(_number(seconds, 0, 86400))
        case ["unplug", "scanner"]:
            return Unplug()
        case ["plug", "scanner"]:
            return Plug()
        case ["restart"]:
            return Restart()
        case ["go"]:
            return Press(Button("go"))
        case [word] if word in ("undo", "next") or "." in word:
            return Press(_button(word, options))
        case [code] if _is_card(code):
            return Scan(_card(code))
    raise ScriptError(_unknown(line.strip(), words[0]))


def write_line(line: Line, options: Options) -> str:
    """The words for a line: what `parse_line` reads as this one. Raises ValueError for what nobody can say.

    >>> write_line(Press(Button("one", 1), 3), Options())
    'press Bob.one 3'
    >>> write_line(Say(cmd.Penalise(side=0, points=2, to=1)), Options())
    'penalty Ann 2 Bob'
    """
    names = options.names
    match line:
        case Set(pairs):
            return " ".join(["set", *(f"{key}={value}" for key, value in pairs)])
        case Say(cmd.ChooseDealer(player)):
            return f"dealer {names[player]}"
        case Say(cmd.Penalise(side, points, to)):
            return f"penalty {names[side]} {points} {names[to]}"
        case Say(cmd.MoveAward(side)):
            return f"move {names[side]}"
        case Say(cmd.CorrectCard(wrong, right, ())):
            return f"correct {wrong} {right}"
        case Ask():
            return "why"
        case Scan(card):
            return f"scan {card}"
        case Press(button, 1):
            short = button.kind in ("go", "undo", "next")
            return _named(button, options) if short else f"press {_named(button, options)}"
        case Press(button, times) if button != Button("go"):
            return f"press {_named(button, options)} {times}"
        case Hold(button) if button != Button("go"):
            return f"hold {_named(button, options)}"
        case Wait(seconds):
            return f"wait {str(seconds).removesuffix('.0')}"
        case Unplug():
            return "unplug scanner"
        case Plug():
            return "plug scanner"
        case Restart():
            return "restart"
    raise ValueError(f"{line!r} has no words")


def settings(options: Options) -> tuple[tuple[str, str], ...]:
    """Every option and its value as a `set` line has them; together they make these options of any others.

    >>> settings(Options(target=61))[3]
    ('target', '61')
    """
    return tuple(
        (key, _setting(getattr(options, key))) for key in SETTINGS if hasattr(options, key)
    )


def _setting(value: object) -> str:
    if isinstance(value, Match | Points):
        return str(value)
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _named(button: Button, options: Options) -> str:
    """A side's button is called by its first player's name, whose seat has the side's number."""
    return button.kind if button.who is None else f"{options.names[button.who]}.{button.kind}"


def _settings(words: list[str]) -> Iterator[tuple[str, str]]:
    for word in words:
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            raise ScriptError(f"{word!r} sets nothing: expected key=value, such as target=61")
        yield key, value


def _seat(name: str, options: Options) -> int:
    for seat, known in enumerate(options.names):
        if known.lower() == name.lower():
            return seat
    raise ScriptError(f"nobody is called {name!r}: expected {' or '.join(options.names)}")


def _penalty(name: str, points: str, to: list[str], options: Options) -> cmd.Penalise:
    side = options.side_of(_seat(name, options))
    others = [other for other in options.sides if other != side]
    if not to and len(others) > 1:
        raise ScriptError(f"who pegs it? Say penalty {name} {points} NAME")
    other = options.side_of(_seat(to[0], options)) if to else others[0]
    return cmd.Penalise(side, int(_number(points, 1, 30, whole=True)), other)


def _button(text: str, options: Options) -> Button:
    name, _, kind = text.rpartition(".")
    if not name and kind in ("undo", "next"):
        return Button(kind)
    if name and kind == "go":
        return Button(kind, _seat(name, options))
    if name and kind in ("one", "five"):
        return Button(kind, options.side_of(_seat(name, options)))
    first = options.names[0]
    raise ScriptError(
        f"{text!r} is no button: expected {first}.one, {first}.five, {first}.go (or another name), undo or next"
    )


def _card(code: str) -> Card:
    try:
        return Card.parse(code)
    except ValueError as error:
        raise ScriptError(str(error)) from None


def _is_card(code: str) -> bool:
    try:
        return bool(Card.parse(code))
    except ValueError:
        return False


def _number(text: str, low: float, high: float, whole: bool = False) -> float:
    try:
        number = int(text) if whole else float(text)
        if low <= number <= high:
            return number
    except ValueError:
        pass
    kind = "whole number" if whole else "number"
    raise ScriptError(f"{text!r}: expected a {kind} from {low:g} to {high:g}")


def _unknown(line: str, word: str) -> str:
    verbs = (
        "penalty",
        "move",
        "correct",
        "why",
        "set",
        "dealer",
        "scan",
        "press",
        "hold",
        "wait",
        "unplug",
        "plug",
        "restart",
        "undo",
        "next",
        "go",
    )
    close = difflib.get_close_matches(word, verbs, 1)
    hint = f"; did you mean {close[0]}?" if close and close[0] != word else ""
    return f"{quoted(line)!r} can't be read: expected one of {', '.join(verbs)}, or a card{hint}"
