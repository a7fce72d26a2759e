"""The lesson on Newell and Simon's rules: one after the other, with what each adds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.arena.exploit import exploit
from noughts.arena.match import match
from noughts.explain.words import percent
from noughts.game.board import Board
from noughts.game.count import walk
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.lessons import blocks
from noughts.players.evidence import Rule
from noughts.players.newell_simon import NewellSimon
from noughts.players.step import PlayerStep

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.lessons import FrameJson, LessonBlockJson, TableBlockJson

_SHOWN_FROM_PLY = 2
"""Examples have a few marks on the board, where a position allows it."""


def newell_simon() -> list[LessonBlockJson]:
    """Eight rules, a ladder of eight players."""
    steps = _steps()
    return [
        blocks.text(
            "How do people play this game well? Allen Newell and Herbert Simon wrote down what a person who never",
            "errs might think, as a list of rules: look for the first thing that applies, and do it. Kevin Crowley",
            "and Robert Siegler later studied how children come to play by such rules, one after the other.",
        ),
        blocks.heading("The rules, one by one"),
        blocks.text(
            f"There are {len(steps)}. For each the first position is shown in which it decides: none above it",
            "applies.",
        ),
        blocks.frames("Every rule at work", [_example(step) for step in steps]),
        blocks.heading("The rule that is easily got wrong"),
        blocks.text(
            "To stop a fork it does not do to take its cell. If there are two such cells, the other one is left. So",
            "the rule first looks for a move that makes two in a row, so that the other side must answer, at a cell",
            "that is not the fork. Only without such a move does it take the cell of the fork.",
        ),
        blocks.question("X../.O./..X", "O to move, and X has two forks. Which moves do not lose?"),
        blocks.heading("What each rule adds"),
        blocks.text(
            "Cut the list off after some rule and let a die decide where none applies: that makes a weaker player,",
            "and the cuts make a ladder. All figures are exact: what is expected as X against random play, and the",
            "least that can be had against the opponent who knows the player and replies best.",
            simple=(
                "Cut the list off after some rule and let a die decide where none applies: that makes a weaker",
                "player, and the cuts make a ladder. Every figure is exact: how often each wins as X against random",
                "moves, and whether anybody can beat it.",
            ),
        ),
        _ladder_table(steps),
        blocks.text("Here is the player that knows the rules as far as the fork, and not how to stop one."),
        blocks.game("Against the first three rules", "newell-simon(level=3)", Mark.X),
    ]


def _steps() -> list[PlayerStep]:
    evidence = NewellSimon().decide("3x3x3").evidence
    assert isinstance(evidence, Rule)
    return [step for step in evidence.all_steps if step.number]


def _example(step: PlayerStep) -> FrameJson:
    """The first position with a few marks in which a rule decides."""
    knowing = NewellSimon()
    board = Board.mnk(3, 3, 3)
    for x, o in walk(board):
        position = Position.unchecked(board, x, o)
        if position.is_over or position.ply < _SHOWN_FROM_PLY:
            continue
        decision = knowing.decide(position)
        if isinstance(decision.evidence, Rule) and decision.evidence.step == step.number:
            return blocks.decision_frame(
                decision, f"{step.number}. {step.name.capitalize()}: {step.meaning}."
            )
    raise AssertionError(f"rule {step.number} never decides")


def _ladder_table(steps: list[PlayerStep]) -> TableBlockJson:
    rows = []
    for step in steps:
        name = str(NewellSimon(step.number))
        found, against = exploit(name), match(name, "random")
        rows.append(
            (
                str(step.number),
                step.name,
                percent(against.win),
                *("can lose" if found.side(side).can_lose else "cannot lose" for side in Mark),
                *(str(found.side(side).score) for side in Mark),
            )
        )
    head = (
        "Rules",
        "the last of them",
        "Wins as X against random",
        "As X",
        "As O",
        "Worst as X",
        "Worst as O",
    )
    simple = blocks.table("The ladder", head[:5], [row[:5] for row in rows])
    return blocks.table("The ladder", head, rows, simple)
