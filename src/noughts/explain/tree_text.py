"""The game tree as indented text: levels, values, sizes, what alpha-beta cuts and why, what is hidden."""

from __future__ import annotations

from collections.abc import Iterator

from noughts.errors import expect
from noughts.explain.words import plural, value_words
from noughts.game.outcome import Mark
from noughts.solver.game_tree import HIGH, LOW, GameTree

_ASCII = str.maketrans({"├": "|", "└": "`", "─": "-", "│": "|", "…": "..."})
"""What stands for the signs of branches, and for what is left out, where there is no Unicode."""


def tree_text(root: GameTree, depth: int = 2, *, boards: bool = False, ascii_only: bool = False) -> str:
    """The tree to so many levels below its root, one node a line, and a summary of alpha-beta.

    ``boards`` draws the position under each node; ``ascii_only`` draws branches without Unicode.
    """
    expect(root, GameTree, "a tree")
    top = f"{root.position}  {root.level} ({root.position.to_move} to move)  {_value(root)}"
    lines = [top, *_node_lines(root, depth, boards), "", _summary(root)]
    text = "\n".join(line.rstrip() for line in lines)
    return text.translate(_ASCII) if ascii_only else text


def _node_lines(tree: GameTree, depth: int, boards: bool) -> Iterator[str]:
    """What stands below a node's own line: its board, its children and theirs."""
    children = tree.children() if depth else ()
    if boards:
        rows = tree.position.rows_text.split("/")
        yield from (f"{'│   ' if children else '    '}{' '.join(row)}" for row in rows)
    for child in children:
        last = child is children[-1]
        yield f"{'└── ' if last else '├── '}{_line(child, depth - 1)}"
        margin = "    " if last else "│   "
        yield from (margin + line for line in _node_lines(child, depth - 1, boards))


def _line(tree: GameTree, depth: int) -> str:
    """A node in one line: its move, level, value, whether it is cut, and what is hidden below."""
    copies = f" x{tree.copies}" if tree.copies > 1 else ""
    name = "" if tree.move is None else tree.position.board.cell_name(tree.move)
    end = "end" if tree.is_leaf else tree.level
    parts = [f"{name}{copies}", end, _value(tree)]
    if tree.is_cut:
        alpha, beta = tree.window
        parts.append(f"CUT: alpha {_bound(alpha)} >= beta {_bound(beta)}")
    hidden = 0 if depth else tree.size.nodes - 1
    if hidden:
        parts.append(f"… {plural(hidden, 'node')} below")
    return "  ".join(parts)


def _value(tree: GameTree) -> str:
    """The result for MAX as a number, and who wins: ``+1 X wins in 3 plies``, ``0 draw``."""
    value, side = tree.value, tree.position.to_move
    maximizer = side if tree.is_max else side.other
    winner: Mark | None = {1: maximizer, -1: maximizer.other}.get(tree.result)
    if winner is None:
        return "0 draw"
    won = value if tree.result > 0 else -value
    return f"{tree.result:+d} {winner} {value_words(won)}"


def _summary(root: GameTree) -> str:
    size = root.size
    kind = "The whole tree with symmetric siblings merged" if root.merge else "The whole tree"
    games = "" if root.merge else " (complete games)"
    share = f"{plural(size.visited, 'node')} and cuts {size.cut:,}"
    return (
        f"{kind}: {plural(size.nodes, 'node')}, {plural(size.leaves, 'leaf', 'leaves')}{games}.\n"
        f"Alpha-beta in this order visits {share}."
    )


def _bound(bound: int) -> str:
    """A bound of a window: a result, or infinite where nothing bounds it yet."""
    if bound <= LOW:
        return "-inf"
    return "+inf" if bound >= HIGH else f"{bound:+d}" if bound else "0"
