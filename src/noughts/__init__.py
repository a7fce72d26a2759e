"""A tic-tac-toe laboratory: play it, see inside the computer's brain, compare brains exactly.

>>> from noughts import Position, player
>>> position = Position.parse("XX./.../O..")
>>> decision = player("weights").decide(position)
>>> {position.board.cell_name(cell): str(share) for cell, share in decision.moves.items()}
{'c1': '1'}

This is the facade: nothing inside the house imports it. Every public name is here; what they mean the
reference of the site tells (`make site`), and docs/reference.md which of them stay as they are.
"""

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from noughts.contests.exploit import Exploit, Weakness, exploit
from noughts.contests.match import MatchResult, match
from noughts.displayable import Shown as _Shown
from noughts.errors import (
    CheckpointError,
    IllegalMoveError,
    ImpossibleError,
    InputTypeError,
    MissingError,
    NotationError,
    NoughtsError,
    OptionError,
    PlayerError,
    ProofLostError,
    TooLargeError,
    UnknownPlayerError,
    UnsupportedBoardError,
    WhichBoardError,
    WorkError,
)
from noughts.game.board import Board, Cell, Line, Symmetry
from noughts.game.board_file import read_board
from noughts.game.count import Count, count
from noughts.game.outcome import Mark, Outcome, Reason
from noughts.game.playout import playout
from noughts.game.position import Position
from noughts.game.rule import GameRule
from noughts.players.function_player import as_player
from noughts.players.player import Choice, Decision, Evidence, Facts, Player
from noughts.players.registry import player, player_names, register
from noughts.solver.analysis import Analysis, Mistake, Variation, best_play, mistakes
from noughts.solver.analysis import Analysis as Assessment
from noughts.solver.value import Certainty, Result, Value
from noughts.solver.value import Value as Judgement

if TYPE_CHECKING:
    from noughts.contests.learning_curve import LearningPoint, LearntSide, learning_curve, train
    from noughts.contests.sampled import Estimate, SampledResult, sample
    from noughts.contests.tournament import Standing, Tournament, tournament
    from noughts.engine.analysis import analyse, analysis
    from noughts.engine.stream import Stream
    from noughts.explain.explain import sentence, working
    from noughts.explain.png import png
    from noughts.explain.svg import board_svg
    from noughts.explain.tree import tree_text
    from noughts.notebook.widget import widget
    from noughts.players.evidence import (
        CellKind,
        DecisionTable,
        EngineEvidence,
        Ratings,
        Rule,
        Uniform,
        Values,
        Weights,
    )
    from noughts.players.learning.training import Learner, Training
    from noughts.players.learning.training_file import load_training, save_training
    from noughts.players.step import PlayerStep
    from noughts.records.game import Game
    from noughts.records.played import play
    from noughts.records.study import Study, StudyMove
    from noughts.server.json_schema import schema
    from noughts.solver.certificate.format import Proved, RejectedError
    from noughts.solver.certificate.verify import Proof, verify
    from noughts.solver.game_tree import GameTree, tree
    from noughts.solver.search.limits import Checkpoint, Limits
    from noughts.solver.search.prover import solve
    from noughts.solver.search.search_goal import Report
    from noughts.solver.search.shortest_win import shortest
    from noughts.solver.search.verdict import Shortest, Verdict
    from noughts.solver.strategy.certificate import Certificate, ProofMove, certificate
    from noughts.testing import PlayerConformance

__all__ = [
    "Analysis",
    "Assessment",
    "Board",
    "Cell",
    "CellKind",
    "Certainty",
    "Certificate",
    "Checkpoint",
    "CheckpointError",
    "Choice",
    "Count",
    "Decision",
    "DecisionTable",
    "EngineEvidence",
    "Estimate",
    "Evidence",
    "Exploit",
    "Facts",
    "Game",
    "GameRule",
    "GameTree",
    "IllegalMoveError",
    "ImpossibleError",
    "InputTypeError",
    "Judgement",
    "Learner",
    "LearningPoint",
    "LearntSide",
    "Limits",
    "Line",
    "Mark",
    "MatchResult",
    "MissingError",
    "Mistake",
    "NotationError",
    "NoughtsError",
    "OptionError",
    "Outcome",
    "Player",
    "PlayerConformance",
    "PlayerError",
    "PlayerStep",
    "Position",
    "Proof",
    "ProofLostError",
    "ProofMove",
    "Proved",
    "Ratings",
    "Reason",
    "RejectedError",
    "Report",
    "Result",
    "Rule",
    "SampledResult",
    "Shortest",
    "Standing",
    "Stream",
    "Study",
    "StudyMove",
    "Symmetry",
    "TooLargeError",
    "Tournament",
    "Training",
    "Uniform",
    "UnknownPlayerError",
    "UnsupportedBoardError",
    "Value",
    "Values",
    "Variation",
    "Verdict",
    "Weakness",
    "Weights",
    "WhichBoardError",
    "WorkError",
    "__version__",
    "analyse",
    "analysis",
    "as_player",
    "best_play",
    "board_svg",
    "certificate",
    "count",
    "exploit",
    "learning_curve",
    "load_training",
    "match",
    "mistakes",
    "play",
    "player",
    "player_names",
    "playout",
    "png",
    "read_board",
    "register",
    "sample",
    "save_training",
    "schema",
    "sentence",
    "shortest",
    "solve",
    "tournament",
    "train",
    "tree",
    "tree_text",
    "verify",
    "widget",
    "working",
]

_LATER = {
    name: module
    for module, names in {
        "contests.learning_curve": "LearningPoint LearntSide learning_curve train",
        "contests.sampled": "Estimate SampledResult sample",
        "contests.tournament": "Standing Tournament tournament",
        "testing": "PlayerConformance",
        "server.json_schema": "schema",
        "engine.analysis": "analyse analysis",
        "engine.stream": "Stream",
        "explain.explain": "sentence working",
        "explain.png": "png",
        "explain.svg": "board_svg",
        "explain.tree": "tree_text",
        "players.evidence": "CellKind DecisionTable EngineEvidence Ratings Rule Uniform Values Weights",
        "players.learning.training": "Learner Training",
        "players.learning.training_file": "load_training save_training",
        "players.step": "PlayerStep",
        "records.game": "Game",
        "records.played": "play",
        "records.study": "Study StudyMove",
        "solver.certificate.format": "Proved RejectedError",
        "solver.certificate.verify": "Proof verify",
        "solver.game_tree": "GameTree tree",
        "solver.search.limits": "Checkpoint Limits",
        "solver.search.prover": "solve",
        "solver.search.search_goal": "Report",
        "solver.search.shortest_win": "shortest",
        "solver.search.verdict": "Shortest Verdict",
        "solver.strategy.certificate": "Certificate ProofMove certificate",
        "notebook.widget": "widget",
    }.items()
    for name in names.split()
}
"""Where the names are whose modules are imported when they are first asked for: who plays need not wait for who proves
or draws."""


def __getattr__(name: str) -> object:
    if name == "__version__":
        value: object = _version()
    elif name in _LATER:
        value = getattr(import_module(f"noughts.{_LATER[name]}"), name)
    else:
        raise AttributeError(f"module 'noughts' has no attribute {name!r}")
    globals()[name] = value  # asked for once
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


def _version() -> str:
    """The version that is installed; ``0+source`` where the source is used without an installation."""
    from importlib.metadata import PackageNotFoundError, version  # only now: it searches what is installed

    try:
        return version("noughts")
    except PackageNotFoundError:
        return "0+source"


_Shown.display = staticmethod(partial(import_module, "noughts.display.renderers"))
