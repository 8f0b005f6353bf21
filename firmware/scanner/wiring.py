"""Whether the settings can be wired on a Pico. Pure."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from faces import Settings

MOST = 4
UARTS: "dict[object, tuple[tuple[int, int], ...]]" = {
    0: ((0, 1), (12, 13), (16, 17)),
    1: ((4, 5), (8, 9)),
}
PINS = [pin for pin in range(29) if pin not in (23, 24, 25)]
"""The GP numbers that a Pico has on its edge."""


def problems(settings: "Settings") -> "list[str]":
    """All that is wrong with the settings, each with what is allowed; nothing where they will do."""
    found: list[str] = []
    owners: dict[object, tuple[str, str]] = {}
    readers = settings.READERS
    if not 1 <= len(readers) <= MOST:
        found.append(f"READERS: {len(readers)} of them; 1 to {MOST} can be")
    if settings.LINK != "usb":
        found += _uart("LINK", settings.LINK, owners)
    for number, reader in enumerate(readers):
        found += _reader(f"READERS[{number}]", reader, owners)
    for name in ("BUTTON", "LIGHT", "GREEN", "RED", "BEEPER"):
        pin = getattr(settings, name)
        if pin is not None and pin not in ("BOOTSEL", "LED"):
            found += _pin(name, pin, owners)
    found += _alike(readers)
    if not isinstance(settings.GONE_AFTER, int) or settings.GONE_AFTER < 1:
        found.append(
            f"GONE_AFTER = {settings.GONE_AFTER!r}: milliseconds are a whole number above 0"
        )
    return found


def _reader(name: str, reader: "Any", owners: "dict[object, tuple[str, str]]") -> "list[str]":
    """A reader may have its UART with others, if it is selected by pins; these too are shared."""
    if not isinstance(reader, dict) or not isinstance(reader.get("kind"), str):
        return [f'{name} = {reader!r}: such as {{"kind": "pn532", "uart": 1, "tx": 4, "rx": 5}}']
    shared = "a switch" if reader.get("select") else name
    found = _uart(name, reader, owners, shared)
    for pin in reader.get("select", ()):
        found += _pin(name, pin, owners, "a switch's select")
    return found


def _uart(
    name: str, wires: "Any", owners: "dict[object, tuple[str, str]]", owner: str = ""
) -> "list[str]":
    if not isinstance(wires, dict):
        return [f'{name} = {wires!r}: "usb", or such as {{"uart": 0, "tx": 0, "rx": 1}}']
    uart, pair = wires.get("uart"), (wires.get("tx"), wires.get("rx"))
    if pair not in UARTS.get(uart, ()):
        return [
            f"{name}: uart {uart} can't have tx {pair[0]} and rx {pair[1]}; "
            "uart 0 can have 0/1, 12/13, 16/17 and uart 1 4/5, 8/9"
        ]
    found = []
    for thing in (f"UART{uart}", pair[0], pair[1]):
        found += _own(name, thing, owners, owner or name)
    return found


def _pin(
    name: str, pin: int, owners: "dict[object, tuple[str, str]]", owner: str = ""
) -> "list[str]":
    if pin not in PINS:
        return [f"{name}: a Pico has no GP{pin} on its edge; there are 0 to 22 and 26 to 28"]
    return _own(name, pin, owners, owner or name)


def _own(
    name: str, thing: object, owners: "dict[object, tuple[str, str]]", owner: str
) -> "list[str]":
    """Everything has one owner."""
    first = owners.setdefault(thing, (owner, name))
    if first[0] == owner:
        return []
    what = thing if isinstance(thing, str) else f"GP{thing}"
    return [f"{name}: {what} is {first[1]}'s already"]


def _alike(readers: "list[Any]") -> "list[str]":
    """Readers on one UART must differ in what selects them."""
    seen = []
    for number, reader in enumerate(readers):
        if isinstance(reader, dict) and reader.get("select"):
            which = (reader.get("uart"), sorted(reader["select"].items()))
            if which in seen:
                return [f"READERS[{number}]: another reader is selected by the same pins"]
            seen.append(which)
    return []
