"""DOCUMENTS: the pages that are computed, docs/results.md and docs/mnk.md."""
