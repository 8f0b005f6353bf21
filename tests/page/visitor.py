"""Somebody with a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

PATIENCE = 20_000
"""Milliseconds that anything may take before a test gives up."""

PHASES = {
    "cut": "Cut for the deal",
    "deal": "The deal",
    "starter": "Cut the starter",
    "play": "The play",
    "show": "The show",
    "game_over": "The game is over",
    "match_over": "The match is over",
}


def is_of_the_cut(problem: str) -> bool:
    """Whether a browser complains of nothing but a board that is gone."""
    return "WebSocket" in problem or "net::ERR" in problem


class Visitor:
    """A browser of its own, with what it was sent and what it complained about."""

    def __init__(
        self,
        chromium: Any,
        address: str,
        size: tuple[int, int] = (1280, 900),
        locale: str = "en-GB",
        **options: Any,
    ) -> None:
        width, height = size
        self.context = chromium.new_context(
            viewport={"width": width, "height": height}, locale=locale, **options
        )
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.problems: list[str] = []
        self.frames: list[bytes] = []
        self.told: list[str] = []
        self.is_expected: Callable[[str], bool] = lambda _: False
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("websocket", lambda live: live.on("framereceived", self._take))
        self.open(address)

    def open(self, address: str) -> None:
        """Go there, and wait for the board."""
        self.page.goto(address)
        self.page.wait_for_selector("#standing.live")

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning") and not self.is_expected(message.text):
            self.problems.append(f"{message.type}: {message.text} ({message.location})")

    def _take(self, message: str | bytes) -> None:
        if isinstance(message, bytes):
            self.frames.append(message)
        else:
            self.told.append(message)

    def leave(self) -> None:
        """Close the browser."""
        self.context.close()

    # --- what there is to do ------------------------------------------------------------------------------------------

    def view(self, name: str) -> None:
        """Turn to `table`, `play`, `history` or `more`."""
        self.page.click(f"#views [data-view={name}]")

    def touch(self, card: str) -> None:
        """Touch this card on the pad."""
        self.page.click(f'.pad .key[data-code="{card}"]')

    def press(self, button: str, times: int = 1) -> None:
        """Tap a button of the board."""
        for _ in range(times):
            self.page.click(f'.board-buttons [data-button="{button}"]', delay=60)

    def hold(self, button: str) -> None:
        """Hold a button of the board until the board has noticed."""
        self.page.click(f'.board-buttons [data-button="{button}"]', delay=1500)

    def pair(self, code: str, name: str = "Ann's phone") -> None:
        """Enter the code that is on the board."""
        self.page.fill(".pairing .code", code)
        self.page.fill(".pairing form label:nth-of-type(2) input", name)
        self.page.click(".pairing form [type=submit]")

    # --- what there is to see -------------------------------------------------------------------------------------------

    @property
    def scores(self) -> list[int]:
        """The big numerals."""
        return [int(text) for text in self.page.locator("#scores .numeral").all_inner_texts()]

    @property
    def shown(self) -> bytes:
        """The lights that are drawn now."""
        return bytes(
            self.page.evaluate("[...(document.querySelector('#board canvas').frame ?? [])]")
        )

    def wait_until_shown(self, frame: bytes) -> None:
        """Until exactly these lights are drawn."""
        self.page.wait_for_function(
            "wanted => String(document.querySelector('#board canvas').frame) === wanted",
            arg=",".join(map(str, frame)),
        )

    def wait_for_scores(self, *scores: int) -> None:
        """Until the numerals say this."""
        self.page.wait_for_function(
            "wanted => [...document.querySelectorAll('#scores .numeral')].map((one) => one.textContent).join() === wanted",
            arg=",".join(map(str, scores)),
        )

    def wait_for_phase(self, phase: str) -> None:
        """Until this is what goes on at the table."""
        self.page.wait_for_selector(f"#felt h2:text-is('{PHASES[phase]}')")
