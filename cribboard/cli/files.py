"""What a command draws or tells, as files: into a folder, to a file, or to standard output."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from .arguments import Problem, write_text

if TYPE_CHECKING:
    from cribboard.drawings.catalogue import Make


def write(files: Mapping[str, Make], name: str, output: str | None, paper: str = "") -> None:
    """All files of `draw name` into a folder, one of them to a file, or the first one, if it is text, to standard output."""
    if output and (output.endswith("/") or Path(output).is_dir()):
        write_all(files, Path(output))
    elif output:
        path = Path(output)
        write_file(path, files[_meant(path, files, name, paper)]())
    elif name == "enclosure":
        raise Problem(f"draw {name} makes {len(files)} files; name a folder: -o drawings/")
    else:
        first = next(iter(files.values()))()
        assert isinstance(first, str)
        write_text(first, None)


def _meant(path: Path, files: Mapping[str, Make], name: str, paper: str) -> str:
    """The file that is wanted as `path`: the one of this name, or the only one of its kind, or on this paper."""
    if path.name in files:
        return path.name
    alike = [file for file in files if Path(file).suffix == path.suffix]
    if len(alike) > 1:
        alike = [file for file in alike if Path(file).stem == f"{name}-{paper}"] or alike
    if len(alike) != 1:
        allowed = ", ".join(alike or files)
        raise Problem(f"{path}: draw {name} makes {allowed}; name one of these, or a folder/")
    return alike[0]


def write_all(files: Mapping[str, Make], folder: Path) -> None:
    """All of them are made before the first one is written: a folder has no half of a set."""
    made = {folder / file: make() for file, make in files.items()}
    make_folder(folder)
    for path, content in made.items():
        write_file(path, content)


def make_folder(folder: Path) -> None:
    """With all that it is in. Raises Problem."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(f"{folder}: can't be made: {error.strerror}") from None


def write_file(path: Path, content: str | bytes) -> None:
    """Raises Problem."""
    if isinstance(content, str):
        write_text(content, str(path))
        return
    try:
        path.write_bytes(content)
    except OSError as error:
        raise Problem(f"{path}: can't be written: {error.strerror}") from None
