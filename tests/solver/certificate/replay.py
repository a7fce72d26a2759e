"""A second, slow judge of certificates: it plays them out against every move of the other side.

It knows the rules and nothing of the checks in ``certificate.verify``: of a record it uses the moves only,
never the stones, but for "e", where the defender's stones say which lines weigh. For small boards, and for files
that are well formed.
"""

import gzip
import json

from noughts import Board


def read(path):
    """The claims of a file: header, then records."""
    claims = []
    with gzip.open(path, "rt") as file:
        for value in map(json.loads, file):
            if isinstance(value, dict):
                claims.append((value, []))
            else:
                claims[-1][1].append(value)
    return claims


def judged(path, board=None):
    """(board, position, attacker, claim) of every claim when all of them play out, else None.

    The board is the one that the file names; give ``board`` for a line set that has no name.
    """
    claims = read(path)
    if not claims or len({claim[0]["position"] for claim in claims}) > 1:
        return None
    if not all(Replay(header, records, board).valid() for header, records in claims):
        return None
    return [(h["board"], h["position"], h["attacker"], h["claim"]) for h, _ in claims]


def twos(values):
    return zip(*[iter(values)] * 2, strict=True)


def fours(values):
    return zip(*[iter(values)] * 4, strict=True)


def threes(values):
    return zip(*[iter(values)] * 3, strict=True)


class Replay:
    """Plays the strategy that one claim spells out, move by move, against all moves of the other side.

    Positions are two sets of cells: the attacker's x and the defender's o. A record i is seen through `names`:
    its own cell c is the board's cell names[c]. A defender follows several records at once, the `tasks` (i, names),
    where the board has fallen into parts.
    """

    def __init__(self, header, records, board=None):
        self.header, self.records = header, records
        board = board or Board.parse(header["board"])
        self.cells = frozenset(board.cells)
        self.lines = [frozenset(line) for line in board.lines]
        self.symmetries = header["symmetries"]
        self.zones, self.seen = {}, set()

    def valid(self):
        """Whether the claim of the header is made good from its position."""
        text = self.header["position"].replace("/", "")
        sides = {mark: frozenset(c for c, found in enumerate(text) if found == mark) for mark in "XO"}
        attacker = self.header["attacker"]
        x, o = sides[attacker], sides["O" if attacker == "X" else "X"]
        if self.full(x) or self.full(o) or x | o == self.cells:
            return False
        attacks = (len(sides["X"]) == len(sides["O"])) == (attacker == "X")
        root, names, first = len(self.records) - 1, tuple(sorted(self.cells)), self.header.get("first")
        if self.header["claim"] == "win":
            return first is None and (self.wins if attacks else self.loses)(x, o, root, names)
        if attacks:
            return first is None and self.holds(x, o, self.tasks(root, names))
        return first not in x | o and self.after_reply(x, o | {first}, self.tasks(root, names))

    def full(self, stones):
        return any(line <= stones for line in self.lines)

    def zone(self, i):
        """Zone of record i in its own frame; None for the strong game."""
        if i not in self.zones:
            self.zones[i] = self.find_zone(i, *self.records[i])
        return self.zones[i]

    def find_zone(self, i, kind, _x, _o, body, dominated=()):
        """The same from what is in the record."""
        if kind == "p":
            return frozenset(body)
        if kind == "e":
            return frozenset(c for c in self.cells if body >> c & 1)
        if kind == "c":
            return frozenset().union(*(self.renamed_zone(i - b, s) for b, s in twos(body)))
        if kind == "w":
            parts = [self.renamed_zone(i - b, s) | {r} for _, r, b, s in fours(body)]
            return frozenset(dominated[1::2]).union(*parts)
        return None

    def renamed_zone(self, i, symmetry):
        """Zone of record i seen through a symmetry."""
        return {self.symmetries[symmetry][c] for c in self.zone(i)}

    def through(self, names, symmetry):
        """The names for a record that is seen through a symmetry from one seen through `names`."""
        return tuple(names[image] for image in self.symmetries[symmetry])

    def dead(self, x, o, cell):
        """Whether no line through the cell is open to either side."""
        return all(line & x and line & o for line in self.lines if cell in line)

    # The defender holds

    def tasks(self, i, names):
        """What there is to follow for record i: itself, or its parts, each by itself."""
        if self.records[i][0] != "c":
            return frozenset([(i, names)])
        parts = twos(self.records[i][3])
        return frozenset().union(*(self.tasks(i - b, self.through(names, s)) for b, s in parts))

    def holds(self, x, o, tasks):
        """X to move: every move is met."""
        if (x, o, tasks) not in self.seen:
            if not all(self.met(x, o, tasks, y) for y in self.cells - x - o):
                return False
            self.seen.add((x, o, tasks))
        return True

    def after_reply(self, x, o, tasks):
        """O has moved: over if that completed a line, else the tasks go on."""
        return self.full(o) or self.holds(x, o, tasks)

    def met(self, x, o, tasks, y):
        """X plays y: does O go on holding? Where y is in no zone O passes, which is worse than any move."""
        if self.full(x | {y}):
            return False
        for i, names in tasks:
            zone = self.zone(i)
            if zone is None or y in {names[c] for c in zone}:
                others = tasks - {(i, names)}
                return any(
                    not reply & (x | o | {y}) and self.after_reply(x | {y}, o | reply, others | more)
                    for reply, more in self.replies(x, o, i, names, y)
                )
        return self.holds(x | {y}, o, tasks)

    def replies(self, x, o, i, names, y):
        """What record i has O reply to y, none or one cell, and the tasks that this task then becomes."""
        kind, _, _, body, *dominated = self.records[i]
        if kind == "p":
            yield self.partner(body, names, y) - x - o, self.tasks(i, names)
        elif kind == "e":
            yield self.heaviest(x | {y}, o, i, names), self.tasks(i, names)
        else:
            for entry in fours(body):
                yield from self.answers(x, o, i, names, y, entry)
            for other, move in (pair for pairs in dominated for pair in twos(pairs)):
                if names[other] == y:
                    seen = swapped(names, y, names[move])
                    for entry in fours(body):
                        if entry[0] == move:
                            yield from self.answers(x, o, i, seen, y, entry)

    def partner(self, pairs, names, y):
        """The other cell of y's pair, as a set."""
        return {names[d] for a, b in twos(pairs) for c, d in ((a, b), (b, a)) if names[c] == y}

    def heaviest(self, x, o, i, names):
        """The free cell of the zone whose edges weigh most, each 2 ** -free cells, as a set.

        The edges are what the lines that the record's O has not broken have in the zone, the least of them.
        """
        zone, there = self.zone(i), self.records[i][2]
        edges = {line & zone for line in self.lines if not any(there >> c & 1 for c in line)}
        edges = [{names[c] for c in edge} for edge in edges if not any(less < edge for less in edges)]
        edges = [edge - x for edge in edges if not edge & o]
        weight = {c: sum(2.0 ** -len(edge) for edge in edges if c in edge) for edge in edges for c in edge}
        return {max(sorted(weight), key=weight.__getitem__)} if weight else set()

    def answers(self, x, o, i, names, y, entry):
        """The reply and the tasks after it, if this entry of record i is meant for X's move y."""
        move, reply, back, symmetry = entry
        move, reply = names[move] if move >= 0 else None, names[reply]
        if back == 0:
            if self.full(o | {reply}):
                yield {reply}, frozenset()
            return
        names, zone = self.through(names, symmetry), self.zone(i - back)
        if zone is not None:
            if move == y or y not in {names[c] for c in zone} | {reply}:
                yield {reply}, self.tasks(i - back, names)
        elif move == y:
            yield {reply}, self.tasks(i - back, names)
        elif move is not None and self.dead(x, o, y) and self.dead(x, o, move):
            yield {{y: move}.get(reply, reply)}, self.tasks(i - back, swapped(names, y, move))

    # The attacker wins

    def wins(self, x, o, i, names):
        """X to move plays the move of record i."""
        kind, _, _, move, *entries = self.records[i]
        if kind != "v" or names[move] in x | o:
            return False
        x |= {names[move]}
        return self.full(x) or self.all_beaten(x, o, i, names, entries[0])

    def loses(self, x, o, i, names):
        """O to move, and record i meets whatever it replies."""
        kind, _, _, entries = self.records[i][:4]
        return kind == "l" and self.all_beaten(x, o, i, names, entries)

    def all_beaten(self, x, o, i, names, entries):
        """O to move: every reply is beaten by some entry."""
        free = self.cells - x - o
        return bool(free) and all(self.beaten(x, o, i, names, r, entries) for r in free)

    def beaten(self, x, o, i, names, reply, entries):
        """O replies; X completes a line at once, or goes on with the entry for it."""
        if self.full(o | {reply}):
            return False
        if any(self.full(x | {c}) for c in self.cells - x - o - {reply}):
            return True
        for move, back, symmetry in threes(entries):
            real, seen = names[move], self.through(names, symmetry)
            if real == reply:
                return self.wins(x, o | {reply}, i - back, seen)
            if self.dead(x, o, reply) and self.dead(x, o, real):
                return self.wins(x, o | {reply}, i - back, swapped(seen, reply, real))
        return False


def swapped(names, a, b):
    """The names with two cells exchanged."""
    other = {a: b, b: a}
    return tuple(other.get(c, c) for c in names)
