"""The engine's signature: how many positions it looks at in fixed searches. A commit that changes it says so."""

from pathlib import Path

from noughts import Board, Position

OPENINGS = {  # board: depth, first moves
    "15x15x5": (8, "h8 i9 g7 i8 i7 h6"),
    "19x19x5": (7, "k10 l11 k12 l10 j12"),
    "7x7x5": (8, "d4 e5 d3"),
    "6x6x4": (7, "c3 d4"),
    "cube4": (5, "a1 d1 b6 c7"),
    "torus9x9x5": (6, "e5 f6 d5"),
}

SIGNATURE = {
    "15x15x5": (5_121, 4_754),
    "19x19x5": (5_889, 1_770),
    "7x7x5": (4_810, 300),
    "6x6x4": (699, 252),
    "cube4": (3_338, 27_196),
    "torus9x9x5": (4_780, 780),
}
"""Nodes of alpha-beta and positions in sequences of fours, by board."""

TEN = (
    "h10 f8 f7 g8 e8 g6",
    "j10 i6 f6 i9 i10 h10",
    "f10 j9 j6 g9 f9 f8",
    "j9 h8 g7 h7 h6 f8",
    "i6 g8 g9 h8 f8 h10",
    "j7 i8 g9 i7 i6 k8",
    "g8 f6 j6 g5 j8 h4",
    "f9 h7 i7 h8 h6 j8",
    "f7 h9 i9 h8 h10 j8",
    "i10 g9 f8 g8 g7 e9",
)
"""First moves on 15x15x5 after which nothing is proved in 500,000 positions."""

TEN_DEPTH, TEN_SIGNATURE = 7, (36_882, 17_706)
"""To how many plies these are searched for the signature, and the sums of nodes and of positions in fours."""

MIDDLE = next(line.split()[2] for line in (Path(__file__).parent / "wins.txt").read_text().splitlines())
"""A position that is won by threats."""


def reached(name):
    """The position after the first moves on a board."""
    return after(name, OPENINGS[name][1])


def after(name, moves):
    """The position after these moves on a board."""
    board = Board.parse(name)
    position = Position.start(board)
    for cell in moves.split():
        position = position.play(board.cell(cell))
    return position


def ten_to_depth():
    """Nodes and positions in fours of all ten, to the depth of their signature."""
    counts = [to_depth(after("15x15x5", moves), TEN_DEPTH) for moves in TEN]
    return tuple(map(sum, zip(*counts, strict=True)))


def to_depth(position, depth):
    """Nodes and positions in sequences of fours of alpha-beta alone, deepened to so many plies."""
    from noughts.engine import encode_board
    from noughts.engine.kernels.alphabeta import INF, deepen, prepare

    geo, state, table = (
        encode_board.geometry(position.board),
        encode_board.state(position),
        encode_board.table(1 << 26, 1 << 22),
    )
    state.limit = 1 << 40
    prepare(geo, state)
    for each in range(1, depth + 1):
        deepen(geo, state, table, each, -INF, INF)
    return int(state.nodes), int(state.probes)
