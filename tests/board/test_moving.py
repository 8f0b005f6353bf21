"""The moving picture: what the film shows is what it shows, in as few words as will do."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from cribboard.board.drawing import hue_and_level
from cribboard.board.moving import DIM, HUES, TOLERANCE, moving_svg
from cribboard.board.palette import SIDES, Colour, pixels
from cribboard.board.track import Track

AZURE = SIDES[0]
SVG = "{http://www.w3.org/2000/svg}"
KEY = re.compile(r"([\d.]+)%\{fill:#(\w{6});opacity:([\d.]+)\}")


def film(**courses: list[Colour]) -> list[tuple[float, bytes]]:
    """A film of a tenth of a second a frame; hole_7 is pixel 7."""
    length = max(map(len, courses.values()))
    frames = []
    for place in range(length):
        lit = [Colour(0, 0, 0)] * 138
        for name, course in courses.items():
            lit[int(name.removeprefix("hole_"))] = course[min(place, len(course) - 1)]
        frames.append((place / 10, b"".join(map(bytes, lit))))
    return frames


def drawn(classic: Track, shown: list[tuple[float, bytes]]) -> str:
    return moving_svg(classic, shown, "A <film> & more", poster=1.0)


def test_it_is_a_whole_document_in_ascii_that_says_what_it_is(classic):
    root = ElementTree.fromstring(drawn(classic, film(hole_7=[AZURE])).encode("ascii"))
    assert root.findtext(f"{SVG}title") == "A <film> & more"


def test_only_what_is_ever_lit_has_an_element_and_only_what_changes_moves(classic):
    picture = drawn(classic, film(hole_7=[AZURE, AZURE.at(0.2)], hole_9=[AZURE]))
    lights = ElementTree.fromstring(picture).find(f"{SVG}g[@class='lights']")
    assert [len(group) for group in lights] == [1, 1]
    assert [group.get("id") for group in lights] == ["m0", None]
    assert picture.count("@keyframes") == 1


def test_pixels_that_do_the_same_move_as_one(classic):
    course = [AZURE, AZURE.at(0.2), AZURE]
    picture = drawn(classic, film(hole_7=course, hole_8=course))
    assert picture.count("@keyframes") == 1
    assert len(ElementTree.fromstring(picture).find(f"{SVG}g[@class='lights']")[0]) == 2


def test_whoever_wants_less_motion_sees_it_stand_at_the_poster(classic):
    picture = drawn(classic, film(hole_7=[AZURE, AZURE.at(0.2)]))
    assert "prefers-reduced-motion: reduce" in picture
    assert "animation-play-state: paused; animation-delay: -1s" in picture


def at(keys: list[tuple[float, Colour, float]], part: float) -> tuple[Colour, float]:
    """What CSS shows between two keyframes: the straight line."""
    for (start, hue, level), (end, next_hue, next_level) in pairwise(keys):
        if start <= part <= end:
            way = (part - start) / (end - start) if end > start else 0.0
            mixed = (round(a + way * (b - a)) for a, b in zip(hue, next_hue, strict=True))
            return Colour(*mixed), level + way * (next_level - level)
    raise AssertionError(part)


@pytest.mark.parametrize(
    "course",
    [
        [AZURE.at(level / 30) for level in range(1, 31)],
        [AZURE] * 10 + [AZURE.at(1 / 3)] * 10,
        [AZURE, AZURE.mixed_with(Colour(255, 255, 255))] * 8,
        [Colour(0, 0, 0)] * 9 + [AZURE] + [Colour(0, 0, 0)] * 9,
        [SIDES[1].at(abs(place - 20) / 20) for place in range(41)],
    ],
    ids=["rises", "steps", "alternates", "one frame", "falls and rises"],
)
def test_at_each_frame_it_is_what_the_film_shows(classic, course):
    shown = film(hole_7=course)
    body = re.search(r"@keyframes m0 \{ (.*) \}\n", drawn(classic, shown)).group(1)
    keys = [
        (float(part) / 100, Colour(*bytes.fromhex(fill)), float(level))
        for part, fill, level in KEY.findall(body)
    ]
    assert (keys[0][0], keys[-1][0]) == (0.0, 1.0)
    for moment, frame in shown:
        hue, level = hue_and_level(list(pixels(frame))[7])
        seen, seen_level = at(keys, moment / shown[-1][0])
        assert seen_level == pytest.approx(level, abs=TOLERANCE + 0.01)
        if max(list(pixels(frame))[7]) >= DIM:
            assert all(abs(a - b) <= HUES + 1 for a, b in zip(seen, hue, strict=True))


def test_a_long_rest_costs_two_keyframes(classic):
    course = [AZURE] * 200 + [AZURE.at(0.1)] * 200
    assert len(KEY.findall(drawn(classic, film(hole_7=course)))) == 4
