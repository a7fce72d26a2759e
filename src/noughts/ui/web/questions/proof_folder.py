"""The certificates of a folder that whoever runs the server names: found by their SHA-256, or by what they are about.

A request names a certificate by its hash alone, never by a path.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.errors import NoughtsError, quote
from noughts.files import UNREADABLE
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.solver.certificate.read import LONGEST
from noughts.solver.strategy.indexed_tree import digest

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.verdicts import BoardJson, OpeningJson


class ProofFolder:
    """The certificates below a folder, by their headers; nothing is verified yet. Other files are not looked at.

    Raises NoughtsError for a folder that has none.
    """

    def __init__(self, folder: Path | None) -> None:
        self.paths: dict[str, Path] = {}
        self._about: dict[tuple[str, str], str] = {}
        for path, about in _found(folder) if folder else ():
            sha256 = digest(path)
            self.paths[sha256] = path
            self._about.setdefault(about, sha256)
        if folder and not self.paths:
            raise NoughtsError(f"no certificates in {quote(str(folder), 200)}")

    def with_openings(self, board: BoardJson) -> BoardJson:
        """What is known of a board, with the certificates that are here of its campaign's openings."""
        campaign = board["campaign"]
        if not campaign:
            return board
        first = Position.start(board["board"]).play(campaign["first"])
        openings: list[OpeningJson] = []
        for opening in campaign["openings"]:
            here = [(cell, found) for cell in opening["cells"] if (found := self._of(first.play(cell)))]
            at, sha256 = here[0] if here else (None, None)
            openings.append({**opening, "sha256": sha256, "at": at} if sha256 and at else opening)
        return {**board, "campaign": {**campaign, "openings": openings}}

    def _of(self, position: Position) -> str | None:
        """The certificate that is about a position."""
        return self._about.get((str(position.board), position.rows_text))


def _found(folder: Path) -> Iterator[tuple[Path, tuple[str, str]]]:
    """Every certificate of a named board, with the board and the position that it is about."""
    for path in sorted(folder.rglob("*.gz")):
        try:
            with gzip.open(path, "rt", encoding="ascii") as file:
                header = json.loads(file.readline(LONGEST))
            if str(header["format"]).startswith("noughts-certificate-"):
                yield path, (str(Board.parse(header["board"])), str(header["position"]))
        except (*UNREADABLE, LookupError):
            continue
