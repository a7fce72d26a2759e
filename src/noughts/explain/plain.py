"""Players that look at nothing, programs, and evidence that has no words of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from noughts.explain import say
from noughts.explain.blocks import (
    Block,
    Figure,
    Heading,
    Note,
    Paragraph,
    Row,
    Table,
    Text,
    either,
    plain_text,
)
from noughts.explain.json_views import evidence_json
from noughts.explain.say import any_of, number_words, share_words
from noughts.game.board import Cell
from noughts.game.notation import MAX_SIDE
from noughts.players.evidence import ProgramEvidence, Uniform
from noughts.players.player import Decision, Evidence

_MAX_TEXTS = 40
"""Maximum number of probabilities that are written on the board."""

_COLUMNS = "abcdefghijklmnopqrst"[:MAX_SIDE]


def uniform_why(decision: Decision, uniform: Uniform, cell: Cell | None) -> Text:
    """Return that chance picks a free cell; of a player that leaves some out, no more than its moves."""
    position, number = decision.position, len(decision.moves)
    if number < len(position.empty) or len(set(decision.moves.values())) > 1:
        return any_why(decision, uniform, cell)
    if cell is None:
        share = share_words(next(iter(decision.moves.values())))
        return f"Picks {any_of(number)} free cells at random{either(f', each with probability {share}', '')}."
    name = say.cell(position.board, cell)
    if number == 1:
        return f"Plays {name}, the only free cell."
    return f"Picks {name} at random, one of {number_words(number)} free cells."


def uniform_blocks(decision: Decision, _: Uniform) -> Iterator[Block]:
    """Yield the board with the probability of each move."""
    yield Heading("What it saw")
    yield _chances_figure(decision, "Nothing was looked at: every free cell is as good as the others.")


def program_why(decision: Decision, program: ProgramEvidence, _: Cell | None) -> Text:
    """Return what the program answered, and after how many seconds."""
    move = say.cells(decision.position.board, tuple(decision.moves))
    return f"The program answers {move}, after {program.seconds:.1f} s."


def program_blocks(decision: Decision, program: ProgramEvidence) -> Iterator[Block]:
    """Yield the last messages of the program."""
    yield Heading("What it said")
    yield Figure(decision.position, rings=say.names(decision.position.board, decision.moves))
    if program.said:
        yield Paragraph("It said meanwhile:")
    else:
        yield Paragraph("It said nothing else.")
    for said in program.said:
        yield Paragraph(plain_text(said), note=True)


def any_why(decision: Decision, evidence: Evidence, cell: Cell | None) -> Text:
    """Return the move, its probability and the kind of evidence."""
    board, kind, player = decision.position.board, plain_text(evidence.kind), plain_text(decision.player)
    if cell is None:
        return f"{player} plays {say.cells(board, tuple(decision.moves), 'or')} (evidence: {kind})."
    share = decision.moves[cell]
    chance = "" if share == 1 else f" with probability {share_words(share)}"
    return f"{player} plays {say.cell(board, cell)}{chance} (evidence: {kind})."


def any_blocks(decision: Decision, evidence: Evidence) -> Iterator[Block]:
    """Yield the fields of the evidence, grids as tables, and the board with the probability of each move."""
    yield Heading("What it saw")
    shown = evidence_json(evidence, decision.position.board)
    kind = plain_text(str(shown.pop("kind")))
    yield Paragraph(f"Evidence of the kind {kind}.", note=True)
    if not shown:
        yield Paragraph("It tells nothing more.")
    terms = {name: value for name, value in shown.items() if not _is_grid(value)}
    if terms:
        rows = tuple(Row((_field_words(name), _value_words(value))) for name, value in terms.items())
        yield Table("The fields of the evidence", (), rows, quiet=True)
    for name, value in shown.items():
        if _is_grid(value):
            yield _grid(_field_words(name), value)
    yield _chances_figure(decision, "The probability of each move.")


def _chances_figure(decision: Decision, words: Text) -> Figure:
    board, moves = decision.position.board, decision.moves
    notes = {board.cell_name(cell): Note(str(share), heat=float(share)) for cell, share in moves.items()}
    return Figure(decision.position, words, notes if len(notes) <= _MAX_TEXTS else {})


def _field_words(name: str) -> Text:
    return plain_text(name.replace("_", " "))


def _value_words(value: Any) -> Text:
    if isinstance(value, Mapping):
        return (
            "; ".join(f"{_field_words(name)}: {_value_words(each)}" for name, each in value.items()) or "none"
        )
    if isinstance(value, list):
        inner = any(isinstance(each, (list, Mapping)) for each in value)
        return ("; " if inner else ", ").join(map(_value_words, value)) or "none"
    if value is None or isinstance(value, bool):
        return "none" if value is None else "yes" if value else "no"
    return plain_text(str(value))


def _is_grid(value: Any) -> bool:
    """Return whether a value is a list of at least two rows of numbers, all of one length."""
    rows: list[Any] = value if isinstance(value, list) and len(value) > 1 else [None]
    return all(isinstance(row, list) and len(row) == len(rows[0]) and _are_numbers(row) for row in rows)


def _are_numbers(row: Iterable[Any]) -> bool:
    return all(isinstance(each, (int, float)) and not isinstance(each, bool) for each in row)


def _grid(name: Text, rows: list[list[float]]) -> Table:
    heads = (_COLUMNS[i] if i < len(_COLUMNS) else str(i + 1) for i in range(len(rows[0])))
    body = (Row((str(i), *map(str, row))) for i, row in enumerate(rows, start=1))
    return Table(name or "grid", ("row", *heads), tuple(body), ">" * (len(rows[0]) + 1))
