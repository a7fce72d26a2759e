"""The moves of a win by threats, out of the tree that proves it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def winning_line(geo: Any, state: Any, tree: Any) -> list[int]:
    """The cells of the win in a proved tree of threats, against the longest resistance; the state is left as it was."""
    from noughts.engine.kernels.fours import by_fours
    from noughts.engine.kernels.lines import completions, make, unmake
    from noughts.engine.kernels.proof import ATTACK_FUEL, COUNT, FIRST, MOVE, PLIES, PN

    row = 0
    moves: list[int] = []
    while tree[row, COUNT] > 0:
        first = int(tree[row, FIRST])
        won = [n for n in range(first, first + tree[row, COUNT]) if tree[n, PN] == 0]
        pick: Callable[..., int] = max if len(moves) % 2 else min
        row = pick(won, key=lambda n: tree[n, PLIES])
        moves.append(int(tree[row, MOVE]))
        make(geo, state, moves[-1])
    if len(moves) % 2:
        end = completions(geo, state, 1 - state.turn)
    else:
        by_fours(geo, state, ATTACK_FUEL)
        end = state.line[: state.length].tolist()
    for move in reversed(moves):
        unmake(geo, state, move)
    return [*moves, *map(int, end)]
