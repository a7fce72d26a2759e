"""Positions whose value is proved, and whether a player's moves keep it: the table says the same."""

import pytest

from noughts import Board, NoughtsError, Position, Result, player
from noughts.solver.small.solver_choice import solver_for
from research.strength.value_preservation import read_kept, try_missing


@pytest.mark.parametrize("name", ["4x3x3", "4x4x4"])
def test_values_are_those_of_the_table(tmp_path, name):
    """Each position's value and the move's are exact, and in each some move would give the value away."""
    path, board = tmp_path / "kept.jsonl", Board.parse(name)
    try_missing(path, name, player("weights"), 12, lambda words: None)
    exact = solver_for(board)
    for kept in read_kept(path):
        position = Position.parse(kept.position, board)
        results = {cell: Result(each) for cell, each in exact.results(position).items()}
        assert kept.value == str(max(results.values())) != "loss"
        assert kept.after == str(results[board.cell(kept.move)])
        assert kept.is_kept == (results[board.cell(kept.move)] == max(results.values()))
        assert min(results.values()) < max(results.values())


@pytest.mark.long
def test_where_there_is_no_table_the_prover_says_it(tmp_path):
    """On 5x4x4 wins and draws take turns, and the engine keeps them."""
    path = tmp_path / "kept.jsonl"
    try_missing(path, "5x4x4", player("engine(nodes=20000)"), 6, lambda words: None)
    found = read_kept(path)
    assert {kept.value for kept in found} == {"win", "draw"}
    assert all(kept.is_kept for kept in found)


def test_what_is_on_record_is_not_tried_again(tmp_path):
    """A record that was cut short is filled up to what it would have been."""
    path, said = tmp_path / "kept.jsonl", []
    try_missing(path, "4x3x3", player("random"), 6, said.append)
    whole = path.read_text()
    path.write_text("".join(whole.splitlines(keepends=True)[:4]))
    try_missing(path, "4x3x3", player("random"), 6, said.append)
    assert path.read_text() == whole
    assert len(said) == 8


@pytest.mark.parametrize("line", ["nonsense", "{}", "[1]", "null"])
def test_another_file_is_refused(tmp_path, line):
    """A line that is no such position is quoted."""
    path = tmp_path / "kept.jsonl"
    path.write_text(f"{line}\n")
    with pytest.raises(NoughtsError, match="positions and their values"):
        read_kept(path)
