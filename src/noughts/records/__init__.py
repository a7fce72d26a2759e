"""MEMORY: the record of a game."""
