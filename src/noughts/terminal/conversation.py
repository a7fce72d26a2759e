"""A game between two seats as a conversation: a line of input goes in, text to show comes out.

It reads no keyboard and prints nothing, so that a terminal, a pipe and a test drive it alike.
A seat is a computer player, or None for a person.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from noughts.engine.analysis import analysis, can_judge, review
from noughts.engine.stream import Stream
from noughts.errors import ForfeitError, IllegalMoveError, NotationError, quote
from noughts.explain.analysis_text import ESTIMATES, standing_words, thinking_words
from noughts.explain.blocks import bare
from noughts.explain.board_text import RULED, fitting_text, number_overlay, value_overlay
from noughts.explain.explain import sentence, working
from noughts.explain.loss_reason import loss_reason
from noughts.explain.render_text import paragraphs
from noughts.explain.say import value_words
from noughts.explain.sentences import hint_sentence, mistake_sentence, outcome_sentence, threats_sentence
from noughts.game.board import Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.players.player import Decision, Player
from noughts.players.registry import player
from noughts.records.game import Game
from noughts.solver.analysis import Mistake, can_analyse, pitfalls
from noughts.solver.analysis import analyse as analyse_exactly

T = TypeVar("T")


class Watch(Protocol):
    """Comes to the last word of a search, and may show what it says until then, in these words."""

    def __call__(self, search: Stream[T], words: Callable[[T], str], /) -> T: ...


Seats = Mapping[Mark, Player | None]

_NODES = 100_000
"""Positions that the engine looks at for the values of all moves: some tenths of a second."""

_NODES_A_PLY = 3_000
"""The same for each position of a game that is over."""

HELP = """\
  b2 or 5    play there: column and row, or the number of the cell in reading order
  hint       a good move, and why
  why        the full working behind the computer's last move
  values     what every move is worth, or is thought to be
  threats    where either side would complete a line, or threaten two
  undo       take back your last move (and the answer to it)     redo   play it again
  board      show the board         position   the position as text
  new        start again            swap       change sides and start again
  Ctrl-C     while it thinks: what it has found by then is its move, or its answer
  score      the games so far       quit       leave"""


class Conversation:
    """The games two seats play, one after another, from the same starting position."""

    def __init__(
        self,
        start: Position,
        seats: Seats,
        rng: random.Random,
        watch: Watch = lambda search, _: search.wait(),
    ) -> None:
        for seat in seats.values():
            if seat is not None:
                seat.check(start.board)
        self.seats = dict(seats)
        self.game = Game(start)
        self.finished = False
        self.score = {Mark.X: 0, Mark.O: 0, None: 0}
        self._rng = rng
        self._watch = watch
        self._last: Decision | None = None
        self._won: Mark | None = None  # because a program forfeited

    @property
    def waits(self) -> bool:
        """Whether a person is to speak: it is their turn, or the game is over."""
        return self.over or self.seats[self.game.position.to_move] is None

    @property
    def over(self) -> bool:
        """Whether this game has ended: on the board, or because a program gave no legal move."""
        return self.game.position.is_over or self._won is not None

    @property
    def prompt(self) -> str:
        """What to ask the person who is to speak."""
        return "again? (new, swap, quit) " if self.over else f"{self.game.position.to_move} to move> "

    def open(self) -> str:
        """Who plays, and the board, with the numbers of the cells that can be typed."""
        sides = ", ".join(f"{mark}: {self._seat(mark)}" for mark in Mark)
        hint = "Type a cell like b2 or its number; help for more." if self._people() else ""
        numbers = number_overlay(self.game.position) if self.game.start.board.columns <= RULED else {}
        words = f"Board {self.game.start.board}. {sides}. {hint}".strip()
        return paragraphs([words, self._picture(numbers)])

    def computer_move(self) -> str:
        """Lets the computer whose turn it is play; its move, why, and the board."""
        position = self.game.position
        seat = self.seats[position.to_move]
        assert seat is not None
        try:
            self._last = self._watch(seat.thinking(position), thinking_words)
        except ForfeitError as error:
            self._won = position.to_move.other
            return paragraphs([f"{error}.", self._ending()])
        cell = self._last.pick(self._rng)
        move = f"{position.to_move} plays {position.board.cell_name(cell)}. {sentence(self._last, cell)}"
        return self._play(cell, move)

    def tell(self, line: str) -> str:
        """The answer to what a person typed; NoughtsError, and nothing changed, if it makes no sense."""
        word = line.strip().lower()
        command = self._commands().get(word)
        if command is not None:
            return command()
        if self.over:
            raise IllegalMoveError(f"the game is over: {quote(line.strip())} is not new, swap, undo or quit")
        cell = self._cell(word)
        position = self.game.position
        return self._play(cell, f"{position.to_move} plays {position.board.cell_name(cell)}.")

    def _commands(self) -> dict[str, Callable[[], str]]:
        commands = {
            "help": lambda: HELP,
            "hint": self._hint,
            "why": self._why,
            "values": self._values,
            "threats": lambda: threats_sentence(self._open_position()),
            "undo": self._undo,
            "redo": self._redo,
            "board": self._picture,
            "position": lambda: str(self.game.position),
            "new": self._new,
            "swap": self._swap,
            "score": self._score,
            "quit": self._quit,
        }
        return {**commands, "?": commands["help"], "q": commands["quit"], "again": commands["new"]}

    def _play(self, cell: Cell, words: str) -> str:
        """Plays a move; the board is drawn unless a computer is about to answer."""
        self.game = self.game.play(cell)
        ending = self._ending() if self.over else ""
        return paragraphs([words, self._picture() if self.waits or not self._people() else "", ending])

    def _cell(self, word: str) -> Cell:
        board = self.game.start.board
        if re.fullmatch(r"[1-9][0-9]{0,2}", word):
            if int(word) > board.size:
                raise NotationError(f"no such cell: {quote(word)} (the cells are 1 to {board.size})")
            return Cell(int(word) - 1)
        if not word or not re.fullmatch(r"[a-z][0-9]+", word):
            raise NotationError(f"not a move or a command: {quote(word)} (a cell like b2, or help)")
        return board.cell(word)

    def _picture(self, overlay: Mapping[Cell, str] | None = None) -> str:
        """The board, in ruled rows where they fit a narrow window."""
        last = self.game.moves[-1] if self.game.moves else None
        return fitting_text(self.game.position, overlay, last=last)

    def _hint(self) -> str:
        position = self._open_position()
        if can_analyse(position) and player("perfect").plays(position.board):
            analysis = analyse_exactly(position)
            return f"Hint: {bare(hint_sentence(analysis, pitfalls(analysis)))}"
        return f"Hint: {sentence(player('engine').decide(position))}"

    def _why(self) -> str:
        if self._last is None:
            raise IllegalMoveError("nothing to explain: the computer has not moved yet")
        return paragraphs([f"{self._last.player} in {self._last.position}:", working(self._last)])

    def _values(self) -> str:
        position = self._open_position()
        seen = self._watch(analysis(position, nodes=_NODES), standing_words)
        words = f"{position.to_move}, to move, {value_words(seen.value)}."
        legend = "" if seen.is_exact else ESTIMATES
        return paragraphs([words, self._picture(value_overlay(seen.moves)), legend])

    def _open_position(self) -> Position:
        if self.over:
            raise IllegalMoveError("the game is over: there is no move to look for")
        return self.game.position

    def _undo(self) -> str:
        """Back to the last position in which a person was to move."""
        game = self._step(self.game.undo(), Game.undo)
        if self.over:
            self._count(-1)
        self.game, self._won = game, None
        return paragraphs(["Taken back.", self._picture()])

    def _redo(self) -> str:
        """On to the next position in which a person is to move."""
        self.game = self._step(self.game.redo(), Game.redo)
        return paragraphs(["Played again.", self._picture(), self._ending() if self.over else ""])

    def _step(self, game: Game, step: Callable[[Game], Game]) -> Game:
        while not game.position.is_over and self.seats[game.position.to_move] is not None:
            game = step(game)
        return game

    def _new(self) -> str:
        self.game = Game(self.game.start)
        self._last = self._won = None
        return paragraphs(["A new game.", self.open()])

    def _swap(self) -> str:
        self.seats = {mark: self.seats[mark.other] for mark in Mark}
        self.score[Mark.X], self.score[Mark.O] = self.score[Mark.O], self.score[Mark.X]
        return self._new()

    def _quit(self) -> str:
        self.finished = True
        return "Goodbye."

    def _score(self) -> str:
        wins = ", ".join(f"{self._seat(mark)} ({mark}) {self.score[mark]}" for mark in Mark)
        return f"Games won: {wins}; drawn {self.score[None]}."

    def _count(self, change: int) -> None:
        outcome = self.game.position.outcome
        self.score[outcome.winner if outcome else self._won] += change

    def _ending(self) -> str:
        """Return the result, why a person lost, what the people at the board gave away, and the score."""
        self._count(1)
        outcome = self.game.position.outcome
        ending = outcome_sentence(outcome, self.game.start.board) if outcome else f"{self._won} wins."
        return paragraphs([ending, *self._review(), self._score()])

    def _review(self) -> list[str]:
        people = self._people()
        if not people:
            return []
        start, exact = self.game.start, can_analyse(self.game.start)
        if not exact and not can_judge(start.board):
            return [*self._reason([]), "This board is too large to judge every move exactly."]
        _, all_mistakes = review(start, self.game.moves, _NODES_A_PLY)
        reason = self._reason(all_mistakes)
        sentences = [bare(mistake_sentence(m)) for m in all_mistakes if m.position.to_move in people]
        if sentences:
            return [*reason, "\n".join(["Mistakes:", *(f"  {words}" for words in sentences)])]
        return [*reason, "No mistakes." if exact else "Nothing was given away that the engine could prove."]

    def _reason(self, mistakes: Sequence[Mistake]) -> list[str]:
        """Return why the game was lost, if a person lost it."""
        outcome = self.game.position.outcome
        if outcome is None or outcome.winner is None or outcome.winner.other not in self._people():
            return []
        reason = loss_reason(self.game.start, self.game.moves, mistakes)
        return [reason.text] if reason else []

    def _people(self) -> list[Mark]:
        return [mark for mark in Mark if self.seats[mark] is None]

    def _seat(self, mark: Mark) -> str:
        seat = self.seats[mark]
        if seat is not None:
            return str(seat)
        return "you" if len(self._people()) == 1 else "a person"
