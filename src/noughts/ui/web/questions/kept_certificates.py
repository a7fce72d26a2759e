"""Certificates of a folder that whoever runs the server names, found by their SHA-256 or by what they are about, and
games along one, which other processes play.

A request names a certificate by its hash alone, never by a path.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.errors import NoughtsError, quote
from noughts.explain.jsonable import place_json, side_json
from noughts.files import UNREADABLE, DigestReader
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.solver.certificate.read import RejectedError, header_of
from noughts.solver.strategy.certificate import Certificate, certificate

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.verdicts import BoardJson, OpeningJson, ProofGameJson, RunJson


class ProofFolder:
    """The certificates below a folder, by their headers; nothing is verified yet. Other files are not looked at.

    Raises NoughtsError for a folder that has none.
    """

    def __init__(self, folder: Path | None) -> None:
        self.paths: dict[str, Path] = {}
        self._about: dict[tuple[str, str], str] = {}
        for path, sha256, about in _certificates_in(folder) if folder else ():
            self.paths[sha256] = path
            self._about.setdefault(about, sha256)
        if folder and not self.paths:
            raise NoughtsError(f"no certificates in {quote(str(folder), 200)}")

    def read(self, sha256: str) -> bytes | None:
        """Return the bytes of a certificate; None if there is none here, or if its file has changed or gone since."""
        try:
            body = self.paths[sha256].read_bytes()
        except (KeyError, OSError):
            return None
        return body if hashlib.sha256(body).hexdigest() == sha256 else None

    def with_proofs(self, board: BoardJson) -> BoardJson:
        """What is known of a board, with the certificates that are here of it and of its campaign's openings."""
        runs: list[RunJson] = [
            {**run, "at_hand": True} if run["sha256"] in self.paths else run for run in board["runs"]
        ]
        board, campaign = {**board, "runs": runs}, board["campaign"]
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


def _certificates_in(folder: Path) -> Iterator[tuple[Path, str, tuple[str, str]]]:
    """Every certificate of a named board, with its SHA-256 and the board and the position that it is about."""
    for path in sorted(folder.rglob("*.gz")):
        try:
            with DigestReader(path) as source:
                header = header_of(source)
                if str(header["format"]).startswith("noughts-certificate-"):
                    about = (str(Board.parse(header["board"])), str(header["position"]))
                    source.read_rest()
                    yield path, source.sha256, about
        except (*UNREADABLE, LookupError):
            continue


def play_proof(sha256: str, source: Path | bytes, moves: Sequence[str]) -> ProofGameJson:
    """The game after these moves of both sides, from where the certificate begins, and after its answer to them.

    Raises RejectedError for a certificate that proves nothing, and NoughtsError, quoting it, for moves that are none,
    for positions that the certificate says nothing of, and for claims that are not played.
    """
    proof = _certificate(sha256, source)
    position, answer = proof.position, None
    for move in moves:
        position = position.play(move)
    after = position
    if position.to_move in proof.sides and not position.is_over:
        answer = proof.find(position)
        if answer is None:
            raise NoughtsError(f"this certificate says nothing of {quote(str(position))}")
        after = position.play(answer.cell)
    name = after.board.cell_name
    outcome = after.outcome
    return {
        **place_json(after),
        "moves": [*moves, *([name(answer.cell)] if answer else [])],
        "sides": sorted(map(side_json, proof.sides)),
        "record": answer.record if answer else None,
        "records": answer.records if answer else None,
        "legal": after.board.cell_names(after.moves),
        "over": outcome is not None,
        "winner": side_json(outcome.winner) if outcome and outcome.winner else None,
        "lines": [after.board.cell_names(line) for line in outcome.lines] if outcome else [],
    }


@lru_cache(maxsize=4)
def _certificate(sha256: str, source: Path | bytes) -> Certificate:
    """Verified when a process first plays by it, or read by its index; no message names where it lies.

    Raises NoughtsError, too, if the source is of other bytes than the hash says.
    """
    try:
        proof = _open(source)
    except RejectedError:
        raise RejectedError(f"the certificate {quote(sha256)} does not prove what it says") from None
    except NoughtsError:
        raise NoughtsError(f"nothing can be played by the certificate {quote(sha256)}") from None
    if proof.sha256 != sha256:
        raise NoughtsError(
            f"the file of the certificate {quote(sha256)} has changed since the server started"
        )
    return proof


def _open(source: Path | bytes) -> Certificate:
    if isinstance(source, Path):
        return certificate(source)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "certificate"
        place.write_bytes(source)
        return certificate(place)
