"""A study as people write moves, as JSON and as rows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from noughts.contract.numbers import SCHEMA
from noughts.displayable import Json
from noughts.game.outcome import Mark
from noughts.records.formats.sgf import study_to_sgf
from noughts.records.study import Study

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.games import StudyJson


def study_text(study: Study) -> str:
    """Its moves with variations in parentheses and notes in braces: ``3x3x3 b2 a1 (b1 {why}) c1``.

    ``Study.read`` reads it again, where the board was empty at first; else the first position stands on a line before.
    """
    start = f"from {study.start}\n" if study.start.ply else ""
    return start + " ".join(filter(None, [str(study.start.board), _note(study.note), _line(study, 0)]))


def study_json(study: Study) -> StudyJson:
    """A study as the contract tells it."""
    board = study.start.board
    names = {mark.value: name for mark, name in ((Mark.X, study.x), (Mark.O, study.o)) if name}
    return {
        "schema": SCHEMA,
        "board": str(board),
        "start": study.start.rows_text,
        "note": study.note,
        "moves": [
            {"after": move.after, "cell": board.cell_name(move.cell), "note": move.note}
            for move in study.moves
        ],
        "names": names,
        "sgf": study_to_sgf(study),
    }


def study_records(study: Study, shaped: Json) -> list[Json]:
    """A row for every move, with the position after it."""
    rows = enumerate(shaped["moves"], start=1)
    return [
        {"number": number, **move, "position": study.game(number).position.rows_text} for number, move in rows
    ]


def _line(study: Study, number: int) -> str:
    """What follows a move: of several the main one first, the others in parentheses behind it."""
    words = []
    while following := study.following(number):
        number, *others = following
        words.append(_move(study, number))
        words += [f"({' '.join(filter(None, [_move(study, each), _line(study, each)]))})" for each in others]
    return " ".join(words)


def _move(study: Study, number: int) -> str:
    move = study.moves[number - 1]
    return " ".join(filter(None, [study.start.board.cell_name(move.cell), _note(move.note)]))


def _note(note: str) -> str:
    return re.sub(r"^(.+)$", r"{\1}", re.sub(r"([\\{}])", r"\\\1", note), flags=re.DOTALL)
