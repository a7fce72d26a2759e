"""CHOICES: what to play, with exact probabilities and evidence. One player a file."""
