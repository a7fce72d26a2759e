"""The registers of words: what becomes of precise sentences, of players' names and of boards in the simple one."""

import pytest

from noughts import Board
from noughts.explain.wording import board_words, player_words, simple_words

SENTENCES = {
    "Plays b1, which wins in 3 plies, the only one of four moves that does.": "Plays b1, which wins in 2 moves, "
    "the only one of four moves that does.",
    "X wins in 1 ply.": "X wins in 1 move.",
    "Picks any of nine free cells at random, each with probability 1/9 (11.1%).": "Picks any of nine free cells at "
    "random.",
    "As core(easy=True), overlooking 2 lines: Takes b2.": "Takes b2.",
    "As core, overlooking nothing (2/3 (66.7%) of the cases): Takes b2. Else it overlooks X's diagonals.": "Takes b2. "
    "Else it overlooks X's diagonals.",
    "Plays b2: in 2/3 (66.7%) of the cases at a look, where it overlooks X's diagonals. Else: As core, overlooking "
    "nothing (1/3 (33.3%) of the cases): Takes b2.": "Plays b2: at a look, where it overlooks X's diagonals. "
    "Else: Takes b2.",
    "O loses in 4 plies; b1 draws.": "O loses in 2 moves; b1 draws.",
}
PLAYERS = {
    "core": "Core",
    "core(easy=True)": "Core, easy",
    "rules(advanced=False)": "Rules, not advanced",
    "newell-simon(level=4)": "Newell and Simon, level 4",
    "td(games=20, seed=3)": "Differences, games 20, seed 3",
}
BOARDS = {
    "3x3x3": "3 × 3, three in a row",  # noqa: RUF001 - the sign that is shown
    "misere-4x3x3": "4 × 3, three in a row, a line loses",  # noqa: RUF001
    "last-3x3x3": "3 × 3, three in a row, a full board is the last mover's",  # noqa: RUF001
}


@pytest.mark.parametrize(("precise", "simple"), SENTENCES.items())
def test_sentences_become_simple(precise: str, simple: str) -> None:
    """Plies become moves of the winner; who is asked and the chances of equal moves are left out."""
    assert simple_words(precise) == simple


def test_players_and_boards_become_words() -> None:
    """Names of programs become words with their options; boards are told by their sides, and others by their names."""
    assert {name: player_words(name) for name in PLAYERS} == PLAYERS
    assert {name: board_words(Board.parse(name)) for name in BOARDS} == BOARDS
    assert board_words(Board.parse("cube3")) == "cube3"
