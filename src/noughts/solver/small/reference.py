"""The slow twin: minimax as the textbooks write it, on plain positions, remembering nothing.

Whatever is faster in this house is compared with these lines (C. E. Shannon, Programming a Computer
for Playing Chess, Philosophical Magazine 41, 1950).
"""

from fractions import Fraction

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


def expectimax(position: Position) -> Fraction:
    """What the side that has moved may expect where it plays its best, and the side to move at random."""
    if position.is_over:
        return Fraction(value(position).before().known_result)
    replies = [position.play(cell) for cell in position.moves]
    return Fraction(sum(map(_best_answer, replies)), len(replies))


def _best_answer(position: Position) -> Fraction:
    if position.is_over:
        return Fraction(value(position).known_result)
    return max(expectimax(position.play(cell)) for cell in position.moves)
