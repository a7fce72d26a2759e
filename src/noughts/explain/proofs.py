"""Certificates: their claims in sentences, and their records as blocks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from noughts.errors import quote
from noughts.explain import say
from noughts.explain.blocks import (
    Beside,
    Block,
    Figure,
    Note,
    Paragraph,
    Row,
    Table,
    Text,
    either,
    plain_text,
)
from noughts.explain.say import listing, plural
from noughts.game.board import Board
from noughts.solver.certificate.verify import Proof, Proved, holds_any_length

if TYPE_CHECKING:
    from noughts.solver.certificate.reading import CertificateReading, CertificateRecord

_MEANINGS = {
    "p": "pairs of cells: when one of a pair is taken, the defender takes the other, and no line is ever filled",
    "e": "cells enough: the lines that are left weigh so little that the defender breaks them all, taking the heaviest",
    "c": "several parts that have no cell in common: the defender answers in the part that was moved in",
    "w": "the defender's reply to every move, by which each leads to an earlier record",
    "s": "the same in a game where the defender threatens, too",
    "v": "a move of the attacker that wins: every reply leads to an earlier record",
    "l": "every move of the defender leads to a record in which the attacker wins",
    "q": "pairs of cells that keep the attacker from filling a line in the plies that are left",
    "b": "the defender's replies that keep the attacker from a line in the plies that are left",
    "u": "a move of the attacker that wins within the plies that are left",
    "n": "what joins both halves: the win in so many plies, and none in fewer",
    "five": "a move that completes a line",
    "double": "a move after which two lines lack one cell each: the defender can take only one of them",
    "single": "a move after which a line lacks one cell: the defender must take it, and the next record follows",
    "quiet": "a move that forces nothing: the records below it meet every reply, one of them all that do not matter",
}
"""Meaning of each kind of record."""

_MAX_CHARACTERS = 400
"""Maximum number of characters of a record that are shown."""

_PICTURES = "In each picture are the stones it speaks of; cells with one number are a pair."


def claim_words(claim: Proved) -> str:
    """Return what a claim says: ``X wins in 7 plies and not in fewer``."""
    if claim.plies is None:
        return f"{claim.attacker} wins" if claim.wins else f"{claim.attacker} cannot win"
    plies = plural(claim.plies, "ply", "plies")
    if claim.wins:
        return f"{claim.attacker} wins in {plies} and not in fewer"
    return f"{claim.attacker} does not win within {plies}"


def proof_text(proof: Proof) -> str:
    """Return what a certificate proves, one claim a line."""
    position = proof.position
    lines = [f"{proof.path}: a proof about {_board_words(position.board)}, {position.rows_text}"]
    lines += [f"  {_claim_text(claim)}" for claim in proof]
    if position.board.is_strip:
        lines.append(any_length_text(position.board, holds_any_length(proof)))
    elif proof.value is not None:
        lines.append(f"So {position.to_move}, to move, has a {proof.value}.")
    return "\n".join(lines)


def _claim_text(claim: Proved) -> str:
    """Return a claim as a sentence, with what follows from it."""
    if claim.plies is not None:
        plies = plural(claim.plies, "ply", "plies")
        if not claim.wins:
            return f"{claim.attacker} does not win in {plies}."
        fewer = f", and not in {claim.plies - 2}" if claim.plies > 1 else ""
        return f"{claim.attacker} wins in {plies}{fewer}."
    stolen = ""
    if not claim.wins and claim.position.ply == 0:
        stolen = f"; {claim.attacker.other} cannot either, for {claim.attacker} could steal its strategy"
    return f"{claim_words(claim)}{stolen}."


def _board_words(board: Board) -> str:
    """Return the name of a board. If it does not define the lines, refer to the file."""
    if board.is_named:
        return board.name
    return f"{quote(board.name)}, whose {len(board.lines)} lines are in the file"


def any_length_text(board: Board, held: bool) -> str:
    """Return what follows from a block for boards of any length."""
    k = board.name.rpartition("x")[2]
    if held:
        return f"So every board of {board.rows} rows with {k} in a row is a draw, whatever its length."
    return f"That says nothing of longer boards of {board.rows} rows with {k} in a row."


def claim_sentence(claim: Proved) -> Text:
    """Return what a claim says, and about which position: ``X wins, on 5x4x3.``."""
    stones = f" from {claim.position.rows_text}" if claim.position.ply else ""
    return f"{claim_words(claim)}, on {plain_text(str(claim.position.board))}{stones}."


def verified_sentence(claims: Sequence[Proved], seconds: float, verifier: str, version: str) -> Text:
    """Return what was verified just now by a server, by which module of noughts, and how long it took."""
    board = plain_text(str(claims[0].position.board))
    took = "less than 0.1 s" if seconds < 0.1 else f"{seconds:.1f} s"
    who = either(
        f"{verifier} of noughts {version}, on this server, which shares no code with the search",
        "the server's verifier, which shares nothing with the solver",
    )
    proved = listing([claim_words(claim) for claim in claims])
    return f"Accepted. On {board} {proved}: verified just now by {who}, in {took}."


def certificate_blocks(reading: CertificateReading) -> Iterator[Block]:
    """Yield the claims of a certificate, its kinds of records, and the records next to the root."""
    yield Paragraph(f"It claims: {' '.join(claim_sentence(claim) for claim in reading.claims)}")
    rows = [Row((kind, _MEANINGS[kind], f"{n:,}")) for kind, n in reading.kinds.items()]
    yield Table("Its kinds of records", ("Kind", "What it says", "How many"), tuple(rows), "<<>")
    shown = len(reading.records)
    which = f", of which these are {shown}, the root first" if shown < reading.count else ", the root first"
    yield Paragraph(f"{plural(reading.count, 'record')}{which}. {_PICTURES}", note=True)
    yield from _records(reading)
    yield Paragraph(f"SHA-256 `{reading.sha256}`. On your own machine: `noughts verify FILE`.", note=True)


def _records(reading: CertificateReading) -> Iterator[Block]:
    """Yield the records in order: those with stones as pictures side by side."""
    board = reading.board
    for has_stones, records in groupby(reading.records, key=lambda record: record.position is not None):
        if has_stones:
            yield Beside(tuple(_picture(board, record) for record in records))
        else:
            yield from (Paragraph(_record_words(board, record), note=True) for record in records)


def _picture(board: Board, record: CertificateRecord) -> Figure:
    assert record.position is not None
    notes = {
        board.cell_name(cell): Note(str(number))
        for number, pair in enumerate(record.pairs, start=1)
        for cell in pair
    }
    return Figure(record.position, _record_words(board, record), notes)


def _record_words(board: Board, record: CertificateRecord) -> Text:
    """Return the number and the kind of a record, and its move or the record as the file has it."""
    head = f"{record.number}: {record.kind}"
    if not record.members:
        tree = ": ".join(filter(None, (_reply_words(board, record), say.moves(board, record.move))))
        return f"{head}, {tree}"
    text = json.dumps([record.kind, *record.members], separators=(",", ":"))
    cut = text if len(text) <= _MAX_CHARACTERS else f"{text[:_MAX_CHARACTERS]}…"
    return f"{head}, `{plain_text(cut)}`"


def _reply_words(board: Board, record: CertificateRecord) -> Text:
    """Return which reply of the defender a record of a tree follows; nothing at a root where the attacker moves."""
    reply = record.reply
    if reply is None:
        return ""
    cells = say.moves(board, reply.cells)
    words = {
        "first": "the defender is to move",
        "pass": "after a pass",
        "several": f"after all of {cells}",
        "slack": f"after {cells} and another stone",
        "alike": f"after {cells} and what is alike",
        "cell": f"after {cells}",
    }
    return words[reply.kind]
