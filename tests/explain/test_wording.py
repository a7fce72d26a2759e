"""The registers of words: what becomes of precise sentences, of players' names and of boards in the simple one."""

from noughts import Board
from noughts.explain.wording import board_words, player_words

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


def test_players_and_boards_become_words() -> None:
    """Names of programs become words with their options; boards are told by their sides, and others by their names."""
    assert {name: player_words(name) for name in PLAYERS} == PLAYERS
    assert {name: board_words(Board.parse(name)) for name in BOARDS} == BOARDS
    assert board_words(Board.parse("cube3")) == "cube3"
