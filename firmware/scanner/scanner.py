"""The scanner put together: what the readers see goes to the board, and the board's answers to the lamp.

A port has `read()`, which gives the bytes that are there, and `write(data)`, which takes what fits and says how many
bytes that were; neither waits. A `select` readies the wires for one of the readers that share a port.
"""

from lamp import Lamp
from presence import Presence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from faces import Port, Reader, Select
    from link import Link


class Place:
    """A reader at one place of the table, by its number."""

    def __init__(
        self, number: int, reader: "Reader", gone_after: int, select: "Select | None" = None
    ) -> None:
        self.number = number
        self.reader = reader
        self.presence = Presence(gone_after)
        self.select = select


class Bus:
    """The places whose readers share a port: each is asked in its turn."""

    def __init__(self, port: "Port", places: "list[Place]") -> None:
        self._port = port
        self._places = places
        self._turn = 0
        self._rest = b""

    def step(self, now: int) -> "list[str]":
        """What has happened at the places."""
        self._send()
        place = self._places[self._turn]
        heard = self._port.read()
        if not place.reader.busy:
            self._next(now)
            return []
        stickers = place.reader.hear(heard, now)
        if stickers is None:
            return []
        return [f"{event} r={place.number}" for event in place.presence.look(stickers, now)]

    def _next(self, now: int) -> None:
        """It is the next place's turn; what its reader's wires still held was just thrown away."""
        self._turn = (self._turn + 1) % len(self._places)
        place = self._places[self._turn]
        if place.select:
            place.select()
        self._rest = place.reader.begin(now)
        self._send()

    def _send(self) -> None:
        if self._rest:
            self._rest = self._rest[self._port.write(self._rest) or 0 :]


class Scanner:
    """Everything but pins and clock: `step` is called again and again, and never waits for anything."""

    def __init__(
        self, link: "Link", port: "Port", buses: "list[Bus]", places: "list[Place]"
    ) -> None:
        self._link = link
        self._port = port
        self._buses = buses
        self._places = places
        self._lamp = Lamp()
        self._rest = b""

    def step(self, now: int) -> "tuple[str, int]":
        """Do what can be done now. Returns the lights that are lit, and the tone."""
        dropped = self._link.dropped
        for word in self._link.hear(self._port.read(), now):
            self._lamp.show(word, now)
        for bus in self._buses:
            for event in bus.step(now):
                self._link.tell(event, now)
        self._send(now)
        if self._link.dropped != dropped:
            self._lamp.show("LOST", now)
        blind = any(place.reader.down for place in self._places)
        return self._lamp.at(now, "blind" if blind else "alone" if self._link.lost else "well")

    def _send(self, now: int) -> None:
        """As much as the board takes; what there is no room for waits or, if it is old, is dropped."""
        self._link.down = ",".join(str(place.number) for place in self._places if place.reader.down)
        self._link.faults = sum(place.reader.errors for place in self._places)
        self._rest = self._rest or self._link.due(now)
        if self._rest:
            self._rest = self._rest[self._port.write(self._rest) or 0 :]
        if self._rest:
            self._link.due(now, False)
