"""A study as SGF: every variation of a file, and what its comments note (``sgf`` tells what a move is).

    (;FF[4]GM[4]CA[UTF-8]SZ[3]RU[3x3x3]C[what is noted];B[bb](;W[aa])(;W[ba]C[this loses]))

A node without a move belongs to the one before it. Other properties, as marks and times, are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from noughts.game.outcome import Mark
from noughts.records.ending import ending_of
from noughts.records.formats.sgf import (
    COLOURS,
    check_not_set_up,
    is_move,
    move_of,
    players_in,
    point_of,
    root_of,
    start_of,
)
from noughts.records.formats.sgf_nodes import SgfNode, escaped, free_text, main_line, nodes_of
from noughts.records.study import Study, StudyDraft


def study_to_sgf(study: Study) -> str:
    """The whole study; NotationError for a board that has no name."""
    names = {"PB": study.x, "PW": study.o}
    root = root_of(study.start, names, ending_of(study.game().outcome))
    return f"({root}{_note(study.note)}{''.join(_written(study))})\n"


def study_from_sgf(text: str) -> Study:
    """The first game of a file with its variations and comments; errors and the board are those of ``from_sgf``."""
    return study_in(nodes_of(text))


def study_in(nodes: Sequence[SgfNode]) -> Study:
    """One game of a file with its variations and comments."""
    start = start_of(main_line(nodes))
    draft = StudyDraft()
    stands: list[tuple[int, Mark]] = []
    for number, node in enumerate(nodes):
        at, to_move = stands[node.after] if number else (0, start.to_move)
        before_all = node.after == number - 1 and at == 0
        for each in node.properties:
            if is_move(each):
                at = draft.play(at, move_of(each, start.board, to_move))
                to_move = to_move.other
            elif not (before_all and at == 0) or each[0] == "AE":
                check_not_set_up(each)
        draft.say(at, _comment(node))
        stands.append((at, to_move))
    names = players_in(main_line(nodes))
    return draft.study(start, x=names.get(Mark.X, ""), o=names.get(Mark.O, ""))


def _comment(node: SgfNode) -> str:
    return "\n".join(free_text(value) for name, values in node.properties if name == "C" for value in values)


def _written(study: Study) -> Iterator[str]:
    """The moves in order; where there is a choice each is a variation, closed when one goes back beyond it."""
    board, sides = study.start.board, (study.start.to_move, study.start.to_move.other)
    line: list[tuple[int, bool]] = []  # the moves that lead here, and whether each opened a variation
    for number, move in enumerate(study.moves, start=1):
        while line and line[-1][0] != move.after:
            yield ")" * line.pop()[1]
        opens = len(study.following(move.after)) > 1
        colour = COLOURS[sides[len(line) % 2]]
        yield f"{'(' * opens};{colour}[{point_of(board, move.cell)}]{_note(move.note)}"
        line.append((number, opens))
    yield ")" * sum(opens for _, opens in line)


def _note(note: str) -> str:
    return f"C[{escaped(note)}]" if note else ""
