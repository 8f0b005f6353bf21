"""Each broken Raspberry Pi is told as what it is, and each of the fifteen complaints that builders have is told."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from .trees import DATA, ROOT, Tree

BROKEN = tomllib.loads((DATA / "broken.toml").read_text("utf-8"))
COMPLAINTS = range(1, 16)


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_told_with_what_to_do(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    case: dict[str, Any] = BROKEN[name]
    if "as_user" in case or "as_root" in case:
        monkeypatch.setattr(os, "geteuid", lambda: 0 if "as_root" in case else 1000)
    found = Tree.load(case["like"]).patched(case).found(tmp_path)
    told = {finding.topic: finding for _, finding in found if finding.state != "ok"}
    assert set(told) == {case["tells"], *case.get("also", ())}
    finding = told[case["tells"]]
    assert finding.state == "problem"
    assert case["seen"] in finding.seen
    assert case["do"] in finding.do


def test_every_complaint_has_a_broken_pi():
    assert {case["complaint"] for case in BROKEN.values() if "complaint" in case} == {*COMPLAINTS}


def test_the_document_names_the_line_of_every_complaint():
    text = (ROOT / "docs/doctor.md").read_text("utf-8")
    rows = {int(row[1]): row[2] for row in re.finditer(r"^\| (\d+) \| (.*)$", text, re.MULTILINE)}
    assert list(rows) == [*COMPLAINTS]
    for case in BROKEN.values():
        if "complaint" in case:
            assert f"`{case['tells']}`" in rows[case["complaint"]]
