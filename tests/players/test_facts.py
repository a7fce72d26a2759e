"""What the players declare of themselves is so: symmetry, determinism, boards."""

import pytest

from noughts import Board, IllegalMoveError, Position, UnsupportedBoardError, player
from noughts.players.registry import house_variants

VARIANTS = [*map(str, house_variants()), "newell-simon(level=0)"]
SYMMETRIC = [spec for spec in VARIANTS if player(spec).facts.breaks_symmetry is None]

BREAKERS = {  # who breaks the symmetry, why, and a position that shows it
    "minimax": ("first in reading order", ".../.../..."),
    "minimax(randomness=1/10)": ("first in reading order", ".../.../..."),
    "core": ("fixed order", ".../.X./..."),
    "core(easy=True)": ("fixed order", ".../.X./..."),
    "rules": ("first in line order", "..X/.O./X.."),
    "rules(advanced=False)": ("first in line order", "..X/.O./X.."),
}


@pytest.mark.parametrize("spec", SYMMETRIC)
def test_decisions_commute_with_symmetry(spec, decided):
    """In all 4,520 positions a turned or mirrored position gets the turned or mirrored distribution."""
    decisions = decided(spec)
    for text, decision in decisions.items():
        for symmetry in decision.position.board.symmetries:
            image = [""] * 9
            for cell, mark in enumerate(text):
                image[symmetry[cell]] = mark
            carried = {symmetry[cell]: share for cell, share in decision.moves.items()}
            assert decisions["".join(image)].moves == carried, f"{text} turned to {image}"


def test_who_breaks_the_symmetry_is_known():
    """Exactly minimax, core and rules declare that they break symmetry; all others keep it."""
    assert set(VARIANTS) - set(SYMMETRIC) == set(BREAKERS)


@pytest.mark.parametrize("spec", BREAKERS)
def test_declared_breakers_do_break_the_symmetry(spec):
    """The reason is stated, and in the witness, a symmetric position, the answer is not symmetric."""
    reason, text = BREAKERS[spec]
    breaker, position = player(spec), Position.parse(text)
    assert reason in breaker.facts.breaks_symmetry
    moves = breaker.decide(position).moves
    images = [
        {symmetry[cell]: share for cell, share in moves.items()}
        for symmetry in position.board.symmetries
        if position.transform(symmetry) == position
    ]
    assert any(image != moves for image in images)


@pytest.mark.parametrize("spec", [spec for spec in VARIANTS if "(" not in spec])
def test_determinism_is_declared_truly(spec, decided):
    """With its defaults a player has one move in every position exactly if it says so."""
    always_one = all(len(decision.moves) == 1 for decision in decided(spec).values())
    assert player(spec).facts.deterministic == always_one


@pytest.mark.parametrize(
    ("spec", "plays", "refuses"),
    [
        ("tic", "1x1x1 3x3x3 4x3x3 3x4x4 6x2x3 torus3x3x3 cube2 5x3x3 4x4x4", "5x5x4 cube3 19x19x5"),
        ("minimax", "1x1x1 3x3x3 4x3x3 3x4x4 6x2x3 torus3x3x3 cube2 5x3x3 4x4x4", "5x5x4 cube3 19x19x5"),
        ("tic(deep=True)", "1x1x1 3x3x3 3x4x4 cube2", "5x3x3 4x4x4 cube3"),
        ("perfect", "1x1x1 3x3x3 4x3x3 3x4x4 6x2x3 torus3x3x3 cube2 5x3x3 4x4x4", "5x5x4 cube3 19x19x5"),
        ("weights", "1x1x1 3x3x3 19x19x5 15x1x2 torus9x9x5 cube4", ""),
        ("random", "1x1x1 3x3x3 19x19x5 15x1x2 torus9x9x5 cube4", ""),
        ("core", "3x3x3", "1x1x1 3x3x2 4x3x3 torus3x3x3 cube3 19x19x5"),
        ("newell-simon", "3x3x3", "1x1x1 3x3x2 4x3x3 torus3x3x3 cube3 19x19x5"),
        ("rules", "3x3x3 4x3x3 19x19x3 torus3x3x3 cube3", "1x1x1 3x3x2 4x4x4 19x19x5 cube4"),
    ],
)
def test_boards_are_declared_truly(spec, plays, refuses):
    """It decides on every board it plays, and refuses the others naming itself, the board and its reason."""
    chosen = player(spec)
    for name in plays.split():
        board = Board.parse(name)
        chosen.check(board)
        assert chosen.plays(board)
        if board.size < 12 or "at most" not in chosen.facts.boards:
            assert chosen.decide(Position.start(board)).moves
    for name in refuses.split():
        board = Board.parse(name)
        assert not chosen.plays(board)
        for refused in (lambda b=board: chosen.check(b), lambda b=board: chosen.decide(Position.start(b))):
            with pytest.raises(UnsupportedBoardError) as caught:
                refused()
            message = str(caught.value)
            assert message == f"{spec} does not play '{name}': only {chosen.facts.boards}"


@pytest.mark.parametrize("spec", VARIANTS)
@pytest.mark.parametrize("text", ["XXX/OO./...", "XX./OOO/X..", "XOX/XOO/OXX"])
def test_finished_games_are_refused(spec, text):
    """After a win of X, of O, or a draw there is nothing to decide; the message shows the position."""
    with pytest.raises(IllegalMoveError, match="is over") as caught:
        player(spec).decide(Position.parse(text))
    assert text in str(caught.value)
