"""How every result shows itself: what `noughts.displayable.Shown` asks, answered by the kind of result."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

from noughts.contests.exploit import Exploit
from noughts.contests.json_views import exploit_json, match_json, sampled_json, tournament_json
from noughts.contests.match import MatchResult
from noughts.contests.sampled import SampledResult
from noughts.contests.tournament import Tournament
from noughts.display import render_html as pages
from noughts.display.studies import study_json, study_records, study_text
from noughts.display.tables import count_table, sheets_text, tournament_table
from noughts.display.texts import (
    decision_text,
    exploit_text,
    game_text,
    match_text,
    shortest_text,
    verdict_text,
)
from noughts.displayable import Json
from noughts.errors import NoughtsError, quote
from noughts.explain.analysis_text import analysis_text
from noughts.explain.blocks import Paragraph, Table
from noughts.explain.json_proofs import certificate_json, shortest_json, verdict_json
from noughts.explain.json_views import analysis_json, count_json, decision_json, tree_json
from noughts.explain.proofs import proof_text
from noughts.explain.svg import board_svg
from noughts.explain.tree import tree_text
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
from noughts.solver.analysis import Analysis
from noughts.solver.certificate.verify import Proof
from noughts.solver.game_tree import GameTree
from noughts.solver.search.verdict import Shortest, Verdict

__all__ = [
    "html",
    "jsonable",
    "read_all",
    "read_one",
    "records",
    "study_to_sgf",
    "svg",
    "text",
    "to_psq",
    "to_sgf",
]

TREE_DEPTH = 2
"""Levels of a tree that are shown where nobody says how many: those that the command line shows."""


@dataclass(frozen=True)
class _Looks:
    """How results of a kind show themselves: what makes their JSON, their text or table, their rows of that JSON, and
    their picture; ``html`` what stands around that in a notebook. What has a picture alone there has no ``html``.
    """

    json: Callable[[Any], Any] | None = None
    text: Callable[[Any], str | Sequence[Table | Paragraph]] | None = None
    rows: Callable[[Any, Json], list[Json]] = lambda _, shaped: [shaped]
    svg: Callable[[Any], str] | None = None
    html: Callable[[Any], str] | None = None


def _game_svg(game: Game) -> str:
    return board_svg(game.position, paper=True, last=game.moves[-1] if game.moves else None)


def _board_svg(board: Board | Position) -> str:
    return board_svg(Position.of(board), paper=True)


def _move_rows(analysis: Analysis, shaped: Json) -> list[Json]:
    return [{"move": move, **value} for move, value in shaped["moves"].items()]


def _chance_rows(decision: Decision, shaped: Json) -> list[Json]:
    return [{"move": move, "probability": share} for move, share in shaped["moves"].items()]


def _side_rows(result: Exploit, shaped: Json) -> list[Json]:
    return [{"player": result.player, "side": side, **shaped[side.lower()]} for side in ("X", "O")]


def _ply_rows(game: Game, _: Json) -> list[Json]:
    """A row for every move, with the position after it."""
    name, positions = game.start.board.cell_name, game.positions
    return [
        {"ply": old.ply + 1, "side": str(old.to_move), "move": name(cell), "position": new.rows_text}
        for (old, new), cell in zip(pairwise(positions), game.moves, strict=True)
    ]


def _child_rows(_: GameTree, shaped: Json) -> list[Json]:
    return [{**child, "children": len(child["children"])} for child in shaped["children"]]


_LOOKS: dict[type, _Looks] = {
    Analysis: _Looks(analysis_json, analysis_text, _move_rows, pages.analysis_svg, pages.analysis_html),
    Board: _Looks(board_record, svg=_board_svg),
    Count: _Looks(count_json, count_table, lambda _, shaped: shaped["by_ply"]),
    Decision: _Looks(decision_json, decision_text, _chance_rows, pages.decision_svg, pages.decision_html),
    Exploit: _Looks(exploit_json, exploit_text, _side_rows),
    Game: _Looks(game_json, game_text, _ply_rows, _game_svg),
    GameTree: _Looks(partial(tree_json, depth=TREE_DEPTH), partial(tree_text, depth=TREE_DEPTH), _child_rows),
    MatchResult: _Looks(match_json, match_text),
    Position: _Looks(svg=_board_svg),
    Proof: _Looks(
        lambda proof: certificate_json(proof.path, proof), proof_text, lambda _, shaped: shaped["claims"]
    ),
    SampledResult: _Looks(sampled_json, match_text),
    Shortest: _Looks(shortest_json, shortest_text),
    Study: _Looks(study_json, study_text, study_records, lambda study: _game_svg(study.game())),
    Tournament: _Looks(tournament_json, tournament_table, lambda _, shaped: shaped["matches"]),
    Verdict: _Looks(verdict_json, verdict_text),
}


def text(result: Any) -> str:
    """What the command line prints of a result."""
    shown = _make(_looks(result).text, result)
    return shown if isinstance(shown, str) else sheets_text(shown)


def html(result: Any) -> str | None:
    """A result for a notebook: a figure, a table, or its text; None for what is a picture alone."""
    looks = _looks(result)
    if looks.svg:
        return looks.html and looks.html(result)
    shown = _make(looks.text, result)
    return pages.text_html(shown) if isinstance(shown, str) else pages.blocks_html(shown)


def svg(result: Any) -> str | None:
    """The board that a result is about, with what it says of the cells; None where it is about no position."""
    make = _looks(result).svg
    return make and make(result)


def jsonable(result: Any) -> Json:
    """A result in the shape of the contract."""
    shaped: Json = _make(_looks(result).json, result)
    return shaped


def records(result: Any) -> list[Json]:
    """The rows of a result: its moves, matches, plies or sides; of what has no rows, itself as one row."""
    return [_flat(row) for row in _looks(result).rows(result, jsonable(result))]


def _looks(result: Any) -> _Looks:
    """Those of its kind, or of the kind that it is derived from."""
    return next((_LOOKS[kind] for kind in type(result).__mro__ if kind in _LOOKS), _Looks())


def _make(make: Callable[[Any], Any] | None, result: Any) -> Any:
    """A form of a result; NoughtsError where it has none."""
    if make is None:
        raise NoughtsError(f"a {type(result).__name__} has no such form: {quote(repr(result))}")
    return make(result)


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
