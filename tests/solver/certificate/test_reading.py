"""Certificates are read as facts: their claims, the number of records of each kind, and those next to the root."""

import gzip
import hashlib
import json

import pytest

from noughts import Board, Mark, NoughtsError, Position
from noughts.solver.certificate.reading import MAX_RECORDS, read_certificate
from noughts.solver.certificate.verify_zones import ZoneChecker
from tests.paths import CERTIFICATES
from tests.solver.certificate.zones import header, packed


@pytest.mark.parametrize("name", ["4x3x3", "6x5x4", "torus5x5x4"])
def test_a_tree_is_read_from_its_root(name):
    """There are as many records as the verifier reads. The first is about the empty board and follows no reply."""
    body = (CERTIFICATES / f"{name}.gz").read_bytes()
    head, *parts = [json.loads(line) for line in gzip.decompress(body).splitlines()]
    checker = ZoneChecker(head, None)
    checker.check(iter(parts))
    reading = read_certificate(body)
    assert (reading.sha256, reading.size) == (hashlib.sha256(body).hexdigest(), len(body))
    assert reading.board == Board.parse(name)
    assert reading.count == checker.count
    assert set(reading.kinds) <= {"five", "double", "single", "quiet"}
    (claim,) = reading.claims
    assert (claim.position, claim.attacker, claim.wins, claim.plies) == (
        Position.start(name),
        Mark.X,
        True,
        None,
    )
    assert [record.number for record in reading.records] == list(
        range(1, 1 + min(MAX_RECORDS, checker.count))
    )
    first = reading.records[0]
    assert (first.position, first.reply) == (Position.start(name), None)
    assert len(first.move) == 1


def test_a_tree_may_begin_with_a_reply_of_the_defender():
    """Two threats, and the defender to move: one record, without a move of the attacker."""
    claim = {**header(Board.mnk(3, 3, 3)), "position": "X.X/.O./X.O", "attacker": "X"}
    (record,) = read_certificate(packed(claim, [])).records
    assert (record.kind, str(record.position), record.move) == ("double", "X.X/.O./X.O", ())
    assert record.reply is not None
    assert record.reply.kind == "first"


def test_claims_about_plies_are_read():
    """The last record is the root. Records of pairings have their pairs, and no stones."""
    reading = read_certificate((CERTIFICATES / "4x3x3-plies.gz").read_bytes())
    (claim,) = reading.claims
    assert (claim.attacker, claim.wins, claim.plies) == (Mark.X, True, 7)
    root, *others = reading.records
    assert (root.kind, root.number) == ("n", reading.count)
    pairings = [record for record in others if record.kind == "q"]
    assert pairings
    for record in pairings:
        (cells,) = record.members
        assert [cell for pair in record.pairs for cell in pair] == cells
        assert record.position is None


def test_a_tree_that_is_cut_off_is_rejected():
    """A tree whose records end too early is not a certificate."""
    with pytest.raises(NoughtsError, match="cut off"):
        read_certificate(packed(header(Board.mnk(4, 3, 3)), [1, -1]))


def _other_kind():
    """A certificate with a record of an unknown kind."""
    head, *records = gzip.decompress((CERTIFICATES / "3x3x3.gz").read_bytes()).splitlines(keepends=True)
    return gzip.compress(b"".join([head, b'["z",0,0]\n', *records]))


@pytest.mark.parametrize("kind", ["not packed", "empty", "no JSON", "no claim", "unknown kind", "cut off"])
def test_other_bytes_are_rejected_in_one_sentence(kind):
    """Whatever the bytes are, the error says once that they are not a certificate."""
    body = {
        "not packed": b"nothing",
        "empty": b"",
        "no JSON": gzip.compress(b"nothing\n"),
        "no claim": gzip.compress(b"[1, 2]\n"),
        "unknown kind": _other_kind(),
        "cut off": (CERTIFICATES / "4x3x3.gz").read_bytes()[:-20],
    }[kind]
    with pytest.raises(NoughtsError) as rejected:
        read_certificate(body)
    assert str(rejected.value).count("not a certificate: ") == 1
    assert "\n" not in str(rejected.value)
