"""What a player gives is held to be a distribution: exact probabilities of legal moves that sum to 1.

A float is refused where a probability is wanted: 0.1 is not one tenth, and ten of them do not sum to 1. Who has
weights rather than probabilities lets `from_weights` make exact ones of them: there a float is taken for the binary
fraction that it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import isfinite, lcm
from numbers import Rational, Real

from noughts.errors import NoughtsError, PlayerError, quote
from noughts.game.board import Cell
from noughts.game.position import Position

_EXACT = (Fraction, int)

Given = Mapping[Cell, Fraction] | Mapping[str, Fraction] | Mapping[Cell | str, float | Fraction]
"""Cells, by index or by name, and what each weighs."""


def weigh(player: object, position: Position, choice: object) -> tuple[int, list[tuple[Cell, int]]]:
    """The distribution of a player's choice over the moves of a position, in whole numbers: their sum, and each cell's.

    Raises PlayerError, quoting the player and the position, unless it is one: a mapping from empty cells to exact
    numbers, none of them negative, that sum to 1.
    """
    moves = getattr(choice, "moves", None)
    if not isinstance(moves, Mapping):
        given = choice if moves is None else moves
        raise _bad(player, position, f"{quote(given)} is not a mapping from cells to probabilities")
    ratios = {cell: _ratio(player, position, cell, share) for cell, share in moves.items()}
    total = lcm(*{denominator for _, denominator in ratios.values()})
    weights = {cell: numerator * (total // denominator) for cell, (numerator, denominator) in ratios.items()}
    weighed = sum(weights.values())
    if weighed != total:
        raise _bad(player, position, f"the probabilities sum to {Fraction(weighed, total)}, not to 1")
    return total, list(weights.items())


def probabilities(player: object, position: Position, choice: object) -> dict[Cell, Fraction]:
    """The probabilities of a player's choice, found good by `weigh`, as Fractions; those of 0 are left out."""
    weigh(player, position, choice)
    moves: Mapping[Cell, Fraction] = getattr(choice, "moves", {})
    if type(moves) is dict and all(type(share) is Fraction and share for share in moves.values()):
        return moves
    return {cell: Fraction(share) for cell, share in moves.items() if share}


def from_weights(position: Position, weights: Given) -> dict[Cell, Fraction]:
    """Exact probabilities in the ratio of some weights of cells, which go by index or by name.

    Raises NoughtsError for a weight that is no number, is negative or not finite, and where they are all 0.
    """
    exact: dict[Cell, Fraction] = {}
    for given, weight in weights.items():
        cell = position.board.cell_of(given)
        exact[cell] = exact.get(cell, Fraction(0)) + _exact(given, weight)
    total = sum(exact.values())
    if not total:
        raise NoughtsError(f"no cell has any weight: {quote(dict(weights))}")
    return {cell: weight / total for cell, weight in exact.items() if weight}


def _exact(cell: object, weight: object) -> Fraction:
    """A weight as the fraction that it is."""
    if isinstance(weight, Rational):
        exact = Fraction(int(weight.numerator), int(weight.denominator))
    elif isinstance(weight, Real) and isfinite(weight):
        exact = Fraction(float(weight))
    else:
        raise NoughtsError(f"the weight of {quote(cell)} is {quote(weight)}, which is no finite number")
    if exact < 0:
        raise NoughtsError(f"the weight of {quote(cell)} is negative: {quote(weight)}")
    return exact


def _ratio(player: object, position: Position, cell: Cell, share: Fraction) -> tuple[int, int]:
    """The numerator and denominator of a cell's probability, if both cell and probability are sound."""
    if type(cell) is not int or not 0 <= cell < position.board.size:
        raise _bad(player, position, f"{quote(cell)} is not a cell of the board")
    if (position.x | position.o) >> cell & 1:
        raise _bad(player, position, f"{position.board.cell_name(cell)} is taken")
    if not isinstance(share, _EXACT):
        raise _bad(player, position, f"the probability {quote(share)} is not an exact Fraction")
    ratio = share.as_integer_ratio()
    if ratio[0] < 0:
        raise _bad(player, position, f"the probability {share} is negative")
    return ratio


def _bad(player: object, position: Position, problem: str) -> PlayerError:
    return PlayerError(
        f"{quote(player)} gives no distribution over the moves of {quote(position)}: {problem}"
    )
