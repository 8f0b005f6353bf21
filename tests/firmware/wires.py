"""The wires between the firmware, run as a process under either Python, and what stands at their other ends."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import threading
import tty
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path

from .interpreters import BENCH, command, environment
from .pn532_module import Module

PATIENCE = 60.0
"""Seconds after which what a test waits for won't come any more."""


class Terminal:
    """A pseudo-terminal that changes no byte. One end is the firmware's; the one that has a `path` may be ours instead."""

    def __init__(self, path_is_ours: bool = False) -> None:
        master, slave = pty.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        self.ours, self.theirs = (slave, master) if path_is_ours else (master, slave)

    def close(self) -> None:
        os.close(self.ours)
        os.close(self.theirs)


class Modules:
    """Readers' modules at the end of one UART. Of several, the switch leads to the one that `selected` names."""

    def __init__(self, modules: list[Module], selected: Callable[[], int] = lambda: 0) -> None:
        self.terminal = Terminal()
        self.modules = modules
        self._selected = selected
        self._unplugged = False
        self._changed = threading.Condition()
        self._stop_read, self._stop = os.pipe()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def lay(self, *stickers: str, on: int = 0) -> None:
        """These, and no others, lie on a reader from now on."""
        with self._changed:
            self.modules[on].stickers = list(stickers)

    def wait_for(self, what: Callable[[Module], bool], of: int = 0) -> None:
        """Until a module has come to something."""
        with self._changed:
            assert self._changed.wait_for(lambda: what(self.modules[of]), PATIENCE)

    def befall(self, *faults: str, on: int = 0) -> None:
        """These befall a module's next answers."""
        with self._changed:
            self.modules[on].faults.extend(faults)

    def unplug(self, unplugged: bool) -> None:
        """Pull the wires out, or put them back; what comes meanwhile is lost."""
        with self._changed:
            self._unplugged = unplugged

    def close(self) -> None:
        os.write(self._stop, b"x")
        self._thread.join()
        self.terminal.close()

    def _run(self) -> None:
        while True:
            ready, _, _ = select.select([self.terminal.ours, self._stop_read], [], [])
            if self._stop_read in ready:
                return
            with self._changed:
                came = os.read(self.terminal.ours, 4096)
                if self._unplugged:
                    continue
                os.write(self.terminal.ours, self.modules[self._selected()].feed(came))
                self._changed.notify_all()


class Pins:
    """What happens at the pins, in a file that the stand-in for `machine` writes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.touch()
        self._file = path.open()
        self._levels: dict[str, list[int]] = defaultdict(list)
        self._lock = threading.Lock()

    def history(self, name: str) -> list[int]:
        """All levels, or tones, of a pin until now."""
        with self._lock:
            for line in self._file:
                pin, level = line.split()
                self._levels[pin].append(int(level))
            return self._levels[name]

    def level(self, name: str) -> int:
        """The last of them; 0 before the first."""
        return [0, *self.history(name)[-1:]][-1]


class Firmware:
    """The firmware, running. Where the board is at USB, `board` is the terminal of its standard streams."""

    def __init__(
        self,
        python: str,
        folder: Path,
        settings: str,
        uarts: Mapping[int, str],
        board: Terminal | None = None,
        **more: str,
    ) -> None:
        (folder / "settings.py").write_text(DEFAULTS + settings)
        self.pins = Pins(folder / "pins")
        self.board = board or Terminal()
        paths = environment(folder)
        self._process = subprocess.Popen(
            [command(python), str(BENCH / "start.py")],
            env={
                **paths,
                "PINS": str(self.pins.path),
                **{f"UART{n}": path for n, path in uarts.items()},
                **more,
            },
            stdin=self.board.theirs,
            stdout=self.board.theirs,
            stderr=subprocess.PIPE,
        )

    def ended(self) -> tuple[int, str]:
        """Wait until it ends; its exit status, and the last it said of an error."""
        status = self._process.wait(PATIENCE)
        assert self._process.stderr
        return status, self._process.stderr.read().decode()

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        assert self._process.stderr
        self._process.stderr.close()
        self.board.close()


DEFAULTS = """
LINK = "usb"
READERS = [{"kind": "pn532", "uart": 1, "tx": 4, "rx": 5}]
GONE_AFTER = 40
BUTTON = None
LIGHT, GREEN, RED, BEEPER = "LED", 18, 19, 15
"""


class Board:
    """The board's end of the line, line by line; it acknowledges unless it is told not to."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._rest = b""

    def read_line(self) -> str:
        """The next line, without its end."""
        while b"\n" not in self._rest:
            ready, _, _ = select.select([self._terminal.ours], [], [], PATIENCE)
            assert ready, f"nothing came but {self._rest!r}"
            self._rest += os.read(self._terminal.ours, 4096)
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode("latin-1").rstrip("\r")

    def rest(self) -> str:
        """All that has come by now."""
        while select.select([self._terminal.ours], [], [], 0)[0]:
            self._rest += os.read(self._terminal.ours, 4096)
        return self._rest.decode("latin-1")

    def send(self, data: bytes) -> None:
        os.write(self._terminal.ours, data)

    def stop_reading(self) -> None:
        """Fill the line until there is room for no byte more, as it is where nobody reads."""
        os.set_blocking(self._terminal.theirs, False)
        room = True
        while room:
            room = False
            with suppress(BlockingIOError):
                while os.write(self._terminal.theirs, b"#" * 16):
                    room = True
            select.select([], [self._terminal.theirs], [], 0.2)  # what is still on its way settles
        os.set_blocking(self._terminal.theirs, True)


def at_one_uart(
    closing: ExitStack, python: str, folder: Path, module: Module, settings: str = ""
) -> tuple[Firmware, Modules]:
    """The firmware with one reader, and its module."""
    modules = Modules([module])
    closing.callback(modules.close)
    firmware = Firmware(python, folder, settings, {1: modules.terminal.path})
    closing.callback(firmware.close)
    return firmware, modules
