"""Players: exact probabilities of moves, with evidence. One player a file."""
