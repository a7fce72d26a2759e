"""The slow twin: minimax as the textbooks write it, on plain positions, remembering nothing.

Whatever is faster in this house is compared with these lines (C. E. Shannon, Programming a Computer
for Playing Chess, Philosophical Magazine 41, 1950).
"""

from noughts.game.position import Position
from noughts.solver.value import Result, Value


def value(position: Position) -> Value:
    """The value of a position by walking its whole game tree."""
    outcome = position.outcome
    if outcome is not None:
        if outcome.winner is None:
            return Value(Result.DRAW, 0)
        return Value(Result.WIN if outcome.winner is position.to_move else Result.LOSS, 0)
    return max(value(position.play(cell)).before() for cell in position.moves)


def tree_size(position: Position) -> tuple[int, int]:
    """Nodes of the whole game tree with this position as its root, and its leaves: complete games."""
    if position.is_over:
        return 1, 1
    below = [tree_size(position.play(cell)) for cell in position.moves]
    return 1 + sum(nodes for nodes, _ in below), sum(games for _, games in below)
