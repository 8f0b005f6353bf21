"""The demo: two simulated players who scan cards and press buttons until a game is won."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cribboard import script
from cribboard.hands import Hands
from cribboard.rules import Options
from cribboard.rules import commands as cmd
from cribboard.selfplay import SelfPlay
from cribboard.signals import Button


def run_demo(hands: Hands, rng: Random, pace: float) -> None:
    """Play a game to its end, with `pace` seconds between acts. Raises HandsTied when the board closes before."""
    players = SelfPlay(rng)
    assert hands.view
    while not (state := hands.view.state).is_over:
        hands.sleep(pace)
        for line in acts(players.act(state), state.options):
            hands.do(line)


def acts(command: cmd.Command, options: Options) -> Iterator[script.Line]:
    """How people at the table do what they mean: cards to the reader, fingers to the buttons.

    >>> list(acts(cmd.Award(side=0, points=6), Options()))[-1]
    Press(button=Button(kind='go', who=0), times=1)
    """
    match command:
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
            seat = next(seat for seat in options.seats if options.side_of(seat) == side)
            yield script.Press(Button("go", seat))
        case _:
            yield script.Press(Button("next"))
