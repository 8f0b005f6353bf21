"""The pictures of docs/page: every view in every size, drawn anew. `python -m tests.page.pictures` needs Chromium and cwebp."""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from .conftest import CHROMIUM
from .evening import spend_evening
from .process import REPOSITORY, BoardProcess
from .test_views import SIZES, VIEWS, turn_to
from .visitor import Visitor

FOLDER = REPOSITORY / "docs/page"
DRESSES = {"phone": ("en-GB", "dark"), "tablet": ("ja", "light"), "television": ("zh-CN", "dark")}
"""Each size in a language and with colours of its own, so that all are looked at."""


def main() -> None:
    """Draw them all."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as temporary, sync_playwright() as driver:
        folder = Path(temporary)
        spend_evening(folder / "journal.db")
        board = BoardProcess(folder)
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            board.wait_until_still()
            for size, (locale, scheme) in DRESSES.items():
                page = Visitor(
                    browser, board.link, size=SIZES[size], locale=locale, color_scheme=scheme
                )
                for view in VIEWS:
                    turn_to(page, view)
                    page.page.wait_for_timeout(400)
                    _keep(page, folder / "view.png", FOLDER / f"{view}-{size}.webp")
        finally:
            board.close()


def _keep(page: Visitor, drawn: Path, kept: Path) -> None:
    page.page.screenshot(path=drawn)
    subprocess.run(["cwebp", "-quiet", "-q", "80", str(drawn), "-o", str(kept)], check=True)
    print(f"{kept.name}: {kept.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
