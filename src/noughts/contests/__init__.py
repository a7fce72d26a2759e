"""Exact matches, exploitability and tournaments; sampled matches for boards too large for these."""
