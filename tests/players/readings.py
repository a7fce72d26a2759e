"""An independent reading of every player's document, slow and plain.

Written from the seeds and the house's statement of them alone, before the players' own files were
looked at, and sharing no code with them: a position is a string of nine characters (``"XX....O.."``),
a cell is its index 0 to 8, and a reading gives ``{cell: Fraction}``. ``weights`` reads any board,
as a list of rows and the number k of marks in a row that win.

    0 1 2
    3 4 5
    6 7 8
"""

from fractions import Fraction
from functools import cache
from itertools import islice

ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
COLUMNS = [(0, 3, 6), (1, 4, 7), (2, 5, 8)]
DIAGONALS = [(0, 4, 8), (2, 4, 6)]
LINES = ROWS + COLUMNS + DIAGONALS
CORNERS = [0, 2, 6, 8]
SIDES = [1, 3, 5, 7]
CENTRE = 4


def side_to_move(board):
    """X moved first, so X moves when the counts are equal."""
    return "X" if board.count("X") == board.count("O") else "O"


def opponent_of(side):
    """The other mark."""
    return "O" if side == "X" else "X"


def has_won(board, side):
    """Whether the side holds a whole line."""
    return any(all(board[c] == side for c in line) for line in LINES)


def is_over(board):
    """Whether someone has won or the board is full."""
    return has_won(board, "X") or has_won(board, "O") or "." not in board


def empty_cells(board):
    """The empty cells in reading order."""
    return [c for c in range(9) if board[c] == "."]


def put(board, cell, side):
    """The board with one more mark."""
    return board[:cell] + side + board[cell + 1 :]


def uniform(cells):
    """Equal exact probabilities."""
    return {c: Fraction(1, len(cells)) for c in cells}


def heaviest(ratings):
    """All keys of the greatest value."""
    return [key for key, value in ratings.items() if value == max(ratings.values())]


def every_position():
    """Every position that a game from the empty board reaches, each once, the finished ones too."""
    boards = ["." * 9]
    reached = set(boards)
    for board in boards:
        for cell in [] if is_over(board) else empty_cells(board):
            after = put(board, cell, side_to_move(board))
            if after not in reached:
                reached.add(after)
                boards.append(after)
    return boards


# --- the game value, by the definition that seeds 000 and 001 print -------------------------------


@cache
def game_value(board, computer):
    """1 if the computer wins, -1 if its opponent does, 0 for a draw, both playing their best."""
    if has_won(board, computer):
        return 1
    if has_won(board, opponent_of(computer)):
        return -1
    if "." not in board:
        return 0
    mover = side_to_move(board)
    values = [game_value(put(board, c, mover), computer) for c in empty_cells(board)]
    return max(values) if mover == computer else min(values)


# --- seed 000 --------------------------------------------------------------------------------------


@cache
def second_rating(board, computer, deep):
    """The seed's second algorithm: the human plays every move with equal probability.

    On the computer's turn the recursive definition hands over to the first algorithm;
    ``deep`` is the prose: the computer's best move by this same rating.
    """
    if not deep and not is_over(board) and side_to_move(board) == computer:
        return Fraction(game_value(board, computer))
    if has_won(board, computer):
        return Fraction(1)
    if has_won(board, opponent_of(computer)):
        return Fraction(-1)
    if "." not in board:
        return Fraction(0)
    mover = side_to_move(board)
    ratings = [second_rating(put(board, c, mover), computer, deep) for c in empty_cells(board)]
    return max(ratings) if mover == computer else sum(ratings) / len(ratings)


def tic_first(board):
    """Every move's first rating."""
    me = side_to_move(board)
    return {c: game_value(put(board, c, me), me) for c in empty_cells(board)}


def tic_second(board, deep=False):
    """The second rating of the moves that share the best first rating."""
    me = side_to_move(board)
    return {c: second_rating(put(board, c, me), me, deep) for c in heaviest(tic_first(board))}


def tic(board, deep=False):
    """Best first rating, then best second rating, then at random."""
    first = heaviest(tic_first(board))
    if len(first) == 1:
        return uniform(first)
    return uniform(heaviest(tic_second(board, deep)))


# --- seed 001 --------------------------------------------------------------------------------------


def minimax(board, randomness=0):
    """The first cell in reading order whose value is strictly greater than the best so far."""
    me = side_to_move(board)
    best, choice = -10, None
    for row in range(3):
        for column in range(3):
            cell = 3 * row + column
            if board[cell] == ".":
                value = game_value(put(board, cell, me), me)
                if value > best:
                    best, choice = value, cell
    p = Fraction(randomness)
    empty = empty_cells(board)
    answer = {}
    for cell in empty:
        chance = p / len(empty) + (1 - p if cell == choice else 0)
        if chance > 0:
            answer[cell] = chance
    return answer


# --- seed 002 --------------------------------------------------------------------------------------


def windows(width, height, k):
    """Every k cells in a row on a board, as lists of (row, column)."""
    lines = []
    for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]:
        for row in range(height):
            for column in range(width):
                cells = [(row + i * down, column + i * right) for i in range(k)]
                on_board = all(0 <= r < height and 0 <= c < width for r, c in cells)
                if on_board and (k > 1 or (down, right) == (0, 1)):
                    lines.append(cells)
    return lines


def weight_grid(grid, k):
    """The seed's weight grid of a list of rows of ``X``, ``O`` and ``.``; taken cells stay 0."""
    height, width = len(grid), len(grid[0])
    text = "".join("".join(row) for row in grid)
    player = side_to_move(text)
    weights = [[0] * width for _ in range(height)]
    for line in windows(width, height, k):
        marks = [grid[r][c] for r, c in line]
        available = [(r, c) for r, c in line if grid[r][c] == "."]
        if not available or ("X" in marks and "O" in marks) or len(available) == len(line):
            continue  # full, mixed or without a mark; so is a line of one empty cell: no marks, nothing
        if len(available) > 1:
            amount = 1
        elif player in marks:
            amount = (width * height + 1) ** 2
        else:
            amount = width * height + 1
        for r, c in available:
            weights[r][c] += amount
    return weights


def weights(grid, k):
    """Uniform over the heaviest empty cells, as {(row, column): Fraction}."""
    table = weight_grid(grid, k)
    empty = {(r, c): table[r][c] for r in range(len(grid)) for c in range(len(grid[0])) if grid[r][c] == "."}
    return uniform(heaviest(empty))


def weights3(board):
    """``weights`` on nine characters."""
    rows = [board[0:3], board[3:6], board[6:9]]
    return {3 * r + c: chance for (r, c), chance in weights(rows, 3).items()}


# --- seed 003 --------------------------------------------------------------------------------------


def core_step(board, easy=False):
    """The seed's numbered step that fires and the cells it may take: 0 stands for the opening part."""
    if not easy:
        if board == "." * 9:
            return 0, [0, 2, 6, 8, 4]
        if board.count("X") == 1 and board.count("O") == 0 and board.index("X") in CORNERS:
            return 0, [8 - board.index("X")]
    for line in LINES:
        marks = [board[c] for c in line]
        if marks.count(".") == 1 and (marks.count("X") == 2 or marks.count("O") == 2):
            return 3, [line[marks.index(".")]]
    if board[CENTRE] == ".":
        return 4, [CENTRE]
    for corner in CORNERS:
        if board[corner] == ".":
            return 5, [corner]
    return 6, [next(side for side in SIDES if board[side] == ".")]


def core(board, easy=False):
    """What the steps decide."""
    return uniform(core_step(board, easy)[1])


# --- seed 004 --------------------------------------------------------------------------------------

PRIME = {".": 0, "X": 3, "O": 5}


def total(board, line):
    """The sum of a line's primes."""
    return sum(PRIME[board[c]] for c in line)


def win_in_two(board, side):
    """The lines that hold one mark of the side and nothing else."""
    return [line for line in LINES if total(board, line) == PRIME[side]]


def meeting_cell(board, line, other):
    """The empty cell two different lines share, or None."""
    common = set(line) & set(other)
    if line != other and len(common) == 1:
        cell = common.pop()
        if board[cell] == ".":
            return cell
    return None


def fork_tally(board, side):
    """How many potential forks each of the side's win-in-two lines is in."""
    lines = win_in_two(board, side)
    return {a: sum(1 for b in lines if meeting_cell(board, a, b) is not None) for a in lines}


def first_meeting(board, own, theirs):
    """The first own line, then the first of theirs, that meet in an empty cell."""
    for mine in own:
        for yours in theirs:
            cell = meeting_cell(board, mine, yours)
            if cell is not None:
                return cell
    return None


def rules(board, advanced=True):
    """Win, block, anti-fork, then where the document is silent: centre, corners, anything."""
    me, you = side_to_move(board), opponent_of(side_to_move(board))
    for side in (me, you):
        for line in LINES:
            if total(board, line) == 2 * PRIME[side]:
                return uniform([next(c for c in line if board[c] == ".")])
    own, tally = win_in_two(board, me), fork_tally(board, you)
    if advanced and any(tally.values()):
        for count in sorted(set(tally.values()), reverse=True):
            popular = [line for line in LINES if line in tally and tally[line] == count]
            cell = first_meeting(board, own, popular)
            if cell is not None:
                return uniform([cell])
    cell = first_meeting(board, own, win_in_two(board, you))
    if cell is not None:
        return uniform([cell])
    if board[CENTRE] == ".":
        return uniform([CENTRE])
    return uniform([c for c in CORNERS if board[c] == "."] or empty_cells(board))


# --- not in the seeds ------------------------------------------------------------------------------


def random(board):
    """Uniform over the empty cells."""
    return uniform(empty_cells(board))


def perfect(board):
    """Uniform over the moves of best value, the shortest win and the longest loss."""
    me = side_to_move(board)
    return uniform(heaviest({c: _rank(*forecast(put(board, c, me), me)) for c in empty_cells(board)}))


@cache
def forecast(board, computer):
    """(value for the computer, plies to the end) when both prefer short wins and long losses."""
    if has_won(board, computer):
        return 1, 0
    if has_won(board, opponent_of(computer)):
        return -1, 0
    if "." not in board:
        return 0, 0
    mover = side_to_move(board)
    ahead = [forecast(put(board, c, mover), computer) for c in empty_cells(board)]
    value, plies = (max if mover == computer else min)(ahead, key=lambda pair: _rank(*pair))
    return value, plies + 1


def _rank(value, plies):
    """A number that orders outcomes for the computer."""
    return value * (100 - plies)


def completions(board, side):
    """The empty cells that complete a line of the side."""
    return [c for c in empty_cells(board) if has_won(put(board, c, side), side)]


def forks(board, side):
    """The empty cells after which the side could complete two lines in two different cells."""
    return [c for c in empty_cells(board) if len(completions(put(board, c, side), side)) >= 2]


def newell_simon_rules(board):
    """The eight rules' candidates in order."""
    me, you = side_to_move(board), opponent_of(side_to_move(board))
    yield completions(board, me)
    yield completions(board, you)
    yield forks(board, me)
    yield block_fork(board, me, you)
    yield [CENTRE] if board[CENTRE] == "." else []
    yield [c for c in CORNERS if board[c] == "." and board[8 - c] == you]
    yield [c for c in CORNERS if board[c] == "."]
    yield [c for c in SIDES if board[c] == "."]


def block_fork(board, me, you):
    """If the opponent has a fork: two in a row that forces a defence which is no fork, else take its cell."""
    threatened = forks(board, you)
    if not threatened:
        return []
    forcing = []
    for c in empty_cells(board):
        after = put(board, c, me)
        defences = completions(after, me)
        if defences and not any(d in forks(after, you) for d in defences):
            forcing.append(c)
    return forcing or threatened


def newell_simon(board, level=8):
    """The first of the rules 1 to ``level`` that has a candidate, uniform over them; else anything."""
    for candidates in islice(newell_simon_rules(board), level):
        if candidates:
            return uniform(candidates)
    return uniform(empty_cells(board))
