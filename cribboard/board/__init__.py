"""The board as light: where its holes are, what every pixel shows, and what that costs; pure, clock and wire apart.

>>> track = Track.load("classic")
>>> lights = Lights(track)
>>> frame = limit(lights.frame(now=0.0), budget=1500)
>>> len(frame) == 3 * len(track.holes)
True
"""

from .lights import Lights
from .power import limit, milliamps
from .track import Hole, Track
from .view import Pending, View

__all__ = ["Hole", "Lights", "Pending", "Track", "View", "limit", "milliamps"]
