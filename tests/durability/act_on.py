"""A game on the journal at a path, for a disk that fails at a system call of the act that is marked. Prints what came of it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from cribboard import store
from cribboard.journal import Journal

from .tables import Game, states_in

BEFORE, AFTER = b"the act begins\n", b"the act has ended\n"
ACTS = 12


def main(path: Path, act: str) -> None:
    """Play on; then the act, `next` if that was refused, and on until the journal is well again."""
    if act == "checkpoint":
        store.CHECKPOINT = 1
    game = Game(Journal(path), 4)
    for _ in range(ACTS):
        game.act()
    before = game.state
    os.write(2, BEFORE)
    game.press("undo") if act == "undo" else game.act()
    os.write(2, AFTER)
    refused = game.refused
    assert refused in ([], ["unkept"]), refused
    assert (game.state == before) == bool(refused)
    if refused:
        assert list(states_in(game.journal))[-1] == before
        game.press("next")
        assert game.state != before
    while game.journal.trouble:
        game.act()
    state = game.state
    game.journal.close()
    while (again := Journal(path)).trouble:
        again.close()
    assert again.set_aside is None
    *_, last = states_in(again)
    assert last == state
    again.close()
    print("refused" if refused else "kept")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
