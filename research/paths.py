"""Paths of the checkout that research reads and writes."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
CERTIFICATES = DOCS / "certificates"
RECORDS = ROOT / "research" / "records"
PACKAGE = ROOT / "src" / "noughts"
"""The source of the package, whose data are written here; what runs may be another copy, an installed one."""
RUNS = PACKAGE / "solver" / "data" / "mnk.jsonl"
