"""The first lessons: what a fork is, why a position and its mirror image are one, why O never wins."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from noughts.explain.register import board_words, simple_words
from noughts.explain.words import plural, value_words
from noughts.game.board import Board, Symmetry
from noughts.game.count import count, walk
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.lessons import blocks
from noughts.lessons.exercises import exercises
from noughts.solver.analysis import analyse, best_play
from noughts.solver.game_tree import tree_size
from noughts.solver.small.exact import exact
from noughts.solver.value import Result

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.lessons import LessonBlockJson

_FORK = "X../.O./..X"
_TURNED = "XO./.../..."
_IMAGES = {
    ("a1", "b1"): "as it is",
    ("c1", "b1"): "mirrored from left to right",
    ("a3", "b3"): "mirrored from top to bottom",
    ("c3", "b3"): "turned by a half",
    ("a1", "a2"): "mirrored in the diagonal from the top left",
    ("c3", "c2"): "mirrored in the other diagonal",
    ("c1", "c2"): "turned by a quarter to the right",
    ("a3", "a2"): "turned by a quarter to the left",
}
"""The symmetries of the square, by where they take the top left corner and the side beside it."""


def fork() -> list[LessonBlockJson]:
    """What a fork is, how to make one, and the two ways to keep from one."""
    easy, hard = exercises("fork")[0], exercises("fork")[-1]
    found = len(exercises("fork"))
    return [
        blocks.text(
            "One threat is no danger: whoever sees it stops it. Two threats at once are another matter, for a move",
            "stops only one of them. A move that makes two threats is called a fork: where the other side threatens",
            "nothing itself, it wins in three plies.",
            simple=(
                "One threat is no danger: whoever sees it stops it. Two threats at once are another matter, for a",
                "move stops only one of them. A move that makes two threats is called a fork.",
            ),
        ),
        blocks.heading("A fork, move by move"),
        blocks.text(
            "X holds two opposite corners, O the centre between them. Now O takes a third corner, which looks sound.",
            "Step through what follows.",
        ),
        blocks.frames(
            "From a careless corner to a lost game", blocks.game_frames(_FORK, ("c1", "a3", "a2", "b3"))
        ),
        blocks.heading("Find it yourself"),
        blocks.text(
            f"Up to symmetry there are {found} positions in which a fork is there to be found and nothing else wins",
            "sooner. Here is one of the easiest, and one of the hardest.",
            simple=(
                f"There are {found} positions, mirrored and turned ones counted once, in which a fork is there to be",
                "found and nothing else wins sooner. Here is one of the easiest, and one of the hardest.",
            ),
        ),
        blocks.question(easy.position, f"{easy.position.to_move} to move: where is the fork?"),
        blocks.question(hard.position, f"{hard.position.to_move} to move: and here?"),
        *_keeping_from_forks(),
        blocks.heading("Now in a game"),
        blocks.text(
            "This opponent completes lines and stops yours, and knows nothing of forks. Make one.",
        ),
        blocks.game("Fork it", "newell-simon(level=2)", Mark.X),
    ]


def _keeping_from_forks() -> list[LessonBlockJson]:
    return [
        blocks.heading("How to keep from a fork"),
        blocks.text(
            "There are two ways. You can take the cell where the fork would be made, as long as there is only one.",
            "Or you can threaten a line yourself, so that the other side must answer, and see to it that the answer",
            "is not the fork. In the position from above the first way fails, because there are two such cells.",
        ),
        blocks.question(_FORK, "O to move: which moves do not lose?"),
    ]


def symmetry() -> list[LessonBlockJson]:
    """Eight pictures of one position, and what that saves."""
    board, position = Board.mnk(3, 3, 3), Position.parse(_TURNED)
    images = [(_IMAGES[_image(board, each)], position.transform(each)) for each in board.symmetries]
    return [
        blocks.text(
            "Turn a board by a quarter, or hold it up to a mirror: the game on it is the same. Whoever knows what to",
            f"do in one position knows it in all its images. The square has {len(board.symmetries)} such symmetries,",
            "the one that does nothing included.",
            simple=(
                "Turn a board by a quarter, or hold it up to a mirror: the game on it is the same. Whoever knows what",
                f"to do in one position knows it in all its pictures. A square has {len(board.symmetries)} of them,",
                "the one in which nothing is changed included.",
            ),
        ),
        blocks.frames(
            "One position in all its images",
            [blocks.frame(image, f"The position {words}.") for words, image in images],
            simple="One position in all its pictures",
        ),
        *_what_symmetry_saves(),
        blocks.heading("Which moves are the same?"),
        blocks.text(
            "In the drawn tree a move that stands for several carries their number, like four of one kind. A",
            "position that has lost its symmetry has nothing more to merge: after a corner and a side, every move is",
            "one of its own.",
            simple=(
                "In the drawn tree a move that stands for several carries their number, like four of one kind. After",
                "a corner and a side no two moves are the same any more: nothing is left to be put together.",
            ),
        ),
        blocks.tree(
            "The first move, images together",
            "3x3x3",
            merge=True,
            simple="The first move, like moves together",
        ),
    ]


def _what_symmetry_saves() -> list[LessonBlockJson]:
    counts, start = count("3x3x3"), Position.start()
    whole, merged = tree_size(start)[0], tree_size(start, merge=True)[0]
    openings = plural(len({start.play(cell).canonical() for cell in start.moves}), "opening")
    rows = [(str(p.ply), f"{p.positions:,}", f"{p.canonical:,}") for p in counts.by_ply]
    once = "Mirrored and turned ones once"
    return [
        blocks.heading("What it saves"),
        blocks.text(
            f"The first move has {len(start.moves)} cells to choose from, yet there are only {openings}: a corner, a",
            f"side, the centre. Of all {counts.positions:,} positions that games can come to, {counts.canonical:,}",
            f"are left when images count once; and of the {whole:,} nodes of the game tree {merged:,} are left where",
            "each node keeps one of its symmetric moves. The smaller number is small enough to be drawn: see the",
            "graph of all positions.",
            simple=(
                f"The first move has {len(start.moves)} cells to choose from, yet there are only {openings}: a",
                f"corner, a side, the centre. Games can come to {counts.positions:,} positions; {counts.canonical:,}",
                "are left when mirrored and turned ones count once. So few can be drawn: see the graph of all",
                "positions.",
            ),
        ),
        blocks.table(
            "Positions after so many moves, all of them and up to symmetry",
            ("Moves", "Positions", "Up to symmetry"),
            rows,
            blocks.table("Positions after so many moves", ("Moves", "Positions", once), rows),
        ),
    ]


def why_o_never_wins() -> list[LessonBlockJson]:
    """Strategy stealing: what it proves, what it rests on, and what becomes of it where that fails."""
    looked, worse = extra_marks()
    return [
        blocks.text(
            "On no board, of whatever size and for however many in a row, can O force a win. Nobody need search to",
            "know it: the proof is a few sentences long, and its idea is theft.",
        ),
        blocks.heading("The theft"),
        blocks.text(
            "Suppose O had a way to win whatever X does. Then X takes any cell, forgets it, and from now on plays as",
            "O would: O's move counts as the first one, and X answers by O's own recipe. If the recipe asks for the",
            "cell that X has forgotten, it holds that one already, and takes any other. So X wins by the recipe,",
            "too. But both cannot win one game: there is no such recipe.",
        ),
        blocks.text(
            "All of it rests on one thing: that a cell more never hurts the one who holds it. On three by three that",
            f"can be looked up. {looked:,} times a mark was added to a position in an empty cell, and the value for",
            f"its owner compared before and after: {_times(worse)} was it worse.",
            simple=(
                "All of it rests on one thing: that a cell more never hurts the one who holds it. On three by three",
                f"that can be looked up. {looked:,} times a mark was given away for nothing in a position:",
                f"{_times(worse)} did its owner end worse for it.",
            ),
        ),
        *_left_open(),
        *_where_a_line_loses(),
        blocks.heading("As O, then, play for the draw"),
        blocks.text("Against this opponent a draw is the most that O can have. Can you get it?"),
        blocks.game("Hold the draw as O", "perfect", Mark.O),
    ]


def _times(number: int) -> str:
    return f"{number:,} times" if number else "never"


def _left_open() -> list[LessonBlockJson]:
    boards = _small_boards()
    values = {board: analyse(board).value.result for board in boards}
    wins = sum(value is Result.WIN for value in values.values())
    losses = sum(value is Result.LOSS for value in values.values())
    large = [board for board in boards if board.rows > 1]
    return [
        blocks.heading("What it leaves open"),
        blocks.text(
            "The theft says that X does not lose. Whether X wins or the game is drawn it does not say: for that each",
            f"board must be solved. Of the {len(boards)} boards of at most nine cells X wins {wins}, the others are",
            f"draws, and O wins {losses or 'none'}.",
        ),
        blocks.table(
            "Boards of two or more rows, and what they are worth to X with best play",
            ("Board", "Value"),
            [(str(board), str(analyse(board).value)) for board in large],
            blocks.table(
                "Boards of two or more rows, and what comes of them if nobody errs",
                ("Board", "In the end"),
                [(board_words(board), _ending(board)) for board in large],
            ),
        ),
    ]


def _where_a_line_loses() -> list[LessonBlockJson]:
    other = [board.with_rule("misere") for board in _small_boards() if board.rows > 1]
    lost = [board for board in other if analyse(board).value.result is Result.LOSS]
    return [
        blocks.heading("Where a line loses"),
        blocks.text(
            "Change one rule, so that whoever completes a line loses, and a cell more can hurt. The theft proves",
            f"nothing now, and rightly so: of those of two or more rows O wins {len(lost)}. The smallest of them is",
            f"`{lost[0]}`, where best play goes like this.",
            simple=(
                "Change one rule, so that whoever completes a line loses, and a cell more can hurt. The theft proves",
                f"nothing now, and rightly so: of the boards of two or more rows O wins {len(lost)}. The smallest of",
                f"them is {board_words(lost[0])}: there the game goes like this if both do their best.",
            ),
        ),
        blocks.frames("Where a line loses", blocks.game_frames(Position.start(lost[0]), best_play(lost[0]))),
    ]


def _ending(board: Board) -> str:
    """What comes of a board with best play, in simple words."""
    value = analyse(board).value
    return simple_words(f"X {value_words(value)}") if value.result is not Result.DRAW else "a draw"


@cache
def extra_marks() -> tuple[int, int]:
    """How often a mark of one's own was added to a position of 3x3, and how often its owner fared worse by it.

    For each position that goes on, each side and each empty cell: the owner's value with the side to move unchanged.
    """
    board = Board.mnk(3, 3, 3)
    looked = worse = 0
    for x, o in walk(board):
        position = Position.unchecked(board, x, o)
        if position.is_over:
            continue
        own, other = position.own, position.other
        before = _worth(own, other)
        for cell in position.empty:
            bit = 1 << cell
            looked += 2
            worse += _worth(own | bit, other) < before
            worse += _worth(own, other | bit) > before
    return looked, worse


@cache
def _worth(own: int, other: int) -> int:
    """The result for the side to move of any two sets of marks, however many each side has."""
    solver = exact(Board.mnk(3, 3, 3))
    for marks, result in ((own, 1), (other, -1)):
        if solver.has_line(marks):
            return result
    free = solver.board.full & ~(own | other)
    cells = [1 << cell for cell in solver.board.cells_in(free)]
    return max((-_worth(other, own | bit) for bit in cells), default=0)


def _image(board: Board, symmetry: Symmetry) -> tuple[str, str]:
    """Where a symmetry takes the top left corner and the side beside it."""
    corner, side = (Position.unchecked(board, 1 << cell, 0).transform(symmetry).x for cell in (0, 1))
    return board.cell_name(board.cells_in(corner)[0]), board.cell_name(board.cells_in(side)[0])


def _small_boards() -> list[Board]:
    """Every m,n,k board of at most nine cells on which a line fits, the longer side first."""
    sides = [(m, n) for m in range(1, 10) for n in range(1, m + 1) if m * n <= 9]
    found = [Board.mnk(m, n, k) for m, n in sides for k in range(2, m + 1)]
    return sorted(found, key=lambda board: (board.size, board.columns, board.k or 0))
