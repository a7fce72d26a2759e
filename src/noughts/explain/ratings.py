"""Players that rate every move, and once more where the best are tied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from noughts.explain import say
from noughts.explain.blocks import (
    Ask,
    Beside,
    Block,
    Details,
    Figure,
    Heading,
    Note,
    Paragraph,
    Row,
    Table,
    Text,
    plain_text,
)
from noughts.explain.say import any_of, listing, number_words, plural, result_verb, share_words, some_of
from noughts.explain.tree import tree_below
from noughts.game.board import Cell
from noughts.game.threats import completed, completing
from noughts.players.evidence import Ratings
from noughts.players.player import Decision
from noughts.solver.value import Result


def ratings_why(decision: Decision, ratings: Ratings, cell: Cell | None) -> Text:
    """Return why the ratings move to the cell, or how they share out several moves."""
    likeliest = _likeliest(decision)
    if cell is not None and len(ratings.first) == 1:
        only = say.cell(decision.position.board, cell)
        return f"Plays {only}, the only free cell: it {result_verb(ratings.first[cell])}."
    if set(likeliest) - set(ratings.kept_first) or (len(likeliest) > 1 and not ratings.second):
        return _at_random(decision, ratings, cell)
    if cell is not None and cell not in likeliest:
        return _by_chance(decision, ratings, likeliest, cell)
    return f"{_first_rating(decision, ratings, likeliest, cell)}{_usually(decision, likeliest)}."


def ratings_blocks(decision: Decision, ratings: Ratings) -> Iterator[Block]:
    """Yield what each rating kept and the choice, both ratings of every move, and the tree."""
    yield Heading("How it chose")
    stages = [_first_stage(decision, ratings)]
    if ratings.second:
        stages.append(_second_stage(decision, ratings))
    yield Beside((*stages, _choice(decision, ratings)), ordered=True)
    yield Heading("Every move")
    yield _every_move(decision, ratings)
    if ratings.nodes and ratings.games:
        size = f"{plural(ratings.nodes, 'node')} and {plural(ratings.games, 'complete game')}"
        yield Paragraph(f"The tree from here has {size}.", note=True)
    if ratings.second and ratings.otherwise:
        yield _read_otherwise(decision, ratings)
    # A player that rates once has seen the tree and nothing else.
    yield from tree_below(decision.position, is_open="second" not in ratings.meanings)


def _likeliest(decision: Decision) -> list[Cell]:
    top = max(decision.moves.values())
    return [cell for cell, share in decision.moves.items() if share == top]


def _first_rating(decision: Decision, ratings: Ratings, likeliest: list[Cell], cell: Cell | None) -> Text:
    """Return what decided: one move is best, or the second rating, or the order."""
    number, tied = len(ratings.first), len(ratings.kept_first)
    rating, names = ratings.first[likeliest[0]], say.cells(decision.position.board, likeliest)
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
    """Return what the moves do that are not best: ``the other four moves lose``."""
    best = max(ratings.first.values())
    counts = {r: sum(x == r for x in ratings.first.values()) for r in (0, -1) if r < best}
    parts = [(number, result) for result, number in counts.items() if number]
    if len(parts) > 1:
        each = listing([f"{number_words(n)} {result_verb(r, n)}" for n, r in parts])
        return f"of the other moves {each}"
    ((number, result),) = parts
    moves = "the other move" if number == 1 else f"the other {number_words(number)} moves"
    return f"{moves} {result_verb(result, number)}"


def _second_rating(decision: Decision, ratings: Ratings, cell: Cell | None) -> Text:
    board, best, tied = decision.position.board, ratings.kept_second, len(ratings.second)
    score = max(ratings.second.values())
    opponent = ratings.meanings.get("against")
    against = f"against {plain_text(opponent)}" if opponent else "by the second rating"
    names = say.cells(board, best if cell is None else (cell,), "or" if len(best) == tied else "and")
    if len(best) == tied:
        return f"{'both' if tied == 2 else 'all'} of them score {score} {against}, so chance picks {names}"
    if cell is None and len(best) > 1:
        return f"{names} score best {against} ({score})"
    others = say.cells(board, [c for c in best if c != cell]) if cell is not None else ""
    same = f", as {'does' if len(best) == 2 else 'do'} {others}" if others else ""
    return f"{names} scores best {against} ({score}){same}"


def _passed_over(decision: Decision, rating: int, cell: Cell) -> Text:
    """Return the quirk of plain minimax: a win at once that comes later in reading order."""
    position = decision.position
    side = position.to_move
    if rating != Result.WIN or completed(position, side, cell):
        return ""
    wins = completing(position, side)
    return f", though {say.cells(position.board, wins, 'or')} would win at once" if wins else ""


def _usually(decision: Decision, likeliest: list[Cell]) -> Text:
    """Return how often the likeliest move is played, where chance may also play something else."""
    share = decision.moves[likeliest[0]]
    if min(decision.moves.values()) == share:
        return ""
    name = say.cell(decision.position.board, likeliest[0])
    return f"; {name} is played with probability {share_words(share)}"


def _at_random(decision: Decision, ratings: Ratings, cell: Cell | None) -> Text:
    board, number = decision.position.board, len(decision.moves)
    if cell is None:
        return f"Picks {any_of(number)} moves at random, whatever they are rated."
    verb = result_verb(ratings.first[cell])
    if number == 1:
        return f"Plays {say.cell(board, cell)}, whatever it is rated: it {verb}."
    return f"Picks {say.cell(board, cell)} at random, one of {number_words(number)} moves: it {verb}."


def _by_chance(decision: Decision, ratings: Ratings, likeliest: list[Cell], cell: Cell) -> Text:
    board, usual = decision.position.board, likeliest[0]
    mine, best = (result_verb(ratings.first[c]) for c in (cell, usual))
    than = f"and so does the likeliest move, {say.cell(board, usual)}"
    if mine != best:
        than = f"where the likeliest move, {say.cell(board, usual)}, {best}"
    chance = share_words(decision.moves[cell])
    return f"Plays {say.cell(board, cell)} by chance, with probability {chance}: it {mine}, {than}."


def _first_stage(decision: Decision, ratings: Ratings) -> Figure:
    first, kept = ratings.first, ratings.kept_first
    each = f"{'each' if len(kept) > 1 else 'it'} {result_verb(first[kept[0]])}"
    words = f"It keeps {len(kept)} of {plural(len(first), 'move')}: {each}."
    texts = {cell: say.signed(rating) for cell, rating in first.items()}
    return _stage(decision, "First rating", ratings.meanings.get("first"), words, texts, kept)


def _second_stage(decision: Decision, ratings: Ratings) -> Figure:
    second, kept = ratings.second, ratings.kept_second
    tied = plural(len(second), "tied move")
    words = f"It keeps {len(kept)} of {tied}, rated {second[kept[0]]}."
    texts = {cell: str(rating) for cell, rating in second.items()}
    return _stage(decision, "Second rating", ratings.meanings.get("second"), words, texts, kept)


def _choice(decision: Decision, ratings: Ratings) -> Figure:
    texts = {cell: str(share) for cell, share in decision.moves.items()}
    return _stage(
        decision, "The choice", None, _choice_words(decision, ratings), texts, tuple(decision.moves)
    )


def _choice_words(decision: Decision, ratings: Ratings) -> Text:
    """Return what is played of the moves that the ratings kept."""
    moves, likeliest = decision.moves, _likeliest(decision)[0]
    name, share = say.cell(decision.position.board, likeliest), share_words(moves[likeliest])
    if len(set(moves.values())) > 1:
        return f"Usually {name}, {share}; the dice may choose any other move."
    if len(moves) > 1:
        return f"Chance picks among {plural(len(moves), 'move')}: {share} each."
    kept = ratings.kept_second or ratings.kept_first
    if likeliest not in kept:
        return f"{name}, whatever it is rated."
    if len(kept) == 1:
        return f"{name}: nothing is rated as high."
    return f"{name}: the first of them in reading order." if likeliest == kept[0] else f"{name}: one of them."


def _stage(
    decision: Decision,
    title: str,
    meaning: str | None,
    words: Text,
    texts: Mapping[Cell, str],
    rings: tuple[Cell, ...],
) -> Figure:
    """Return the board with a text in each cell, titled, with the meaning of the texts and what came of them."""
    board = decision.position.board
    said = f"{meaning[:1].upper()}{plain_text(meaning[1:])}. " if meaning else ""
    notes = {board.cell_name(cell): Note(text) for cell, text in texts.items()}
    return Figure(decision.position, f"{said}{words}", notes, say.names(board, rings), title=title)


def _every_move(decision: Decision, ratings: Ratings) -> Table:
    """Return both ratings of every move, and how far it came."""
    board, second = decision.position.board, ratings.second
    rows = []
    for cell, rating in ratings.first.items():
        kept = "no"
        if cell in ratings.kept_first:
            kept = "by both" if cell in ratings.kept_second else "by the first" if second else "yes"
        again = (str(second.get(cell, "–")),) if second else ()
        share = decision.moves.get(cell)
        texts = (say.cell(board, cell), f"{say.signed(rating)} {result_verb(rating)}", *again, kept)
        played = share_words(share) if share else "–"
        rows.append(Row((*texts, played), chosen=bool(share), cells=say.names(board, [cell])))
    heads = ("move", "first rating", *(("second rating",) if second else ()), "kept", "probability")
    return Table("The ratings of every move", heads, tuple(rows), quiet=True)


def _read_otherwise(decision: Decision, ratings: Ratings) -> Details:
    """Return the explanation of the player that reads the second rating in another way, to be opened."""
    which = plain_text(ratings.meanings.get("otherwise") or f"by {ratings.otherwise}")
    params = {
        "board": str(decision.position.board),
        "position": decision.position.rows_text,
        "player": ratings.otherwise,
    }
    return Details(f"The second rating read otherwise, {which}", ask=Ask("/api/explain", params))
