"""A Raspberry Pi's root to install into."""

from __future__ import annotations

from pathlib import Path

import pytest

CONFIG_TXT = "dtparam=audio=on\n\n[cm5]\ndtoverlay=dwc2,dr_mode=host\n\n[all]\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """As after docs/install.md's `pip install`."""
    root = tmp_path / "root"
    boot, program = root / "boot/firmware/config.txt", root / "opt/cribboard/bin/cribboard"
    for file in (boot, program):
        file.parent.mkdir(parents=True)
    boot.write_text(CONFIG_TXT, "utf-8")
    program.write_text("#!/bin/sh\n", "utf-8")
    program.chmod(0o755)
    return root
