"""Who can be played against, and what exhaustion proves of everybody: the answers about players, not positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.adapters.programs.program import Program
from noughts.contract.numbers import SCHEMA
from noughts.explain.jsonable import facts_json
from noughts.game.board import Board
from noughts.players.player import Player
from noughts.players.registry import LEVELS, is_house, player_names, player_type
from noughts.ui.web.compute.boards import find_board
from noughts.ui.web.compute.opponents import TIMES, Opponents, pure_player

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.choices import BrokenPlayerJson, LevelJson, OpponentJson, OpponentsJson, PlaysJson
    from noughts.contract.matches import ProofJson


def players(opponents: Opponents, board: str | None) -> OpponentsJson:
    """Every player and every level, and whether it plays the board; no ``proof`` yet, for that is computed."""
    on = find_board("3x3x3" if board is None else board)
    levels: list[LevelJson] = [
        {"name": level, "title": player_type(level).facts.title, **_plays(pure_player(level), on)}
        for level in LEVELS
    ]
    everybody = [_opponent(name, on) for name in player_names()]
    everybody += [_program(program, on) for program in opponents.programs.values()]
    return {"schema": SCHEMA, "board": str(on), "players": everybody, "levels": levels}


NO_PROOF: ProofJson = {"x": None, "o": None}
"""Nothing could be found out."""


def prove(name: str) -> ProofJson:
    """What exhaustion says of a player on 3x3x3: its score against the best reply, and a game that it loses."""
    from noughts.arena.exploit import exploit
    from noughts.arena.jsonable_contests import weakness_json

    board = Board.mnk(3, 3, 3)
    try:
        proof = exploit(pure_player(name))
    except Exception:  # noqa: BLE001 - whatever somebody else's player does, the others' proofs are given
        return NO_PROOF
    return {"x": weakness_json(proof.x, board), "o": weakness_json(proof.o, board)}


def _opponent(name: str, board: Board) -> OpponentJson | BrokenPlayerJson:
    try:
        return {**facts_json(player_type(name)), **_plays(pure_player(name), board), "house": is_house(name)}
    except Exception as error:  # noqa: BLE001 - whatever somebody else's player does, the others are listed
        return {"name": name, "house": is_house(name), **_absent(error)}


def _program(program: Program, board: Board) -> OpponentJson:
    """A program under its name; how it is started is the owner's business."""
    return {
        **facts_json(type(program)),
        "name": program.called,
        "called": "",
        "house": False,
        "options": {},
        **_plays(program, board),
    }


def _plays(player: Player, board: Board) -> PlaysJson:
    try:
        player.check(board)
    except Exception as error:  # noqa: BLE001 - as above
        return _absent(error)
    seconds = list(TIMES) if player.takes_time(board) else []
    return {"plays": True, "why_not": None, "seconds": seconds, "proof": None}


def _absent(error: Exception) -> PlaysJson:
    return {"plays": False, "why_not": str(error), "seconds": [], "proof": None}
