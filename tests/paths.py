"""Paths of the repository that tests read."""

from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
SOURCE = ROOT / "src" / "noughts"
DOCS = ROOT / "docs"
CERTIFICATES = DOCS / "certificates"
