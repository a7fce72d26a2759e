"""The lessons on looking ahead: minimax, alpha-beta, threats that must be answered, and proof by pairing."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from noughts.explain.register import board_words, simple_words
from noughts.explain.words import line_words, plural, value_words
from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.game.threats import completions
from noughts.lessons import blocks
from noughts.lessons.line_pairs import line_pairs, partners
from noughts.lessons.sequence import threat_sequence
from noughts.solver.analysis import analyse
from noughts.solver.game_tree import HIGH, LOW, GameTree, tree_size
from noughts.solver.small.exact import exact

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.lessons import FrameJson, GameBlockJson, LessonBlockJson

_THREE_LEFT = "XOX/XO./..O"
_FOUR_LEFT = "X.X/X.O/O.."
_THREATS = "9x9x5:........./........./...OOX.../..XX..X../..O...X../......O../..O..XO../....O.X../........."
_PAIRED = Board.mnk(5, 5, 5)


def max_and_min() -> list[LessonBlockJson]:
    """Minimax: values from the leaves up."""
    return [
        blocks.text(
            "To look ahead is to ask: if I go there, what will the other side do, and what shall I do then? The",
            "answers make a tree. At its root is the position on the board, below every position are those one move",
            "further, and at the leaves the game is over.",
            simple=(
                "To look ahead is to ask: if I go there, what will the other side do, and what shall I do then? The",
                "answers make a tree that grows downwards. At its top is the position on the board, below every",
                "position are those one move further, and at the lower ends the game is over.",
            ),
        ),
        *_from_the_leaves_up(),
        *_how_large(),
        *_what_it_does_not_tell(),
    ]


def _from_the_leaves_up() -> list[LessonBlockJson]:
    position = Position.parse(_THREE_LEFT)
    analysis = analyse(position)
    board = position.board
    worth = "; ".join(
        f"{board.cell_name(cell)} {value_words(value)}" for cell, value in analysis.moves.items()
    )
    return [
        blocks.heading("From the leaves up", "From the ends up"),
        blocks.text(
            "Give every leaf its result: `+1` where the side that moves at the root has won, `-1` where it has lost,",
            "`0` for a draw. Then go up. Where that side moves it will take the largest of what lies below: such a",
            "level is called MAX. Where the other side moves it will take the smallest: MIN. The value that arrives",
            "at the root is what the position is worth if nobody errs. That is all of minimax.",
            simple=(
                "Look at the lower ends first: there you see who has won. Then go up, a row at a time. Where you are",
                "to move you take the best for you of what lies below; where the other side is to move it takes what",
                "is worst for you. What arrives at the top is how the game ends if nobody errs. It is called minimax,",
                "since one side wants the most and the other the least.",
            ),
        ),
        blocks.text(
            f"Here is a whole tree: three cells are left and {position.to_move} is to move. Step through it and watch",
            f"the values rise. At the end you can read off what each move is worth: {worth}.",
            simple=(
                f"Here is a whole tree: three cells are left and {position.to_move} is to move. Step through it and",
                "watch the endings travel up. At the end you can read off what each move comes to:",
                f"{simple_words(worth)}.",
            ),
        ),
        blocks.tree("Three cells left", position),
        blocks.question(position, f"{position.to_move} to move: which move does the tree recommend?"),
    ]


def _what_it_does_not_tell() -> list[LessonBlockJson]:
    return [
        blocks.heading("What it does not tell"),
        blocks.text(
            "Minimax knows no difference between a draw that is hard to miss and one that the other side will hardly",
            "find. Nor does it know, as long as it counts results alone, a quick win from a slow one. Two of the",
            "five classic players are minimax with different answers to that: see `minimax` and `tic`.",
            simple=(
                "Looked at like this, all draws are alike: one that is hard to miss, and one that the other side will",
                "hardly find. And so are all wins, quick or slow. Two of the five classic players think like this,",
                "and each has its own answer to that: see `minimax` and `tic`.",
            ),
        ),
    ]


def _how_large() -> list[LessonBlockJson]:
    start = Position.start()
    nodes, games = tree_size(start)
    return [
        blocks.heading("How large it gets"),
        blocks.text(
            f"The tree of the whole game has {nodes:,} nodes, its root included, and {games:,} leaves: that many",
            "different games can be played. A computer goes through them at once; nobody draws them. The value of",
            f"its root is {value_words(analyse(start).value).replace('draws', 'a draw')}: best play on both sides",
            "wins nobody anything.",
            simple=(
                f"The tree of the whole game holds {nodes:,} boards and {games:,} endings: that many different games",
                "can be played. A computer goes through them at once; nobody draws them. If nobody errs, the whole",
                f"game {value_words(analyse(start).value).replace('draws', 'is a draw')}.",
            ),
        ),
    ]


def alpha_beta() -> list[LessonBlockJson]:
    """What need not be looked at, and how much that is."""
    node = GameTree(Position.parse(_FOUR_LEFT))
    size = node.size
    return [
        blocks.text(
            "Minimax looks at every node. Much of that is in vain: once a move is known to be bad enough, it does",
            "not matter how bad it is. Alpha-beta is minimax that stops looking where nothing can matter any more.",
            "Its answer is the same.",
            simple=(
                "To look at the whole tree is mostly in vain: once a move is known to be bad enough, it does not",
                "matter how bad it is. So stop looking where nothing can matter any more. The answer is the same.",
            ),
        ),
        blocks.heading("The window", "When to stop"),
        blocks.text(
            "On its way down the search carries two numbers. Alpha is what MAX has for sure by now, from moves that",
            "were looked at before. Beta is what MIN can hold MAX to. Between them is the window: a value outside it",
            "cannot change what is chosen above. Every child that is finished may narrow the window for the next.",
            "Where alpha has reached beta the window is empty, and the other children are cut: never looked at.",
            simple=(
                "Say you have found a move that draws. You look at another one, and the first answer to it that you",
                "see beats you. Stop: that move is worse than the draw that you have, whatever the other answers are.",
                "The same holds for the other side, which does not let you have more than it must. What is left out",
                "is called cut: nobody ever looks at it.",
            ),
        ),
        blocks.text(
            f"The tree below this position has {plural(size.nodes, 'node')}. Alpha-beta, going through the moves in",
            f"reading order, visits {size.visited} of them and cuts {size.cut}. Open nodes, step through, and read at",
            "each what the window was when the search came to it.",
            simple=(
                f"The tree below this position holds {plural(size.nodes, 'board')}. Whoever goes through it row by",
                f"row and stops in time looks at {size.visited} of them and leaves out {size.cut}. Open boards, and",
                "step through.",
            ),
        ),
        blocks.tree("What is cut, and why", node.position, cuts=True, simple="What is left out, and why"),
        *_what_is_saved(),
    ]


def _what_is_saved() -> list[LessonBlockJson]:
    start = Position.start()
    whole, merged, best = GameTree(start).size, GameTree(start, merge=True).size, best_first(start)
    return [
        blocks.heading("What it saves"),
        blocks.text(
            f"From the empty board minimax visits {whole.nodes:,} nodes, alpha-beta in reading order",
            f"{whole.visited:,}. With symmetric moves merged it is {merged.nodes:,} and {merged.visited:,}. If the",
            f"best moves always came first, {best:,} would be enough without merging: the better the first guess, the",
            "more is cut. So it pays to put moves in order before looking at them.",
            simple=(
                f"From the empty board the whole tree holds {whole.nodes:,} boards; who stops in time looks at",
                f"{whole.visited:,}. If the best moves always came first, {best:,} would be enough: the better the",
                "first guess, the more is left out. And who takes mirrored and turned moves together needs",
                f"{merged.visited:,}, without any guess.",
            ),
        ),
        blocks.table(
            "Nodes that are visited from the empty board",
            ("How", "Nodes"),
            [
                ("minimax", f"{whole.nodes:,}"),
                ("alpha-beta in reading order", f"{whole.visited:,}"),
                ("alpha-beta, best moves first", f"{best:,}"),
                ("minimax, symmetric moves merged", f"{merged.nodes:,}"),
                ("alpha-beta, symmetric moves merged", f"{merged.visited:,}"),
            ],
            blocks.table(
                "Boards that are looked at from the empty one on",
                ("How", "Boards"),
                [
                    ("all of them", f"{whole.nodes:,}"),
                    ("stopping in time", f"{whole.visited:,}"),
                    ("stopping in time, the best moves first", f"{best:,}"),
                    ("all, like moves together", f"{merged.nodes:,}"),
                    ("stopping in time, like moves together", f"{merged.visited:,}"),
                ],
            ),
        ),
    ]


def threats() -> list[LessonBlockJson]:
    """How a win is forced on a large board by threats alone."""
    position = Position.parse(_THREATS)
    line = threat_sequence(position)
    assert line
    attacker, cells = position.to_move, len(position.empty)
    before = position
    for cell in line[: 2 * ((len(line) - 3) // 2)]:
        before = before.play(cell)
    return [
        blocks.text(
            f"On a large board nobody looks at everything. Here {plural(cells, 'cell')} are empty, and three plies",
            f"ahead that is already {cells * (cells - 1) * (cells - 2):,} ways to go on. Yet {attacker} can be sure",
            f"of the win after looking at {plural(len(line), 'ply', 'plies')} of one single line. How?",
            simple=(
                f"On a large board nobody looks at everything. Here {plural(cells, 'cell')} are empty, and after",
                f"only three more moves there are {cells * (cells - 1) * (cells - 2):,} ways in which the game may",
                f"have gone on. Yet {attacker} can be sure of the win after looking at a single one. How?",
            ),
        ),
        blocks.heading("Moves that must be answered"),
        blocks.text(
            "The trick is to make only moves that leave no choice. Whoever lacks one cell of five in a row threatens",
            "to complete it, and the other side must take that cell at once. So a threat is a question with one",
            "possible answer, and a chain of them is no tree but a path. It ends in a move that makes two threats:",
            "one is answered, the other carried out. It is the fork again, prepared from afar.",
        ),
        blocks.frames(f"{attacker} wins by threats", blocks.game_frames(position, line)),
        blocks.heading("Your turn"),
        blocks.text("The same game shortly before its end. Which cell makes two threats?"),
        _last_threat(before),
        blocks.heading("Why it is a proof"),
        blocks.text(
            "The side that attacks need not consider what else the other side might do: everything else loses at",
            "once. Nor need it find the quickest win. What was searched here was threats and nothing but threats,",
            "the shortest chain first. The engine of this house looks for such chains, too, on every large board.",
        ),
    ]


def pairing() -> list[LessonBlockJson]:
    """A draw proved without any search, drawn on the 5x5 board."""
    pairs = line_pairs(_PAIRED)
    assert pairs
    letters = {cell: chr(65 + number) for number, pair in enumerate(pairs) for cell in pair}
    spare = [cell for cell in _PAIRED.cells if cell not in letters]
    return [
        blocks.text(
            "Five in a row on a board of five by five is a draw. It need not be searched: here is a proof that fits",
            "on a card, and that you can use while you play.",
        ),
        blocks.heading("A pair for every line"),
        blocks.text(
            f"The board has {plural(len(_PAIRED.lines), 'line')}. Give to each of them two of its cells, and no cell",
            f"to two lines: that takes {2 * len(pairs)} of the {_PAIRED.size} cells. In the drawing the two cells of",
            "a pair bear the same letter. Step through to see each line with its pair.",
        ),
        blocks.frames("The pairs, and the line that each belongs to", _pair_frames(pairs, letters)),
        blocks.text(
            "Now O plays like this: whenever X takes a cell of a pair, O takes the other one. "
            + (
                f"(The cell {_PAIRED.cell_name(spare[0])} belongs to no pair: if X takes it, O moves anywhere.)"
                if spare
                else ""
            )
            + " So of every pair X gets one cell at most, of every line X lacks one, and no line is ever X's.",
            "A cell too many does O no harm. And since O cannot win, as another lesson shows, the game is a draw.",
        ),
        blocks.heading("Try to break it"),
        blocks.text("O answers by the pairs alone and looks at nothing else. Complete a line, if you can."),
        _paired_game(),
        *_where_pairs_work(),
    ]


def _where_pairs_work() -> list[LessonBlockJson]:
    squares = [Board.mnk(n, n, n) for n in range(3, 9)]
    rows = [(str(board), str(len(board.lines)), str(board.size), _paired(board)) for board in squares]
    return [
        blocks.heading("Where it works"),
        blocks.text(
            "A pairing needs two cells for every line, so that small boards have too few: three by three has more",
            "lines than half its cells. It is drawn all the same, but that must be searched.",
        ),
        blocks.table(
            "Square boards, as many in a row as the board is wide",
            ("Board", "Lines", "Cells", "Pairs"),
            rows,
            blocks.table(
                "Square boards, as many in a row as the board is wide",
                ("Board", "Lines", "Cells", "Pairs"),
                [(board_words(board), *row[1:]) for board, row in zip(squares, rows, strict=True)],
            ),
        ),
    ]


def _paired(board: Board) -> str:
    if line_pairs(board):
        return "a draw by pairs"
    return "too few cells" if 2 * len(board.lines) > board.size else "none"


def _pair_frames(pairs: tuple[tuple[Cell, Cell], ...], letters: dict[Cell, str]) -> list[FrameJson]:
    """All pairs at once, then every line with its own."""
    start = Position.start(_PAIRED)
    shown = [blocks.frame(start, "Every line has two cells of its own, with one letter.", texts=letters)]
    for line, pair in zip(_PAIRED.lines, pairs, strict=True):
        words = f"{line_words(_PAIRED, line).capitalize()} has the pair {letters[pair[0]]}."
        shown.append(blocks.frame(start, words, texts=letters, rings=pair, lines=(line,)))
    return shown


def _paired_game() -> GameBlockJson:
    name = _PAIRED.cell_name
    return {
        "kind": "game",
        "title": "O answers by pairs",
        "board": str(_PAIRED),
        "position": Position.start(_PAIRED).rows_text,
        "side": "X",
        "player": None,
        "line": [],
        "partners": {name(a): name(b) for a, b in partners(_PAIRED).items()},
    }


def _last_threat(position: Position) -> LessonBlockJson:
    """Which moves make two threats at once."""
    board = position.board
    after = {cell: position.play(cell) for cell in position.moves}
    right = [cell for cell, next_ in after.items() if len(completions(board, next_.other, next_.own)) > 1]
    return {
        "kind": "question",
        "question": f"{position.to_move} to move: where are two threats?",
        "board": str(board),
        "position": position.rows_text,
        "answers": board.cell_names(right),
    }


@cache
def best_first(position: Position, alpha: int = LOW, beta: int = HIGH) -> int:
    """How many nodes alpha-beta visits where it tries the best moves first, of equal ones in reading order.

    The window is that of the side to move; the root is counted.
    """
    solver, visited = exact(position.board), 1
    results = solver.results(position) if not position.is_over else {}
    for cell in sorted(results, key=lambda each: -results[each]):
        if alpha >= beta:
            break
        visited += best_first(position.play_unchecked(cell), -beta, -alpha)
        alpha = max(alpha, results[cell])
    return visited
