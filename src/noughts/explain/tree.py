"""The game tree as a block: levels, values, sizes, and what alpha-beta cuts, with the reason.

MAX is the side to move at the root of the tree.
"""

from __future__ import annotations

from collections.abc import Sequence

from noughts.errors import expect
from noughts.explain import say
from noughts.explain.blocks import Ask, Chip, ChipFrame, Details, Figure, Node, Switch, Text, Tree, either
from noughts.explain.render_text import render_text
from noughts.explain.say import listing, plural
from noughts.game.board import cells_of
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.solver.game_tree import HIGH, LOW, GameTree
from noughts.solver.value import ExactValue, Result

TREE_CELLS = 9
"""Maximum cells of a board whose tree is opened on the page. The whole tree is computed for its sizes."""


def tree_below(position: Position, *, is_open: bool = False) -> tuple[Details, ...]:
    """Return the tree below a position, to be opened; nothing if the board is too large for that."""
    if position.board.size > TREE_CELLS:
        return ()
    title = either("The MAX/MIN tree from here", "The tree from here")
    return (Details(title, open=is_open, ask=_ask(position)),)


def tree_block(path: Sequence[GameTree], depth: int = 1) -> Tree:
    """Return the last of the nodes along a path from the root, and ``depth`` levels below it.

    Nodes further below are asked for.
    """
    root, node = path[0], path[-1]
    parent = path[-2] if len(path) > 1 else None
    names = [root.position.board.cell_name(each.move) for each in path[1:] if each.move is not None]
    return Tree(
        "The game tree",
        _node(node, parent, names, depth),
        _ask(root.position, merge=root.merge),
        _sides(root.position),
        _summary(root),
        Switch("symmetric moves together", "merge", is_on=root.merge),
    )


def tree_text(root: GameTree, depth: int = 2, *, boards: bool = False, ascii_only: bool = False) -> str:
    """Return a game tree as text: ``depth`` levels below its root, one node a line, and what alpha-beta visits.

    ``boards`` draws the position under each node; ``ascii_only`` draws branches without Unicode.
    """
    tree = tree_block([expect(root, GameTree, "a tree")], depth)
    return render_text([tree], boards=boards, ascii_only=ascii_only)


def _ask(position: Position, *, merge: bool = True) -> Ask:
    params = {"board": str(position.board), "position": position.rows_text, "merge": str(merge).lower()}
    return Ask("/api/explain/tree", params)


def _node(tree: GameTree, parent: GameTree | None, path: list[str], depth: int) -> Node:
    """Return a node in one line, with its children to ``depth`` levels."""
    board, is_leaf = tree.position.board, tree.is_leaf
    name = "root" if tree.move is None else board.cell_name(tree.move)
    copies = f" ×{tree.copies}" if tree.copies > 1 else ""
    level = "end" if is_leaf else tree.level
    frame: ChipFrame = "" if is_leaf else "solid" if tree.is_max else "dashed"
    hidden = "" if is_leaf else f"{plural(tree.size.nodes - 1, 'node')} below"
    alpha, beta = _bounds(tree)
    remark = f"cut: {_why_cut(tree, parent)}" if tree.is_cut else f"window: alpha {alpha}, beta {beta}"
    short = f"cut: α {alpha} ≥ β {beta}" if tree.is_cut else f"α {alpha} β {beta}"
    place = f"root, {_stones(tree.position)}" if tree.move is None else name
    copies_spoken = f" times {tree.copies}" if tree.copies > 1 else ""
    spoken = (
        f"{place}{copies_spoken}",
        level,
        f"{say.signed(tree.result)}, {_outcome(tree)}",
        remark,
        hidden,
    )
    is_best = parent is not None and not tree.is_cut and tree.result == parent.result
    children = tree.children() if depth and not is_leaf else ()
    return Node(
        f"{name}{copies}",
        (Chip(level, frame),),
        say.signed(tree.result),
        _outcome(tree),
        remark,
        short,
        hidden,
        "; ".join(filter(None, spoken)),
        Figure(tree.position, rings=() if tree.move is None else (name,)),
        "cut" if tree.is_cut else "best" if is_best else "",
        ",".join(path),
        not depth and not is_leaf,
        tuple(_node(each, tree, [*path, _name(each)], depth - 1) for each in children),
    )


def _name(tree: GameTree) -> str:
    assert tree.move is not None
    return tree.position.board.cell_name(tree.move)


def _max_and_min(tree: GameTree) -> tuple[Mark, Mark]:
    """Return which side is MAX and which is MIN."""
    side = tree.position.to_move
    return (side, side.other) if tree.is_max else (side.other, side)


def _outcome(tree: GameTree) -> Text:
    """Return who wins: ``X wins in 3 plies``, counted from before the move of the node, or ``a draw``."""
    if tree.result == 0:
        return "a draw"
    winner = _max_and_min(tree)[tree.result < 0]
    if not tree.value.plies:
        return f"{winner} has won"
    plies = tree.value.plies + (tree.move is not None)
    return f"{winner} {say.value(ExactValue(Result.WIN, plies))}"


def _bounds(tree: GameTree) -> tuple[str, str]:
    """Return the window: results, or infinite where nothing bounds it yet."""
    alpha, beta = tree.window
    return "-∞" if alpha <= LOW else say.signed(alpha), "+∞" if beta >= HIGH else say.signed(beta)


def _why_cut(tree: GameTree, parent: GameTree | None) -> str:
    """Return why alpha-beta never visits a node: what is certain of its parent, and what a side has elsewhere."""
    if parent is None or parent.is_cut:
        return "below a node that is cut"
    maximizer, minimizer = _max_and_min(tree)
    alpha, beta = _bounds(tree)
    sign = f"α {alpha} ≥ β {beta}"
    if parent.is_max:
        here, elsewhere = f"{maximizer} has {alpha} at least here", f"{minimizer} allows no more than {beta}"
    else:
        here, elsewhere = f"{minimizer} holds this to {beta} at most", f"{maximizer} has {alpha}"
    return f"{here} already, and {elsewhere} elsewhere ({sign})"


def _sides(position: Position) -> Text:
    side, other = position.to_move, position.to_move.other
    moving = "" if position.is_over else ", to move here,"
    return (
        f"MAX is {side}{moving} and takes the largest result; MIN is {other} and takes the smallest. "
        f"+1: {side} wins, 0: a draw, -1: {other} wins. Alpha-beta knows on its way what MAX has for sure (α) and "
        "what MIN allows at most (β); where α ≥ β, nothing further can matter and the rest is cut."
    )


def _summary(root: GameTree) -> Text:
    size = root.size
    kind = "The whole tree with symmetric moves together" if root.merge else "The whole tree"
    leaves = plural(size.leaves, "leaf", "leaves") if root.merge else plural(size.leaves, "complete game")
    return (
        f"{kind}: {plural(size.nodes, 'node')}, {leaves}. "
        f"Alpha-beta in this order visits {size.visited:,} of them and cuts {size.cut:,}."
    )


def _stones(position: Position) -> str:
    """Return a position for screen readers: ``X at a1 and c3, O at b2``."""
    sides = ((Mark.X, position.x), (Mark.O, position.o))
    parts = [
        f"{mark} at {listing(position.board.cell_names(cells_of(stones)))}"
        for mark, stones in sides
        if stones
    ]
    return ", ".join(parts) or "the empty board"
