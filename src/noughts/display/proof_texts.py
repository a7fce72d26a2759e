"""What is proved of positions and boards, as the texts that the command line prints."""

from __future__ import annotations

from noughts.errors import quote
from noughts.explain.words import plural
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.solver.certificate.verify import Proof, Proved
from noughts.solver.mnk.strips import holds_any_length
from noughts.solver.search.prover import Verdict
from noughts.solver.search.shortest import Shortest


def verdict_text(verdict: Verdict) -> str:
    """The value of a position as far as it is proved, or whether a block of a strip is held."""
    position = verdict.position
    board, work = position.board, f"{verdict.nodes:,} nodes, {verdict.seconds:.2f} s"
    if board.is_strip:
        held = verdict.value is not None
        what = f"{board}: {'' if held else 'not '}held ({work}). {any_length_text(board, held)}"
        return what + _written(verdict)
    plies = "" if verdict.plies is None or verdict.value == 0 else f" in {verdict.plies} plies"
    what = f"{board}, {_place(position)}: {verdict.word}{plies} for {position.to_move}, to move"
    return f"{what} ({work}).{_written(verdict)}"


def any_length_text(board: Board, held: bool) -> str:
    """What a block says of its strip."""
    k = board.name.rpartition("x")[2]
    if held:
        return f"So every board of {board.rows} rows with {k} in a row is a draw, whatever its length."
    return f"That says nothing of longer boards of {board.rows} rows with {k} in a row."


def shortest_text(shortest: Shortest) -> str:
    """In how many plies the side to move wins, or the bounds."""
    position, least, most = shortest.position, shortest.plies_at_least, shortest.plies_at_most
    side, fewer = (
        position.to_move,
        f", and not in {(shortest.plies or 0) - 2}" if (shortest.plies or 0) > 1 else "",
    )
    if shortest.plies is not None:
        what = f"{side}, to move, wins in {plural(shortest.plies, 'ply', 'plies')}{fewer}"
    elif shortest.wins is False:
        what = f"{side}, to move, does not win"
    elif most is not None:
        what = f"{side}, to move, wins in at least {least} and at most {plural(most, 'ply', 'plies')}"
    else:
        what = (
            f"unknown whether {side}, to move, wins; if so in at least {plural(least or 1, 'ply', 'plies')}"
        )
    work = f"{shortest.nodes:,} nodes, {shortest.seconds:.2f} s"
    is_exact = shortest.plies is not None or shortest.wins is False
    proof = (
        "proof" if is_exact else f"proof that it takes more than {plural((least or 1) - 2, 'ply', 'plies')}"
    )
    return f"{position.board}, {_place(position)}: {what} ({work}).{_written(shortest, proof)}"


def _board_words(board: Board) -> str:
    """The board's name, and where that does not tell its lines, that the file does."""
    if board.is_named:
        return board.name
    return f"{quote(board.name)}, whose {len(board.lines)} lines are in the file"


def proof_text(proof: Proof) -> str:
    """What a certificate proves, claim by claim."""
    position = proof.position
    lines = [f"{proof.path}: a proof about {_board_words(position.board)}, {position.rows_text}"]
    lines += [f"  {_claim_text(claim)}" for claim in proof]
    if position.board.is_strip:
        lines.append(any_length_text(position.board, holds_any_length(proof)))
    elif proof.value is not None:
        lines.append(f"So {position.to_move}, to move, has a {proof.value}.")
    return "\n".join(lines)


def _claim_text(claim: Proved) -> str:
    if claim.plies is not None:
        plies = plural(claim.plies, "ply", "plies")
        if not claim.wins:
            return f"{claim.attacker} does not win in {plies}."
        fewer = f", and not in {claim.plies - 2}" if claim.plies > 1 else ""
        return f"{claim.attacker} wins in {plies}{fewer}."
    if claim.wins:
        return f"{claim.attacker} wins."
    stolen = claim.position.ply == 0
    why = (
        f"; {claim.attacker.other} cannot either, for {claim.attacker} could steal its strategy"
        if stolen
        else ""
    )
    return f"{claim.attacker} cannot win{why}."


def _place(position: Position) -> str:
    return "the empty board" if position.ply == 0 else position.rows_text


def _written(proved: Verdict | Shortest, proof: str = "proof") -> str:
    """Where the proof is, on a line of its own."""
    file = proved.certificate
    return f"\nThe {proof} is in {file}: noughts verify {file}" if file else ""
