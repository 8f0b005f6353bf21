"""`cribboard voice`: make the voice's clips, list them, and try how it sounds."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cribboard.config import Config, load
from cribboard.devices.errors import DeviceError
from cribboard.language import Language
from cribboard.phrase import Part, Phrase

from .arguments import Commands, Problem, add_config

if TYPE_CHECKING:
    from cribboard.voice.clips import Clips


def add(commands: Commands) -> None:
    """The commands."""
    example = "cribboard voice prepare"
    parser = commands.add("voice", None, "make the voice's clips, and try them", example)
    voice = Commands(parser)
    about = "make the clips of all that the board can say"
    prepare = voice.add("prepare", _prepare, about, example)
    about = "say something, as the board would"
    say = voice.add("say", _say, about, 'cribboard voice say "fifteen two"')
    say.add_argument("text", nargs="+", metavar="TEXT")
    say.add_argument("-o", "--output", metavar="FILE", help="write it as WAV, and say nothing")
    about = "the clips, with the names that recordings of your own must have"
    listing = voice.add("list", _list, about, "cribboard voice list")
    for added in (prepare, say, listing):
        add_config(added)


def _prepare(options: argparse.Namespace) -> int:
    from cribboard.voice import opening
    from cribboard.voice.clips import name_of

    config = load(options.config)
    language, parts = _repertoire(config)
    clips = opening.clips(config, language)
    recorded, unusable = _recordings(clips, language, parts)
    needed = [part for part in parts if name_of(part) not in recorded]
    missing = [part for part in needed if not clips.is_kept(part)]
    dumb = [part for part in needed if not language.is_readable(part)]
    begun = time.monotonic()
    for done, part in enumerate(missing, 1):
        clips.of(part)
        if sys.stderr.isatty():
            print(f"\r{done} of {len(missing)}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty() and missing:
        print(file=sys.stderr)
    if not all(map(clips.is_kept, missing)):
        raise Problem(f"{config.voice.clips}: can't be written; name a folder in voice.clips")
    seconds = time.monotonic() - begun
    print(
        f"{len(parts)} clips in {config.voice.clips}: {len(missing)} made in {seconds:.0f} s, "
        f"{len(recorded)} recorded by you, the others there already"
    )
    for trouble in unusable:
        print(trouble)
    for part in dumb:
        place = clips.place(name_of(part))
        print(f"{part.text}: the voice can't read this name; record it as {place}")
    return 0


def _say(options: argparse.Namespace) -> int:
    from cribboard.voice import opening, sound
    from cribboard.voice.speaker import joined

    config = load(options.config)
    language = Language(config.voice.language)
    clips = opening.clips(config, language)
    text, volume = " ".join(options.text), opening.volume_now(config)
    phrase = Phrase(language.fill("{text}", {"text": [Part(text, "")]}))
    if not any(part.spoken for part in phrase.parts):
        raise Problem(f"{text!r}: nothing of it can be said")
    if not volume:
        raise Problem("it would not be heard: the volume in the settings is 0 at this hour")
    samples = joined(clips, phrase, volume)
    if options.output:
        try:
            Path(options.output).write_bytes(sound.write_wav(samples))
        except OSError as error:
            raise Problem(f"{options.output}: can't be written: {error.strerror}") from None
        return 0
    from cribboard.devices.aplay import play

    play(config.voice.device, sound.RATE, sound.pcm(samples))
    return 0


def _list(options: argparse.Namespace) -> int:
    from cribboard.voice import opening
    from cribboard.voice.clips import name_of

    config = load(options.config)
    language, parts = _repertoire(config)
    clips = opening.clips(config, language)
    recorded, unusable = _recordings(clips, language, parts)
    named = {name_of(part): part for part in parts}
    for name in sorted(recorded - named.keys()):
        print(f"recorded  {name}.wav  (the whole phrase)")
    for name, part in sorted(named.items()):
        mark = "recorded" if name in recorded else "made" if clips.is_kept(part) else "-"
        print(f"{mark:8}  {name}.wav  {part.text.strip()}")
    for trouble in unusable:
        print(trouble, file=sys.stderr)
    return 0


def _recordings(
    clips: Clips, language: Language, parts: Sequence[Part]
) -> tuple[set[str], list[str]]:
    """The names of the user's recordings, of parts and of whole phrases; and what is wrong with those that aren't used."""
    from cribboard.voice.clips import name_of
    from cribboard.voice.repertoire import whole_phrases

    recorded, unusable = set[str](), set[str]()
    names = {*map(name_of, parts), *whole_phrases(language)}
    for name in names:
        try:
            if clips.recording(name) is not None:
                recorded.add(name)
        except DeviceError as error:
            unusable.add(str(error))
    strays = [f"{file}: no clip at this table has this name" for file in clips.strays(names)]
    return recorded, [*sorted(unusable), *strays]


def _repertoire(config: Config) -> tuple[Language, Sequence[Part]]:
    from cribboard.voice.repertoire import repertoire

    language = Language(config.voice.language)
    return language, repertoire(language, config.options)
