"""The evidence of a decision is true: it says what is on the board, and the decision follows from it."""

from fractions import Fraction

import pytest
from hypothesis import given

from noughts import Board, CellKind, Position, player
from tests.positions import small_boards, unfinished

from . import readings

NAMES = ("row1", "row2", "row3", "col1", "col2", "col3", "diag1", "diag2")


@pytest.mark.parametrize("spec", ["tic", "tic(deep=True)"])
def test_tic_shows_both_ratings_and_what_each_kept(spec, decided):
    """The first rating covers every move, the second the tied ones, and each says which moves it kept."""
    for text, decision in decided(spec).items():
        evidence, first = decision.evidence, readings.tic_first(text)
        tied = readings.heaviest(first)
        second = readings.tic_second(text, deep="deep" in spec) if len(tied) > 1 else {}
        assert evidence.first == first
        assert evidence.second == second
        assert list(evidence.kept_first) == tied
        assert set(evidence.kept_second if second else evidence.kept_first) == set(decision.moves)


def test_tic_counts_the_tree_it_searched(decided):
    """Nodes and complete games below a position are those of a walk that remembers nothing."""
    checked = 0
    for text, decision in decided("tic").items():
        if text.count(".") <= 5 and hash(decision.position.x) % 3 == 0:
            assert (decision.evidence.nodes, decision.evidence.games) == tree(text)
            checked += 1
    assert checked > 500


def tree(text):
    """Nodes and leaves of the game tree with this root."""
    if readings.is_over(text):
        return 1, 1
    side = readings.side_to_move(text)
    below = [tree(readings.put(text, cell, side)) for cell in readings.empty_cells(text)]
    return 1 + sum(nodes for nodes, _ in below), sum(games for _, games in below)


def test_minimax_shows_the_value_of_every_move(decided):
    """The ratings are the minimax values of all moves, and there is no second rating."""
    for text, decision in decided("minimax").items():
        assert decision.evidence.first == readings.tic_first(text)
        assert decision.evidence.second == {}


@given(unfinished())
def test_the_fed_lines_sum_to_the_weight_grid(position):
    """On any board the lines shown for a cell add up to its weight, and taken cells weigh nothing."""
    evidence = player("weights").decide(position).evidence
    weights = [weight for row in evidence.grid for weight in row]
    assert len(weights) == position.board.size
    for cell, weight in enumerate(weights):
        assert sum(feed.weight for feed in evidence.fed(cell)) == weight
        assert not weight or cell in position.empty


@given(unfinished())
def test_every_fed_line_is_of_the_kind_it_claims(position):
    """A line is shown as potential, opponent's or player's completion exactly as its cells stand."""
    board, me = position.board, position.to_move
    completion = board.size + 1
    feeds = player("weights").decide(position).evidence.feeds
    order = [board.lines.index(feed.line) for feed in feeds]
    assert order == sorted(set(order))
    for feed in feeds:
        marks = {position.at(cell) for cell in feed.line} - {None}
        assert feed.cells == tuple(sorted(c for c in feed.line if position.at(c) is None))
        assert len(marks) == 1
        if len(feed.cells) > 1:
            expected = (CellKind.POTENTIAL, 1)
        elif marks == {me}:
            expected = (CellKind.PLAYER, completion**2)
        else:
            expected = (CellKind.OPPONENT, completion)
        assert (feed.kind, feed.weight) == expected


@pytest.mark.parametrize("spec", ["core", "core(easy=True)"])
def test_core_shows_the_step_that_fired(spec, decided):
    """The step is the document's, and a fired line is the first with two marks of one side and a gap."""
    for text, decision in decided(spec).items():
        rule = decision.evidence
        step, cells = readings.core_step(text, easy="easy" in spec)
        assert rule.step == step
        assert set(decision.moves) == set(cells)
        assert (rule.line is not None) == (step == 3)
        if rule.line:
            marks = sorted(text[cell] for cell in rule.line)
            assert marks in ([".", "X", "X"], [".", "O", "O"])
            assert text[cells[0]] == "."
            assert cells[0] in rule.line


@pytest.mark.parametrize(
    "level", [pytest.param(level, marks=[pytest.mark.long] * (level % 8 > 0)) for level in range(9)]
)
def test_newell_simon_shows_the_rule_that_fired(level, decided):
    """The step is the first rule up to the level that has a candidate, 0 for chance; its line is real."""
    for text, decision in decided(f"newell-simon(level={level})").items():
        rule = decision.evidence
        candidates = enumerate(readings.newell_simon_rules(text), start=1)
        fired = next((n for n, cells in candidates if cells and n <= level), 0)
        assert rule.step == fired
        if rule.line:
            me = readings.side_to_move(text)
            mark = me if rule.step == 1 else readings.opponent_of(me)
            assert sorted(text[cell] for cell in rule.line) == sorted([".", mark, mark])
        assert (rule.line is not None) == (rule.step in (1, 2))


@pytest.mark.parametrize("spec", ["rules", pytest.param("rules(advanced=False)", marks=pytest.mark.long)])
def test_rules_shows_the_whole_decision_table(spec, decided):
    """Every row has its line's marks, sum and states; forks, popularity and remaining cells are right."""
    for text, decision in decided(spec).items():
        evidence = decision.evidence
        tallies = {side: readings.fork_tally(text, side) for side in "XO"}
        assert [row.name for row in evidence.rows] == list(NAMES)
        for row, line in zip(evidence.rows, readings.LINES, strict=True):
            check_row(row, line, text, tallies)
        opponent = readings.opponent_of(readings.side_to_move(text))
        counted = {NAMES[readings.LINES.index(line)]: n for line, n in tallies[opponent].items() if n}
        assert evidence.popularity == counted
        assert list(evidence.remaining) == readings.empty_cells(text)


def check_row(row, line, text, tallies):
    """One row of the table against the nine characters."""
    marks = [text[cell] for cell in line]
    assert row.line == line
    assert list(row.marks) == [readings.PRIME[mark] for mark in marks]
    assert row.total == readings.total(text, line)
    assert row.clear == (marks == [".", ".", "."])
    assert row.filled == ("." not in marks)
    assert row.blocked == ("X" in marks and "O" in marks)
    for side in "XO":
        assert says(row.win_next, side) == (sorted(marks) == [".", side, side] or marks.count(side) == 3)
        assert says(row.win_in_two, side) == (sorted(marks) == sorted([".", ".", side]))
        assert (side in [mark.value for mark in row.forks]) == (tallies[side].get(line, 0) > 0)


def says(mark, side):
    """Whether a mark or None is the side."""
    return mark is not None and mark.value == side


@pytest.mark.parametrize("spec", ["rules", "rules(advanced=False)"])
def test_the_fired_lines_of_rules_have_the_state_they_claim(spec, decided):
    """A win or block names the line that does it; an anti-fork names two lines that meet at the move."""
    for text, decision in decided(spec).items():
        evidence, me = decision.evidence, decision.position.to_move
        rows = {row.name: row for row in evidence.rows}
        fired = [rows[name] for name in evidence.lines]
        if evidence.fired in ("win", "block"):
            side = me if evidence.fired == "win" else me.other
            assert [row.win_next for row in fired] == [side]
            assert set(decision.moves) < set(fired[0].line)
        elif evidence.fired == "anti-fork":
            mine, theirs = fired
            assert (mine.win_in_two, theirs.win_in_two) == (me, me.other)
            assert set(mine.line) & set(theirs.line) == set(decision.moves)
        else:
            assert fired == []
            assert text[4] == "." if evidence.fired == "centre" else text[4] != "."


def test_the_potential_forks_of_rules_are_pairs_that_meet(decided):
    """Every fork shown is two win-in-two lines of its side that meet in its empty cell; none is missing."""
    for text, decision in decided("rules").items():
        shown = {(f.side.value, f.rows, f.cell) for f in decision.evidence.forks}
        assert shown == set(all_forks(text))
        assert len(shown) == len(decision.evidence.forks)


def all_forks(text):
    """The potential forks of both sides, as (side, names of the two lines, cell)."""
    for side in "XO":
        lines = readings.win_in_two(text, side)
        for i, a in enumerate(lines):
            for b in lines[i + 1 :]:
                cell = readings.meeting_cell(text, a, b)
                if cell is not None:
                    yield side, (NAMES[readings.LINES.index(a)], NAMES[readings.LINES.index(b)]), cell


def test_perfect_shows_the_value_of_every_move(decided):
    """The values are those of the game, distance included, and the best of them are played."""
    for text, decision in decided("perfect").items():
        me, values = readings.side_to_move(text), decision.evidence.values
        for cell, value in values.items():
            result, plies = readings.forecast(readings.put(text, cell, me), me)
            assert (value.result, value.plies) == (result, plies + 1)
        assert set(decision.moves) == {c for c, v in values.items() if v == max(values.values())}


@given(unfinished(small_boards().filter(lambda board: board.k == 3 and board.size > 9)))
def test_rules_wins_or_blocks_on_every_board_of_three(position):
    """On larger boards with k = 3 it takes a win if there is one, else blocks if there is one."""
    decision = player("rules").decide(position)
    wins = [c for c in position.empty if position.play(c).outcome and position.play(c).outcome.winner]
    blocks = [c for line in position.board.lines for c in threat(position, line)]
    if wins:
        assert set(decision.moves) <= set(wins)
    elif blocks:
        assert set(decision.moves) <= set(blocks)


def threat(position, line):
    """The one empty cell of a line that the opponent would complete, or nothing."""
    free = [cell for cell in line if position.at(cell) is None]
    theirs = [cell for cell in line if position.at(cell) is position.to_move.other]
    return free if len(free) == 1 and len(theirs) == len(line) - 1 else []


def test_pick_draws_every_move_as_often_as_it_is_likely():
    """Over one whole cycle of rolls each move is picked exactly in proportion to its probability."""
    decision = player("minimax(randomness=1/3)").decide(Position.start(Board.mnk(3, 3, 3)))
    drawn = [decision.pick(Roll(n)) for n in range(27)]
    counts = {cell: Fraction(drawn.count(cell), 27) for cell in set(drawn)}
    assert counts == decision.moves


class Roll:
    """A generator that rolls what it is told."""

    def __init__(self, n):
        self.n = n

    def randrange(self, sides):
        """The n-th of 27 equal rolls."""
        assert sides == 27
        return self.n
