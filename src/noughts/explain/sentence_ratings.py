"""Sentences for players that measure every move: ratings, exact values, weights."""

from __future__ import annotations

from operator import itemgetter

from noughts.explain.patterns import completed, completing
from noughts.explain.words import (
    any_of,
    cells_words,
    line_words,
    listing,
    number_words,
    result_verb,
    share_words,
    value_words,
)
from noughts.game.board import Cell
from noughts.players.evidence import CellKind, Feed, Ratings, Values, Weights
from noughts.players.player import Decision, heaviest
from noughts.solver.value import Result, Value


def ratings_sentence(decision: Decision, ratings: Ratings, cell: Cell | None) -> str:
    """Why the ratings move to the cell, or how they share out several moves."""
    top = max(decision.moves.values())
    likeliest = [c for c, share in decision.moves.items() if share == top]
    if cell is not None and len(ratings.first) == 1:
        only = decision.position.board.cell_name(cell)
        return f"Plays {only}, the only free cell: it {result_verb(ratings.first[cell])}."
    if set(likeliest) - set(ratings.kept_first) or (len(likeliest) > 1 and not ratings.second):
        return _by_dice(decision, ratings, cell)
    if cell is not None and cell not in likeliest:
        return _by_chance(decision, ratings, likeliest, cell)
    return f"{_first_rating(decision, ratings, likeliest, cell)}{_usually(decision, likeliest)}."


def values_sentence(decision: Decision, values: Values, cell: Cell | None) -> str:
    """Why the exact values move to the cell, or to several."""
    best = max(values.values.values())
    chosen = tuple(decision.moves) if cell is None else (cell,)
    names = cells_words(decision.position.board, chosen, "or")
    if cell is not None and values.values[cell] != best:
        return f"Plays {names}, which {value_words(values.values[cell])}."
    if any(values.values[c] != best for c in chosen):
        return f"Plays {names}, whatever they are worth."
    if len(values.values) == 1:
        return f"Plays {names}, the only free cell: it {value_words(best)}."
    return f"{_compared(list(values.values.values()), best, names, len(chosen))}."


def weights_sentence(decision: Decision, weights: Weights, cell: Cell | None) -> str:
    """Why the weight grid moves to the cell, or to several."""
    position = decision.position
    cells, best = len(position.empty), tuple(decision.moves)
    number = number_words(cells)
    if set(best) != _heaviest(decision, weights):
        return _by_other_than_weight(decision, weights, cell)
    if cell is None:
        weight = _weight(weights, best[0], position.board.columns)
        if len(best) == cells:
            return f"Picks {any_of(cells)} cells at random: each has weight {weight:,}."
        names = cells_words(position.board, best, "or")
        return f"Picks {names} at random, the heaviest of {number} cells: each has weight {weight:,}."
    name, why = position.board.cell_name(cell), _fed(decision, weights, cell)
    if cells == 1:
        return f"Takes {name}, the only free cell: {why}."
    if len(best) == 1:
        return f"Takes {name}, the heaviest of {number} cells: {why}."
    others = cells_words(position.board, [c for c in best if c != cell], limit=4)
    among = f"{number} equally heavy cells" if len(best) == cells else f"the heaviest of {number} cells"
    return f"Picks {name} at random among {among}, with {others}: {why}."


def _first_rating(decision: Decision, ratings: Ratings, likeliest: list[Cell], cell: Cell | None) -> str:
    """The step that decided: one move is best, or the second rating, or the order."""
    number, tied = len(ratings.first), len(ratings.kept_first)
    rating, names = ratings.first[likeliest[0]], cells_words(decision.position.board, likeliest)
    if tied == 1:
        return f"Only {names} {result_verb(rating)}; {_others(ratings)}"
    start = f"{_so_many(tied, number).capitalize()} moves {result_verb(rating, tied)}"
    if ratings.second and set(likeliest) == set(ratings.kept_second):
        return f"{start}; {_second_rating(decision, ratings, cell)}"
    if likeliest == [ratings.kept_first[0]]:
        order = "comes first in reading order" if tied == number else "is the first of them in reading order"
        return f"{start}; {names} {order}{_passed_over(decision, rating, likeliest[0])}"
    return f"{start}; {names} {'is' if len(likeliest) == 1 else 'are'} among them"


def _so_many(some: int, number: int) -> str:
    """A part of a number in words: ``two of four``, ``both``, ``all nine``."""
    if some == number:
        return "both" if number == 2 else f"all {number_words(number)}"
    return f"{number_words(some)} of {number_words(number)}"


def _others(ratings: Ratings) -> str:
    """What the moves do that are not best: ``the other four moves lose``."""
    best = max(ratings.first.values())
    counts = {r: sum(x == r for x in ratings.first.values()) for r in (0, -1) if r < best}
    parts = [(number, result) for result, number in counts.items() if number]
    if len(parts) > 1:
        each = listing([f"{number_words(n)} {result_verb(r, n)}" for n, r in parts])
        return f"of the other moves {each}"
    ((number, result),) = parts
    moves = "the other move" if number == 1 else f"the other {number_words(number)} moves"
    return f"{moves} {result_verb(result, number)}"


def _second_rating(decision: Decision, ratings: Ratings, cell: Cell | None) -> str:
    board, best, tied = decision.position.board, ratings.kept_second, len(ratings.second)
    score = max(ratings.second.values())
    opponent = ratings.meanings.get("against")
    against = f"against {opponent}" if opponent else "by the second rating"
    names = cells_words(board, best if cell is None else (cell,), "or" if len(best) == tied else "and")
    if len(best) == tied:
        return f"{'both' if tied == 2 else 'all'} of them score {score} {against}, so chance picks {names}"
    if cell is None and len(best) > 1:
        return f"{names} score best {against} ({score})"
    others = cells_words(board, [c for c in best if c != cell]) if cell is not None else ""
    same = f", as {'does' if len(best) == 2 else 'do'} {others}" if others else ""
    return f"{names} scores best {against} ({score}){same}"


def _passed_over(decision: Decision, rating: int, cell: Cell) -> str:
    """The quirk of plain minimax: a win at once that comes later in reading order."""
    position = decision.position
    side = position.to_move
    if rating != Result.WIN or completed(position, side, cell):
        return ""
    wins = completing(position, side)
    return f", though {cells_words(position.board, wins, 'or')} would win at once" if wins else ""


def _usually(decision: Decision, likeliest: list[Cell]) -> str:
    """Where chance may also play something else: how often it plays this."""
    share = decision.moves[likeliest[0]]
    if min(decision.moves.values()) == share:
        return ""
    return (
        f"; {decision.position.board.cell_name(likeliest[0])} is played with probability {share_words(share)}"
    )


def _by_dice(decision: Decision, ratings: Ratings, cell: Cell | None) -> str:
    board, number = decision.position.board, len(decision.moves)
    if cell is None:
        return f"Picks {any_of(number)} moves at random, whatever they are rated."
    verb = result_verb(ratings.first[cell])
    if number == 1:
        return f"Plays {board.cell_name(cell)}, whatever it is rated: it {verb}."
    return f"Picks {board.cell_name(cell)} at random, one of {number_words(number)} moves: it {verb}."


def _by_chance(decision: Decision, ratings: Ratings, likeliest: list[Cell], cell: Cell) -> str:
    board, usual = decision.position.board, likeliest[0]
    mine, best = (result_verb(ratings.first[c]) for c in (cell, usual))
    than = f"and so does the likeliest move, {board.cell_name(usual)}"
    if mine != best:
        than = f"where the likeliest move, {board.cell_name(usual)}, {best}"
    chance = share_words(decision.moves[cell])
    return f"Plays {board.cell_name(cell)} by chance, with probability {chance}: it {mine}, {than}."


def _compared(values: list[Value], best: Value, names: str, chosen: int) -> str:
    """The chosen move beside the other moves of its result, and these beside the rest."""
    alike, equal = sum(v.result == best.result for v in values), sum(v == best for v in values)
    number = number_words(len(values))
    start = f"Plays {names}, {'each of which' if chosen > 1 else 'which'} {value_words(best)}"
    if alike == 1:
        return (
            f"{start}, the only one of {number} moves that does{' not lose' * (best.result == Result.DRAW)}"
        )
    if equal == len(values):
        return f"{start}, as {'both' if equal == 2 else 'all ' + number} moves do"
    if best.result is Result.DRAW:
        return f"{start}: {number_words(equal)} of {number} moves do"
    win = best.result is Result.WIN
    if equal == 1:
        speed, kind = ("quickest", "wins") if win else ("slowest", "losses")
        return f"{start}, the {speed} of {number_words(alike)} {kind}"
    none_better = "none wins sooner" if win else "none loses later"
    return f"{start}: {number_words(equal)} of {number} moves do, and {none_better}"


def _heaviest(decision: Decision, weights: Weights) -> set[Cell]:
    """The heaviest of the empty cells."""
    columns = decision.position.board.columns
    return set(heaviest({cell: _weight(weights, cell, columns) for cell in decision.position.empty}))


def _by_other_than_weight(decision: Decision, weights: Weights, cell: Cell | None) -> str:
    """For a player that does not take the heaviest cells, or not all of them alike."""
    if cell is None:
        names = cells_words(decision.position.board, tuple(decision.moves), "or")
        return f"Plays {names}, whatever they weigh."
    return f"Plays {decision.position.board.cell_name(cell)}: {_fed(decision, weights, cell)}."


def _fed(decision: Decision, weights: Weights, cell: Cell) -> str:
    """The lines behind a weight, by kind: ``weight 11 = 10 for blocking the top row + 1 for ...``."""
    weight = _weight(weights, cell, decision.position.board.columns)
    fed = weights.fed(cell)
    parts = [
        (feed.weight, _completions(decision, feed)) for feed in fed if feed.kind is not CellKind.POTENTIAL
    ]
    potential = [feed.weight for feed in fed if feed.kind is CellKind.POTENTIAL]
    if potential:
        lines = "line" if len(potential) == 1 else "lines"
        parts.append((sum(potential), f"{number_words(len(potential))} potential {lines}"))
    parts.sort(key=itemgetter(0), reverse=True)
    if len(parts) < 2:
        return f"weight {weight:,} for {parts[0][1]}" if parts else f"weight {weight:,}"
    return f"weight {weight:,} = {' + '.join(f'{points:,} for {what}' for points, what in parts)}"


def _completions(decision: Decision, feed: Feed) -> str:
    verb = "completing" if feed.kind is CellKind.PLAYER else "blocking"
    return f"{verb} {line_words(decision.position.board, feed.line)}"


def _weight(weights: Weights, cell: Cell, columns: int) -> int:
    row, column = divmod(cell, columns)
    return weights.grid[row][column]
