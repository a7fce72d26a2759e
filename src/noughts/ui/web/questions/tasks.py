"""What the process for contests and proofs does, telling meanwhile how it stands. Here is nothing of the server."""

from __future__ import annotations

import hashlib
import tempfile
import time
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from noughts.arena.exploit import exploit, exploit_policy
from noughts.arena.jsonable_contests import exploit_json, match_json, sampled_json
from noughts.arena.match import match, play_out
from noughts.arena.sampled import growing_match
from noughts.arena.walk import GameWalk
from noughts.contract.numbers import SCHEMA, estimate, seconds
from noughts.errors import TooLargeError
from noughts.explain.jsonable_proofs import certificate_json, shortest_json, verdict_json
from noughts.game.board import Board
from noughts.players.registry import house_variants
from noughts.solver.certificate import verify as verifier
from noughts.solver.search.limits import Limits, Pace
from noughts.solver.search.prover import solve
from noughts.solver.search.question import Report
from noughts.solver.search.shortest import Shortest, shortest
from noughts.ui.web.compute.boards import find_board
from noughts.ui.web.compute.jobs import EVERY, Tell
from noughts.ui.web.compute.opponents import pure_player
from noughts.work import Alone

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.matches import EntrantJson, ExactMatchJson, ExploitJson, SampledMatchJson
    from noughts.contract.verdicts import ProofFoundJson, SearchJson, VerifiedJson


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
    for result in growing_match(one, other, on, games, seed, Alone()):
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


def verify(sha256: str, body: bytes) -> VerifiedJson:
    """What a certificate proves, found with code that shares nothing with what wrote it. Raises RejectedError."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "certificate"
        place.write_bytes(body)
        begun = time.perf_counter()
        proved = verifier.verify(place)
    return {
        **certificate_json(sha256, proved),
        "sha256": sha256,
        "bytes": len(body),
        "seconds": seconds(time.perf_counter() - begun),
        "verifier": verifier.__name__,
        "version": version("noughts"),
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
        "kernels": list(report.kernels) if report.kernels else None,
    }
    tell(news, report.kernels is not None)
