"""CONTESTS: exact matches, exploitability and tournaments; sampled matches for boards too big for these."""
