"""Monte Carlo tree search, with proofs where there are any, in plain Python and compiled."""
