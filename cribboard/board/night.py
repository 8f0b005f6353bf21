"""The hours in which the board is dimmer."""

from __future__ import annotations

import re
from typing import NamedTuple

DAY = 24 * 60


class Night(NamedTuple):
    """From one minute of the day until another, midnight in between or not."""

    begins: int
    ends: int

    @classmethod
    def parse(cls, text: str) -> Night | None:
        """As it is written in the settings; None for `none`. Raises ValueError.

        >>> Night.parse("22:00-07:30")
        Night(begins=1320, ends=450)
        """
        if text == "none":
            return None
        match = re.fullmatch(r"(\d{1,2}):(\d\d)-(\d{1,2}):(\d\d)", text)
        hours = [int(part) for part in match.groups()] if match else []
        if not hours or max(hours[0::2]) > 23 or max(hours[1::2]) > 59:
            raise ValueError(text)
        night = cls(60 * hours[0] + hours[1], 60 * hours[2] + hours[3])
        if night.begins == night.ends:
            raise ValueError(text)
        return night

    def holds(self, minute: int) -> bool:
        """Whether it is night at this minute of the day.

        >>> night = Night.parse("22:00-07:00")
        >>> [night.holds(60 * hour) for hour in (21, 22, 0, 6, 7)]
        [False, True, True, True, False]
        """
        return (minute - self.begins) % DAY < (self.ends - self.begins) % DAY
