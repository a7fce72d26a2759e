"""A game in the terminal, line by line."""
