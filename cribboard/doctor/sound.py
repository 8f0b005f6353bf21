"""The sound card."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cribboard.config import Config

from .finding import Finding, ok, problem, silent
from .machine import Machine

CARDS = {"i2s": "MAX98357A", "i2s-sdmode": "MAX98357A", "jack": "Headphones", "other": ""}
"""What the card of each output has in its name."""


def card(machine: Machine, config: Config) -> Iterator[Finding]:
    """Whether ALSA has the card that sound is to come out of."""
    output = config.voice.output
    if output == "none":
        yield ok("sound card", 'none is used (voice.output = "none")')
        return
    listing = machine.run("aplay -l")
    if listing is None:
        yield silent("sound card", "aplay -l")
        return
    cards = re.findall(r"^card \d+: \S+ \[([^\]]*)\]", listing, re.MULTILINE)
    if any(CARDS[output].lower() in card.lower() for card in cards):
        yield ok("sound card", ", ".join(cards))
        return
    jack = "write dtparam=audio=on into config.txt and reboot"
    i2s = "sudo cribboard service install (dtoverlay=max98357a), then reboot"
    there = ", ".join(cards) or "there is none"
    yield problem(
        "sound card",
        f'voice.output = "{output}" has no card: {there}',
        {"jack": jack, "other": "plug it in, and reboot"}.get(output, i2s),
    )
