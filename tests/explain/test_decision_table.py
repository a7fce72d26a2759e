"""The decision table as blocks: states of lines, potential forks, remaining cells, and where lines meet."""

from itertools import combinations

import pytest

from noughts import Board, Game, Position, player
from noughts.explain.blocks import Beside, Details, Figure, Heading, Paragraph, Table, TableCell, bare
from noughts.explain.decision_table import decision_table_blocks
from tests.players import readings

BOARD = Board.mnk(3, 3, 3)
NAMES = tuple(BOARD.cell_names(BOARD.cells))
SECTIONS = ("The decisions, in order", "Decision table", "Potential forks", "Remaining cells")


def sections(decision):
    """The blocks below each heading."""
    found = {}
    for block in decision_table_blocks(decision, decision.evidence):
        if isinstance(block, Heading):
            below = found.setdefault(block.words, [])
        else:
            below.append(block)
    return found


def text(cell):
    """A cell of a table as it is printed."""
    return bare(cell.text if isinstance(cell, TableCell) else cell)


def texts(table):
    """The rows of a table as they are printed."""
    return [[text(cell) for cell in row.texts] for row in table.rows]


def table_in(blocks):
    """The only table among blocks."""
    (table,) = (block for block in blocks if isinstance(block, Table))
    return table


def meetings(decision):
    """The block of the intersection table."""
    (details,) = (block for block in sections(decision)["Remaining cells"] if isinstance(block, Details))
    assert details.title == "Intersection table"
    (block,) = details.blocks
    return block


def test_the_table_of_the_document():
    """The table that founding document 004 prints for ..X/.O./X.., figure by figure."""
    printed = """
        row1  0 0 3   3 0 0 0  0 0  1 0  a1 b1 c1  1 0
        row2  0 5 0   5 0 0 0  0 0  0 1  a2 b2 c2  0 0
        row3  3 0 0   3 0 0 0  0 0  1 0  a3 b3 c3  1 0
        col1  0 0 3   3 0 0 0  0 0  1 0  a1 a2 a3  1 0
        col2  0 5 0   5 0 0 0  0 0  0 1  b1 b2 b3  0 0
        col3  3 0 0   3 0 0 0  0 0  1 0  c1 c2 c3  1 0
        diag1 0 5 0   5 0 0 0  0 0  0 1  a1 b2 c3  0 0
        diag2 3 5 3  11 0 1 1  0 0  0 0  c1 b2 a3  0 0
    """
    table = table_in(sections(player("rules").decide("..X/.O./X.."))["Decision table"])
    shown = [" ".join(row).replace("·", "0").split() for row in texts(table)]
    assert shown == [line.split() for line in printed.strip().split("\n")]
    assert (
        len(table.head)
        == len(table.align)
        == sum(span for _, span in table.groups)
        == len(table.rows[0].texts)
    )
    groups = [words for words, span in table.groups for _ in range(span)]
    assert [i for i, words in enumerate(groups) if words] == [1, 2, 3, 8, 9, 10, 11, 13, 14]
    assert [table.head[i] for i in (8, 9, 10, 11, 13, 14)] == ["X", "O"] * 3


def test_every_state_is_that_of_its_line(decided):
    """Marks, sum and states follow from the marks on the line, and the rows that gave the move are chosen."""
    for decision in decided(player("rules"))[::3]:
        board = decision.position.rows_text.replace("/", "")
        table = table_in(sections(decision)["Decision table"])
        assert len(table.rows) == 8
        assert {row.texts[0] for row in table.rows if row.chosen} == set(decision.evidence.lines)
        for row, cells in zip(table.rows, texts(table), strict=True):
            held = [board[NAMES.index(name)] for name in row.cells]
            assert cells[12].split() == list(row.cells)
            assert cells[1:4] == [str(readings.PRIME[mark]) for mark in held]
            assert cells[4] == str(sum(readings.PRIME[mark] for mark in held))
            clear, blocked, filled = set(held) == {"."}, {"X", "O"} <= set(held), "." not in held
            in_next = [sorted(held) == [".", side, side] for side in "XO"]
            in_two = [sorted(held) == [".", ".", side] for side in "XO"]
            states = [cell == "1" for cell in cells[5:12]]
            assert states == [clear, blocked, filled, *in_next, *in_two]
            assert set(cells[5:12]) <= {"1", "·"}


@pytest.mark.parametrize("spec", ["rules", "rules(advanced=False)"])
def test_forks_are_those_of_the_reading(spec, decided):
    """Every potential fork is drawn once, at the cell where its lines meet, and the opponent's are counted by line."""
    for decision in decided(player(spec))[::3]:
        board = decision.position.rows_text.replace("/", "")
        blocks = sections(decision)["Potential forks"]
        for side in "XO":
            (at,) = (
                i
                for i, block in enumerate(blocks)
                if isinstance(block, Paragraph) and block.words.startswith(f"Potential forks of {side}:")
            )
            lines = readings.win_in_two(board, side)
            pairs = [
                pair for pair in combinations(lines, 2) if readings.meeting_cell(board, *pair) is not None
            ]
            if not pairs:
                assert blocks[at].words == f"Potential forks of {side}: none."
                continue
            assert isinstance(blocks[at + 1], Beside)
            figures = blocks[at + 1].blocks
            assert all(isinstance(figure, Figure) for figure in figures)
            drawn = [tuple(tuple(map(NAMES.index, line)) for line in figure.lines) for figure in figures]
            assert drawn == pairs
            for figure, pair in zip(figures, pairs, strict=True):
                assert figure.rings == (NAMES[readings.meeting_cell(board, *pair)],)
                assert bare(figure.words).endswith(f" at {figure.rings[0]}")
        tally = readings.fork_tally(board, readings.opponent_of(readings.side_to_move(board)))
        counts = sorted((number for number in tally.values() if number), reverse=True)
        tables = [block for block in blocks if isinstance(block, Table)]
        assert [int(row[1]) for table in tables for row in texts(table)] == counts


def test_the_cells_that_remain_are_listed(decided):
    """The empty cells are listed in reading order."""
    for decision in decided(player("rules"))[::7]:
        (words, _) = sections(decision)["Remaining cells"]
        assert bare(words.words) == f"{', '.join(BOARD.cell_names(decision.position.empty))}."


def test_where_lines_meet(decided):
    """Any two lines share what they share, and the two that gave the move meet in a marked cell, which is played."""
    marked = 0
    for decision in decided(player("rules"))[::11]:
        table = meetings(decision)
        lines = {row.name: row.line for row in decision.evidence.rows}
        for row in table.rows:
            for name, cell in zip(table.head[1:], row.texts[1:], strict=True):
                one, other = lines[row.texts[0]], lines[name]
                shared = BOARD.cell_names([each for each in one if each in other])
                assert text(cell).split() == (["\N{EN DASH}"] if one == other else list(shared) or ["·"])
                if isinstance(cell, TableCell) and cell.strong:
                    marked += 1
                    assert {row.texts[0], name} == set(decision.evidence.lines)
                    assert set(shared) == set(BOARD.cell_names(decision.moves))
    assert marked > 0
    assert marked % 2 == 0


def test_the_lines_that_gave_the_move_are_drawn():
    """The advanced example of founding document 004: the lines that gave c3 are struck through and named."""
    (beside,) = sections(player("rules").decide(".X./OOX/X.."))["The decisions, in order"]
    figure = beside.blocks[1]
    assert set(figure.lines) == {("c1", "c2", "c3"), ("a1", "b2", "c3")}
    assert figure.rings == ("c3",)
    words = "Through col3 (the right column) and diag1 (the diagonal from a1 to c3). It plays c3."
    assert bare(figure.words) == words


def test_a_large_board_is_shown_in_parts():
    """Lines beyond 400 are in details, forks beyond twelve listed, and remaining cells beyond 40 counted."""
    board = Board.parse("12x12x3")
    decision = player("rules").decide(Game(Position.start(board), ("f6", "a1", "g8", "l12")).position)
    found = sections(decision)
    assert tuple(found) == SECTIONS
    _, table, others = found["Decision table"]
    rows = [*table.rows, *others.blocks[0].rows]
    assert len(table.rows) == 400
    assert [row.texts[0] for row in rows] == [row.name for row in decision.evidence.rows]
    assert len(rows) == len(board.lines)
    drawn = sum(len(block.blocks) for block in found["Potential forks"] if isinstance(block, Beside))
    listed = [
        bare(b.words)
        for b in found["Potential forks"]
        if isinstance(b, Paragraph) and b.words.startswith("And ")
    ]
    assert drawn + sum(words.count(";") + 1 for words in listed) == len(decision.evidence.forks)
    assert listed
    words = bare(found["Remaining cells"][0].words)
    assert words.startswith("140 cells: ")
    assert words.endswith("and 100 others.")
    assert isinstance(meetings(decision), Paragraph)


def test_of_many_lines_those_with_marks_meet():
    """On 5x5x3 the intersection table has the lines that win next or in two. The empty board has none."""
    board = Board.parse("5x5x3")
    empty = player("rules").decide(Position.start(board))
    assert meetings(empty).words == "No line of the table has marks of one side only."
    decision = player("rules").decide(Position.start(board).play("a1"))
    table = meetings(decision)
    shown = [row.name for row in decision.evidence.rows if board.cell("a1") in row.line]
    assert list(table.head) == ["line", *shown]
    assert "of the lines that win next or in two" in table.caption
