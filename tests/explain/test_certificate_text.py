"""Certificates as they are read: every record of a tree with zones is told, with its stones."""

import gzip
import json

import pytest

from noughts import Board, NoughtsError
from noughts.explain.certificate_text import read_certificate
from noughts.solver.certificate.verify_zones import ZoneChecker
from tests.paths import CERTIFICATES
from tests.solver.certificate.zones import header, packed


@pytest.mark.parametrize("name", ["4x3x3", "6x5x4", "torus5x5x4"])
def test_a_tree_is_told_record_by_record(name):
    """As many records as the verifier reads, the root first, from stones that each record follows from."""
    body = (CERTIFICATES / f"{name}.gz").read_bytes()
    head, *parts = [json.loads(line) for line in gzip.decompress(body).splitlines()]
    checker = ZoneChecker(head, None)
    checker.check(iter(parts))
    read = read_certificate("", body)
    assert read["records"] == sum(kind["count"] for kind in read["kinds"]) == checker.count
    assert {kind["kind"] for kind in read["kinds"]} <= {"five", "double", "single", "quiet"}
    assert read["claims"] == [f"X wins, on {name}."]
    assert [record["number"] for record in read["last"]] == list(range(1, 1 + min(24, checker.count)))
    assert set(read["last"][0]["position"]) == {".", "/"}


def test_a_position_of_the_defenders_is_a_record_too():
    """Two threats, and the defender to move: no number is needed, and one record is told."""
    claim = {**header(Board.mnk(3, 3, 3)), "position": "X.X/.O./X.O", "attacker": "X"}
    (record,) = read_certificate("", packed(claim, []))["last"]
    assert (record["kind"], record["position"]) == ("double", "X.X/.O./X.O")
    assert record["text"] == "the defender is to move"


def test_numbers_that_are_no_tree_are_refused():
    """A tree that is cut off is no certificate to be read."""
    with pytest.raises(NoughtsError, match="cut off"):
        read_certificate("", packed(header(Board.mnk(4, 3, 3)), [1, -1]))


@pytest.mark.parametrize("kind", ["not packed", "empty", "no JSON", "no claim", "cut off"])
def test_what_is_no_certificate_is_one_sentence(kind):
    """Whatever the bytes are, one error says once that they are none."""
    body = {
        "not packed": b"nothing",
        "empty": b"",
        "no JSON": gzip.compress(b"nothing\n"),
        "no claim": gzip.compress(b"[1, 2]\n"),
        "cut off": (CERTIFICATES / "4x3x3.gz").read_bytes()[:-20],
    }[kind]
    with pytest.raises(NoughtsError) as refused:
        read_certificate("", body)
    assert str(refused.value).count("not a certificate: ") == 1
    assert "\n" not in str(refused.value)
