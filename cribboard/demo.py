"""The demo: simulated players who scan cards and press buttons until a game is won."""

from __future__ import annotations

from random import Random

from cribboard.acts import acts
from cribboard.hands import Hands
from cribboard.selfplay import SelfPlay


def run_demo(hands: Hands, rng: Random, pace: float) -> None:
    """Play a game to its end, with `pace` seconds between acts. Raises HandsTied when the board closes before."""
    players = SelfPlay(rng)
    assert hands.view
    while not (state := hands.view.state).is_over:
        hands.sleep(pace)
        for line in acts(players.act(state), state.options):
            hands.do(line)
