"""How a campaign stands, read from the headers of its files or from a record of them: nothing is verified or searched.

A record has a line of JSON for each opening that is begun: the board, the opening and the fields of ReplyStanding.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from noughts.errors import NoughtsError, quote
from noughts.files import UNREADABLE, replace_file
from noughts.game.board import Board
from noughts.solver.certificate.format import header_of
from research.campaign.first_replies import FirstReply, first_replies

_OF_ITS_SEARCH = ("limit", "resists", "trying")
"""Facts of a header that only whoever goes on with the opening needs."""


@dataclass(frozen=True, slots=True)
class ReplyStanding:
    """What is known of an opening."""

    opening: FirstReply
    settled: bool = False
    size: int = 0
    """Bytes of the file."""
    second: str = ""
    reply: str = ""
    """O's reply as the file has it, turned as it suits."""
    replies: int = 0
    left: int = 0
    records: int = 0
    positions: int = 0
    seconds: float = 0.0
    carried: int = 0
    """Replies that the proofs of others have met when it was begun, those of another board among them."""
    depths: list[int] = field(default_factory=list)
    line: list[str] = field(default_factory=list)


def standings(board: Board, folder: Path) -> list[ReplyStanding]:
    """Every opening of the board as the folder has it; of one that is open, the way that came farthest.

    Raises NoughtsError for a file of something else.
    """
    found = []
    for opening in first_replies(board):
        path = folder / f"{opening.name}.gz"
        if path.exists():
            found.append(_state(opening, path, True))
        else:
            tried = [_state(opening, one, False) for one in sorted(folder.glob(f"{opening.name}-*.open.gz"))]
            found.append(min(tried, key=lambda state: state.left, default=ReplyStanding(opening)))
    return found


def read_record(file: Path) -> list[tuple[Board, list[ReplyStanding]]]:
    """Return every opening of each board in a record, the largest board first.

    Raises NoughtsError if the file is no record.
    """
    begun: dict[str, dict[str, dict[str, Any]]] = {}
    try:
        for line in file.read_text(encoding="utf-8").splitlines():
            facts = json.loads(line)
            begun.setdefault(facts.pop("board"), {})[facts.pop("opening")] = facts
        boards = sorted(map(Board.parse, begun), key=lambda board: board.size, reverse=True)
        return [(board, _recorded(board, begun[board.name])) for board in boards]
    except (NoughtsError, *UNREADABLE) as error:
        raise NoughtsError(f"{quote(file, 1000)} is no record of campaigns: {error}") from error


def _recorded(board: Board, begun: dict[str, dict[str, Any]]) -> list[ReplyStanding]:
    return [ReplyStanding(opening, **begun.get(opening.name, {})) for opening in first_replies(board)]


def write_record(file: Path, boards: Iterable[tuple[Board, Sequence[ReplyStanding]]]) -> None:
    """Replace a record. Raises OSError if it cannot be written."""
    lines = (
        json.dumps(
            {"board": board.name} | asdict(state) | {"opening": state.opening.name}, separators=(",", ":")
        )
        for board, found in boards
        for state in found
        if state.second
    )
    replace_file(file, "".join(f"{line}\n" for line in lines))


def _state(opening: FirstReply, path: Path, settled: bool) -> ReplyStanding:
    try:
        header = header_of(path)
        known: dict[str, Any] = dict(header["campaign"])
        if header["board"] != opening.board.name or known.pop("opening") != opening.name:
            raise NoughtsError(f"{quote(path, 1000)} is of another board or opening")
        facts = {name: value for name, value in known.items() if name not in _OF_ITS_SEARCH}
        return ReplyStanding(opening, settled, path.stat().st_size, **facts)
    except NoughtsError:
        raise
    except UNREADABLE as error:
        raise NoughtsError(f"{quote(path, 1000)} is no file of a campaign: {error}") from error
