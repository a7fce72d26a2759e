"""What is published of m,n,k games, to stand beside what is computed here. Nothing is decided by it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from noughts.game.board import Board
from noughts.solver.value import Result

SOURCES: Mapping[str, str] = {
    "folklore": "known for centuries",
    "pairs": "lines in one direction only: every second pair of neighbours, an exercise",
    "one pairing": "a single pairing of cells; who printed it first we do not know",
    "C. Y. Lee": "named so in tables of m,n,k games; we have not seen where it is in print",
    "Hales, Jewett": "A. W. Hales, R. I. Jewett, Regularity and positional games, Transactions of the American "
    "Mathematical Society 106 (1963) 222-229",
    "Zetters": "T. G. L. Zetters, Problem S.10, American Mathematical Monthly 87 (1980) 575-576: k = 8 on any board",
    "Allis et al.": "L. V. Allis, H. J. van den Herik, M. P. H. Huntjens, Go-Moku solved by new search techniques, "
    "AAAI Fall Symposium 1993",
    "Patashnik": "O. Patashnik, Qubic: 4 x 4 x 4 tic-tac-toe, Mathematics Magazine 53 (1980) 202-216",
    "Uiterwijk, Herik": "J. W. H. M. Uiterwijk, H. J. van den Herik, The advantage of the initiative, Information "
    "Sciences 122 (2000) 43-58",
    "Uiterwijk 2017": "J. W. H. M. Uiterwijk, Set matching: an enhancement of the Hales-Jewett pairing strategy, "
    "arXiv:1703.10678",
    "Uiterwijk 2019": "J. W. H. M. Uiterwijk, Solving strong and weak 4-in-a-row, IEEE Conference on Games 2019",
    "Hsu et al.": "W.-Y. Hsu, C.-L. Ko, J.-C. Chen, T.-H. Wei, C.-H. Hsueh, I-C. Wu, On solving the 7,7,5-game and "
    "the 8,8,5-game, Theoretical Computer Science 815 (2020) 79-94",
}
"""What the short names stand for."""


@dataclass(frozen=True, slots=True)
class Published:
    """A value of the empty board, for the first player, and who showed it."""

    value: Result
    source: str


_Rule = tuple[Callable[[int, int, int], bool], Published]


def published(board: Board) -> Published | None:
    """What is published of an m,n,k board or of Qubic; None for what we know nothing of."""
    long, short, k = max(board.columns, board.rows), min(board.columns, board.rows), board.k
    if board == Board.cube(4, 3):
        return Published(Result.WIN, "Patashnik")
    if k is None or board != Board.mnk(board.columns, board.rows, k):
        return None
    return next((found for applies, found in _RULES if applies(long, short, k)), None)


_WIN, _DRAW = Result.WIN, Result.DRAW

_RULES: tuple[_Rule, ...] = (
    (lambda m, n, k: (m, n, k) == (3, 3, 3), Published(_DRAW, "folklore")),
    (lambda m, n, k: k == 3 and n >= 3, Published(_WIN, "folklore")),
    (lambda m, n, k: (m, n, k) == (4, 4, 4), Published(_DRAW, "Uiterwijk 2017")),
    (lambda m, n, k: (m, n, k) == (5, 5, 4), Published(_DRAW, "C. Y. Lee")),
    (lambda m, n, k: k == 4 and n == 4 and m <= 8, Published(_DRAW, "Uiterwijk 2019")),
    (lambda m, n, k: k == 4 and n == 4 and m <= 10, Published(_WIN, "Uiterwijk 2019")),
    (lambda m, n, k: k == 4 and n >= 5 and m >= 6, Published(_WIN, "Uiterwijk, Herik")),
    (lambda m, n, k: m == n == k >= 5, Published(_DRAW, "Hales, Jewett")),
    (lambda m, n, k: (m, n, k) == (6, 6, 5), Published(_DRAW, "Uiterwijk, Herik")),
    (lambda m, n, k: m <= 8 and k >= 5, Published(_DRAW, "Hsu et al.")),
    (lambda m, n, k: n < k and k >= 3, Published(_DRAW, "pairs")),
    (lambda m, n, k: k >= 7 and m <= 9, Published(_DRAW, "one pairing")),
    (lambda m, n, k: k >= 6 and m <= 10 and n <= 6, Published(_DRAW, "one pairing")),
    (lambda m, n, k: (m, n, k) == (15, 15, 5), Published(_WIN, "Allis et al.")),
    (lambda m, n, k: k >= 8, Published(_DRAW, "Zetters")),
)
