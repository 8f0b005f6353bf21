"""The buttons, one after the other: which one it is, how it bounces, and whether it opens again."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import NamedTuple

from cribboard.doctor.finding import Finding, ok, problem
from cribboard.pins import pin_of
from cribboard.signals import Button, Edge

from . import Heard, Listen, Reply, Say, Step, Typed, Walk

QUIET = 0.3
"""Seconds without an edge after which a press is over."""

STUCK = 5.0
"""Seconds after which a button that is still closed is stuck."""


class Press(NamedTuple):
    """A press: how many edges its contact made, and for how many seconds it bounced as it closed or opened."""

    edges: int
    bounced: float


def buttons(pins: Mapping[Button, int], debounce: float) -> Walk:
    """Ask to press each; whatever else is heard is told. An empty line passes over a button."""
    yield Say("Press each button once as it is named; an empty line passes over it.")
    findings: list[Finding] = []
    for button, gpio in pins.items():
        yield Say(f"{button}: GPIO {gpio}, pin {pin_of(gpio).number} of the header")
        finding = yield from _press(button, gpio, debounce)
        yield Say(f"  {finding.seen}")
        findings.append(finding)
    return findings


def _press(button: Button, gpio: int, debounce: float) -> Generator[Step, Reply, Finding]:
    """Wait for this button to be pressed and let go. Another one that is closed as long as it is closes with it."""
    topic, edges = str(button), list[tuple[bool, float]]()
    others, closed, with_it = set[str](), set[str](), set[str]()
    while True:
        down = bool(edges) and edges[-1][0]
        match (yield Listen((STUCK if down else QUIET) if edges else None)):
            case Heard(Edge(other, is_down), at) if other == button:
                edges.append((is_down, at))
                with_it |= closed
            case Heard(Edge(other, is_down)):
                name = str(other)
                (closed.add if is_down else closed.discard)(name)
                if down:
                    with_it |= closed
                elif not edges and name not in others:
                    others.add(name)
                    yield Say(f"  heard {name}")
            case Typed() if not edges:
                return _missed(topic, gpio, others)
            case None if down:
                return problem(
                    topic,
                    f"stays closed for {STUCK:g} s",
                    "look for a short to ground, and use the contact marked NO (normally open)",
                )
            case None if edges:
                return _judged(topic, measured(edges), debounce, with_it)


def measured(edges: list[tuple[bool, float]]) -> Press:
    """A press from its edges: the longest of its bursts is its bounce. Two edges are a tap, however short.

    >>> measured([(True, 1.0), (False, 1.001), (True, 1.004), (False, 1.2)])
    Press(edges=4, bounced=0.004)
    """
    bounced, start, before = 0.0, edges[0][1], edges[0][1]
    for _, at in edges[1:]:
        if at - before > BURST:
            start = at
        bounced, before = max(bounced, at - start), at
    return Press(len(edges), round(bounced, 4) if len(edges) > 2 else 0.0)


BURST = 0.05
"""Seconds between two edges that nobody's finger made."""


def _judged(topic: str, press: Press, debounce: float, with_it: set[str]) -> Finding:
    seen = f"pressed; {press.edges} edges, bounced for {1000 * press.bounced:.1f} ms"
    if with_it:
        names = ", ".join(sorted(with_it))
        return problem(
            topic, f"{seen}; {names} with it", f"see where its wires touch those of {names}"
        )
    if press.bounced > debounce:
        longer = min(0.2, round(1.5 * press.bounced, 3))
        return problem(topic, seen, f"set controls.debounce = {longer:g}, or use a better button")
    return ok(topic, seen)


def _missed(topic: str, gpio: int, others: set[str]) -> Finding:
    if others:
        return problem(
            topic,
            f"heard {', '.join(sorted(others))} instead",
            "swap their wires, or their GPIOs in the settings",
        )
    return problem(
        topic,
        "no press was heard",
        f"see to the wires from its NO contact to pin {pin_of(gpio).number} and from COM to ground",
    )
