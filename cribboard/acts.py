"""What players mean, done at the table: commands as lines of a table script."""

from __future__ import annotations

from collections.abc import Iterator

from cribboard import script
from cribboard.rules import Options, State
from cribboard.rules import commands as cmd
from cribboard.rules.state import CountedPlay, Cutting, TappedPlay, TurningStarter
from cribboard.signals import Button


def acts(command: cmd.Command, options: Options) -> Iterator[script.Line]:
    """How people at the table do what they mean: cards to the reader, fingers to the buttons, or a word.

    >>> list(acts(cmd.Award(side=0, points=6), Options()))[-1]
    Press(button=Button(kind='go', who=0), times=1)
    """
    match command:
        case cmd.StartMatch(agreed):
            yield script.Set(script.settings(agreed))
        case cmd.ReadCard(card):
            yield script.Scan(card)
        case cmd.SayGo(player) | cmd.ChooseDealer(player):
            yield script.Press(Button("go", player))
        case cmd.ClaimHeels(player):
            yield script.Hold(Button("go", player))
        case cmd.Award(side, points, go_by):
            if go_by is not None:
                yield script.Press(Button("go", go_by))
                points -= 1
            if points >= 5:
                yield script.Press(Button("five", side), points // 5)
            if points % 5:
                yield script.Press(Button("one", side), points % 5)
            yield script.Press(Button("go", options.members(side)[0]))
        case cmd.WalkBack(side, points):
            yield from [script.Hold(Button("one", side))] * points
            yield script.Press(Button("next"))
        case cmd.CorrectCard(wrong, right):
            yield script.Say(cmd.CorrectCard(wrong, right))
        case cmd.Penalise() | cmd.MoveAward():
            yield script.Say(command)
        case cmd.NextStep():
            yield script.Press(Button("next"))
        case cmd.LeaveScanning():
            yield script.Press(Button("next"), 2)
        case cmd.DealAgain():
            yield from [script.Hold(Button("undo"))] * 2
        case cmd.NewGame():
            yield from [script.Hold(Button("next"))] * 2


def acts_in(state: State, command: cmd.Command) -> Iterator[script.Line]:
    """The same for a command that this State allowed, whoever gave it: buttons can't give all of them everywhere."""
    match command:
        case cmd.ChooseDealer() if not isinstance(state.phase, Cutting):
            yield script.Say(command)
        case cmd.WalkBack(side, points):
            there = min(points, state.scores[side])
            yield from acts(cmd.WalkBack(side, there), state.options)
        case cmd.Award(side, points, int(go_by)) if not _go_pegs_for(state, side, go_by):
            yield from acts(cmd.Award(side, points), state.options)
        case cmd.LeaveScanning() if not _asks_before_it_leaves(state):
            yield from acts(cmd.NextStep(), state.options)
        case _:
            yield from acts(command, state.options)


def _go_pegs_for(state: State, side: int, go_by: int) -> bool:
    """Whether this player's `go` button enters a point for this side."""
    two = state.options.players == 2
    return two and go_by != side and isinstance(state.phase, TappedPlay)


def _asks_before_it_leaves(state: State) -> bool:
    """Whether `next` is pressed twice to leave the reader; where it wasn't to be used, once is the same."""
    starter = isinstance(state.phase, TurningStarter) and state.options.scan == "all"
    return starter or isinstance(state.phase, CountedPlay)
