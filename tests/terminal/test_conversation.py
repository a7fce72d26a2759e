"""The game as a conversation: whole games, taking back, explaining, and anything typed at it."""

import random
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from noughts import (
    Board,
    Choice,
    Facts,
    IllegalMoveError,
    Mark,
    NotationError,
    NoughtsError,
    Player,
    Position,
    Uniform,
    UnsupportedBoardError,
    player,
)
from noughts.errors import ForfeitError
from noughts.terminal.conversation import Conversation, Seats


@dataclass(frozen=True)
class Broken(Player):
    """A player that plays one move, and then none."""

    name: ClassVar[str] = "broken"
    facts: ClassVar[Facts] = Facts(title="", origin="", boards="", deterministic=True)

    def choose(self, position: Position) -> Choice:
        if position.ply > 1:
            raise ForfeitError("broken forfeits the game: it ended")
        return Choice({position.moves[0]: Fraction(1)}, Uniform())


def test_a_forfeit_ends_the_game_and_can_be_taken_back() -> None:
    """Who gives no legal move loses, the reason is told and counted; undoing goes on before it, and new begins anew."""
    session = Conversation(Position.start(), {Mark.X: None, Mark.O: Broken()}, random.Random(1))
    words = tell(session, "b2", "c3")
    assert "broken forfeits the game: it ended.\n\nX wins." in words
    assert (session.over, session.waits, session.score[Mark.X]) == (True, True, 1)
    with pytest.raises(IllegalMoveError, match="the game is over"):
        session.tell("a2")
    tell(session, "undo")
    assert (session.over, session.score[Mark.X], session.game.position.ply) == (False, 0, 2)
    tell(session, "c3", "new", "b2")
    assert (session.over, session.score[Mark.X]) == (False, 1)


def start(
    x: str | None, o: str | None, board: str = "3x3x3", position: Position | None = None
) -> Conversation:
    seats: dict[Mark, Player | None] = {
        Mark.X: player(x) if x else None,
        Mark.O: player(o) if o else None,
    }
    return Conversation(position or Position.start(Board.parse(board)), seats, random.Random(1))


def tell(session: Conversation, *lines: str) -> str:
    """Says the lines, lets the computer answer, and gives back the last words."""
    words = ""
    for line in lines:
        words = session.tell(line)
        while not session.waits:
            words += "\n" + session.computer_move()
    return words


def test_a_person_loses_and_is_told_where() -> None:
    """A lost game ends with the winner, the score and the move that gave the draw away."""
    session = start(None, "perfect")
    words = tell(session, "b1", "b3")
    while not session.over:
        words = tell(session, session.game.position.board.cell_name(session.game.position.moves[-1]))
    assert "O wins" in words
    assert "Mistakes:" in words
    assert "perfect (O) 1" in words


def test_a_game_without_mistakes_says_so() -> None:
    """Two people who play the best moves are told that there were no mistakes."""
    words = tell(start(None, None), "5", "1", "3", "7", "4", "6", "2", "8", "9")
    assert "draw" in words.lower()
    assert "No mistakes." in words


def test_undo_takes_back_both_moves_and_redo_plays_them_again() -> None:
    """Against a computer, undo goes back to the person's own turn and redo returns exactly."""
    session = start(None, "minimax")
    tell(session, "b2", "c1")
    before = session.game.position
    session.tell("undo")
    assert session.game.position.ply == 2
    assert session.game.position.to_move is Mark.X
    session.tell("redo")
    assert session.game.position == before


def test_undo_between_two_people_takes_back_one_move() -> None:
    """With two people, undo takes back one move."""
    session = start(None, None)
    tell(session, "b2", "a1")
    session.tell("undo")
    assert session.game.position.ply == 1


def test_undo_of_a_computers_opening_is_refused() -> None:
    """A person who has not moved yet has nothing to take back, and nothing changes."""
    session = start("tic", None)
    session.computer_move()
    before = session.game
    with pytest.raises(IllegalMoveError, match="nothing to take back"):
        session.tell("undo")
    assert session.game == before


def test_undo_after_the_end_takes_the_score_back() -> None:
    """A finished game that is taken back does not count."""
    session = start(None, None)
    tell(session, "1", "4", "2", "5", "3")
    assert session.score[Mark.X] == 1
    session.tell("undo")
    assert session.score[Mark.X] == 0
    tell(session, "3")
    assert session.score[Mark.X] == 1


def test_swap_changes_sides_and_keeps_the_score() -> None:
    """After swap the computer has the other side and each keeps what it won."""
    session = start(None, None)
    tell(session, "1", "4", "2", "5", "3")
    session.tell("swap")
    assert session.score == {Mark.X: 0, Mark.O: 1, None: 0}
    assert session.game.moves == ()


def test_why_shows_the_working_of_the_last_computer_move() -> None:
    """``why`` gives the decision of the computer's last move, and refuses before there is one."""
    session = start(None, "weights")
    with pytest.raises(IllegalMoveError, match="has not moved"):
        session.tell("why")
    tell(session, "b2")
    assert "weights in .../.X./..." in session.tell("why")


def test_values_and_hint_speak_of_the_position() -> None:
    """``values`` shows what every move is worth and ``hint`` names a best move."""
    session = start(None, None, position=Position.parse("XX./OO./..."))
    assert "win" in session.tell("values")
    assert "c1" in session.tell("hint")


def test_on_a_large_board_the_engine_helps() -> None:
    """On 15x15x5 a hint is a proved win, estimates are marked in the values, threats and slips are told."""
    session = start(None, None, "15x15x5")
    tell(session, "h8", "a1", "i8", "a15", "j8", "o1")
    hint = session.tell("hint")
    assert re.search("Hint: Plays [gk]8, which wins in 3 plies by threats", hint)
    values = session.tell("values")
    assert "X, to move, wins in 3 plies." in values
    assert "W3" in values
    assert "~62 is an estimate" in values
    assert session.tell("threats") == "X would threaten two lines at g8 or k8."
    words = tell(session, "g8", "o15", "k8")
    assert "o1 lets X win: X can win in 4 plies, and nothing was proved before it" in words


def test_a_person_who_loses_is_told_why() -> None:
    """The ending says which line a person did not block, before the mistakes; a computer's loss has no reason."""
    why = "After b1, X threatened to win with c1. O played a3 instead of blocking"
    words = tell(start(None, None), "a1", "a2", "b1", "a3", "c1")
    assert (
        words.index(why)
        < words.index("Mistakes:")
        < words.index("a2 gives away the draw: X can win in 6 plies")
    )
    lost = start(None, "core", position=Position.parse("XX./OO./..."))
    assert "instead of blocking" not in tell(lost, "c1")


def test_two_computers_play_to_the_end() -> None:
    """Two computers finish a game by themselves."""
    session = start("tic", "core")
    while not session.over:
        session.computer_move()
    assert session.game.position.outcome is not None


def test_an_opponent_that_does_not_play_the_board_is_refused_at_once() -> None:
    """A player that does not play the board is refused before the game starts."""
    with pytest.raises(UnsupportedBoardError, match="core does not play '4x4x4'"):
        start(None, "core", "4x4x4")


@pytest.mark.parametrize("line", ["", "z9", "b0", "10", "0", "b22", "bb", "²", "-1", "undo 2", "a1 b2", "☃"])
def test_nonsense_is_quoted(line: str) -> None:
    """What is neither a cell nor a command is answered by an error that quotes it."""
    with pytest.raises(NotationError) as caught:
        start(None, None).tell(line)
    assert repr(line) in str(caught.value)


def test_a_taken_cell_is_refused() -> None:
    """A move on a taken cell names the cell and who holds it."""
    session = start(None, None)
    session.tell("b2")
    with pytest.raises(IllegalMoveError, match="'b2' holds X"):
        session.tell("5")


SEATS: tuple[Seats, ...] = (
    {Mark.X: None, Mark.O: player("newell-simon(level=2)")},
    {Mark.X: player("core"), Mark.O: None},
    {Mark.X: None, Mark.O: None},
    {Mark.X: player("minimax", randomness=Fraction(1, 2)), Mark.O: None},
)


class ConversationMachine(RuleBasedStateMachine):
    """Whatever is typed, the game stays legal, and what is refused changes nothing."""

    @initialize(seats=st.sampled_from(SEATS), seed=st.integers(0, 99))
    def sit_down(self, seats: Seats, seed: int) -> None:
        self.session = Conversation(Position.start(), seats, random.Random(seed))
        self.answer()

    def answer(self) -> None:
        while not self.session.waits:
            self.session.computer_move()

    def say(self, line: str) -> None:
        before = self.session.game, dict(self.session.score), dict(self.session.seats)
        try:
            assert self.session.tell(line)
        except NoughtsError as error:
            assert str(error)
            assert before == (self.session.game, self.session.score, self.session.seats)
        self.answer()

    @rule(cell=st.integers(0, 10))
    def move(self, cell: int) -> None:
        self.say(str(cell))

    @rule(
        line=st.sampled_from(["undo", "redo", "new", "swap", "hint", "why", "values", "score", "board", "?"])
    )
    def command(self, line: str) -> None:
        self.say(line)

    @rule(line=st.text(max_size=8))
    def noise(self, line: str) -> None:
        if line.strip().lower() not in {"q", "quit"}:
            self.say(line)

    @invariant()
    def the_game_is_legal_and_a_person_is_to_speak(self) -> None:
        if not hasattr(self, "session"):
            return
        position = self.session.game.start
        for cell in self.session.game.moves:
            position = position.play(cell)
        assert position == self.session.game.position
        assert self.session.waits
        assert all(games >= 0 for games in self.session.score.values())


TestConversation = ConversationMachine.TestCase
TestConversation.settings = settings(stateful_step_count=30)
