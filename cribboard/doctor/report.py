"""The findings on paper, and for other programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from .finding import Finding

MARKS = {"ok": "ok", "problem": "PROBLEM", "not checkable here": "?"}

Found = tuple[str, Finding]
"""A finding and the title of its section."""


def as_text(found: Sequence[Found]) -> str:
    """By section, each problem with what to do below it, and the sum of it all.

    >>> print(as_text([("clock", Finding("core clock", "problem", "runs at 400 MHz", "reboot"))]))
    clock
      PROBLEM  core clock: runs at 400 MHz
               -> reboot
    <BLANKLINE>
    1 problem, 0 ok, 0 not checkable here
    """
    lines = [
        line
        for title, group in groupby(found, lambda pair: pair[0])
        for line in (title, *(_line(finding) for _, finding in group))
    ]
    return "\n".join([*lines, "", _sum(finding for _, finding in found)])


def as_json(found: Iterable[Found]) -> str:
    """A list of objects, each with section, topic, state, seen and do.

    >>> as_json([("clock", Finding("core clock", "ok", "250 MHz"))])
    '[{"section": "clock", "topic": "core clock", "state": "ok", "seen": "250 MHz", "do": ""}]'
    """
    return json.dumps([{"section": title, **finding._asdict()} for title, finding in found])


def status(found: Iterable[Found]) -> int:
    """The exit status: 1 where there is a problem."""
    return int(any(finding.state == "problem" for _, finding in found))


def _line(finding: Finding) -> str:
    unchecked = finding.state == "not checkable here"
    seen = f"not checkable here: {finding.seen}" if unchecked else finding.seen
    line = f"  {MARKS[finding.state]:<7}  {finding.topic}: {_plain(seen)}"
    return f"{line}\n{'':11}-> {_plain(finding.do)}" if finding.do else line


def _plain(text: str) -> str:
    """As it may go to a terminal: what programs, cards and files are called is up to others."""
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)


def _sum(findings: Iterable[Finding]) -> str:
    states = Counter(finding.state for finding in findings)
    problems = states["problem"]
    return (
        f"{problems} problem{'' if problems == 1 else 's'}, {states['ok']} ok, "
        f"{states['not checkable here']} not checkable here"
    )
