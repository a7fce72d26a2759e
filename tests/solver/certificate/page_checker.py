"""A checker of certificates, written from docs/certificates.md alone.

Where it disagrees with the verifier, one of them or the page is wrong.

It takes boards and positions from the house, and nothing else. Cells are kept in sets, in no hurry.
"""

import gzip
import json
import zlib
from dataclasses import dataclass
from fractions import Fraction

from noughts import Board, NoughtsError, Position

LONGEST = 65_536
"""Characters of a line."""

LENGTHS = {"p": {4}, "e": {4}, "c": {4}, "w": {4, 5}, "s": {4}, "v": {5}, "l": {4}} | {
    "q": {2},
    "b": {5},
    "u": {6},
    "n": {3},
}
"""Of the records of each kind."""


class RefusedError(Exception):
    """Something is not as the page says."""


def need(condition):
    if not condition:
        raise RefusedError


def proved(path, board=None):
    """Of every claim: board, position, attacker, whether it wins, plies (None: any), whether its root is weak.

    None where the file is refused.
    """
    claims = []
    try:
        for value in lines_of(path):
            if isinstance(value, dict):
                claims.append(begun(value, board))
            else:
                need(claims)
                claims[-1].read(value)
        need(claims)
        need(len({(claim.header["board"], claim.header["position"]) for claim in claims}) == 1)
        return [claim.ended() for claim in claims]
    except (RefusedError, NoughtsError, OSError, EOFError, UnicodeError, zlib.error):
        return None


def lines_of(path):
    """The JSON values of a file, each an object or an array."""
    with gzip.open(path, "rb") as file:
        while line := file.readline(LONGEST + 1):
            need(len(line) <= LONGEST and line.endswith(b"\n"))
            try:
                value = json.loads(line.decode("ascii"))
            except (ValueError, RecursionError) as error:
                raise RefusedError from error
            need(isinstance(value, dict | list))
            yield value


def is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool)


def groups(value, size):
    """A list of twos, threes or fours."""
    need(isinstance(value, list) and all(map(is_integer, value)) and len(value) % size == 0)
    return [value[i : i + size] for i in range(0, len(value), size)]


def least(edges):
    """The edges that contain no other."""
    edges = set(edges)
    return [edge for edge in edges if not any(other < edge for other in edges)]


@dataclass(frozen=True)
class Record:
    """What later records may need to know: stones and zone, or how far it looks and its edges."""

    kind: str
    a: frozenset = frozenset()
    d: frozenset = frozenset()
    zone: frozenset = frozenset()
    stones: int = 0
    edges: tuple = ()

    def through(self, symmetry):
        """The same, its cells renamed."""

        def here(cells):
            return frozenset(symmetry[c] for c in cells)

        edges = tuple({here(edge) for edge in side} for side in self.edges)
        return Record(self.kind, here(self.a), here(self.d), here(self.zone), self.stones, edges)


def board_of(header, name):
    """The board by its name, or by the lines given, whose name no other board has."""
    if "lines" not in header:
        return Board.parse(name)
    columns, rows, lines = header.get("columns"), header.get("rows"), header["lines"]
    need(is_integer(columns) and 1 <= columns <= 20 and is_integer(rows) and 1 <= rows <= 20)
    need(isinstance(lines, list) and lines)
    for line in lines:
        need(isinstance(line, list) and line and all(map(is_integer, line)))
        need(len(set(line)) == len(line) and all(0 <= cell < columns * rows for cell in line))
    need(len({frozenset(line) for line in lines}) == len(lines))
    try:
        Board.parse(name)
    except NoughtsError:
        return Board(name, columns, rows, tuple(map(tuple, lines)))
    raise RefusedError


class Claim:
    """The part that all claims share: the header, cells, symmetries, earlier records."""

    kinds, format = "", "noughts-certificate-1"

    def __init__(self, header, board):
        texts = [header.get(name) for name in ("format", "board", "position", "attacker", "claim")]
        need(all(isinstance(text, str) for text in texts))
        need(texts[0] == self.format and texts[3] in {"X", "O"})
        self.header, self.board = header, board or board_of(header, texts[1])
        need(self.board.name == texts[1] and self.board.rule == "line")
        self.position = Position.parse(texts[2], self.board)
        need(self.position.rows_text == texts[2] and not self.position.is_over)
        self.cells = frozenset(range(self.board.size))
        self.lines = {frozenset(line) for line in self.board.lines}
        self.symmetries = header.get("symmetries")
        need(isinstance(self.symmetries, list) and len(self.symmetries) <= 1024)
        for symmetry in self.symmetries:
            need(isinstance(symmetry, list) and all(map(is_integer, symmetry)))
            need(sorted(symmetry) == sorted(self.cells))
            need({frozenset(symmetry[c] for c in line) for line in self.lines} == self.lines)
        x, o = self.cells_of(self.position.x), self.cells_of(self.position.o)
        self.attacks = header["attacker"] == str(self.position.to_move)
        self.a, self.d = (x, o) if header["attacker"] == "X" else (o, x)
        self.records, self.renamed = [], {}

    def read(self, record):
        """The next record."""
        need(record and isinstance(record[0], str) and record[0] in set(self.kinds))
        need(len(record) in LENGTHS[record[0]] and len(self.records) < 20_000_000)
        self.records.append(getattr(self, record[0])(*record))

    def cells_of(self, mask):
        need(is_integer(mask) and 0 <= mask < 1 << len(self.cells))
        return frozenset(c for c in self.cells if mask >> c & 1)

    def stones(self, a, d):
        a, d = self.cells_of(a), self.cells_of(d)
        need(not a & d)
        return a, d

    def leans_on(self, kinds, back, sym):
        """An earlier record of one of these kinds, renamed."""
        need(1 <= back <= len(self.records) and 0 <= sym < len(self.symmetries))
        number = len(self.records) - back
        if (number, sym) not in self.renamed:
            self.renamed[number, sym] = self.records[number].through(self.symmetries[sym])
        need(self.renamed[number, sym].kind in kinds)
        return self.renamed[number, sym]

    def unbroken(self, d):
        return [line for line in self.lines if not line & d]

    def has_line(self, stones):
        return any(line <= stones for line in self.lines)

    def last_cells(self, mine, theirs):
        """The empty cells that lines of one side lack, where they lack one only."""
        lacking = [line - mine for line in self.unbroken(theirs)]
        return frozenset().union(*(rest for rest in lacking if len(rest) == 1))

    def move_and_reply(self, m, r, empty):
        """A's move, as a set that a pass leaves empty, and D's."""
        need(m == -1 or m in empty)
        move = frozenset([m]) - {-1}
        need(r in empty - move)
        return move, frozenset([r])

    def disjoint_pairs(self, value, empty):
        pairs = [frozenset(pair) for pair in groups(value, 2)]
        together = frozenset().union(*pairs)
        need(len(together) == 2 * len(pairs) and together <= empty)
        return pairs, together


class WinOrHold(Claim):
    """Claims "win" and "hold"."""

    kinds = "pecwsvl"

    def ended(self):
        need(self.records)
        root, wins, first, d = (
            self.records[-1],
            self.header["claim"] == "win",
            self.header.get("first"),
            self.d,
        )
        if wins or self.attacks:
            need(first is None)
        else:
            need(is_integer(first) and first in self.cells - self.a - self.d)
            d |= {first}
        need(root.kind in (("v" if self.attacks else "l") if wins else "pecws"))
        need((root.a, root.d) == (self.a, d))
        weak = root.kind in "pecw"
        return (self.board.name, self.position.rows_text, self.header["attacker"], wins, None, weak)

    def weak(self, back, sym, a, d):
        """The zone of the weak record that is leaned on, when every unbroken line meets it."""
        part = self.leans_on("pecw", back, sym)
        need(not part.zone & (a | d))
        return part.zone, {line & part.zone for line in self.unbroken(part.d)}

    def all_meet(self, a, d, wants):
        rests = [line - a for line in self.unbroken(d)]
        need(all(any(want <= rest for want in wants) for rest in rests))

    def p(self, kind, a, d, pairs):
        a, d = self.stones(a, d)
        pairs, zone = self.disjoint_pairs(pairs, self.cells - a - d)
        need(all(any(pair <= line for pair in pairs) for line in self.unbroken(d)))
        return Record(kind, a, d, zone)

    def e(self, kind, a, d, zone):
        a, d = self.stones(a, d)
        zone = self.cells_of(zone)
        need(not zone & (a | d))
        weights = {
            edge: Fraction(1, 2 ** len(edge)) for edge in least(line & zone for line in self.unbroken(d))
        }
        heaviest = max(sum(w for edge, w in weights.items() if c in edge) for c in self.cells)
        need(sum(weights.values()) + heaviest < 1)
        return Record(kind, a, d, zone)

    def c(self, kind, a, d, parts):
        a, d = self.stones(a, d)
        union, wanted = frozenset(), set()
        for back, sym in groups(parts, 2):
            zone, wants = self.weak(back, sym, a, d)
            need(not zone & union)
            union |= zone
            wanted |= wants
        self.all_meet(a, d, wanted)
        return Record(kind, a, d, union)

    def weak_entry(self, a, d, back, sym):
        """The zone of a weak record that holds what is left."""
        zone, wants = self.weak(back, sym, a, d)
        self.all_meet(a, d, wants)
        return zone

    def w(self, kind, a, d, entries, *dominated):
        a, d = self.stones(a, d)
        empty = self.cells - a - d
        left, union, answered = empty, frozenset(), frozenset()
        need(entries)
        for m, r, back, sym in groups(entries, 4):
            move, reply = self.move_and_reply(m, r, empty)
            zone = self.weak_entry(a | move, d | reply, back, sym) | reply
            left &= zone - move
            union |= zone
            answered |= move
        edges, lesser = least(line - a for line in self.unbroken(d)), set()
        for y, m in (pair for pairs in dominated for pair in groups(pairs, 2)):
            need(m in answered and y in empty and y not in lesser)
            need(all(m in edge for edge in edges if y in edge))
            lesser.add(y)
            union |= {m}
        need(not left - lesser)
        return Record(kind, a, d, union)

    def dead(self, a, d):
        alive = frozenset().union(*(line for line in self.lines if not (line & a and line & d)))
        return self.cells - a - d - alive

    def s(self, kind, a, d, entries):
        a, d = self.stones(a, d)
        need(not self.has_line(a) and not self.has_line(d) and not self.last_cells(a, d))
        empty, dead = self.cells - a - d, self.dead(a, d)
        left = empty
        for m, r, back, sym in groups(entries, 4):
            move, reply = self.move_and_reply(m, r, empty)
            if back == 0:
                need(self.has_line(d | reply))
                left &= reply
                continue
            record = self.leans_on("pecws", back, sym)
            if record.kind == "s":
                need(move and (record.a, record.d) == (a | move, d | reply))
                left -= dead if move <= dead else move
            else:
                left &= (self.weak_entry(a | move, d | reply, back, sym) | reply) - move
        need(not left)
        return Record(kind, a, d)

    def v(self, kind, a, d, m, entries):
        a, d = self.stones(a, d)
        need(not self.has_line(a) and not self.has_line(d))
        need(is_integer(m) and m in self.cells - a - d)
        if self.has_line(a | {m}):
            need(entries == [])
        else:
            self.replies_are_met(a | {m}, d, entries)
        return Record(kind, a, d)

    def l(self, kind, a, d, entries):  # noqa: E743 - the record's kind
        a, d = self.stones(a, d)
        need(not self.has_line(a) and not self.has_line(d))
        self.replies_are_met(a, d, entries)
        return Record(kind, a, d)

    def replies_are_met(self, a, d, entries):
        empty, dead = self.cells - a - d, self.dead(a, d)
        need(empty and not self.last_cells(d, a))
        last = self.last_cells(a, d)
        left = empty if not last else last if len(last) == 1 else frozenset()
        for r, back, sym in groups(entries, 3):
            need(r in empty)
            record = self.leans_on("v", back, sym)
            need((record.a, record.d) == (a, d | {r}))
            left -= dead if r in dead else {r}
        need(not left)


class Plies(Claim):
    """Claims "fewest" and "slower"."""

    kinds = "qbun"

    def __init__(self, header, board):
        super().__init__(header, board)
        plies = header.get("plies")
        need(is_integer(plies) and plies % 2 == 1 and 0 < plies < 2 * len(self.cells))
        need(self.attacks and header.get("first") is None)
        self.t, self.fewest = (plies + 1) // 2, header["claim"] == "fewest"

    def ended(self):
        need(self.records and self.records[-1].kind == "n")
        to_come = (len(self.cells - self.a - self.d) + 1) // 2
        never = not self.fewest and to_come <= self.t
        plies = None if never else self.header["plies"]
        return (self.board.name, self.position.rows_text, self.header["attacker"], self.fewest, plies, False)

    def edges(self, a, d, most_a, most_d):
        """Edges of A and of D, of at most so many cells."""
        mine, theirs = ({line - a for line in self.unbroken(d)}, {line - d for line in self.unbroken(a)})
        return {e for e in mine if len(e) <= most_a}, {e for e in theirs if len(e) <= most_d}

    def no_better(self, some, other):
        """(P, Q) is no better for A than (P', Q')."""
        for edges, wanted in ((some[0], other[0]), (other[1], some[1])):
            need(all(edge in wanted or any(small <= edge for small in wanted) for edge in edges))

    def begun(self, a, d, t):
        a, d = self.stones(a, d)
        need(is_integer(t) and 1 <= t <= len(self.cells))
        need(not self.has_line(a) and not self.has_line(d))
        return a, d, self.cells - a - d

    def q(self, kind, pairs):
        pairs, _ = self.disjoint_pairs(pairs, self.cells)
        return Record(kind, stones=len(self.cells), edges=(set(pairs), set()))

    def b(self, kind, a, d, t, entries):
        a, d, empty = self.begun(a, d, t)
        p, q = self.edges(a, d, t, t - 1)
        need(all(len(edge) != 1 for edge in p))
        left, alike = empty, empty.difference(*p, *q)
        for m, r, back, sym in groups(entries, 4):
            move, reply = self.move_and_reply(m, r, empty)
            if back == 0:
                need(self.has_line(d | reply))
                left &= reply
                continue
            record = self.leans_on("qb", back, sym)
            need(record.stones >= t - 1)
            after = self.edges(a | move, d | reply, t - 1 if move else t, t - 2)
            self.no_better(after, record.edges)
            if move:
                left -= alike if move <= alike else move
            else:
                left &= reply.union(*record.edges[0], *record.edges[1])
        need(not left or t == 1)
        return Record(kind, a, d, stones=t, edges=(p, q))

    def u(self, kind, a, d, t, m, entries):
        a, d, empty = self.begun(a, d, t)
        need(is_integer(m) and m in empty)
        if self.has_line(a | {m}):
            need(entries == [])
        else:
            need(t >= 2)
            self.replies_are_met(a | {m}, d, empty - {m}, t, entries)
        return Record(kind, a, d, stones=t, edges=self.edges(a, d, t, t - 1))

    def replies_are_met(self, a, d, empty, t, entries):
        mine, theirs = self.edges(a, d, t - 1, t - 1)
        need(empty and all(len(edge) != 1 for edge in theirs))
        last = frozenset().union(*(edge for edge in mine if len(edge) == 1))
        alike = empty.difference(*mine, *theirs)
        left = empty if not last else last if len(last) == 1 else frozenset()
        for r, back, sym in groups(entries, 3):
            need(r in empty)
            record = self.leans_on("u", back, sym)
            need(record.stones <= t - 1)
            self.no_better(record.edges, self.edges(a, d | {r}, t - 1, t - 2))
            left -= alike if r in alike else {r}
        need(not left)

    def n(self, kind, win, hold):
        need(is_integer(win) and is_integer(hold))
        t = self.t
        if self.fewest:
            record = self.leans_on("u", win, 0)
            need(record.stones <= t)
            self.no_better(record.edges, self.edges(self.a, self.d, t, t - 1))
            t -= 1
        else:
            need(win == 0)
        if t:
            record = self.leans_on("qb", hold, 0)
            need(record.stones >= t)
            self.no_better(self.edges(self.a, self.d, t, t - 1), record.edges)
        return Record(kind)


class WinWithZones(Claim):
    """A win of format 2: one tree, whose numbers come in arrays."""

    format = "noughts-certificate-2"

    def __init__(self, header, board):
        super().__init__(header, board)
        need(header["claim"] == "win" and header.get("first") is None)
        self.numbers, self.place, self.told = [], 0, False
        self.in_order = sorted(self.lines, key=lambda line: sum(1 << c for c in line))

    def read(self, record):
        need(all(map(is_integer, record)))
        self.numbers += record
        self.told = True

    def ended(self):
        need(self.told)
        if self.attacks:
            self.record(self.a, self.d, 0)
        else:
            self.after(self.a, self.d, 0, frozenset())
        need(self.place == len(self.numbers))
        return (self.board.name, self.position.rows_text, self.header["attacker"], True, None, False)

    def number(self):
        need(self.place < len(self.numbers))
        self.place += 1
        return self.numbers[self.place - 1]

    def empty_cell(self, a, d):
        cell = self.number()
        need(cell in self.cells - a - d)
        return cell

    def record(self, a, d, r):
        """Reads a record; its zone."""
        m = self.empty_cell(a, d)
        if any(m in line and line <= a | {m} for line in self.lines):
            return frozenset([m])
        return self.after(a | {m}, d, r, frozenset([m]))

    def after(self, a, d, r, m):
        """What follows A's move."""
        need(all(len(line - d) >= 2 for line in self.lines if not line & a))
        lacked = sorted(self.last_cells(a, d))
        if len(lacked) >= 2:
            zone = m | set(lacked[:2])
        elif lacked:
            zone = m | set(lacked) | self.record(a, d | set(lacked), r)
        else:
            zone = m | self.children(a, d, r)
        return self.safe(a, d, r, zone)

    def children(self, a, d, r):
        """Reads the children of a quiet move; the union of their zones."""
        zones, covered = frozenset(), frozenset()
        while (kind := self.number()) != -5:
            if kind == -1:
                zone = self.record(a, d, r + 1)
                covers = self.cells - zone
            elif kind == -3:
                n = self.number()
                need(n >= 1)
                covers = frozenset(self.empty_cell(a, d) for _ in range(min(n, len(self.cells) + 1)))
                need(len(covers) == n)
                zone = self.record(a, d | covers, r)
            else:
                need(kind >= 0 or kind in {-2, -4})
                self.place -= kind >= 0
                y = self.empty_cell(a, d)
                zone = self.record(a, d | {y}, r + (kind == -2))
                covers = frozenset([y])
                if kind == -2:
                    covers |= self.cells - zone
                if kind == -4:
                    need(r == 0)
                    keep = [s for s in self.symmetries if {s[c] for c in a} == a and {s[c] for c in d} == d]
                    covers |= {s[y] for s in keep}
            zones |= zone
            covered |= covers
        need(zones and self.cells - a - d <= covered)
        return zones

    def safe(self, a, d, r, zone):
        """The zone with what makes it safe."""
        if r == 0:
            return zone
        rests = [line - d for line in self.in_order if not line & a and len(line - d) <= r + 1]
        unsafe = [rest for rest in rests if len(rest & zone) < 2]
        for rest in sorted(unsafe, key=len):
            heavy = sorted(rest - zone, key=lambda c: (-sum(c in other for other in unsafe), c))
            zone |= frozenset(heavy[: max(0, 2 - len(rest & zone))])
        return zone


CLAIMS = {"win": WinOrHold, "hold": WinOrHold, "fewest": Plies, "slower": Plies}


def begun(header, board):
    """The claim that a header begins."""
    if header.get("format") == WinWithZones.format:
        return WinWithZones(header, board)
    claim = header.get("claim")
    need(isinstance(claim, str) and claim in CLAIMS)
    return CLAIMS[claim](header, board)
