"""FACES: input and output only."""
