"""A game as SGF, PSQ or JSON, for other programs, and back."""
