"""A lesson for each of the five classic players: its idea, its working, its quirks, and what exhaustion finds of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.arena.blunders import choices
from noughts.arena.exploit import exploit
from noughts.explain.words import cells_words, line_words, listing, plural
from noughts.explain.working_weights import steps
from noughts.game.board import Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.threats import completions
from noughts.lessons import blocks
from noughts.lessons.teach_exhaustion import findings, loser, slow_wins, verdict
from noughts.players.evidence import DecisionTable, Ratings, Weights
from noughts.players.player import Decision
from noughts.players.registry import player
from noughts.solver.analysis import analyse
from noughts.solver.value import Result

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.lessons import FrameJson, LessonBlockJson, TableBlockJson

_GRID = "XX./.../O.."
_TABLE = "..X/.O./X.."
_SECOND = "XX./O../..O"
_ANTI_FORKS = ("..X/.O./X..", ".X./.O./X..", ".X./OOX/X..")
"""The positions that the documents of `weights` and `rules` work out."""


def tic() -> list[LessonBlockJson]:
    """Minimax with a second opinion."""
    return [
        blocks.text(
            "`tic` was a Java applet. It looks at all games that can follow, like minimax, and so knows of every",
            "move whether it wins, draws or loses if nobody errs. Its author saw that this leaves many moves equal,",
            "and gave it a second opinion for choosing among them.",
            simple=(
                "`tic` was a Java applet. It looks at all games that can follow, and so knows of every move whether it",
                "wins, draws or loses if nobody errs. Its author saw that this leaves many moves equal, and gave it a",
                "second opinion for choosing among them.",
            ),
        ),
        blocks.heading("The idea"),
        blocks.text(
            "The first rating of a move is its minimax value. If several share the best one, they are rated again,",
            "this time against an opponent who plays any move, each as likely as the others: the second rating is",
            "the mean of what the replies are worth. The move whose replies are worst for the opponent on average is",
            "the one after which it can go wrong most easily. What is still equal is drawn by lot.",
            simple=(
                "First it asks of every move how the game ends if nobody errs. If several moves are equally good, it",
                "asks of each: if the other side now moved without thinking, how well would that be for me? The move",
                "after which the other side can go wrong most easily is taken. What is still equal is drawn by lot.",
            ),
        ),
        _first_move_of_tic(),
        *_two_readings(),
        *verdict("tic"),
    ]


def _two_readings() -> list[LessonBlockJson]:
    """Where the author's words and his recipe part."""
    differ = _where_they_differ("tic", "tic(deep=True)")
    return [
        blocks.heading("Its quirk"),
        blocks.text(
            "The author describes the second rating twice, and not in the same way. In words the opponent plays at",
            "random to the end; in the recipe the second rating hands over to the first as soon as the computer is",
            "to move, so that only one reply is random. This house plays the recipe; `tic(deep=True)` plays the",
            f"words. In {plural(len(differ), 'position')} that `tic` can come into they choose differently. This is",
            "the first:",
            simple=(
                "The author describes the second opinion twice, and not in the same way. In words the other side plays",
                "without thinking to the end; in the recipe it does so for one move only, and from then on nobody",
                "errs. This house plays the recipe; `tic(deep=True)` plays the words. In",
                f"{plural(len(differ), 'position')} that `tic` can come into they choose differently. The first:",
            ),
        ),
        blocks.frames(
            "Two readings of one text",
            [blocks.decision_frame(each, f"`{each.player}`:") for each in differ[0]],
        ),
    ]


def _first_move_of_tic() -> LessonBlockJson:
    """Both ratings of the empty board, and what is chosen."""
    start = player("tic").decide("3x3x3")
    ratings = start.evidence
    assert isinstance(ratings, Ratings)
    best = cells_words(start.position.board, ratings.kept_second, "or")
    return blocks.frames(
        "The first move",
        [
            blocks.frame(
                start.position,
                "The first rating: every move draws with best play.",
                simple="The first opinion: D is a draw. No move wins if the other side does not err.",
                texts=_results(ratings),
            ),
            blocks.frame(
                start.position,
                f"The second rating: the mean over all replies. After {best} most of them go wrong.",
                simple=f"The second opinion: what share of the replies goes wrong. After {best} most of them do.",
                texts=ratings.second,
                rings=ratings.kept_second,
            ),
            blocks.decision_frame(start, "Its choice.", texts=start.moves),
        ],
    )


def minimax() -> list[LessonBlockJson]:
    """First best in reading order."""
    return [
        blocks.text(
            "`minimax` comes from a tutorial that explains game trees in Python: the two sides are a maximiser and a",
            "minimiser, and the computer takes the move with the largest value. If you have not met that yet, read",
            "the lesson on minimax first.",
            simple=(
                "`minimax` comes from a tutorial that explains how a computer looks ahead: it wants the best ending",
                "for itself, and expects the other side to want the worst for it. If you have not met that yet, read",
                "the lesson on thinking ahead first.",
            ),
        ),
        blocks.heading("The idea"),
        blocks.text(
            "It tries the empty cells row by row, reckons the value of each, and remembers the first that is better",
            "than all before. Nothing else: no second opinion, no dice. In every position it has exactly one move.",
            simple=(
                "It tries the empty cells row by row, finds out how the game ends after each if nobody errs, and",
                "remembers the first that is better than all before. Nothing else: no second opinion, no dice. In",
                "every position it has exactly one move.",
            ),
        ),
        blocks.frames(
            "Its first moves", [blocks.decision_frame(each) for each in _own_game("minimax", Mark.X)]
        ),
        *_line_that_can_wait(),
        *verdict("minimax"),
    ]


def _line_that_can_wait() -> list[LessonBlockJson]:
    """A win at once that comes later in reading order is passed over."""
    passed = [(position, cells) for position, cells in slow_wins("minimax")]
    position, cells = passed[0]
    wins = completions(position.board, position.own, position.other)
    return [
        blocks.heading("Its quirk"),
        blocks.text(
            "A win counts `+1`, whether it comes now or later. So if a cell that wins later comes first in reading",
            "order, that is the one it takes, and a line that it could complete is left for another time. Of its",
            f"positions there are {len(passed)} in which it does so. In this one it could win at",
            f"{cells_words(position.board, wins, 'or')}, and plays {cells_words(position.board, cells)}. The win does",
            "not run away: it comes later, but it comes.",
            simple=(
                "A win is a win to it, whether it comes now or later. So if a cell that wins later comes first, that",
                "is the one it takes, and a line that it could complete is left for another time. Of its positions",
                f"there are {len(passed)} in which it does so. In this one it could win at",
                f"{cells_words(position.board, wins, 'or')}, and plays {cells_words(position.board, cells)}. The win",
                "does not run away: it comes later, but it comes.",
            ),
        ),
        blocks.frames("The line can wait", [blocks.decision_frame(player("minimax").decide(position))]),
    ]


def weights() -> list[LessonBlockJson]:
    """The weight grid."""
    decision = player("weights").decide(_GRID)
    as_x = player("weights").decide(_SECOND)
    evidence = decision.evidence
    assert isinstance(evidence, Weights)
    adds = [f"{weight:,} for {kind.value}" for kind, weight in evidence.adds.items()]
    return [
        blocks.text(
            "`weights` looks ahead not at all. It goes once over all lines, adds a number to the cells of each, and",
            "takes the cell with the largest sum. Its author made it with larger boards in mind, where searching is",
            "out of the question.",
        ),
        blocks.heading("The idea"),
        blocks.text(
            "A line with marks of both sides is dead and counts nothing, and so does one without any mark. Every",
            f"other line adds to each of its empty cells: {listing(adds)}. The steps between these numbers are chosen",
            "so that no crowd of small ones can outweigh a large one: first win, then stop the other side, then take",
            "the cell through which most lines run that somebody has begun.",
        ),
        blocks.frames("The position that its author works out, line by line", _grown(decision)),
        blocks.heading("The same, for the other side"),
        blocks.text(
            "In its author's position O is to move and c1 stops a line. Had it been X's turn, the same cell would",
            "complete one. Here is a position in which it does:",
        ),
        blocks.frames("A completion of its own", [blocks.decision_frame(as_x, texts=_sums(as_x))]),
        blocks.heading("Its quirk"),
        blocks.text(
            "It sees lines that lack one cell, and counts those that lack two, but never asks what happens if two of",
            "those meet. A fork is invisible to it until it has been made.",
        ),
        *verdict("weights"),
    ]


def core() -> list[LessonBlockJson]:
    """Seven steps."""
    missed = [(position, cells) for position, cells in slow_wins("core")]
    position, cells = missed[0]
    wins = completions(position.board, position.own, position.other)
    opened = player("core").decide("3x3x3")
    answered = [player("core").decide(at) for at in ("X../.../...", ".../.X./...")]
    fired = [player("core").decide(at) for at in ("XX./.O./...", "X.O/.../..X", "O.X/.O./..X")]
    return [
        blocks.text(
            "`core` is told by its author as a list of steps, with the promise to show what is inside the computer's",
            "brain. There is no tree in it and no arithmetic: each step is a look, and the first that finds",
            "something decides.",
        ),
        blocks.heading("The idea"),
        blocks.text(
            "If it begins, a die chooses among the corners and the centre. If it plays second against a corner, it",
            "takes the opposite one. Then, in every move: a line with two marks of one side and an empty cell is",
            "filled; else the centre is taken; else the first empty corner; else the first empty side.",
        ),
        blocks.frames(
            "Its opening, and its steps",
            [blocks.decision_frame(each) for each in (opened, *answered, *fired)],
        ),
        blocks.heading("Its quirk"),
        blocks.text(
            "Look again at the third step: two marks of one side. Whose they are is not asked. If a line of the",
            "other side comes first in its order, it is stopped, although a line of its own could be completed: in",
            f"{plural(len(missed), 'position')} that it can come into it may pass over a win like that. Here it could",
            f"win at {cells_words(position.board, wins, 'or')}, and plays {cells_words(position.board, cells)}.",
        ),
        blocks.frames(
            "It stops a line instead of winning", [blocks.decision_frame(player("core").decide(position))]
        ),
        *verdict("core"),
    ]


def rules() -> list[LessonBlockJson]:
    """Prime sums and a decision table."""
    table = player("rules").decide(_TABLE)
    return [
        blocks.text(
            "`rules` was written by somebody who came from databases, and thinks in tables: one row for each line,",
            "one column for each thing that can be said of it, and a few questions asked of the table. Its title",
            "calls it unbeatable.",
        ),
        blocks.heading("The idea"),
        blocks.text(
            "X counts three, O counts five, and the sum over a line tells its whole state, since no two states have",
            "the same sum. From the sums follow all other columns: who wins there next, who could win in two moves,",
            "where two such lines cross and make a fork possible.",
        ),
        _decision_table(table),
        blocks.text(
            "Then it decides: win; else stop the other side's win; else prevent a fork; and where its author says no",
            "more, the centre, a corner, whatever is left.",
        ),
        blocks.frames("The table's position", [blocks.decision_frame(table)]),
        *_two_versions(),
        *verdict("rules"),
    ]


def _two_versions() -> list[LessonBlockJson]:
    first = [player("rules(advanced=False)").decide(at) for at in _ANTI_FORKS]
    advanced = player("rules").decide(_ANTI_FORKS[-1])
    version = exploit("rules(advanced=False)")
    return [
        blocks.heading("Two versions"),
        blocks.text(
            "To prevent a fork it looks for a cell where a line of its own, with one mark, crosses one of the other",
            "side's: taking it breaks that line and threatens another. The first version took the first crossing.",
            "Then its author met a position in which that loses, and made the second version: lines that are in most",
            "forks come first.",
        ),
        blocks.frames(
            "The author's three positions, and the second version's answer to the last",
            [
                *(blocks.decision_frame(each, "First version.") for each in first),
                blocks.decision_frame(advanced, "Second version."),
            ],
        ),
        blocks.heading(
            "What exhaustion finds of the first version",
            "What a look at every game finds of the first version",
        ),
        findings(version),
        blocks.text("Its author mentions one loss. Here is a game that it loses: play it."),
        blocks.beaten("Beat the first version", "rules(advanced=False)", loser(version) or Mark.O),
    ]


def _own_game(name: str, side: Mark) -> list[Decision]:
    """Its decisions in the game against perfect play."""
    position, decisions = Position.start(), []
    while not position.is_over:
        if position.to_move is side:
            decisions.append(player(name).decide(position))
            cell = next(iter(decisions[-1].moves))
        else:
            cell = analyse(position).best[0]
        position = position.play(cell)
    return decisions


def _where_they_differ(one: str, other: str) -> list[tuple[Decision, Decision]]:
    """The decisions of two players in the positions of the first where they choose differently."""
    both = ((player(one).decide(at), player(other).decide(at)) for at, _ in choices(player(one)))
    return [pair for pair in both if pair[0].moves != pair[1].moves]


def _grown(decision: Decision) -> list[FrameJson]:
    """The weight grid as it grows, line by line."""
    board, evidence = decision.position.board, decision.evidence
    assert isinstance(evidence, Weights)
    feeds = {feed.line: feed for feed in evidence.feeds}
    empty = dict.fromkeys(decision.position.empty, 0)
    shown = [blocks.frame(decision.position, "At first every empty cell weighs nothing.", texts=empty)]
    for line, grid in steps(decision):
        sums = dict(zip(board.cells, (each for row in grid for each in row), strict=True))
        feed = feeds.get(line)
        added = f"adds {feed.weight} to {cells_words(board, feed.cells)}" if feed else "adds nothing"
        shown.append(
            blocks.frame(
                decision.position,
                f"{line_words(board, line).capitalize()} {added}.",
                texts={cell: sums[cell] for cell in decision.position.empty},
                rings=feed.cells if feed else (),
                lines=(line,),
            )
        )
    shown.append(blocks.decision_frame(decision, texts=_sums(decision)))
    return shown


def _sums(decision: Decision) -> dict[Cell, int]:
    """The weights of the empty cells."""
    assert isinstance(decision.evidence, Weights)
    weights = (each for row in decision.evidence.grid for each in row)
    sums = dict(zip(decision.position.board.cells, weights, strict=True))
    return {cell: sums[cell] for cell in decision.position.empty}


def _results(ratings: Ratings) -> dict[Cell, str]:
    """The first rating of every move: W, D or L."""
    return {cell: Result(rating).name[0] for cell, rating in ratings.first.items()}


def _decision_table(decision: Decision) -> TableBlockJson:
    """The document's table, as the player makes it."""
    table = decision.evidence
    assert isinstance(table, DecisionTable)
    head = ("Line", "Marks", "Sum", "Blocked", "Wins next", "Wins in two", "Fork")
    rows = [
        (
            row.name,
            " ".join(str(mark) for mark in row.marks),
            str(row.total),
            "yes" if row.blocked else "",
            str(row.win_next or ""),
            str(row.win_in_two or ""),
            " ".join(str(side) for side in row.forks),
        )
        for row in table.rows
    ]
    return blocks.table(
        f"The decision table of {decision.position}, with {decision.position.to_move} to move", head, rows
    )
