"""An independent reading of the sentences about a lost game: each is replayed against the moves that were played.

It shares the lines of the board with the package, and exact values with ``noughts.analyse``; it takes the sentences
apart and finds threats by itself. A sentence that it cannot read is an error, too.
"""

import re
from functools import cache

from noughts import Game, analyse
from noughts.explain.blocks import bare
from noughts.solver.analysis import can_analyse

CELL = r"[a-t]\d+"
CELLS = rf"{CELL}(?:(?:, | and | or ){CELL})*(?:(?: and | or |, )\d+ others?)?"
LINES = r"the .+?"
WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBERS = {word: number for number, word in enumerate(WORDS, start=1)}
NAMED = {
    "the top row": "a1 b1 c1",
    "the middle row": "a2 b2 c2",
    "the bottom row": "a3 b3 c3",
    "the left column": "a1 a2 a3",
    "the middle column": "b1 b2 b3",
    "the right column": "c1 c2 c3",
}


@cache
def exact(position):
    """The exact values of a position."""
    return analyse(position)


def cells_in(text):
    """The cells that a text names, in order."""
    return re.findall(rf"\b{CELL}\b", text)


def lines_in(text):
    """The lines that a text names, each as a set of cells."""
    found = []
    for words in re.split(r"(?:, | and )(?=the )", text):
        if words in NAMED:
            found.append(frozenset(NAMED[words].split()))
        elif words.startswith("the line "):
            found.append(frozenset(cells_in(words)))
        else:
            kind, first, last = re.fullmatch(
                rf"the (row|column|diagonal) from ({CELL}) to ({CELL})", words
            ).groups()
            (x, y), (u, v) = ((ord(each[0]) - ord("a"), int(each[1:])) for each in (first, last))
            steps = max(abs(u - x), abs(v - y))
            assert {"row": v == y, "column": u == x, "diagonal": abs(u - x) == abs(v - y)}[kind]
            right, down = (u - x) // (steps or 1), (v - y) // (steps or 1)
            found.append(
                frozenset(f"{chr(ord('a') + x + right * i)}{y + down * i}" for i in range(steps + 1))
            )
    return found


class Replay:
    """A game as it was played, and what the lines of its board show at each of its positions."""

    def __init__(self, start, moves):
        self.board, self.moves = start.board, list(moves)
        self.positions = Game(start, moves).positions
        self.lines = [frozenset(map(self.board.cell_name, line)) for line in self.board.lines]
        self.movers = [str(position.to_move) for position in self.positions]
        self.ends = self.positions[-1].is_over
        winner = self.positions[-1].outcome and self.positions[-1].outcome.winner
        self.winner = winner and str(winner)
        self.loser = winner and "XO"[self.winner == "X"]

    def held(self, ply, side):
        """The cells of a side before a move of the game."""
        bits = self.positions[ply].x if side == "X" else self.positions[ply].o
        return {self.board.cell_name(cell) for cell in range(self.board.size) if bits >> cell & 1}

    def empty(self, ply):
        """The empty cells before a move of the game."""
        return set(map(self.board.cell_name, self.positions[ply].empty))

    def threats(self, ply, side, more=(), taken=()):
        """The cells where a side completes a line, each with its lines, after ``more`` of its own, and others taken."""
        own, empty = self.held(ply, side) | set(more), self.empty(ply) - {*more, *taken}
        found = {}
        for line in self.lines:
            missing = line - own
            if len(missing) == 1 and missing <= empty:
                found.setdefault(*missing, []).append(line)
        return found

    def played(self, name, side):
        """The number of a move, which the side must have played."""
        assert name in self.moves, f"{name} was not played"
        number = self.moves.index(name)
        assert self.movers[number] == side, f"{side} did not play {name}"
        return number

    def exact(self, ply):
        """The exact values before a move of the game; None where the board is too large."""
        position = self.positions[ply]
        return exact(position) if self.board.size <= 20 and can_analyse(position) else None

    def value(self, ply, side):
        """The exact result of a position for a side, or None."""
        if ply == len(self.moves) and self.ends:
            return "draw" if self.winner is None else "win" if side == self.winner else "loss"
        known = self.exact(ply)
        if known is None:
            return None
        word = str(known.value.result)
        return word if self.movers[ply] == side else {"win": "loss", "loss": "win", "draw": "draw"}[word]

    def gains(self, ply, names, result):
        """Check that moves were legal before a move of the game, and of this exact result for the side to move."""
        assert names
        assert set(names) <= self.empty(ply), f"{names} could not be played"
        known = self.exact(ply)
        for name in names if known else ():
            assert str(known.moves[self.board.cell(name)].result) == result, f"{name} is no {result}"


LOSS_PATTERNS = {
    "threat": rf"(?:After (?P<move>{CELL}), )?(?P<side>[XO]) threatened to win with (?P<cell>{CELL})\.",
    "unblocked": rf"(?P<side>[XO]) played (?P<move>{CELL}) instead of blocking"
    rf"(?:, and (?P<winner>[XO]) (?P<later>later )?completed (?P<lines>{LINES}) with (?P<cell>{CELL}))?\.",
    "fork": rf"(?:(?:With|After) (?P<move>{CELL}), )?(?P<side>[XO]) (?P<verb>made|had) (?P<number>\w+) "
    rf"threats at once, at (?P<cells>{CELLS})(?:: (?P<other>[XO]) could stop only one)?\.",
    "missed": rf"(?P<side>[XO]) could have won by completing (?P<lines>{LINES})(?: with (?P<cell>{CELL}))?\.",
    "mistake": rf"(?P<which>An earlier|The decisive) mistake was (?P<move>{CELL}): (?P<side>[XO]) could have "
    rf"(?P<gain>won at once|forced a win|held the game) (?:there|with (?P<cells>{CELLS}))\.",
    "forced": rf"After (?P<move>{CELL}), (?P<side>[XO]) could force a win\.",
    "engine": rf"The engine would have played (?P<cells>{CELLS}) instead\.",
    "better": rf"(?P<side>[XO]) could have (?P<gain>won at once|forced a win|held the game) "
    rf"(?:instead|with (?P<cells>{CELLS}))\.",
}
WAY = rf"(?:(?P<way>threatened a line with|played) (?P<before>{CELLS}), then )?"
MISTAKE_PATTERNS = {
    "row": rf"(?P<who>[XO]) had (?P<number>\w+) in (?P<lines>{LINES})",
    "force": r"(?P<who>[XO]) could force a win",
    "gave": rf"(?P<cell>{CELL}) gave it away",
    "two_lines": rf"After (?P<cell>{CELL}), (?P<who>[XO]) could have threatened two lines at once",
    "end": rf"After (?P<cell>{CELL}), (?P<who>[XO]) (?P<could>could have )?{WAY}"
    rf"completed (?P<lines>{LINES}) with (?P<last>{CELL})",
    "fork": rf"After (?P<cell>{CELL}), (?P<who>[XO]) (?P<could>could have )?{WAY}made (?P<number>\w+) threats "
    rf"at once with (?P<last>{CELL}), at (?P<cells>{CELLS}): (?P<loser>[XO]) could (?:stop|have stopped) only one",
}
IN_PLIES = r"(?: in \d+ pl(?:y|ies))?"
SENTENCE = (
    rf"(?P<move>{CELL}) (?:gives away the (?:draw|win)|turns a win into a loss|lets [XO] win|passes over a win): "
    rf"(?:(?P<won>[XO]) can win{IN_PLIES}(?:, and nothing was proved before it)?|it is now a draw"
    rf"|{CELLS} would have won{IN_PLIES}, and what {CELL} leads to is not proved)"
    rf"(?:; (?P<better>{CELLS}) would have (?P<gain>held it|won){IN_PLIES}"
    rf"|; the engine would have played {CELLS})?\."
)


class LossReading(Replay):
    """The sentences of why a game was lost, read one after the other."""

    def read(self, text):
        """Check every sentence; return the names of those that there are, in order."""
        self.threat = self.turn = self.fork = None
        kinds = []
        for sentence in re.split(r"(?<=\.) ", text):
            for kind, pattern in LOSS_PATTERNS.items():
                if found := re.fullmatch(pattern, sentence):
                    getattr(self, f"check_{kind}")(**found.groupdict())
                    kinds.append(kind)
                    break
            else:
                raise AssertionError(f"cannot read: {sentence}")
        self.check_order(kinds)
        return kinds

    def check_threat(self, move, side, cell):
        """The move made the threat, and it was there until the game ended or somebody took its cell."""
        assert side == self.winner
        since = self.played(move, side) + 1 if move else 0
        assert cell in self.threats(since, side)
        if move:
            assert cell not in self.threats(since - 1, side)
        self.threat, self.since = cell, since

    def check_unblocked(self, side, move, winner, later, lines, cell):
        """At its turn the loser faced this threat alone, and its move was another; then the line was completed."""
        assert side == self.loser
        self.turn = self.played(move, side)
        assert self.turn >= self.since
        assert set(self.threats(self.turn, self.winner)) == {self.threat}
        assert move != self.threat
        assert self.threat in self.empty(self.turn)
        if winner:
            assert (winner, cell) == (self.winner, self.threat)
            assert self.played(cell, winner) == len(self.moves) - 1
            assert bool(later) == (self.turn != len(self.moves) - 2)
            completed = [line for line in self.lines if cell in line and line <= self.held(-1, winner)]
            assert sorted(map(sorted, completed)) == sorted(map(sorted, lines_in(lines)))
        else:
            assert self.threat in self.threats(self.turn + 2, self.winner)

    def check_fork(self, move, side, verb, number, cells, other):
        """After the move there were so many threats, at these cells, and a single stone stops but one of them."""
        assert side == self.winner
        after = self.played(move, side) + 1 if move else 0
        threats, names = self.threats(after, side), cells_in(cells)
        assert len(threats) == int(NUMBERS.get(number, number)) >= 2
        assert set(names) <= set(threats)
        if "other" not in cells:
            assert len(names) == len(threats)
        if verb == "made":
            assert not self.threats(after - 1, side)
        assert self.moves[-1] in threats
        self.fork = after
        assert self.movers[after] == self.loser
        wins = self.threats(after, self.loser)
        assert bool(other) == (not wins)
        assert other in (None, self.loser)

    def check_missed(self, side, lines, cell):
        """At its last turn the loser could have completed this line, and it lacked one empty cell."""
        assert side == self.loser
        own = self.threats(len(self.moves) - 2, side)
        named = lines_in(lines)
        (at,) = {missing for missing, found in own.items() if set(named) <= set(found)}
        assert sorted(map(sorted, own[at])) == sorted(map(sorted, named))
        assert cell in (None, at)
        assert self.moves[-2] != at

    def check_mistake(self, which, move, side, gain, cells):
        """The loser played it where it had more; after it, and at its later turns, it had lost if all play best."""
        assert side == self.loser
        number = self.played(move, side)
        if which == "An earlier":
            assert self.turn is None or number < self.turn
        result = "draw" if gain == "held the game" else "win"
        assert self.value(number, side) in (None, result)
        if which == "The decisive":
            turns = range(number + 2, len(self.moves), 2)
            assert all(self.value(turn, side) in (None, "loss") for turn in turns)
            assert self.value(number + 1, side) in (None, "loss")
        if gain == "won at once":
            assert self.threats(number, side)
        if cells:
            self.gains(number, cells_in(cells), result)
            assert move not in cells_in(cells)

    def check_forced(self, move, side):
        """After this move of the loser the winner could force a win."""
        assert side == self.winner
        number = self.played(move, self.loser)
        assert self.value(number + 1, side) in (None, "win")
        self.slip = number

    def check_engine(self, cells):
        """The engine's move was legal where the loser played its own."""
        assert set(cells_in(cells)) <= self.empty(self.slip)
        assert self.moves[self.slip] not in cells_in(cells)

    def check_better(self, side, gain, cells):
        """The block that was not played would have held, or a line that was not completed won."""
        assert side == self.loser
        wins = self.threats(self.turn, side)
        assert bool(wins) == (gain == "won at once")
        if cells:
            self.gains(self.turn, cells_in(cells), "draw" if gain == "held the game" else "win")
            assert set(cells_in(cells)) == (set(wins) or {self.threat})

    def check_order(self, kinds):
        """A winning line that the loser could have blocked comes first, and what it could have won is not left out."""
        last, cell = len(self.moves) - 2, self.moves[-1]
        if not self.wins_by_line():
            assert not {"threat", "fork"} & set(kinds)
            return
        turns = [turn for turn in range(last, -1, -2) if cell in self.threats(turn, self.winner)]
        assert turns
        blockable = [turn for turn in turns if len(self.threats(turn, self.winner)) == 1]
        if blockable:
            assert kinds[:2] == ["threat", "unblocked"]
            assert (self.threat, self.turn) == (cell, max(blockable))
            assert "fork" not in kinds
        else:
            assert "fork" in kinds[:3]
            assert self.fork == min(turns)
        assert ("missed" in kinds) == bool(self.threats(last, self.loser))

    def wins_by_line(self):
        """Whether the winner completed a line after a move of the loser."""
        return len(self.moves) > 1 and any(line <= self.held(-1, self.winner) for line in self.lines)


class MistakeReading(Replay):
    """What the review says of a single mistake: the words of the card, and its sentence."""

    def read(self, mistake):
        """Check both; return the kind of the card's words."""
        self.move, self.side = mistake["move"], mistake["side"]
        self.other = "XO"[self.side == "X"]
        self.number = self.played(self.move, self.side)
        sentence = mistake["sentence"]
        self.check_sentence(bare(sentence["precise"] if isinstance(sentence, dict) else sentence))
        for kind, pattern in MISTAKE_PATTERNS.items():
            if found := re.fullmatch(pattern, mistake["what"]):
                getattr(self, f"check_{kind}")(found)
                return kind
        raise AssertionError(f"cannot read: {mistake['what']}")

    def check_sentence(self, sentence):
        """The move was played, what came of it is worded as possible, and the better moves would have been better."""
        assert " wins" not in sentence
        found = re.fullmatch(SENTENCE, sentence)
        assert found, sentence
        assert found["move"] == self.move
        if found["won"]:
            assert found["won"] == self.other
            assert self.value(self.number + 1, self.other) in (None, "win")
        if found["better"]:
            result = "draw" if found["gain"] == "held it" else "win"
            self.gains(self.number, cells_in(found["better"]), result)

    def check_row(self, found):
        """The side had so many in each of these lines, and one empty cell was left of it."""
        threats = [line for lines in self.threats(self.number, found["who"]).values() for line in lines]
        named = lines_in(found["lines"])
        assert set(named) <= set(threats)
        assert {len(line & self.held(self.number, found["who"])) for line in named} == {
            NUMBERS[found["number"]]
        }

    def check_force(self, found):
        """The mover could force a win."""
        assert found["who"] == self.side
        assert self.value(self.number, self.side) in (None, "win")

    def check_gave(self, found):
        """It is the move."""
        assert found["cell"] == self.move

    def check_two_lines(self, found):
        """After the move there was a cell where the other side would have threatened two lines."""
        assert (found["cell"], found["who"]) == (self.move, self.other)
        after = self.number + 1
        forks = (self.threats(after, self.other, more=[each]) for each in self.empty(after))
        assert any(sum(map(len, threats.values())) > 1 for threats in forks)

    def check_end(self, found):
        """The other side completed the line by these moves of the game, or could have."""
        self.check_way(found)
        own = self.held(self.number + 1, self.other) | set(self.way)
        if "other" not in (found["before"] or ""):
            assert all(line <= own for line in lines_in(found["lines"]))

    def check_fork(self, found):
        """The other side made these threats by these moves of the game, or could have."""
        self.check_way(found)
        assert found["loser"] == self.side
        if self.replies is None:
            return
        threats = self.threats(self.number + 1, self.other, self.way, self.replies)
        assert len(threats) == NUMBERS[found["number"]] >= 2
        assert set(cells_in(found["cells"])) == set(threats)

    def check_way(self, found):
        """The moves were played one after the other; those that were only possible were not, and could have been."""
        assert (found["cell"], found["who"]) == (self.move, self.other)
        before = cells_in(found["before"] or "")
        self.way, self.replies = [*before, found["last"]], None
        after, is_whole = self.number + 1, "other" not in (found["before"] or "")
        assert set(self.way) <= self.empty(after)
        if not found["could"] and not is_whole:
            assert self.moves[after::2][: len(before)] == before
            assert self.played(found["last"], self.other) > after + 2 * len(before)
        elif not found["could"]:
            assert self.moves[after::2][: len(self.way)] == self.way
            self.replies = self.moves[after + 1 :: 2][: len(self.way) - 1]
        else:
            known = self.exact(after)
            assert known is None or str(known.moves[self.board.cell(self.way[0])].result) == "win"
            if is_whole and found["way"] != "played":
                self.replies = self.forced(after)

    def forced(self, after):
        """Return the replies that each threat of the line but the last leaves."""
        replies = []
        for number in range(1, len(self.way)):
            (reply,) = self.threats(after, self.other, self.way[:number], replies)
            replies.append(reply)
        return replies
