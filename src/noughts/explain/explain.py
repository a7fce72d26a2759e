"""Explanations of decisions: one sentence for each move, and blocks that show all that the player saw.

Each kind of evidence has two functions, which are loaded when a decision first needs them:

- ``why(decision, evidence, cell)`` returns the sentence for a move to ``cell``. If ``cell`` is None it returns what the
  player does where it may choose among several moves.
- ``blocks(decision, evidence)`` yields the blocks. They do not depend on the move that was played.

Nothing is said that the decision does not show: its position, its probabilities and its evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any

from noughts.errors import InputTypeError, NoughtsError, PlayerError, expect, quote
from noughts.explain import say
from noughts.explain.blocks import (
    Block,
    Heading,
    Paragraph,
    Row,
    Table,
    TableCell,
    Text,
    bare,
    block_json,
    text_json,
)
from noughts.explain.json_views import moves_json, place_json
from noughts.explain.render_text import paragraphs, render_text
from noughts.explain.say import percent
from noughts.game.board import Cell
from noughts.players.player import Decision

if TYPE_CHECKING:
    from noughts.explain.shapes import ExplanationJson, SummaryJson

Why = Callable[[Decision, Any, Cell | None], Text]
Blocks = Callable[[Decision, Any], Iterable[Block]]

_KINDS = {
    "Box": "learning:box",
    "CoreRule": "steps:core",
    "DecisionTable": "decision_table:decision_table",
    "LadderRule": "newell_simon:ladder",
    "Learned": "learning:learned",
    "LevelEvidence": "level:level",
    "PrimeTable": "decision_table:prime",
    "ProgramEvidence": "plain:program",
    "ProofRule": "steps:proof",
    "Ratings": "ratings:ratings",
    "Rule": "steps:rule",
    "Thought": "search:engine",
    "TreeTop": "search:mcts",
    "Uniform": "plain:uniform",
    "Values": "values:values",
    "Weights": "weights:weights",
}
"""The module and the prefix of the two functions of each built-in kind of evidence, by its class."""

_ANY = "plain:any"
"""Those of any other evidence."""

_BUILT_IN = "noughts."

_own: dict[type, tuple[Why, Blocks]] = {}
"""The functions of user-defined kinds of evidence."""


def explains(kind: type, why: Why, blocks: Blocks) -> None:
    """Explain a user-defined kind of evidence by two functions.

    Without them its fields are shown. A text returned by ``why`` or in blocks is marked as in
    ``noughts.explain.blocks``. Raises InputTypeError for what cannot be called. An exception of the functions, or what
    cannot be shown, becomes a PlayerError that names the player.
    """
    from noughts.explain.check import check_text, checked  # only now: no built-in kind needs them

    for each in (why, blocks):
        if not callable(each):
            raise InputTypeError(f"not a function: {quote(each)}")

    def own_why(decision: Decision, evidence: Any, cell: Cell | None) -> Text:
        with _naming_the_player(decision):
            text = why(decision, evidence, cell)
            check_text(text)
            return text

    def own_blocks(decision: Decision, evidence: Any) -> Iterable[Block]:
        with _naming_the_player(decision):
            return tuple(checked(blocks(decision, evidence), decision.position.board))

    _own[kind] = own_why, own_blocks


@contextmanager
def _naming_the_player(decision: Decision) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        kind = "" if isinstance(error, NoughtsError) else f"{type(error).__name__}: "
        raise PlayerError(
            f"the player {quote(decision.player)} cannot explain itself: {kind}{error}"
        ) from error


@dataclass(frozen=True)
class Explanation:
    """The explanation of a decision. Each part is computed when it is requested."""

    decision: Decision

    def why(self, cell: int | str | None = None) -> Text:
        """Return why the player moves to ``cell``, given by name or index, as a sentence.

        Without a cell, return what it does where it may choose. Raises PlayerError for a cell that the player never
        chooses in this position.
        """
        decision = self.decision
        board = decision.position.board
        place = None if cell is None else board.place(cell)
        if place is None and len(decision.moves) == 1:
            (place,) = decision.moves
        if place is not None and place not in decision.moves:
            name = repr(board.cell_name(place) if place in board.cells else place)
            raise PlayerError(f"{decision.player} never plays {name} in {str(decision.position)!r}")
        return _functions(type(decision.evidence))[0](decision, decision.evidence, place)

    def blocks(self) -> tuple[Block, ...]:
        """Return what the player plays, and all that it saw."""
        return tuple(chain(_chances(self.decision), self.evidence_blocks()))

    def evidence_blocks(self) -> Iterable[Block]:
        """Return what the player saw."""
        return _functions(type(self.decision.evidence))[1](self.decision, self.decision.evidence)


def explain(decision: Decision) -> Explanation:
    """Return the explanation of a decision."""
    return Explanation(expect(decision, Decision, "a decision"))


def sentence(decision: Decision, cell: int | str | None = None) -> str:
    """Return why the player moves to ``cell``, given by name or index, as plain text.

    Without a cell, return what it does where it may choose. Raises PlayerError for a cell that the player never
    chooses in this position.
    """
    return bare(explain(decision).why(cell))


def working(decision: Decision, *, steps: bool = False) -> str:
    """Return what the player plays, and all that it saw, as plain text. The sentence is not repeated.

    ``steps`` shows every step of what builds up, like a weight grid.
    """
    shown = render_text(explain(decision).blocks(), steps=steps)
    return paragraphs([f"{decision.position.to_move} to move.", shown])


def summary_json(decision: Decision) -> SummaryJson:
    """Return what a player plays, and why in one sentence."""
    return {
        **place_json(decision.position),
        "player": decision.player,
        "moves": moves_json(decision),
        "summary": text_json(explain(decision).why()),
    }


def explanation_json(decision: Decision, *, blocks: bool = True) -> ExplanationJson:
    """Return the explanation of a decision, with its blocks unless they are not wanted."""
    explained, name = explain(decision), decision.position.board.cell_name
    return {
        **summary_json(decision),
        "why": {name(cell): text_json(explained.why(cell)) for cell in decision.moves},
        "blocks": [block_json(each) for each in explained.blocks()] if blocks else [],
    }


def _functions(kind: type, package: str = "noughts.explain") -> tuple[Why, Blocks]:
    """Return the two functions of a kind of evidence. ``package`` contains the modules for one language."""
    found = _ANY
    for base in kind.__mro__:
        if base in _own:
            return _own[base]
        if base.__module__.startswith(_BUILT_IN) and base.__name__ in _KINDS:
            found = _KINDS[base.__name__]
            break
    module, _, prefix = found.partition(":")
    words = import_module(f"{package}.{module}")
    return getattr(words, f"{prefix}_why"), getattr(words, f"{prefix}_blocks")


def _chances(decision: Decision) -> Iterable[Block]:
    """Yield the probability of every move that may be played; equally likely moves together."""
    yield Heading("What it plays")
    board = decision.position.board
    groups: dict[Fraction, list[Cell]] = {}
    for cell, share in sorted(decision.moves.items(), key=lambda move: -move[1]):
        groups.setdefault(share, []).append(cell)
    if list(groups) == [Fraction(1)]:
        yield Paragraph(f"{say.cells(board, groups[Fraction(1)])}, always.")
        return
    free = len(decision.position.empty)
    rows = []
    for share, cells in groups.items():
        is_any = len(cells) == free > 9
        names = f"any of the {free} free cells" if is_any else say.cells(board, cells, "or", limit=12)
        each = " each" if len(cells) > 1 else ""
        texts = (names, f"{share}{each}", TableCell(percent(share), share=float(share)))
        rows.append(Row(texts, cells=() if is_any else say.names(board, cells)))
    head = ("move", "probability", "share")
    yield Table("The probability of every move it may play", head, tuple(rows), quiet=True)
