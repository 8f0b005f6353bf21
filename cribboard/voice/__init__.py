"""From phrases to sound: clips that are made once and kept, joined, and said one after the other."""

from .clips import Clips, Engine
from .repertoire import repertoire
from .sound import RATE
from .speaker import Player, Speaker
from .speech import Speech

__all__ = ["RATE", "Clips", "Engine", "Player", "Speaker", "Speech", "repertoire"]
