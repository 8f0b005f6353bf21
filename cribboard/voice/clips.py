"""Clips: a piece of sound for each part of a phrase, the user's own recording or made once by the engine and kept."""

from __future__ import annotations

import errno
import hashlib
import logging
import os
import re
from collections.abc import Collection
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from cribboard.devices.errors import DeviceError
from cribboard.language import Language
from cribboard.phrase import Part, Phrase

from .sound import RATE, Samples, read_wav, silence, trimmed, write_wav

logger = logging.getLogger(__name__)

IN_MEMORY = 256
"""Clips that are kept there, some 20 kB each."""


class Engine(Protocol):
    """What makes speech. `settings` is all on which the sound of a text depends besides its voice."""

    settings: str

    def make(self, text: str, voice: str) -> bytes: ...
    def stop(self) -> None: ...


class Clips:
    """The clips of one language.

    `folder` is where those are kept that were made, and `recordings` where the user puts his own: a file named by the
    words of a part (`name_of`), or by the key of a phrase, in a folder for the language. A recording that can't be used
    is warned of once, and done without.
    """

    def __init__(
        self, language: Language, engine: Engine, folder: Path, recordings: Path | None
    ) -> None:
        self._language = language
        self._engine = engine
        self._folder = folder / language.code
        self._recordings = recordings / language.code if recordings else None
        self._warned_of: set[str] = set()
        self.of = lru_cache(IN_MEMORY)(self._of)

    def of_phrase(self, phrase: Phrase) -> Samples[int] | None:
        """The user's recording of a whole phrase, if he has one."""
        return self._recorded(phrase.key)

    def warn(self, error: DeviceError) -> None:
        """Log what is wrong, each trouble once."""
        if str(error) not in self._warned_of:
            logger.warning("%s", error)
        self._warned_of.add(str(error))

    def place(self, name: str) -> Path | None:
        """Where a recording of this name belongs; None where recordings aren't wanted."""
        return self._recordings / f"{name}.wav" if self._recordings and name else None

    def kept(self, part: Part) -> Path:
        """Where the engine's clip of a part is kept."""
        made_of = f"{part.spoken}\n{self._language.voice(part)}\n{self._engine.settings}\n{RATE}"
        name = hashlib.sha256(made_of.encode(errors="replace")).hexdigest()[:20]
        return self._folder / f"{name}.wav"

    def is_kept(self, part: Part) -> bool:
        """Whether the engine's clip of this part is there, and whole."""
        return self._read(self.kept(part)) is not None

    def stop(self) -> None:
        """Make no more clips, not even the one that is being made; may be called from another thread."""
        self._engine.stop()

    def _of(self, part: Part) -> Samples[int]:
        """The samples of a part, made now if need be. Raises DeviceError where that can't be done."""
        return self._recorded(name_of(part)) or self._read(self.kept(part)) or self._make(part)

    def _recorded(self, name: str) -> Samples[int] | None:
        try:
            return self.recording(name)
        except DeviceError as error:
            self.warn(error)
            return None

    def recording(self, name: str) -> Samples[int] | None:
        """The user's recording of this name; None if he has none. Raises DeviceError for one that can't be used."""
        file = self.place(name)
        if file is None:
            return None
        try:
            samples = trimmed(read_wav(file.read_bytes()))
        except (FileNotFoundError, NotADirectoryError, UnicodeEncodeError):
            return None
        except OSError as error:
            if error.errno == errno.ENAMETOOLONG:  # what takes long to say has no file's name
                return None
            where = file if os.path.lexists(file) else self._recordings
            raise DeviceError(f"{where}: can't be read: {error.strerror}") from None
        except ValueError as error:
            raise DeviceError(f"{file}: {error}; save it as WAV, 16-bit PCM") from None
        if not samples:
            raise DeviceError(f"{file}: is silent")
        return samples

    def strays(self, names: Collection[str]) -> list[Path]:
        """The files among the user's recordings that have none of these names."""
        folder, known = self._recordings, {f"{name}.wav" for name in names}
        try:
            files = [file for file in folder.iterdir() if file.is_file()] if folder else []
        except OSError:
            return []
        return sorted(file for file in files if file.name not in known and file.name[0] != ".")

    def _read(self, file: Path) -> Samples[int] | None:
        """A kept clip; None for one that isn't there, or that a power cut has cut short or spoilt."""
        try:
            data = file.read_bytes()
            samples = read_wav(data)
        except (OSError, ValueError):
            return None
        return samples if write_wav(samples) == data else None

    def _make(self, part: Part) -> Samples[int]:
        """Have a clip made, and keep it. A folder that can't be written only costs the time to make it again."""
        voice = self._language.voice(part)
        try:
            samples = trimmed(read_wav(self._engine.make(part.spoken, voice)))
        except ValueError as error:
            raise DeviceError(f"what the voice {voice} makes {error}") from None
        file = self.kept(part)
        made = file.with_suffix(f".{os.getpid()}")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            with made.open("wb") as kept:
                kept.write(write_wav(samples or silence(0.01)))
                kept.flush()
                os.fsync(kept.fileno())
            made.replace(file)
        except OSError:
            with suppress(OSError):
                made.unlink()
        return samples


def name_of(part: Part) -> str:
    """The name of a part's recording: one for all ways in which the same is written.

    >>> name_of(Part(" & ", "and", "join", "and")), name_of(Part("24", "twenty-four", "number", "twenty-four"))
    ('and', 'twenty-four')
    """
    return slug(part.text if part.name is None else part.name)


def slug(text: str) -> str:
    """A text as a file's name.

    >>> slug("The five of hearts: "), slug("Ann's"), slug("红桃5。")
    ('the-five-of-hearts', 'anns', '红桃5')
    """
    return re.sub(r"[\W_]+", "-", re.sub("['’]", "", text.lower())).strip("-")
