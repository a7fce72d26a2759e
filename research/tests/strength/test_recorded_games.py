"""Games on record: the same from the same seed, written line by line, and refused where they are something else."""

import json
import re
from dataclasses import dataclass
from datetime import date
from typing import ClassVar

import pytest

from noughts import Board, Choice, Facts, Mark, NoughtsError, Player, Position, player
from noughts.errors import ForfeitError
from research.strength.openings import PLIES, Opening, opening
from research.strength.recorded_games import GameRecords, RecordedGame, play_game

BOARD = Board.parse("5x5x4")


def recorded(number):
    """A game of two random players on 5x5x4."""
    start = Opening(BOARD, 3, number, (BOARD.cell("c3"), BOARD.cell("a1")))
    return play_game(start, player("random"), player("weights"))


def test_a_game_begins_with_its_opening_and_is_the_same_again():
    """Every move is legal, the last one ends the game, and the winner is who completed a line."""
    game = recorded(1)
    assert game == recorded(1)
    assert game.moves != recorded(2).moves
    assert [BOARD.cell_name(cell) for cell in game.moves[: game.opening]] == ["c3", "a1"]
    position = Position.start(BOARD)
    for cell in game.moves:
        position = position.play(cell)
    assert position.outcome.winner == game.winner


@dataclass(frozen=True)
class Quitter(Player):
    """Somebody else's program, as far as a game sees it: two moves, and then it gives none."""

    name: ClassVar[str] = "quitter"
    pure: ClassVar[bool] = False
    facts: ClassVar[Facts] = Facts("Gives up", "these tests", "every board", deterministic=True)

    def choose(self, position: Position) -> Choice:
        """The first cell, until the seventh move."""
        if position.ply > 5:
            raise ForfeitError("quitter forfeits the game")
        return player("random").choose(position)


def test_who_gives_no_move_loses(tmp_path):
    """The game ends there with the other side's win, and tells the day, the version and how long each side thought."""
    records = GameRecords(tmp_path / "games.jsonl")
    start = Opening(BOARD, 3, 0, (BOARD.cell("c3"), BOARD.cell("a1")))
    game = play_game(start, Quitter(), player("weights"))
    assert (game.winner, len(game.moves)) == (Mark.O, 6)
    assert date.fromisoformat(game.circumstances.date)
    assert re.match(r"\d+\.\d+", game.circumstances.version)
    assert all(seconds >= 0 for seconds in game.circumstances.seconds)
    records.add(game)
    assert GameRecords(records.path).games == {game.key: game}


def test_what_is_written_is_read(tmp_path):
    """Games come back as they were, by their keys; a line that was not finished is written over."""
    records = GameRecords(tmp_path / "games.jsonl")
    records.add(recorded(1))
    with records.path.open("ab") as file:
        file.write(b'{"board": "5x5')
    again = GameRecords(records.path)
    again.add(recorded(2))
    assert GameRecords(records.path).games == {game.key: game for game in (recorded(1), recorded(2))}
    assert len(records.path.read_bytes().splitlines()) == 2


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[1]",
        "{}",
        '{"board": "5x5x4"}',
        "null",
        json.dumps(recorded(1).to_json() | {"seed": "1"}),
    ],
)
def test_another_file_is_refused(tmp_path, line):
    """A line that is no game is quoted, and the file is left as it was."""
    path = tmp_path / "games.jsonl"
    path.write_text(f"{line}\n")
    with pytest.raises(NoughtsError, match="recorded game"):
        GameRecords(path)
    assert path.read_text() == f"{line}\n"


def test_json_and_back():
    """A game survives its JSON."""
    game = recorded(4)
    assert RecordedGame.from_json(json.loads(json.dumps(game.to_json()))) == game


def test_openings_are_those_of_their_seed():
    """An opening is the same for board, seed and number, has so many moves, and the game goes on after it."""
    board = Board.parse("4x4x4")
    assert opening(board, 1, 2) == opening(board, 1, 2)
    assert len({opening(board, 1, number).moves for number in range(6)}) > 3
    for number in range(6):
        position = Position.start(board)
        for cell in opening(board, 1, number).moves:
            position = position.play(cell)
        assert not position.is_over
        assert PLIES[0] <= position.ply <= PLIES[1]
