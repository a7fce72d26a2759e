"""CONTESTS: exact matches, exploitability, tournaments; sampled matches where boards are too big."""
