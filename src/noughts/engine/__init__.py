"""Strong play on any board: alpha-beta search, and threat searches that prove what they win."""
