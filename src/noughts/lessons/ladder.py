"""The ladder: every level on both sides, the weakest first, with what can be made of it at best, computed exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.contests.exploit import exploit
from noughts.contract.numbers import SCHEMA
from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.players.registry import LEVELS

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.lessons import LadderJson, RungJson


def ladder_json() -> LadderJson:
    """The rungs: for each level its opponent as X, who begins, and as O, which is harder.

    A rung asks for a win where the level can lose on its side, else for not losing.
    """
    board = Board.mnk(3, 3, 3)
    rungs: list[RungJson] = []
    for level in LEVELS:
        weaknesses = exploit(level)
        for reader in Mark:
            weakness = weaknesses.side(reader.other)
            line = None if weakness.line is None else board.cell_names(weakness.line)
            rungs.append(
                {
                    "player": level,
                    "side": reader.value,
                    "goal": "win" if weakness.can_lose else "draw",
                    "score": str(-weakness.score),
                    "line": line,
                }
            )
    return {"schema": SCHEMA, "board": str(board), "rungs": rungs}
