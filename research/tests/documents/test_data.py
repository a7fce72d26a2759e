"""What the package brings of the records is what the records say; anybody who installs it has the same."""

import hashlib
import json

import pytest
from tests.paths import CERTIFICATES, DOCS, RECORDS

from noughts.contests.recorded import known_strength
from noughts.solver.recorded import CERTIFICATES as PACKED
from noughts.solver.recorded import known_certificates, known_runs
from research.documents.mnk import archive
from research.documents.strength_data import strength_json, strength_table, strength_text
from research.mnk.records import MOST_KEPT
from research.strength.recorded_games import GameRecords


def test_certificates_are_those_of_docs():
    """The package has the certificates of docs; if this fails, run `python -m research.documents mnk`."""
    assert archive(sorted(CERTIFICATES.glob("*.gz"))) == PACKED.read_bytes()


def test_every_small_certificate_is_there():
    """Each recorded run whose certificate is small has it, by its SHA-256."""
    small = [run for run in known_runs() if 0 < run.certificate_bytes <= MOST_KEPT]
    assert len(small) > 50
    for run in small:
        body = known_certificates()[run.sha256]
        assert len(body) == run.certificate_bytes
        assert hashlib.sha256(body).hexdigest() == run.sha256


@pytest.mark.long
def test_strength_is_what_was_recorded():
    """All of it comes from the recorded games; else run `research.documents strength`."""
    pytest.importorskip("choix", reason="ratings need the extra 'strength'")
    games = [
        tuple(GameRecords(RECORDS / name).games.values()) for name in ("strength.jsonl", "challenges.jsonl")
    ]
    assert known_strength() == strength_json(*games)
    assert json.loads(strength_text(known_strength())) == known_strength()


def test_strength_is_what_the_page_says():
    """docs/strength.md has the same, and docs/strength.csv every match; else run `research.documents strength`."""
    assert (DOCS / "strength.csv").read_text(encoding="utf-8") == strength_table(known_strength())
    page = (DOCS / "strength.md").read_text(encoding="utf-8")
    for board in known_strength()["boards"]:
        row = f"| `{board['board']}` | {' | '.join(str(one['elo']) for one in board['ratings'])} |"
        assert row in page
