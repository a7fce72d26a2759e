"""A record as a study, told move by move: what threads and other processes do. Here is nothing of the server."""

from __future__ import annotations

import json
from dataclasses import replace

from noughts.display.studies import study_json
from noughts.errors import NotationError
from noughts.records.formats.file import read_study
from noughts.ui.web.compute.boards import find_board, find_position

LONGEST = 200_000
"""Letters of a record that are read. A game that fills 20x20, with notes and variations, has about half of them."""

MOST_MOVES = 5_000
"""Moves of a record, variations included, that are told: a page has to show them all."""


def study_bytes(record: str, board: str | None, position: str | None, x: str, o: str) -> bytes:
    """What a record says, as it is sent; ``x`` and ``o`` are names for one that tells none.

    Raises what ``read_study`` raises, and NotationError for more moves than are told.
    """
    on = None if board is None else find_board(board)
    start = None if position is None else find_position(board, position)
    read = read_study(record, on, start)
    find_board(str(read.start.board))  # a record, too, may name only a board to play on
    if len(read.moves) > MOST_MOVES:
        raise NotationError(
            f"this record has {len(read.moves):,} moves, variations included: at most {MOST_MOVES:,} are read here"
        )
    told = study_json(replace(read, x=read.x or x, o=read.o or o))
    return json.dumps(told, separators=(",", ":"), ensure_ascii=False).encode()
