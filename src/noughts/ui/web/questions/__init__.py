"""QUESTIONS: what the players and the solver say of a position."""
