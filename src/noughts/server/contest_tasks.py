"""Tasks of the process for contests and proofs, with progress; and the certificates that an operator offers.

Certificates are those of one folder, found by their SHA-256 or by their claim. A request names a certificate by its
hash alone, never by a path. Nothing here needs the server.
"""

from __future__ import annotations

import hashlib
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from noughts.contests.exploit import exploit, exploit_policy
from noughts.contests.json_views import exploit_json, match_json, sampled_json
from noughts.contests.match import match, play_out
from noughts.contests.sampled import growing_match
from noughts.contests.tree_walk import GameWalk
from noughts.contract.numbers import SCHEMA, estimate, seconds
from noughts.errors import NoughtsError, TooLargeError, quote
from noughts.explain.blocks import block_json, text_json
from noughts.explain.json_proofs import certificate_json, shortest_json, verdict_json
from noughts.explain.json_views import place_json
from noughts.explain.proofs import certificate_blocks, verified_sentence
from noughts.files import UNREADABLE, DigestReader
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.players.registry import house_variants
from noughts.server.boards import find_board
from noughts.server.jobs import EVERY, Tell
from noughts.server.opponents import pure_player
from noughts.solver.certificate import verify as verifier
from noughts.solver.certificate.format import RejectedError, header_of
from noughts.solver.certificate.reading import read_certificate
from noughts.solver.search.limits import Limits, Pace
from noughts.solver.search.prover import solve
from noughts.solver.search.search_goal import Report
from noughts.solver.search.shortest_win import shortest
from noughts.solver.search.verdict import Shortest
from noughts.solver.strategy.certificate import Certificate, certificate

if TYPE_CHECKING:
    from noughts.contract.matches import EntrantJson, ExactMatchJson, ExploitJson, SampledMatchJson
    from noughts.contract.verdicts import (
        BoardJson,
        OpeningJson,
        ProofFoundJson,
        ProofGameJson,
        RunJson,
        SearchJson,
    )
    from noughts.explain.shapes import ReadCertificateJson, VerifiedJson

_EXACT_CELLS = 12
"""Up to so many cells it is tried to compute a match from all games, whoever plays."""

MOST_KEPT = 2_000_000
"""Bytes of the largest certificate that is handed out."""

_LIMITS = Limits(seconds=90.0, memory=192 << 20, threads=1)
"""Of a proof: the lane's CPU seconds, too, end it, which have to do for loading and writing besides."""


def play_match(
    tell: Tell, players: tuple[str, str], board: str, games: int, seed: int
) -> ExactMatchJson | SampledMatchJson:
    """The match exactly where that can be, else so many games of it."""
    one, other = map(pure_player, players)
    on = find_board(board)
    if on.size <= _EXACT_CELLS or (one.facts.deterministic and other.facts.deterministic):
        try:
            return match_json(match(one, other, on))
        except TooLargeError:
            pass  # then it is sampled
    pace = Pace(EVERY, at_once=True)
    for result in growing_match(one, other, on, games, seed, workers=1):
        if result.tally.games == games:
            break
        if pace.due():
            tell(sampled_json(result))
    return sampled_json(result)


def find_exploit(_: Tell, player: str, board: str) -> ExploitJson:
    """A player's weaknesses, from all games that it can be in."""
    return exploit_json(exploit(pure_player(player), find_board(board)))


def enter(tell: Tell, player: str) -> EntrantJson:
    """A player against everybody of the exact table, and against the best reply."""
    entrant, walk, house = pure_player(player), GameWalk(Board.mnk(3, 3, 3)), house_variants()
    own, pace = walk.policy(entrant), Pace(EVERY, at_once=True)
    answer: EntrantJson = {
        "schema": SCHEMA,
        "player": str(entrant),
        "board": str(walk.board),
        "of": len(house),
        "x": [],
        "o": [],
        "exploit": None,
    }
    for other in house:
        policy = walk.policy(other)
        answer["x"].append(match_json(play_out(walk, entrant, other, own, policy)))
        answer["o"].append(match_json(play_out(walk, other, entrant, policy, own)))
        if pace.due():
            tell(answer)
    answer["exploit"] = exploit_json(exploit_policy(walk, entrant, own))
    return answer


def prove(tell: Tell, board: str, question: Literal["value", "plies"]) -> tuple[ProofFoundJson, bytes | None]:
    """What an empty board is worth, or in how few plies it is won, and the certificate."""
    on = Board.parse(board)
    ask = solve if question == "value" else shortest
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "certificate"
        found = ask(on, limits=_LIMITS, certificate=place, watch=partial(_tell_search, tell))
        body = place.read_bytes() if found.certificate else None
    answer = shortest_json(found) if isinstance(found, Shortest) else verdict_json(found)
    answer["certificate"] = None  # its place was ours
    too_large = body is not None and len(body) > MOST_KEPT
    told: ProofFoundJson = {
        "schema": SCHEMA,
        "answer": answer,
        "sha256": None if body is None or too_large else hashlib.sha256(body).hexdigest(),
        "bytes": len(body or b""),
        "too_large": too_large,
    }
    return told, None if too_large else body


def read(body: bytes) -> ReadCertificateJson:
    """Return the contents of a certificate. Raises NoughtsError if the bytes are not a certificate."""
    reading = read_certificate(body)
    return {
        "schema": SCHEMA,
        "sha256": reading.sha256,
        "bytes": reading.size,
        "board": str(reading.board),
        "blocks": [block_json(each) for each in certificate_blocks(reading)],
    }


def verify(sha256: str, body: bytes) -> VerifiedJson:
    """What a certificate proves, found with code that shares nothing with what wrote it. Raises RejectedError."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "certificate"
        place.write_bytes(body)
        begun = time.perf_counter()
        proved = verifier.verify(place)
    took, release = time.perf_counter() - begun, version("noughts")
    return {
        **certificate_json(sha256, proved),
        "sha256": sha256,
        "bytes": len(body),
        "seconds": seconds(took),
        "verifier": verifier.__name__,
        "version": release,
        "text": text_json(verified_sentence(proved, took, verifier.__name__, release)),
    }


def _tell_search(tell: Tell, report: Report) -> None:
    news: SearchJson = {
        "schema": SCHEMA,
        "question": report.question,
        "nodes": report.nodes,
        "seconds": seconds(report.seconds),
        "depth": report.depth,
        "fill": estimate(report.fill),
        "records": report.records,
    }
    tell(news)


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
        "sides": sorted(side.value for side in proof.sides),
        "record": answer.record if answer else None,
        "records": answer.records if answer else None,
        "legal": after.board.cell_names(after.moves),
        "over": outcome is not None,
        "winner": outcome.winner.value if outcome and outcome.winner else None,
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
