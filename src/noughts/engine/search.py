"""`search`: what the engine thinks of a position within limits, deepening ply by ply.

Between two depths threats are searched: do threats win for the side to move, and after the move now thought best for
the other? A third of the positions goes there at most. Where the prover may settle it (`prover_probe`), it is asked the
same: as many positions go there at most. On a large empty board the stone goes to the middle, whatever luck prefers.
Nothing is carried from one search to the next, and one thread searches, unless the budget is one for play by the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from noughts.engine import encode_board
from noughts.engine.deepening import DEPTHS, Deepening, helped
from noughts.engine.exact_lookup import known_thought
from noughts.engine.kernels.alphabeta import prepare
from noughts.engine.kernels.lines import completions, make, unmake
from noughts.engine.kernels.proof import ATTACK_FUEL, COUNT, FIRST, MOVE, PLIES, PN, prove
from noughts.engine.kernels.vcf import by_fours
from noughts.engine.limits import Budget
from noughts.engine.prover_probe import HELD, OPEN, WON, Judge, judged
from noughts.engine.reused_table import KEPT
from noughts.engine.score import INF, MATE, PROVED, UNKNOWN, displayed, proof
from noughts.engine.search_info import Candidate, Thought
from noughts.engine.stream import Halt, Stream
from noughts.errors import IllegalMoveError, quote
from noughts.game.board import Cell
from noughts.game.position import Position
from noughts.kernels.library import available, missing_kernels
from noughts.solver.value import ProvedValue, Result

T = TypeVar("T")

_SHARE = 3
"""One position in so many is spent on threats."""

_LEAST = 300
"""Positions that a search of threats is given at least."""


def search(position: Position, budget: Budget | None = None) -> Thought:
    """What the engine thinks of a position, within 100,000 nodes unless other limits are given.

    Ctrl-C ends it, and is raised.
    Raises IllegalMoveError for a finished position, UnsupportedBoardError for a board beyond the engine's room,
    MissingError without compiled kernels, which boards of at most 9 cells do not need.
    """
    known = _known(position)
    return known or Stream(lambda halt: searched(position, budget, halt)).wait()


def thinking(position: Position, budget: Budget | None = None, halt: Halt | None = None) -> Stream[Thought]:
    """The same as it goes on: a thought after every depth, the last of them that of ``search``; ends by ``halt``."""
    return Stream(lambda each: searched(position, budget, each, tells=True), halt)


def searched(
    position: Position, budget: Budget | None, halt: Halt, *, tells: bool = False
) -> Iterator[Thought]:
    """The last thought of a search in this thread, and where it ``tells`` one after every depth before it."""
    known = _known(position)
    if known:
        yield known
        return
    running = Thinking(position, budget or Budget(nodes=100_000))
    with halt.heeded(running.halt, running.budget.seconds):
        yield from running.thoughts(tells=tells)


def _known(position: Position) -> Thought | None:
    """What needs no search; raises what a search does before it begins."""
    if position.is_over:
        raise IllegalMoveError(f"the game {quote(position)} is over: nothing to search")
    thought = known_thought(position)
    if not (thought or available()):
        raise missing_kernels("the engine")
    return thought


class Thinking(Deepening):
    """One search: alpha-beta, threats, and the prover where it is asked."""

    def __init__(self, position: Position, budget: Budget) -> None:
        memory = budget.memory
        table = (
            KEPT.take(position.board, memory) if budget.keeps else encode_board.table(memory, budget.nodes)
        )
        super().__init__(position, table, budget)
        self.helpers: list[Deepening] = []
        self.trees = [encode_board.tree(budget.memory, budget.nodes) for _ in range(2)]
        self.rows = [1, 1]
        self.answered: int | None = None  # the root move that the second tree is about
        self.judge = self._judge()
        self.rest = -INF  # what all moves but those of the root are worth at most
        self.threat: tuple[Cell, ...] = ()
        self.danger: tuple[Cell, ...] = ()

    def halt(self) -> None:
        """Ends the search, from another thread."""
        super().halt()
        if self.judge:
            self.judge.halt()

    def _judge(self) -> Judge | None:
        """Who is asked for proofs, where that is worth it."""
        if not judged(self.position):
            return None
        return Judge(self.position, self.budget.memory, self.budget.nodes)

    def think(self) -> Thought:
        """The last of its thoughts."""
        *_, last = self.thoughts()
        return last

    def thoughts(self, *, tells: bool = False) -> Iterator[Thought]:
        """Deepens until the value is proved, the board is searched to its end, or a limit is reached.

        Where it ``tells``, there is a thought after every depth; the last is there always.
        """
        try:
            yield from self._thoughts(tells)
        finally:
            if self.budget.keeps:
                KEPT.leave(self.position.board, self.budget.memory, self.table)

    def _thoughts(self, tells: bool) -> Iterator[Thought]:
        value, self.rest = map(int, prepare(self.geo, self.state))
        line = self.cells(self.state.line[: self.state.length])
        if value != UNKNOWN:
            yield self._at_once(value)
            return
        if self.rest > -INF:
            self.danger = line
        if not self.position.ply and not self.judge:  # the middle alone: others differ by luck
            self.state.roots, self.rest = 1, 0
        self.line = self.cells(self.state.root[:1])
        with helped(self.position, self.table, self.budget.threads - 1) as self.helpers:
            for _ in self._depths():
                if tells:
                    yield _thought(self, self.score, None)
        yield _thought(self, *_verdict(self))

    def _depths(self) -> Iterator[int]:
        """Each depth after which there is more to search."""
        for depth in range(1, min(DEPTHS, self.state.empties) + 1):
            self.state.limit = self.room()
            if self._threats_win(self._allowance()) or self._judged_won():
                break
            if not self.deepen(depth) or not self._stands(depth):
                break
            yield depth
        if self.score >= PROVED and not self.threat:
            self._threats_win(self.spent())
        self._turn_to_held()

    def _at_once(self, value: int) -> Thought:
        """A win or loss that needs no search, or a board where nobody can win any more."""
        state = self.state
        shown = self.cells(state.pv[0])
        self.line = shown or self.cells([self.position.moves[0]])
        if value > 0:
            self.threat = self.line
        state.root[0], state.value[0], state.exact[0], state.roots = self.line[0], value, 1, 1
        self.score = value
        return _thought(
            self, value, ProvedValue(Result.DRAW, int(state.empties)) if value == 0 else proof(value)
        )

    def _allowance(self) -> int:
        """Positions for the next search of threats."""
        return max(_LEAST, self.spent() // (2 * _SHARE))

    def _threats_win(self, budget: int) -> bool:
        """Whether threats win for the side to move: their line is the best then, but for a shorter one known whole."""
        plies = self._threats(0, budget)
        if plies:
            self.threat = self.cells(_winning_line(self.geo, self.state, self.trees[0]))
            if MATE - self.score > min(plies, len(self.line)):
                self.turn_to(self.threat, MATE - plies)
        return plies > 0

    def _judged_won(self) -> bool:
        """Whether the prover finds that the side to move wins: its move is the best then."""
        judge, roots = self.judge, self.state.root[: self.state.roots].tolist()
        if not judge or judge.win != OPEN:
            return False
        answer, move = self._ask(judge.wins)
        if answer != WON or move not in roots:
            return False
        self.turn_to((Cell(move),), MATE - self.longest(1))
        return True

    def _judged_lost(self, cell: Cell) -> int:
        """The plies in which, at most, the other side wins after a move, if the prover finds that it does; else 0.

        Nothing is refuted where the other side wins anyway.
        """
        judge = self.judge
        if not judge or judge.loss == WON or self._ask(judge.loses_by, cell) != WON:
            return 0
        answer, move = self._ask(judge.loses)
        if answer == HELD and move >= 0:
            judge.after[Cell(move)] = HELD
        return 0 if answer == WON else self.longest(0) - 1

    def _ask(self, ask: Callable[..., T], *about: Cell) -> T:
        """What the prover answers; as many positions are its share as were spent on all else."""
        assert self.judge is not None
        before = self.judge.spent
        left = int(min(max(_LEAST, self.spent()), self.state.limit - self.spent()))
        answer = ask(*about, left)
        self.state.probes += self.judge.spent - before
        return answer

    def longest(self, parity: int) -> int:
        """The most plies that a win can take which ends with a move of the side to move (1) or of the other (0)."""
        empties = int(self.state.empties)
        return empties - (empties % 2 != parity)

    def _stands(self, depth: int) -> bool:
        """Whether to go on with another depth: the best move stands, or another one does, once threats refute it."""
        while not self.state.stop:
            plies = self._refutation(self.line[0], self._allowance()) or self._judged_lost(self.line[0])
            if not plies:
                break
            self.state.value[0], self.state.exact[0] = plies + 1 - MATE, 1
            self.turn_to_highest()
            if not self.deepen(depth):
                return False
        return not self.state.stop

    def _refutation(self, cell: Cell, budget: int) -> int:
        """The plies in which threats win for the other side after a move; 0 where none were found."""
        if self.answered != cell:
            self.answered, self.rows[1] = cell, 1
            self.trees[1][0, 1:7] = 1, 1, 0, -1, 0, 0
        make(self.geo, self.state, cell)
        plies = self._threats(1, budget)
        unmake(self.geo, self.state, cell)
        return plies

    def _threats(self, which: int, budget: int) -> int:
        """Goes on with one of the two trees; the plies of a win for the side to move, or 0."""
        state, tree = self.state, self.trees[which]
        state.attacker, state.bound = state.turn, self.rows[which]
        prove(self.geo, state, tree, budget)
        self.rows[which] = int(state.bound)
        return 0 if tree[0, PN] else int(tree[0, PLIES])

    def _turn_to_held(self) -> None:
        """Where the side to move cannot win, a move that holds is the best, unless the best does."""
        if self.judge and self.judge.win == HELD and self.judge.after.get(self.line[0]) != HELD:
            values = {cell: value for cell, value, _ in self.moves()}
            held = [cell for cell, answer in self.judge.after.items() if answer == HELD and cell in values]
            if held:
                best = max(held, key=values.__getitem__)
                self.score, self.line = values[best], (best,)
                self.sort()


def _winning_line(geo: Any, state: Any, tree: Any) -> list[int]:
    """The cells of the win in a proved tree of threats, against the longest resistance; the state is left as it was."""
    row = 0
    moves: list[int] = []
    while tree[row, COUNT] > 0:
        first = int(tree[row, FIRST])
        won = [n for n in range(first, first + tree[row, COUNT]) if tree[n, PN] == 0]
        pick: Callable[..., int] = max if len(moves) % 2 else min
        row = pick(won, key=lambda n: tree[n, PLIES])
        moves.append(int(tree[row, MOVE]))
        make(geo, state, moves[-1])
    if len(moves) % 2:
        end = completions(geo, state, 1 - state.turn)
    else:
        by_fours(geo, state, ATTACK_FUEL)
        end = state.line[: state.length].tolist()
    for move in reversed(moves):
        unmake(geo, state, move)
    return [*moves, *map(int, end)]


def _verdict(thinking: Thinking) -> tuple[int, ProvedValue | None]:
    """The score, and the value as far as it is proved."""
    score = thinking.score
    if score <= -PROVED:  # the moves that stop no fours may last longer
        score = max(score, thinking.rest)
    if abs(score) >= PROVED:
        return score, proof(score)
    if thinking.judge and thinking.judge.loss == WON:
        score = thinking.longest(0) - MATE
        return score, proof(score)
    empties = int(thinking.state.empties)
    whole = thinking.depth >= empties and thinking.rest < 0
    if (thinking.score == 0 and whole) or _is_drawn_by(thinking, thinking.line[0]):
        return 0, ProvedValue(Result.DRAW, empties)
    return thinking.score, None


def _is_drawn_by(thinking: Thinking, cell: Cell) -> bool:
    """Whether the prover says that nobody wins, and a move holds."""
    return thinking.judge is not None and thinking.judge.win == HELD == thinking.judge.after.get(cell)


def _candidates(thinking: Thinking, value: ProvedValue | None) -> Iterator[Candidate]:
    """What is known of each move, the best first: its score is the one that made it the best.

    A deepening that was broken off may have left a bound of it in its place.
    """
    for cell, bound, sure in thinking.moves():
        is_best = cell == thinking.line[0]
        score = thinking.score if is_best else bound
        proved = proof(score) if is_best or sure or score < 0 else None  # a win at most is none
        if proved is None and value and value.result is Result.LOSS:
            proved = value
        if _is_drawn_by(thinking, Cell(cell)):
            proved = ProvedValue(Result.DRAW, int(thinking.state.empties))
        shown = proved.score if proved else displayed(score)
        yield Candidate(Cell(cell), shown, bool(sure or is_best or proved), proved)


def _thought(thinking: Thinking, score: int, value: ProvedValue | None) -> Thought:
    candidates = tuple(_candidates(thinking, value))
    nodes = sum(each.spent() for each in (thinking, *thinking.helpers))
    parts = (thinking.line, candidates, value, thinking.threat, thinking.danger, nodes)
    return Thought(displayed(score), thinking.depth, *parts)
