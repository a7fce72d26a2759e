"""How every result shows itself: what `noughts.shown.Shown` asks, answered by the kind of result."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from typing import Any

from noughts.arena.exploit import Exploit
from noughts.arena.jsonable_contests import exploit_json, match_json, sampled_json, tournament_json
from noughts.arena.match import MatchResult
from noughts.arena.sampled import SampledResult
from noughts.arena.tournament import Tournament
from noughts.display import html as pages
from noughts.display.proof_texts import proof_text, shortest_text, verdict_text
from noughts.display.sheets import Sheet, count_table, tournament_table
from noughts.display.studies import study_json, study_records, study_text
from noughts.display.texts import decision_text, exploit_text, game_text, match_text
from noughts.errors import NoughtsError, quote
from noughts.explain.jsonable import analysis_json, count_json, decision_json, tree_json
from noughts.explain.jsonable_proofs import certificate_json, shortest_json, verdict_json
from noughts.explain.search_words import analysis_text
from noughts.explain.svg import board_svg
from noughts.explain.tree_text import tree_text
from noughts.game.board import Board
from noughts.game.board_file import board_record
from noughts.game.count import Count
from noughts.game.position import Position
from noughts.players.player import Decision
from noughts.records.formats.file import read_all, read_one
from noughts.records.formats.json import game_json
from noughts.records.formats.psq import to_psq
from noughts.records.formats.sgf import study_to_sgf, to_sgf
from noughts.records.game import Game
from noughts.records.study import Study
from noughts.shown import Json
from noughts.solver.analysis import Analysis
from noughts.solver.certificate.verify import Proof
from noughts.solver.game_tree import GameTree
from noughts.solver.search.prover import Verdict
from noughts.solver.search.shortest import Shortest

__all__ = ["html", "jsonable", "read_all", "read_one", "records", "svg", "text", "written"]

TREE_DEPTH = 2
"""Levels of a tree that are shown where nobody says how many: those that the command line shows."""

_TEXTS: dict[type, Any] = {
    Analysis: analysis_text,
    Decision: decision_text,
    Exploit: exploit_text,
    Game: game_text,
    GameTree: lambda tree: tree_text(tree, TREE_DEPTH),
    MatchResult: match_text,
    Proof: proof_text,
    SampledResult: match_text,
    Shortest: shortest_text,
    Study: study_text,
    Verdict: verdict_text,
}

_TABLES: dict[type, Any] = {Count: count_table, Tournament: tournament_table}

_JSON: dict[type, Any] = {
    Analysis: analysis_json,
    Board: board_record,
    Count: count_json,
    Decision: decision_json,
    Exploit: exploit_json,
    Game: game_json,
    GameTree: lambda tree: tree_json(tree, TREE_DEPTH),
    MatchResult: match_json,
    Proof: lambda proof: certificate_json(proof.path, proof),
    SampledResult: sampled_json,
    Shortest: shortest_json,
    Study: study_json,
    Tournament: tournament_json,
    Verdict: verdict_json,
}

_WRITTEN: dict[tuple[type, str], Any] = {
    (Game, "sgf"): to_sgf,
    (Game, "psq"): to_psq,
    (Study, "sgf"): study_to_sgf,
}

_HTML: dict[type, Any] = {
    Analysis: pages.analysis_html,
    Decision: pages.decision_html,
}


def text(result: Any) -> str:
    """What the command line prints of a result."""
    sheet = _table(result)
    return sheet.text() if sheet else str(_of(_TEXTS, result)(result))


def html(result: Any) -> str | None:
    """A result for a notebook: a figure, a table, or its text; None for what is a picture alone."""
    if isinstance(result, (Board, Position, Game, Study)):
        return None
    sheet = _table(result)
    if sheet:
        return pages.table_html(sheet)
    make = _HTML.get(type(result))
    return make(result) if make else pages.text_html(text(result))


def svg(result: Any) -> str | None:
    """The board that a result is about, with what it says of the cells; None where it is about no position."""
    match result:
        case Board() | Position():
            return board_svg(Position.of(result), paper=True)
        case Game():
            return board_svg(result.position, paper=True, last=result.moves[-1] if result.moves else None)
        case Study():
            return svg(result.game())
        case Decision():
            return pages.decision_svg(result)
        case Analysis():
            return pages.analysis_svg(result)
    return None


def jsonable(result: Any) -> Json:
    """A result in the shape of the contract."""
    shaped: Json = _of(_JSON, result)(result)
    return shaped


def written(result: Any, form: str, **options: Any) -> str:
    """A game, or a study, in another program's format."""
    return str(_WRITTEN[type(result), form](result, **options))


def records(result: Any) -> list[Json]:
    """The rows of a result: its moves, matches, plies or sides; of what has no rows, itself as one row."""
    rows: list[Json] = _RECORDS.get(type(result), lambda _, shaped: [shaped])(result, jsonable(result))
    return [_flat(row) for row in rows]


def _table(result: Any) -> Sheet | None:
    make = _TABLES.get(type(result))
    table: Sheet | None = make(result) if make else None
    return table


def _of(makers: dict[type, Any], result: Any) -> Any:
    """What makes the form of a result of this kind; NoughtsError where it has none."""
    if type(result) not in makers:
        raise NoughtsError(f"a {type(result).__name__} has no such form: {quote(repr(result))}")
    return makers[type(result)]


def _game_records(game: Game, _: Json) -> list[Json]:
    """A row for every move, with the position after it."""
    name, positions = game.start.board.cell_name, game.positions
    return [
        {"ply": old.ply + 1, "side": str(old.to_move), "move": name(cell), "position": new.rows_text}
        for (old, new), cell in zip(pairwise(positions), game.moves, strict=True)
    ]


def _exploit_records(result: Exploit, shaped: Json) -> list[Json]:
    """A row for each side."""
    return [{"player": result.player, "side": side, **shaped[side.lower()]} for side in ("X", "O")]


def _analysis_records(_: Any, shaped: Json) -> list[Json]:
    """A row for each move."""
    return [{"move": move, **value} for move, value in shaped["moves"].items()]


_RECORDS: dict[type, Any] = {
    Analysis: _analysis_records,
    Count: lambda _, shaped: shaped["by_ply"],
    Decision: lambda _, shaped: [{"move": m, "probability": share} for m, share in shaped["moves"].items()],
    Exploit: _exploit_records,
    Game: _game_records,
    GameTree: lambda _, shaped: [
        {**child, "children": len(child["children"])} for child in shaped["children"]
    ],
    Proof: lambda _, shaped: shaped["claims"],
    Study: study_records,
    Tournament: lambda _, shaped: shaped["matches"],
}


_EXACT = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?")


def _flat(shaped: Json) -> Json:
    """One level of names: ``terminal_x`` for what stands in ``terminal``; lists as text, floats beside exact text."""
    row: Json = {}
    for name, value in shaped.items():
        if name == "schema":
            continue
        if isinstance(value, dict):
            row |= {f"{name}_{inner}": held for inner, held in _flat(value).items()}
        else:
            row[name] = " ".join(map(str, value)) if isinstance(value, list) else value
            if isinstance(value, str) and _EXACT.fullmatch(value):
                row[f"{name}_float"] = float(Fraction(value))
    return row
