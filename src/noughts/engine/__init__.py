"""ENGINE: strong play on any board: alpha-beta with line counts, and threat searches that prove what they win."""
