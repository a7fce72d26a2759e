"""What both hosts of the page are asked, as the page asks it: subject by subject, addresses below ``/api/``."""

from collections.abc import Iterator
from urllib.parse import quote

from noughts import Board, Position
from noughts.lessons.catalogue import LESSONS
from noughts.players.registry import LEVELS, house_variants
from noughts.solver.recorded import known_certificates

PLAYERS = (*map(str, house_variants()), *LEVELS, "engine", "menace", "td", "q", "mcts(playouts=300)")
EVERY = 33
"""Of all positions of 3x3 every so many are asked about: 137 of 4520."""

SMALL = ("4x3x3", "4x4x3", "5x5x4", "cube2", "torus3x3x3", "strip5x4x5")
OTHERS = (
    ("4x3x3", "X.../.O../...."[:14]),
    ("4x4x4", "X..O/.X../..O./...."),
    ("5x5x4", "..X../.XO../..O../...../....."),
    ("cube3", "X../.O./.../.../.X./.../.../.../..O"),
    ("torus4x4x3", "X.../.O../..../...."),
)
"""Boards with a position of each."""

LARGE = (
    "h8",
    "h8 h9",
    "h8 i9 g9 h10 i7 f10",
    "h8 h9 g8 g9 i8 i9",
    "h8 i8 h9 i9 h10 h7 g10",
    "a1 o15 b2 n14 c3",
    "h8 g8 g7 f6 i9 j10 h7 h6 i7",
)
"""Games on 15x15x5 so far."""

NODES = (1, 300, 4_000)
"""Positions that an analysis of these looks at."""


def position(moves: str, board: str = "15x15x5") -> str:
    """After these moves."""
    at = Position.start(Board.parse(board))
    for name in moves.split():
        at = at.play(at.board.cell(name))
    return at.rows_text


def small_positions() -> list[str]:
    """Positions of 3x3 that can come about, none of them over."""
    seen, new = set(), {Position.start()}
    while new:
        seen |= new
        new = {at.play(cell) for at in new for cell in at.empty}
        new = {at for at in new if not at.is_over}
    return sorted(at.rows_text for at in seen)[::EVERY]


def asked(path: str, /, **query: object) -> str:
    """An address."""
    return f"/api/{path}?" + "&".join(
        f"{name}={quote(str(value), safe='/,()=')}" for name, value in query.items()
    )


def decisions() -> Iterator[str]:
    """What everybody plays on 3x3, and why."""
    for at in small_positions():
        yield from (asked("decide", position=at, player=name) for name in PLAYERS)
        yield from (asked("explain", position=at, player=name) for name in PLAYERS)


def small_boards() -> Iterator[str]:
    """What positions of 3x3 and other small boards are worth, as tables, trees, hints, lines, pictures."""
    places = [("3x3x3", at) for at in small_positions()] + [*OTHERS]
    for board, at in places:
        for path in ("position", "analyse", "hint", "line", "board.svg"):
            yield asked(path, board=board, position=at)
        yield asked("board.svg", board=board, position=at, paper="true", coordinates="false")
        yield asked("lines", board=board, position=at, cell="b2")
    for at in small_positions()[::6]:
        yield asked("brains", position=at)
        yield asked("tree", position=at, depth=2)
        yield asked("tree", position=at, merge="false", depth=1)
        yield asked("explain/tree", position=at, merge="false")
    for moves in ("b2,a1,c3,a3,a2", "a1,b2,c3,c1,a3", "b2,a1,a3,c1,b1,b3,c2,a2,c3"):
        yield asked("review", moves=moves)
    yield asked("tree", path="b2,a1", depth=2)


def large_boards() -> Iterator[str]:
    """What the levels and the engine do on 15x15x5, and what they think."""
    for moves in LARGE:
        place = {"board": "15x15x5", "position": position(moves)}
        yield from (asked("analyse", **place, nodes=nodes) for nodes in NODES)
        yield from (asked("decide", **place, player=name) for name in ("easy", "medium", "hard", "weights"))
        yield asked("decide", **place, player="engine(nodes=3000)")
        yield asked("decide", **place, player="mcts(playouts=100)")
        yield from (asked(path, **place) for path in ("position", "hint", "line", "board.svg"))
    yield asked("decide", board="15x15x5", position=position(LARGE[2]), player="expert")
    yield asked("review", board="15x15x5", moves="h8,h9,g8,g9,i8,j8,f8")
    for board, at in OTHERS[1:]:
        yield from (asked("decide", board=board, position=at, player=name) for name in (*LEVELS, "engine"))
        yield asked("brains", board=board, position=at)
    yield asked("analyse", board="9x9x5", position=position("e5 d4", "9x9x5"), nodes=20_000)
    yield asked("analyse", board="20x20x5", position=position("j10", "20x20x5"), nodes=1_000)


def teaching() -> Iterator[str]:
    """Lessons, exercises, strategies, the graph, the tables, the boards that are on record."""
    yield from (
        "/api/lessons",
        "/api/ladder",
        "/api/positions",
        "/api/results",
        "/api/strength",
        "/api/proofs",
    )
    yield from (asked(path, side=side) for path in ("strategy", "map.svg") for side in "XO")
    yield from (f"/api/lessons/{name}" for name in LESSONS)
    yield from (asked("exercises", kind=kind) for kind in ("win", "block", "fork", "plan", "only", "safe"))
    yield "/api/boards"
    boards = ("3x3x3", *SMALL, "15x15x5", "19x19x5", "8x8x5", "torus9x9x6")
    yield from (asked(path, board=board) for path in ("board", "players") for board in boards)


def contests() -> Iterator[str]:
    """Matches, exactly and by games, whom one can beat and how, a newcomer to the table."""
    pairs = (("tic", "random"), ("weights", "core"), ("easy", "medium"), ("newell-simon(level=3)", "q"))
    yield from (asked("match/events", x=x, o=o) for x, o in pairs)
    yield asked("match/events", x="weights", o="random", board="4x3x3")
    yield asked("match/events", x="easy", o="random", board="5x5x4", games=40, seed=3)
    yield asked("match/events", x="medium", o="easy", board="15x15x5", games=2, seed=5)
    yield from (asked("exploit/events", player=name) for name in ("tic", "core(easy=True)", "medium", "td"))
    yield asked("exploit/events", player="weights", board="4x3x3")
    yield asked("entrant/events", player="minimax(randomness=1/4)")


def proofs() -> Iterator[str]:
    """Boards that are solved."""
    boards = ("3x3x3", "4x3x3", "4x4x4", "5x5x4", "6x5x4", "6x6x5", "7x7x5", "cube2", "cube3", "torus4x4x4")
    yield from (asked("solve/events", board=board) for board in boards)
    yield from (asked("solve/events", board=board, question="plies") for board in ("3x3x3", "4x4x3", "cube3"))


def certificates() -> Iterator[str]:
    """Those on record, read and verified."""
    for name, body in known_certificates().items():
        yield f"/api/certificates/{name}"
        if len(body) < 2_000:
            yield f"/api/certificates/{name}/verified"
            yield f"/api/certificates/{name}/file.gz"


def bad_input() -> Iterator[str]:
    """What is refused, in which words."""
    yield from (asked("position", position=at) for at in ("XXX/.../...", "X", "...../.", "OO./.../...", "é"))
    yield from (asked("position", board=board) for board in ("3", "99x99x5", "3x3x9", "cube9", "torus2x2x2"))
    yield from (asked("decide", player=name) for name in ("nobody", "tic(deep=7)", "tic(", "td(file=x)"))
    yield asked("decide", player="minimax", board="15x15x5")
    yield asked("decide", player="tic", position="XXX/OO./...")
    yield from (asked("lines", cell=cell) for cell in ("z9", "a9", ""))
    yield from (asked("review", moves=moves) for moves in ("b2,b2", "a1,,b2", "q"))
    yield asked("tree", board="4x4x4")
    yield asked("analyse", nodes=0)
    yield asked("match/events", x="tic", o="nobody")
    yield asked("solve/events", board="40x40x5")
    yield from ("/api/nothing", "/api/lessons/nothing", "/api/games/nothing", "/api/puzzles?kind=odd")
    yield f"/api/certificates/{'0' * 64}"
