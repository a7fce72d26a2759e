"""A tic-tac-toe laboratory: play it, see inside the computer's brain, compare brains exactly.

>>> from noughts import Position, player
>>> position = Position.parse("XX./.../O..")
>>> decision = player("weights").decide(position)
>>> {position.board.cell_name(cell): str(share) for cell, share in decision.moves.items()}
{'c1': '1'}

This is the facade: nothing inside the house imports it.
"""

from noughts.arena.exploit import Exploit, Weakness, exploit
from noughts.arena.match import MatchResult, match
from noughts.errors import (
    IllegalMoveError,
    ImpossibleError,
    NotationError,
    NoughtsError,
    OptionError,
    PlayerError,
    TooLargeError,
    UnknownPlayerError,
    UnsupportedBoardError,
)
from noughts.game.board import Board, Cell, Line, Symmetry
from noughts.game.count import Count, count
from noughts.game.outcome import Mark, Outcome, Reason
from noughts.game.position import Position
from noughts.players.player import Choice, Decision, Facts, Player
from noughts.players.registry import player, player_names
from noughts.solver.analysis import Analysis, analyse
from noughts.solver.value import Result, Value

__all__ = [
    "Analysis",
    "Board",
    "Cell",
    "Choice",
    "Count",
    "Decision",
    "Exploit",
    "Facts",
    "IllegalMoveError",
    "ImpossibleError",
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
    "Reason",
    "Result",
    "Symmetry",
    "TooLargeError",
    "UnknownPlayerError",
    "UnsupportedBoardError",
    "Value",
    "Weakness",
    "analyse",
    "count",
    "exploit",
    "match",
    "player",
    "player_names",
]
