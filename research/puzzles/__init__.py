"""Puzzles, made of recorded games."""
