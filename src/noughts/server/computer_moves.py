"""A player that thinks by the clock, aloud: what it would do so far. Another process computes this, too."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from noughts.contract.numbers import SCHEMA, seconds
from noughts.explain.explain import explanation_json
from noughts.explain.json_views import decision_json
from noughts.game.board import Cell
from noughts.players.evidence import EngineEvidence, LevelEvidence
from noughts.players.player import Decision
from noughts.server import analyses
from noughts.server.boards import find_position
from noughts.server.cache import Answer, Question, answer_of
from noughts.server.jobs import Tell
from noughts.server.opponents import game_player, thinking_seconds

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.games import ThinkingJson


@dataclass(frozen=True)
class Intention:
    """The move that a player would make so far, what is told of that, and the answers to questions about its decision.

    Each answer stands with its question, and the arguments that follow the player's name in it.
    """

    cell: Cell
    told: ThinkingJson
    answers: tuple[tuple[Question, tuple[bool, ...], Answer], ...]


def think(tell: Tell, player: str, board: str, position: str) -> Intention:
    """What a player comes to in its time; every thought before it is told, so that it may be taken instead."""
    thinker, at = game_player(player), find_position(board, position)
    until = time.monotonic() + thinking_seconds(player, at.board)
    with thinker.thinking(at) as decisions:
        for decision in decisions:
            intention = _intention(decision, until - time.monotonic())
            tell(intention)
    return intention


def think_at_once(player: str, board: str, position: str) -> Intention:
    """The same where it is to move at once: what it comes to that has no time."""
    thinker: Any = game_player(player)
    return _intention(replace(thinker, seconds=0).decide(find_position(board, position)), 0)


def _intention(decision: Decision, left: float) -> Intention:
    cell, name = decision.pick(random.SystemRandom()), decision.position.board.cell_name
    evidence = decision.evidence
    if isinstance(evidence, LevelEvidence) and evidence.thought:
        evidence = evidence.thought.evidence
    searched = evidence if isinstance(evidence, EngineEvidence) else None
    told: ThinkingJson = {
        "schema": SCHEMA,
        "move": name(cell),
        "depth": searched.depth if searched else 0,
        "line": [name(each) for each in searched.pv] if searched else [name(cell)],
        "nodes": searched.nodes if searched else 0,
        "left": seconds(max(0.0, left)),
    }
    explained = explanation_json(decision)
    answers = (
        (analyses.decide, (), answer_of(decision_json(decision))),
        (analyses.explain, (True,), answer_of(explained)),
        (analyses.explain, (False,), answer_of({**explained, "blocks": []})),
    )
    return Intention(cell, told, answers)
