"""The blocks that lessons are made of: text, pictures to step through, questions, games, tables and trees.

What a block says of a position is computed here from the rules and the exact table: who threatens what, which moves are
right, which game a player loses.

Every text is precise; beside it stands, where it differs, what is told in the simple register: as it is given, else
what becomes of the precise one by the register's rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from noughts.arena.exploit import exploit
from noughts.explain.jsonable import side_json
from noughts.explain.register import player_words, simple_words
from noughts.explain.sentence import outcome_sentence, sentence, threats_sentence
from noughts.game.board import Board, Cell, Line
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.rule import GameRule
from noughts.game.threats import completions
from noughts.players.player import Decision
from noughts.players.registry import LEVELS, player, player_names
from noughts.solver.analysis import analyse

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.lessons import (
        FrameJson,
        FramesBlockJson,
        GameBlockJson,
        HeadingBlockJson,
        QuestionBlockJson,
        TableBlockJson,
        TextBlockJson,
        TreeBlockJson,
        TwoRegisters,
    )

_Words = TypeVar("_Words", bound="TwoRegisters")
_CODE = re.compile(r"`(([a-z][a-z-]*)(?:\([^`]*\))?)`")


def text(*sentences: str, simple: Sequence[str] = ()) -> TextBlockJson:
    """A paragraph."""
    precise = " ".join(sentences)
    block: TextBlockJson = {"kind": "text", "text": precise}
    return _in_both_registers(block, precise, " ".join(simple))


def heading(words: str, simple: str = "") -> HeadingBlockJson:
    """A heading within a lesson."""
    block: HeadingBlockJson = {"kind": "heading", "text": words}
    return _in_both_registers(block, words, simple)


def table(
    caption: str,
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    simple: TableBlockJson | None = None,
) -> TableBlockJson:
    """A table; ``simple`` is another one that stands in its place in the simple register."""
    block: TableBlockJson = {
        "kind": "table",
        "caption": caption,
        "head": [*head],
        "rows": [[*row] for row in rows],
    }
    if simple:
        block["simple"] = {"caption": simple["caption"], "head": simple["head"], "rows": simple["rows"]}
    return block


def frames(title: str, shown: Iterable[FrameJson], simple: str = "") -> FramesBlockJson:
    """Pictures to step through."""
    block: FramesBlockJson = {"kind": "frames", "title": title, "frames": [*shown]}
    return _in_both_registers(block, title, simple)


def frame(
    position: Position | str,
    words: str = "",
    *,
    simple: str = "",
    texts: Mapping[Cell, object] | None = None,
    rings: Iterable[Cell] = (),
    lines: Iterable[Line] = (),
) -> FrameJson:
    """A picture of a position; without words it says what is threatened there, or how the game ended."""
    position = Position.of(position)
    board, words = position.board, words or _said(position)
    picture: FrameJson = {
        "board": str(board),
        "position": position.rows_text,
        "words": words,
        "texts": {board.cell_name(cell): str(each) for cell, each in (texts or {}).items()},
        "rings": board.cell_names(rings),
        "lines": [board.cell_names(line) for line in lines],
    }
    return _in_both_registers(picture, words, simple)


def decision_frame(decision: Decision, prefix: str = "", **notes: object) -> FrameJson:
    """The position of a decision, the cells that the player may take ringed, and its reason in words."""
    why = sentence(decision)
    words, simple = (f"{prefix} {each}".strip() for each in (why, simple_words(why)))
    return frame(decision.position, words, simple=simple, rings=decision.moves, **notes)  # type: ignore[arg-type]


def game_frames(start: Position | str, cells: Iterable[Cell | str]) -> list[FrameJson]:
    """A game move by move, with what is threatened after each and where the threats would be carried out.

    Where completing a line loses, nothing is a threat, and only the moves are told.
    """
    position = Position.of(start)
    shown = [frame(position, _said(position) or f"{position.to_move} to move.", rings=_completing(position))]
    for cell in map(position.board.cell_of, cells):
        mover = position.to_move
        position = position.play(cell)
        words = f"{mover} plays {position.board.cell_name(cell)}. {_said(position)}".strip()
        lines = position.outcome.lines if position.outcome else ()
        picture = frame(position, words, rings=_completing(position), lines=lines)
        shown.append({**picture, "last": position.board.cell_name(cell)})
    return shown


def question(position: Position | str, words: str) -> QuestionBlockJson:
    """A board with a question whose right answers are the moves of the best result."""
    analysis = analyse(position)
    position, best = analysis.position, analysis.value.result
    right = [cell for cell, value in analysis.moves.items() if value.result is best]
    block: QuestionBlockJson = {
        "kind": "question",
        "question": words,
        "board": str(position.board),
        "position": position.rows_text,
        "answers": position.board.cell_names(right),
    }
    return _in_both_registers(block, words)


def game(title: str, name: str, side: Mark) -> GameBlockJson:
    """A board to play on freely against a player."""
    position = Position.start()
    block: GameBlockJson = {
        "kind": "game",
        "title": title,
        "board": str(position.board),
        "position": position.rows_text,
        "side": side_json(side),
        "player": str(player(name)),
        "line": [],
    }
    return _in_both_registers(block, title)


def beaten(title: str, name: str, side: Mark) -> GameBlockJson:
    """The game that a player loses on a side, to be played by the reader on the other; without one, free play."""
    weakness = exploit(name).side(side)
    block = game(title, name, side.other)
    block["line"] = Board.mnk(3, 3, 3).cell_names(weakness.line or ())
    return block


def tree(
    title: str, position: Position | str, *, merge: bool = False, cuts: bool = False, simple: str = ""
) -> TreeBlockJson:
    """The game tree below a position; ``merge`` draws symmetric siblings once, ``cuts`` shows what alpha-beta cuts."""
    rows = Position.of(position).rows_text
    block: TreeBlockJson = {"kind": "tree", "title": title, "position": rows, "merge": merge, "cuts": cuts}
    return _in_both_registers(block, title, simple)


def _in_both_registers(words: _Words, precise: str, simple: str = "") -> _Words:
    """With what is told in the simple register, where that differs: what is given, else by the register's rules."""
    told = _CODE.sub(_named, simple or simple_words(precise))
    if told != precise:
        words["simple"] = told
    return words


def _named(code: re.Match[str]) -> str:
    """A player that stands as code, in words; other code as it is."""
    known = code[2] in player_names() or code[2] in LEVELS
    return player_words(code[1]) if known else code[0]


def _said(position: Position) -> str:
    """What is threatened in a position, or how the game ended."""
    if position.outcome:
        return outcome_sentence(position.outcome, position.board)
    return threats_sentence(position) if position.board.rule is GameRule.LINE else ""


def _completing(position: Position) -> tuple[Cell, ...]:
    """Where the side that has just moved would complete a line."""
    if position.is_over or position.board.rule is not GameRule.LINE:
        return ()
    return completions(position.board, position.other, position.own)
