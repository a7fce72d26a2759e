"""CONTESTS: matches, exploits and proofs that are computed while somebody looks on, and what is on record."""
