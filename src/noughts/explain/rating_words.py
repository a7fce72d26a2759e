"""Players that rate every move."""

from __future__ import annotations

from noughts.explain.board_text import compact_text
from noughts.explain.text_table import beside, paragraphs, text_table
from noughts.explain.words import (
    any_of,
    cells_words,
    listing,
    number_words,
    plural,
    result_verb,
    share_words,
    some_of,
)
from noughts.game.board import Cell
from noughts.game.threats import completed, completing
from noughts.players.evidence import Ratings
from noughts.players.player import Decision
from noughts.solver.value import Result


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


def _first_rating(decision: Decision, ratings: Ratings, likeliest: list[Cell], cell: Cell | None) -> str:
    """The step that decided: one move is best, or the second rating, or the order."""
    number, tied = len(ratings.first), len(ratings.kept_first)
    rating, names = ratings.first[likeliest[0]], cells_words(decision.position.board, likeliest)
    if tied == 1:
        return f"Only {names} {result_verb(rating)}; {_others(ratings)}"
    start = f"{some_of(tied, number).capitalize()} moves {result_verb(rating, tied)}"
    if ratings.second and set(likeliest) == set(ratings.kept_second):
        return f"{start}; {_second_rating(decision, ratings, cell)}"
    if likeliest == [ratings.kept_first[0]]:
        order = "comes first in reading order" if tied == number else "is the first of them in reading order"
        return f"{start}; {names} {order}{_passed_over(decision, rating, likeliest[0])}"
    return f"{start}; {names} {'is' if len(likeliest) == 1 else 'are'} among them"


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


def ratings_working(decision: Decision, ratings: Ratings, _: Cell | None) -> str:
    """Both ratings of every move, how many each step kept, and the size of the tree."""
    board, second = decision.position.board, bool(ratings.second)
    heads = ["move", "first", "second", "kept", "probability"]
    rows = [heads if second else [h for h in heads if h != "second"]]
    for cell, rating in ratings.first.items():
        stages = (cell in ratings.kept_first) + (cell in ratings.kept_second)
        again = [str(ratings.second.get(cell, ""))] if second else []
        share = str(decision.moves.get(cell, ""))
        rows.append([board.cell_name(cell), signed(rating), *again, "*" * stages, share])
    table = beside(compact_text(decision.position), text_table(rows, "<>" + ">" * second + "<<"))
    return paragraphs([table, "\n".join(_steps_of_rating(decision, ratings))])


def _steps_of_rating(decision: Decision, ratings: Ratings) -> list[str]:
    """What each rating means, in the player's words, and how many moves it kept."""
    number, first = len(ratings.first), ratings.kept_first
    steps = [
        _head("First rating", ratings.meanings.get("first")),
        f"  It keeps {len(first)} of {plural(number, 'move')} (*): "
        f"{'each' if len(first) > 1 else 'it'} {result_verb(ratings.first[first[0]])}.",
    ]
    if ratings.second:
        again, best = len(ratings.kept_second), max(ratings.second.values())
        steps.append(_head("Second rating", ratings.meanings.get("second")))
        steps.append(f"  It keeps {again} of {plural(len(first), 'move')} (**), rated {best}.")
    if ratings.nodes:
        tree = f"{plural(ratings.nodes, 'node')}, {plural(ratings.games, 'complete game')}"
        steps.append(f"Size of the tree searched: {tree}.")
    return steps


def _head(head: str, meaning: str | None) -> str:
    return f"{head}: {meaning}." if meaning else f"{head}."


def signed(rating: int) -> str:
    """A rating with its sign: ``+1``, ``0``."""
    return f"{rating:+d}" if rating else "0"
