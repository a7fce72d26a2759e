"""The record of a game: playing, taking back, playing again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Game, IllegalMoveError, NotationError, Position


@given(st.permutations(range(9)), st.integers(0, 9))
def test_undo_and_redo_are_inverse(order: list[int], back: int) -> None:
    """Taking moves back and playing them again gives the same game, at every depth."""
    game = Game(Position.start())
    for cell in order:
        if game.position.is_over:
            break
        game = game.play(game.start.board.cells[cell])
    assert game.position == Game(game.start, game.moves).position
    assert game.outcome == game.position.outcome
    undone = game
    steps = min(back, len(game.moves))
    for _ in range(steps):
        undone = undone.undo()
    assert undone.position == Game(game.start, undone.moves).position
    assert undone.outcome == undone.position.outcome
    for _ in range(steps):
        undone = undone.redo()
    assert undone == game


def test_a_new_move_forgets_what_was_taken_back() -> None:
    """After another move there is nothing to redo."""
    a, b, c = Position.start().board.cells[:3]
    game = Game(Position.start()).play(a).play(b).undo().play(c)
    assert game.moves == (a, c)
    with pytest.raises(IllegalMoveError, match="nothing to play again"):
        game.redo()


def test_there_is_nothing_before_the_start() -> None:
    """A game without moves has nothing to take back."""
    with pytest.raises(IllegalMoveError, match="nothing to take back"):
        Game(Position.start()).undo()


def test_an_illegal_move_leaves_the_game_as_it_was() -> None:
    """A move on a taken cell is refused and the game is unchanged."""
    cell = Position.start().board.cells[4]
    game = Game(Position.start()).play(cell)
    with pytest.raises(IllegalMoveError, match="taken"):
        game.play(cell)
    assert game.moves == (cell,)


def test_no_move_after_the_end() -> None:
    """A finished game takes no move, and the message quotes where it stands."""
    game = Game(Position.start())
    for name in ("a1", "a2", "b1", "b2", "c1"):
        game = game.play(game.start.board.cell(name))
    with pytest.raises(IllegalMoveError, match=r"'XXX/OO\./\.\.\.' is over: no move 'c3'"):
        game.play(game.start.board.cell("c3"))


def test_a_game_is_made_of_moves_that_can_be_played():
    """Moves go by name or index; one that is held, off the board or after the end is refused when the game is made."""
    start = Position.parse("X../.O./...")
    assert Game(start, ("c1", 8)) == Game(start).play("c1").play(8)
    for wrong in (0, "a1"):
        with pytest.raises(IllegalMoveError, match="taken: 'a1'"):
            Game(start, (wrong,))
    with pytest.raises(NotationError, match="no such cell: '9'"):
        Game(start, (9,))
    with pytest.raises(IllegalMoveError, match="is over"):
        Game(Position.start(), ("a1", "a2", "b1", "b2", "c1", "c2"))


def test_a_game_is_the_sequence_of_its_positions():
    """A game has as many positions as it says, which go by their plies, from the end too."""
    game = Game(Position.start(), ("b2", "a1"))
    assert list(game) == [game[ply] for ply in range(len(game))]
    assert (game[0], game[-1]) == (game.start, game.position)
