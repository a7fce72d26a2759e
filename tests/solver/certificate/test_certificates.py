"""Certificates prove what they say, and nothing that was changed passes unless it is still a proof."""

import copy
import gzip
import io
import json
import random
import subprocess
import tracemalloc
from functools import partial

import pytest

from noughts import Board, Mark, NoughtsError, Position, Proved, RejectedError, Result, verify
from noughts.solver.certificate.verify import value_of
from tests.lengths import short_and_long
from tests.positions import KNOT, MIXED, games, line_set, one_above_the_other, plane
from tests.reference import StrongGame
from tests.solver.certificate.changes import agreed, change, change_body, packed, size_of
from tests.solver.certificate.lines import held, kinds, put, values
from tests.solver.certificate.replay import judged

BOARDS = [  # board, least plies, positions
    ("3x3x3", 0, 10),
    ("4x3x3", 3, 10),
    ("4x4x3", 6, 10),
    ("4x4x4", 6, 8),
    ("5x3x3", 5, 8),
    ("torus3x3x3", 0, 6),
    ("torus4x4x4", 8, 6),
    ("cube2", 0, 4),
]
LINE_SETS = {  # without a name that says which they are; they are held by potentials, in parts, by dominated moves
    board.name: board
    for board in [
        plane(3),
        *(line_set(random.Random(seed), 3, 3, 10, (3, 4)) for seed in range(24)),
        *(one_above_the_other(KNOT, line_set(random.Random(seed), 5, 1, 4, (3,))) for seed in range(12)),
    ]
}
POSITIONS = [
    *(p for name, least, number in BOARDS for p in games(Board.parse(name), number, 14, least)),
    *(Position.start(board) for board in LINE_SETS.values() if board.size < 12),
    *games(LINE_SETS["plane3"], 3, 14, 4),
]


def stones(position, attacker):
    """The attacker's cells and the other side's."""
    return (position.x, position.o) if attacker is Mark.X else (position.o, position.x)


def claims_about(position):
    """What the weak and the strong search settle of a position, for either side."""
    from noughts.solver.search.arrays import Tuning
    from noughts.solver.search.search_goal import Question
    from noughts.solver.search.searches import Strong, Weak

    for attacker in Mark:
        moves = position.to_move is attacker
        for search in (Weak(position.board, 12, tuning=Tuning(replies=128)), Strong(position.board, 12)):
            wins = search.prove(*stones(position, attacker), moves).claim == "win"
            if not (wins and search.kind == "weak"):
                yield Question(attacker, search, position, claim="win" if wins else "hold")


def expressible(claim):
    """Not a hold by a side that completes a line at once: that is a win of its own, and is claimed as one."""
    position = claim.position
    return (
        claim.wins
        or position.to_move is claim.attacker
        or not any(
            position.play(cell).outcome and position.play(cell).outcome.winner for cell in position.moves
        )
    )


@pytest.fixture(scope="module")
def proofs(tmp_path_factory):
    """(file, its claims) of all positions above: every claim alone, and those of the strong game together."""
    from noughts.solver.certificate.write import write_records

    folder, found = tmp_path_factory.mktemp("proofs"), []
    for position in POSITIONS:
        claims = [claim for claim in claims_about(position) if expressible(claim)]
        strong = [claim for claim in claims if claim.search.kind == "strong"]
        for group in [[claim] for claim in claims] + [strong] * (len(strong) > 1):
            path = folder / str(len(found))
            write_records(path, group)
            found.append((path, group))
    return found


def test_a_reply_that_the_search_leaves_out_is_found(tmp_path):
    """O holds here, but by none of the replies that the search looks at: the proof is written, and verified."""
    from noughts.solver.certificate.write import write_records
    from noughts.solver.search.search_goal import Question
    from noughts.solver.search.searches import Weak

    rows = "......../....O.../..OXX.X./...O.XX./...O.O.X/...X..../..O...../........"
    position = Position.parse(rows, Board.parse("8x8x5"))
    search = Weak(position.board, 12)
    assert search.prove(position.x, position.o, False).claim == "unknown"
    write_records(tmp_path / "proof", [Question(Mark.X, search, position, claim="hold")])
    assert verify(str(tmp_path / "proof")) == [Proved(position, Mark.X, False)]


def as_judged(proved):
    """What the verifier says, in the words of the judge."""
    return [
        (p.position.board.name, p.position.rows_text, str(p.attacker), "win" if p.wins else "hold")
        for p in proved
    ]


@pytest.mark.parametrize("step", [12, pytest.param(1, marks=pytest.mark.long)])
def test_every_claim_is_verified_plays_out_and_is_true(proofs, step):
    """A fresh certificate passes the verifier and the slow judge, and says what the tree says."""
    found, some = set(), proofs[::step]
    for path, claims in some:
        board = LINE_SETS.get(claims[0].position.board.name)
        proved = verify(str(path), board)
        assert proved == [Proved(c.position, c.attacker, c.wins) for c in claims]
        assert judged(path, board) == as_judged(proved)
        for claim in claims:
            attacks = claim.position.to_move is claim.attacker
            reference = StrongGame(claim.position.board)
            assert reference.attacker_wins(*stones(claim.position, claim.attacker), attacks) == claim.wins
        found |= kinds(values(path))
    assert found == set("pecwdsvl")
    assert sum(claim.wins for _, group in some for claim in group) > 20 // step


def test_a_value_follows_from_what_is_proved():
    """Both sides held is a draw; from the empty board X held is enough; one side held alone says nothing."""
    start = Position.start(Board.mnk(3, 3, 3))
    later = Position.parse("X../.../...")
    x_held, o_held = (lambda p: Proved(p, Mark.X, False)), (lambda p: Proved(p, Mark.O, False))
    assert value_of([x_held(start)]) is Result.DRAW
    assert value_of([o_held(start)]) is None
    assert value_of([x_held(later)]) is value_of([o_held(later)]) is value_of([x_held(later)] * 2) is None
    assert value_of([x_held(later), o_held(later)]) is Result.DRAW
    assert value_of([Proved(later, Mark.O, True)]) is Result.WIN
    assert value_of([Proved(later, Mark.X, True)]) is Result.LOSS


# Changed certificates


def try_changes(proofs, number, make, dice):
    """Both checkers read so many certificates changed by `make`; what is accepted is played out; how many that was."""
    tried = accepted = 0
    while tried < number:
        path, claims = dice.choice(proofs)
        lines, board = values(path), LINE_SETS.get(claims[0].position.board.name)
        for _ in range(20):
            changed = make(lines, dice)
            data = packed(changed)
            if data == packed(lines):
                continue
            tried += 1
            if proved := agreed(data, board):
                accepted += 1
                assert judged(io.BytesIO(data), board) == as_judged(proved), (lines, changed)
    return accepted


def test_no_broken_certificate_passes(proofs):
    """Of 400 random changes whatever is still accepted plays out as a proof of what its headers claim."""
    assert 0 < try_changes(proofs, 400, change, random.Random(15)) < 100


@pytest.mark.long
def test_no_broken_certificate_passes_in_a_long_run(proofs):
    """The same of 60,000 changes."""
    assert 0 < try_changes(proofs, 60_000, change, random.Random(25)) < 15_000


@pytest.mark.parametrize(("kind", "number"), short_and_long([(kind, 1000) for kind in "ecd"], share=5))
def test_no_broken_potential_part_or_dominated_move_passes(proofs, kind, number):
    """The same of changes to zones of potentials, to references to parts, to records with dominated moves."""

    def of_the_kind(line):
        return isinstance(line, list) and kind in kinds([line])

    def spoil(lines, dice):
        changed = copy.deepcopy(lines)
        change_body(dice.choice([line for line in changed if of_the_kind(line)]), size_of(lines[0]), dice)
        return changed

    rich = [proof for proof in proofs if any(map(of_the_kind, values(proof[0])))]
    assert len(rich) > 2
    assert 0 < try_changes(rich, number, spoil, random.Random(17)) < number // 2


def test_no_flipped_byte_changes_what_is_said(proofs, tmp_path):
    """A byte of the file changed: refused, or (in what gzip keeps for itself) it says the same."""
    dice, refused = random.Random(16), 0
    for path, claims in dice.sample(proofs, 40):
        board = LINE_SETS.get(claims[0].position.board.name)
        said, data = verify(str(path), board), path.read_bytes()
        for _ in range(10):
            changed = bytearray(data)
            changed[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
            (tmp_path / "flipped").write_bytes(changed)
            try:
                assert verify(str(tmp_path / "flipped"), board) == said
            except RejectedError:
                refused += 1
    assert refused > 300


# What is no certificate at all

NOISE = random.Random(21).randbytes(1000)
gzipped = partial(gzip.compress, mtime=0)  # tests are named by it, and two workers must find the same tests


@pytest.mark.parametrize("content", [
    b"",
    b"hello",
    b"\x1f\x8b\x08\x00rubbish",
    NOISE,
    gzipped(b""),
    gzipped(b"\n\n\n"),
    gzipped(b"\x00\xff rubbish"),
    gzipped(NOISE),
    gzipped(b"{}\n"),
    gzipped(b"[]\n"),
    gzipped(b"3\n"),
    gzipped(b"[" * 60000 + b"\n"),
    gzipped(b"9" * 60000 + b"\n"),
    gzipped(b'{"format": "noughts-certificate-1"}\n'),
    gzipped(b'["p", 0, 0, []]\n'),
])  # fmt: skip
def test_rubbish_is_no_certificate(tmp_path, content):
    """A file that is no certificate is refused with one clear error."""
    path = tmp_path / "rubbish"
    path.write_bytes(content)
    with pytest.raises(RejectedError):
        verify(str(path))


def test_a_file_that_is_not_there_is_refused(tmp_path):
    """A folder is no certificate; where there is no file that is said, for nothing was rejected."""
    with pytest.raises(RejectedError):
        verify(str(tmp_path))
    with pytest.raises(NoughtsError, match="no such file: ") as told:
        verify(tmp_path / "none")
    assert not isinstance(told.value, RejectedError)


HOSTILE = {
    "format": ["noughts-certificate-2", None, 1],
    "board": ["9" * 5000 + "x3x3", "21x20x5", "", 3, None, "4x4x4", "3x3x4", "\x00"],
    "position": ["", "X" * 60000, "...", "XXX/.../...", "XXX/OO./...", "XOX/OXO/OXO", "????", 7, None],
    "attacker": ["x", "", "XO", None, True],
    "claim": ["draw", "", None, 1],
    "first": [0, 9, -1, True, "a1", 1.0, []],
    "symmetries": [
        None,
        {},
        [[]],
        [[0] * 9],
        [list(range(8))],
        [["a"] * 9],
        [[1, 0, *range(2, 9)]],
        [[True] * 9],
    ],
}
"""Fields of a header that the certificate of the empty board cannot have."""


@pytest.fixture
def draw(tmp_path):
    """The lines of a certificate: X cannot win 3x3x3."""
    from noughts.solver.certificate.write import write

    claims = [c for c in claims_about(Position.start(Board.mnk(3, 3, 3))) if c.attacker is Mark.X]
    write(tmp_path / "draw", claims[-1:])
    return values(tmp_path / "draw")


@pytest.mark.parametrize("field", HOSTILE)
def test_a_header_that_does_not_fit_is_refused(draw, tmp_path, field):
    """Other formats, boards, positions, claims and symmetries that are none: one error, whatever is there."""
    for value in HOSTILE[field]:
        changed = [{**draw[0], field: value}, *draw[1:]]
        with pytest.raises(RejectedError):
            verify(str(put(tmp_path / "bad", changed)))


@pytest.mark.parametrize("record", [
    [], ["p"], ["p", 0, 0], ["q", 0, 0, []], [["p"], 0, 0, []], ["p", 0, 0, [], []], ["p", -1, 0, []],
    ["p", 1 << 9, 0, []], ["p", 10**4000, 0, []], ["p", True, 0, []], ["p", 1.0, 0, []], ["p", 0, 0, [0]],
    ["p", 0, 0, {"a": 1}], ["p", 0, 0, "ab"], ["p", 0, 0, [0, True]], ["p", 0, 0, [-1, 0]],
    ["p", 0, 0, [10**4000, 0]], ["w", 0, 0, []], ["w", 0, 0, [0, 1, 1, 0]], ["w", 0, 0, [-1, 0, 10**9, 0]],
    ["s", 0, 0, [-1, 0, 0, 0]], ["s", 0, 0, [0, 1, -1, 0]], ["v", 0, 0, 0, []], ["v", 3, 24, None, []],
    ["v", 0, 0, [], 0], ["v", 3, 24, 10**4000, []], ["l", 0, 0, []], [None, None, None, None],
])  # fmt: skip
def test_a_record_that_is_none_is_refused(draw, tmp_path, record):
    """Wrong kinds, lengths, types, signs and sizes in a record are refused, whatever else is proved."""
    with pytest.raises(RejectedError):
        verify(str(put(tmp_path / "bad", [draw[0], record, *draw[1:]])))


@pytest.mark.parametrize("entries", ["anything", "", None, 0, False, {}, [0, 1, 0], [[]]])
def test_nothing_follows_a_move_that_completes_a_line(tmp_path, entries):
    """Where A's move completes a line there is nothing to answer, and the list of answers must be empty."""
    header = {**held(Position.parse("XX./OO./...")), "claim": "win"}
    fewest = {**header, "claim": "fewest", "plies": 1}
    wins = lambda entries: [header, ["v", 3, 24, 2, entries]]  # noqa: E731
    wins_in_one = lambda entries: [fewest, ["u", 3, 24, 1, 2, entries], ["n", 1, 0]]  # noqa: E731
    for lines in (wins, wins_in_one):
        assert verify(str(put(tmp_path / "good", lines([]))))
        with pytest.raises(RejectedError, match="entries follow"):
            verify(str(put(tmp_path / "bad", lines(entries))))


def test_a_line_ends_with_a_line_feed_and_with_nothing_else(tmp_path):
    """A carriage return is white space inside a line, so that one file is one sequence of lines on every system."""
    header = {**held(Position.parse("XX./OO./...")), "claim": "win"}
    for end, good in (("\n", True), ("\r\n", True), ("\r", False), ("\n\n", False)):
        text = "".join(json.dumps(line) + end for line in (header, ["v", 3, 24, 2, []]))
        (tmp_path / "c").write_bytes(gzip.compress(text.encode()))
        if good:
            assert verify(str(tmp_path / "c"))
        else:
            rejected(str(tmp_path / "c"))


def test_all_claims_name_one_board(tmp_path):
    """Two boards with the same cells and lines have two names, and claims of one file name one of them."""
    header = {**held(Position.parse("...", Board.mnk(3, 1, 3)))}
    claim = [header, ["p", 0, 0, [0, 1]]]
    other = [{**header, "board": "torus3x1x3"}, claim[1]]
    assert Board.parse("torus3x1x3") == Board.mnk(3, 1, 3)
    assert len(verify(str(put(tmp_path / "good", claim * 3)))) == 3
    with pytest.raises(RejectedError, match="different positions"):
        verify(str(put(tmp_path / "bad", claim + other)))


def test_two_threats_do_not_hold_a_side_that_completes_a_line_first(draw, tmp_path):
    """O's own lines answer no move of X's when one of those wins."""
    header = {**draw[0], "position": "XX./OO./O.X"}
    threats = ["s", 0b100000011, 0b1011000, [-1, 5, 0, 0, -1, 2, 0, 0]]
    with pytest.raises(RejectedError, match="X completes a line"):
        verify(str(put(tmp_path / "bad", [header, threats])))


def test_claims_about_two_positions_are_refused(proofs, tmp_path):
    """Two good certificates in one file are none, unless they speak of one position of one board."""
    lines = values(proofs[0][0])
    other = next(path for path, claims in proofs if claims[0].position != proofs[0][1][0].position)
    with pytest.raises(RejectedError, match="different positions"):
        verify(str(put(tmp_path / "both", lines + values(other))))


def test_a_cut_certificate_is_refused(proofs, tmp_path):
    """Cut after any byte, or with its last records gone, it proves nothing."""
    data = proofs[0][0].read_bytes()
    for end in range(0, len(data), 7):
        (tmp_path / "cut").write_bytes(data[:end])
        with pytest.raises(RejectedError):
            verify(str(tmp_path / "cut"))
    lines = values(proofs[0][0])
    with pytest.raises(RejectedError):
        verify(str(put(tmp_path / "cut", lines[:1])))


def test_the_proof_of_one_board_is_not_one_of_another(tmp_path):
    """A certificate is held against the board that the caller gives, else against the one that it names or tells."""
    from noughts.solver.certificate.write import write

    position = Position.start(MIXED)
    claims = [claim for claim in claims_about(position) if claim.wins]
    path = tmp_path / "mixed"
    write(path, claims)
    assert verify(str(path), MIXED) == verify(str(path)) == [Proved(position, Mark.X, True)]
    for other in (Board.mnk(3, 2, 2), Board.mnk(3, 3, 3)):
        with pytest.raises(RejectedError):
            verify(str(path), other)


class Endless(io.RawIOBase):
    """So many bytes made as they are read, and a count of those that were."""

    def __init__(self, size, piece):
        self.left, self.read_so_far, self.piece = size, 0, piece

    def readable(self):
        return True

    def readinto(self, buffer):
        size = min(len(buffer), self.left)
        buffer[:size] = (self.piece * (size // len(self.piece) + 1))[:size]
        self.left -= size
        self.read_so_far += size
        return size


@pytest.mark.parametrize("piece", [b"rubbish", b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", b"\x00"])
def test_two_gigabytes_of_rubbish_are_refused_at_once(monkeypatch, piece):
    """Of 2 GB that are no gzip only the first few bytes are read, in little memory."""
    stream = Endless(2 << 30, piece)
    monkeypatch.setattr("builtins.open", lambda *_: io.BufferedReader(stream))
    assert peak_of(lambda: rejected("endless")) < 1 << 20
    assert stream.read_so_far < 1 << 20


@pytest.mark.parametrize("piece", [b"9", b"[", b" ", b'{"a":', b"[1,"])
def test_one_line_of_two_gigabytes_is_refused_at_once(monkeypatch, piece):
    """A line that never ends is cut off after as many characters as a record can have."""
    stream = Endless(2 << 30, piece)
    monkeypatch.setattr(
        gzip, "open", lambda *_, **how: io.TextIOWrapper(io.BufferedReader(stream), encoding=how["encoding"])
    )
    assert peak_of(lambda: rejected("endless")) < 2 << 20
    assert stream.read_so_far < 1 << 20


def rejected(path):
    with pytest.raises(RejectedError):
        verify(path)


def peak_of(work):
    """The most memory that Python held while working."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


# Writing


def test_a_side_to_move_that_has_nothing_to_break_moves_anywhere(tmp_path):
    """Where the attacker has no line left, the first move of the other side is any empty cell."""
    from noughts.solver.certificate.write import write

    found = 0
    for position in games(Board.mnk(4, 4, 4), 60, 21, least=10):
        for claim in claims_about(position):
            mine, theirs = stones(position, claim.attacker)
            nothing = all(line & theirs for line in position.board.masks)
            if claim.search.kind == "weak" and nothing and position.to_move is not claim.attacker:
                write(tmp_path / "c", [claim])
                assert verify(str(tmp_path / "c")) == [Proved(position, claim.attacker, False)]
                assert values(tmp_path / "c")[0]["first"] == min(set(position.empty))
                found += bool(mine)
    assert found > 3


def test_nothing_half_written_is_left(tmp_path, monkeypatch):
    """Where a proof cannot be written or found, there is neither the file nor its beginning."""
    from noughts.solver.certificate.write import write
    from noughts.solver.certificate.write_file import Writer

    claim = next(iter(claims_about(Position.start(Board.mnk(3, 3, 3)))))
    with pytest.raises(OSError, match="No such file"):
        write(tmp_path / "no" / "c", [claim])

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Writer, "record", full)
    with pytest.raises(OSError, match="No space"):
        write(tmp_path / "c", [claim])
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_writer_left_is_swept(tmp_path):
    """The part of a certificate whose writer was killed is gone once that certificate is written."""
    from noughts.solver.certificate.write import write

    killed = subprocess.Popen(["true"])
    killed.wait()
    (tmp_path / f"c.{killed.pid}.part").write_bytes(b"half")
    write(tmp_path / "c", [next(iter(claims_about(Position.start(Board.mnk(3, 3, 3)))))])
    assert [path.name for path in tmp_path.iterdir()] == ["c"]


def test_the_same_proof_is_the_same_file(tmp_path):
    """A certificate holds neither a time nor a name of its own: written again it is the same, byte for byte."""
    from noughts.solver.certificate.write import write

    for name in "ab":
        write(tmp_path / name, [next(iter(claims_about(Position.start(Board.mnk(3, 3, 3)))))])
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
