"""Trees of wins with zones made at random, changed at random, and what they claim tried out by brute force."""

import gzip
import inspect
import json
import random
from itertools import chain, combinations

from noughts import Board, RejectedError
from noughts.game.board import cells_of
from noughts.solver.certificate import verify_zones
from tests.solver.certificate.page_checker import RefusedError, WinWithZones

PASS, SLACK, SEVERAL, ALIKE, END, OWN = -1, -2, -3, -4, -5, 0
KINDS = (PASS, PASS, SLACK, SLACK, SEVERAL, ALIKE, OWN, OWN)
"""How often the children of a tree are of a kind."""


def line_board(dice, k, cells, number):
    """A board of random lines of k cells, some of them one shorter or longer."""
    lengths = [max(2, min(cells, k + dice.choice((0, 0, 0, -1, 1)))) for _ in range(number)]
    lines = {tuple(sorted(dice.sample(range(cells), length))) for length in lengths}
    return Board.from_lines("random lines", sorted(lines), columns=cells, rows=1)


def small_boards(dice):
    """Boards of up to twelve cells without end: rows of k = 2 to 5, and random line sets."""
    named = [
        "4x3x3",
        "4x4x3",
        "5x3x3",
        "3x3x2",
        "4x4x3",
        "torus3x3x3",
        "5x3x3",
        "cube2",
        "6x2x4",
        "torus4x3x3",
        "6x2x5",
    ]
    while True:
        yield Board.parse(dice.choice(named))
        k = dice.choice((2, 3, 3, 3, 4, 4, 5))
        yield line_board(dice, k, dice.randint(7, 11), dice.randint(6, 16))


def header(board, mine=0, theirs=0, attacker=None):
    """The header of a claim that the side with `mine` wins: the attacker, unless given the side to move."""
    attacker = attacker or ("X" if mine.bit_count() >= theirs.bit_count() else "O")
    x, o = (mine, theirs) if attacker == "X" else (theirs, mine)
    text = "".join("X" if x >> c & 1 else "O" if o >> c & 1 else "." for c in board.cells)
    rows = [text[i : i + board.columns] for i in range(0, board.size, board.columns)]
    lines = {} if board.is_named else {"lines": [list(line) for line in board.lines]}
    sides = {} if board.is_named else {"columns": board.columns, "rows": board.rows}
    return {
        "format": "noughts-certificate-2",
        "board": board.name,
        **sides,
        **lines,
        "position": "/".join(rows),
        "attacker": attacker,
        "claim": "win",
        "symmetries": [list(image) for image in board.symmetries],
    }


def packed(*lines):
    """The bytes of a certificate of these lines."""
    return gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode(), 1)


class Watched:
    """A checker that keeps what every accepted record claims: the statements W(a, d, r, zone)."""

    def __init__(self, board, module=verify_zones):
        class Keeping(module.ZoneChecker):
            def _win(self, p, a, d, r):
                zone = super()._win(p, a, d, r)
                self.claimed.append((a, d, r, zone))
                return zone

        self.checker = Keeping(header(board), board)

    def claims(self, tree, mine, theirs, r=0):
        """What the records of a tree claim, the root's last; of a tree that is refused, those accepted before."""
        checker = self.checker
        checker.claimed = []
        start = checker.start()
        for cell in cells_of(mine):
            start = checker.fill(start, cell, True)
        for cell in cells_of(theirs):
            start = checker.fill(start, cell, False)
        numbers = iter(tree)
        checker.next = numbers.__next__
        try:
            checker._win(start, mine, theirs, r)
            return checker.claimed, next(numbers, None) is None
        except (RejectedError, StopIteration):
            return checker.claimed, False

    def zone(self, tree, mine, theirs, r):
        """The zone of a tree, None where it is refused."""
        claimed, good = self.claims(tree, mine, theirs, r)
        return claimed[-1][3] if good else None


class Game:
    """Who wins, by trying everything."""

    def __init__(self, board):
        self.board, self.known = board, {}

    def full(self, stones):
        """Whether these stones have a line."""
        return any(stones & line == line for line in self.board.masks)

    def wins(self, mine, theirs):
        """Whether the side to move completes a line, and first; nobody has one."""
        key = mine, theirs
        if key not in self.known:
            free = self.board.full & ~(mine | theirs)
            self.known[key] = any(self.wins_by(mine, theirs, cell) for cell in cells_of(free))
        return self.known[key]

    def wins_by(self, mine, theirs, cell):
        """Whether it does with this move."""
        mine |= 1 << cell
        if self.full(mine):
            return True
        replies = list(cells_of(self.board.full & ~(mine | theirs)))
        return bool(replies) and all(self.beats(mine, theirs | 1 << reply) for reply in replies)

    def beats(self, mine, theirs):
        """Whether the side to move wins, whose opponent has just moved."""
        return not self.full(theirs) and self.wins(mine, theirs)

    def is_true(self, mine, theirs, r, zone):
        """W(mine, theirs, r, zone): the side to move wins, wherever outside the zone up to r more stones lie."""
        outside = list(cells_of(self.board.full & ~(mine | theirs | zone)))
        extra = chain.from_iterable(combinations(outside, n) for n in range(r + 1))
        for cells in extra:
            more = theirs | sum(1 << cell for cell in cells)
            if not self.full(more) and not self.wins(mine, more):
                return False
        return True


class Grower:
    """Makes trees that a checker accepts: any move, children until the checker says that all replies are covered.

    A checker with a bug is led on by itself: it says too soon that it is content.
    """

    def __init__(self, board, dice, module=verify_zones, kinds=KINDS):
        self.board, self.dice, self.kinds = board, dice, kinds
        self.game, self.watched = Game(board), Watched(board, module)

    def tree(self, mine, theirs, r, wild=0.02):
        """A tree of a position, or None; at times, as `wild` says, of a move that does not win."""
        free = list(cells_of(self.board.full & ~(mine | theirs)))
        if not free or self.game.full(theirs):
            return None
        moves = free if self.dice.random() < wild else [c for c in free if self.game.wins_by(mine, theirs, c)]
        longer = [cell for cell in moves if not self.quick(mine, theirs, cell)]
        moves = longer if longer and self.dice.random() < 0.8 else moves
        if not moves:
            return None
        m = self.dice.choice(moves)
        last = self.last(mine | 1 << m, theirs)
        if self.game.full(mine | 1 << m) or len(last) > 1:
            return [m]
        if last:
            tree = self.tree(mine | 1 << m, theirs | last.pop(), r)
            return tree and [m, *tree]
        return self.quiet(mine, theirs, r, m)

    def last(self, mine, theirs):
        """The cells that lines lack which lack one."""
        rests = [line & ~mine for line in self.board.masks if not line & theirs]
        return {rest for rest in rests if rest.bit_count() == 1}

    def quick(self, mine, theirs, cell):
        """Whether this move completes a line or leaves one with one cell to go."""
        mine |= 1 << cell
        return self.game.full(mine) or bool(self.last(mine, theirs))

    def quiet(self, mine, theirs, r, m):
        """A tree that begins with a move that forces nothing."""
        left = self.board.full & ~(mine | theirs | 1 << m)
        tree, tries = [m], 0
        while self.watched.zone([*tree, END], mine, theirs, r) is None:
            if not left or tries == 2 * self.board.size:
                return None
            child, covered = self.child(mine | 1 << m, theirs, r, left)
            tree += child or []
            left &= ~covered
            tries += 1
        return [*tree, END]

    def child(self, mine, theirs, r, left):
        """A child, or None, and the replies that need no other."""
        y = self.dice.choice(list(cells_of(left)))
        kind = self.dice.choice(self.kinds)
        if kind == PASS:
            return self.covering(mine, theirs, r, [PASS], 0)
        if kind == SLACK:
            return self.covering(mine, theirs | 1 << y, r, [SLACK, y], 1 << y)
        if kind == SEVERAL:
            cells = self.dice.sample(list(cells_of(left)), self.dice.randint(1, min(3, left.bit_count())))
            group = sum(1 << cell for cell in cells)
            tree = self.tree(mine, theirs | group, r)
            return (tree and [SEVERAL, len(cells), *cells, *tree]), (group if tree else 0)
        tree = self.tree(mine, theirs | 1 << y, r)
        mark = [ALIKE] if kind == ALIKE and self.dice.random() < (1 if r == 0 else 0.1) else []
        return (tree and [*mark, y, *tree]), 1 << y

    def covering(self, mine, theirs, r, mark, covered):
        """A child with one stone more to add, which covers what is outside its zone."""
        tree = self.tree(mine, theirs, r + 1)
        zone = tree and self.watched.zone(tree, mine, theirs, r + 1)
        return (None, covered) if zone is None else ([*mark, *tree], covered | ~zone)


def position(board, dice, game, most=9):
    """A position of the board, any number of stones of either side and at most so many empty cells, without a line."""
    while True:
        cells = list(board.cells)
        dice.shuffle(cells)
        a = dice.randint(0, board.size // 4)
        d = dice.randint(max(0, a - 1), a + 2)
        mine, theirs = (sum(1 << c for c in part) for part in (cells[:a], cells[a : a + d]))
        if not game.full(mine) and not game.full(theirs) and 5 <= board.size - a - d <= most:
            return mine, theirs


def changed(tree, size, dice):
    """A tree with a few numbers changed, left out, put in or exchanged."""
    tree = list(tree)
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        at, other = dice.randrange(len(tree)), dice.randrange(len(tree))
        value = dice.choice((dice.randrange(size), dice.randrange(size), dice.randint(END, -1)))
        how = dice.randrange(6)
        if how == 0 and len(tree) > 1:
            del tree[at]
        elif how == 1:
            tree.insert(at, value)
        elif how == 2:
            tree[at], tree[other] = tree[other], tree[at]
        elif how == 3:
            tree[at : at + 1] = [SLACK, tree[at]] if tree[at] >= 0 else [PASS]
        else:
            tree[at] = value
    return tree


def planted(old, new):
    """The verifier's module with a bug: this text of its code for that."""
    text = inspect.getsource(verify_zones)
    assert text.count(old) == 1, old
    module = type(verify_zones)("planted")
    exec(compile(text.replace(old, new), "planted", "exec"), module.__dict__)  # noqa: S102
    return module


def trees(seed, number, module=verify_zones, kinds=KINDS):
    """So many (board, game, mine, theirs, r, tree): positions, and trees of them that the module accepts."""
    dice = random.Random(seed)
    for board in small_boards(dice):
        grower = Grower(board, dice, module, kinds)
        for _ in range(8):
            mine, theirs = position(board, dice, grower.game)
            r = dice.choice((0, 0, 1, 1, 2, 3))
            tree = grower.tree(mine, theirs, r, wild=0.4)
            if (
                tree
                and len(tree) > dice.randrange(12)
                and grower.watched.zone(tree, mine, theirs, r) is not None
            ):
                yield board, grower.game, mine, theirs, r, tree
                number -= 1
                if number == 0:
                    return


class ByThePage(WinWithZones):
    """The checker that was written from the page, asked about trees of any position and r."""

    def __init__(self, board):
        super().__init__(header(board), board)

    def zone(self, tree, mine, theirs, r):
        """The zone of a tree, None where it is refused."""
        self.numbers, self.place = tree, 0
        try:
            zone = self.record(frozenset(cells_of(mine)), frozenset(cells_of(theirs)), r)
        except RefusedError:
            return None
        return sum(1 << cell for cell in zone) if self.place == len(tree) else None


class Strategy(ByThePage):
    """A tree as it is played, without marks for replies that are alike: what the attacker makes of each reply.

    He imagines stones of the defender that are not there; where the defender takes such a cell he imagines another
    move.
    """

    def __init__(self, board, tree, mine, theirs, r=0):
        super().__init__(board)
        self.open = [[]]
        self.start = mine, theirs
        assert self.zone(tree, mine, theirs, r) is not None
        self.root = self.open[0][0][0]

    def record(self, a, d, r):
        at, children = self.place, []
        self.open.append(children)
        zone = super().record(a, d, r)
        self.open.pop()
        self.open[-1].append(((self.numbers[at], children, d, r), d, r, zone))
        return zone

    def met(self, node, y):
        """The child that meets a reply to a quiet move, and the stones that are imagined for it."""
        _, children, d, r = node
        for child, stones, more, zone in children:
            if y in stones - d or (more > r and y not in zone):
                return child, stones - d
        raise AssertionError(y)

    def wins(self, reply):
        """Plays the tree against `reply(a, d)`, None on a full board; whether the attacker has a line, and first."""
        a, d = (frozenset(cells_of(side)) for side in self.start)
        node, imagined = self.root, d
        while True:
            if node[0] in a | d:
                return False
            a |= {node[0]}
            if self.has_line(a):
                return True
            y = reply(a, d)
            if y is None or self.has_line(d | {y}):
                return False
            d |= {y}
            last = self.last_cells(a, imagined)
            if last - {y}:
                return bool(self.last_cells(a, d))
            if last:
                node, more = node[1][0][0], frozenset()
            else:
                y = y if y not in imagined else min(self.cells - a - imagined)
                node, more = self.met(node, y)
            imagined |= more | {y}
