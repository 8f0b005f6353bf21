"""Whether the settings can be wired on a Pico. Nothing is switched on; of a reader only its kind's file is loaded."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from faces import Settings

    Owners = dict[object, tuple[str, str]]

NAMES = ("LINK", "READERS", "GONE_AFTER", "BUTTON", "LIGHT", "GREEN", "RED", "BEEPER")
MOST = 4
UARTS: "dict[object, tuple[tuple[int, int], ...]]" = {
    0: ((0, 1), (12, 13), (16, 17)),
    1: ((4, 5), (8, 9)),
}
PINS = [pin for pin in range(29) if pin not in (23, 24, 25)]
"""The GP numbers that a Pico has on its edge."""

ON_BOARD = {"BUTTON": "BOOTSEL", "LIGHT": "LED", "GREEN": "LED", "RED": "LED"}
"""What may stand in place of a pin: a Pico has them."""

LINK_LIKE = '"usb", or such as {"uart": 0, "tx": 0, "rx": 1}'
READER_LIKE = 'such as {"kind": "pn532", "uart": 1, "tx": 4, "rx": 5}'


def problems(settings: "Settings") -> "list[str]":
    """All that is wrong with the settings, each with what is allowed; nothing where they will do."""
    missing = [f"{name}: isn't there" for name in NAMES if not hasattr(settings, name)]
    if missing:
        return missing
    found: list[str] = []
    owners: Owners = {}
    if settings.LINK != "usb":
        found += _line("LINK", settings.LINK, ("uart", "tx", "rx"), LINK_LIKE, owners, "LINK")
    found += _readers(settings.READERS, owners)
    for name in ("BUTTON", "LIGHT", "GREEN", "RED", "BEEPER"):
        pin = getattr(settings, name)
        if isinstance(pin, str) and pin == ON_BOARD.get(name):
            found += _own(name, pin, owners, name)
        elif pin is not None:
            found += _pin(name, pin, owners, name)
    gone = settings.GONE_AFTER
    if not _is_number(gone) or gone < 1:
        found.append(f"GONE_AFTER = {gone!r}: milliseconds are a whole number above 0")
    return found


def _readers(readers: "Any", owners: "Owners") -> "list[str]":
    if not isinstance(readers, (list, tuple)):
        return [f"READERS = {readers!r}: a list of readers, each {READER_LIKE}"]
    found: list[str] = []
    if not 1 <= len(readers) <= MOST:
        found.append(f"READERS: {len(readers)} of them; 1 to {MOST} can be")
    switched: dict[int, list[dict[str, Any]]] = {}
    for number, reader in enumerate(readers):
        name = f"READERS[{number}]"
        wrong = _reader(name, reader, owners)
        if not wrong and reader.get("select"):
            before = switched.setdefault(reader["uart"], [])
            wrong = _beside(name, reader, before)
            before.append(reader)
        found += wrong
    return found


def _reader(name: str, reader: "Any", owners: "Owners") -> "list[str]":
    """A reader may have its UART with others behind one switch; the switch's pins are shared too."""
    select = reader.get("select", {}) if isinstance(reader, dict) else {}
    if not isinstance(select, dict) or any(not _is_level(level) for level in select.values()):
        return [f"{name}: select = {select!r}: pins with 0 or 1 each, such as {{10: 0, 11: 1}}"]
    owner = f"the switch at UART{reader.get('uart')}" if select else name
    found = _line(name, reader, ("kind", "uart", "tx", "rx", "select"), READER_LIKE, owners, owner)
    if not found and not _is_kind(reader.get("kind")):
        found = [f"{name}: there is no kind of reader {reader.get('kind')!r}; pn532 is one"]
    for pin in select if not found else ():
        found += _pin(name, pin, owners, f"select of {owner}")
    return found


def _beside(name: str, reader: "dict[str, Any]", before: "list[dict[str, Any]]") -> "list[str]":
    """Readers behind one switch have the line and the switch's pins in common, and differ in these pins' levels."""
    for other in before:
        if (reader["tx"], reader["rx"]) != (other["tx"], other["rx"]):
            return [f"{name}: readers on one UART have one tx and one rx"]
        if set(reader["select"]) != set(other["select"]):
            return [f"{name}: readers behind one switch are selected by the same pins"]
        if reader["select"] == other["select"]:
            return [f"{name}: another reader is selected by the same levels"]
    return []


def _line(
    name: str, wires: "Any", keys: "tuple[str, ...]", like: str, owners: "Owners", owner: str
) -> "list[str]":
    """A UART and its two pins."""
    if not isinstance(wires, dict) or any(key not in keys for key in wires):
        return [f"{name} = {wires!r}: {like}"]
    uart, tx, rx = wires.get("uart"), wires.get("tx"), wires.get("rx")
    if not _is_number(uart) or (tx, rx) not in UARTS.get(uart, ()):
        return [
            f"{name}: uart {uart} can't have tx {tx} and rx {rx}; "
            "uart 0 can have 0/1, 12/13, 16/17 and uart 1 4/5, 8/9"
        ]
    found = []
    for thing in (f"UART{uart}", tx, rx):
        found += _own(name, thing, owners, owner)
    return found


def _pin(name: str, pin: "Any", owners: "Owners", owner: str) -> "list[str]":
    if not _is_number(pin):
        also = f', "{ON_BOARD[name]}"' if name in ON_BOARD else ""
        return [f"{name} = {pin!r}: the number of a pin{also} or None"]
    if pin not in PINS:
        return [f"{name}: a Pico has no GP{pin} on its edge; there are 0 to 22 and 26 to 28"]
    return _own(name, pin, owners, owner)


def _own(name: str, thing: object, owners: "Owners", owner: str) -> "list[str]":
    """Everything has one owner."""
    first = owners.setdefault(thing, (owner, name))
    if first[0] == owner:
        return []
    what = thing if isinstance(thing, str) else f"GP{thing}"
    return [f"{name}: {what} is {first[1]}'s already"]


def _is_number(value: object) -> bool:
    """A whole number; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def _is_level(value: object) -> bool:
    return _is_number(value) and value in (0, 1)


def _is_kind(name: object) -> bool:
    """Whether there is a file of this name for a kind of reader."""
    if not isinstance(name, str):
        return False
    try:
        kind = __import__(name)
    except (ImportError, ValueError):
        return False
    return hasattr(kind, "Reader") and hasattr(kind, "BAUD")
