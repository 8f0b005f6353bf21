"""The firmware's pure parts, for tests that run in this process."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

from .interpreters import FIRMWARE


def part(name: str) -> ModuleType:
    """A file of the firmware as a module, under a name that no other can have."""
    spec = spec_from_file_location(f"firmware_{name}", FIRMWARE / f"{name}.py")
    assert spec
    assert spec.loader
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = before
    return module
