"""What installing the service changes: each file as it is and as it will be. Pure but for reading the files."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from string import Template
from typing import NamedTuple

from cribboard import bootfile
from cribboard.pins import Model, Wiring, boot_lines

UNIT = "etc/systemd/system/cribboard.service"
RULES = "etc/udev/rules.d/60-cribboard.rules"
USER = "etc/sysusers.d/cribboard.conf"
SETTINGS = "etc/cribboard/config.toml"

PASSWD = "etc/passwd"

HOME = "/var/lib/cribboard"
"""The service's own, and all that it may write to."""

OTHERS_HOMES = ("/home", "/root")
"""What the service is kept out of."""

FIRST_PORT = 1024
"""The first one that a program may have which isn't root's."""

DEVICES = {
    "rpi_ws281x": ("char-spi rw", "/dev/gpiomem rw"),
    "spi": ("char-spi rw",),
    "pio": ("/dev/pio0 rw",),
}
"""What each driver of the strip opens."""

EVERYWHERE = (
    "char-gpiochip rw",
    *(f"char-{port} rw" for port in ("ttyACM", "ttyUSB", "ttyAMA", "ttyS")),
    "char-alsa rw",
)
"""What buttons, scanner and sound open, on every model."""


class Change(NamedTuple):
    """A file below the root, its text now (None: it isn't there), and its text to be (None: it will be gone)."""

    path: str
    before: str | None
    after: str | None

    def __str__(self) -> str:
        """As a patch; of a file that goes, its name."""
        if self.after is None:
            return f"removes /{self.path}\n"
        before = (self.before or "").splitlines(keepends=True)
        was = "/dev/null" if self.before is None else f"/{self.path}"
        after = self.after.splitlines(keepends=True)
        lines = difflib.unified_diff(before, after, was, f"/{self.path}", n=1)
        return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def files(model: Model, wiring: Wiring, program: str) -> dict[str, str]:
    """The service's own files, below the root, for this model."""
    devices = (*DEVICES[wiring.driver_on(model)], *EVERYWHERE)
    allowed = "\n".join(f"DeviceAllow={device}" for device in devices)
    unit = Template(_template("cribboard.service"))
    return {
        USER: _template("sysusers.conf"),
        RULES: _template("60-cribboard.rules"),
        UNIT: unit.substitute(program=program, devices=allowed),
    }


def to_install(
    root: Path, model: Model, wiring: Wiring, program: str, settings: str | None
) -> list[Change]:
    """What is to be written: nothing where all is in place. `settings` is the text of a file to be the service's own.

    Raises ValueError where there is no config.txt, or one that our block doesn't fit into, and for what else is in the
    way; OSError where a file can't be read.
    """
    _is_fit(root)
    wanted = files(model, wiring, program)
    if settings is not None:
        wanted[SETTINGS] = settings
    boot, text = boot_config(root)
    if text is None:
        raise ValueError(f"there is no {boot}; is the boot partition mounted there?")
    wanted[boot] = bootfile.with_block(text, boot_lines(wiring, model), model)
    return list(_changes(root, wanted))


def to_uninstall(root: Path) -> list[Change]:
    """What is to be taken out; the players' games, the settings and the user stay."""
    wanted: dict[str, str | None] = dict.fromkeys((UNIT, RULES, USER))
    boot, text = boot_config(root)
    if text is not None:
        wanted[boot] = bootfile.without_block(text)
    return list(_changes(root, wanted))


def unfit(settings: Mapping[str, str]) -> Iterator[str]:
    """What in a settings file the service can't live with, though whoever wrote it can: places, and a port of root's.

    >>> list(unfit({"board.journal": "games.db", "board.decks": "~/decks"}))
    ['board.journal = games.db: the service writes to /var/lib/cribboard alone; takes auto, none, or a file there']
    """
    for key in ("board.journal", "board.decks", "voice.clips", "voice.recordings"):
        path = os.path.normpath(re.sub("^~(?=/|$)", HOME, settings.get(key, "auto")))
        if path in ("auto", "none"):
            continue
        if key == "board.journal" and not Path(path).is_relative_to(HOME):
            yield f"{key} = {path}: the service writes to {HOME} alone; takes auto, none, or a file there"
        elif path[0] != "/" or is_in_a_home(Path(path)):
            yield (
                f"{key} = {path}: the service runs elsewhere, and is kept out of people's homes; takes auto, or a "
                f"whole path, such as below {HOME}"
            )
    port = settings.get("web.port", "")
    if port.isdecimal() and int(port) < FIRST_PORT and settings.get("web.enabled") == "always":
        yield f"web.port = {port}: is for root alone, which the service isn't; takes {FIRST_PORT} or more"


def _is_fit(root: Path) -> None:
    """Raises ValueError for what is there already and the service can't live with."""
    settings = root / SETTINGS
    if settings.exists() and not settings.stat().st_mode & 0o004:
        raise ValueError(f"the service can't read its settings: sudo chmod a+r /{SETTINGS}")
    user = re.search("^cribboard:(?:[^:\n]*:){4}([^:\n]*):", _read(root / PASSWD) or "", re.M)
    if user and user[1] != HOME:
        raise ValueError(
            f"there is a user cribboard already, with the home {user[1]}: the service's own has that name"
        )


def is_in_a_home(path: Path) -> bool:
    """Whether the service can't see it."""
    return any(path.is_relative_to(home) for home in OTHERS_HOMES)


def spi_bufsiz_to_be(root: Path) -> int | None:
    """How many bytes of SPI the kernel was told to carry at once, from the next start on; None where it wasn't."""
    line = _read((root / _boot_place(root)).with_name("cmdline.txt")) or ""
    found = re.search(r"\bspidev\.bufsiz=(\d+)", line)
    return int(found[1]) if found else None


def boot_config(root: Path) -> tuple[str, str | None]:
    """Where config.txt lies, and its text; None where there is none yet."""
    place = _boot_place(root)
    return place, _read(root / place)


def _boot_place(root: Path) -> str:
    return bootfile.place(lambda folder: (root / folder).is_dir())


def _changes(root: Path, wanted: Mapping[str, str | None]) -> Iterator[Change]:
    for path, after in wanted.items():
        before = _read(root / path)
        if before != after:
            yield Change(path, before, after)


def _read(path: Path) -> str | None:
    """The text as it is, with its line ends and what isn't UTF-8; None where there is no such file."""
    try:
        with path.open(encoding="utf-8", errors="surrogateescape", newline="") as file:
            return file.read()
    except FileNotFoundError:
        return None


def _template(name: str) -> str:
    return (resources.files(__package__) / "files" / name).read_text("utf-8")
