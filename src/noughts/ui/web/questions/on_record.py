"""What is on record: the exact table, the strength of levels, and what is known of boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.contract.numbers import SCHEMA
from noughts.errors import NoughtsError
from noughts.explain.jsonable_proofs import published_json, run_json
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.solver.published import SOURCES
from noughts.solver.recorded import known_campaigns, known_certificates, known_runs
from noughts.solver.search.prover import check

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.verdicts import BoardJson, BoardsJson, RunJson
    from noughts.solver.recorded import Run


def boards() -> BoardsJson:
    """Every recorded run, beside what is published, and where."""
    return {
        "schema": SCHEMA,
        "runs": [_run(run) for run in known_runs()],
        "sources": [{"name": name, "source": source} for name, source in SOURCES.items()],
    }


def board(name: str) -> BoardJson:
    """What is known of one board; the errors are those of ``Board.playable``."""
    on = Board.playable(name)
    why_not = _why_not(on)
    published = published_json(on)
    return {
        "schema": SCHEMA,
        "board": str(on),
        "cells": on.size,
        "lines": len(on.lines),
        "symmetries": len(on.symmetries),
        "published": published,
        "source": SOURCES[published["source"]] if published else None,
        "runs": [_run(run) for run in known_runs() if run.board == _longer_side_first(on)],
        "campaign": known_campaigns().get(str(on)),
        "provable": why_not is None,
        "why_not": why_not,
    }


def _run(run: Run) -> RunJson:
    return {**run_json(run), "at_hand": run.sha256 in known_certificates()}


def _longer_side_first(on: Board) -> Board:
    """An m,n,k board as the records name it, the longer side first; any other as it is."""
    columns, rows, k = on.columns, on.rows, on.k
    if k is None or on != Board.mnk(columns, rows, k):
        return on
    return Board.mnk(max(columns, rows), min(columns, rows), k)


def _why_not(on: Board) -> str | None:
    """Why the prover refuses a board, in its own words."""
    try:
        check(Position.start(on))
    except NoughtsError as error:
        return str(error)
    return None
