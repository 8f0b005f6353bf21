"""Clips: a piece of sound for each part of a phrase, the user's own recording or made once by the engine and kept."""

from __future__ import annotations

import hashlib
import os
import re
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from cribboard.devices.errors import DeviceError
from cribboard.language import Language
from cribboard.phrase import Part, Phrase

from .sound import RATE, Samples, read_wav, silence, trimmed, write_wav

IN_MEMORY = 256
"""Clips that are kept there, some 20 kB each."""


class Engine(Protocol):
    """What makes speech. `settings` is all on which the sound of a text depends besides its voice."""

    settings: str

    def make(self, text: str, voice: str) -> bytes: ...


class Clips:
    """The clips of one language.

    `folder` is where those are kept that were made, and `recordings` where the user puts his own: a file named by the
    text of a part (`slug`), or by the key of a phrase, in a folder for the language.
    """

    def __init__(
        self, language: Language, engine: Engine, folder: Path, recordings: Path | None
    ) -> None:
        self._language = language
        self._engine = engine
        self._folder = folder / language.code
        self._recordings = recordings / language.code if recordings else None
        self.of = lru_cache(IN_MEMORY)(self._of)

    def of_phrase(self, phrase: Phrase) -> Samples[int] | None:
        """The user's recording of a whole phrase, if he has one."""
        return self._recorded(phrase.key) if phrase.key else None

    def place(self, name: str) -> Path | None:
        """Where a recording of this name belongs; None where recordings aren't wanted."""
        return self._recordings / f"{name}.wav" if self._recordings and name else None

    def is_recorded(self, part: Part) -> bool:
        """Whether the user has a recording of this part."""
        file = self.place(slug(part.text))
        return file is not None and file.is_file()

    def kept(self, part: Part) -> Path:
        """Where the engine's clip of a part is kept."""
        made_of = f"{part.spoken}\n{self._language.voice(part)}\n{self._engine.settings}\n{RATE}"
        return self._folder / f"{hashlib.sha256(made_of.encode()).hexdigest()[:20]}.wav"

    def is_there(self, part: Part) -> bool:
        """Whether this part needs nothing to be made."""
        return self.is_recorded(part) or self.kept(part).is_file()

    def _of(self, part: Part) -> Samples[int]:
        """The samples of a part, made now if need be. Raises DeviceError where that can't be done."""
        recorded = self._recorded(slug(part.text))
        return recorded if recorded is not None else self._read(self.kept(part)) or self._make(part)

    def _recorded(self, name: str) -> Samples[int] | None:
        file = self.place(name)
        if file is None or not file.is_file():
            return None
        try:
            return trimmed(read_wav(file.read_bytes()))
        except (OSError, ValueError) as error:
            raise DeviceError(f"{file}: {error}; save it as WAV, 16-bit PCM") from None

    def _read(self, file: Path) -> Samples[int] | None:
        """A kept clip; None for one that isn't there, or that a power cut has spoilt."""
        try:
            return read_wav(file.read_bytes())
        except (OSError, ValueError):
            return None

    def _make(self, part: Part) -> Samples[int]:
        """Have a clip made, and keep it. A folder that can't be written only costs the time to make it again."""
        samples = trimmed(read_wav(self._engine.make(part.spoken, self._language.voice(part))))
        file = self.kept(part)
        made = file.with_suffix(f".{os.getpid()}")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            made.write_bytes(write_wav(samples or silence(0.01)))
            made.replace(file)
        except OSError:
            with suppress(OSError):
                made.unlink()
        return samples


def slug(text: str) -> str:
    """The name of a recording.

    >>> slug("The five of hearts: "), slug("Ann's"), slug("红桃5。")
    ('the-five-of-hearts', 'anns', '红桃5')
    """
    return re.sub(r"[\W_]+", "-", re.sub("['’]", "", text.lower())).strip("-")
