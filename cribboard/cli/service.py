"""`cribboard service`: the board as a service of the Raspberry Pi, which starts when it is plugged in."""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cribboard.config import Config, load
from cribboard.settings import USUAL, read_settings

from .arguments import Commands, Problem, add_config, read_text

if TYPE_CHECKING:
    from cribboard.pins import Model
    from cribboard.service.plan import Change

_INSTALLS = "sudo cribboard service install installs it"

PROGRAM = "/opt/cribboard/bin/cribboard"
"""Where docs/install.md puts it."""


def add(commands: Commands) -> None:
    """The command and its own commands."""
    about = "let the board start when the Raspberry Pi is plugged in"
    service = Commands(commands.add("service", None, about, "sudo cribboard service install"))
    about = "write the unit, its user, udev rules and the lines of config.txt, all shown before"
    install = service.add("install", _install, about, "sudo cribboard service install")
    install.add_argument("--model", metavar="M", help="zero, zero2, 1 to 5; needed for an image")
    install.add_argument("--program", metavar="FILE", help=f"where cribboard is ({PROGRAM})")
    add_config(install)
    about = "take out what install wrote; games and settings stay"
    uninstall = service.add("uninstall", _uninstall, about, "sudo cribboard service uninstall")
    about = "what is installed, and whether the board runs"
    status = service.add("status", _status, about, "cribboard service status")
    for added in (install, uninstall, status):
        added.add_argument(
            "--root",
            type=Path,
            default=Path("/"),
            metavar="DIR",
            help="another root than this computer's, such as a mounted image",
        )
    for added in (install, uninstall):
        added.add_argument("--yes", action="store_true", help="don't ask")


def _install(options: argparse.Namespace) -> int:
    from cribboard.service import plan, steps

    root: Path = options.root
    model = _model(options)
    config, text = _settings(options, model)
    program = _program(options)
    try:
        changes = plan.to_install(root, model, config.wiring, program, text)
    except (ValueError, OSError) as error:
        raise Problem(f"{root}: {error}") from None
    has_its_own = options.config or (root / plan.SETTINGS).exists()
    if not has_its_own and (yours := _of_who_asks()).exists():
        print(f"{yours} isn't the service's; to make it so: --config {yours}", file=sys.stderr)
    if not _carry_out(root, changes, options.yes):
        return 1
    status = _run(steps.after_install(root))
    if any(change.path.endswith("config.txt") for change in changes):
        print("The board plays from the next start on: sudo reboot")
    else:
        print("The board plays from the next start on, or now: sudo systemctl restart cribboard")
    return status


def _of_who_asks() -> Path:
    """Where the settings would be of whoever asks by sudo, which goes by root's."""
    home = os.path.expanduser(f"~{os.environ.get('SUDO_USER', '')}")
    return Path(home, USUAL)


def _uninstall(options: argparse.Namespace) -> int:
    from cribboard.service import plan, steps

    root: Path = options.root
    try:
        changes = plan.to_uninstall(root)
    except (ValueError, OSError) as error:
        raise Problem(f"{root}: {error}") from None
    if not changes:
        print("Nothing is installed.")
        return 0
    if not _agreed(changes, options.yes):
        return 1
    _run(steps.before_uninstall(root))
    _write(root, changes)
    status = _run(steps.after_uninstall(root))
    print(
        "The games in /var/lib/cribboard, the settings in /etc/cribboard and the user cribboard stay."
    )
    return status


def _status(options: argparse.Namespace) -> int:
    from cribboard.service import steps
    from cribboard.service.plan import RULES, UNIT, USER

    there = [(options.root / path).exists() for path in (UNIT, RULES, USER)]
    for path, is_there in zip((UNIT, RULES, USER), there, strict=True):
        print(f"/{path}: {'installed' if is_there else 'not there'}")
    where = [] if options.root == Path("/") else [f"--root={options.root}"]
    starts = steps.run(["systemctl", *where, "is-enabled", "--quiet", "cribboard.service"]) is None
    print(f"at every start: {'yes' if starts else 'no'}")
    if where:
        return int(not (all(there) and starts))
    runs = steps.run(["systemctl", "is-active", "--quiet", "cribboard.service"]) is None
    why = "sudo journalctl -b -u cribboard tells why" if all(there) else _INSTALLS
    print(f"now: {'plays' if runs else f'does not play; {why}'}")
    return int(not (all(there) and starts and runs))


def _model(options: argparse.Namespace) -> Model:
    from cribboard.devices.model import this_model
    from cribboard.pins import MODELS

    if not options.root.is_dir():
        raise Problem(f"--root {options.root}: there is no such folder")
    if options.model and options.model not in MODELS:
        raise Problem(f"--model {options.model}: takes {', '.join(MODELS)}")
    model = MODELS[options.model] if options.model else this_model(options.root)
    if model is None:
        raise Problem(f"{options.root} is no Raspberry Pi's; name the model: --model zero2")
    return model


def _settings(options: argparse.Namespace, model: Model) -> tuple[Config, str | None]:
    """The service's settings, and their text where they are to be put in its place."""
    from cribboard.devices.strip import length_problems, spi_bufsiz
    from cribboard.pins import problems
    from cribboard.service.plan import SETTINGS, spi_bufsiz_to_be, unfit

    file = options.config or options.root / SETTINGS
    text = read_text(str(file)) if options.config else None
    config = load(file if file.exists() else Path(os.devnull), model)
    told = problems(config.wiring, model)  # the service isn't root, though the installer is
    bufsiz = spi_bufsiz_to_be(options.root) or spi_bufsiz(options.root)
    installed = None if options.root == Path("/") else bool  # an image's packages aren't looked at
    told += length_problems(config.strip, model, bufsiz, installed)
    told += unfit(read_settings(file) if file.exists() else {})
    if told:
        raise Problem("\n".join(f"{file}: {problem}" for problem in told))
    return config, text


def _program(options: argparse.Namespace) -> str:
    """Where the service finds cribboard: where this one is, unless it is told or this is an image."""
    from cribboard.service.plan import is_in_a_home

    here = options.root == Path("/")
    path = Path(options.program or (Path(sys.prefix, "bin/cribboard") if here else PROGRAM))
    if not path.is_absolute():
        raise Problem(f"--program {path}: takes a whole path")
    if not re.fullmatch(r"[\w./+@-]+", str(path)):
        raise Problem(
            f"--program {str(path)!r}: takes a path of letters, digits and ./+@-_ only: others mean something to systemd"
        )
    for needed in (path, *(() if options.program or not here else _this_program())):
        if is_in_a_home(needed.resolve() if here else needed):
            raise Problem(
                f"{needed}: the service is kept out of people's homes; install cribboard in /opt/cribboard, by the "
                "system's Python and without -e (docs/install.md), or name another with --program"
            )
    there = options.root / path.relative_to("/")
    if not (there.is_file() and os.access(there, os.X_OK)):
        raise Problem(f"{path} is no program that is there; name the cribboard to start: --program")
    return str(path)


def _this_program() -> tuple[Path, ...]:
    """What this program runs by: Python, and the folder with the code, which an editable install leaves where it was."""
    return Path(sys.base_prefix), Path(__file__)


def _carry_out(root: Path, changes: list[Change], yes: bool) -> bool:
    if not changes:
        print("All files are in place already.")
        return True
    if not _agreed(changes, yes):
        return False
    _write(root, changes)
    return True


def _agreed(changes: list[Change], yes: bool) -> bool:
    print(*changes, sep="\n")
    if yes:
        return True
    print("Shall this be done? [y/N] ", end="", flush=True)
    agreed = sys.stdin.readline().strip().lower() in ("y", "yes")
    if not agreed:
        print("Nothing was done.")
    return agreed


def _write(root: Path, changes: list[Change]) -> None:
    from cribboard.service import steps

    for change in changes:
        try:
            steps.write(root, change)
        except PermissionError:
            raise Problem(f"/{change.path} can't be written; ask as root: sudo") from None
        except OSError as error:
            raise Problem(f"/{change.path} can't be written: {error.strerror}") from None


def _run(commands: list[list[str]]) -> int:
    """Run these, and tell what went wrong."""
    from cribboard.service import steps

    troubles = [trouble for command in commands if (trouble := steps.run(command))]
    for trouble in troubles:
        print(trouble, file=sys.stderr)
    return int(bool(troubles))
