"""Certificates that are played: who follows one wins what it proves won, and never loses what it holds."""

import os
import random
import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from noughts import (
    Board,
    NoughtsError,
    OptionError,
    Position,
    RejectedError,
    certificate,
    match,
    player,
    verify,
)
from noughts.files import sha256_of
from noughts.solver.certificate.verify import read_claims
from noughts.solver.strategy import certificate as strategies
from noughts.solver.strategy import index_maker
from noughts.solver.strategy.index import LEAST, IndexWriter
from noughts.solver.strategy.index_maker import PlainMaker, QuickMaker
from noughts.solver.strategy.zone_strategy import ZoneStrategy
from tests.paths import CERTIFICATES, PIECE
from tests.solver.certificate.lines import put, values

PLAYED = sorted(path.name for path in CERTIFICATES.glob("*.gz") if "plies" not in path.name)


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    """A cache folder of the test's own, empty at first."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("NOUGHTS_CACHE", str(folder))
    return folder


def end_of(strategy, side, reply):
    """The end of a game in which one side follows the certificate and the other plays what ``reply`` says."""
    position = strategy.position
    while not position.is_over:
        if position.to_move is side:
            answer = strategy.answer(position)
            assert answer.record is None or 1 <= answer.record <= answer.records
            position = position.play(answer.cell)
        else:
            position = position.play(reply(position))
    return position


def good(strategy, side, position):
    """Whether the end is what the certificate promises that side."""
    winner = position.outcome.winner
    return winner is side or (winner is None and not strategy.proof[0].wins)


def stubborn(rng):
    """Replies that complete a line, or break one that is about to be completed, or are drawn."""

    def reply(position):
        mine, theirs = (position.x, position.o) if str(position.to_move) == "X" else (position.o, position.x)
        for own, other in ((mine, theirs), (theirs, mine)):
            for line in position.board.masks:
                rest = line & ~own
                if rest.bit_count() == 1 and not rest & other:
                    return rest.bit_length() - 1
        return rng.choice(position.empty)

    return reply


@pytest.mark.parametrize("name", PLAYED)
def test_who_follows_a_certificate_gets_what_it_proves(name):
    """By every certificate of the documents: against drawn moves and against moves that see lines."""
    strategy = certificate(CERTIFICATES / name)
    assert strategy.sides
    for side in strategy.sides:
        for seed in range(2):
            rng = random.Random(seed)
            drawn = end_of(strategy, side, lambda position, rng=rng: rng.choice(position.empty))
            assert good(strategy, side, drawn)
            assert good(strategy, side, end_of(strategy, side, stubborn(rng)))


@pytest.mark.parametrize(
    "name", ["3x3x3.gz", "4x3x3.gz", "4x4x3.gz", "cube2.gz", "torus3x3x3.gz", "cube3.gz"]
)
def test_against_every_defence(name):
    """Whatever the other side does, in every game there is."""
    strategy = certificate(CERTIFICATES / name)
    (side,) = strategy.sides
    asked, seen = [strategy.position], set()
    while asked:
        position = asked.pop()
        if position in seen:
            continue
        seen.add(position)
        if position.is_over:
            assert good(strategy, side, position), str(position)
        elif position.to_move is side:
            asked.append(position.play(strategy.answer(position).cell))
        else:
            asked += [position.play(cell) for cell in position.empty]
    assert len(seen) > 5


@pytest.fixture
def piece(tmp_path):
    """A proof of two hundred thousand records, in a folder of the test's own."""
    return Path(shutil.copy(PIECE, tmp_path / "piece.gz"))


def index_of(path, kind):
    """The index of a certificate as one of the makers has it."""
    makers = []

    def maker(header):
        makers.append(kind(header, None))
        return makers[-1]

    read_claims(path, maker)
    return makers[0].index(sha256_of(path))


BY_ZONES = ["4x3x3.gz", "6x5x4.gz", "7x5x4.gz", "9x4x4.gz", "cube3.gz", "torus5x5x4.gz"]


@pytest.mark.parametrize(
    "name", [pytest.param(PIECE, marks=pytest.mark.long), *map(CERTIFICATES.joinpath, BY_ZONES)]
)
def test_both_makers_make_the_same_index(name, monkeypatch):
    """To the byte, of claims with and without symmetries."""
    if name != PIECE:
        monkeypatch.setattr(index_maker, "LEAST", 3)
    assert index_of(name, PlainMaker).as_bytes() == index_of(name, QuickMaker).as_bytes()


class Counted(ZoneStrategy):
    """A strategy that counts the records that it reads."""

    def _win(self, *position):
        self.read += 1
        return super()._win(*position)


@pytest.mark.long
def test_a_long_proof_is_played_by_its_index(piece, monkeypatch, cache):
    """Once made the index answers without another reading of the tree, wins, and few records are read for a move."""
    first = certificate(piece)
    (side,) = first.sides
    (stored,) = cache.rglob("*.index")
    assert stored.stat().st_size < 3 * piece.stat().st_size
    monkeypatch.setattr(strategies, "read_claims", None)  # nobody makes another
    monkeypatch.setattr(strategies, "ZoneStrategy", Counted)
    again = certificate(piece)
    counted = again._plays[0].strategy
    for seed in range(10):
        lines = [list[Position](), list[Position]()]
        for strategy, line in zip((first, again), lines, strict=True):
            reply = stubborn(random.Random(seed))

            def follow(position, reply=reply, line=line):
                line.append(position)
                counted.read = 0
                return reply(position)

            counted.read = 0
            assert good(strategy, side, end_of(strategy, side, follow))
            assert counted.read < 20 * LEAST
        assert lines[0] == lines[1]


def test_only_what_can_lead_there_is_read(monkeypatch):
    """By its index a proof answers every position of its games as it does when all of it is read."""
    monkeypatch.setattr(index_maker, "LEAST", 3)
    path = CERTIFICATES / "6x5x4.gz"
    ways = certificate(path)
    monkeypatch.setattr(index_maker, "LEAST", 1 << 30)
    whole = certificate(path)
    asked, seen = [ways.position], set()
    while asked:
        position = asked.pop()
        if position in seen or position.is_over:
            continue
        seen.add(position)
        answers = [strategy.find(position) for strategy in (ways, whole)]
        assert None not in answers
        for cell in {answer.cell for answer in answers}:
            after = position.play(cell)
            asked += [] if after.is_over else [after.play(reply) for reply in after.empty[::7]]
    assert len(seen) > 100


def few(monkeypatch, name, folder):
    """A short proof by zones that gets an index all the same."""
    monkeypatch.setattr(strategies, "LONG", 10)
    monkeypatch.setattr(index_maker, "LEAST", 10)
    return Path(shutil.copy(CERTIFICATES / name, folder / "proof.gz"))


LONGER = Board("6x5x4", 6, 5, Board.mnk(6, 5, 5).lines)
"""A board of the name 6x5x4 on which five in a row win."""


def relined(path, name, lines):
    """A certificate of the same records whose header names a board and gives its lines."""
    header, *records = values(path)
    return put(path, [header | {"board": name, "columns": 6, "rows": 5, "lines": lines}, *records])


def junk(path):
    """A certificate of the same header whose tree proves nothing."""
    header, *records = values(path)
    return put(path, [header, records[0][:1], *[[0] * 500] * 40])


def index_by_hand(path):
    """An index that nobody verified, of any tree, with the digest of a certificate."""
    header, tree = values(path)[0], [9, *[-5] * 5000]
    writer = IndexWriter(header, 30)
    list(writer.write([tree]))
    return writer.index(314, sha256_of(path)).as_bytes()


def test_other_lines_given_are_judged_by_themselves(tmp_path, monkeypatch):
    """A board of other lines is rejected, before and after the certificate was accepted with its own."""
    path = few(monkeypatch, "6x5x4.gz", tmp_path)
    for _ in range(2):
        with pytest.raises(RejectedError, match="is no proof"):
            certificate(path, LONGER)
        assert certificate(path).position.board == Board.parse("6x5x4")
    with pytest.raises(RejectedError, match="is no proof"):
        verify(path, LONGER)


def test_other_lines_in_the_header_are_judged_by_themselves(tmp_path, monkeypatch):
    """A file that its own lines refute stays rejected after it was accepted with lines that were given."""
    path = relined(few(monkeypatch, "6x5x4.gz", tmp_path), "mine", LONGER.lines)
    four = Board("mine", 6, 5, Board.mnk(6, 5, 4).lines)
    for _ in range(2):
        for reject in (certificate, verify, lambda path: player(f"proof({path})").certificate):
            with pytest.raises(RejectedError, match="is no proof"):
                reject(path)
        assert certificate(path, four).position.board == four


def test_a_line_set_has_an_index_whoever_gives_its_lines(tmp_path, monkeypatch):
    """The lines of the header and the same lines given in another order share one index."""
    four = Board.mnk(6, 5, 4).lines
    path = relined(few(monkeypatch, "6x5x4.gz", tmp_path), "mine", four)
    first = certificate(path)
    monkeypatch.setattr(strategies, "read_claims", None)  # nothing is verified again
    for board in (None, Board("mine", 6, 5, four), Board("mine", 6, 5, four[::-1])):
        again = certificate(path, board)
        assert again.answer(again.position).cell == first.answer(first.position).cell


def test_a_board_of_another_name_is_rejected(tmp_path, monkeypatch):
    """The same lines under another name than the header's have no index."""
    path = few(monkeypatch, "6x5x4.gz", tmp_path)
    certificate(path)
    with pytest.raises(RejectedError, match="a certificate of another board"):
        certificate(path, Board("mine", 6, 5, Board.mnk(6, 5, 4).lines))


def test_a_hand_made_index_beside_a_file_is_not_read(tmp_path, monkeypatch):
    """A valid header over a junk tree is rejected, whatever index of the right digest lies beside it."""
    path = junk(few(monkeypatch, "6x5x4.gz", tmp_path))
    beside = tmp_path / "proof.gz.index"
    beside.write_bytes(index_by_hand(path))
    for reject in (certificate, verify, lambda path: player(f"proof({path})").certificate):
        with pytest.raises(RejectedError, match="is no proof"):
            reject(path)
    shutil.copy(CERTIFICATES / "6x5x4.gz", path)
    beside.write_bytes(made := index_by_hand(path))
    assert certificate(path).answer("6x5x4").records == 314
    assert beside.read_bytes() == made


@pytest.mark.parametrize("by_name", [True, False])
def test_a_file_that_changes_while_it_is_read(tmp_path, monkeypatch, by_name):
    """What was read is indexed under its own digest: what took its place, or was written into it, is rejected."""
    path = few(monkeypatch, "6x5x4.gz", tmp_path)
    other = junk(Path(shutil.copy(path, tmp_path / "junk.gz")))
    content, claimed = other.read_bytes(), path.read_bytes()

    def change(_read, _size):
        if not by_name:
            path.write_bytes(content)
        elif other.exists():
            other.replace(path)

    found = certificate(path, step=change)
    assert path.read_bytes() == content
    for _ in range(2):
        with pytest.raises(RejectedError, match="is no proof"):
            certificate(path)
    assert found.sha256 == sha256(claimed).hexdigest()


def test_nothing_is_written_beside_the_file(tmp_path, monkeypatch):
    """A long certificate is played, now and later, and its folder has it alone."""
    path = few(monkeypatch, "6x5x4.gz", tmp_path)
    assert certificate(path).answer("6x5x4") == certificate(path).answer("6x5x4")
    assert os.listdir(tmp_path) == [path.name]


def test_two_claims_have_no_index(tmp_path, monkeypatch, cache):
    """An index is of one claim; a file with more is read each time."""
    path = few(monkeypatch, "6x5x4.gz", tmp_path)
    put(path, values(path) * 2)
    assert certificate(path).answer("6x5x4").records == 314
    assert not list(cache.iterdir())


@pytest.mark.parametrize("name", ["6x5x4.gz", "5x5x4.gz", "cube3.gz"])
def test_what_proves_nothing_is_not_played(tmp_path, name):
    """A number changed, a file cut off, no file: refused, and the file is quoted."""
    lines = values(CERTIFICATES / name)
    lines[-1] = lines[-1][:-1]
    changed = put(tmp_path / "changed.gz", lines)
    late = put(tmp_path / "late.gz", [*values(CERTIFICATES / name), values(CERTIFICATES / name)[0]])
    for path in (changed, late):
        with pytest.raises(RejectedError, match=path.name):
            certificate(path)
    with pytest.raises(NoughtsError, match=r"no such file: .*none\.gz"):
        certificate(tmp_path / "none.gz")
    with pytest.raises(NoughtsError, match="plies alone"):
        certificate(CERTIFICATES / "4x3x3-plies.gz")


def test_of_other_positions_it_says_nothing():
    """The other side's, another board's, one that its side would never have come to."""
    strategy = certificate(CERTIFICATES / "6x5x4.gz")
    start = Position.of("6x5x4")
    for position in (start.play(0), Position.of("5x5x4"), start.play(0).play(29)):
        assert strategy.find(position) is None
        with pytest.raises(NoughtsError, match="says nothing of"):
            strategy.answer(position)


def test_the_player_follows_and_says_which_record():
    """It plays what the certificate says, for sure, and draws lots where that says nothing."""
    who = player(f"proof({CERTIFICATES / '6x5x4.gz'})")
    assert who == player("proof", file=str(CERTIFICATES / "6x5x4.gz")) == player(str(who))
    start = Position.of("6x5x4")
    decision = who.decide(start)
    answer = certificate(CERTIFICATES / "6x5x4.gz").answer(start)
    assert decision.moves == {answer.cell: 1}
    assert decision.evidence.name == "record"
    assert f"record {answer.record} of {answer.records}" in decision.evidence.fired_step.meaning
    lost = who.decide(start.play(0))
    assert len(lost.moves) == 29
    assert lost.evidence.name == "lots"


def test_a_draw_is_held_against_all_games():
    """As O on 3x3 it never loses, by the exact contest, to whoever looks at nothing."""
    result = match("random", f"proof({CERTIFICATES / '3x3x3.gz'})")
    assert result.win == 0


def test_a_proof_needs_a_file():
    """Without one the player is nobody, and says so."""
    with pytest.raises(OptionError, match="which certificate"):
        player("proof")
