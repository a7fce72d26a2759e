"""A tic-tac-toe laboratory: play it, see inside the computer's brain, compare brains exactly.

>>> from noughts import Position, player
>>> position = Position.parse("XX./.../O..")
>>> decision = player("weights").decide(position)
>>> {position.board.cell_name(cell): str(share) for cell, share in decision.moves.items()}
{'c1': '1'}

This is the facade: nothing inside the house imports it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from noughts.arena.exploit import Exploit, Weakness, exploit
from noughts.arena.match import MatchResult, match
from noughts.errors import (
    CheckpointError,
    IllegalMoveError,
    ImpossibleError,
    NotationError,
    NoughtsError,
    OptionError,
    PlayerError,
    ProofLostError,
    TooLargeError,
    UnknownPlayerError,
    UnsupportedBoardError,
)
from noughts.game.board import Board, Cell, Line, Symmetry
from noughts.game.board_file import read_board
from noughts.game.count import Count, count
from noughts.game.outcome import Mark, Outcome, Reason
from noughts.game.playout import playout
from noughts.game.position import Position
from noughts.game.rule import GameRule
from noughts.players.player import Choice, Decision, Facts, Player
from noughts.players.registry import player, player_names
from noughts.solver.analysis import Analysis, analyse
from noughts.solver.value import Result, Value

if TYPE_CHECKING:
    from noughts.explain.svg import board_svg
    from noughts.solver.certificate.verify import RejectedError, verify
    from noughts.solver.search.limits import Limits
    from noughts.solver.search.prover import Verdict, solve

__all__ = [
    "Analysis",
    "Board",
    "Cell",
    "CheckpointError",
    "Choice",
    "Count",
    "Decision",
    "Exploit",
    "Facts",
    "GameRule",
    "IllegalMoveError",
    "ImpossibleError",
    "Limits",
    "Line",
    "Mark",
    "MatchResult",
    "NotationError",
    "NoughtsError",
    "OptionError",
    "Outcome",
    "Player",
    "PlayerError",
    "Position",
    "ProofLostError",
    "Reason",
    "RejectedError",
    "Result",
    "Symmetry",
    "TooLargeError",
    "UnknownPlayerError",
    "UnsupportedBoardError",
    "Value",
    "Verdict",
    "Weakness",
    "analyse",
    "board_svg",
    "count",
    "exploit",
    "match",
    "player",
    "player_names",
    "playout",
    "read_board",
    "solve",
    "verify",
]

_LATER = {
    "Limits": "noughts.solver.search.limits",
    "RejectedError": "noughts.solver.certificate.verify",
    "Verdict": "noughts.solver.search.prover",
    "board_svg": "noughts.explain.svg",
    "solve": "noughts.solver.search.prover",
    "verify": "noughts.solver.certificate.verify",
}
"""Names whose modules are imported when they are first asked for: who plays need not wait for who proves or draws."""


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module 'noughts' has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)


def _picture(position: Position) -> str:
    """What a notebook shows of a position; the drawing is loaded with the first one."""
    drawn: str = import_module("noughts.explain.svg").board_svg(position, paper=True)
    return drawn


Position.picture = _picture
