"""The table: every byte equals the slow reference's, the counts are the board's, no bad file is ever believed."""

import doctest
import os
import random
import subprocess
import sys
import time
import zlib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path

import pytest

import noughts
from noughts import Board, ExactValue, ImpossibleError, MissingError, Position, Result, TooLargeError, count
from noughts.files import cache_folder
from noughts.game.count import PlyCount, walk
from noughts.solver.small import layout as layout_module
from noughts.solver.small import table as tables
from noughts.solver.small import table_file as files
from noughts.solver.small.exact import Exact, exact
from noughts.solver.small.layout import Layout
from noughts.solver.small.solver_choice import can_solve, solver_for
from noughts.solver.small.table import MAX_CELLS, Table, is_kept, table
from noughts.solver.small.table_file import HEADER, BadFileError, TableFile
from tests import reference
from tests.inner_kernels import share
from tests.lengths import short_and_long
from tests.plain_kernels import lines_of
from tests.solver.small.census import census

THREE = Board.mnk(3, 3, 3)
SMALL = ("1x1x1", "2x1x2", "2x2x2", "3x3x2", "3x3x3", "5x2x3", "torus3x3x3", "cube2", "4x3x3")
MIXED = Board("mixed", 3, 2, ((0, 1), (1, 2, 5), (3,)))
"""Lines of different lengths, one of a single cell."""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Every test has its own cache folder and starts with no table open."""
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path / "cache"))
    tables._tables.clear()
    yield tmp_path / "cache"
    tables._tables.clear()


def kernel_bytes(board, **options):
    from noughts.solver.small.retrograde import solve

    return bytes(solve(board.size, board.masks, **options))


def plain(board):
    """The slow reference of the kernel: the same bytes from `Exact`."""
    layout, solver = Layout(board.size), Exact(board)
    body = bytearray(layout.size)
    for (own, other), score in solver.all_scores().items():
        body[layout.index(own, other)] = score + solver.limit + 1
    return memoryview(body)


def by_kernel(name):
    board = Board.parse(name)
    return Table(board, memoryview(kernel_bytes(board)))


def random_positions(board, most_empties, number, seed):
    """Positions of random games, finished ones too, each at a random ply with at most so many empties."""
    dice = random.Random(seed)
    found = []
    while len(found) < number:
        position, ply = Position.start(board), dice.randrange(board.size - most_empties, board.size + 1)
        while position.moves and position.ply < ply:
            position = position.play_unchecked(dice.choice(position.moves))
        if position.free.bit_count() <= most_empties:
            found.append(position)
    return found


def run(code, **environment):
    """What a fresh process prints."""
    env = {"PYTHONPATH": str(Path(noughts.__file__).parents[1]), "HOME": "/nonexistent", **environment}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True, env=env
    )
    assert not done.stderr
    return done.stdout.split("\n")[:-1]


# The layout


def test_the_layout_is_as_drawn():
    """The worked example at the head of the module holds."""
    assert doctest.testmod(layout_module) == (0, 1)


@pytest.mark.parametrize("cells", range(1, 8))
def test_every_byte_has_one_position(cells):
    """All pairs of disjoint sets with the right counts, and they alone, share out the bytes of the table."""
    layout = Layout(cells)
    places = []
    for ply in range(cells + 1):
        for own in combinations(range(cells), ply // 2):
            rest = [cell for cell in range(cells) if cell not in own]
            for other in combinations(rest, (ply + 1) // 2):
                places.append(layout.index(sum(1 << c for c in own), sum(1 << c for c in other)))
    assert sorted(places) == list(range(layout.size))


# The slow references


@pytest.mark.parametrize(
    "board",
    [*map(Board.parse, SMALL), MIXED, pytest.param(Board.mnk(4, 3, 4), marks=pytest.mark.long)],
    ids=str,
)
def test_the_kernel_writes_the_bytes_of_the_slow_reference(board):
    """On small boards of every sort the whole table equals, byte for byte, the one of plain Python."""
    assert kernel_bytes(board) == bytes(plain(board))


def test_the_textbook_agrees_near_the_end():
    """With at most five empty cells of 3x3 the kernel's values are those of a walk that remembers nothing."""
    found = by_kernel("3x3x3")
    near = [p for p in (Position(THREE, x, o) for x, o in walk(THREE)) if len(p.empty) <= 5]
    assert len(near) > 3500
    assert all(found.value(p) == reference.minimax(p) for p in near[::9])


@pytest.mark.parametrize(
    ("name", "number"),
    short_and_long([("4x4x4", 10_000), ("4x4x3", 10_000), ("5x3x3", 1_000), ("5x3x4", 1_000)], share=100),
)
def test_random_positions_equal_the_slow_reference(name, number):
    """Thousands of random positions with at most 8 empty cells, and some with 9 to 12, are valued alike."""
    found, reference = by_kernel(name), Exact(Board.parse(name))
    chosen = random_positions(reference.board, 8, number, seed=1) + random_positions(
        reference.board, 12, 4 + number // 600, seed=2
    )
    assert max(len(p.empty) for p in chosen) >= 11
    for position in chosen:
        assert found.score(position) == reference.score(position)


@pytest.mark.parametrize("name", ["4x4x4", "4x4x3", "5x3x3", "5x3x4", "torus4x4x3", "cube2"])
def test_symmetric_positions_agree(name):
    """Random positions of any ply have the value of all their mirror images."""
    found = by_kernel(name)
    symmetries = found.board.symmetries
    assert len(symmetries) >= 4
    for position in random_positions(found.board, found.board.size, 200, seed=3):
        assert len({found.value(position.transform(symmetry)) for symmetry in symmetries}) == 1


@pytest.mark.parametrize("name", ["4x4x4", "4x4x3", "5x3x3", "5x3x4", "torus4x4x3"])
def test_a_value_follows_from_the_moves(name):
    """In random positions of any ply the value is the best of the values after each move."""
    found = by_kernel(name)
    for position in random_positions(found.board, found.board.size, 200, seed=4):
        values = found.values(position)
        ends = ExactValue(Result.LOSS if position.outcome and position.outcome.winner else Result.DRAW, 0)
        assert found.value(position) == max(values.values(), default=ends)
        assert found.results(position) == {cell: value.result for cell, value in values.items()}


@pytest.mark.long
def test_without_the_compiler_the_same_bytes():
    """The kernels as plain Python write the same tables."""
    code = """
import zlib
from noughts.game.board import Board
from noughts.solver.small.retrograde import solve
for name in ("3x3x3", "cube2", "4x3x3"):
    board = Board.parse(name)
    print(zlib.crc32(solve(board.size, board.masks)))
"""
    assert lines_of(code) == [
        str(zlib.crc32(kernel_bytes(Board.parse(n)))) for n in ("3x3x3", "cube2", "4x3x3")
    ]


def test_any_number_of_threads_writes_the_same(monkeypatch):
    """One thread, three threads, and parts of a few positions make the same table."""
    from noughts.solver.small import retrograde

    board = Board.mnk(4, 3, 3)
    one = kernel_bytes(board, threads=1)
    monkeypatch.setattr(retrograde, "CHUNK", 500)
    assert kernel_bytes(board, threads=3) == one


# The counts


@pytest.mark.parametrize(
    "name",
    [
        *("3x3x3", "4x3x3", "cube2", "torus3x3x3", "5x3x3"),
        *(pytest.param(name, marks=pytest.mark.long) for name in ("5x3x4", "4x4x3", "4x4x4")),
    ],
)
def test_the_census_is_the_count_of_the_board(name):
    """By ply, the positions in the table and the finished ones by result are those of `game.count`."""
    board = Board.parse(name)
    counts = {p.ply: p for p in count(board).by_ply}
    for ply, values in enumerate(census(by_kernel(name))):
        expected = counts.get(ply, PlyCount(ply))
        ended = expected.terminal
        assert sum(values.values()) == expected.positions
        assert values.get(ExactValue(Result.LOSS, 0), 0) == (ended.x if ply % 2 else ended.o)
        assert ply < board.size or values.get(ExactValue(Result.DRAW, 0), 0) == ended.draw
        assert list(values) == sorted(values, reverse=True)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("4x3x3", ExactValue(Result.WIN, 7)),
        ("4x3x4", ExactValue(Result.DRAW, 12)),
        ("5x3x3", ExactValue(Result.WIN, 7)),
        ("5x3x4", ExactValue(Result.DRAW, 15)),
        ("4x4x3", ExactValue(Result.WIN, 5)),
        ("4x4x4", ExactValue(Result.DRAW, 16)),
    ],
)
def test_known_values_of_empty_boards(name, value):
    """Three in a row is won in 7 plies on three rows, in 5 on 4x4; four in a row on 4x4 is a draw."""
    found = table(Board.parse(name)).value(Position.start(Board.parse(name)))
    assert (found.result, found.plies) == (value.result, value.plies)


def test_census_of_4x4x4():
    """All 9,722,011 positions of 4x4x4 by result: this signature changes only if a value does."""
    found = Counter()
    for values in census(table(Board.mnk(4, 4, 4))):
        for value, number in values.items():
            found[str(value.result)] += number
    assert found == {"win": 2_730_266, "draw": 6_031_189, "loss": 960_556}


# The interface


def test_it_answers_like_exact():
    """On 3x3 the table gives the scores of `Exact` for all positions, and everything else for every fifth."""
    found, reference = table(THREE), exact(THREE)
    assert found.all_scores() == {pair: reference._score(*pair) for pair in found.all_scores()}
    for x, o in list(walk(THREE))[::5]:
        p = Position(THREE, x, o)
        assert found.reaches(p)
        assert found.score(p) == reference.score(p)
        assert (found.values(p), found.results(p)) == (reference.values(p), reference.results(p))
        assert found.tree_size(p) == reference.tree_size(p)


@pytest.mark.parametrize(
    "name", ["3x3x2", "4x2x3", "cube2", pytest.param("torus3x3x3", marks=pytest.mark.long)]
)
def test_trees_are_counted_without_a_walk(name):
    """Nodes and complete games below every position of small boards equal the walk that remembers."""
    board = Board.parse(name)
    found, reference = table(board), exact(board)
    for x, o in walk(board):
        assert found.tree_size(Position(board, x, o)) == reference.tree_size(Position(board, x, o))


def test_the_tree_of_4x4x4():
    """Below the empty board of 4x4x4 there are the 15,038,733,958,272 games of the literature."""
    start = Position.start(Board.mnk(4, 4, 4))
    assert table(start.board).tree_size(start) == (36_277_691_063_105, 15_038_733_958_272)


def test_pairs_that_no_game_reaches_are_refused():
    """A pair of sets in which the side to move holds a line already has no value."""
    with pytest.raises(ImpossibleError, match="no game of 3x3x3 reaches"):
        by_kernel("3x3x3").score(Position.unchecked(THREE, 0b000_000_111, 0b100_011_000))


def test_progress_rises_to_the_whole():
    """Progress is told in order and ends with all bytes done."""
    told = []
    table(Board.mnk(4, 3, 3), progress=lambda done, of: told.append((done, of)))
    assert told == sorted(told)
    assert told[-1] == (143_365, 143_365)


@pytest.mark.parametrize("name", ["5x5x4", "7x3x3", "19x19x5"])
def test_large_boards_are_refused(name):
    """Beyond 20 cells there is no table, and the message says so."""
    with pytest.raises(TooLargeError, match=f"no table of {name}: .* at most {MAX_CELLS}"):
        table(Board.parse(name))


def test_without_kernels_it_says_what_is_missing(monkeypatch):
    """The message names the board and what its table needs."""
    monkeypatch.setattr(tables, "available", lambda: False)
    with pytest.raises(MissingError, match=r"4x4x4, 16 cells, needs compiled kernels"):
        table(Board.mnk(4, 4, 4))


def test_too_little_memory_is_said(monkeypatch):
    """A table that does not fit into memory is refused with its size."""

    def full(*_):
        raise MemoryError

    monkeypatch.setattr(tables, "solve", full)
    with pytest.raises(TooLargeError, match="not enough memory for the table of 4x4x4: 10,165,779 bytes"):
        table(Board.mnk(4, 4, 4))


def test_the_strongest_solver_is_chosen(monkeypatch):
    """Up to 12 cells `Exact`, to 16 the table, to 20 the table if it is kept, without kernels only `Exact`."""
    from noughts.solver.small import solver_choice

    assert solver_for(Board.mnk(4, 3, 3)) is exact(Board.mnk(4, 3, 3))
    assert isinstance(solver_for(Board.mnk(5, 3, 3)), Table)
    assert not can_solve(Board.mnk(5, 4, 4))
    assert solver_for(Board.mnk(5, 4, 4)) is exact(Board.mnk(5, 4, 4))
    monkeypatch.setattr(solver_choice, "available", lambda: False)
    assert can_solve(Board.mnk(5, 3, 3))
    assert solver_for(Board.mnk(4, 4, 4)) is exact(Board.mnk(4, 4, 4))


# The file


def fresh(board):
    """The table of a board, read or solved anew, and what was said."""
    tables._tables.clear()
    said = []
    return table(board, say=said.append), said


def test_a_table_is_solved_once(folder):
    """The second time the file is read, in silence; while a table is open it is not even read."""
    board = Board.mnk(4, 3, 3)
    assert not is_kept(board)
    first, said = fresh(board)
    assert not said
    assert is_kept(board)
    assert [p.name for p in folder.iterdir()] == [TableFile(board, folder).path.name]
    assert table(board) is first
    second, said = fresh(board)
    assert second is not first
    assert not said
    assert bytes(second._body) == bytes(first._body) == bytes(plain(board))


def test_tables_take_so_much_room_and_no_more(folder, monkeypatch):
    """The table longest unused goes when another comes; one that was read, and a large one, made on purpose, stay."""
    boards = [Board.parse(name) for name in ("5x2x2", "5x2x3", "5x2x4", "5x2x5")]
    large = folder / "5x4-0123456789abcdef.table"
    monkeypatch.setattr(files, "KEPT_BYTES", 3 * (HEADER + Layout(10).size))
    made = [TableFile(board, folder) for board in boards]
    for age, file in zip((300, 200, 100, 0), made, strict=True):
        if not age:
            large.touch()
            os.truncate(large, 1 << 40)
            made[0].read()
        file.write(plain(file.board))
        os.utime(file.path, (time.time() - age,) * 2)
    assert [file.path.exists() for file in made] == [True, False, True, True]
    assert large.exists()


def test_3x3_keeps_no_file(folder):
    """A board that plain Python solves at once leaves nothing on the disk."""
    assert solver_for(THREE).value(Position.start(THREE)) == ExactValue(Result.DRAW, 9)
    assert not folder.exists()


def cut(path):
    path.write_bytes(path.read_bytes()[:-1])


def lengthen(path):
    path.write_bytes(path.read_bytes() + b"\0")


def empty(path):
    path.write_bytes(b"")


def flip(at):
    def change(path):
        data = bytearray(path.read_bytes())
        data[at] ^= 0x10
        path.write_bytes(data)

    return change


def other_board(path):
    other = Board.mnk(4, 3, 4)
    TableFile(other, path.parent).write(plain(other))
    TableFile(other, path.parent).path.replace(path)


def other_version(path):
    head, rest = path.read_bytes().split(b"\n", 1)
    path.write_bytes(head.replace(b"1", b"2") + b"\n" + rest)


def rubbish(path):
    path.write_bytes(random.Random(5).randbytes(path.stat().st_size))


def sparse_giant(path):
    with path.open("r+b") as file:
        file.truncate(2 << 30)


BAD = {
    "cut": cut,
    "longer": lengthen,
    "empty": empty,
    "magic": flip(3),
    "checksum": flip(HEADER - 4096 + 165),
    "padding": flip(HEADER - 1),
    "first byte": flip(HEADER),
    "last byte": flip(-1),
    "middle": flip(HEADER + 70_000),
    "board": other_board,
    "version": other_version,
    "rubbish": rubbish,
    "2 GB": sparse_giant,
}


SELDOM = {"empty", "magic", "padding", "first byte", "last byte", "rubbish", "2 GB"}


@pytest.mark.long
@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(damage, id=name, marks=[pytest.mark.long] * (name in SELDOM))
        for name, damage in BAD.items()
    ],
)
def test_a_bad_file_is_made_anew(folder, damage):
    """A file that is damaged in any way is noticed, said, and replaced by a good one."""
    board = Board.mnk(4, 3, 3)
    file = TableFile(board, folder)
    fresh(board)
    damage(file.path)
    with pytest.raises(BadFileError):
        file.read()
    found, said = fresh(board)
    assert len(said) == 1
    assert f"{file.path} cannot be used" in said[0]
    assert bytes(found._body) == bytes(plain(board))
    assert fresh(board)[1] == []
    assert len(list(folder.iterdir())) == 1


def test_every_single_changed_byte_is_noticed(folder):
    """A file with one changed byte, wherever it is, is rejected: 200 are tried."""
    board = Board.mnk(5, 2, 3)
    file = TableFile(board, folder)
    file.write(plain(board))
    good, dice = file.path.read_bytes(), random.Random(6)
    for _ in range(200):
        bad = bytearray(good)
        bad[dice.randrange(len(bad))] ^= dice.randrange(1, 256)
        file.path.write_bytes(bad)
        with pytest.raises(BadFileError):
            file.read()
    file.path.write_bytes(good)
    assert bytes(file.read()) == bytes(plain(board))


def test_a_directory_in_place_of_the_file(folder):
    """A directory of the file's name is left alone: the answer comes without a file."""
    board = Board.mnk(4, 3, 3)
    file = TableFile(board, folder)
    (file.path / "inside").mkdir(parents=True)
    found, said = fresh(board)
    assert bytes(found._body) == bytes(plain(board))
    assert "cannot be used (not a file)" in said[0]
    assert "cannot keep the table of 4x3x3" in said[1]
    assert [p.name for p in folder.iterdir()] == [file.path.name]


def test_a_folder_that_cannot_be_written(tmp_path, monkeypatch):
    """Where the cache folder cannot be made, the answer comes all the same, with one word."""
    (tmp_path / "taken").write_text("a file")
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path / "taken"))
    found, said = fresh(Board.mnk(4, 3, 3))
    assert bytes(found._body) == bytes(plain(found.board))
    assert "going on without" in said[-1]
    assert (tmp_path / "taken").read_text() == "a file"


def test_a_full_disk(tmp_path):
    """When writing fails half-way, the answer comes, and no piece of a file stays behind."""
    code = """
import resource
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.solver.small.table import table
import noughts.solver.small.retrograde as r
board = Board.parse("4x3x3")
r.solve(board.size, board.masks)
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
print(table(board, say=print).value(Position.start(board)))
"""
    share(tmp_path / "disk")
    said, value = run(code, NOUGHTS_CACHE=str(tmp_path / "disk"))
    assert said.endswith("(File too large): going on without")
    assert value == "win in 7"
    assert [path.name for path in (tmp_path / "disk").iterdir()] == ["kernels"]


def test_an_interrupted_solution_leaves_nothing(folder):
    """Ctrl-C while a board is solved ends at once, writes no file, and the next call starts afresh."""

    def stop(done, of):
        raise KeyboardInterrupt

    board = Board.mnk(4, 3, 3)
    with pytest.raises(KeyboardInterrupt):
        table(board, progress=stop)
    assert not folder.exists()
    assert fresh(board)[0].value(Position.start(board)) == ExactValue(Result.WIN, 7)


def test_many_threads_ask_at_once():
    """Threads that ask for one board together get one table."""
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(lambda _: table(Board.mnk(5, 3, 4)), range(16)))
    assert len(found) == 1


def test_only_a_few_tables_stay_open():
    """The table that was asked for longest ago is closed when there are too many."""
    first = table(Board.mnk(1, 1, 1))
    for side in range(2, 9):
        table(Board.mnk(side, 1, 1))
    assert table(Board.mnk(1, 1, 1)) is first
    for side in range(2, 10):
        table(Board.mnk(side, 1, 1))
    assert table(Board.mnk(1, 1, 1)) is not first


def test_the_folder_can_be_named(monkeypatch, tmp_path):
    """NOUGHTS_CACHE names the folder; without it, it is the user's; without platformdirs there is none."""
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("NOUGHTS_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    assert cache_folder() == tmp_path / "user" / "noughts"
    monkeypatch.setitem(sys.modules, "platformdirs", None)
    assert cache_folder() is None


def test_boards_that_differ_only_in_name_share_a_file(folder):
    """The file is named by the lines, not by what a board is called."""
    board = Board.mnk(4, 3, 3)
    renamed = Board("no/such\0name", 4, 3, board.lines[::-1])
    assert TableFile(renamed, folder).path == TableFile(board, folder).path
    assert TableFile(Board.mnk(4, 3, 4), folder).path != TableFile(board, folder).path


def test_files_of_another_version_are_foreign(folder, monkeypatch):
    """A file that a later version has written is not read by this one."""
    board = Board.mnk(5, 2, 3)
    with monkeypatch.context() as later:
        later.setattr(files, "VERSION", files.VERSION + 1)
        TableFile(board, folder).write(plain(board))
    with pytest.raises(BadFileError, match="another board or version"):
        TableFile(board, folder).read()
