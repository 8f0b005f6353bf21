"""config.txt, from which the firmware starts a Raspberry Pi: which lines hold on a model, the GPIOs that they take, and our
own block of lines.

Pure: text in, text out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from cribboard.pins import I2S, SD_MODE, SHUTDOWN, SPI_COMPANIONS, SPI_DATA, UART, Model

BEGIN = "# cribboard begin: cribboard service install writes these lines, cribboard service uninstall takes them out"
END = "# cribboard end"

NEWER = "boot/firmware"

PLACES = {NEWER: "boot/firmware/config.txt", "boot": "boot/config.txt"}
"""Where the file lies, below the root, in the first of these folders that is there.

Systems with the newer one have a file at the older place that only says so, and is all there is of an image whose boot
partition isn't mounted.
"""

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

_SCOPED = {"audio": "vc4-"}
"""Parameters of the board that overlays, whose names begin so, have too."""

OVERLAYS = {
    "dht11": {"gpiopin": 4},
    "gpio-fan": {"gpiopin": 12},
    "gpio-ir": {"gpio_pin": 18},
    "gpio-ir-tx": {"gpio_pin": 18},
    "gpio-key": {"gpio": 3},
    "gpio-poweroff": {"gpiopin": 26},
    "gpio-shutdown": {"gpio_pin": SHUTDOWN},
    "i2c-gpio": {"i2c_gpio_sda": 23, "i2c_gpio_scl": 24},
    "max98357a": {"sdmode-pin": SD_MODE},
    "pps-gpio": {"gpiopin": 18},
    "pwm": {"pin": 18},
    "pwm-2chan": {"pin": 18, "pin2": 19},
    "rotary-encoder": {"pin_a": 4, "pin_b": 17},
    "w1-gpio": {"gpiopin": 4},
}
"""Overlays that take a GPIO: the parameter that says which, and the one if it doesn't (the kernel's overlays/README)."""

I2S_CARDS = ("max98357a", "hifiberry-", "i2s-dac", "iqaudio-", "justboom-", "googlevoicehat-")
"""What overlays of sound cards on the I2S bus begin with; it carries one card."""

BUSES: dict[str, tuple[int, ...]] = {
    "dtparam=i2c_arm=on": (2, 3),
    "dtparam=i2c=on": (2, 3),
    "dtparam=spi=on": (SPI_DATA, *SPI_COMPANIONS),
    "dtparam=i2s=on": tuple(I2S),
    "enable_uart=1": tuple(UART),
    "dtparam=uart0=on": tuple(UART),
}
"""Settings that take the GPIOs of a bus."""

_SWITCHED = {
    **dict.fromkeys(("", "on", "1", "y", "yes", "true", "okay"), "on"),
    **dict.fromkeys(("off", "0", "n", "no", "false"), "off"),
}
"""Every way to write what a parameter switches; one without a value is on."""

_BLOCK = re.compile(rf"(?:\r?\n)?^{re.escape(BEGIN)}\r?$.*?^{re.escape(END)}\r?$\n?", re.M | re.S)
"""With the line ends of Windows too: the boot partition is one that people edit there."""


def place(is_there: Callable[[str], bool]) -> str:
    """Where the file is, or should be, below a root of which `is_there` says whether it has a folder.

    >>> place(lambda folder: folder == "boot")
    'boot/config.txt'
    """
    return next((file for folder, file in PLACES.items() if is_there(folder)), PLACES[NEWER])


def lines_for(text: str, model: Model) -> list[str]:
    r"""The lines that hold on this model, without comments, each parameter on a line of its own.

    A filter that depends on more than the model (a serial number, a monitor) counts as not holding.

    Parameters are as if written with their overlay, and in one way (`spi` is `spi=on`).

    >>> from cribboard.pins import MODELS
    >>> lines_for("dtparam=spi # the strip\n[pi4]\ncore_freq=500\n[all]\nenable_uart=1", MODELS["3"])
    ['dtparam=spi=on', 'enable_uart=1']
    >>> lines_for("dtoverlay=gpio-shutdown\ndtparam=gpio_pin=26", MODELS["3"])
    ['dtoverlay=gpio-shutdown,gpio_pin=26']
    """
    found: list[str] = []
    overlay: int | None = None
    for line in _holding(text, model):
        if line == END_OF_SCOPE:
            overlay = None
        elif not line.startswith("dtparam="):
            overlay = len(found) if line.startswith("dtoverlay=") else overlay
            found.append(line)
        else:
            for each in map(str.strip, line.removeprefix("dtparam=").split(",")):
                name, _, value = each.partition("=")
                if overlay is not None and _is_the_overlays(name, found[overlay]):
                    found[overlay] += f",{each}"
                else:
                    found.append(f"dtparam={name}={_SWITCHED.get(value.lower(), value)}")
    return found


def _holding(text: str, model: Model) -> Iterator[str]:
    """The lines whose filters hold."""
    of_model, of_more = True, True
    for raw in text.splitlines():
        line = raw.partition("#")[0].strip()
        if section := re.fullmatch(r"\[(.*)\]", line):
            name = section[1].strip().lower()
            if re.match("all$|none$|pi|cm", name):
                of_model = name == "all" or name in _FILTERS[model.short]
            of_more = name == "all" or (of_more and bool(re.match("none$|pi|cm", name)))
        elif line and of_model and of_more:
            yield line


def _is_the_overlays(parameter: str, line: str) -> bool:
    name, _ = _overlay(line)
    begins = _SCOPED.get(parameter)
    return parameter in OVERLAYS.get(name, ()) or (begins is not None and name.startswith(begins))


def _overlay(line: str) -> tuple[str, dict[str, str]]:
    """The name and the parameters of the overlay that a line loads; no name where it loads none."""
    if not line.startswith("dtoverlay="):
        return "", {}
    name, *parameters = line.removeprefix("dtoverlay=").split(",")
    pairs = (parameter.partition("=") for parameter in parameters)
    return name.strip(), {key.strip(): value for key, _, value in pairs}


def gpios(line: str) -> tuple[int, ...]:
    """The GPIOs that a line takes.

    >>> gpios("dtoverlay=w1-gpio"), gpios("dtoverlay=w1-gpio,gpiopin=17"), gpios("arm_64bit=1")
    ((4,), (17,), ())
    >>> gpios("dtoverlay=max98357a,no-sdmode")
    (18, 19, 20, 21)
    """
    name, given = _overlay(line)
    if not name:
        return BUSES.get(line, ())
    pins = {} if "no-sdmode" in given else OVERLAYS.get(name, {})
    named = (given.get(key, "") for key in pins)
    own = (
        int(pin) if re.fullmatch("[0-9]{1,3}", pin) else usual
        for pin, usual in zip(named, pins.values(), strict=True)
    )
    return (*own, *(I2S if name.startswith(I2S_CARDS) else ()))


def missing(text: str, lines: Iterable[str], model: Model) -> list[str]:
    r"""Which of these lines don't hold. Of what is set twice the last one holds; overlays add up.

    >>> from cribboard.pins import MODELS
    >>> missing("dtparam=audio=off\ndtparam=audio=on", ["dtparam=audio=off"], MODELS["3"])
    ['dtparam=audio=off']
    >>> missing("dtoverlay=gpio-shutdown,debounce=50", ["dtoverlay=gpio-shutdown"], MODELS["3"])
    []
    >>> missing("dtoverlay=gpio-shutdown,gpio_pin=26", ["dtoverlay=gpio-shutdown"], MODELS["3"])
    ['dtoverlay=gpio-shutdown']
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
    rest = without_block(text)
    wanted = [line for line in missing(rest, lines, model) if line.startswith("dtoverlay=")]
    there = lines_for(rest, model)
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
    """Whether an overlay that is there is the one of this line, on its GPIOs; other values may be added, but no switches."""
    if not there.startswith("dtoverlay="):
        return False
    asked, given = set(line.split(",")), set(there.split(","))
    return (
        asked <= given
        and all("=" in more for more in given - asked)
        and gpios(there) == gpios(line)
    )


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
