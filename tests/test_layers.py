"""Who may import whom: rules < board < controls < table; devices beside them; no clock and no I/O in what is pure."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import cribboard

PACKAGE = Path(cribboard.__file__).parent
ROOT = PACKAGE.parent

RULES = sorted(PACKAGE.glob("rules/**/*.py"))
BOARD = sorted(PACKAGE.glob("board/**/*.py"))
DEVICES = sorted(PACKAGE.glob("devices/**/*.py"))
DRAWINGS = sorted(PACKAGE.glob("drawings/**/*.py"))
CONTROLS = sorted(PACKAGE.glob("controls*.py"))
DECKS = [PACKAGE / "decks.py", PACKAGE / "lesson.py"]
READERS = sorted(PACKAGE.glob("devices/readers/*.py"))
WORDS = [
    PACKAGE / f"{name}.py"
    for name in ("announcer", "hints", "language", "phrase", "voice/repertoire", "voice/speech")
]
PINS = [PACKAGE / "pins.py"]
DOCTOR = sorted(PACKAGE.glob("doctor/**/*.py"))
WALKS = sorted(set(PACKAGE.glob("doctor/walks/*.py")) - {PACKAGE / "doctor/walks/rim.py"})
SERVICE = sorted(PACKAGE.glob("service/*.py"))
BOOTFILE = [PACKAGE / "bootfile.py"]
PAGE = [PACKAGE / f"page/{name}.py" for name in ("feed", "gate", "pairing", "words")]
ELSEWHERE = sorted(set(PACKAGE.glob("**/*.py")) - set(DEVICES))
AT_THE_TABLE = sorted(
    set(ELSEWHERE) - {PACKAGE / "doctor/machine.py", PACKAGE / "service/steps.py"}
)

CLOCKS_AND_IO = {
    "asyncio",
    "datetime",
    "io",
    "logging",
    "multiprocessing",
    "os",
    "pathlib",
    "queue",
    "random",
    "secrets",
    "select",
    "selectors",
    "signal",
    "socket",
    "sqlite3",
    "subprocess",
    "threading",
    "time",
}
HARDWARE = {
    "adafruit_blinka",
    "adafruit_pixelbuf",
    "board",
    "busio",
    "digitalio",
    "gpiozero",
    "lgpio",
    "microcontroller",
    "neopixel",
    "neopixel_spi",
    "neopixel_write",
    "rpi_ws281x",
    "serial",
}


def imports(path: Path) -> Iterator[str]:
    """The full name of every module that a file imports, wherever in it."""
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*above, *filter(None, [node.module])))
            # `from cribboard import rules` names a module, `from cribboard.rules import Card` what is in one
            yield from (
                f"{module}.{a.name}" if module == "cribboard" else module for a in node.names
            )


def top(module: str) -> str:
    return module.partition(".")[0]


def is_within(module: str, layers: tuple[str, ...]) -> bool:
    return any(module == layer or module.startswith(f"{layer}.") for layer in layers)


def each(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=lambda path: str(path.relative_to(PACKAGE)))


def test_there_is_something_to_check():
    assert all([RULES, BOARD, DEVICES, DRAWINGS, CONTROLS, DOCTOR, WALKS, SERVICE])
    assert "cribboard.rules.cards" in set(imports(PACKAGE / "rules" / "scoring.py"))


@each(RULES)
def test_rules_import_only_rules(path):
    for module in imports(path):
        assert top(module) in sys.stdlib_module_names or is_within(module, ("cribboard.rules",))


@each(BOARD)
def test_the_board_imports_only_board_and_rules(path):
    for module in imports(path):
        assert top(module) in sys.stdlib_module_names or is_within(
            module, ("cribboard.board", "cribboard.rules")
        )


@each(DEVICES)
def test_devices_know_no_rules(path):
    for module in imports(path):
        assert not is_within(module, ("cribboard.rules",))


@each(DRAWINGS)
def test_drawings_find_their_libraries_late_and_know_no_devices(path):
    for module in imports(path):
        assert top(module) in sys.stdlib_module_names or top(module) == "cribboard"
        assert not is_within(module, ("cribboard.devices",))


@each(ELSEWHERE)
def test_only_devices_import_hardware_libraries(path):
    assert not HARDWARE & set(map(top, imports(path)))


@each(AT_THE_TABLE)
def test_at_the_table_only_devices_run_other_programs(path):
    assert "subprocess" not in set(imports(path))


@each(DOCTOR)
def test_the_doctor_knows_no_game(path):
    game = ("table", "play", "controls", "journal", "watchers", "announcer", "hands")
    for module in imports(path):
        assert not is_within(module, tuple(f"cribboard.{name}" for name in game))


@each(SERVICE)
def test_the_service_knows_files_and_systemd_alone(path):
    known = ("cribboard.service", "cribboard.bootfile", "cribboard.pins")
    for module in imports(path):
        assert top(module) in sys.stdlib_module_names or is_within(module, known)


@each([*RULES, *BOARD, *CONTROLS, *DECKS, *READERS, *PINS, *WALKS, *BOOTFILE, *WORDS, *PAGE])
def test_what_is_pure_has_no_clock_and_no_io(path):
    assert not CLOCKS_AND_IO & set(map(top, imports(path)))
