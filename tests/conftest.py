"""What holds for every test."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("table", deadline=None)  # the machine may be busy with other things
settings.load_profile("table")


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """No test sees or leaves anything in the home of whoever runs it."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "CRIBBOARD_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    return home
