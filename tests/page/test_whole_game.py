"""Whole games: one played with nothing but the page, one watched by three pages while it is played at the board."""

from __future__ import annotations

from random import Random

import pytest

from cribboard.acts import acts
from cribboard.rules import Options, State, decide, evolve
from cribboard.rules import commands as cmd
from cribboard.script import Press, Scan
from cribboard.selfplay import SelfPlay

from .conftest import Visit
from .process import BoardProcess
from .visitor import Visitor

SIXTY_ONE = Options().changed({"target": "61", "scan": "all", "names": "Ada,Ben"})


def test_a_whole_game_is_played_with_the_page_alone(board: BoardProcess, visit: Visit) -> None:
    """Beside it the rules keep the score of what was touched; the page must tell the same."""
    page = visit(board.link)
    page.view("play")
    _agree(page, "Ada Ben", "61")
    players, state = SelfPlay(Random(61)), State.new(SIXTY_ONE)
    while not state.is_over:
        command = players.act(state)
        for event in decide(state, command):
            state = evolve(state, event)
        _act(page, command)
        _follow(page, state, command)
    assert max(page.scores) == 61
    winner = state.scores.index(61)
    page.page.wait_for_selector(f"#felt .last.{'ab'[winner]}")
    page.wait_until_shown(board.frames[-1])


def _agree(page: Visitor, names: str, target: str) -> None:
    """Begin a match with these players."""
    panel = page.page.locator(".simulator")
    panel.get_by_label("Names").fill(names)
    panel.get_by_label("Holes").select_option(target)
    panel.get_by_label("Cards scanned").select_option("all")
    panel.get_by_role("button", name="Start").click()
    page.page.wait_for_selector(f"#scores .who:text-is('{names.split()[0]}')")


def _act(page: Visitor, command: cmd.Command) -> None:
    for line in acts(command, SIXTY_ONE):
        match line:
            case Scan(card):
                page.touch(str(card))
            case Press(button, times):
                page.press(str(button), times)
            case _:
                raise AssertionError(line)


def _follow(page: Visitor, state: State, command: cmd.Command) -> None:
    """Wait until the page tells what the rules say."""
    page.wait_for_scores(*state.scores)
    page.wait_for_phase(state.phase.name)
    if state.phase.name == "play":
        page.page.wait_for_selector(f".count output:text-is('{state.count}')")
    if isinstance(command, cmd.ReadCard):
        lies = command.card in state.cards_on_table or state.reader_is_deaf
        is_off = ":disabled" if lies else ":enabled"
        page.page.wait_for_selector(f'.key[data-code="{command.card}"]{is_off}')


@pytest.mark.soak
def test_three_pages_show_what_the_strip_was_sent(board: BoardProcess, visit: Visit) -> None:
    """A game is played over pins and pty; each page has the strip's own frames, and the last one before its eyes."""
    sizes = (360, 740), (820, 1180), (1280, 900)
    pages = [visit(board.address, size=size) for size in sizes]
    board.type("set target=61 scan=all names=Ada,Ben")
    players, state = SelfPlay(Random(9)), State.new(SIXTY_ONE)
    while not state.is_over:
        command = players.act(state)
        for event in decide(state, command):
            state = evolve(state, event)
        board.type(*map(_typed, acts(command, SIXTY_ONE)))
        if state.phase.name in ("show", "game_over"):
            for page in pages:
                page.wait_for_scores(*state.scores)
    still = _rest(board)
    for page in pages:
        page.wait_until_shown(still)
        page.wait_for_scores(*state.scores)
        page.wait_for_phase("game_over")
        assert len(page.frames) > 20
    sent = set(board.frames)
    for page in pages:
        assert set(page.frames) <= sent


def _typed(line: object) -> str:
    match line:
        case Scan(card):
            return f"scan {card}"
        case Press(button, times):
            side, _, kind = str(button).rpartition(".")
            whose = {"A": "Ada.", "B": "Ben.", "": ""}[side]
            return f"press {whose}{kind} {times}"
    raise AssertionError(line)


def _rest(board: BoardProcess) -> bytes:
    """The frame on which the lights come to rest."""
    board.wait_until_still()
    return board.frames[-1]
