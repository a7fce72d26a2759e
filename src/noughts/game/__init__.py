"""Rules: boards, positions, outcomes, notation, counting."""
