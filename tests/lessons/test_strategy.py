"""The maps: read from the picture by where things lie, and walked against every reply."""

import re
import xml.etree.ElementTree as ET

import pytest

from noughts import InputTypeError, Mark, NoughtsError
from noughts.lessons.map_svg import side_map
from noughts.lessons.strategy import strategy, strategy_json
from tests.reference import NAMES, free, lines_won, marks_of, mover, put, value, winner

SVG = "{http://www.w3.org/2000/svg}"


class Sheet:
    """A map as somebody reads it: boards by their place on the paper, marks by their shape and weight."""

    def __init__(self, text):
        self.root = ET.fromstring(text)  # noqa: S314 - the house has made it
        (self.board,) = (each for each in self.root if each.get("class") == "board")

    @staticmethod
    def cell(x, y):
        """The cell of a board of 300 units in which a point lies."""
        return int(y // 100) * 3 + int(x // 100)

    def marks(self, group):
        """What is drawn on a board: its marks, and the cell of the one to play."""
        marks, move = ["."] * 9, None
        for use in group.findall(f"{SVG}use"):
            if use.get("href") == "#map-grid":
                continue
            cell = self.cell(float(use.get("x")) + 50, float(use.get("y")) + 50)
            assert marks[cell] == "."
            marks[cell] = {"#map-x": "X", "#map-o": "O"}[use.get("href")]
            if "move" in use.get("class").split():
                assert move is None
                move = cell
        return "".join(marks), move

    def below(self, group):
        """By the cell in which it lies, the board drawn there, or the last mark of a game that ends."""
        found = {}
        for reply in group.findall(f"{SVG}g[@class='reply']"):
            boards = reply.findall(f"{SVG}g[@class='board']")
            if boards:
                x, y, scale = map(float, re.findall(r"-?[\d.]+", boards[0].get("transform")))
                corner, far = self.cell(x, y), self.cell(x + 300 * scale, y + 300 * scale)
                assert corner == far, "a board lies within one cell"
                found[corner] = boards[0]
            else:
                (use,) = reply.findall(f"{SVG}use")
                found[self.cell(float(use.get("x")) + 50, float(use.get("y")) + 50)] = None
        return found


def walk(sheet, side, group, position):
    """Every end of a game that follows the sheet from a board that is drawn for this position."""
    marks, move = sheet.marks(group)
    if mover(position) == side:
        assert move is not None
        assert marks == put(position, move), "the board is the position and one move"
        position = marks
    else:
        assert (marks, move) == (position, None)
    if winner(position) or not free(position):
        assert sheet.below(group) == {}
        yield position
        return
    below = sheet.below(group)
    assert sorted(below) == free(position), "every reply has its place"
    for reply, board in below.items():
        after = put(position, reply)
        if board is None:
            assert winner(after) or not free(after)
            yield after
        else:
            yield from walk(sheet, side, board, after)


@pytest.mark.parametrize("side", ["X", "O"])
def test_the_map_is_walked_against_every_reply(side):
    """Whoever follows the sheet never loses, and comes to no position without a move; all ends are as it is told."""
    sheet = Sheet(side_map(side))
    ends = list(walk(sheet, side, sheet.board, "." * 9))
    assert all(winner(end) in (side, None) for end in ends)
    told = strategy_json(side)
    assert (len(ends), [winner(end) for end in ends].count(side)) == (told["games"], told["won"])
    assert told["lost"] == 0
    assert told["drawn"] == told["games"] - told["won"]


@pytest.mark.parametrize("side", ["X", "O"])
def test_every_move_of_a_strategy_keeps_the_value(side):
    """By plain minimax no move of the strategy is worth less than the best."""
    for rows, name in strategy_json(side)["moves"].items():
        marks = marks_of(rows)
        assert mover(marks) == side
        assert -value(put(marks, NAMES.index(name))) == value(marks)


def test_a_win_at_once_is_taken():
    """Where a line can be completed the strategy completes it."""
    for side in Mark:
        for position, cell in strategy(side).moves.items():
            wins = lines_won(marks_of(position.rows_text), str(side))
            assert not wins or cell in wins, position


def test_what_is_no_side():
    """Anything but X and O is refused by name."""
    with pytest.raises(NoughtsError, match="'Z'"):
        strategy("Z")
    with pytest.raises(InputTypeError, match="7"):
        strategy(7)
