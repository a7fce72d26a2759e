"""A campaign's folder: a certificate for every opening that is settled, and checkpoints of the others.

    h8-a1.gz              the certificate, which `noughts verify` accepts by itself
    h8-b1-g7-14.open.gz   a checkpoint: a header {format, board, position, second, ...}, then a line for
                          each reply that is met: [mark, reply, zone, numbers], for each that is split:
                          {split, tree}, and for what is proved below one that is not met:
                          {below, position, numbers}; lines of JSON, gzipped

Both headers have, under "campaign", what it cost. Nothing of either is believed: what a line says is met is verified
when it is read, but for the zones, which `Piece.narrow` does without. Every file is there whole or not at all.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from noughts.errors import CheckpointError, NoughtsError, quote
from noughts.files import UNREADABLE, natural, replacing
from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.solver.certificate.format import RejectedError, header_of
from noughts.solver.certificate.verify import verify
from noughts.solver.certificate.write_file import ALIKE, END, SLACK, write_zones
from research.campaign.first_replies import FirstReply, first_replies
from research.campaign.opening_proof import Attempt, Piece, Refutation
from research.campaign.reply_solver import proves
from research.campaign.split import Split
from research.zones.zone_tree import ZoneTree

FORMAT = "noughts-campaign-1"

_LONGEST = 1 << 28
"""Characters of a line of a checkpoint."""

_REMEDY = "put an earlier copy in its place, or remove it, and its opening begins anew"


@dataclass(frozen=True, slots=True)
class CampaignFolder:
    """Where the pieces of a board's campaign lie. Raises OSError where there is no such folder."""

    board: Board
    path: Path

    def certificate(self, opening: FirstReply) -> Path:
        """Where the certificate of an opening is, or shall be."""
        return self.path / f"{opening.name}.gz"

    def checkpoint(self, opening: FirstReply, way: tuple[Cell, Cell]) -> Path:
        """Where a piece is saved that is not settled."""
        return self.path / f"{opening.name}-{self.board.cell_name(way[0])}-{way[1]}.open.gz"

    def save(self, piece: Piece) -> None:
        """Saves what is known of a piece."""
        header = {
            "format": FORMAT,
            "board": self.board.name,
            "position": piece.position.rows_text,
            "second": piece.way[0],
            "campaign": facts(piece),
        }
        path = self.checkpoint(piece.opening, piece.way)
        with replacing(path) as file, gzip.GzipFile("", "wb", 6, file, 0) as packed:
            packed.write(json.dumps(header).encode() + b"\n")
            for line in _lines(piece):
                packed.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")

    def load(self, opening: FirstReply, way: tuple[Cell, Cell]) -> Piece:
        """A piece as it was saved, or a new one. CheckpointError for a file of something else, or a damaged one."""
        piece, path = Piece(opening, way), self.checkpoint(opening, way)
        if not path.exists():
            return piece
        try:
            with gzip.open(path, "rt", encoding="ascii") as file:
                header = json.loads(file.readline(_LONGEST))
                self._check(path, piece, header)
                while line := file.readline(_LONGEST):
                    self._take(piece, json.loads(line))
        except CheckpointError:
            raise
        except UNREADABLE as error:
            raise CheckpointError(
                f"{quote(path, 1000)} is damaged, or no checkpoint of this campaign: {error}; {_REMEDY}"
            ) from error
        return piece

    def _check(self, path: Path, piece: Piece, header: dict[str, Any]) -> None:
        """The header is that of the piece; takes up its facts."""
        about = header["format"], header["board"], header["position"], header["second"]
        if about != (FORMAT, self.board.name, piece.position.rows_text, piece.way[0]):
            raise CheckpointError(f"{quote(path, 1000)} is of another campaign, board or version; {_REMEDY}")
        known = header["campaign"]
        _take_up(piece, known)
        piece.attempts = {
            self.board.cell(name): Attempt(*map(natural, (limit, proof, disproof)))
            for name, limit, proof, disproof in _resisting(known)
        }

    def _take(self, piece: Piece, known: Any) -> None:
        """A line of a checkpoint."""
        if not isinstance(known, dict):
            piece.add(self._refutation(piece, *known))
        elif "split" in known:
            reply = self.board.cells[known["split"]]
            piece.splits[reply] = Split.of(piece.after(reply), known["tree"])
        else:
            reply = self.board.cells[known["below"]]
            rows = known["position"]
            tree = _proof(Position.parse(rows, self.board), known["numbers"])
            piece.proved[reply] = (*piece.proved.get(reply, ()), (rows, tree))

    def _refutation(self, piece: Piece, mark: int, reply: Cell, zone: int, numbers: list[int]) -> Refutation:
        """What a line says of a reply that is met."""
        if mark not in (0, SLACK, ALIKE) or natural(reply) not in piece.start.empty:
            raise ValueError(f"no reply that is met: {quote([mark, reply])}")
        return Refutation(mark, reply, _proof(piece.after(reply), numbers), natural(zone))

    def settled(self, opening: FirstReply) -> Piece | None:
        """The piece whose certificate is there, verified. RejectedError for one that proves something else."""
        if not self.certificate(opening).exists():
            return None
        reply = self._verified(opening)
        numbers = [*chain.from_iterable(self._parts(opening))]
        piece = Piece(opening, (Cell(numbers[0]), reply))
        try:
            _take_up(piece, header_of(self.certificate(opening)).get("campaign") or {})
            for mark, cell, tree in ZoneTree.measured(piece.position, numbers).children():
                piece.add(Refutation(mark, Cell(cell), tree))
        except UNREADABLE as error:
            raise RejectedError(f"{quote(self.certificate(opening), 1000)}: {error}; {_REMEDY}") from error
        return piece

    def _verified(self, opening: FirstReply) -> Cell:
        """O's reply, as the certificate of an opening has it. RejectedError for one that proves something else."""
        path = self.certificate(opening)
        try:
            (claim,) = verify(path)
        except RejectedError as error:
            raise RejectedError(f"{error}; {_REMEDY}") from error
        ways = {opening.position(reply): reply for reply in opening.replies}
        if claim.position not in ways or not claim.wins or claim.attacker is not claim.position.to_move:
            raise RejectedError(
                f"{quote(path, 1000)} is no certificate of the opening {opening.name} of {self.board}; {_REMEDY}"
            )
        return ways[claim.position]

    def _parts(self, opening: FirstReply) -> Iterator[list[int]]:
        """The tree of a certificate that was verified, read as it is wanted."""
        with gzip.open(self.certificate(opening), "rt", encoding="ascii") as file:
            file.readline()
            yield from map(json.loads, file)

    def settle(self, piece: Piece) -> Path:
        """Writes the certificate of a piece that is settled, verifies it, and removes its checkpoints."""
        path = self.certificate(piece.opening)
        new = path.with_suffix(".new")
        try:
            write_zones(new, piece.position, piece.position.to_move, piece.tree(), {"campaign": facts(piece)})
            verify(new)
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)
        for way in piece.opening.ways:
            self.checkpoint(piece.opening, way).unlink(missing_ok=True)
        return path

    def join(self, path: Path) -> None:
        """Writes one certificate of all openings: the side to move wins the empty board. It is not verified here.

        The pieces are verified, and read while they are written: what that takes does not grow with them. NoughtsError
        while an opening is not settled.
        """
        openings, start = first_replies(self.board), Position.start(self.board)
        missing = [opening.name for opening in openings if not self.certificate(opening).exists()]
        if missing:
            raise NoughtsError(
                f"nothing to join yet: {len(missing)} openings are not settled, {missing[0]} among them"
            )
        replies = [self._verified(opening) for opening in openings]
        parts: Iterator[list[int]] = chain(
            [[openings[0].first]],
            chain.from_iterable(map(self._child, openings, replies)),
            [[END]],
        )
        write_zones(path, start, start.to_move, chain.from_iterable(parts))

    def _child(self, opening: FirstReply, reply: Cell) -> Iterator[list[int]]:
        """A piece as a child of the joined tree, for all that the symmetries make of O's reply."""
        yield [ALIKE, reply]
        yield from self._parts(opening)


def _resisting(known: dict[str, Any]) -> list[tuple[str, int, int, int]]:
    """Replies that resist, with the limit, the proof and the disproof number, from a file's facts.

    Earlier files have one limit for all of them.
    """
    limit = known.get("trying", 0) or known["limit"]
    return [(one[0], *([limit] if len(one) == 3 else []), *one[1:]) for one in known["resists"]]


def _lines(piece: Piece) -> Iterator[Any]:
    """What a checkpoint has below its header."""
    for one in piece.refutations:
        yield [one.mark, one.reply, one.zone, one.tree.numbers]
    for reply, split in piece.splits.items():
        yield {"split": reply, "tree": split.lines()}
    for reply, proved in piece.proved.items():
        for rows, tree in proved:
            yield {"below": reply, "position": rows, "numbers": tree.numbers}


def _proof(position: Position, numbers: list[int]) -> ZoneTree:
    """The tree of a win of the side to move. ValueError for what is none."""
    tree = ZoneTree.measured(position, numbers)
    if not proves(position, numbers):
        raise ValueError(f"what is told of {quote(position.rows_text)} is no proof")
    return tree


def _take_up(piece: Piece, known: dict[str, Any]) -> None:
    """What a piece has cost, from its file. Raises ValueError and the like for something else."""
    piece.limit, piece.positions, piece.carried = (
        natural(known.get(name, 0)) for name in ("limit", "positions", "carried")
    )
    piece.seconds = max(0.0, float(known.get("seconds", 0.0)))


def facts(piece: Piece) -> dict[str, Any]:
    """What a piece has cost, what resists in it and, once it is settled, what its tree looks like."""
    name = piece.opening.board.cell_name
    known: dict[str, Any] = {
        "opening": piece.opening.name,
        "second": name(piece.way[0]),
        "reply": name(piece.way[1]),
        "replies": len(piece.start.empty),
        "left": len(piece.left),
        "records": piece.records,
        "limit": piece.limit,
        "positions": piece.positions,
        "seconds": round(piece.seconds, 1),
        "resists": [
            [name(cell), tried.limit, tried.proof, tried.disproof] for cell, tried in piece.resists.items()
        ],
    }
    if piece.carried:
        known["carried"] = piece.carried
    if not piece.left:
        tree = ZoneTree.measured(piece.position, piece.tree())
        line = [name(Cell(cell)) if cell >= 0 else "-" for cell in tree.main_line(piece.position)]
        known |= {"depths": tree.depths, "line": line}
    return known
