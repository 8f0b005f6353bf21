"""The voice of the settings."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from cribboard.announcer import Announcer
from cribboard.config import Config
from cribboard.devices import Post
from cribboard.language import Language

if TYPE_CHECKING:
    from .clips import Clips
    from .speaker import Speaker


def announcer(config: Config) -> Announcer:
    """Who speaks as the settings say."""
    return Announcer(config.voice.language, config.voice.verbosity, config.voice.helpers)


def clips(config: Config, language: Language) -> Clips:
    """The clips of a language."""
    from cribboard.devices.espeak import Espeak

    from .clips import Clips

    return Clips(language, Espeak(), config.voice.clips, config.voice.recordings)


def speaker(
    config: Config,
    language: Language,
    simulated: bool,
    post: Post,
) -> Speaker | None:
    """What makes sound; None where none is wanted, or where a simulated board hasn't what the settings speak of.

    That it can't be heard, and that it can again, is told to `post`.
    """
    output = config.voice.output
    if output == "none" or (simulated and output != "other"):
        return None
    # Only now: the pegs are lit the sooner where nothing sounds.
    from cribboard.devices.aplay import Aplay

    from .sound import RATE
    from .speaker import Speaker

    player = Aplay(config.voice.device, RATE)
    return Speaker(clips(config, language), player, lambda: volume_now(config), post)


def volume_now(config: Config, clock: Callable[[], time.struct_time] = time.localtime) -> float:
    """By the clock on the wall, which may be put right at any time: a Pi gets its time from the network."""
    now = clock()
    is_night = config.night and config.night.holds(60 * now.tm_hour + now.tm_min)
    return config.voice.night_volume if is_night else config.voice.volume
