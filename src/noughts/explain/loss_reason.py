"""Why a finished game was lost, in sentences about the moves that were played.

The threats are read off the positions of the game, and the decisive mistake is one that analysis found
(``solver.analysis``). What a side did not play is worded as possible: "could have".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from noughts.explain.say import cells_words, lines_words, number_words
from noughts.explain.turning_point import decisive_mistake
from noughts.game.board import Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.rule import GameRule
from noughts.game.threats import completed, completing, winning
from noughts.solver.analysis import Mistake
from noughts.solver.value import Result

_MAX_MOVES = 4
"""Maximum number of better moves that are named."""

_MAX_THREATS = 4
"""Maximum number of simultaneous threats that are named."""


@dataclass(frozen=True)
class LossReason:
    """The reason for a loss: ``what`` happened, and the same as a ``text`` that also names the better moves."""

    what: str
    text: str


_Sentence = tuple[str, str]
"""A sentence without and with the better moves."""


def loss_reason(start: Position, moves: Sequence[Cell], mistakes: Sequence[Mistake]) -> LossReason | None:
    """Return why the game was lost; None for an unfinished game, a draw, or a loss without a known reason.

    ``mistakes`` are those of the game, as far as they are known. A winning line that the loser could have blocked
    comes first.
    """
    played = tuple(accumulate(moves, Position.play_unchecked, initial=start))
    outcome = played[-1].outcome
    if outcome is None or outcome.winner is None:
        return None
    game = _LostGame(played, tuple(moves), outcome.winner)
    sentences = game.sentences(decisive_mistake(mistakes, outcome.winner))
    if not sentences:
        return None
    what, text = (" ".join(filter(None, each)) for each in zip(*sentences, strict=True))
    return LossReason(what, text)


@dataclass(frozen=True)
class _LostGame:
    """A game that ``winner`` has won: its positions, the start included, and the moves between them."""

    played: tuple[Position, ...]
    moves: tuple[Cell, ...]
    winner: Mark

    @property
    def loser(self) -> Mark:
        """The side that lost."""
        return self.winner.other

    @property
    def last_turn(self) -> int:
        """The number of the loser's last move, from 0; -1 if there is none, or if no line of the winner decided."""
        outcome = self.played[-1].outcome
        is_line = outcome and outcome.lines and self.played[0].board.rule is not GameRule.MISERE
        return len(self.moves) - 2 if is_line else -1

    def sentences(self, mistake: Mistake | None) -> list[_Sentence]:
        """Return the sentences, the most important first."""
        last = self.last_turn
        if last < 0:
            return [self._decisive(mistake)] if mistake else []
        unblocked = self._last_unblocked_turn()
        sentences = self._fork() if unblocked is None else self._unblocked_line(unblocked)
        if own := winning(self.played[last], self.loser):
            return [*sentences, self._missed_win(own[0])]
        if mistake:
            sentences.append(self._decisive(mistake, unblocked))
        return sentences

    def _threats(self, turn: int) -> tuple[Cell, ...]:
        """Return the cells where the winner could complete a line before a move of the game."""
        return completing(self.played[turn], self.winner)

    def _turns(self) -> list[int]:
        """Return the loser's turns since the winning cell was a threat, the last first."""
        turns = range(self.last_turn, -1, -2)
        return [turn for turn in turns if self.moves[-1] in self._threats(turn)]

    def _last_unblocked_turn(self) -> int | None:
        """Return the loser's last turn at which the winning cell was the only threat; None if there is none."""
        return next((turn for turn in self._turns() if len(self._threats(turn)) == 1), None)

    def _unblocked_line(self, turn: int) -> list[_Sentence]:
        """Return that the loser could have blocked the line that won, and did not."""
        lines = lines_words(self.played[0].board, _lines(self.played[-1]))
        later = "" if turn == self.last_turn else "later "
        completion = f"{self.winner} {later}completed {lines} with {self._name(-1)}"
        return [_both(f"{self._unblocked(turn)}, and {completion}.")]

    def _unblocked(self, turn: int) -> str:
        """Return the only threat at a turn, and what the loser played, without the last full stop."""
        (cell,) = self._threats(turn)
        first = turn
        while first and cell in self._threats(first - 1):
            first -= 1
        after = f"After {self._name(first - 1)}, " if first else ""
        threat = f"{after}{self.winner} threatened to win with {self._cell(cell)}."
        return f"{threat} {self.loser} played {self._name(turn)} instead of blocking"

    def _fork(self) -> list[_Sentence]:
        """Return the move after which the winner had several threats, and a single one before it that stayed open."""
        turn = self._turns()[-1]
        threats, before = self._threats(turn), self._threats(turn - 1) if turn else ()
        sentences = []
        if turn > 1 and len(single := self._threats(turn - 2)) == 1 and single[0] in threats:
            sentences.append(_both(f"{self._unblocked(turn - 2)}."))
        at = f"{number_words(len(threats))} threats at once, at {self._cells(threats, 'and', _MAX_THREATS)}"
        if not turn:
            made = f"{self.winner} had {at}"
        elif before:
            made = f"After {self._name(turn - 1)}, {self.winner} had {at}"
        else:
            made = f"With {self._name(turn - 1)}, {self.winner} made {at}"
        has_win = winning(self.played[turn], self.loser)
        return [*sentences, _both(f"{made}." if has_win else f"{made}: {self.loser} could stop only one.")]

    def _missed_win(self, cell: Cell) -> _Sentence:
        """Return that the loser could have completed a line at its last turn."""
        position = self.played[self.last_turn]
        lines = lines_words(position.board, completed(position, self.loser, cell))
        possible = f"{self.loser} could have won by completing {lines}"
        return f"{possible}.", f"{possible} with {self._cell(cell)}."

    def _decisive(self, mistake: Mistake, unblocked: int | None = None) -> _Sentence:
        """Return the last move after which the game was lost, and what its side could have done there."""
        before, name = mistake.before.result, self._cell(mistake.cell)
        turn = self.played.index(mistake.position)
        own = before is Result.WIN and winning(mistake.position, self.loser)
        better = self._cells(own or mistake.best, "or", _MAX_MOVES)
        if before is None:
            what = "" if turn == unblocked else f"After {name}, {self.winner} could force a win."
            return what, f"{what} The engine would have played {better} instead." if what else ""
        gain = "won at once" if own else "forced a win" if before is Result.WIN else "held the game"
        possible = f"{self.loser} could have {gain}"
        if turn == unblocked:
            return (f"{possible} instead." if own else ""), f"{possible} with {better}."
        is_earlier = mistake.after.result is not Result.LOSS or (unblocked is not None and turn < unblocked)
        what = f"{'An earlier' if is_earlier else 'The decisive'} mistake was {name}: {possible}"
        return f"{what} there.", f"{what} with {better}."

    def _name(self, number: int) -> str:
        """Return the cell name of a move of the game."""
        return self._cell(self.moves[number])

    def _cell(self, cell: Cell) -> str:
        """Return the name of a cell."""
        return self.played[0].board.cell_name(cell)

    def _cells(self, cells: Sequence[Cell], conjunction: str, limit: int) -> str:
        """Return the names of cells as a list in words."""
        return cells_words(self.played[0].board, cells, conjunction, limit)


def _lines(position: Position) -> tuple[tuple[Cell, ...], ...]:
    """Return the lines that ended the game."""
    return position.outcome.lines if position.outcome else ()


def _both(sentence: str) -> _Sentence:
    """Return a sentence that names no better move."""
    return sentence, sentence
