"""Schemas of decisions, evidence, explanations and reviews in JSON, most of them derived from the classes."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, ForwardRef, Literal, get_args

from typing_extensions import TypeAliasType, TypedDict

from noughts.contract import terms
from noughts.contract.derived import DerivedShapes
from noughts.contract.values import MistakeJson, ReviewedPlyJson, TurningPointJson, ValueJson
from noughts.contract.verdicts import CertificateJson
from noughts.explain import blocks
from noughts.explain.loss_reason import LossReason
from noughts.explain.turning_point import WinByThreats
from noughts.game.board import Board, Cell
from noughts.game.count import Count
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.players import evidence
from noughts.players.evidence import PlayerStep, StepLike
from noughts.players.player import Decision
from noughts.solver.value import ExactValue, ProvedValue

_EVIDENCE = (
    evidence.Uniform,
    evidence.Ratings,
    evidence.Values,
    evidence.Weights,
    evidence.Rule,
    evidence.ProofRule,
    evidence.DecisionTable,
    evidence.EngineEvidence,
    evidence.Box,
    evidence.Learned,
    evidence.LevelEvidence,
    evidence.MctsEvidence,
    evidence.ProgramEvidence,
)

if TYPE_CHECKING:
    EvidenceJson = dict[str, Any]
    BlockJson = dict[str, Any]
    CountJson = dict[str, Any]
    LossReasonJson = dict[str, Any]
    RefutationJson = dict[str, Any]
else:
    _evidence = DerivedShapes(
        __name__,
        {
            Cell: terms.CellName,
            Fraction: terms.ExactNumber,
            Mark: terms.Side,
            ExactValue: ValueJson,
            ProvedValue: ValueJson,
            Decision: ForwardRef("FollowedJson"),
            StepLike: ForwardRef("PlayerStepJson"),
        },
    )
    PlayerStepJson = _evidence.of(PlayerStep)
    _KINDS = [each.kind for each in _EVIDENCE]
    OtherEvidenceJson = TypeAliasType(
        "OtherEvidenceJson",
        Annotated[
            dict[str, Any],
            terms.Says(
                description="Evidence of a user-defined player: its kind, and its fields.",
                required=["kind"],
                properties={"kind": {"type": "string", "not": {"enum": _KINDS}}},
            ),
        ],
    )
    EvidenceJson = TypeAliasType(
        "EvidenceJson",
        reduce(or_, (_evidence.of(each, {"kind": Literal[each.kind]}) for each in _EVIDENCE))
        | OtherEvidenceJson,
    )
    _blocks = DerivedShapes(
        __name__,
        {
            blocks.Text: terms.TextJson,
            blocks.CellName: terms.CellName,
            Position: {"board": terms.BoardName, "position": terms.PositionText},
            blocks.Block: ForwardRef("BlockJson"),
            blocks.Node: ForwardRef("NodeBlockJson"),
        },
        "BlockJson",
        without_defaults=True,
    )

    def block_shape(kind: type) -> type:
        """Return the schema of a kind of block."""
        return _blocks.of(kind, {"block": Literal[blocks.block_name(kind)]})

    BlockJson = TypeAliasType("BlockJson", reduce(or_, map(block_shape, get_args(blocks.Block))))
    NodeBlockJson = _blocks.of(blocks.Node)  # after all blocks, of which it has one
    _facts = DerivedShapes(
        __name__,
        {Cell: terms.CellName, Board: terms.BoardName, Mark: terms.Side, Position: terms.PositionText},
    )
    CountJson = _facts.of(Count, {"schema": Literal[3]})
    LossReasonJson = _facts.of(LossReason)
    RefutationJson = _facts.of(WinByThreats, name="Refutation")


class FollowedJson(TypedDict):
    """The decision of another player."""

    player: terms.PlayerName
    moves: dict[terms.CellName, terms.ExactNumber]
    evidence: EvidenceJson


class DecisionJson(terms.PositionAnswerJson, FollowedJson):
    """A player's decision: exact probabilities that sum to 1, without moves that are never played, and the evidence."""


class SummaryJson(terms.PositionAnswerJson):
    """A player's moves, and the reason in one sentence."""

    player: terms.PlayerName
    moves: dict[terms.CellName, terms.ExactNumber]
    summary: terms.TextJson


class ExplanationJson(SummaryJson):
    """The explanation of a decision: why each move that may be played is played, and what the player saw."""

    why: dict[terms.CellName, terms.TextJson]
    blocks: list[BlockJson]


class BlocksJson(terms.AnswerJson):
    """Blocks that were asked for."""

    blocks: list[BlockJson]


class ReadCertificateJson(terms.BoardAnswerJson):
    """The contents of a certificate: its claims, its kinds of records, and those next to the root."""

    sha256: str
    bytes: int
    blocks: list[BlockJson]


class VerifiedJson(CertificateJson):
    """The claims of a certificate that this server has just verified, with the verifier and the seconds that it took.

    ``text`` says so in a sentence.
    """

    sha256: str
    bytes: int
    seconds: float
    verifier: str
    version: str
    text: terms.TextJson


class UnsupportedPlayerJson(TypedDict):
    """A player that does not play the board, and why."""

    player: terms.PlayerName
    why_not: str


class BrainsJson(terms.PositionAnswerJson):
    """One position put to every player."""

    brains: list[SummaryJson]
    absent: list[UnsupportedPlayerJson]


class ReviewedMistakeJson(MistakeJson):
    """A mistake, and the same as a sentence; ``what`` was there or came after it, and what to do ``instead``.

    ``refutation``: the win that came, or was let go, drawn; null where nothing of it is known.
    """

    sentence: terms.TextJson
    what: str
    instead: str
    refutation: RefutationJson | None


class ReviewJson(terms.PositionAnswerJson):
    """A game ply by ply, the start included, its mistakes, and, where it is over, the one that decided it.

    ``loss``: why it was lost; null for an unfinished game, a draw, or a loss without a known reason.
    """

    moves: list[terms.CellName]
    values: list[ReviewedPlyJson]
    mistakes: list[ReviewedMistakeJson]
    turning_point: TurningPointJson | None
    loss: LossReasonJson | None
