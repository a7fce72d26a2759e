"""A second, slow judge of certificates: it plays them out against every move of the other side.

It knows the rules and nothing of the checks in ``noughts.solver.verifier``: of a record it uses the moves only,
never the stones. For small boards, and for files that are well formed.
"""

import gzip
import json

from noughts.game.board import Board


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


def judged(path):
    """(board, position, attacker, claim) of every claim when all of them play out, else None."""
    claims = read(path)
    if not claims or len({claim[0]["position"] for claim in claims}) > 1:
        return None
    if not all(Replay(header, records).valid() for header, records in claims):
        return None
    return [(h["board"], h["position"], h["attacker"], h["claim"]) for h, _ in claims]


def fours(values):
    return zip(*[iter(values)] * 4, strict=True)


def threes(values):
    return zip(*[iter(values)] * 3, strict=True)


class Replay:
    """Plays the strategy that one claim spells out, move by move, against all moves of the other side.

    Positions are two sets of cells: the attacker's x and the defender's o. A record i is seen through `names`:
    its own cell c is the board's cell names[c].
    """

    def __init__(self, header, records):
        self.header, self.records = header, records
        board = Board.parse(header["board"])
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
            return first is None and self.holds(x, o, root, names)
        return first not in x | o and self.after_reply(x, o | {first}, root, names)

    def full(self, stones):
        return any(line <= stones for line in self.lines)

    def zone(self, i):
        """Zone of record i in its own frame; None for the strong game."""
        if i not in self.zones:
            kind, _, _, body, *_ = self.records[i]
            self.zones[i] = None
            if kind == "p":
                self.zones[i] = frozenset(body)
            elif kind == "w":
                parts = [
                    {self.symmetries[s][c] for c in self.zone(i - b)} | {r} for _, r, b, s in fours(body)
                ]
                self.zones[i] = frozenset().union(*parts)
        return self.zones[i]

    def through(self, names, symmetry):
        """The names for a record that is seen through a symmetry from one seen through `names`."""
        return tuple(names[image] for image in self.symmetries[symmetry])

    def dead(self, x, o, cell):
        """Whether no line through the cell is open to either side."""
        return all(line & x and line & o for line in self.lines if cell in line)

    # The defender holds

    def holds(self, x, o, i, names):
        """X to move: every move is met by record i."""
        if (x, o, i, names) not in self.seen:
            if not all(self.met(x, o, i, names, y) for y in self.cells - x - o):
                return False
            self.seen.add((x, o, i, names))
        return True

    def after_reply(self, x, o, i, names):
        """O has moved: over if that completed a line, else record i goes on."""
        return self.full(o) or self.holds(x, o, i, names)

    def met(self, x, o, i, names, y):
        """X plays y: does O go on holding?"""
        if self.full(x | {y}):
            return False
        if self.records[i][0] == "p":
            return self.paired(x | {y}, o, i, names, y)
        return any(self.answers(x, o, i, names, y, entry) for entry in fours(self.records[i][3]))

    def paired(self, x, o, i, names, y):
        """O takes the partner of y if it is there to take, else nothing, which is worse than any move."""
        cells = [names[c] for c in self.records[i][3]]
        partner = {}
        for a, b in zip(cells[::2], cells[1::2], strict=True):
            partner |= {a: b, b: a}
        reply = {partner.get(y)} - {None} - x - o
        return self.after_reply(x, o | reply, i, names)

    def answers(self, x, o, i, names, y, entry):  # noqa: PLR0913, PLR0917 - a position and a record seen from it
        """Whether this entry of record i meets X's move y, and play goes on well from there."""
        move, reply, back, symmetry = entry
        move, reply = names[move] if move >= 0 else None, names[reply]
        if back == 0:
            return reply != y and reply not in x | o and self.full(o | {reply})
        after, names = x | {y}, self.through(names, symmetry)
        zone = self.zone(i - back)
        if zone is not None:
            meant = move == y or y not in {names[c] for c in zone} | {reply}
            return meant and reply not in after and self.after_reply(after, o | {reply}, i - back, names)
        if move != y:
            if move is None or not (self.dead(x, o, y) and self.dead(x, o, move)):
                return False
            names, reply = swapped(names, y, move), {y: move}.get(reply, reply)
        return reply not in after | o and self.after_reply(after, o | {reply}, i - back, names)

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

    def beaten(self, x, o, i, names, reply, entries):  # noqa: PLR0913, PLR0917 - the same
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
