"""RULES: boards, positions, outcomes, notation, counting."""
