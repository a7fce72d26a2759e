"""Board files: what is written is read back, what lies is refused with its place, and certificates bear the lines."""

import json

import pytest

from noughts import Board, NoughtsError, read_board
from noughts.game.board_file import board_of

FANO = {
    "noughts": "board",
    "name": "fano",
    "columns": 7,
    "lines": [["a1", "b1", "d1"], ["b1", "c1", "e1"], ["c1", "d1", "f1"], ["d1", "e1", "g1"], ["e1", "f1", "a1"],
              ["f1", "g1", "b1"], ["g1", "a1", "c1"]],
}  # fmt: skip


def board_record(board):
    """What a file of the board holds."""
    group = board.group
    return {
        "noughts": "board",
        "name": board.name,
        "columns": board.columns,
        "rows": board.rows,
        "lines": [[board.cell_name(cell) for cell in line] for line in board.lines],
        "rule": str(board.rule),
        "symmetries": "layout" if group is None else [[board.cell_name(c) for c in image] for image in group],
    }


def test_a_file_is_read_and_what_is_written_of_its_board_is_the_same_board(tmp_path):
    """Lines, rule and the whole group come back."""
    file = tmp_path / "fano.json"
    file.write_text(json.dumps({**FANO, "rule": "misere"}))
    board = read_board(file)
    assert (len(board.lines), len(board.symmetries), str(board.rule)) == (7, 168, "misere")
    again = board_of(json.loads(json.dumps(board_record(board))))
    assert (again, again.symmetries) == (board, board.symmetries)
    for name in ("3x3x3", "torus4x4x3", "elly4x4"):
        known = Board.parse(name)
        assert board_of(board_record(known)) == known


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"noughts": "game"}, '"noughts": "board"'),
        ({"colour": "red"}, "unknown entry 'colour'"),
        ({"name": ""}, "not a name"),
        ({"name": "3x3x3"}, "that of another board"),
        ({"columns": 21}, "columns is no number from 1 to 20"),
        ({"columns": True}, "columns is no number"),
        ({"columns": None}, "columns is no number"),
        ({"lines": []}, "no list of lines"),
        ({"lines": [["a1"], "b1"]}, "line 2 is no list of cells"),
        ({"lines": [["a1"], []]}, "line 2 has no cells"),
        ({"lines": [["a1", "h1"]]}, "line 1: no such cell: 'h1'"),
        ({"lines": [["a1", "b2"]]}, "line 1: no such cell: 'b2'"),
        ({"lines": [["a1", "b1"], ["a1", "a1"]]}, "line 2 names a cell twice"),
        ({"lines": [["a1", "b1"], ["c1"], ["b1", "a1"]]}, "line 3 has the cells of line 1"),
        ({"rule": "nim"}, "not a rule: 'nim'"),
        ({"symmetries": "all"}, "not symmetries: 'all'"),
        ({"symmetries": [["a1", "b1"]]}, "not a symmetry"),
        ({"symmetries": [["b1", "a1", "c1", "d1", "e1", "f1", "g1"]]}, "not a symmetry"),
        ({"symmetries": [["a1", "z9"]]}, "symmetry 1: no such cell: 'z9'"),
    ],
)  # fmt: skip
def test_a_file_that_lies_is_refused_with_the_entry(tmp_path, change, words):
    """One message names the file and what in it is wrong."""
    file = tmp_path / "lies.json"
    file.write_text(json.dumps({**FANO, **change}))
    with pytest.raises(NoughtsError, match=r"lies\.json") as refused:
        read_board(file)
    assert words in str(refused.value)


def test_what_is_not_json_is_refused(tmp_path):
    """Half a file is no board."""
    (tmp_path / "half.json").write_text('{"noughts": ')
    with pytest.raises(NoughtsError, match="not JSON"):
        read_board(tmp_path / "half.json")


def test_a_certificate_of_such_a_board_needs_nothing_else(tmp_path):
    """Verifier and page checker read the lines from the file, and refuse lines that lie or that take a known name."""
    from noughts import Mark, RejectedError, solve, verify
    from tests.solver.certificate.lines import put, values
    from tests.solver.certificate.page_checker import proved as check

    board = board_of(FANO)
    solve(board, certificate=tmp_path / "proof")
    proved = verify(str(tmp_path / "proof"))
    assert [(claim.position.board, claim.attacker, claim.wins) for claim in proved] == [(board, Mark.X, True)]
    assert check(tmp_path / "proof")[0][:2] == ("fano", ".......")
    header, *records = values(tmp_path / "proof")
    lies = [
        {"board": "7x1x3"},
        {"lines": [[0, 1, 7]]},
        {"lines": [[0, 0]]},
        {"lines": []},
        {"columns": 6},
    ]
    lies += [{"lines": [*header["lines"], [3, 1, 0]]}, {"lines": "0"}, {"lines": [[0.0]]}, {"rows": True}]
    lies += [{"lines": header["lines"][:-1]}, {"columns": 400, "rows": 0}]
    for lie in lies:
        put(tmp_path / "lie", [{**header, **lie}, *records])
        with pytest.raises(RejectedError):
            verify(str(tmp_path / "lie"))
        assert not check(tmp_path / "lie"), lie
