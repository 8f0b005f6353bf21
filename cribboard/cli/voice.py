"""`cribboard voice`: make the voice's clips, list them, and try how it sounds."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from cribboard.config import Config, load
from cribboard.language import Language
from cribboard.phrase import Part, Phrase

from .arguments import Commands, Problem, add_config


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

    config = load(options.config)
    language, parts = _repertoire(config)
    clips = opening.clips(config, language)
    missing = [part for part in parts if not clips.is_there(part)]
    dumb = [part.text for part in missing if not language.is_readable(part)]
    begun = time.monotonic()
    for done, part in enumerate(missing, 1):
        clips.of(part)
        if sys.stderr.isatty():
            print(f"\r{done} of {len(missing)}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty() and missing:
        print(file=sys.stderr)
    unkept = [part for part in missing if not clips.is_there(part)]
    if unkept:
        raise Problem(f"{config.voice.clips}: can't be written; name a folder in voice.clips")
    own = sum(clips.is_recorded(part) for part in parts)
    seconds = time.monotonic() - begun
    print(
        f"{len(parts)} clips in {config.voice.clips}: {len(missing)} made in {seconds:.0f} s, "
        f"{own} recorded by you, the others there already"
    )
    for name in dumb:
        print(f"{name}: the voice can't read this name; record it as {clips.place(name)}")
    return 0


def _say(options: argparse.Namespace) -> int:
    from cribboard.voice import opening, sound
    from cribboard.voice.speaker import joined

    config = load(options.config)
    language = Language(config.voice.language)
    clips = opening.clips(config, language)
    phrase = Phrase(language.fill("{text}", {"text": [Part(" ".join(options.text), "")]}))
    samples = joined(clips, phrase, opening.volume_now(config))
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
    from cribboard.voice.clips import slug

    config = load(options.config)
    language, parts = _repertoire(config)
    clips = opening.clips(config, language)
    for name, part in sorted({slug(part.text): part for part in parts}.items()):
        mark = "recorded" if clips.is_recorded(part) else "made" if clips.is_there(part) else "-"
        print(f"{mark:8}  {name}.wav  {part.text.strip()}")
    return 0


def _repertoire(config: Config) -> tuple[Language, Sequence[Part]]:
    from cribboard.voice.repertoire import repertoire

    language = Language(config.voice.language)
    return language, repertoire(language, config.options)
