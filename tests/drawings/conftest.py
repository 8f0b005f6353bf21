"""Boards to draw: the reference one, and those for other strips and tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import cribboard
from cribboard.config import Config, load
from cribboard.drawings.build import Build
from cribboard.drawings.layout import Layout
from cribboard.pins import MODELS
from cribboard.rules import Options
from cribboard.rules.options import FourPlayer

ROOT = Path(__file__).parents[2]
DEFAULTS = Path(cribboard.__file__).parent / "default.toml"

STRIPS = (60, 100, 144)
TABLES = {
    "two": Options(),
    "three": Options(players=3),
    "partners": Options(players=4),
    "singles": Options(players=4, four_player=FourPlayer.INDIVIDUAL),
}


@pytest.fixture(params=STRIPS)
def strip(request: pytest.FixtureRequest) -> int:
    return request.param


@pytest.fixture(params=TABLES)
def table(request: pytest.FixtureRequest) -> Options:
    return TABLES[request.param]


@pytest.fixture
def any_layout(strip: int, table: Options) -> Layout:
    """A board for each strip and each table."""
    return Layout(table, Build(strip=strip))


@pytest.fixture(scope="session")
def layout() -> Layout:
    """The reference board."""
    return Layout(Options(), Build())


@pytest.fixture
def config() -> Config:
    """The settings as they come."""
    return load(DEFAULTS, MODELS["zero2"])


@pytest.fixture
def configured(tmp_path: Path) -> Callable[..., Config]:
    """The settings with these lines of TOML in them."""

    def configured(text: str, model: str = "zero2") -> Config:
        file = tmp_path / "settings.toml"
        file.write_text(text)
        return load(file, MODELS[model])

    return configured
