"""Paths of the repository that tests read."""

from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
SOURCE = ROOT / "src" / "noughts"
DOCS = ROOT / "docs"
RESEARCH = ROOT / "research"
RECORDS = RESEARCH / "records"
CERTIFICATES = DOCS / "certificates"
JOINED = CERTIFICATES / "five" / "15x15x5.gz"
"""Certificate of the empty board, joined from 35 pieces."""
PIECE = TESTS / "data" / "h8-a1.gz"
"""One of these pieces: 204,050 records of the opening h8 a1 on 15x15x5."""
